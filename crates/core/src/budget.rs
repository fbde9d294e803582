//! Limits on work, cancellation, and news about how it goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::memory::{self, Account, ProgramMemory, Programs};
use crate::threads;
use crate::verdict::Verdict;

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

    /// What happened, as a clause.
    pub fn event(self) -> &'static str {
        match self {
            Stop::Cancelled => "it was interrupted",
            stop => stop.reason(),
        }
    }

    /// The verdict of work that stopped: no answer, because of this, at what it was doing (a phrase such as `while
    /// visiting states`), and what to try, where `otherwise` is a phrase for what else there is.
    pub fn verdict(self, doing: impl std::fmt::Display, otherwise: &str) -> Verdict {
        Verdict::Unknown { reason: format!("{} {doing}", self.reason()), advice: self.advice(otherwise) }
    }

    /// What to try, where `otherwise` is a phrase for what else there is.
    pub fn advice(self, otherwise: &str) -> Option<String> {
        let more = match self {
            Stop::Cancelled => return None,
            Stop::Time => "allow more time (`--timeout`)",
            Stop::Memory => "allow more memory (`--memory`)",
            Stop::Depth => "allow a greater depth (`--depth`)",
        };
        Some(format!("{more}, or {otherwise}"))
    }
}

/// Limits for one piece of work. Cheap to clone; clones share cancellation.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many bytes this process and the programs that it runs may use, all together.
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
    /// What this work holds.
    account: Arc<Account>,
    /// The accounts of all who race, this one among them; empty where nobody does.
    racing: Arc<[Arc<Account>]>,
    programs: Arc<Programs>,
}

/// What work is told while it runs.
#[derive(Debug, Default)]
struct Signal {
    cancelled: AtomicBool,
    paused: AtomicBool,
}

/// How long paused work sleeps before it looks again whether to go on.
const NAP: Duration = Duration::from_millis(2);

/// How long work waits for others in the race, who hold more memory, to give it back.
const MEMORY_WAIT: Duration = Duration::from_secs(2);

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
            account: Arc::default(),
            racing: Arc::default(),
            programs: Arc::default(),
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

    /// So many parts of the work that race and share the memory: when it is used up, the one that holds most is
    /// stopped, and the others go on with what it gives back.
    pub fn race(&self, count: usize) -> Vec<Budget> {
        let racing: Arc<[Arc<Account>]> = (0..count).map(|_| Arc::default()).collect();
        let part = |account: &Arc<Account>| Budget {
            account: Arc::clone(account),
            racing: Arc::clone(&racing),
            ..self.part()
        };
        racing.iter().map(part).collect()
    }

    /// Says that a part that races has ended, and holds nothing any more.
    pub fn finish(&self) {
        self.account.close();
    }

    /// The bytes that may be used in addition to what is in use now.
    pub fn memory_left(&self) -> Option<u64> {
        self.memory.map(|limit| limit.saturating_sub(self.memory_used()))
    }

    fn memory_used(&self) -> u64 {
        memory::used(&self.account, &self.racing, &self.programs)
    }

    /// Counts the memory of a program that is started for this work.
    pub fn program(&self) -> ProgramMemory {
        ProgramMemory::new(&self.programs)
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

    /// Whether to go on, given the bytes that the work holds, or 0 if it does not know; returns only when the work
    /// is not paused, or is to stop. Engines call it at least every few milliseconds.
    pub fn check(&self, bytes: u64) -> Result<(), Stop> {
        let paused = || self.signals().any(|signal| signal.paused.load(Ordering::Relaxed));
        // Only another thread can pause work, and let it go on.
        while threads::AVAILABLE && paused() && !self.is_cancelled() && !self.is_late() {
            threads::sleep(NAP);
            self.is_within_memory(bytes)?;
        }
        if self.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.is_late() {
            Err(Stop::Time)
        } else {
            self.wait_for_memory(bytes)
        }
    }

    /// Why work that was told to stop was: only memory can be back in the meantime.
    pub fn reason_to_stop(&self) -> Stop {
        self.check(0).err().unwrap_or(Stop::Memory)
    }

    /// Waits, if it is too much, until others in the race have given memory back.
    fn wait_for_memory(&self, bytes: u64) -> Result<(), Stop> {
        let mut waited = Duration::ZERO;
        while !self.is_within_memory(bytes)? {
            if self.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            if waited >= MEMORY_WAIT {
                self.account.close();
            }
            threads::sleep(NAP);
            waited += NAP;
        }
        Ok(())
    }

    /// Whether no more memory is used than there may be. An error if this work has to give back what it holds.
    fn is_within_memory(&self, bytes: u64) -> Result<bool, Stop> {
        let Some(limit) = self.memory else { return Ok(true) };
        self.account.hold(bytes);
        let used = self.memory_used().max(bytes);
        if self.racing.is_empty() {
            return if used <= limit { Ok(true) } else { Err(Stop::Memory) };
        }
        if used > limit && memory::holds_most(&self.account, &self.racing, used) {
            self.account.close();
        }
        if self.account.is_closed() { Err(Stop::Memory) } else { Ok(used <= limit) }
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
    /// Nodes of what stands for sets of states or runs: decision diagrams, or the circuit over several positions.
    pub nodes: u64,
    /// Bytes in use; 0 if the engine does not know.
    pub memory: u64,
    /// The name of the engine, where that is known.
    pub engine: Option<&'static str>,
}

/// Who is told how the work goes.
pub trait Progress: Sync {
    /// Called a few times a second, more often in the beginning, from any thread.
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
    fn of_those_who_race_the_one_that_holds_most_memory_gives_up() {
        let mut whole = Budget::unlimited();
        whole.memory = Some(1 << 50);
        let parts = whole.race(2);
        assert_eq!((parts[0].check(10), parts[1].check(20)), (Ok(()), Ok(())));
        // More than there is, so that both see it.
        let parts: Vec<Budget> =
            parts.into_iter().map(|part| Budget { memory: Some(1 << 10), ..part }).collect();
        assert_eq!(parts[1].check(20 << 30), Err(Stop::Memory));
        assert_eq!(whole.check(0), Ok(()), "the whole has its own limit");
        parts[0].cancel();
        assert_eq!(parts[0].check(10 << 30), Err(Stop::Cancelled));
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
