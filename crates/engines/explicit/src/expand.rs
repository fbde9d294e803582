//! The steps of one packed state.
//!
//! The condition of a step is the three-valued conjunction of its rule's guard and of the guards of
//! the alternatives it takes: false, there is no such step; a fault, the state is faulty. What an
//! alternative does depends only on the state and the choices, so it is computed once for each, and
//! combinations only put the results together.

use std::ops::ControlFlow;

use synod_core::{Misfit, RuleId, Taken};

use crate::guard::{Bits, Truth};
use crate::model::{ChoiceCase, CompiledAlternative, CompiledChoice, CompiledRule, PackedModel};
use crate::program::{Inputs, Registers};

/// A step found in a state.
#[derive(Clone, Copy)]
pub(crate) struct FoundStep<'a> {
    pub rule: RuleId,
    pub choices: &'a [i64],
    pub taken: &'a [u32],
    pub next: &'a [u64],
}

impl FoundStep<'_> {
    pub fn taken(&self) -> Taken {
        Taken { rule: self.rule, choices: self.choices.to_vec(), alternatives: self.taken.to_vec() }
    }
}

/// What a state is like, apart from the steps that lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StateSummary {
    /// How many steps lead to states that are explored.
    pub steps: u64,
    /// Some step leads, or may lead, to a state that is not explored.
    pub cut: bool,
    /// Some step meets a fault.
    pub faulty: bool,
}

impl StateSummary {
    pub fn is_deadlock(&self) -> bool {
        self.steps == 0 && !self.cut
    }
}

/// An alternative that can be taken.
#[derive(Clone, Copy)]
struct Open {
    alternative: u32,
    /// Its computed updates, as a range of [`Expander::stores`].
    stores: (u32, u32),
}

/// How many choices are tried, and parts of steps looked at, between two looks at the budget. Of the choices of a rule few, or none, may
/// lead to a step, and a step may have thousands of parts.
const TRIED_BETWEEN_CHECKS: u32 = 4096;

/// Enumerates steps; holds the room needed for that, so each thread has one.
pub(crate) struct Expander<'a> {
    pub model: &'a PackedModel,
    /// Choices tried and parts looked at since the last look at the budget.
    work: u32,
    pub registers: Registers,
    choices: Vec<i64>,
    /// For each choice made its value, or its place in a list of values, and the last one to try.
    tried: Vec<(i64, i64)>,
    /// Whether the guard faulted before the first, second, … choice and after the last one made.
    faulted: Vec<bool>,
    taken: Vec<u32>,
    /// The alternatives that can be taken, those of one part after those of another.
    open: Vec<Open>,
    /// Where the alternatives of each part begin in `open`, and where the last ends.
    begins: Vec<u32>,
    /// For each part the position in `open` of the alternative at hand.
    digits: Vec<u32>,
    stores: Vec<Bits>,
    /// Slots that the alternative at hand gives a value that is not explored.
    outside: Vec<usize>,
    /// The state after the fixed updates of a rule, and after those of its first, second, … part.
    stages: Vec<u64>,
}

impl<'a> Expander<'a> {
    pub fn new(model: &'a PackedModel) -> Self {
        Expander {
            model,
            work: 0,
            registers: Vec::new(),
            choices: Vec::new(),
            tried: Vec::new(),
            faulted: Vec::new(),
            taken: Vec::new(),
            open: Vec::new(),
            begins: Vec::new(),
            digits: Vec::new(),
            stores: Vec::new(),
            outside: Vec::new(),
            stages: Vec::new(),
        }
    }

    /// Calls `visit` for every step of `state` that leads to a state that is explored. Breaks off when
    /// `visit` does. Up to symmetry a step leads to the representative of its target.
    pub fn expand(
        &mut self,
        state: &[u64],
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<(), StateSummary> {
        self.expand_while(&mut || true, state, visit)
    }

    /// The same. Breaks off, too, when `go_on`, which is asked now and then, says no.
    pub fn expand_while(
        &mut self,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<(), StateSummary> {
        let Some(representatives) = &self.model.representatives else {
            return self.each_step(go_on, state, visit);
        };
        let mut target = Vec::new();
        self.each_step(go_on, state, &mut |step| {
            target.clear();
            target.extend_from_slice(step.next);
            representatives.represent(&mut target);
            visit(FoundStep { next: &target, ..step })
        })
    }

    fn each_step(
        &mut self,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<(), StateSummary> {
        let model = self.model;
        let mut local = StateSummary::default();
        for dispatch in &model.dispatch {
            let value = dispatch.field.get(state).wrapping_sub(dispatch.field.window().0);
            for rule in &dispatch.rules[value as usize] {
                self.apply(&model.rules[*rule as usize], go_on, state, &mut local, visit)?;
            }
        }
        for rule in &model.always {
            self.apply(&model.rules[*rule as usize], go_on, state, &mut local, visit)?;
        }
        ControlFlow::Continue(local)
    }

    /// Counts choices that are tried and parts that are looked at, and asks now and then whether to go on.
    #[inline]
    pub fn goes_on(&mut self, tried: usize, go_on: &mut impl FnMut() -> bool) -> ControlFlow<()> {
        self.work = self.work.saturating_add(tried as u32);
        if self.work < TRIED_BETWEEN_CHECKS {
            return ControlFlow::Continue(());
        }
        self.work = 0;
        if go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The nature of a state alone.
    pub fn local(&mut self, state: &[u64]) -> StateSummary {
        match self.expand(state, &mut |_| ControlFlow::Continue(())) {
            ControlFlow::Continue(local) => local,
            ControlFlow::Break(()) => unreachable!("the visitor never breaks"),
        }
    }

    /// The steps of `state` by one rule.
    #[inline]
    pub fn apply(
        &mut self,
        rule: &CompiledRule,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        local: &mut StateSummary,
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let entry = rule.entry.test(&self.model.layout, Inputs::of(state), &mut self.registers);
        if entry == Truth::False {
            return ControlFlow::Continue(());
        }
        local.cut |= rule.unbounded;
        self.choices.clear();
        if rule.choices.is_empty() {
            self.take_parts(rule, go_on, state, entry, local, visit)
        } else {
            self.choose(rule, go_on, state, entry, local, visit)
        }
    }

    /// Goes through the values of all choices, testing what can be tested as early as possible.
    fn choose(
        &mut self,
        rule: &CompiledRule,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        entry: Truth,
        local: &mut StateSummary,
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.faulted.clear();
        self.faulted.push(entry == Truth::Fault);
        self.tried.clear();
        if !self.begin_choice(&rule.choices[0], state) {
            return ControlFlow::Continue(());
        }
        loop {
            self.goes_on(1, go_on)?;
            let depth = self.choices.len();
            let inputs = Inputs { state, choices: &self.choices, taken: &[] };
            let truth = match rule.choices[depth - 1].cases.at(state) {
                ChoiceCase::Listed(_) => Truth::True,
                ChoiceCase::Tested(guard) => guard.test(&self.model.layout, inputs, &mut self.registers),
            };
            if truth != Truth::False {
                self.faulted.truncate(depth);
                self.faulted.push(self.faulted[depth - 1] || truth == Truth::Fault);
                if depth < rule.choices.len() {
                    if self.begin_choice(&rule.choices[depth], state) {
                        continue;
                    }
                } else {
                    let condition = if self.faulted[depth] { Truth::Fault } else { Truth::True };
                    self.take_parts(rule, go_on, state, condition, local, visit)?;
                }
            }
            while let (Some(_), Some((at, last))) = (self.choices.pop(), self.tried.pop()) {
                if at < last {
                    let next = at + 1;
                    self.choices.push(match rule.choices[self.choices.len()].cases.at(state) {
                        ChoiceCase::Listed(values) => values[next as usize],
                        ChoiceCase::Tested(_) => next,
                    });
                    self.tried.push((next, last));
                    break;
                }
            }
            if self.choices.is_empty() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Makes the next choice, with its first value. Says whether it has one.
    fn begin_choice(&mut self, choice: &CompiledChoice, state: &[u64]) -> bool {
        if let ChoiceCase::Listed(values) = choice.cases.at(state) {
            self.choices.extend(values.first());
            self.tried.extend(values.first().map(|_| (0, values.len() as i64 - 1)));
            return !values.is_empty();
        }
        let (mut lo, mut hi) = (choice.lo, choice.hi);
        let inputs = Inputs { state, choices: &self.choices, taken: &[] };
        for (limit, program) in &choice.limits {
            if let Some(value) = program.run(&self.model.layout, inputs, &mut self.registers) {
                limit.narrow(value, &mut lo, &mut hi);
            }
        }
        if lo <= hi {
            self.choices.push(lo);
            self.tried.push((lo, hi));
        }
        lo <= hi
    }

    /// Goes through the combinations of alternatives, given the truth of the rule's guard.
    #[inline]
    fn take_parts(
        &mut self,
        rule: &CompiledRule,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        condition: Truth,
        local: &mut StateSummary,
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.goes_on(rule.parts.len(), go_on)?;
        let words = state.len();
        self.stages.resize(words * (rule.parts.len() + 1), 0);
        copy(&mut self.stages[..words], state);
        rule.fixed.iter().for_each(|bits| bits.store(&mut self.stages));
        if rule.parts.is_empty() {
            if condition == Truth::Fault {
                local.faulty = true;
                return ControlFlow::Continue(());
            }
            local.steps += 1;
            let next = &self.stages[..words];
            return visit(FoundStep { rule: rule.rule, choices: &self.choices, taken: &rule.taken, next });
        }
        self.open.clear();
        self.begins.clear();
        self.stores.clear();
        let mut faulty = condition == Truth::Fault;
        let (mut cut, mut blocked, mut all_cut) = (false, false, false);
        for part in &rule.parts {
            let begin = self.open.len();
            self.begins.push(begin as u32);
            let (mut possible, mut cut_here) = (false, false);
            for (alternative, compiled) in std::iter::zip(0.., part.cases.at(state)) {
                match self.attempt(compiled, state) {
                    Attempt::No => continue,
                    Attempt::Fault => faulty = true,
                    Attempt::Cut => cut_here = true,
                    Attempt::Yes(stores) => self.open.push(Open { alternative, stores }),
                }
                possible = true;
            }
            if !possible {
                return ControlFlow::Continue(());
            }
            let none = self.open.len() == begin;
            blocked |= none && !cut_here;
            all_cut |= none;
            cut |= cut_here;
        }
        local.faulty |= faulty;
        if condition == Truth::Fault || blocked {
            return ControlFlow::Continue(());
        }
        local.cut |= cut;
        if all_cut {
            return ControlFlow::Continue(());
        }
        self.begins.push(self.open.len() as u32);
        self.combine(rule, go_on, state, local, visit)
    }

    #[inline]
    fn combine(
        &mut self,
        rule: &CompiledRule,
        go_on: &mut impl FnMut() -> bool,
        state: &[u64],
        local: &mut StateSummary,
        visit: &mut impl FnMut(FoundStep) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (words, parts) = (self.model.layout.words, rule.parts.len());
        self.digits.clear();
        self.digits.extend_from_slice(&self.begins[..parts]);
        self.taken.clear();
        self.taken.extend_from_slice(&rule.taken);
        let mut from = 0;
        loop {
            for part in from..parts {
                let open = self.open[self.digits[part] as usize];
                let (done, rest) = self.stages.split_at_mut(words * (part + 1));
                let stage = &mut rest[..words];
                copy(stage, &done[words * part..]);
                let part = &rule.parts[part];
                let alternative = &part.cases.at(state)[open.alternative as usize];
                let computed = &self.stores[open.stores.0 as usize..open.stores.1 as usize];
                alternative.constant.iter().chain(computed).for_each(|bits| bits.store(stage));
                self.taken[part.position] = alternative.number;
            }
            local.steps += 1;
            self.goes_on(1 + parts - from, go_on)?;
            visit(FoundStep {
                rule: rule.rule,
                choices: &self.choices,
                taken: &self.taken,
                next: &self.stages[words * parts..words * (parts + 1)],
            })?;
            let more = (0..parts).rfind(|part| self.digits[*part] + 1 < self.begins[*part + 1]);
            let Some(part) = more else { return ControlFlow::Continue(()) };
            self.digits[part] += 1;
            self.digits[part + 1..].copy_from_slice(&self.begins[part + 1..parts]);
            from = part;
        }
    }

    /// Whether an alternative can be taken, with its computed updates put in `stores`.
    #[inline]
    fn attempt(&mut self, alternative: &CompiledAlternative, state: &[u64]) -> Attempt {
        let layout = &self.model.layout;
        let inputs = Inputs { state, choices: &self.choices, taken: &[] };
        match alternative.guard.test(layout, inputs, &mut self.registers) {
            Truth::False => return Attempt::No,
            Truth::Fault => return Attempt::Fault,
            Truth::True => {}
        }
        let begin = self.stores.len();
        self.outside.clear();
        for update in &alternative.computed {
            let index = match &update.index {
                Some(program) => program.run(layout, inputs, &mut self.registers),
                None => Some(0),
            };
            let value = update.value.run(layout, inputs, &mut self.registers);
            let (Some(index), Some(value)) = (index, value) else { return Attempt::Fault };
            if !(0..update.len).contains(&index) {
                return Attempt::Fault;
            }
            let slot = update.first + index as usize;
            let field = layout.fields[slot];
            // What is written last to an element counts.
            self.outside.retain(|other| *other != slot);
            match field.bits(value) {
                Ok(value) => self.stores.push(Bits { word: field.word, mask: field.mask(), value }),
                Err(Misfit::Cut) => self.outside.push(slot),
                Err(Misfit::Fault) => return Attempt::Fault,
            }
        }
        if !self.outside.is_empty() {
            Attempt::Cut
        } else {
            Attempt::Yes((begin as u32, self.stores.len() as u32))
        }
    }
}

/// Copies a state; most are one word, which needs no call.
#[inline]
fn copy(to: &mut [u64], from: &[u64]) {
    match (to, from) {
        ([to], [from]) => *to = *from,
        (to, from) => to.copy_from_slice(from),
    }
}

enum Attempt {
    No,
    Fault,
    Cut,
    Yes((u32, u32)),
}
