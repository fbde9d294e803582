//! What names mean: whoever resolves one says so, and whoever wants to know listens.
//!
//! So each language has one place that decides what a name means, and an editor that shows declarations and uses needs no
//! second one. Nothing is kept where nobody listens.

use std::cell::RefCell;

use crate::Span;

/// A name that was resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resolution {
    /// Where it stands.
    pub name: Span,
    /// Where the name of what it means is declared.
    pub declaration: Span,
}

thread_local! {
    /// What was said so far, if somebody listens.
    static HEARD: RefCell<Option<Vec<Resolution>>> = const { RefCell::new(None) };
}

/// Says that the name at one place means what is declared at another.
pub fn resolved(name: Span, declaration: Span) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(heard) = heard {
            heard.push(Resolution { name, declaration });
        }
    });
}

/// Does work of this thread, and hears which names are resolved in it: each once, in the order of the text.
pub fn resolutions<T>(work: impl FnOnce() -> T) -> (T, Vec<Resolution>) {
    let outer = Listening(HEARD.replace(Some(Vec::new())));
    let done = work();
    let mut heard = HEARD.take().unwrap_or_default();
    drop(outer);
    heard.sort_unstable();
    heard.dedup();
    (done, heard)
}

/// Puts back who listened before, also if the work is stopped.
struct Listening(Option<Vec<Resolution>>);

impl Drop for Listening {
    fn drop(&mut self) {
        HEARD.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_resolution_is_heard_once_by_who_listens() {
        let (first, second) = (Span::new(1, 2), Span::new(5, 6));
        resolved(first, second);
        let (done, heard) = resolutions(|| {
            resolved(second, first);
            let (_, inner) = resolutions(|| resolved(first, first));
            assert_eq!(inner.len(), 1);
            resolved(second, first);
            resolved(first, first);
            7
        });
        assert_eq!(done, 7);
        let pairs: Vec<_> = heard.iter().map(|each| (each.name, each.declaration)).collect();
        assert_eq!(pairs, [(first, first), (second, first)]);
        let stopped = std::panic::catch_unwind(|| resolutions(|| std::panic::resume_unwind(Box::new(()))));
        assert!(stopped.is_err());
        HEARD.with_borrow(|heard| assert!(heard.is_none()));
    }
}
