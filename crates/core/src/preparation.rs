//! Work on a model within a budget: which phase it is in, and where a limit stops it.

use std::cell::Cell;
use std::rc::Rc;

use synod_syntax::stoppable;

use crate::budget::{Budget, Stop};

/// What is being done, apart from the search for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// From characters to a syntax tree.
    #[default]
    Reading,
    /// Names, types and oddities.
    Checking,
    /// From the syntax tree to a system.
    Lowering,
    /// Ranges, reductions, and the forms in which engines want the system.
    Preparing,
    /// From one system to a family of systems.
    Generalising,
    /// From a system to another form.
    Converting,
    /// Making a random run.
    Simulating,
    /// Reading and judging a trace.
    Replaying,
    /// Reading and checking a certificate.
    Certifying,
    /// A command of a dialogue.
    Walking,
    /// From a run to a document.
    Documenting,
}

impl Phase {
    /// What is going on, as in "while the model was being read".
    pub fn clause(self) -> &'static str {
        match self {
            Phase::Reading => "the model was being read",
            Phase::Checking => "the model was being checked for errors",
            Phase::Lowering => "the model was being lowered to a system of rules",
            Phase::Preparing => "the model was being prepared for the search",
            Phase::Generalising => "the model was being generalised to any number of agents",
            Phase::Converting => "the model was being converted",
            Phase::Simulating => "a run was being made",
            Phase::Replaying => "the trace was being replayed",
            Phase::Certifying => "the certificate was being checked",
            Phase::Walking => "the command was being carried out",
            Phase::Documenting => "the run was being written",
        }
    }

    /// The work of this thread is in this phase from now on.
    pub fn begin(self) {
        PHASE.set(self);
    }
}

thread_local! {
    static PHASE: Cell<Phase> = const { Cell::new(Phase::Reading) };
}

/// A limit that was met before the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted {
    /// Which one.
    pub stop: Stop,
    /// What was being done.
    pub phase: Phase,
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} while {}", self.stop.reason(), self.phase.clause())
    }
}

/// Does work within a budget, beginning in a phase. The work is stopped at a
/// [`synod_syntax::checkpoint`] when the time is up, the process has more memory than allowed, or somebody cancels.
pub fn prepare<T>(budget: &Budget, phase: Phase, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    phase.begin();
    let met: Rc<Cell<Option<Interrupted>>> = Rc::default();
    let (budget, found) = (budget.clone(), met.clone());
    let is_over = move || {
        let stop = budget.check(0).err();
        found.set(stop.map(|stop| Interrupted { stop, phase: PHASE.get() }));
        stop.is_some()
    };
    let done = stoppable(is_over, work);
    done.ok_or_else(|| met.get().unwrap_or(Interrupted { stop: Stop::Cancelled, phase: PHASE.get() }))
}

/// Does work that is not stopped at checkpoints, within work that is: what was found must not be lost.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    stoppable(|| false, work).expect("nobody stops it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_syntax::checkpoint;

    #[test]
    fn the_phase_is_the_one_in_which_a_limit_was_met() {
        let budget = Budget::unlimited();
        let work = || {
            (0..1_000).for_each(|_| checkpoint());
            Phase::Lowering.begin();
            budget.cancel();
            (0..1_000).for_each(|_| checkpoint());
        };
        let met = prepare(&budget, Phase::Reading, work).unwrap_err();
        assert_eq!(met, Interrupted { stop: Stop::Cancelled, phase: Phase::Lowering });
        assert_eq!(met.to_string(), "interrupted while the model was being lowered to a system of rules");
    }

    #[test]
    fn what_must_not_be_lost_is_not_interrupted() {
        let budget = Budget::unlimited();
        let found = Cell::new(0);
        let work = || {
            budget.cancel();
            found.set(uninterrupted(|| (0..1_000).inspect(|_| checkpoint()).sum()));
            (0..1_000).for_each(|_| checkpoint());
        };
        assert!(prepare(&budget, Phase::Preparing, work).is_err());
        assert_eq!(found.get(), 499_500);
    }

    #[test]
    fn memory_is_that_of_the_process() {
        let mut budget = Budget::unlimited();
        budget.memory = Some(1);
        let done = prepare(&budget, Phase::Reading, || (0..1_000).for_each(|_| checkpoint()));
        assert_eq!(done.is_err(), crate::memory::resident(None).is_some());
    }
}
