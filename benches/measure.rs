//! Figures of a search, however the system was made.

use synod_core::{Budget, Silent, System};
use synod_explicit::Explicit;

/// What a search found and took.
pub struct Figures {
    pub states: u64,
    pub transitions: u64,
    pub seconds: f64,
    pub bytes: f64,
}

impl Figures {
    /// States a second.
    pub fn rate(&self) -> f64 {
        self.states as f64 / self.seconds
    }

    /// Bytes a state.
    pub fn bytes_each(&self) -> f64 {
        self.bytes / self.states as f64
    }

    /// One line for people.
    pub fn print(&self, who: &str) {
        println!(
            "  {who:<18} {:>10} states {:>10} steps {:>8.3} s {:>6.2} M states/s {:>6.1} bytes/state",
            self.states,
            self.transitions,
            self.seconds,
            self.rate() / 1e6,
            self.bytes_each()
        );
    }
}

/// Explores all reachable states with the explicit engine.
pub fn explicit(system: &System, threads: usize) -> Figures {
    let mut budget = Budget::unlimited();
    budget.threads = threads;
    let found = Explicit::new(system).explore(&budget, &Silent);
    Figures {
        states: found.states,
        transitions: found.transitions,
        seconds: found.elapsed.as_secs_f64(),
        bytes: found.memory as f64,
    }
}
