//! What is known to be wrong with a text before all of it is known: whoever reads one says so where long work follows, and
//! whoever shows it listens.
//!
//! So an editor shows mistakes of large texts while the rest of the work goes on. What is said early stays: it is among what
//! is said in the end. Nothing is kept where nobody listens.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Diagnostics;

type Listener = Rc<dyn Fn(Diagnostics)>;

thread_local! {
    /// Who listens.
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Says what is known so far, to who listens.
pub fn known_so_far(diagnostics: impl FnOnce() -> Diagnostics) {
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        listener(diagnostics());
    }
}

/// Does work of this thread, and hears what is known early in it.
pub fn hearing_early<T>(listener: impl Fn(Diagnostics) + 'static, work: impl FnOnce() -> T) -> T {
    let _outer = Listening(LISTENER.replace(Some(Rc::new(listener))));
    work()
}

/// Puts back who listened before, also if the work is stopped.
struct Listening(Option<Listener>);

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostic, Span};

    #[test]
    fn the_innermost_hears_what_is_known_early() {
        let heard: Rc<RefCell<Vec<(u8, usize)>>> = Rc::default();
        let one = || {
            let mut diagnostics = Diagnostics::new();
            diagnostics.push(Diagnostic::note("a::b", Span::default(), "c"));
            diagnostics
        };
        let listener = |number: u8| {
            let heard = Rc::clone(&heard);
            move |found: Diagnostics| heard.borrow_mut().push((number, found.iter().count()))
        };
        known_so_far(one);
        hearing_early(listener(1), || {
            known_so_far(one);
            hearing_early(listener(2), || known_so_far(Diagnostics::new));
            known_so_far(one);
        });
        known_so_far(one);
        assert_eq!(*heard.borrow(), [(1, 1), (2, 0), (1, 1)]);
    }
}
