//! Rules as bits: when each can be taken, what it does to the state, and where it meets faults.

use synod_core::{RuleId, System};
use synod_symbolic::{EncodedRule, Encoder, Plain, Word, in_range};

use super::layout::Layout;
use super::quantify::exists;
use super::scope::BitScope;
use super::selectors::Selectors;
use super::{MOST_NODES, TooLarge};
use synod_symbolic::aig::{Aig, Lit};

/// A rule over the selector inputs.
pub struct RuleBits<'a> {
    /// What its expressions read.
    pub scope: BitScope<'a>,
    choice_bits: Vec<Lit>,
    /// The codes of the choices stand for values.
    choices_valid: Lit,
    encoded: EncodedRule<Lit, Word<Lit>>,
    /// The inputs select a step of this rule that can be taken.
    pub taken: Lit,
}

/// What a translation of rules works with.
pub struct Context<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub selectors: &'a Selectors,
    pub encoder: Encoder<'a, Aig>,
}

impl<'a> RuleBits<'a> {
    /// Translates a rule; the encoder is then at its steps.
    pub fn new(context: &mut Context<'a>, aig: &mut Aig, id: RuleId) -> Self {
        let rule = context.system.rule(id);
        let mut scope = BitScope::of_states(context.layout);
        let (mut choice_bits, mut valid) = (Vec::new(), Vec::new());
        for (lo, hi, bits) in context.selectors.choices(id) {
            scope.choices.push(Word::of_code(aig, bits, lo, hi.max(lo)));
            let Ok(inside) = in_range(aig, bits, lo, hi);
            valid.push(inside);
            choice_bits.extend_from_slice(bits);
        }
        let choices_valid = aig.all(valid);
        let parts = rule.parts.iter().enumerate();
        let took = |(number, part): (usize, &synod_core::Part)| {
            context.selectors.alternatives(aig, number, part.alternatives.len())
        };
        scope.took = parts.map(took).collect();
        let Ok(encoded) = context.encoder.rule(aig, &scope, rule);
        let mut conditions = vec![context.selectors.is_rule(aig, id), choices_valid];
        let Ok(taken) = encoded.taken(aig, &scope.took);
        conditions.extend(taken);
        let taken = aig.all(conditions);
        RuleBits { scope, choice_bits, choices_valid, encoded, taken }
    }

    /// What it writes: places with the condition and the new code.
    pub fn writes(&self, aig: &mut Aig, layout: &Layout) -> Vec<(usize, Lit, Vec<Lit>)> {
        let mut writes = Vec::new();
        let alternatives = self.encoded.parts.iter().flatten();
        for (alternative, took) in std::iter::zip(alternatives, self.scope.took.iter().flatten()) {
            let condition = aig.and(self.taken, *took);
            for (slot, value) in &alternative.writes {
                let place = &layout.places[*slot];
                let code = match value {
                    Plain::Bit(bit) => vec![*bit],
                    Plain::Int(word) => {
                        let Ok(code) = word.code(aig, place.lo, place.bits.len());
                        code
                    }
                };
                writes.push((*slot, condition, code));
            }
        }
        writes
    }

    /// Holds of the states where some step of the rule can be taken, even one that leads to values
    /// without codes.
    pub fn enabled(&self, aig: &mut Aig) -> Result<Lit, TooLarge> {
        let Ok(conjuncts) = self.encoded.enabled(aig);
        self.for_some_choices(aig, conjuncts)
    }

    /// Holds of the states where some step of the rule meets a fault.
    pub fn faulty(&self, aig: &mut Aig) -> Result<Lit, TooLarge> {
        let Ok(conjuncts) = self.encoded.faulty(aig);
        self.for_some_choices(aig, conjuncts)
    }

    fn for_some_choices(&self, aig: &mut Aig, mut conjuncts: Vec<Lit>) -> Result<Lit, TooLarge> {
        conjuncts.push(self.choices_valid);
        exists(aig, conjuncts, &self.choice_bits, MOST_NODES)
    }
}
