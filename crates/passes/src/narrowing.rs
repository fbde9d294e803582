//! Narrowing: integers get the tightest types that can be inferred without exploring.
//!
//! # Contract
//!
//! Every property is preserved, with fairness, dead ends and faults: inferred ranges contain every value that a
//! variable has in a reachable state, so what falls outside of a narrowed type fell outside of the given one too.
//! See [`simplify`] for the rest.

use synod_core::{ExprId, Interval, RuleId, System, Type, infer_ranges, range_under};

use crate::simplify;

/// A choice of a rule that only takes values between two expressions.
#[derive(Clone, Copy, Debug)]
pub struct OpenChoice {
    /// The rule.
    pub rule: RuleId,
    /// The position of the choice.
    pub choice: usize,
    /// The least value.
    pub from: ExprId,
    /// The value after the greatest.
    pub below: ExprId,
}

/// Narrows the types of variables and of the given choices, and simplifies what that decides.
pub fn narrow(system: &mut System, open: &[OpenChoice]) {
    let mut ranges = infer_ranges(system);
    // Narrower choices make for narrower variables, and the other way round.
    for _ in 0..3 {
        if !narrow_choices(system, open, &ranges) {
            break;
        }
        ranges = infer_ranges(system);
    }
    for (var, range) in std::iter::zip(&mut system.vars, &ranges) {
        if let (Type::Range { lo, hi }, Some((low, high))) = (var.ty, range.finite()) {
            var.ty = Type::Range { lo: low.max(lo), hi: high.min(hi).max(low.max(lo)) };
        }
    }
    simplify(system, &ranges);
}

/// Whether some choice became narrower.
fn narrow_choices(system: &mut System, open: &[OpenChoice], ranges: &[Interval]) -> bool {
    let mut changed = false;
    for OpenChoice { rule, choice, from, below } in open {
        let choices = &system.rule(*rule).choices;
        let range = |id| range_under(system, ranges, &[], choices, id);
        let (low, high) = (range(*from).lo, range(*below).hi);
        let choice = &mut system.rules[rule.0 as usize].choices[*choice];
        if let (Type::Range { lo, hi }, Some(low), Some(high)) = (choice.ty, low, high) {
            let narrower = Type::Range { lo: low.max(lo), hi: (high - 1).min(hi).max(low.max(lo)) };
            changed |= narrower != choice.ty;
            choice.ty = narrower;
        }
    }
    changed
}
