//! Figures about the reachable states, and what is to be said of them.

use std::time::Duration;

use crate::{Remark, SearchFigures, StateCount, Statistics, Stop, System, counted};

/// Figures about the reachable states, as far as they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reachability {
    /// How many states were found.
    pub states: u64,
    /// Steps between them: ways to apply a rule, so several may join the same two states.
    pub transitions: u64,
    /// States without any step.
    pub deadlocks: u64,
    /// States with a step that meets a fault.
    pub faults: u64,
    /// The distance from the initial states to the state that is farthest from them.
    pub depth: u64,
    /// How many initial states there are.
    pub initial: u64,
    /// Whether some integers were too large to be explored.
    pub cut: bool,
    /// Whether all reachable states were found.
    pub complete: bool,
    /// Why the search stopped before it was complete.
    pub stopped: Option<Stop>,
    /// Bytes in use for the states.
    pub memory: u64,
    /// Time taken, by the call that answers this.
    pub elapsed: Duration,
}

/// That a search looked at integers up to a bound only, as a phrase.
pub fn integers_within(bound: i64) -> String {
    format!("with integers between {} and {bound}", -bound)
}

impl Reachability {
    /// What the search was limited to, as a phrase, if it was.
    pub fn limited_to(&self, int_bound: i64, depth: Option<u64>) -> Option<String> {
        let integers = self.cut.then(|| integers_within(int_bound));
        let depth = depth.filter(|_| !self.complete);
        let steps = depth.map(|depth| format!("within {} of the initial states", counted(depth, "step")));
        let phrases: Vec<String> = steps.into_iter().chain(integers).collect();
        (!phrases.is_empty()).then(|| phrases.join(", "))
    }

    /// The figures of a search for these states, which took so many bytes at the most at a time.
    pub fn statistics(&self, memory: u64, search: SearchFigures) -> Statistics {
        let all = self.complete && !self.cut;
        Statistics {
            states: all.then_some(self.states),
            transitions: all.then_some(self.transitions),
            depth: Some(self.depth),
            memory: Some(memory.max(self.memory)),
            elapsed: self.elapsed,
            search: Some(search),
            ..Statistics::default()
        }
    }

    /// What the states say about the system.
    pub fn remarks(&self, system: &System) -> Vec<Remark> {
        // A search that ends at a violation has not counted all.
        let count = |number: u64| StateCount { at_least: !self.complete, ..StateCount::exactly(number) };
        let mut remarks = Vec::new();
        if self.initial == 0 && !self.cut {
            remarks.push(Remark::NoInitialState);
        }
        if self.deadlocks > 0 {
            let may_be_end = system.ended.is_some();
            remarks.push(Remark::DeadEnds { states: count(self.deadlocks), may_be_end });
        }
        if self.faults > 0 {
            remarks.push(Remark::FaultySteps(count(self.faults)));
        }
        remarks
    }
}
