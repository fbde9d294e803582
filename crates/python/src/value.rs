//! Values of variables as Python has them: truth values, integers, names, and lists of these.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use synod_core::{State, System, VarId};
use synod_documents::{Scalar, Value};
use synod_printers::trace_json;

pub(crate) fn scalar<'py>(py: Python<'py>, scalar: &Scalar) -> PyResult<Bound<'py, PyAny>> {
    Ok(match scalar {
        Scalar::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Scalar::Int(value) => PyInt::new(py, *value).into_any(),
        Scalar::Name(name) => PyString::new(py, name).into_any(),
    })
}

pub(crate) fn value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Scalar(one) => scalar(py, one),
        Value::Array(all) => {
            let items = all.iter().map(|one| scalar(py, one)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
    }
}

pub(crate) fn variable<'py>(
    py: Python<'py>,
    system: &System,
    state: &State,
    var: VarId,
) -> PyResult<Bound<'py, PyAny>> {
    value(py, &trace_json::variable(system, state, var))
}

/// The values of variables by their names.
pub(crate) fn named<'py>(
    py: Python<'py>,
    system: &System,
    state: &State,
    vars: impl Iterator<Item = VarId>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for var in vars {
        dict.set_item(system.var(var).name.as_str(), variable(py, system, state, var)?)?;
    }
    Ok(dict)
}
