//! The methods of the service, as every face has them: JSON in, JSON out.

use pyo3::prelude::*;
use synod_core::Budget;
use synod_service::{Failure, FailureKind};

use crate::work::{failed, run};

/// The version of Synod.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    synod_documents::VERSION
}

/// The script and the style of the run viewer, which define the element `<synod-run>`.
#[pyfunction]
pub(crate) fn viewer() -> (&'static str, &'static str) {
    (include_str!("../../../web/dist/synod-run.js"), include_str!("../../../web/dist/synod-run.css"))
}

/// Answers a request of a method, both as JSON. News of long work go to a listener, as JSON.
#[pyfunction]
#[pyo3(signature = (method, request, listener=None, threads=None))]
pub(crate) fn call(
    py: Python,
    method: String,
    request: String,
    listener: Option<Bound<PyAny>>,
    threads: Option<usize>,
) -> PyResult<String> {
    let mut budget = Budget::unlimited();
    if let Some(threads) = threads {
        budget.threads = threads.max(1);
    }
    let answer = run(py, &budget, listener.as_ref(), |budget, tell| {
        let malformed = |error: serde_json::Error| Failure::new(FailureKind::Malformed, error.to_string());
        let request = serde_json::from_str(&request).map_err(malformed)?;
        let answer = synod_service::call(&method, request, budget, &|event| {
            if let Ok(text) = serde_json::to_string(&event) {
                tell(text);
            }
        })?;
        serde_json::to_string(&answer).map_err(malformed)
    })?;
    answer.map_err(|failure| failed(&failure))
}
