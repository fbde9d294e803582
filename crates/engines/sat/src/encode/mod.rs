//! A system as a machine of bits: state bits, selector inputs for what a step does, and functions for the
//! next state.
//!
//! The functions are total. Inputs that select no step that can be taken leave the state as it is and
//! make [`Machine::moves`] false, so reachable states need no side condition on inputs; where it matters
//! that a step is taken, the reader asks for it.

pub mod layout;
mod quantify;
mod rules;
mod scope;
mod selectors;

use synod_core::{StepPredicateId, System, Type};
use synod_symbolic::{BitBlasted, Encoder, Needs, WordOp};

use crate::partial_order::Effect;
use layout::{Layout, Place};
use rules::{Context, RuleBits};
pub use scope::BitScope;
pub use selectors::Selectors;
use synod_symbolic::aig::{Aig, Lit};

/// The bits of a system would be too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The most nodes that a machine may have.
const MOST_NODES: usize = 1 << 24;

/// A system in bits.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Where all functions live.
    pub aig: Aig,
    /// The state bits.
    pub layout: Layout,
    /// For each place, the bits of its next value.
    pub next: Vec<Vec<Lit>>,
    /// Holds of the initial states.
    pub init: Lit,
    /// Holds of the codes that stand for values: an invariant, and preserved by every step.
    pub in_range: Lit,
    /// The inputs that say which step is taken.
    pub selectors: Selectors,
    /// Whether the inputs select a step that can be taken.
    pub moves: Lit,
    /// No step can be taken; only if needed.
    pub deadlock: Option<Lit>,
    /// Some step meets a fault; only if needed.
    pub faulty: Option<Lit>,
    /// What each rule does.
    pub effects: Vec<Effect>,
    /// The step that is taken satisfies the predicate; for those needed.
    pub predicates: Vec<(StepPredicateId, Lit)>,
    /// Whether integers, or values that steps pick, were cut to a window.
    pub windowed: bool,
}

impl Machine {
    /// The machine of a system, in an empty graph. Integers without bounds are cut to `-int_bound..=int_bound`.
    pub fn new(mut aig: Aig, system: &System, int_bound: i64, needs: &Needs) -> Result<Machine, TooLarge> {
        let layout = Layout::new(system, &mut aig, int_bound)?;
        let selectors = Selectors::new(system, &mut aig, int_bound);
        let encoder = Encoder::new(system);
        let mut context = Context { system, layout: &layout, selectors: &selectors, encoder };
        let in_range = layout.in_range(&mut aig);
        let Ok(init) = context.encoder.truth(&mut aig, &BitScope::of_states(&layout), system.init);
        let init = aig.and(init.yes, in_range);
        let mut written: Vec<Writes> = layout.places.iter().map(Writes::new).collect();
        let (mut effects, mut enabled, mut faulty) = (Vec::new(), Vec::new(), Vec::new());
        let mut observed: Vec<Vec<Lit>> = vec![Vec::new(); needs.predicates.len()];
        for (id, _) in system.rule_ids() {
            let rule = RuleBits::new(&mut context, &mut aig, id);
            let mut writes = Vec::new();
            for (slot, condition, code) in rule.writes(&mut aig, &layout) {
                let bits = &layout.places[slot].bits;
                if code == *bits {
                    continue;
                }
                let changes = std::iter::zip(bits, &code).filter(|(old, new)| old != new);
                writes.extend(changes.map(|(old, new)| (*old, *new)));
                written[slot].add(&mut aig, condition, code);
            }
            effects.push(Effect { taken: rule.taken, writes });
            for (predicate, signals) in std::iter::zip(&needs.predicates, &mut observed) {
                if let Some(case) = system.step_predicates[predicate.0 as usize].cases.get(&id) {
                    let Ok(satisfied) = context.encoder.truth(&mut aig, &rule.scope, *case);
                    signals.push(aig.and(rule.taken, satisfied.yes));
                }
            }
            if needs.deadlock {
                enabled.push(rule.enabled(&mut aig)?);
            }
            if needs.faulty {
                faulty.push(rule.faulty(&mut aig)?);
            }
            if aig.size() > MOST_NODES {
                return Err(TooLarge);
            }
        }
        let next =
            std::iter::zip(&written, &layout.places).map(|(writes, place)| writes.next(&mut aig, place));
        let next = next.collect();
        let choice_cut = system.rules.iter().flat_map(|rule| &rule.choices).any(|c| c.ty == Type::Int);
        Ok(Machine {
            moves: aig.any(effects.iter().map(|effect| effect.taken)),
            deadlock: needs.deadlock.then(|| !aig.any(enabled)),
            faulty: needs.faulty.then(|| aig.any(faulty)),
            predicates: std::iter::zip(&needs.predicates, observed)
                .map(|(id, signals)| (*id, aig.any(signals)))
                .collect(),
            effects,
            windowed: layout.windowed || choice_cut,
            next,
            init,
            in_range,
            selectors,
            layout,
            aig,
        })
    }

    /// The signal of a predicate that was needed.
    pub fn predicate(&self, id: StepPredicateId) -> Lit {
        self.predicates.iter().find(|(known, _)| *known == id).map_or(Lit::FALSE, |(_, lit)| *lit)
    }
}

/// What rules write to a place, under conditions of which at most one holds.
struct Writes {
    cases: Vec<(Lit, Vec<Lit>)>,
    /// For each bit, under which conditions it becomes true.
    set: Vec<Vec<Lit>>,
}

impl Writes {
    fn new(place: &Place) -> Self {
        Writes { cases: Vec::new(), set: vec![Vec::new(); place.bits.len()] }
    }

    fn add(&mut self, aig: &mut Aig, condition: Lit, code: Vec<Lit>) {
        for (set, bit) in std::iter::zip(&mut self.set, &code) {
            set.push(aig.and(condition, *bit));
        }
        self.cases.push((condition, code));
    }

    /// The next code of the place.
    fn next(&self, aig: &mut Aig, place: &Place) -> Vec<Lit> {
        let changes = aig.any(self.cases.iter().map(|(condition, _)| *condition));
        let bit = |(bit, set): (&Lit, &Vec<Lit>)| {
            let (stays, set) = (aig.and(!changes, *bit), aig.any(set.iter().copied()));
            aig.or(stays, set)
        };
        let next: Vec<Lit> = std::iter::zip(&place.bits, &self.set).map(bit).collect();
        let cases: Vec<(&Lit, &[Lit])> =
            self.cases.iter().map(|(condition, code)| (condition, &code[..])).collect();
        aig.computed(&next, WordOp::Select(&cases, &place.bits));
        next
    }
}
