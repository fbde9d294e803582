//! Narrower types: what variables and choices can hold, found without exploring.

use synod_core::{Interval, Type, infer_ranges, range_under, simplify};

use super::Lowering;

impl Lowering<'_> {
    /// Gives integers the tightest type that can be inferred. What falls outside of it would fall
    /// outside of the given width too.
    pub(super) fn narrow(&mut self) {
        let mut ranges = infer_ranges(&self.system);
        // Narrower choices make for narrower variables, and the other way round.
        for _ in 0..3 {
            if !self.narrow_choices(&ranges) {
                break;
            }
            ranges = infer_ranges(&self.system);
        }
        for (position, range) in ranges.iter().enumerate() {
            let var = &mut self.system.vars[position];
            if let (Type::Range { lo, hi }, Some((low, high))) = (var.ty, range.finite()) {
                var.ty = Type::Range { lo: low.max(lo), hi: high.min(hi).max(low.max(lo)) };
            }
        }
        simplify(&mut self.system, &ranges);
    }

    /// Whether some choice became narrower.
    fn narrow_choices(&mut self, ranges: &[Interval]) -> bool {
        let mut changed = false;
        for (rule, position, low, high) in &self.open_choices {
            let choices = &self.system.rules[rule.0 as usize].choices;
            let range = |id| range_under(&self.system, ranges, &[], choices, id);
            let (low, high) = (range(*low).lo, range(*high).hi);
            let choice = &mut self.system.rules[rule.0 as usize].choices[*position];
            if let (Type::Range { lo, hi }, Some(low), Some(high)) = (choice.ty, low, high) {
                let narrower = Type::Range { lo: low.max(lo), hi: (high - 1).min(hi).max(low.max(lo)) };
                changed |= narrower != choice.ty;
                choice.ty = narrower;
            }
        }
        changed
    }
}
