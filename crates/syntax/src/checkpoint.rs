//! Points at which work on a model can be stopped: everything that reads, checks or prepares one passes a
//! [`checkpoint`] in each loop that can be long, without knowing who may want it to stop.
//!
//! A checkpoint at which the work is to stop unwinds the stack to [`stoppable`], as incremental compilers do to cancel
//! a query: what was under way is dropped, and nobody sees it half done. Where panics abort, work is not stopped.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// How many checkpoints are passed before the next one asks.
const PASSED: u32 = 64;

type Question = Rc<dyn Fn() -> bool>;

thread_local! {
    /// Who is asked whether the work of this thread is to stop.
    static ASKED: RefCell<Option<Question>> = const { RefCell::new(None) };
    /// How many checkpoints are left to pass before that; as many as can be when nobody is to be asked.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// What unwinds the stack.
struct Stopped;

/// Lets the work of this thread go on, or stops it.
#[inline]
pub fn checkpoint() {
    let left = LEFT.get().saturating_sub(1);
    LEFT.set(left);
    if left == 0 {
        ask();
    }
}

/// A checkpoint that always looks at the limits, for those who pass few.
pub fn checkpoint_now() {
    LEFT.set(1);
    checkpoint();
}

#[cold]
fn ask() {
    let asked = ASKED.with_borrow(Clone::clone);
    LEFT.set(if asked.is_some() { PASSED } else { u32::MAX });
    if cfg!(panic = "unwind") && asked.is_some_and(|is_over| is_over()) {
        // Not a panic: nothing is reported, and nothing is wrong.
        resume_unwind(Box::new(Stopped));
    }
}

/// Does work that stops at a checkpoint if `is_over` says so there; `None` if it was stopped. Only the innermost
/// question is asked: whoever does stoppable work within stoppable work allows it no more than he has himself.
pub fn stoppable<T>(is_over: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Option<T> {
    let outer = ASKED.replace(Some(Rc::new(is_over)));
    LEFT.set(1);
    let done = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(if outer.is_some() { PASSED } else { u32::MAX });
    ASKED.set(outer);
    done.map_or_else(|payload| if is_stop(&*payload) { None } else { resume_unwind(payload) }, Some)
}

fn is_stop(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Stopped>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_to(end: u32) -> u32 {
        (0..end).fold(0, |_, number| {
            checkpoint();
            number
        })
    }

    #[test]
    fn work_is_stopped_at_a_checkpoint_and_only_there() {
        assert_eq!(stoppable(|| true, || 7), Some(7));
        assert_eq!(stoppable(|| true, || count_to(1_000)), None);
        assert_eq!(stoppable(|| false, || count_to(1_000)), Some(999));
        assert_eq!(count_to(1_000), 999);
    }

    #[test]
    fn after_inner_work_the_outer_question_is_asked_again() {
        let before = || (stoppable(|| false, || count_to(1_000)), count_to(1_000));
        assert_eq!(stoppable(|| true, before), None);
        let after = || (stoppable(|| true, || count_to(1_000)), count_to(1_000));
        assert_eq!(stoppable(|| false, after), Some((None, 999)));
    }

    #[test]
    fn panics_are_not_taken_for_stops() {
        let caught = catch_unwind(|| stoppable(|| false, || resume_unwind(Box::new("a defect"))));
        assert!(caught.is_err());
    }
}
