//! Actions of agents, as policies choose them.

use pyo3::prelude::*;

/// Something that an agent can decide to do: to begin a kind of step, with the values that it picks for it.
#[pyclass(frozen, module = "synod", get_all, skip_from_py_object)]
pub struct Action {
    /// Its number among the actions of the agent.
    pub(crate) number: usize,
    /// The name of the agent.
    pub(crate) agent: String,
    /// The action in words.
    pub(crate) text: String,
    /// Whether the agent begins a step by it, so that it may also wait.
    pub(crate) begins: bool,
}

#[pymethods]
impl Action {
    fn __repr__(&self) -> String {
        format!("<Action {} of {}: {}>", self.number, self.agent, self.text)
    }
}
