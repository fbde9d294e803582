//! What every engine offers.

use std::time::Duration;

use crate::{Budget, Command, Coverage, Formula, Progress, Property, Remark, Silent, Verdict};

/// Why an engine does not decide a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// Figures about a piece of work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Reachable states of the system, if all were found.
    pub states: Option<u64>,
    /// Steps between them.
    pub transitions: Option<u64>,
    /// Greatest distance from the initial states that was looked at.
    pub depth: Option<u64>,
    /// Most bytes in use at a time for what is stored.
    pub memory: Option<u64>,
    /// Time taken.
    pub elapsed: Duration,
    /// What a search of single states did, if there was one.
    pub search: Option<SearchFigures>,
    /// How likely it is that the search took a state for another, if it keeps less of states than tells them apart.
    pub omission: Option<Omission>,
    /// What a search on a device spent its time on.
    pub device: Option<DeviceTimes>,
}

/// What a search on a device spends its time on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceTimes {
    /// Finding the device, and writing its program.
    pub opening: Duration,
    /// Building the program, by the driver of the device.
    pub building: Duration,
    /// The search.
    pub searching: Duration,
    /// Finding again how a violation is reached.
    pub rebuilding: Duration,
}

/// Upper bounds on how likely it is that a search, which keeps less of states than tells them apart, left out some. Hash functions
/// are taken to be random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Omission {
    /// That a given state was taken for another when it was met first.
    pub of_state: f64,
    /// That this happened to any state.
    pub of_any: f64,
}

/// What a search of single states did, whether it came to an end or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchFigures {
    /// States visited.
    pub states: u64,
    /// Steps that were followed.
    pub transitions: u64,
    /// Steps that were found but not followed, by partial-order reduction.
    pub left_out: u64,
    /// Bytes that the states and the table that finds them take.
    pub bytes: u64,
    /// Bytes that they take in files, at the most at a time.
    pub file_bytes: u64,
}

/// An answer with its figures.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// What it took.
    pub statistics: Statistics,
    /// What to know beside the verdict.
    pub remarks: Vec<Remark>,
}

/// A method of verification, made for one system.
///
/// Implementations never panic on a model, stop soon after [`Budget::check`] says so (answering
/// [`Verdict::Unknown`] or [`Verdict::Bounded`]), and answer [`Verdict::Violated`] only with a
/// counterexample that the interpreter accepts.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Whether it decides the formula on its system.
    fn supports(&self, formula: &Formula) -> Result<(), Unsupported>;

    /// The other program that it asks, with its version, if it asks one.
    fn program(&self) -> Option<String> {
        None
    }

    /// Whether it knows integers without bounds as they are, not only those within a window.
    fn is_unbounded(&self) -> bool {
        false
    }

    /// Whether it keeps the reachable states as one set, so that one more question about them costs little.
    fn keeps_sets(&self) -> bool {
        false
    }

    /// Whether it begins to visit states at once, so that it answers small questions before others are ready.
    fn starts_at_once(&self) -> bool {
        false
    }

    /// Decides the property, within the budget.
    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome;

    /// Lets go of what is kept for the next property, where others need the memory.
    fn release(&self) {}

    /// How often commands are used in the reachable states, as far as the budget allows to find out; unless it has to be
    /// `exact`, counting ends when each was used once. `None` if the engine does not look at single steps.
    fn coverage(&self, _commands: &[Command], _exact: bool, _budget: &Budget) -> Option<Coverage> {
        None
    }

    /// Whether the property holds, for those who need no evidence; `None` if the budget is used up.
    fn holds(&self, property: &Property, budget: &Budget) -> Option<bool> {
        match self.check(property, budget, &Silent).verdict {
            Verdict::Holds(_) => Some(true),
            Verdict::Violated(_) => Some(false),
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
        }
    }
}
