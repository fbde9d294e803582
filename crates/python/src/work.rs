//! Long work: done on a thread of its own without Python's lock, while the calling one listens for Ctrl-C and passes on news.

use std::sync::mpsc;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use synod_core::{Budget, threads};
use synod_service::Failure;

create_exception!(
    _synod,
    Rejected,
    pyo3::exceptions::PyException,
    "A request that was not met: its arguments are the failure as JSON and, where the text of the model is at hand, what is wrong for people."
);

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(20);

/// Does work within a budget. What it tells goes to a listener, on the calling thread; if that fails, or Python has been
/// interrupted, the work is cancelled and the exception goes on.
pub(crate) fn run<T: Send>(
    py: Python,
    budget: &Budget,
    listener: Option<&Bound<PyAny>>,
    work: impl FnOnce(&Budget, &(dyn Fn(String) + Sync)) -> T + Send,
) -> PyResult<T> {
    let (send, mut news) = mpsc::channel::<String>();
    let listener = listener.map(|listener| listener.clone().unbind());
    let mut heard: PyResult<()> = Ok(());
    let (hearing, hears, told) = (&mut heard, listener.as_ref(), &mut news);
    let result = py.detach(move || {
        let meanwhile = || {
            if hearing.is_ok() {
                *hearing = Python::attach(|py| {
                    py.check_signals()?;
                    tell(py, hears, told)
                });
                if hearing.is_err() {
                    budget.cancel();
                }
            }
        };
        let telling = |text: String| {
            if hears.is_some() {
                // Nobody listens any more once the work is cancelled.
                let _ = send.send(text);
            }
        };
        threads::deep(|| work(budget, &telling), PAUSE, meanwhile)
    });
    heard?;
    tell(py, listener.as_ref(), &news)?;
    result.ok_or_else(|| PyMemoryError::new_err("there is no memory for another thread"))
}

fn tell(py: Python, listener: Option<&Py<PyAny>>, news: &mpsc::Receiver<String>) -> PyResult<()> {
    let Some(listener) = listener else { return Ok(()) };
    while let Ok(text) = news.try_recv() {
        listener.bind(py).call1((text,))?;
    }
    Ok(())
}

/// A failure of the service, for the package to make an exception of.
pub(crate) fn failed(failure: &Failure) -> PyErr {
    match serde_json::to_string(failure) {
        Ok(text) => Rejected::new_err((text, None::<String>)),
        Err(error) => PyRuntimeError::new_err(error.to_string()),
    }
}

/// A refusal of the session about the model in a file, with the text as people are shown it.
pub(crate) fn rejected(path: &str) -> impl Fn(synod_session::Rejection) -> PyErr {
    move |rejection| {
        let shown = rejection.rendered(synod_syntax::Style::Plain);
        let failure = synod_service::Failure::about(path, &rejection);
        match serde_json::to_string(&failure) {
            Ok(text) => Rejected::new_err((text, Some(shown))),
            Err(error) => PyRuntimeError::new_err(error.to_string()),
        }
    }
}

/// A refusal in one sentence.
pub(crate) fn refused(message: impl Into<String>) -> PyErr {
    failed(&Failure::rejected(message))
}
