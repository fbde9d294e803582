//! Rules as bits: when each can be taken, what it does to the state, and where it meets faults.

use synod_core::{Alternative, RuleId, System, Type};

use super::expr::{Scope, Term, Translator, Truth};
use super::layout::{Layout, code_in_range};
use super::quantify::exists;
use super::selectors::Selectors;
use super::{MOST_NODES, TooLarge};
use crate::aig::{Aig, Lit};
use crate::words::Word;

/// One way for a part to take its share.
struct Way {
    /// The inputs say that it is taken.
    selected: Lit,
    guard: Truth,
    /// All its updates have values that fit their variables.
    fits: Lit,
    /// All its updates stay among the values that have codes.
    inside: Lit,
    /// The new codes of the places it writes.
    writes: Vec<(usize, Vec<Lit>)>,
}

/// A rule over the selector inputs.
pub struct RuleBits {
    choice_bits: Vec<Lit>,
    /// The codes of the choices stand for values.
    choices_valid: Lit,
    guard: Truth,
    parts: Vec<Vec<Way>>,
    /// The inputs select a step of this rule that can be taken.
    pub taken: Lit,
}

/// What a translation of rules works with.
pub struct Context<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub selectors: &'a Selectors,
    pub translator: Translator<'a>,
}

impl RuleBits {
    /// Translates a rule, and leaves the translator in its scope.
    pub fn new(context: &mut Context, aig: &mut Aig, id: RuleId) -> RuleBits {
        let rule = context.system.rule(id);
        let (mut choices, mut choice_bits, mut valid) = (Vec::new(), Vec::new(), Vec::new());
        for (lo, hi, bits) in context.selectors.choices(id) {
            choices.push(Word::of_code(bits, lo, hi.max(lo)));
            valid.push(if lo <= hi { code_in_range(aig, bits, lo, hi) } else { Lit::FALSE });
            choice_bits.extend_from_slice(bits);
        }
        let choices_valid = aig.all(valid);
        let took: Vec<Vec<Lit>> = (rule.parts.iter().enumerate())
            .map(|(number, part)| context.selectors.alternatives(aig, number, part.alternatives.len()))
            .collect();
        context.translator.enter(Scope { choices, took: took.clone() });
        let guard = context.translator.truth(aig, rule.guard);
        let parts: Vec<Vec<Way>> = std::iter::zip(&rule.parts, took)
            .map(|(part, took)| {
                let ways = std::iter::zip(&part.alternatives, took);
                ways.map(|(alternative, selected)| way(context, aig, alternative, selected)).collect()
            })
            .collect();
        let mut conditions = vec![context.selectors.is_rule(aig, id), choices_valid, guard.yes];
        for part in &parts {
            let ways: Vec<Lit> =
                part.iter().map(|way| aig.all([way.selected, way.guard.yes, way.fits, way.inside])).collect();
            conditions.push(aig.any(ways));
        }
        let taken = aig.all(conditions);
        RuleBits { choice_bits, choices_valid, guard, parts, taken }
    }

    /// What it writes, each with the place and the condition.
    pub fn writes(&self, aig: &mut Aig) -> Vec<(usize, Lit, &[Lit])> {
        let mut writes = Vec::new();
        for way in self.parts.iter().flatten() {
            let condition = aig.and(self.taken, way.selected);
            writes.extend(way.writes.iter().map(|(slot, code)| (*slot, condition, code.as_slice())));
        }
        writes
    }

    /// Holds of the states where some step of the rule can be taken, even one that leads to values
    /// without codes.
    pub fn enabled(&self, aig: &mut Aig) -> Result<Lit, TooLarge> {
        let mut conjuncts = vec![self.choices_valid, self.guard.yes];
        for part in &self.parts {
            let ways: Vec<Lit> = part.iter().map(|way| aig.and(way.guard.yes, way.fits)).collect();
            conjuncts.push(aig.any(ways));
        }
        exists(aig, conjuncts, &self.choice_bits, MOST_NODES)
    }

    /// Holds of the states where some step of the rule meets a fault: none of its conditions is false,
    /// and one of them, or an update, has no value that fits.
    pub fn faulty(&self, aig: &mut Aig) -> Result<Lit, TooLarge> {
        let mut conjuncts = vec![self.choices_valid, !self.guard.no];
        let mut somewhere = vec![!self.guard.defined(aig)];
        for part in &self.parts {
            let possible: Vec<Lit> = part.iter().map(|way| !way.guard.no).collect();
            conjuncts.push(aig.any(possible));
            for way in part {
                let faultless = aig.and(way.guard.yes, way.fits);
                somewhere.push(aig.and(!way.guard.no, !faultless));
            }
        }
        conjuncts.push(aig.any(somewhere));
        exists(aig, conjuncts, &self.choice_bits, MOST_NODES)
    }
}

fn way(context: &mut Context, aig: &mut Aig, alternative: &Alternative, selected: Lit) -> Way {
    let guard = context.translator.truth(aig, alternative.guard);
    let (mut fits, mut inside) = (Vec::new(), Vec::new());
    let mut writes: Vec<(usize, Vec<Lit>)> = Vec::new();
    for update in &alternative.updates {
        let system = context.system;
        let (var, first) = (system.var(update.var), system.slot(update.var));
        let place = &context.layout.places[first];
        let value = context.translator.term(aig, update.value);
        fits.push(value.valid);
        if let Type::Range { lo, hi } = var.ty {
            fits.push(value.word.between(aig, lo.into(), hi.into()));
        }
        inside.push(value.word.between(aig, place.lo.into(), place.hi.into()));
        let code = value.word.code(aig, place.lo, place.bits.len());
        let Some(index) = update.index else {
            writes.push((first, code));
            continue;
        };
        let Term { word: index, valid } = context.translator.term(aig, index);
        let len = var.len.unwrap_or(1) as usize;
        let within = index.between(aig, 0, len as i128 - 1);
        fits.extend([valid, within]);
        for slot in first..first + len {
            let hit = index.equal(aig, &Word::constant((slot - first) as i128));
            let position = writes.iter().position(|(known, _)| *known == slot).unwrap_or_else(|| {
                writes.push((slot, context.layout.places[slot].bits.clone()));
                writes.len() - 1
            });
            let before = writes[position].1.clone();
            writes[position].1 =
                std::iter::zip(&code, before).map(|(new, old)| aig.mux(hit, *new, old)).collect();
        }
    }
    Way { selected, guard, fits: aig.all(fits), inside: aig.all(inside), writes }
}
