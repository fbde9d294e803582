//! How runs are looked at: whose part in them, which expressions beside the variables, and what that may take.

use synod_core::{AgentId, Budget, Interrupted, Phase, State, prepare};
use synod_documents as documents;

use crate::expression::Expression;
use crate::{OpenedModel, Rejection};

/// How runs are looked at.
#[derive(Default)]
pub struct TraceView {
    watched: Vec<Expression>,
    /// Only these agents; all if there are none.
    only: Vec<AgentId>,
    /// What may be spent on what is made of runs.
    budget: Option<Budget>,
}

impl TraceView {
    /// Reads what is to be watched, and names of agents or of their types.
    pub fn new(model: &OpenedModel, watched: &[String], only: &[String]) -> Result<Self, Rejection> {
        let watched = watched.iter().map(|text| Expression::read(model, text)).collect::<Result<_, _>>()?;
        let agents = |name: &String| model.find_agents(name).map_err(|why| model.reject(why));
        let only = only.iter().map(agents).collect::<Result<Vec<_>, _>>()?;
        Ok(TraceView { watched, only: only.concat(), budget: None })
    }

    /// The same, where no more than this may be spent.
    pub fn within(self, budget: &Budget) -> Self {
        TraceView { budget: Some(budget.clone()), ..self }
    }

    /// Makes something of a run, unless that takes more memory than allowed. A document of a long run is many times as large
    /// as the run.
    pub fn make<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        let mut budget = Budget::unlimited();
        budget.memory = self.budget.as_ref().and_then(|budget| budget.memory);
        prepare(&budget, Phase::Documenting, work)
    }

    /// Makes what explains a run, and may be left out: of thousands of agents each may keep each other one from moving.
    pub fn explain<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        match &self.budget {
            None => Ok(work()),
            Some(budget) => prepare(budget, Phase::Documenting, work),
        }
    }

    /// Whether nothing is left out.
    pub fn shows_all_agents(&self) -> bool {
        self.only.is_empty()
    }

    /// Whether the agent of a position is looked at.
    pub fn shows_position(&self, position: usize) -> bool {
        self.only.is_empty() || self.only.iter().any(|agent| agent.0 as usize == position)
    }

    /// The agents that are looked at; all if there are none.
    pub fn agents(&self) -> &[AgentId] {
        &self.only
    }

    /// The watched expressions with their values in a state, where they have one.
    pub fn watched(&self, state: &State) -> impl Iterator<Item = (&str, Option<documents::Value>)> {
        self.watched.iter().map(|one| (one.text.as_str(), one.value(state)))
    }

    /// The watched expressions with their values in a state, in words: an expression may have `=` in it.
    pub fn watched_texts(&self, state: &State) -> Vec<String> {
        self.watched.iter().map(|one| format!("{} is {}", one.text, one.shown(state))).collect()
    }

    /// The watched expressions as they were typed.
    pub fn watched_names(&self) -> impl Iterator<Item = &str> {
        self.watched.iter().map(|one| one.text.as_str())
    }

    /// The values of the watched expressions in a state, in words.
    pub fn watched_values(&self, state: &State) -> Vec<String> {
        self.watched.iter().map(|one| one.shown(state)).collect()
    }

    /// Adds the watched expressions to a state as documents have it. Those that are variables are there already.
    pub fn extend(&self, values: &mut documents::State, state: &State) {
        for (name, value) in self.watched(state) {
            let missing = documents::Value::Scalar(documents::Scalar::Name("no value".to_string()));
            values.entry(name.to_string()).or_insert(value.unwrap_or(missing));
        }
    }
}
