//! States to begin from, shared by threads: who has nothing to do waits for what others give away.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread waits before it looks again whether all is over.
const LOOK: Duration = Duration::from_millis(20);

/// A run, as states one after the other: the last one is to be expanded.
pub(super) type Run = Vec<u64>;

#[derive(Default)]
struct Runs {
    open: Vec<Run>,
    /// Threads that take runs.
    takers: usize,
    /// Of them those that wait for one.
    idle: usize,
    is_over: bool,
}

/// Runs to go on with.
#[derive(Default)]
pub(super) struct Pool {
    runs: Mutex<Runs>,
    given: Condvar,
    /// How many threads wait and have nothing in sight.
    wanted: AtomicUsize,
}

impl Pool {
    pub fn new(open: Vec<Run>) -> Self {
        Pool { runs: Mutex::new(Runs { open, ..Runs::default() }), ..Pool::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread begins to take runs.
    pub fn join(&self) {
        self.lock().takers += 1;
    }

    /// The next run; `None` when there will be none.
    pub fn take(&self) -> Option<Run> {
        let mut runs = self.lock();
        runs.idle += 1;
        loop {
            if runs.is_over || runs.open.is_empty() && runs.idle == runs.takers {
                runs.is_over = true;
                self.given.notify_all();
                return None;
            }
            if let Some(run) = runs.open.pop() {
                runs.idle -= 1;
                self.count(&runs);
                return Some(run);
            }
            self.count(&runs);
            runs = self.given.wait_timeout(runs, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn count(&self, runs: &Runs) {
        self.wanted.store(runs.idle.saturating_sub(runs.open.len()), Ordering::Relaxed);
    }

    /// Whether somebody waits for a run.
    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Gives a run away.
    pub fn give(&self, run: Run) {
        let mut runs = self.lock();
        runs.open.push(run);
        self.count(&runs);
        self.given.notify_one();
    }

    /// Lets everybody end.
    pub fn close(&self) {
        self.lock().is_over = true;
        self.given.notify_all();
    }
}
