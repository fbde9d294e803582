//! Checkers of reduced systems, kept from one property to the next: where passes leave the same system, what
//! engines found on it is still good.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use synod_core::Property;
use synod_passes::{Reduced, Removed};

use crate::Checker;

/// How many checkers are kept; the one that was used longest ago goes first.
const MOST_CHECKERS: usize = 4;
/// Checkers that may hold more bytes than this are not kept beside others.
const MOST_BYTES: u64 = 256 << 20;

/// Where reduced systems live as long as the checkers that work on them: a list that only grows.
#[derive(Debug, Default)]
pub struct Reductions(OnceCell<Box<(Reduced, Reductions)>>);

impl Reductions {
    fn add(&self, reduced: Reduced) -> &Reduced {
        let mut end = self;
        while let Some(entry) = end.0.get() {
            end = &entry.1;
        }
        &end.0.get_or_init(|| Box::new((reduced, Reductions::default()))).0
    }
}

/// The checkers that are kept, the one used last at the end.
#[derive(Default)]
pub(crate) struct KeptCheckers<'a>(RefCell<Vec<Kept<'a>>>);

#[derive(Clone)]
struct Kept<'a> {
    /// What determines the reduced system.
    passes: Vec<(&'static str, Removed)>,
    int_bound: i64,
    reduced: &'a Reduced,
    checker: Rc<Checker<'a>>,
}

impl<'a> KeptCheckers<'a> {
    /// A checker for what passes made of a property of `whole`, new or from an earlier property.
    pub fn checker_of(
        &self,
        whole: &Checker<'a>,
        reduced: Reduced,
        property: &Property,
        int_bound: i64,
    ) -> Option<(&'a Reduced, Rc<Checker<'a>>)> {
        let passes = reduced.passes();
        let mut kept = self.0.borrow_mut();
        // A property that a pass rewrote may use expressions that only its own system has.
        let is_rewritten = reduced.property().formula != property.formula;
        let same = |kept: &Kept| !is_rewritten && kept.int_bound == int_bound && kept.passes == passes;
        let found = match kept.iter().position(same) {
            Some(position) => kept.remove(position),
            None => {
                let reduced = whole.reductions?.add(reduced);
                let checker =
                    Checker::sharing(reduced.system(), whole.choice.clone(), whole.lemmas.clone()).ok()?;
                Kept { passes, int_bound, reduced, checker: Rc::new(checker) }
            }
        };
        kept.push(found.clone());
        if kept.len() > MOST_CHECKERS {
            kept.remove(0);
        }
        Some((found.reduced, found.checker))
    }

    /// Lets go of the checker that was used last if it holds much memory, or much of what there may be.
    pub fn forget_large(&self, bytes: Option<u64>, limit: Option<u64>) {
        let most = limit.map_or(MOST_BYTES, |limit| MOST_BYTES.min(limit / 8));
        if bytes.is_some_and(|bytes| bytes > most) {
            self.0.borrow_mut().pop();
        }
    }
}
