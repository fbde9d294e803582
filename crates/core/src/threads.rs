//! The one place where libraries start threads. Where there are none (wasm32), work that would be done at the
//! same time is done on the calling thread: piece by piece, or in turns.

use std::sync::mpsc;
use std::thread::{Builder, ScopedJoinHandle};
use std::time::Duration;

use crate::{Budget, Stop};

pub(crate) use std::thread::sleep;
pub use std::thread::{Scope, scope};

/// Whether threads can be started.
pub const AVAILABLE: bool = cfg!(not(target_family = "wasm"));

/// Deeply nested models are walked by recursion: this much stack is reserved, and used only if needed.
pub const STACK: usize = 256 << 20;

/// The time of everybody's first turn (see [`in_turns`]): small models are done by then.
const FIRST_TURN: Duration = Duration::from_millis(150);

/// How many threads run at the same time; at least one.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get())
}

/// Starts a thread with stack enough for deep recursion, if there is memory for it.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}

fn join<T>(thread: ScopedJoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Does so many pieces of work at the same time and gives what came of each, in order. The calling thread does
/// the first, and those for which no thread could be started.
pub fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if count <= 1 || !AVAILABLE {
        return (0..count).map(work).collect();
    }
    let work = &work;
    scope(|scope| {
        let others: Vec<_> = (1..count).map(|number| spawn(scope, move || work(number))).collect();
        let own = work(0);
        let rest = std::iter::zip(1.., others).map(|(number, thread)| match thread {
            Some(thread) => join(thread),
            None => work(number),
        });
        std::iter::once(own).chain(rest).collect()
    })
}

/// Does two pieces of work at the same time, the first on the calling thread; or the first and then the other.
pub fn both<A, B: Send>(one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    if !AVAILABLE {
        return (one(), other());
    }
    scope(|scope| {
        let other = scope.spawn(other);
        (one(), join(other))
    })
}

/// Does work with stack enough for deep recursion, and something else now and then until it is done. `None` if
/// there is no memory for the stack. Without threads the stack is the caller's, and nothing else is done.
pub fn deep<T: Send>(
    work: impl FnOnce() -> T + Send,
    every: Duration,
    mut meanwhile: impl FnMut(),
) -> Option<T> {
    if !AVAILABLE {
        return Some(work());
    }
    let (done, wait) = mpsc::channel::<()>();
    scope(|scope| {
        let worker = spawn(scope, move || {
            // Whoever waits is told when this is dropped, also by a panic.
            let _done = done;
            work()
        })?;
        while wait.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
            meanwhile();
        }
        Some(join(worker))
    })
}

/// Does work on the calling thread, and something else now and then on another until it is done. Without threads nothing
/// else is done.
pub fn alongside<T>(work: impl FnOnce() -> T, every: Duration, mut meanwhile: impl FnMut() + Send) -> T {
    if !AVAILABLE {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    scope(|scope| {
        // The other thread is told when this is dropped, also by a panic.
        let _done = done;
        let other = move || {
            while wait.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
                meanwhile();
            }
        };
        // Without memory for it, the work is done all the same.
        let _ = Builder::new().spawn_scoped(scope, other);
        work()
    })
}

/// Tries two ways to an answer at the same time, or in turns: the first that succeeds stops the other. If
/// neither does, what the first one says.
pub fn race<T: Send, E: Send>(
    budget: &Budget,
    one: impl Fn(&Budget) -> Result<T, E> + Sync,
    other: impl Fn(&Budget) -> Result<T, E> + Sync,
) -> Result<T, E> {
    if !AVAILABLE {
        let mut failure = None;
        let won = in_turns(budget, 2, |number, budget| {
            let result = if number == 0 { one(budget) } else { other(budget) };
            match result {
                Ok(answer) => Some(answer),
                Err(failed) => {
                    if number == 0 || failure.is_none() {
                        failure = Some(failed);
                    }
                    None
                }
            }
        });
        return won.ok_or_else(|| failure.expect("everybody has at least one turn"));
    }
    let (left, right) = (budget.part(), budget.part());
    let (one, other) =
        both(|| one(&left).inspect(|_| right.cancel()), || other(&right).inspect(|_| left.cancel()));
    one.or_else(|failure| other.map_err(|_| failure))
}

/// Lets several pieces of work, known by their numbers, take turns on the calling thread until one of them gives
/// a result. Each begins anew in each turn, which is twice as long as the one before: so a quick one is done
/// soon, and all that was in vain takes no longer than what succeeds, for each of them. Who ends before its turn
/// does has no more; who is left alone has all the time there is.
pub fn in_turns<T>(
    budget: &Budget,
    count: usize,
    work: impl FnMut(usize, &Budget) -> Option<T>,
) -> Option<T> {
    in_turns_of(FIRST_TURN, budget, count, work)
}

/// The same, where the first turn of everybody takes so long.
pub fn in_turns_of<T>(
    first: Duration,
    budget: &Budget,
    count: usize,
    mut work: impl FnMut(usize, &Budget) -> Option<T>,
) -> Option<T> {
    let mut open: Vec<usize> = (0..count).collect();
    let mut turn = first;
    while let [_, _, ..] = open.as_slice() {
        for number in std::mem::take(&mut open) {
            let slice = budget.at_most(turn);
            if let Some(result) = work(number, &slice) {
                return Some(result);
            }
            match (budget.check(0), slice.check(0)) {
                (Err(_), _) => return None,
                (Ok(()), Err(Stop::Time)) => open.push(number),
                _ => {}
            }
        }
        turn = turn.saturating_mul(2);
    }
    open.first().and_then(|number| work(*number, budget))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn each_gives_results_in_order() {
        assert_eq!(each(5, |number| number * number), [0, 1, 4, 9, 16]);
        assert_eq!(each(0, |number| number), []);
    }

    #[test]
    fn workers_that_share_a_pool_take_all_of_it() {
        let next = AtomicUsize::new(0);
        let taken = each(4, |_| {
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < 1000)).count()
        });
        assert_eq!(taken.iter().sum::<usize>(), 1000);
    }

    #[test]
    fn deep_work_has_room_for_deep_recursion() {
        fn depth(left: u32) -> u32 {
            if left == 0 { 0 } else { 1 + std::hint::black_box(depth(left - 1)) }
        }
        assert_eq!(deep(|| depth(1_000_000), Duration::from_secs(1), || ()), Some(1_000_000));
    }

    #[test]
    fn something_else_is_done_until_the_work_is() {
        let count = AtomicUsize::new(0);
        let work = || {
            while count.load(Ordering::Relaxed) < 3 {
                sleep(Duration::from_millis(1));
            }
            7
        };
        let meanwhile = || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        assert_eq!(alongside(work, Duration::from_millis(1), meanwhile), 7);
    }

    fn until_late(budget: &Budget) -> Result<u32, Stop> {
        loop {
            budget.check(0)?;
        }
    }

    #[test]
    fn who_succeeds_stops_the_other() {
        let budget = Budget::unlimited();
        assert_eq!(race(&budget, until_late, |_| Ok(1)), Ok(1));
        assert_eq!(race(&budget, |_| Ok(1), until_late), Ok(1));
        assert_eq!(race(&budget, |_| Err::<u32, _>(1), |_| Err(2)), Err(1));
        assert!(!budget.is_cancelled());
    }

    #[test]
    fn in_turns_everybody_has_more_time_each_time() {
        let turns = RefCell::new(Vec::new());
        let answer = in_turns(&Budget::unlimited(), 3, |number, budget| {
            turns.borrow_mut().push(number);
            match number {
                // Never has an answer and never gives up.
                0 => until_late(budget).ok(),
                // Gives up at once.
                1 => None,
                // Needs its second turn.
                _ if turns.borrow().iter().filter(|n| **n == number).count() < 2 => until_late(budget).ok(),
                _ => Some(7),
            }
        });
        assert_eq!((answer, turns.into_inner()), (Some(7), vec![0, 1, 2, 0, 2]));
    }

    #[test]
    fn in_turns_who_is_left_alone_has_all_the_time() {
        let budget = Budget::unlimited();
        let answer = in_turns(&budget, 2, |number, budget| match (number, budget.deadline) {
            (0, _) => None,
            (_, None) => Some("no limit"),
            (_, Some(_)) => until_late(budget).ok().map(|_| "limit"),
        });
        assert_eq!(answer, Some("no limit"));
        budget.cancel();
        assert_eq!(in_turns(&budget, 2, |_, budget| until_late(budget).ok()), None);
    }
}
