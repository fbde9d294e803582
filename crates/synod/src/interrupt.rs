//! Ctrl-C: the first asks the work at hand to stop and tell what is known, the second ends the program.

use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use synod_core::Budget;

use crate::terminal;

/// The exit code of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Programs such as `timeout` send a signal twice, to a process and to its group: what follows the first one
/// this closely is no second wish.
const ECHO: Duration = Duration::from_millis(500);

static WORK: Mutex<Option<Budget>> = Mutex::new(None);
static FIRST: Mutex<Option<Instant>> = Mutex::new(None);
static HANDLER: Once = Once::new();

/// While this lives, Ctrl-C cancels a budget.
pub struct Cancellable;

impl Cancellable {
    /// Lets Ctrl-C cancel `budget`.
    pub fn new(budget: &Budget) -> Self {
        HANDLER.call_once(|| {
            // Without a handler Ctrl-C ends the program at once, which is acceptable.
            let _ = ctrlc::set_handler(on_interrupt);
        });
        *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Some(budget.clone());
        Cancellable
    }
}

/// Whether the user has asked to stop.
pub fn is_wanted() -> bool {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

impl Drop for Cancellable {
    fn drop(&mut self) {
        *WORK.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn on_interrupt() {
    let work = WORK.lock().unwrap_or_else(PoisonError::into_inner);
    match work.as_ref() {
        Some(budget) if !budget.is_cancelled() => {
            budget.cancel();
            *FIRST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            terminal::tell("\nstopping; press Ctrl-C again to quit at once");
        }
        _ => {
            let first = *FIRST.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_none_or(|first| first.elapsed() > ECHO) {
                std::process::exit(INTERRUPTED);
            }
        }
    }
}
