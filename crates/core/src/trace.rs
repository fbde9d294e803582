//! Runs and pieces of runs, with the steps kept exactly, so that they can be replayed.

use crate::property::Formula;
use crate::strategy::Strategy;
use crate::system::{AgentId, RuleId};

/// The values of all variables, at the places given by [`crate::System::slot`].
pub type State = Vec<i64>;

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A rule was applied.
    Take(Taken),
    /// Nothing could be done, and the state repeats.
    Stutter,
}

/// One way to apply a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Taken {
    /// The rule that is applied; its guard holds in the state that the step leaves.
    pub rule: RuleId,
    /// The values picked for its choices.
    pub choices: Vec<i64>,
    /// The position of the alternative taken by each part.
    pub alternatives: Vec<u32>,
}

/// A run or a piece of one. Step `i` leads from state `i` to state `i + 1`. Without a loop there is one
/// step less than states; with a loop there are as many, and the last leads back to the loop's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The states; at least one.
    pub states: Vec<State>,
    /// The steps between them.
    pub steps: Vec<Step>,
    /// Where the last step leads back to, for a lasso.
    pub loop_start: Option<usize>,
}

impl Trace {
    /// Whether the numbers of states and steps fit together.
    pub fn is_well_formed(&self) -> bool {
        match self.loop_start {
            None => !self.states.is_empty() && self.steps.len() + 1 == self.states.len(),
            Some(start) => start < self.states.len() && self.steps.len() == self.states.len(),
        }
    }

    /// The state a step leads to.
    pub fn target(&self, step: usize) -> &State {
        match self.loop_start {
            Some(start) if step + 1 == self.states.len() => &self.states[start],
            _ => &self.states[step + 1],
        }
    }
}

/// Evidence that a property fails: a run, and for what a run alone cannot show, more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The run on which the property fails. When it is finite, every continuation of it fails too.
    pub trace: Trace,
    /// Further runs that explain it: what an agent takes for possible, how a branch goes on.
    pub companions: Vec<Companion>,
    /// What groups, or their opponents, do.
    pub strategies: Vec<Strategy>,
}

impl Counterexample {
    /// A run that shows everything by itself.
    pub fn of(trace: Trace) -> Self {
        Counterexample { trace, companions: Vec::new(), strategies: Vec::new() }
    }
}

/// A run that explains a position of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The position (in the main run) that it explains.
    pub at: usize,
    /// For whom its last state looks the same as that position, if it is about knowledge.
    pub looks_same_to: Vec<AgentId>,
    /// The subformula that it shows to be true or false at that position.
    pub about: Formula,
    /// What it shows, as a sentence.
    pub shows: String,
    /// The run, with what explains it in turn.
    pub run: Counterexample,
}
