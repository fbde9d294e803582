//! How much memory is in use: by this process and by the programs that it runs, as the operating system counts it.
//!
//! A limit on memory is one for all of that together. Engines that race share it: each says what it holds in an
//! [`Account`], and when the limit is reached the one that holds most gives up, the others wait until its memory is
//! free, and go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::Instant;

/// How long a measurement is good for.
const FRESH: Duration = Duration::from_millis(10);

/// The bytes that a process has in memory, by its number, or this process; `None` where the system does not tell.
pub fn resident(process: Option<u32>) -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let name = process.map_or("self".to_string(), |id| id.to_string());
    let status = std::fs::read_to_string(format!("/proc/{name}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The bytes that a process, by its number, and all that it started have in memory, as far as the system tells.
fn resident_with_children(process: u32) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let of_children: u64 = children
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .map(resident_with_children)
        .sum();
    resident(Some(process)).unwrap_or(0) + of_children
}

/// Who counts the bytes in use, where the operating system does not tell.
static METER: OnceLock<fn() -> u64> = OnceLock::new();

/// Has the bytes in use counted by somebody who knows them, such as an allocator; the first one counts.
pub fn count_by(meter: fn() -> u64) {
    let _ = METER.set(meter);
}

/// The bytes that this process has in memory, measured a moment ago at the earliest; `None` where nobody tells.
pub fn resident_here() -> Option<u64> {
    if let Some(meter) = METER.get() {
        return Some(meter());
    }
    static MEASURED: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    let mut measured = MEASURED.lock().unwrap_or_else(PoisonError::into_inner);
    match *measured {
        Some((at, bytes)) if at.elapsed() < FRESH => bytes,
        _ => {
            let bytes = resident(None);
            *measured = Some((Instant::now(), bytes));
            bytes
        }
    }
}

/// What one piece of work holds, as far as it says so.
#[derive(Debug, Default)]
pub(crate) struct Account {
    /// Bytes in this process; 0 for one that does not say, which is taken to hold what nobody else does.
    held: AtomicU64,
    /// It gave up for lack of memory, or came to its end.
    is_closed: AtomicBool,
}

impl Account {
    pub fn hold(&self, bytes: u64) {
        if bytes > 0 {
            self.held.store(bytes, Ordering::Relaxed);
        }
    }

    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

/// What programs that were started use, all together.
#[derive(Debug, Default)]
pub(crate) struct Programs(AtomicU64);

/// The bytes that a program and all that it starts use, counted until this is dropped.
#[derive(Debug)]
pub struct ProgramMemory {
    all: Arc<Programs>,
    counted: AtomicU64,
    /// When it was last measured.
    measured: Mutex<Option<Instant>>,
}

impl ProgramMemory {
    pub(crate) fn new(all: &Arc<Programs>) -> Self {
        ProgramMemory { all: Arc::clone(all), counted: AtomicU64::new(0), measured: Mutex::new(None) }
    }

    /// The program of this number is measured again, if that is not a moment ago.
    pub fn measure(&self, process: u32) {
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        if measured.is_none_or(|at| at.elapsed() >= FRESH) {
            self.count(resident_with_children(process));
            *measured = Some(Instant::now());
        }
    }

    fn count(&self, bytes: u64) {
        let before = self.counted.swap(bytes, Ordering::Relaxed);
        // Another thread may have counted in between; the sum is right all the same, as it wraps.
        self.all.0.fetch_add(bytes.wrapping_sub(before), Ordering::Relaxed);
    }
}

impl Drop for ProgramMemory {
    fn drop(&mut self) {
        self.count(0);
    }
}

/// The bytes that this process and its programs use. Where the system does not tell, what those who work say they
/// hold.
pub(crate) fn used(own: &Account, siblings: &[Arc<Account>], programs: &Programs) -> u64 {
    let said = || match siblings {
        [] => own.held(),
        all => open(all).map(|account| account.held()).sum(),
    };
    resident_here().unwrap_or_else(said) + programs.0.load(Ordering::Relaxed)
}

fn open(accounts: &[Arc<Account>]) -> impl Iterator<Item = &Arc<Account>> {
    accounts.iter().filter(|account| !account.is_closed())
}

/// Whether nobody of those who race holds more, when so much is used by all.
pub(crate) fn holds_most(own: &Account, siblings: &[Arc<Account>], used: u64) -> bool {
    let said: u64 = open(siblings).map(|account| account.held()).sum();
    let holds = |account: &Account| match account.held() {
        0 => used.saturating_sub(said),
        bytes => bytes,
    };
    open(siblings).all(|other| holds(other) <= holds(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_filled_is_resident() {
        // Tests beside this one may give back what they had in the meantime: all that is sure is what is here.
        let block = std::hint::black_box(vec![1u8; 256 << 20]);
        for process in [None, Some(std::process::id())] {
            let resident = resident(process).unwrap();
            assert!(resident >= 256 << 20, "{process:?}: {resident}");
        }
        drop(block);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_has_the_memory_of_all_that_it_starts() {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
        let mut shell = Command::new("/bin/sh")
            // What a shell starts in the background reads nothing unless it is told to.
            .args(["-c", "exec 3<&0; /bin/sh -c 'echo; read line; :' <&3 & read line; wait"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        let alone = resident(Some(shell.id())).unwrap();
        let together = resident_with_children(shell.id());
        assert!(together > alone + alone / 4, "{alone} {together}");
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert_eq!(resident_with_children(shell.id()), 0);
    }

    #[test]
    fn programs_are_counted_until_they_end() {
        let all = Arc::default();
        let (one, other) = (ProgramMemory::new(&all), ProgramMemory::new(&all));
        one.count(5);
        other.count(7);
        one.count(2);
        assert_eq!(all.0.load(Ordering::Relaxed), 9);
        drop(other);
        assert_eq!(all.0.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn who_holds_most_gives_up_and_who_does_not_say_holds_the_rest() {
        let accounts: Vec<Arc<Account>> = (0..3).map(|_| Arc::default()).collect();
        accounts[0].hold(30);
        accounts[1].hold(50);
        let most = |used: u64| -> Vec<bool> {
            accounts.iter().map(|account| holds_most(account, &accounts, used)).collect()
        };
        assert_eq!(most(100), [false, true, false]);
        assert_eq!(most(150), [false, false, true]);
        accounts[1].close();
        assert!(most(50)[0]);
    }
}
