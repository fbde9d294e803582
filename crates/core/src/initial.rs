//! Listing the initial states: assign variables one by one, testing each conjunct of the initial
//! condition as soon as all its variables have a value.

mod groups;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use synod_syntax::checkpoint;

use crate::budget::{Budget, Stop};
use crate::eval::{Env, eval_bool};
use crate::expr::{BinaryOp, Expr, ExprId};
use crate::interval::Interval;
use crate::known::Known;
use crate::ranges::initial_elements;
use crate::system::System;
use crate::trace::State;

use groups::{Agreeing, Early, Groups, solve};

/// Whether all initial states were listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All of them.
    Complete,
    /// Only those whose unbounded integers stay within the bound.
    Cut,
    /// The visitor asked to stop.
    Stopped,
}

/// Calls `visit` for every initial state, in lexicographic order of the values. Integers that neither
/// their type nor the initial condition bounds are tried from `-int_bound` to `int_bound` only.
pub fn initial_states(
    system: &System,
    int_bound: i64,
    visit: &mut dyn FnMut(&State) -> ControlFlow<()>,
) -> Listing {
    let mut budget = Budget::unlimited();
    budget.int_bound = int_bound;
    let mut first = |lo, _| {
        checkpoint();
        lo
    };
    let plan = Plan::new(system, int_bound);
    let listing = search(system, plan, &budget, true, &mut first, &mut |state| Ok(visit(state)));
    listing.expect("without limits nothing stops it")
}

/// The same within a budget, which is asked also where no initial state is found for long: for a condition that
/// few values satisfy.
pub fn initial_states_within(
    system: &System,
    budget: &Budget,
    visit: &mut dyn FnMut(&State) -> Result<ControlFlow<()>, Stop>,
) -> Result<Listing, Stop> {
    let plan = Plan::new(system, budget.int_bound);
    search(system, plan, budget, true, &mut |lo, _| lo, visit)
}

/// An initial state, if there is one. `pick` says with which value from the least to the greatest of a
/// variable to begin; the others are tried after it. So each initial state can be found, and values that
/// lead to none cost time only.
fn pick_initial_state(
    system: &System,
    int_bound: i64,
    pick: &mut dyn FnMut(i64, i64) -> i64,
) -> Option<State> {
    let mut found = None;
    let mut budget = Budget::unlimited();
    budget.int_bound = int_bound;
    let mut pick = |lo, hi| {
        checkpoint();
        pick(lo, hi)
    };
    let plan = Plan::new(system, int_bound);
    let listing = search(system, plan, &budget, false, &mut pick, &mut |state| {
        found = Some(state.clone());
        Ok(ControlFlow::Break(()))
    });
    listing.expect("without limits nothing stops it");
    found
}

/// Initial states drawn at random, all as likely.
#[derive(Clone, Debug)]
pub struct InitialSampler<'a> {
    system: &'a System,
    plan: Plan,
    /// For slots of which the condition says something by themselves: the values that satisfy it.
    allowed: Vec<Option<Vec<i64>>>,
    int_bound: i64,
    /// All initial states, for conditions that values drawn one by one hardly ever satisfy.
    listed: OnceLock<Vec<State>>,
}

impl<'a> InitialSampler<'a> {
    /// How often values are drawn before the initial states are listed.
    const TRIES: usize = 1_000;
    /// How many are listed at most; if there are more, they are not quite as likely.
    const MOST_LISTED: usize = 1_000_000;
    /// Up to how many values of a slot are tested by themselves.
    const MOST_TESTED: i64 = 100_000;

    /// Draws from the initial states of a system; integers that nothing bounds from `-int_bound` to
    /// `int_bound` only.
    pub fn new(system: &'a System, int_bound: i64) -> Self {
        let plan = Plan::new(system, int_bound);
        let allowed = (0..plan.domains.len()).map(|slot| Self::allowed(system, &plan, slot)).collect();
        InitialSampler { system, plan, allowed, int_bound, listed: OnceLock::new() }
    }

    /// The values of a slot that satisfy what is said of it alone; `None` if those are all.
    fn allowed(system: &System, plan: &Plan, slot: usize) -> Option<Vec<i64>> {
        let (lo, hi) = plan.domains[slot];
        let own = |c: &&ExprId| slots_read(system, **c) == (slot..slot + 1);
        let own: Vec<ExprId> = plan.due[slot + 1].iter().filter(own).copied().collect();
        let few = hi.checked_sub(lo).is_some_and(|count| count < Self::MOST_TESTED);
        if own.is_empty() || !few {
            return None;
        }
        let mut state = vec![0; system.width()];
        let mut fits = |value: &i64| {
            state[slot] = *value;
            let env = Env::of(system, &state);
            own.iter().all(|c| eval_bool(&system.exprs, *c, env) == Ok(true))
        };
        let values: Vec<i64> =
            (lo..=hi).map(|place| plan.value(slot, place)).filter(|value| fits(value)).collect();
        (values.len() as i64 <= hi - lo).then_some(values)
    }

    /// An initial state, if there is one. `pick` draws a number from the first to the second.
    pub fn draw(&self, pick: &mut dyn FnMut(i64, i64) -> i64) -> Option<State> {
        // Of all combinations of values each is as likely, so each of those that are accepted is too.
        for _ in 0..Self::TRIES {
            if let Some(state) = self.attempt(pick) {
                return Some(state);
            }
        }
        let listed = self.listed.get_or_init(|| self.list());
        match listed.len() {
            0 => None,
            Self::MOST_LISTED => pick_initial_state(self.system, self.int_bound, pick),
            count => Some(listed[pick(0, count as i64 - 1).clamp(0, count as i64 - 1) as usize].clone()),
        }
    }

    fn attempt(&self, pick: &mut dyn FnMut(i64, i64) -> i64) -> Option<State> {
        let mut state = vec![0; self.plan.domains.len()];
        for slot in 0..=state.len() {
            if !self.plan.fits(self.system, slot, &state) {
                return None;
            }
            let Some(domain) = self.plan.domains.get(slot) else { break };
            let mut draw = |lo: i64, hi: i64| if lo == hi { lo } else { pick(lo, hi).clamp(lo, hi) };
            state[slot] = match &self.allowed[slot] {
                Some(values) if values.is_empty() => return None,
                Some(values) => values[draw(0, values.len() as i64 - 1) as usize],
                None if domain.0 > domain.1 => return None,
                None => self.plan.value(slot, draw(domain.0, domain.1)),
            };
        }
        Some(state)
    }

    fn list(&self) -> Vec<State> {
        let mut found = Vec::new();
        initial_states(self.system, self.int_bound, &mut |state| {
            found.push(state.clone());
            if found.len() < Self::MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found
    }
}

/// Goes through the initial states of a plan. If all of them are wanted, independent parts of the condition are solved
/// first, which needs no value to begin with.
fn search(
    system: &System,
    mut plan: Plan,
    budget: &Budget,
    all: bool,
    first: &mut dyn FnMut(i64, i64) -> i64,
    visit: &mut dyn FnMut(&State) -> Result<ControlFlow<()>, Stop>,
) -> Result<Listing, Stop> {
    let groups = if all { solve(system, &mut plan, budget)? } else { Groups::none(plan.domains.len()) };
    let mut search = Search { system, plan: &plan, groups: &groups, budget, most_tries: None, first, visit };
    Ok(match search.run()? {
        ControlFlow::Continue(()) => plan.listing,
        ControlFlow::Break(()) => Listing::Stopped,
    })
}

/// A condition that can be seen to be in vain before all that it reads has a value.
#[derive(Clone, Debug)]
enum EarlyTest {
    /// Evaluated once so many slots have a value.
    Leaf(ExprId, usize),
    All(Vec<EarlyTest>),
    Any(Vec<EarlyTest>),
}

impl EarlyTest {
    fn new(system: &System, condition: ExprId) -> Self {
        let parts = |list: &[ExprId]| list.iter().map(|part| EarlyTest::new(system, *part)).collect();
        match &system.exprs[condition] {
            Expr::And(list) => EarlyTest::All(parts(list)),
            Expr::Or(list) => EarlyTest::Any(parts(list)),
            _ => EarlyTest::Leaf(condition, slots_needed(system, condition)),
        }
    }

    /// After how many slots it says something.
    fn moments(&self, found: &mut Vec<usize>) {
        match self {
            EarlyTest::Leaf(_, needed) => found.push(*needed),
            EarlyTest::All(list) | EarlyTest::Any(list) => list.iter().for_each(|part| part.moments(found)),
        }
    }

    /// Whether it may be true when all slots have a value: a conjunction is true if all its parts are, a
    /// disjunction if some part is, whatever has no value.
    fn may_hold(&self, system: &System, assigned: usize, state: &State) -> bool {
        match self {
            EarlyTest::Leaf(_, needed) if *needed > assigned => true,
            EarlyTest::Leaf(condition, _) => {
                eval_bool(&system.exprs, *condition, Env::of(system, state)) == Ok(true)
            }
            EarlyTest::All(list) => list.iter().all(|part| part.may_hold(system, assigned, state)),
            EarlyTest::Any(list) => list.iter().any(|part| part.may_hold(system, assigned, state)),
        }
    }
}

/// What to try for each slot, and when to test.
#[derive(Clone, Debug)]
struct Plan {
    /// Least and greatest value to try for each slot, or numbers of values in a list.
    domains: Vec<(i64, i64)>,
    /// For slots of which the condition names the values that they may have: these.
    named: Vec<Option<Vec<i64>>>,
    /// The conjuncts that can be tested once this many slots have a value.
    due: Vec<Vec<ExprId>>,
    /// Conjuncts that may be in vain before they are due, and those of which that may be seen once this many slots
    /// have a value.
    early: Vec<Early>,
    early_due: Vec<Vec<usize>>,
    /// Whether these are all values.
    listing: Listing,
}

impl Plan {
    fn new(system: &System, int_bound: i64) -> Self {
        let mut ranges: Vec<Interval> = system.vars.iter().map(|var| var.values(&system.enums)).collect();
        // Twice, because a conjunct may use what a later one says.
        let types = ranges.clone();
        let mut known = Known::new(system, &types);
        for _ in 0..2 {
            known.assume(system.init);
        }
        for (var, range) in known.into_narrowed() {
            ranges[var.0 as usize] = range;
        }
        // An array shares one interval between its elements, so what is said of each comes from elsewhere.
        let elements = initial_elements(system);
        let mut listing = Listing::Complete;
        let mut domains = Vec::with_capacity(system.width());
        for ((id, var), shared) in std::iter::zip(system.var_ids(), &ranges) {
            for element in 0..var.len.unwrap_or(1) {
                let own = var.len.and_then(|_| elements.get(&(id, i64::from(element))));
                let range = own.map_or(*shared, |own| shared.meet(*own));
                if range.finite().is_none() {
                    listing = Listing::Cut;
                }
                domains.push((range.lo.unwrap_or(-int_bound), range.hi.unwrap_or(int_bound)));
            }
        }
        let mut due: Vec<Vec<ExprId>> = vec![Vec::new(); system.width() + 1];
        let (mut early, mut early_due) = (Vec::new(), vec![Vec::new(); system.width() + 1]);
        let mut named: Vec<Option<Vec<i64>>> = vec![None; system.width()];
        for conjunct in system.exprs.conjuncts(system.init) {
            if let Some((slot, mut values)) = values_named(system, conjunct) {
                let (lo, hi) = domains[slot];
                values.retain(|value| (lo..=hi).contains(value));
                let last = values.len() as i64 - 1;
                if named[slot].is_none() && hi.checked_sub(lo).is_none_or(|span| span > last) {
                    domains[slot] = (0, last);
                    named[slot] = Some(values);
                }
            }
            let last = slots_needed(system, conjunct);
            due[last].push(conjunct);
            if matches!(system.exprs[conjunct], Expr::Or(_)) {
                let test = EarlyTest::new(system, conjunct);
                let mut moments = Vec::new();
                test.moments(&mut moments);
                moments.retain(|moment| *moment < last);
                moments.sort_unstable();
                moments.dedup();
                moments.iter().for_each(|moment| early_due[*moment].push(early.len()));
                early.push((conjunct, test));
            }
        }
        Plan { domains, named, due, early, early_due, listing }
    }

    /// The value that a slot has for a place in its domain.
    fn value(&self, slot: usize, place: i64) -> i64 {
        self.named[slot].as_ref().map_or(place, |values| values[place as usize])
    }

    /// Whether what can be tested now holds.
    fn fits(&self, system: &System, slot: usize, state: &State) -> bool {
        let env = Env::of(system, state);
        self.due[slot].iter().all(|c| eval_bool(&system.exprs, *c, env) == Ok(true))
            && self.early_due[slot].iter().all(|test| self.early[*test].1.may_hold(system, slot, state))
    }
}

/// The slot whose value a condition asks to be one of some constants, and these, sorted.
fn values_named(system: &System, condition: ExprId) -> Option<(usize, Vec<i64>)> {
    let mut named: Option<(usize, Vec<i64>)> = None;
    let mut left = vec![condition];
    while let Some(id) = left.pop() {
        let (a, b) = match &system.exprs[id] {
            Expr::Or(list) => {
                left.extend(list.iter().copied());
                continue;
            }
            Expr::Binary(BinaryOp::Eq, a, b) => (*a, *b),
            _ => return None,
        };
        let (place, value) = match (system.exprs.as_const(a), system.exprs.as_const(b)) {
            (None, Some(value)) => (a, value),
            (Some(value), None) => (b, value),
            _ => return None,
        };
        let is_place = matches!(system.exprs[place], Expr::Var(_) | Expr::Element(..));
        let slots = slots_read(system, place);
        if !is_place || slots.len() != 1 {
            return None;
        }
        let (slot, values) = named.get_or_insert((slots.start, Vec::new()));
        if *slot != slots.start {
            return None;
        }
        values.push(value);
    }
    let (slot, mut values) = named?;
    values.sort_unstable();
    values.dedup();
    Some((slot, values))
}

/// How many slots have to have a value before the condition can be tested.
fn slots_needed(system: &System, condition: ExprId) -> usize {
    slots_read(system, condition).end
}

/// From the first slot that a condition reads to just after the last.
fn slots_read(system: &System, condition: ExprId) -> Range<usize> {
    let mut read: Option<Range<usize>> = None;
    let mut seen = FxHashSet::default();
    let mut left = vec![condition];
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        let used = slots_read_here(system, id);
        if !used.is_empty() {
            let before = read.unwrap_or(used.clone());
            read = Some(before.start.min(used.start)..before.end.max(used.end));
        }
        left.extend(system.exprs.operands(id));
    }
    read.unwrap_or(0..0)
}

/// The slots that an expression reads itself, apart from what its operands read.
fn slots_read_here(system: &System, id: ExprId) -> Range<usize> {
    match system.exprs[id] {
        Expr::Var(var) => system.slot(var)..system.slot(var) + 1,
        Expr::Element(var, index) => {
            let (slot, len) = (system.slot(var), system.var(var).len.unwrap_or(1) as usize);
            let at = system.exprs.as_const(index).and_then(|at| usize::try_from(at).ok());
            at.filter(|at| *at < len).map_or(slot..slot + len, |at| slot + at..slot + at + 1)
        }
        _ => 0..0,
    }
}

/// How many values are tried between two looks at the budget.
const TRIES_BETWEEN_CHECKS: u32 = 1 << 10;

struct Search<'a> {
    system: &'a System,
    plan: &'a Plan,
    /// What was solved before.
    groups: &'a Groups,
    budget: &'a Budget,
    /// After so many values it is given up, as if the visitor had asked for that.
    most_tries: Option<u32>,
    /// The value to begin with, of those from the least to the greatest.
    first: &'a mut dyn FnMut(i64, i64) -> i64,
    visit: &'a mut dyn FnMut(&State) -> Result<ControlFlow<()>, Stop>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<ControlFlow<()>, Stop> {
        let mut tries = 0u32;
        let mut state = vec![0; self.plan.domains.len()];
        // The place in its domain where each slot is and where it began; after the last comes the first.
        let mut at = state.clone();
        let mut began = state.clone();
        let Groups { all: groups, member } = self.groups;
        // For each group the solutions that agree with the values of none of its slots, the first, the first two, …
        let mut agreeing: Vec<Vec<Agreeing>> = groups.iter().map(|group| vec![group.all()]).collect();
        let mut slot = 0;
        loop {
            tries = tries.wrapping_add(1);
            if tries.is_multiple_of(TRIES_BETWEEN_CHECKS) {
                self.budget.check(0)?;
            }
            if self.most_tries.is_some_and(|most| tries > most) {
                return Ok(ControlFlow::Break(()));
            }
            if self.plan.fits(self.system, slot, &state) {
                let grouped = member.get(slot).copied().flatten();
                match (self.plan.domains.get(slot).copied(), grouped) {
                    (None, _) if (self.visit)(&state)?.is_break() => return Ok(ControlFlow::Break(())),
                    (None, _) => {}
                    (Some(_), Some((group, position))) => {
                        let before = agreeing[group][position];
                        if let Some((value, same)) = groups[group].least(position, before) {
                            state[slot] = value;
                            agreeing[group].push(same);
                            slot += 1;
                            continue;
                        }
                    }
                    (Some((lo, hi)), None) if lo <= hi => {
                        began[slot] = if lo == hi { lo } else { (self.first)(lo, hi).clamp(lo, hi) };
                        at[slot] = began[slot];
                        state[slot] = self.plan.value(slot, at[slot]);
                        slot += 1;
                        continue;
                    }
                    (Some(_), None) => {}
                }
            }
            // The next value of the last slot that has one.
            loop {
                if slot == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                slot -= 1;
                if let Some((group, position)) = member[slot] {
                    let stack = &mut agreeing[group];
                    let (_, tried) = stack.pop().expect("the slot has a value");
                    let (_, end) = stack[position];
                    if let Some((value, same)) = groups[group].least(position, (tried, end)) {
                        state[slot] = value;
                        stack.push(same);
                        slot += 1;
                        break;
                    }
                    continue;
                }
                let (lo, hi) = self.plan.domains[slot];
                let next = if at[slot] == hi { lo } else { at[slot] + 1 };
                if next != began[slot] {
                    at[slot] = next;
                    state[slot] = self.plan.value(slot, next);
                    slot += 1;
                    break;
                }
            }
        }
    }
}
