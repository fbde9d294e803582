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

/// Explores a system on one thread and on all, lets Spin explore the same (told how many states to expect),
/// and prints the figures.
pub fn beside_spin(system: &System, spin: impl Fn(u64) -> Result<Figures, String>) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let one = explicit(system, 1);
    one.print("synod, 1 thread");
    if threads > 1 {
        explicit(system, threads).print(&format!("synod, {threads} threads"));
    }
    match spin(one.states) {
        Err(reason) => println!("  spin: not run ({reason})"),
        Ok(spin) => {
            spin.print("spin, 1 thread");
            if spin.states != one.states {
                println!("  the numbers of states differ");
            }
            println!(
                "  synod on 1 thread to spin: {:.1} times the states a second, {:.2} times the bytes a state",
                one.rate() / spin.rate(),
                one.bytes_each() / spin.bytes_each()
            );
        }
    }
}
