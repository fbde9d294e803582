//! How many steps, at least, lie between a state and what is looked for: what has to change is counted.
//!
//! If the goal asks for certain values of several variables, and no step changes two of them, a run needs
//! as many steps as all of them need changes. How many one variable needs is seen by looking at it alone,
//! whatever the others are. Searches that know this number need not find out by trying (it is the class of
//! estimate that leads planners).

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Budget, Stop};

use crate::circuit::{Circuit, Goal, Meaning};
use crate::cnf::Clauses;
use crate::solver::{Incremental, Solver};
use synod_symbolic::aig::{Aig, Lit, Substitution};

/// Variables with more bits are not counted.
const MOST_BITS: usize = 4;
/// Greater distances are not told apart.
const MOST_STEPS: usize = 64;

/// The bits of a variable, and for each of its codes how many changes it needs.
struct Counted {
    bits: Vec<Lit>,
    changes: Vec<usize>,
}

impl Circuit {
    /// Finds signals that say how far the goal is (see [`Circuit::distance`]), if it is of the right form.
    pub fn measure(&mut self, goal: &Goal, budget: &Budget) -> Result<(), Stop> {
        let Goal::Reach { bad, .. } = goal else { return Ok(()) };
        let mut counted = Vec::new();
        for (latches, conditions) in self.separate_conditions(*bad) {
            let changes = self.changes_needed(&latches, &conditions, budget)?;
            if changes.iter().any(|changes| *changes > 0) {
                counted
                    .push(Counted { bits: latches.iter().map(|l| self.latches[*l].now).collect(), changes });
            }
        }
        // One variable alone is no more than what the search sees itself.
        if counted.len() > 1 {
            let numbers: Vec<Vec<Lit>> = counted.iter().map(|one| one.unary(&mut self.aig)).collect();
            self.distance = sum(&mut self.aig, numbers);
        }
        Ok(())
    }

    /// Variables that the goal says something about by themselves, as the numbers of their latches, with
    /// what it says; no step writes two of them.
    fn separate_conditions(&self, bad: Lit) -> Vec<(Vec<usize>, Vec<Lit>)> {
        let mut slots: FxHashMap<usize, usize> = FxHashMap::default();
        let mut latches: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (number, latch) in self.latches.iter().enumerate() {
            if let Meaning::State { slot, .. } = latch.meaning {
                slots.insert(latch.now.node(), slot);
                latches.entry(slot).or_default().push(number);
            }
        }
        let mut conditions: Vec<(usize, Vec<Lit>)> = Vec::new();
        for condition in self.aig.conjuncts(bad) {
            let about: Option<FxHashSet<usize>> =
                self.aig.inputs_of([condition]).iter().map(|input| slots.get(input).copied()).collect();
            let Some(slot) = about.filter(|about| about.len() == 1).into_iter().flatten().next() else {
                continue;
            };
            match conditions.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, list)) => list.push(condition),
                None => conditions.push((slot, vec![condition])),
            }
        }
        // For each class of step whether it writes a variable that is taken.
        let mut spent = vec![false; self.step_classes.len()];
        let mut separate = Vec::new();
        for (slot, conditions) in conditions {
            let latches = &latches[&slot];
            let writes = |class: &crate::partial_order::StepClass| {
                class.writes_any(|node| latches.iter().any(|l| self.latches[*l].now.node() == node))
            };
            let writers: Vec<usize> =
                (0..self.step_classes.len()).filter(|class| writes(&self.step_classes[*class])).collect();
            if latches.len() > MOST_BITS || writers.is_empty() || writers.iter().any(|class| spent[*class]) {
                continue;
            }
            writers.into_iter().for_each(|class| spent[class] = true);
            separate.push((latches.clone(), conditions));
        }
        separate
    }

    /// For each code of a variable the least number of changes until it satisfies some conditions; codes
    /// that never do are one further away than all others.
    fn changes_needed(
        &self,
        latches: &[usize],
        conditions: &[Lit],
        budget: &Budget,
    ) -> Result<Vec<usize>, Stop> {
        let codes = 1 << latches.len();
        let mut clauses = Clauses::new(Incremental::new(budget));
        clauses.require(&self.aig, self.invariant);
        let mut literals = |signal: &dyn Fn(usize) -> Lit| -> Vec<i32> {
            latches.iter().map(|latch| clauses.literal(&self.aig, signal(*latch))).collect()
        };
        let now = literals(&|latch| self.latches[latch].now);
        let next = literals(&|latch| self.latches[latch].next);
        let is_code = |bits: &[i32], code: usize| -> Vec<i32> {
            bits.iter().enumerate().map(|(bit, l)| if code >> bit & 1 == 1 { *l } else { -*l }).collect()
        };
        let satisfied = |code: usize| {
            let value = |(bit, latch): (usize, &usize)| {
                (self.latches[*latch].now, Lit::constant(code >> bit & 1 == 1))
            };
            let mut constants = Substitution::new(latches.iter().enumerate().map(value));
            let mut values = Aig::default();
            conditions.iter().all(|c| constants.copy(&self.aig, &mut values, *c) == Lit::TRUE)
        };
        let mut changes: Vec<Option<usize>> = (0..codes).map(|code| satisfied(code).then_some(0)).collect();
        let mut round = 0;
        loop {
            let mut found = Vec::new();
            for code in (0..codes).filter(|code| changes[*code].is_none()) {
                for target in (0..codes).filter(|target| changes[*target] == Some(round)) {
                    let step = [is_code(&now, code), is_code(&next, target)].concat();
                    let possible = clauses.solver.solve(&step, &[]);
                    if possible.ok_or_else(|| budget.reason_to_stop())? {
                        found.push(code);
                        break;
                    }
                }
            }
            round += 1;
            if found.is_empty() {
                return Ok(changes.into_iter().map(|changes| changes.unwrap_or(round)).collect());
            }
            found.into_iter().for_each(|code| changes[code] = Some(round));
        }
    }
}

impl Counted {
    /// Signals that say: at least 1 change is needed, at least 2, …
    fn unary(&self, aig: &mut Aig) -> Vec<Lit> {
        let most = self.changes.iter().copied().max().unwrap_or(0);
        let code = |aig: &mut Aig, code: usize| {
            aig.all(self.bits.iter().enumerate().map(|(bit, lit)| lit.negate_if(code >> bit & 1 == 0)))
        };
        (1..=most)
            .map(|least| {
                let far: Vec<usize> =
                    (0..self.changes.len()).filter(|code| self.changes[*code] >= least).collect();
                let far: Vec<Lit> = far.into_iter().map(|number| code(aig, number)).collect();
                aig.any(far)
            })
            .collect()
    }
}

/// The sum of numbers, all in unary.
fn sum(aig: &mut Aig, mut numbers: Vec<Vec<Lit>>) -> Vec<Lit> {
    while numbers.len() > 1 {
        numbers = numbers
            .chunks(2)
            .map(|pair| match pair {
                [a, b] => (1..=(a.len() + b.len()).min(MOST_STEPS))
                    .map(|least| {
                        let at_least = |number: &[Lit], least: usize| match least {
                            0 => Some(Lit::TRUE),
                            _ => number.get(least - 1).copied(),
                        };
                        let ways: Vec<(Lit, Lit)> = (0..=least)
                            .filter_map(|part| Some((at_least(a, part)?, at_least(b, least - part)?)))
                            .collect();
                        let ways: Vec<Lit> = ways.into_iter().map(|(x, y)| aig.and(x, y)).collect();
                        aig.any(ways)
                    })
                    .collect(),
                other => other.concat(),
            })
            .collect();
    }
    numbers.concat()
}
