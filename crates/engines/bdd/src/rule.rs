//! One rule as diagrams: the conjuncts of its relation, and where it meets faults.

use std::collections::BTreeSet;

use synod_core::{Alternative, Expr, ExprId, Rule, RuleId, StepPredicateId, Stop, System};
use synod_symbolic::{Plain, Word};

use crate::diagram::{Diagram, Level, Manager};
use crate::encode::{DiagramEncoder, StepFields, StepScope};
use crate::layout::{Field, Layout};

/// Some of the steps of a rule: all of them, or those that take a certain alternative.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub rule: RuleId,
    /// All must hold of the current state, the choices, the alternatives taken and the next state.
    pub conjuncts: Vec<Diagram>,
    /// What the next state is told about; all else stays. Current levels, sorted.
    pub written: Vec<Level>,
    /// Levels of choices and of the alternatives taken.
    pub inner: Vec<Level>,
    /// Where the alternatives that parts take are written, for those parts that predicates ask about.
    pub taken: Vec<Option<Field>>,
}

/// A step predicate with the bit that remembers whether the last step satisfied it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub predicate: StepPredicateId,
    /// The current level of the bit.
    pub bit: Level,
}

/// Compiles rules, one at a time.
pub(crate) struct Rules<'a, 's> {
    pub system: &'s System,
    pub layout: &'a Layout,
    pub encoder: &'a mut DiagramEncoder<'s>,
    pub manager: &'a mut Manager,
    pub watched: &'a [Watched],
    /// Levels that the alternatives taken are written to, used anew by every rule.
    pub alternative_levels: &'a mut Vec<Level>,
}

/// Slots with their new values.
type Writes = Vec<(usize, Plain<Diagram, Word<Diagram>>)>;

impl Rules<'_, '_> {
    /// The steps of a rule.
    pub fn pieces(&mut self, id: RuleId) -> Result<Vec<Piece>, Stop> {
        let rule = self.system.rule(id);
        self.encoder.begin_step();
        let taken = self.taken(id, rule);
        // If only one part has a choice of what to do, its alternatives may write different variables:
        // each of them alone is smaller.
        let several: Vec<usize> =
            (0..rule.parts.len()).filter(|p| rule.parts[*p].alternatives.len() > 1).collect();
        match several.as_slice() {
            [part] if self.differ(rule, *part) => (0..rule.parts[*part].alternatives.len())
                .map(|alternative| self.piece(id, rule, &taken, Some((*part, alternative))))
                .collect(),
            _ => Ok(vec![self.piece(id, rule, &taken, None)?]),
        }
    }

    fn differ(&self, rule: &Rule, part: usize) -> bool {
        let written = |alternative: &Alternative| -> BTreeSet<u32> {
            alternative.updates.iter().map(|update| update.var.0).collect()
        };
        let all: Vec<BTreeSet<u32>> = rule.parts[part].alternatives.iter().map(written).collect();
        all.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Fields for the alternatives of those parts that a watched predicate asks about.
    fn taken(&mut self, id: RuleId, rule: &Rule) -> Vec<Option<Field>> {
        let mut asked = BTreeSet::new();
        for watched in self.watched {
            if let Some(case) = self.system.step_predicates[watched.predicate.0 as usize].cases.get(&id) {
                asked.extend(parts_asked(self.system, *case));
            }
        }
        let mut used = 0;
        let mut field = |part: usize| {
            if !asked.contains(&(part as u32)) {
                return None;
            }
            let hi = rule.parts[part].alternatives.len() as i64 - 1;
            let width = Field::width(0, hi);
            while self.alternative_levels.len() < used + width {
                self.alternative_levels.push(self.manager.add_level());
            }
            used += width;
            Some(Field { lo: 0, hi, bits: self.alternative_levels[used - width..used].to_vec() })
        };
        (0..rule.parts.len()).map(&mut field).collect()
    }

    fn piece(
        &mut self,
        id: RuleId,
        rule: &Rule,
        taken: &[Option<Field>],
        only: Option<(usize, usize)>,
    ) -> Result<Piece, Stop> {
        let layout = self.layout;
        let choices = &layout.choices[id.0 as usize];
        let scope = StepScope { layout, step: StepFields { choices, taken } };
        let mut conjuncts = Vec::new();
        for choice in choices {
            conjuncts.push(choice.domain(self.manager)?);
        }
        for conjunct in self.system.exprs.conjuncts(rule.guard) {
            conjuncts.push(self.encoder.truth(self.manager, &scope, conjunct)?.yes);
        }
        let mut written: BTreeSet<usize> = BTreeSet::new();
        for (number, part) in rule.parts.iter().enumerate() {
            let alternatives = part.alternatives.iter().enumerate();
            let allowed = alternatives.filter(|(i, _)| only.is_none_or(|(p, a)| p != number || a == *i));
            let mut ways: Vec<(Diagram, Writes)> = Vec::new();
            for (position, alternative) in allowed {
                // In reachable states a value that fits its type also fits its field; in others the step may be
                // left out.
                let encoded = self.encoder.alternative(self.manager, &scope, alternative)?;
                let mut condition = self.manager.and(&encoded.guard.yes, &encoded.fits)?;
                condition = self.manager.and(&condition, &encoded.in_range)?;
                if let Some(field) = &taken[number] {
                    let code = self.manager.cube_of(field.literals(position as i64, 0).collect())?;
                    condition = self.manager.and(&condition, &code)?;
                }
                ways.push((condition, encoded.writes));
            }
            let slots: BTreeSet<usize> =
                ways.iter().flat_map(|(_, s)| s.iter().map(|(slot, _)| *slot)).collect();
            let mut relations = Vec::new();
            for (condition, new) in ways {
                let mut way = condition;
                for slot in &slots {
                    let field = &layout.slots[*slot];
                    let new = new.iter().find(|(written, _)| written == slot).map(|(_, value)| value);
                    let stored = self.store(field, new)?;
                    way = self.manager.and(&way, &stored)?;
                }
                relations.push(way);
            }
            conjuncts.push(self.manager.any(relations)?);
            written.extend(slots);
        }
        let mut levels: Vec<Level> =
            written.iter().flat_map(|slot| layout.slots[*slot].bits.clone()).collect();
        for watched in self.watched {
            let case = self.system.step_predicates[watched.predicate.0 as usize].cases.get(&id);
            let satisfied = match case {
                Some(case) => self.encoder.truth(self.manager, &scope, *case)?.yes,
                None => self.manager.constant(false),
            };
            let bit = self.manager.literal(watched.bit + 1, true)?;
            conjuncts.push(self.manager.iff(&bit, &satisfied)?);
            levels.push(watched.bit);
        }
        levels.sort_unstable();
        let inner =
            choices.iter().chain(taken.iter().flatten()).flat_map(|field| field.bits.clone()).collect();
        Ok(Piece { rule: id, conjuncts, written: levels, inner, taken: taken.to_vec() })
    }

    /// The next value of a field is this one, which fits, or else the current one.
    fn store(
        &mut self,
        field: &Field,
        value: Option<&Plain<Diagram, Word<Diagram>>>,
    ) -> Result<Diagram, Stop> {
        let m = &mut *self.manager;
        let code = match value {
            None => field.code(m, 0)?,
            Some(Plain::Bit(bit)) => vec![bit.clone()],
            Some(Plain::Int(word)) => word.code(m, field.lo, field.bits.len())?,
        };
        let mut stored = m.constant(true);
        for (next, bit) in std::iter::zip(field.code(m, 1)?, &code) {
            let same = m.iff(&next, bit)?;
            stored = m.and(&stored, &same)?;
        }
        Ok(stored)
    }

    /// The states in which some step of the rule meets a fault.
    pub fn faulty(&mut self, id: RuleId) -> Result<Diagram, Stop> {
        let choices = &self.layout.choices[id.0 as usize];
        let scope = StepScope { layout: self.layout, step: StepFields { choices, taken: &[] } };
        let m = &mut *self.manager;
        let encoded = self.encoder.rule(m, &scope, self.system.rule(id))?;
        let mut conjuncts = encoded.faulty(m)?;
        for choice in choices {
            conjuncts.push(choice.domain(m)?);
        }
        let steps = m.all(conjuncts)?;
        let cube = m.cube(choices.iter().flat_map(|choice| choice.bits.clone()))?;
        m.exists(&steps, &cube)
    }
}

/// The parts whose alternatives an expression asks about.
fn parts_asked(system: &System, id: ExprId) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut todo = vec![id];
    while let Some(at) = todo.pop() {
        if seen.insert(at) {
            if let Expr::Took { part, .. } = system.exprs[at] {
                found.insert(part);
            }
            todo.extend(system.exprs.operands(at));
        }
    }
    found
}
