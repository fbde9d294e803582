//! Getting a model ready within a budget: which phase the work is in, and where a limit stops it.

use std::cell::Cell;
use std::rc::Rc;

use synod_syntax::stoppable;

use crate::budget::{Budget, Stop};

/// What is done to a model before it is analysed.
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
}

impl Phase {
    /// What happens to the model, as in "while the model was being lowered".
    pub fn participle(self) -> &'static str {
        match self {
            Phase::Reading => "read",
            Phase::Checking => "checked for errors",
            Phase::Lowering => "lowered to a system of rules",
            Phase::Preparing => "prepared for the search",
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
        write!(f, "{} while the model was being {}", self.stop.reason(), self.phase.participle())
    }
}

/// Gets something ready within a budget, beginning in a phase. The work is stopped at a
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
    fn memory_is_that_of_the_process() {
        let mut budget = Budget::unlimited();
        budget.memory = Some(1);
        let done = prepare(&budget, Phase::Reading, || (0..1_000).for_each(|_| checkpoint()));
        assert_eq!(done.is_err(), crate::memory::resident(None).is_some());
    }
}
