//! One rule as diagrams: the conjuncts of its relation, and where it meets faults.

use std::collections::BTreeSet;

use synod_core::{Alternative, Expr, ExprId, Rule, RuleId, StepPredicateId, Stop, System, Update};

use crate::compile::{Compiler, Scene, StepFields, Truth, Value};
use crate::diagram::{Diagram, Level, Manager};
use crate::layout::{Field, Layout};
use crate::vector::Vector;

/// Some of the steps of a rule: all of them, or those that take a certain alternative.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub rule: RuleId,
    /// All must hold of the current state, the choices, the picks and the next state.
    pub conjuncts: Vec<Diagram>,
    /// What the next state is told about; all else stays. Current levels, sorted.
    pub written: Vec<Level>,
    /// Levels of choices and picks.
    pub inner: Vec<Level>,
    /// Where the alternatives that parts take are written, for those parts that predicates ask about.
    pub picks: Vec<Option<Field>>,
}

/// A step predicate with the bit that remembers whether the last step satisfied it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub predicate: StepPredicateId,
    /// The current level of the bit.
    pub bit: Level,
}

/// Compiles rules, one at a time.
pub(crate) struct Rules<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub compiler: &'a mut Compiler,
    pub manager: &'a mut Manager,
    pub watched: &'a [Watched],
    /// Levels that picks are written to, used anew by every rule.
    pub pick_levels: &'a mut Vec<Level>,
}

/// What an alternative does, apart from its guard.
struct Effect {
    /// Every update has a value that fits its variable.
    sound: Diagram,
    /// The slots it writes with their new values.
    slots: Vec<(usize, Vector)>,
}

impl Rules<'_> {
    /// The steps of a rule.
    pub fn pieces(&mut self, id: RuleId) -> Result<Vec<Piece>, Stop> {
        let rule = self.system.rule(id);
        self.compiler.begin_step();
        let picks = self.picks(id, rule);
        // If only one part has a choice of what to do, its alternatives may write different variables:
        // each of them alone is smaller.
        let several: Vec<usize> =
            (0..rule.parts.len()).filter(|p| rule.parts[*p].alternatives.len() > 1).collect();
        match several.as_slice() {
            [part] if self.differ(rule, *part) => (0..rule.parts[*part].alternatives.len())
                .map(|alternative| self.piece(id, rule, &picks, Some((*part, alternative))))
                .collect(),
            _ => Ok(vec![self.piece(id, rule, &picks, None)?]),
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
    fn picks(&mut self, id: RuleId, rule: &Rule) -> Vec<Option<Field>> {
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
            while self.pick_levels.len() < used + width {
                self.pick_levels.push(self.manager.add_level());
            }
            used += width;
            Some(Field { lo: 0, hi, bits: self.pick_levels[used - width..used].to_vec() })
        };
        (0..rule.parts.len()).map(&mut field).collect()
    }

    fn piece(
        &mut self,
        id: RuleId,
        rule: &Rule,
        picks: &[Option<Field>],
        only: Option<(usize, usize)>,
    ) -> Result<Piece, Stop> {
        let layout = self.layout;
        let choices = &layout.choices[id.0 as usize];
        let scene = Scene { system: self.system, layout, step: StepFields { choices, picks } };
        let mut conjuncts = Vec::new();
        for choice in choices {
            conjuncts.push(choice.domain(self.manager)?);
        }
        for conjunct in self.system.exprs.conjuncts(rule.guard) {
            conjuncts.push(self.compiler.truth(self.manager, &scene, conjunct)?.yes);
        }
        let mut written: BTreeSet<usize> = BTreeSet::new();
        for (number, part) in rule.parts.iter().enumerate() {
            let alternatives = part.alternatives.iter().enumerate();
            let taken = alternatives.filter(|(i, _)| only.is_none_or(|(p, a)| p != number || a == *i));
            let mut ways: Vec<(Diagram, Vec<(usize, Vector)>)> = Vec::new();
            for (position, alternative) in taken {
                let guard = self.compiler.truth(self.manager, &scene, alternative.guard)?.yes;
                let effect = self.effect(&scene, alternative)?;
                let mut condition = self.manager.and(&guard, &effect.sound)?;
                if let Some(field) = &picks[number] {
                    let code = self.manager.cube_of(field.literals(position as i64, 0).collect())?;
                    condition = self.manager.and(&condition, &code)?;
                }
                ways.push((condition, effect.slots));
            }
            let slots: BTreeSet<usize> =
                ways.iter().flat_map(|(_, s)| s.iter().map(|(slot, _)| *slot)).collect();
            let mut relations = Vec::new();
            for (condition, new) in ways {
                let mut way = condition;
                for slot in &slots {
                    let field = &layout.slots[*slot];
                    let value = match new.iter().find(|(written, _)| written == slot) {
                        Some((_, value)) => value.clone(),
                        None => field.value(self.manager)?,
                    };
                    let stored = self.store(field, &value)?;
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
                Some(case) => self.compiler.truth(self.manager, &scene, *case)?.yes,
                None => self.manager.constant(false),
            };
            let bit = self.manager.literal(watched.bit + 1, true)?;
            conjuncts.push(self.manager.iff(&bit, &satisfied)?);
            levels.push(watched.bit);
        }
        levels.sort_unstable();
        let inner =
            choices.iter().chain(picks.iter().flatten()).flat_map(|field| field.bits.clone()).collect();
        Ok(Piece { rule: id, conjuncts, written: levels, inner, picks: picks.to_vec() })
    }

    /// The next value of a field is this one, which fits.
    fn store(&mut self, field: &Field, value: &Vector) -> Result<Diagram, Stop> {
        let m = &mut *self.manager;
        let lo = Vector::constant(m, field.lo);
        let code = if field.lo == 0 { value.clone() } else { value.minus(m, &lo)? };
        let mut stored = m.constant(true);
        for (place, level) in field.bits.iter().rev().enumerate() {
            let next = m.literal(level + 1, true)?;
            let same = m.iff(&next, code.bit(place))?;
            stored = m.and(&stored, &same)?;
        }
        Ok(stored)
    }

    fn effect(&mut self, scene: &Scene, alternative: &Alternative) -> Result<Effect, Stop> {
        let mut effect = Effect { sound: self.manager.constant(true), slots: Vec::new() };
        for update in &alternative.updates {
            let (value, sound) = self.update(scene, update)?;
            let kept = self.kept(scene, update, &value.vector)?;
            let m = &mut *self.manager;
            effect.sound = m.and(&effect.sound, &sound)?;
            effect.sound = m.and(&effect.sound, &kept)?;
            let first = scene.system.slot(update.var);
            let Some(index) = update.index else {
                effect.slots.push((first, value.vector));
                continue;
            };
            let index = self.compiler.value(self.manager, scene, index)?.vector;
            let m = &mut *self.manager;
            for place in 0..scene.system.var(update.var).len.unwrap_or(1) as usize {
                let number = Vector::constant(m, place as i64);
                let here = index.equals(m, &number)?;
                if here.is_false() {
                    continue;
                }
                let slot = first + place;
                // A later update of the same element wins over an earlier one.
                match effect.slots.iter_mut().find(|(written, _)| *written == slot) {
                    Some((_, before)) => *before = Vector::choose(m, &here, &value.vector, before)?,
                    None => {
                        let before = scene.layout.slots[slot].value(m)?;
                        let after = Vector::choose(m, &here, &value.vector, &before)?;
                        effect.slots.push((slot, after));
                    }
                }
            }
        }
        Ok(effect)
    }

    /// The value of an update, and where it does not meet a fault.
    fn update(&mut self, scene: &Scene, update: &Update) -> Result<(Value, Diagram), Stop> {
        let value = self.compiler.value(self.manager, scene, update.value)?;
        let var = scene.system.var(update.var);
        let mut sound = value.defined.clone();
        if let Some((lo, hi)) = var.ty.bounds(&scene.system.enums) {
            let fits = within(self.manager, &value.vector, lo, hi)?;
            sound = self.manager.and(&sound, &fits)?;
        }
        if let Some(index) = update.index {
            let index = self.compiler.value(self.manager, scene, index)?;
            let inside = within(self.manager, &index.vector, 0, i64::from(var.len.unwrap_or(1)) - 1)?;
            sound = self.manager.and(&sound, &index.defined)?;
            sound = self.manager.and(&sound, &inside)?;
        }
        Ok((value, sound))
    }

    /// The value fits the field. In reachable states it does whenever it fits the type; in others the
    /// step may be left out.
    fn kept(&mut self, scene: &Scene, update: &Update, value: &Vector) -> Result<Diagram, Stop> {
        let field = &scene.layout.slots[scene.system.slot(update.var)];
        within(self.manager, value, field.lo, field.hi)
    }

    /// The states in which some step of the rule meets a fault.
    pub fn faulty(&mut self, id: RuleId) -> Result<Diagram, Stop> {
        let rule = self.system.rule(id);
        self.compiler.begin_step();
        let choices = &self.layout.choices[id.0 as usize];
        let step = StepFields { choices, picks: &[] };
        let scene = Scene { system: self.system, layout: self.layout, step };
        let guard = self.compiler.truth(self.manager, &scene, rule.guard)?;
        let mut possible = guard.no.not();
        let mut faulty = guard.defined(self.manager)?.not();
        for part in &rule.parts {
            let mut open = self.manager.constant(false);
            for alternative in &part.alternatives {
                let guard: Truth = self.compiler.truth(self.manager, &scene, alternative.guard)?;
                let mut sound = guard.defined(self.manager)?;
                for update in &alternative.updates {
                    let fits = self.update(&scene, update)?.1;
                    sound = self.manager.and(&sound, &fits)?;
                }
                open = self.manager.or(&open, &guard.no.not())?;
                let fault = self.manager.and(&guard.no.not(), &sound.not())?;
                faulty = self.manager.or(&faulty, &fault)?;
            }
            possible = self.manager.and(&possible, &open)?;
        }
        let mut steps = self.manager.and(&possible, &faulty)?;
        for choice in choices {
            let domain = choice.domain(self.manager)?;
            steps = self.manager.and(&steps, &domain)?;
        }
        let cube = self.manager.cube(choices.iter().flat_map(|choice| choice.bits.clone()))?;
        self.manager.exists(&steps, &cube)
    }
}

/// Holds where a value lies between two others.
fn within(m: &mut Manager, value: &Vector, lo: i64, hi: i64) -> Result<Diagram, Stop> {
    let (lo, hi) = (Vector::constant(m, lo), Vector::constant(m, hi));
    let (above, below) = (lo.at_most(m, value)?, value.at_most(m, &hi)?);
    m.and(&above, &below)
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
