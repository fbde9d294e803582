//! Rules over an algebra: what each alternative demands and writes, when a rule can be taken, and where it
//! meets a fault.

use synod_core::{Alternative, Rule, Sort};

use crate::algebra::Integers;
use crate::encoder::{Encoder, Number, Plain, Scope, Truth};

/// One way for a part to take its share in a step.
#[derive(Clone, Debug)]
pub struct EncodedAlternative<B, I> {
    /// Its guard.
    pub guard: Truth<B>,
    /// All its updates have values that fit their variables.
    pub fits: B,
    /// All its updates stay in the ranges of the slots (see [`Scope::range`]).
    pub in_range: B,
    /// The slots that it writes with their new values, meaningless unless it fits and is in range.
    pub writes: Vec<(usize, Plain<B, I>)>,
}

/// A rule: its guard, and for each part its alternatives.
#[derive(Clone, Debug)]
pub struct EncodedRule<B, I> {
    /// The guard of the rule.
    pub guard: Truth<B>,
    /// The alternatives of each part.
    pub parts: Vec<Vec<EncodedAlternative<B, I>>>,
}

type AlternativeOf<A> = EncodedAlternative<<A as crate::Bits>::Bit, <A as Integers>::Int>;

impl<A: Integers> Encoder<'_, A> {
    /// A rule, whose choices and alternatives the scope gives. What was known of another step is forgotten.
    pub fn rule(
        &mut self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        rule: &Rule,
    ) -> Result<EncodedRule<A::Bit, A::Int>, A::Error> {
        self.begin_step();
        let guard = self.truth(algebra, scope, rule.guard)?;
        let mut parts = Vec::with_capacity(rule.parts.len());
        for part in &rule.parts {
            let alternatives = part.alternatives.iter();
            let encoded = alternatives.map(|alternative| self.alternative(algebra, scope, alternative));
            parts.push(encoded.collect::<Result<_, _>>()?);
        }
        Ok(EncodedRule { guard, parts })
    }

    /// An alternative of the step at hand.
    pub fn alternative(
        &mut self,
        algebra: &mut A,
        scope: &impl Scope<A>,
        alternative: &Alternative,
    ) -> Result<AlternativeOf<A>, A::Error> {
        let system = self.system;
        let guard = self.truth(algebra, scope, alternative.guard)?;
        let (mut fits, mut in_range, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        for update in &alternative.updates {
            let (var, slots) = (system.var(update.var), system.slots(update.var));
            let range = scope.range(slots.start);
            let value = if var.ty.sort() == Sort::Bool && range.is_none() {
                let truth = self.truth(algebra, scope, update.value)?;
                fits.push(truth.defined(algebra)?);
                Plain::Bit(truth.yes)
            } else {
                let Number { int, valid } = self.number(algebra, scope, update.value)?;
                fits.push(valid);
                if let Some((lo, hi)) = var.ty.bounds(&system.enums) {
                    fits.push(algebra.between(&int, lo.into(), hi.into())?);
                }
                Plain::Int(match range {
                    None => int,
                    Some((lo, hi)) => {
                        in_range.push(algebra.between(&int, lo.into(), hi.into())?);
                        algebra.stored(&int, lo, hi)?
                    }
                })
            };
            let Some(index) = update.index else {
                writes.push((slots.start, value));
                continue;
            };
            let index = self.number(algebra, scope, index)?;
            fits.push(index.valid);
            fits.push(algebra.between(&index.int, 0, slots.len() as i128 - 1)?);
            for (position, slot) in (0i128..).zip(slots) {
                let hit = algebra.is(&index.int, position)?;
                if algebra.as_constant(&hit) == Some(false) {
                    continue;
                }
                // The last update of an element wins.
                let known = writes.iter().position(|(written, _)| *written == slot);
                let before = match known {
                    Some(known) => writes.swap_remove(known).1,
                    None => scope.slot(algebra, slot)?,
                };
                let after = match (&value, before) {
                    (Plain::Bit(new), Plain::Bit(old)) => Plain::Bit(algebra.ite(&hit, new, &old)?),
                    (Plain::Int(new), Plain::Int(old)) => Plain::Int(algebra.choose(&hit, new, &old)?),
                    // A slot has one form.
                    (new, _) => new.clone(),
                };
                writes.push((slot, after));
            }
        }
        Ok(EncodedAlternative { guard, fits: algebra.all(fits)?, in_range: algebra.all(in_range)?, writes })
    }
}

impl<B: Clone, I> EncodedRule<B, I> {
    /// Conjuncts that hold where the step that takes these alternatives can be taken, and stays in the ranges
    /// of the slots.
    pub fn taken<A: Integers<Bit = B, Int = I>>(
        &self,
        algebra: &mut A,
        took: &[Vec<B>],
    ) -> Result<Vec<B>, A::Error> {
        let mut conjuncts = vec![self.guard.yes.clone()];
        for (part, took) in std::iter::zip(&self.parts, took) {
            let mut ways = Vec::with_capacity(part.len());
            for (way, took) in std::iter::zip(part, took) {
                let EncodedAlternative { guard, fits, in_range, .. } = way;
                let all = [took, &guard.yes, fits, in_range].map(Clone::clone);
                ways.push(algebra.all(all.to_vec())?);
            }
            conjuncts.push(algebra.any(ways)?);
        }
        Ok(conjuncts)
    }

    /// Conjuncts that hold where some step with the choices at hand can be taken, even one that leaves the
    /// ranges of the slots.
    pub fn enabled<A: Integers<Bit = B, Int = I>>(&self, algebra: &mut A) -> Result<Vec<B>, A::Error> {
        let mut conjuncts = vec![self.guard.yes.clone()];
        for part in &self.parts {
            let mut ways = Vec::with_capacity(part.len());
            for way in part {
                ways.push(algebra.and(&way.guard.yes, &way.fits)?);
            }
            conjuncts.push(algebra.any(ways)?);
        }
        Ok(conjuncts)
    }

    /// Conjuncts that hold where some step with the choices at hand meets a fault: none of its conditions is
    /// false, and one of them, or an update, has no value that fits.
    pub fn faulty<A: Integers<Bit = B, Int = I>>(&self, algebra: &mut A) -> Result<Vec<B>, A::Error> {
        let mut conjuncts = vec![algebra.not(&self.guard.no)];
        let defined = self.guard.defined(algebra)?;
        let mut somewhere = vec![algebra.not(&defined)];
        for part in &self.parts {
            let mut possible = Vec::with_capacity(part.len());
            for way in part {
                let faultless = algebra.and(&way.guard.yes, &way.fits)?;
                let (open, faults) = (algebra.not(&way.guard.no), algebra.not(&faultless));
                somewhere.push(algebra.and(&open, &faults)?);
                possible.push(open);
            }
            conjuncts.push(algebra.any(possible)?);
        }
        conjuncts.push(algebra.any(somewhere)?);
        Ok(conjuncts)
    }
}
