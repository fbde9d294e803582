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

    /// Writes the same infinite run with a loop that is as short and begins as early as possible.
    pub fn fold(&mut self) {
        let Some(mut start) = self.loop_start else { return };
        let Trace { states, steps, .. } = self;
        let same = |a: usize, b: usize| states[a] == states[b] && steps[a] == steps[b];
        let len = states.len() - start;
        let repeats = |period: &usize| {
            len.is_multiple_of(*period) && (start..states.len() - period).all(|i| same(i, i + period))
        };
        let mut end = start + (1..len).find(repeats).unwrap_or(len);
        while start > 0 && same(start - 1, end - 1) {
            start -= 1;
            end -= 1;
        }
        states.truncate(end);
        steps.truncate(end);
        self.loop_start = Some(start);
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
