//! A solver of our own for many easy questions: conflict-driven clause learning (CDCL) with little around it, so
//! that a question costs no more than the propagation it takes.
//!
//! Two watched literals, first unique implication points, activities (VSIDS), saved phases, Luby restarts, learnt
//! clauses kept by their literal block distance: as in MiniSat (Eén and Sörensson 2003) and Glucose (Audemard and
//! Simon 2009). What these do not have: a question can be restricted to the variables that it depends on.

use synod_core::Budget;

use super::activity::ActivityHeap;
use super::{Sink, Solver};

/// The solver.
pub struct Cdcl {
    budget: Budget,
    /// Clauses one after the other: the number of literals, its literal block distance (0 if it is not
    /// learnt), and the literals, of which the first two are watched.
    arena: Vec<u32>,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// For each literal 1 if it is true, -1 if it is false, else 0.
    values: Vec<i8>,
    /// For each variable the clause that made it true or false.
    reasons: Vec<u32>,
    /// For each variable the number of decisions before it got its value.
    levels: Vec<u32>,
    /// For each variable the value it had last.
    phases: Vec<bool>,
    trail: Vec<u32>,
    /// Where the trail was before each decision.
    decisions: Vec<usize>,
    /// How much of the trail was propagated.
    head: usize,
    order: ActivityHeap,
    seen: Vec<bool>,
    /// The values of an answer.
    model: Vec<i8>,
    /// The assumptions that were needed for a no; and for each literal whether it is one of them.
    in_core: Vec<bool>,
    core: Vec<u32>,
    unsatisfiable: bool,
    /// For each variable whether it may have to be decided.
    decidable: Vec<bool>,
    /// The variables that count, if not all do.
    domain: Option<Domain>,
    /// Activation literals of clauses for one question: those used since the last reduction, and free ones.
    used_activations: Vec<u32>,
    free_activations: Vec<u32>,
    learnt: usize,
    most_learnt: usize,
    questions: u32,
}

/// A set of variables that is soon emptied.
#[derive(Debug, Default)]
struct Domain {
    list: Vec<u32>,
    /// The number of the set that each variable was last put into.
    sets: Vec<u32>,
    number: u32,
}

impl Domain {
    fn fill(&mut self, count: usize, variables: impl Iterator<Item = u32>) {
        self.list.clear();
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.sets.fill(0);
            self.number = 1;
        }
        self.sets.resize(count, 0);
        for variable in variables {
            if std::mem::replace(&mut self.sets[variable as usize], self.number) != self.number {
                self.list.push(variable);
            }
        }
    }

    fn contains(&self, variable: usize) -> bool {
        self.sets.get(variable) == Some(&self.number)
    }
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it is true there is nothing to do.
    other: u32,
    /// Whether the clause has no more literals than that.
    is_binary: bool,
}

const NONE: u32 = u32::MAX;
/// Words before the literals of a clause.
const HEADER: usize = 2;
/// How many clauses for one question are kept before they are removed together.
const MOST_ACTIVATIONS: usize = 64;
/// The budget is looked at once in so many conflicts, and questions.
const BETWEEN_LOOKS: u32 = 128;
/// Conflicts until the first restart.
const RESTART: u64 = 64;
/// A learnt clause of no larger literal block distance is kept for good.
const GLUE: u32 = 2;

fn variable(literal: u32) -> usize {
    (literal >> 1) as usize
}

/// A literal as others write it.
fn internal(literal: i32) -> u32 {
    (literal.unsigned_abs() - 1) << 1 | u32::from(literal < 0)
}

impl Cdcl {
    /// Whether conclusions are drawn about a variable. What follows for good does so for all.
    fn counts(&self, variable: usize) -> bool {
        self.decisions.is_empty() || self.domain.as_ref().is_none_or(|domain| domain.contains(variable))
    }

    fn value_of(&self, literal: u32) -> i8 {
        self.values[literal as usize]
    }

    fn level(&self) -> usize {
        self.decisions.len()
    }

    fn assign(&mut self, literal: u32, reason: u32) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.reasons[variable(literal)] = reason;
        self.levels[variable(literal)] = self.decisions.len() as u32;
        self.trail.push(literal);
    }

    fn decide(&mut self, literal: u32) {
        self.decisions.push(self.trail.len());
        self.assign(literal, NONE);
    }

    fn backtrack(&mut self, level: usize) {
        if self.level() <= level {
            return;
        }
        let kept = self.decisions[level];
        for at in (kept..self.trail.len()).rev() {
            let literal = self.trail[at];
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            self.phases[variable(literal)] = literal & 1 == 0;
            if self.decidable[variable(literal)] && self.counts(variable(literal)) {
                self.order.insert(literal >> 1);
            }
        }
        self.trail.truncate(kept);
        self.decisions.truncate(level);
        self.head = kept;
    }

    fn literals(&self, clause: u32) -> &[u32] {
        let at = clause as usize;
        &self.arena[at + HEADER..at + HEADER + self.arena[at] as usize]
    }

    /// Stores a clause of at least two literals; the first two are watched.
    fn store(&mut self, literals: &[u32], block_distance: u32) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.extend([literals.len() as u32, block_distance]);
        self.arena.extend_from_slice(literals);
        let is_binary = literals.len() == 2;
        self.watches[literals[0] as usize].push(Watch { clause, other: literals[1], is_binary });
        self.watches[literals[1] as usize].push(Watch { clause, other: literals[0], is_binary });
        clause
    }

    /// Adds a clause while nothing is decided.
    fn add(&mut self, literals: impl Iterator<Item = u32>) {
        let mut clause: Vec<u32> = literals.filter(|literal| self.value_of(*literal) >= 0).collect();
        clause.sort_unstable();
        clause.dedup();
        let is_true = clause.iter().any(|literal| self.value_of(*literal) > 0);
        if is_true || clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return;
        }
        match clause.as_slice() {
            [] => self.unsatisfiable = true,
            [one] => {
                self.assign(*one, NONE);
                self.unsatisfiable |= self.propagate().is_some();
            }
            _ => {
                self.store(&clause, 0);
            }
        }
    }

    /// Draws conclusions; a clause that is false if they contradict each other.
    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let wrong = self.trail[self.head] ^ 1;
            self.head += 1;
            let mut watches = std::mem::take(&mut self.watches[wrong as usize]);
            let (mut kept, mut next) = (0, 0);
            let mut conflict = None;
            while next < watches.len() {
                let watch = watches[next];
                next += 1;
                if self.values[watch.other as usize] > 0 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let mut first = watch.other;
                if !watch.is_binary {
                    let at = watch.clause as usize;
                    let len = self.arena[at] as usize;
                    let literals = &mut self.arena[at + HEADER..at + HEADER + len];
                    if literals[0] == wrong {
                        literals.swap(0, 1);
                    }
                    first = literals[0];
                    if self.values[first as usize] <= 0 {
                        let values = &self.values;
                        let free = literals[2..].iter().position(|literal| values[*literal as usize] >= 0);
                        if let Some(position) = free {
                            literals.swap(1, position + 2);
                            let literal = literals[1];
                            self.watches[literal as usize].push(Watch { other: first, ..watch });
                            continue;
                        }
                    }
                }
                watches[kept] = Watch { other: first, ..watch };
                kept += 1;
                match self.values[first as usize] {
                    0 if self.counts(variable(first)) => self.assign(first, watch.clause),
                    -1 => {
                        conflict = Some(watch.clause);
                        break;
                    }
                    _ => {}
                }
            }
            watches.copy_within(next.., kept);
            watches.truncate(kept + watches.len() - next);
            self.watches[wrong as usize] = watches;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Learns from a conflict: a clause that would have avoided it, its first literal being the one to
    /// become true, and the level to go back to.
    fn analyse(&mut self, conflict: u32) -> (Vec<u32>, usize) {
        let mut learnt = vec![0];
        let mut open = 0;
        let mut at = self.trail.len();
        let mut clause = conflict;
        let mut marked = Vec::new();
        loop {
            for position in 0..self.arena[clause as usize] as usize {
                let literal = self.arena[clause as usize + HEADER + position];
                let var = variable(literal);
                // The literal that a reason made true is done with.
                if self.values[literal as usize] > 0 || self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                marked.push(var);
                self.order.bump(var as u32);
                if self.levels[var] as usize == self.level() {
                    open += 1;
                } else {
                    learnt.push(literal);
                }
            }
            loop {
                at -= 1;
                if self.seen[variable(self.trail[at])] {
                    break;
                }
            }
            open -= 1;
            if open == 0 {
                learnt[0] = self.trail[at] ^ 1;
                break;
            }
            clause = self.reasons[variable(self.trail[at])];
        }
        let redundant = |literal: &u32| {
            let reason = self.reasons[variable(*literal)];
            let implied = |other: &u32| self.seen[variable(*other)] || self.levels[variable(*other)] == 0;
            reason != NONE && self.literals(reason).iter().all(implied)
        };
        let mut rest: Vec<u32> = learnt[1..].iter().copied().filter(|literal| !redundant(literal)).collect();
        marked.into_iter().for_each(|var| self.seen[var] = false);
        // The one decided last comes first: it is watched.
        rest.sort_unstable_by_key(|literal| std::cmp::Reverse(self.levels[variable(*literal)]));
        let back = rest.first().map_or(0, |literal| self.levels[variable(*literal)] as usize);
        rest.insert(0, learnt[0]);
        (rest, back)
    }

    /// How many different levels the literals of a clause, sorted by level but for the first, have.
    fn block_distance(&self, clause: &[u32]) -> u32 {
        let levels = |pair: &&[u32]| self.levels[variable(pair[0])] != self.levels[variable(pair[1])];
        1 + clause[1..].windows(2).filter(levels).count() as u32 + u32::from(clause.len() > 1)
    }

    /// Which assumptions made an assumption false.
    fn explain(&mut self, wrong: u32) {
        self.add_to_core(wrong);
        if self.levels[variable(wrong)] == 0 {
            return;
        }
        self.seen[variable(wrong)] = true;
        for at in (self.decisions[0]..self.trail.len()).rev() {
            let literal = self.trail[at];
            if !std::mem::replace(&mut self.seen[variable(literal)], false) {
                continue;
            }
            let reason = self.reasons[variable(literal)];
            if reason == NONE {
                self.add_to_core(literal);
                continue;
            }
            for position in 0..self.arena[reason as usize] as usize {
                let other = self.arena[reason as usize + HEADER + position];
                if self.levels[variable(other)] > 0 && other != literal {
                    self.seen[variable(other)] = true;
                }
            }
        }
    }

    fn add_to_core(&mut self, literal: u32) {
        self.in_core[literal as usize] = true;
        self.core.push(literal);
    }

    /// Forgets clauses that are true for good, which frees the activation literals, and bad ones among the learnt if
    /// there are too many. Nothing must be decided.
    fn reduce(&mut self) {
        let mut limit = NONE;
        if self.learnt > self.most_learnt {
            self.most_learnt += self.most_learnt / 10;
            let mut distances: Vec<u32> = Vec::with_capacity(self.learnt);
            let mut at = 0;
            while at < self.arena.len() {
                distances.extend(Some(self.arena[at + 1]).filter(|block_distance| *block_distance > 0));
                at += HEADER + self.arena[at] as usize;
            }
            let middle = distances.len() / 2;
            limit = GLUE.max(*distances.select_nth_unstable(middle).1);
        }
        let old = std::mem::take(&mut self.arena);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        let mut at = 0;
        while at < old.len() {
            let (len, block_distance) = (old[at] as usize, old[at + 1]);
            let literals = &old[at + HEADER..at + HEADER + len];
            at += HEADER + len;
            let is_true = literals.iter().any(|literal| self.value_of(*literal) > 0);
            if is_true || block_distance > 0 && block_distance >= limit && block_distance > GLUE {
                continue;
            }
            self.learnt += usize::from(block_distance > 0);
            let left: Vec<u32> = literals.iter().copied().filter(|l| self.value_of(*l) == 0).collect();
            self.store(&left, block_distance);
        }
        let activations = std::mem::take(&mut self.used_activations);
        for activation in &activations {
            self.values[*activation as usize] = 0;
            self.values[*activation as usize ^ 1] = 0;
        }
        let values = &self.values;
        self.trail.retain(|literal| values[*literal as usize] != 0);
        self.head = self.trail.len();
        // What is true for good needs no reason.
        self.trail.iter().for_each(|literal| self.reasons[variable(*literal)] = NONE);
        self.free_activations.extend(activations);
    }

    /// A variable that stands in no clause.
    fn activation(&mut self) -> u32 {
        self.free_activations.pop().unwrap_or_else(|| internal(self.dependent_variable()))
    }

    fn add_variable(&mut self, decidable: bool) -> i32 {
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.in_core.extend([false, false]);
        self.reasons.push(NONE);
        self.levels.push(0);
        self.phases.push(false);
        self.seen.push(false);
        self.decidable.push(decidable);
        self.order.add(decidable);
        self.reasons.len() as i32
    }

    /// Searches until there is an answer, there were so many conflicts, or the budget is used up.
    fn search(&mut self, assumptions: &[u32], most_conflicts: u32) -> Option<bool> {
        let mut conflicts: u32 = 0;
        let mut restarts = 1;
        let mut until_restart = RESTART;
        loop {
            if let Some(conflict) = self.propagate() {
                if self.level() == 0 {
                    self.unsatisfiable = true;
                    return Some(false);
                }
                let (learnt, back) = self.analyse(conflict);
                let block_distance = self.block_distance(&learnt);
                self.backtrack(back);
                let reason = match learnt.len() {
                    1 => NONE,
                    _ => {
                        self.learnt += 1;
                        self.store(&learnt, block_distance)
                    }
                };
                self.assign(learnt[0], reason);
                self.order.decay();
                conflicts = conflicts.saturating_add(1);
                until_restart = u64::saturating_sub(until_restart, 1);
                let is_late = conflicts.is_multiple_of(BETWEEN_LOOKS) && self.budget.check(0).is_err();
                if is_late || conflicts >= most_conflicts {
                    return None;
                }
                continue;
            }
            if until_restart == 0 {
                restarts += 1;
                until_restart = RESTART * luby(restarts);
                self.backtrack(0);
                if self.learnt > self.most_learnt {
                    self.reduce();
                }
                continue;
            }
            if let Some(assumption) = assumptions.get(self.level()).copied() {
                match self.value_of(assumption) {
                    0 => self.decide(assumption),
                    1 => self.decisions.push(self.trail.len()),
                    _ => {
                        self.explain(assumption);
                        return Some(false);
                    }
                }
                continue;
            }
            let undecided = loop {
                match self.order.pop() {
                    None => return Some(true),
                    Some(variable) if self.values[2 * variable as usize] == 0 => break variable,
                    Some(_) => {}
                }
            };
            self.decide(undecided << 1 | u32::from(!self.phases[undecided as usize]));
        }
    }

    /// Answers a question (see [`Solver::solve`]), or gives up after so many conflicts.
    fn answer(&mut self, assumptions: &[i32], constraint: &[i32], most_conflicts: u32) -> Option<bool> {
        for literal in std::mem::take(&mut self.core) {
            self.in_core[literal as usize] = false;
        }
        self.questions = self.questions.wrapping_add(1);
        if self.questions.is_multiple_of(BETWEEN_LOOKS) && self.budget.check(0).is_err() {
            return None;
        }
        if self.used_activations.len() >= MOST_ACTIVATIONS || self.learnt > self.most_learnt {
            self.reduce();
        }
        let mut assumed: Vec<u32> = Vec::with_capacity(assumptions.len() + 1);
        let activation = (!constraint.is_empty()).then(|| self.activation());
        if let Some(activation) = activation {
            self.add(constraint.iter().map(|literal| internal(*literal)).chain([activation ^ 1]));
            assumed.push(activation);
        }
        assumed.extend(assumptions.iter().map(|literal| internal(*literal)));
        let answer = match self.unsatisfiable {
            true => Some(false),
            false => self.search(&assumed, most_conflicts),
        };
        if answer == Some(true) {
            self.model.clone_from(&self.values);
        }
        self.backtrack(0);
        if let Some(activation) = activation {
            self.add(std::iter::once(activation ^ 1));
            self.used_activations.push(activation);
        }
        answer
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, …, from 1 on.
fn luby(mut position: u64) -> u64 {
    loop {
        let bits = u64::BITS - position.leading_zeros();
        if position + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        position -= (1 << (bits - 1)) - 1;
    }
}

impl Sink for Cdcl {
    fn variable(&mut self) -> i32 {
        self.add_variable(true)
    }

    fn clause(&mut self, literals: &[i32]) {
        self.add(literals.iter().map(|literal| internal(*literal)));
    }
}

impl Solver for Cdcl {
    fn new(budget: &Budget) -> Self {
        Cdcl {
            budget: budget.clone(),
            arena: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            reasons: Vec::new(),
            levels: Vec::new(),
            phases: Vec::new(),
            trail: Vec::new(),
            decisions: Vec::new(),
            head: 0,
            order: ActivityHeap::default(),
            seen: Vec::new(),
            model: Vec::new(),
            in_core: Vec::new(),
            core: Vec::new(),
            unsatisfiable: false,
            decidable: Vec::new(),
            domain: None,
            used_activations: Vec::new(),
            free_activations: Vec::new(),
            learnt: 0,
            most_learnt: 300,
            questions: 0,
        }
    }

    fn dependent_variable(&mut self) -> i32 {
        self.add_variable(false)
    }

    fn restrict(&mut self, variables: impl Iterator<Item = i32>) {
        let domain = self.domain.get_or_insert_default();
        domain.fill(self.reasons.len(), variables.map(|variable| internal(variable) >> 1));
        self.order.clear();
        for variable in &domain.list {
            if self.decidable[*variable as usize] && self.values[2 * *variable as usize] == 0 {
                self.order.insert(*variable);
            }
        }
    }

    fn solve(&mut self, assumptions: &[i32], constraint: &[i32]) -> Option<bool> {
        self.answer(assumptions, constraint, u32::MAX)
    }

    fn solve_within(&mut self, assumptions: &[i32], conflicts: i32) -> Option<bool> {
        self.answer(assumptions, &[], conflicts.unsigned_abs())
    }

    fn value(&mut self, literal: i32) -> bool {
        self.model.get(internal(literal) as usize).is_some_and(|value| *value > 0)
    }

    fn failed(&mut self, assumption: i32) -> bool {
        self.in_core[internal(assumption) as usize]
    }
}
