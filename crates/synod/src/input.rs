//! Reading input within limits: it may come from a pipe that nobody writes to.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use synod_core::{Budget, Interrupted, Phase, checkpoint_now, stoppable};

/// How long to wait before looking at the limits again.
const LOOK: Duration = Duration::from_millis(5);

/// Reads something on a thread of its own, and waits for it as long as the budget allows.
pub fn within<T: Send + 'static>(
    budget: &Budget,
    phase: Phase,
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Interrupted> {
    waiting(read, || budget.check(0).map_err(|stop| Interrupted { stop, phase }))
}

/// The same within work that stops at checkpoints.
pub fn at_checkpoints<T: Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> T {
    let looked: Result<T, Infallible> = waiting(read, || {
        checkpoint_now();
        Ok(())
    });
    let Ok(read) = looked;
    read
}

/// Reads something on a thread of its own, and looks from time to time whether to go on waiting. When nobody waits any more,
/// reading ends at its next checkpoint, however much there is.
fn waiting<T: Send + 'static, E>(
    read: impl FnOnce() -> T + Send + 'static,
    look: impl Fn() -> Result<(), E>,
) -> Result<T, E> {
    let (sender, receiver) = channel();
    let waits = Waits(Arc::default());
    let is_over = Arc::clone(&waits.0);
    let reader = std::thread::spawn(move || {
        if let Some(read) = stoppable(move || is_over.load(Ordering::Relaxed), read) {
            drop(sender.send(read));
        }
    });
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(read) => return Ok(read),
            Err(RecvTimeoutError::Timeout) => look()?,
            Err(RecvTimeoutError::Disconnected) => match reader.join() {
                Ok(()) => unreachable!("a reader that ends has sent its answer"),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

/// Somebody who waits: once gone, what this holds is true.
struct Waits(Arc<AtomicBool>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Stop, prepare};

    #[test]
    fn nothing_is_read_for_those_who_are_gone() {
        let budget = Budget::unlimited().timeout(Duration::from_millis(1));
        let (kept, gone) = channel::<()>();
        let endless = move || {
            let _kept = kept;
            loop {
                checkpoint_now();
            }
        };
        assert!(within(&budget, Phase::Reading, endless).is_err());
        assert_eq!(gone.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn reading_ends_with_an_answer_or_at_a_limit() {
        let unlimited = Budget::unlimited();
        assert_eq!(within(&unlimited, Phase::Reading, || 7), Ok(7));
        let budget = unlimited.timeout(Duration::from_millis(1));
        let (_open, never) = channel::<()>();
        let met = within(&budget, Phase::Reading, move || never.recv()).unwrap_err();
        assert_eq!(met, Interrupted { stop: Stop::Time, phase: Phase::Reading });
        let (_open, never) = channel::<()>();
        let met = prepare(&budget, Phase::Lowering, || at_checkpoints(move || never.recv())).unwrap_err();
        assert_eq!(met, Interrupted { stop: Stop::Time, phase: Phase::Lowering });
        assert_eq!(at_checkpoints(|| 7), 7);
    }
}
