//! States of a model, and the steps that can be taken in them.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use synod_core::{Step, Taken};
use synod_printers::trace_json;
use synod_session::expression::Expression;
use synod_session::policy;

use crate::model::Opened;
use crate::value;
use crate::work::rejected;

/// A state of a model: a mapping from the names of variables to their values. States can be compared and be keys of dictionaries.
#[pyclass(frozen, mapping, module = "synod", skip_from_py_object)]
#[derive(Clone)]
pub struct State {
    pub(crate) model: Opened,
    pub(crate) values: synod_core::State,
}

#[pymethods]
impl State {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let system = self.model.system()?;
        let var = system.find_var(name);
        let var = var.ok_or_else(|| {
            let names = system.vars.iter().map(|var| var.name.as_str());
            PyKeyError::new_err(synod_syntax::no_such("variable", name, names))
        })?;
        value::variable(py, system, &self.values, var)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.model.system()?.vars.len())
    }

    fn __contains__(&self, name: &str) -> PyResult<bool> {
        Ok(self.model.system()?.find_var(name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_dict(py)?.call_method0("__iter__")
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let Ok(other) = other.cast::<State>() else { return false };
        let other = other.get();
        self.model.is(&other.model) && self.values == other.values
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.values.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        Ok(format!("State({})", self.as_dict(py)?.repr()?))
    }

    /// The values by the names of the variables, as a dictionary.
    pub(crate) fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let system = self.model.system()?;
        value::named(py, system, &self.values, system.var_ids().map(|(var, _)| var))
    }

    /// The names of the variables.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_dict(py)?.call_method0("keys")
    }

    /// The values.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_dict(py)?.call_method0("values")
    }

    /// Pairs of names and values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_dict(py)?.call_method0("items")
    }

    /// The value of a variable, or a default where there is no such variable.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.model.system()?.find_var(name) {
            Some(_) => self.__getitem__(py, name),
            None => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    /// The value of an expression or condition in the language of the model; None where it has no value.
    fn eval<'py>(&self, py: Python<'py>, expression: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let opened = self.model.one()?;
        let read = Expression::read(opened, expression).map_err(rejected(self.model.file()))?;
        read.value(&self.values).map(|found| value::value(py, &found)).transpose()
    }

    /// What an agent observes of it.
    fn observed_by<'py>(&self, py: Python<'py>, agent: &str) -> PyResult<Bound<'py, PyDict>> {
        let system = self.model.system()?;
        let id = self.model.agent(agent)?;
        value::named(py, system, &self.values, system.agent(id).observes.iter().copied())
    }

    /// What an agent observes of it as numbers, an entry for each element of an array.
    fn view(&self, agent: &str) -> PyResult<Vec<i64>> {
        Ok(policy::view(self.model.system()?, self.model.agent(agent)?, &self.values))
    }
}

/// A step that can be taken in a state.
#[pyclass(frozen, module = "synod", skip_from_py_object)]
pub struct Move {
    pub(crate) source: State,
    pub(crate) taken: Taken,
    pub(crate) target: synod_core::State,
}

impl Move {
    fn document(&self) -> PyResult<synod_documents::Step> {
        let system = self.source.model.system()?;
        Ok(trace_json::step(system, &self.source.values, &Step::Take(self.taken.clone())))
    }
}

#[pymethods]
impl Move {
    /// What happens, in one sentence.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Ok(self.document()?.text().to_string())
    }

    /// Who begins it; None if nobody does.
    #[getter]
    fn agent(&self) -> PyResult<Option<String>> {
        let system = self.source.model.system()?;
        let actor = system.rule(self.taken.rule).observation.actor;
        Ok(actor.map(|actor| system.agent(actor).name.clone()))
    }

    /// Where it leads.
    #[getter]
    fn target(&self) -> State {
        State { model: self.source.model.clone(), values: self.target.clone() }
    }

    /// The values that are different afterwards.
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let system = self.source.model.system()?;
        let differs = system.var_ids().map(|(var, _)| var).filter(|var| {
            let slots = system.slots(*var);
            self.source.values[slots.clone()] != self.target[slots]
        });
        value::named(py, system, &self.target, differs)
    }

    /// The action of each agent that has something to say in it, by its number among all actions of the agent.
    #[getter]
    fn picks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, number) in self.source.model.picks(&self.taken)? {
            dict.set_item(name, number)?;
        }
        Ok(dict)
    }

    /// The step as a document, in JSON.
    fn json(&self) -> PyResult<String> {
        synod_documents::line(&self.document()?).map_err(crate::work::refused)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Move {}>", self.text()?))
    }
}
