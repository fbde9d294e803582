//! The steps of many packed states at once: rules that have a kernel are computed in columns, the others and what is
//! suspect state by state. What comes of it is in the order that [`crate::expand`] has, state by state.

use std::ops::ControlFlow;

use crate::columns::{Columns, LANES};
use crate::expand::{Expander, StateSummary};
use crate::model::{CompiledRule, PackedModel};

/// Words of states found together at the most; of more nothing is kept.
const MOST_WORDS: usize = 1 << 20;

/// There are too many steps to find all at once, or somebody said stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// Finds the steps of some states; each thread has one.
pub(crate) struct BatchExpander<'a> {
    model: &'a PackedModel,
    expander: Expander<'a>,
    columns: Columns,
    /// What is known about each state.
    pub summaries: Vec<StateSummary>,
    /// Where steps lead to, in the order of rules, and from which state.
    found: Vec<u64>,
    origins: Vec<u16>,
    /// The same in the order of states.
    pub targets: Vec<u64>,
    /// Where the steps of each state begin in it, and where the last end.
    pub begins: Vec<u32>,
    /// The states in the order of the values of a field, and where each value begins.
    sorted: Vec<u16>,
    values: Vec<u16>,
    /// Those that satisfy the masks of a rule.
    fitting: Vec<u16>,
    holds: Vec<i32>,
    chosen: Vec<u16>,
}

impl<'a> BatchExpander<'a> {
    pub fn new(model: &'a PackedModel) -> Self {
        BatchExpander {
            model,
            expander: Expander::new(model),
            columns: Columns::default(),
            summaries: Vec::new(),
            found: Vec::new(),
            origins: Vec::new(),
            targets: Vec::new(),
            begins: Vec::new(),
            sorted: Vec::new(),
            values: Vec::new(),
            fitting: Vec::new(),
            holds: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Finds all steps of states that lie one after the other, unless there are too many or `check`, which is called
    /// now and then, says no.
    pub fn expand(&mut self, states: &[u64], check: &mut impl FnMut() -> bool) -> Result<(), Interrupted> {
        let model = self.model;
        let words = model.layout.words;
        let count = states.len() / words;
        self.summaries.clear();
        self.summaries.resize(count, StateSummary::default());
        self.found.clear();
        self.origins.clear();
        for dispatch in &model.dispatch {
            self.sort(states, words, dispatch.field.window().0, |state| dispatch.field.get(state));
            let sorted = std::mem::take(&mut self.sorted);
            let mut rest = sorted.as_slice();
            let mut done = Ok(());
            while let (Some(first), Ok(())) = (rest.first(), done) {
                let value = self.values[usize::from(*first)];
                let same = rest.partition_point(|state| self.values[usize::from(*state)] <= value);
                let (these, others) = rest.split_at(same);
                rest = others;
                for rule in &dispatch.rules[usize::from(value)] {
                    done = done.and_then(|()| self.apply(&model.rules[*rule as usize], states, these, check));
                }
            }
            self.sorted = sorted;
            done?;
        }
        self.sorted.clear();
        self.sorted.extend(0..count as u16);
        let all = std::mem::take(&mut self.sorted);
        for rule in &model.always {
            self.apply(&model.rules[*rule as usize], states, &all, check)?;
        }
        self.sorted = all;
        self.gather(count, words);
        Ok(())
    }

    /// Sorts states by the value of a field.
    fn sort(&mut self, states: &[u64], words: usize, lo: i64, value: impl Fn(&[u64]) -> i64) {
        self.values.clear();
        self.values.extend(states.chunks_exact(words).map(|state| value(state).wrapping_sub(lo) as u16));
        let most = self.values.iter().copied().max().unwrap_or(0);
        self.sorted.clear();
        self.sorted.resize(self.values.len(), 0);
        let mut begins = vec![0u16; usize::from(most) + 2];
        self.values.iter().for_each(|value| begins[usize::from(*value) + 1] += 1);
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        for (state, value) in std::iter::zip(0.., &self.values) {
            let at = &mut begins[usize::from(*value)];
            self.sorted[usize::from(*at)] = state;
            *at += 1;
        }
    }

    /// Applies a rule to some of the states.
    fn apply(
        &mut self,
        rule: &CompiledRule,
        states: &[u64],
        these: &[u16],
        check: &mut impl FnMut() -> bool,
    ) -> Result<(), Interrupted> {
        if self.expander.goes_on(1, check).is_break() || self.found.len() > MOST_WORDS {
            return Err(Interrupted);
        }
        let words = self.model.layout.words;
        let at = |state: u16| &states[usize::from(state) * words..][..words];
        let Some(kernel) = &rule.kernel else {
            return these.iter().try_for_each(|state| self.alone(rule, *state, at(*state), check));
        };
        let mut fitting = std::mem::take(&mut self.fitting);
        fitting.clear();
        fitting.extend(these.iter().filter(|state| rule.entry.masks_hold(at(**state))));
        let mut chosen = std::mem::take(&mut self.chosen);
        let mut done = Ok(());
        for group in fitting.chunks(LANES) {
            self.columns.fill(states, words, group);
            chosen.clear();
            if kernel.asks() {
                kernel.ask(&self.model.layout, &mut self.columns, &mut self.holds);
                let mut suspects = Vec::new();
                for ((state, holds), suspect) in group.iter().zip(&self.holds).zip(&self.columns.suspect) {
                    match (suspect, holds) {
                        (0, 0) => {}
                        (0, _) => chosen.push(*state),
                        _ => suspects.push(*state),
                    }
                }
                done = suspects.iter().try_for_each(|state| self.alone(rule, *state, at(*state), check));
                if done.is_err() {
                    break;
                }
                if chosen.len() < group.len() {
                    self.columns.fill(states, words, &chosen);
                }
            } else {
                chosen.extend_from_slice(group);
            }
            if chosen.is_empty() {
                continue;
            }
            kernel.step(&self.model.layout, &mut self.columns, &mut self.holds);
            let begin = self.found.len();
            self.found.resize(begin + chosen.len() * words, 0);
            let mut next = begin;
            for (lane, state) in chosen.iter().enumerate() {
                if self.columns.suspect[lane] == 0 && self.holds[lane] != 0 {
                    let target = &mut self.found[next..next + words];
                    std::iter::zip(target, &self.columns.words).for_each(|(to, word)| *to = word[lane]);
                    next += words;
                    self.origins.push(*state);
                    self.summaries[usize::from(*state)].steps += 1;
                }
            }
            self.found.truncate(next);
            for (lane, state) in chosen.iter().enumerate() {
                if self.columns.suspect[lane] != 0 && done.is_ok() {
                    done = self.alone(rule, *state, at(*state), check);
                }
            }
            if done.is_err() {
                break;
            }
        }
        self.fitting = fitting;
        self.chosen = chosen;
        done
    }

    /// Applies a rule to one state.
    fn alone(
        &mut self,
        rule: &CompiledRule,
        number: u16,
        state: &[u64],
        check: &mut impl FnMut() -> bool,
    ) -> Result<(), Interrupted> {
        let BatchExpander { expander, found, origins, summaries, .. } = self;
        let ended = expander.apply(rule, check, state, &mut summaries[usize::from(number)], &mut |step| {
            if found.len() > MOST_WORDS {
                return ControlFlow::Break(());
            }
            found.extend_from_slice(step.next);
            origins.push(number);
            ControlFlow::Continue(())
        });
        if ended.is_break() { Err(Interrupted) } else { Ok(()) }
    }

    /// Puts what was found in the order of states.
    fn gather(&mut self, count: usize, words: usize) {
        self.begins.clear();
        self.begins.resize(count + 2, 0);
        for origin in &self.origins {
            self.begins[usize::from(*origin) + 2] += 1;
        }
        for at in 2..self.begins.len() {
            self.begins[at] += self.begins[at - 1];
        }
        self.targets.resize(self.found.len(), 0);
        for (origin, state) in std::iter::zip(&self.origins, self.found.chunks_exact(words)) {
            let at = &mut self.begins[usize::from(*origin) + 1];
            self.targets[*at as usize * words..][..words].copy_from_slice(state);
            *at += 1;
        }
        self.begins.pop();
        if let Some(representatives) = &self.model.representatives {
            for target in self.targets.chunks_exact_mut(words) {
                representatives.represent(target);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use synod_core::{Budget, System};
    use synod_testing::{runner, systems};

    use super::*;
    use crate::explore::Space;
    use crate::limits::Limits;

    /// What the steps of a state are and lead to, by the judge.
    fn one_by_one(model: &PackedModel, state: &[u64]) -> (StateSummary, Vec<u64>) {
        let mut targets = Vec::new();
        let mut expander = Expander::new(model);
        let ended = expander.expand(state, &mut |step| {
            targets.extend_from_slice(step.next);
            ControlFlow::Continue(())
        });
        match ended {
            ControlFlow::Continue(summary) => (summary, targets),
            ControlFlow::Break(()) => unreachable!("the visitor never breaks"),
        }
    }

    #[test]
    fn many_states_at_a_time_have_the_steps_that_they_have_one_by_one() {
        let mut budget = Budget::unlimited();
        (budget.threads, budget.int_bound) = (1, 3);
        let kernels = Cell::new(0);
        let test = |system: System| {
            let model = PackedModel::new(&system, budget.int_bound);
            kernels.set(kernels.get() + u32::from(model.has_kernels));
            let Ok(mut space) = Space::new(&system, &model, &budget) else {
                return Err(TestCaseError::reject("too many initial states"));
            };
            let limits = Limits::new(&budget, &synod_core::Silent);
            space.explore_up_to(100, &model, &limits, None);
            let mut states = Vec::new();
            let mut state = Vec::new();
            // Several times, so that every rule has enough of them for a column, and more than one column.
            for number in 0..space.store.len().min(100) * 7 {
                space.store.read(number % space.store.len().min(100), &mut state);
                states.extend_from_slice(&state);
            }
            let mut batches = BatchExpander::new(&model);
            prop_assert_eq!(batches.expand(&states, &mut || true), Ok(()));
            let words = model.layout.words;
            for (number, state) in states.chunks_exact(words).enumerate() {
                let (begin, end) = (batches.begins[number] as usize, batches.begins[number + 1] as usize);
                let found = &batches.targets[begin * words..end * words];
                let (summary, targets) = one_by_one(&model, state);
                prop_assert_eq!((batches.summaries[number], found), (summary, targets.as_slice()));
            }
            Ok(())
        };
        runner(1500).run(&systems(), test).unwrap();
        assert!(kernels.get() > 300, "only {} systems have rules in columns", kernels.get());
    }
}
