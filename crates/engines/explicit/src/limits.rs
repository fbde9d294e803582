//! Checking the budget and reporting progress, often enough and not too often.

use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::clock::Instant;
use synod_core::{Budget, Progress, Stop, Tick};

/// Milliseconds between two ticks, at least and at most: first impressions count where engines race.
const BETWEEN_TICKS: (u64, u64) = (5, 200);

/// The budget of one piece of work, and where its progress is reported.
pub(crate) struct Limits<'a> {
    pub budget: &'a Budget,
    progress: &'a dyn Progress,
    start: Instant,
    /// When the last tick was, in milliseconds from the start.
    last: AtomicU64,
    /// The most bytes ever reported.
    peak: AtomicU64,
}

impl<'a> Limits<'a> {
    pub fn new(budget: &'a Budget, progress: &'a dyn Progress) -> Self {
        Limits { budget, progress, start: Instant::now(), last: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// The most bytes in use at a time, as far as [`Limits::check`] was told.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Whether to go on. To be called every few milliseconds, by any thread.
    pub fn check(&self, bytes: u64, tick: impl FnOnce() -> Tick) -> Result<(), Stop> {
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        self.budget.check(bytes)?;
        let now = self.start.elapsed().as_millis() as u64;
        let last = self.last.load(Ordering::Relaxed);
        if now >= last + (last / 4).clamp(BETWEEN_TICKS.0, BETWEEN_TICKS.1)
            && self.last.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        {
            self.progress.tick(tick());
        }
        Ok(())
    }
}
