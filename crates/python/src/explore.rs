//! Reachable states, nearest first.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use synod_core::{Budget, Listing};
use synod_simulate::Interpreter;

use crate::model::Opened;
use crate::state::State;
use crate::table::{Column, Table};
use crate::work::{refused, run};

/// So many initial states nobody looks at one by one.
const MOST_INITIAL: usize = 1_000_000;

/// The reachable states of a model, nearest first: an iterator that looks no further than it is asked.
#[pyclass(frozen, module = "synod")]
pub struct Explorer {
    model: Opened,
    limit: usize,
    search: Mutex<Search>,
}

struct Search {
    known: HashMap<synod_core::State, u32>,
    open: VecDeque<synod_core::State>,
    given: usize,
    depth: u32,
    has_begun: bool,
    is_complete: bool,
}

impl Explorer {
    pub(crate) fn new(model: &Opened, limit: Option<usize>) -> PyResult<Self> {
        model.one()?;
        let search = Search {
            known: HashMap::new(),
            open: VecDeque::new(),
            given: 0,
            depth: 0,
            has_begun: false,
            is_complete: true,
        };
        Ok(Explorer { model: model.clone(), limit: limit.unwrap_or(usize::MAX), search: Mutex::new(search) })
    }
}

impl Search {
    /// The next state with its depth; its successors are found before it is given.
    fn next(
        &mut self,
        interpreter: &Interpreter,
        limit: usize,
    ) -> Result<Option<(synod_core::State, u32)>, String> {
        if !self.has_begun {
            self.has_begun = true;
            let initial = interpreter.initial(MOST_INITIAL.min(limit));
            self.is_complete = initial.listing == Listing::Complete;
            for state in initial.states {
                self.known.insert(state.clone(), 0);
                self.open.push_back(state);
            }
        }
        if self.given == limit {
            self.is_complete &= self.open.is_empty();
            return Ok(None);
        }
        let Some(state) = self.open.pop_front() else { return Ok(None) };
        let depth = self.known[&state];
        let moves = interpreter.moves_up_to(&state, usize::MAX).ok_or("the search was interrupted")?;
        for one in moves {
            if !self.known.contains_key(&one.target) {
                self.known.insert(one.target.clone(), depth + 1);
                self.open.push_back(one.target);
            }
        }
        self.given += 1;
        self.depth = depth;
        Ok(Some((state, depth)))
    }
}

fn poisoned<T>(_: T) -> PyErr {
    PyRuntimeError::new_err("the search failed before")
}

#[pymethods]
impl Explorer {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<Option<State>> {
        py.check_signals()?;
        let system = self.model.system()?;
        let next = py.detach(|| {
            let mut search = self.search.lock().map_err(poisoned)?;
            search.next(&Interpreter::new(system), self.limit).map_err(refused)
        })?;
        Ok(next.map(|(values, _)| State { model: self.model.clone(), values }))
    }

    /// How many steps the state that was given last is from an initial one.
    #[getter]
    fn depth(&self) -> PyResult<u32> {
        Ok(self.search.lock().map_err(poisoned)?.depth)
    }

    /// How many states were given so far.
    #[getter]
    fn count(&self) -> PyResult<usize> {
        Ok(self.search.lock().map_err(poisoned)?.given)
    }

    /// Whether nothing was left out once the iterator has come to its end.
    #[getter]
    fn is_complete(&self) -> PyResult<bool> {
        Ok(self.search.lock().map_err(poisoned)?.is_complete)
    }

    /// The states that are left, as a table: the number of the state, its depth, and a column for each variable.
    fn table(&self, py: Python) -> PyResult<Table> {
        let system = self.model.system()?;
        let budget = Budget::unlimited();
        let found = run(py, &budget, None, |budget, _| {
            let mut search = self.search.lock().map_err(poisoned)?;
            let first = search.given;
            let interpreter = Interpreter::new(system);
            let (mut states, mut depths) = (Vec::new(), Vec::new());
            while budget.check(0).is_ok() {
                let Some((state, depth)) = search.next(&interpreter, self.limit).map_err(refused)? else {
                    break;
                };
                states.push(state);
                depths.push(i64::from(depth));
            }
            Ok::<_, PyErr>((first, states, depths))
        })?;
        let (first, states, depths) = found?;
        let numbers = (first as i64..).take(states.len()).collect();
        let mut columns =
            vec![("state".to_string(), Column::Ints(numbers)), ("depth".to_string(), Column::Ints(depths))];
        columns.extend(Column::of_variables(system, &states));
        Table::new(columns)
    }
}
