//! What memory a run will need: what a state takes, measured on a sample, times how many there are.

use std::sync::Mutex;

use synod_core::{Budget, Progress, System, Tick};
use synod_explicit::Explicit;

/// Below so many states what tables take at the least would count too much.
const ENOUGH: u64 = 10_000;

/// What was measured on some of the states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// States found.
    pub states: u64,
    /// Steps found.
    pub transitions: u64,
    /// Bytes a state at the most: just after a table has grown.
    pub bytes_per_state: f64,
    /// Whether these are all states.
    pub complete: bool,
}

/// What a run will need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How many states it is for.
    pub states: u64,
    /// Bytes for all of them.
    pub total: u64,
    /// Bytes for each process, if they share the states evenly.
    pub per_process: u64,
}

/// The most bytes a state that were seen.
#[derive(Default)]
struct Measure(Mutex<f64>);

impl Measure {
    fn add(&self, states: u64, bytes: u64) {
        if let Ok(mut most) = self.0.lock() {
            *most = most.max(bytes as f64 / states.max(1) as f64);
        }
    }
}

impl Progress for Measure {
    fn tick(&self, tick: Tick) {
        if tick.states >= ENOUGH {
            self.add(tick.states, tick.memory);
        }
    }
}

/// Visits states within a budget, and measures what they take.
pub fn sample(system: &System, budget: &Budget) -> Sample {
    let measure = Measure::default();
    let found = Explicit::new(system).explore(budget, &measure);
    measure.add(found.states, found.memory);
    let bytes_per_state = measure.0.into_inner().unwrap_or_default();
    let complete = found.complete && !found.cut;
    Sample { states: found.states, transitions: found.transitions, bytes_per_state, complete }
}

impl Sample {
    /// For so many states on so many processes. States are spread by hash: the fullest process may have a little more than its
    /// part.
    pub fn plan(&self, states: u64, processes: u64) -> Plan {
        let spread = 1.05;
        let total = states as f64 * self.bytes_per_state;
        let processes = processes.max(1) as f64;
        let per_process = if processes > 1.0 { total / processes * spread } else { total };
        Plan { states, total: total as u64, per_process: per_process as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_with_states_and_is_shared_by_processes() {
        let sample = Sample { states: 10, transitions: 20, bytes_per_state: 20.0, complete: false };
        let plan = sample.plan(1_000_000, 1);
        assert_eq!((plan.total, plan.per_process), (20_000_000, 20_000_000));
        let plan = sample.plan(1_000_000, 10);
        assert_eq!((plan.total, plan.per_process), (20_000_000, 2_100_000));
    }
}
