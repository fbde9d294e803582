//! Limits on work, cancellation, and news about how it goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::threads;

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user, or a faster engine, said so.
    Cancelled,
    /// The time is up.
    Time,
    /// The memory is used up.
    Memory,
    /// The depth limit is reached.
    Depth,
}

impl Stop {
    /// The reason as a phrase.
    pub fn reason(self) -> &'static str {
        match self {
            Stop::Cancelled => "interrupted",
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Depth => "the depth limit was reached",
        }
    }
}

/// Limits for one piece of work. Cheap to clone; clones share cancellation.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many bytes an engine may use for what it stores.
    pub memory: Option<u64>,
    /// How many steps from the initial states to look.
    pub depth: Option<u64>,
    /// How many threads to use.
    pub threads: usize,
    /// The greatest absolute value of unbounded integers that an enumerating engine explores.
    pub int_bound: i64,
    signal: Arc<Signal>,
    /// Those of the work that this is a part of.
    above: Vec<Arc<Signal>>,
}

/// What work is told while it runs.
#[derive(Debug, Default)]
struct Signal {
    cancelled: AtomicBool,
    paused: AtomicBool,
}

/// How long paused work sleeps before it looks again whether to go on.
const NAP: Duration = Duration::from_millis(2);

impl Default for Budget {
    fn default() -> Self {
        Budget {
            deadline: None,
            memory: None,
            depth: None,
            threads: threads::count(),
            int_bound: 255,
            signal: Arc::default(),
            above: Vec::new(),
        }
    }
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stop after this long from now.
    pub fn timeout(mut self, after: Duration) -> Self {
        self.deadline = Instant::now().checked_add(after);
        self
    }

    /// The same limits, but only an equal share of the time that is left among so many pieces of work.
    pub fn share(&self, among: usize) -> Self {
        let now = Instant::now();
        let share = |at: Instant| now + at.saturating_duration_since(now) / among.max(1) as u32;
        Budget { deadline: self.deadline.map(share), ..self.clone() }
    }

    /// Asks all work under this budget, and its clones, to stop.
    pub fn cancel(&self) {
        self.signal.cancelled.store(true, Ordering::Relaxed);
    }

    /// Lets all work under this budget, and its clones, wait where it next asks whether to go on; or go on.
    pub fn pause(&self, paused: bool) {
        self.signal.paused.store(paused, Ordering::Relaxed);
    }

    /// The same limits for a part of the work: it stops with the whole, and can be cancelled alone.
    pub fn part(&self) -> Budget {
        let above = self.signals().cloned().collect();
        Budget { signal: Arc::default(), above, ..self.clone() }
    }

    /// The same limits, but at most this long from now.
    pub fn at_most(&self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        let deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { deadline, ..self.clone() }
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.signals().any(|signal| signal.cancelled.load(Ordering::Relaxed))
    }

    fn signals(&self) -> impl Iterator<Item = &Arc<Signal>> {
        self.above.iter().chain([&self.signal])
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Whether to go on, given the bytes in use; returns only when the work is not paused, or is to stop.
    /// Engines call it at least every few milliseconds.
    pub fn check(&self, bytes: u64) -> Result<(), Stop> {
        let paused = || self.signals().any(|signal| signal.paused.load(Ordering::Relaxed));
        // Only another thread can pause work, and let it go on.
        while threads::AVAILABLE && paused() && !self.is_cancelled() && !self.is_late() {
            threads::sleep(NAP);
        }
        if self.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.is_late() {
            Err(Stop::Time)
        } else if self.memory.is_some_and(|limit| bytes > limit) {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }
}

/// News of a running engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// States stored so far.
    pub states: u64,
    /// Steps computed so far.
    pub transitions: u64,
    /// Distance from the initial states.
    pub depth: u64,
    /// Bytes in use.
    pub memory: u64,
}

/// Who is told how the work goes.
pub trait Progress: Sync {
    /// Called a few times a second at most, from any thread.
    fn tick(&self, tick: Tick);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn tick(&self, _: Tick) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_with_the_whole_and_can_be_cancelled_alone() {
        let whole = Budget::unlimited();
        let (one, other) = (whole.part(), whole.part().part());
        one.cancel();
        assert_eq!((one.is_cancelled(), other.is_cancelled(), whole.is_cancelled()), (true, false, false));
        whole.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn paused_work_goes_on_when_it_may_and_stops_when_it_must() {
        let whole = Budget::unlimited();
        let part = whole.part();
        whole.pause(true);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| part.check(0));
            whole.pause(false);
            assert_eq!(waiting.join().unwrap(), Ok(()));
        });
        whole.pause(true);
        part.cancel();
        assert_eq!(part.check(0), Err(Stop::Cancelled));
    }
}
