//! Listing the initial states: assign variables one by one, testing each conjunct of the initial
//! condition as soon as all its variables have a value.

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
    let listing = search(system, &budget, &mut first, &mut |state| Ok(visit(state)));
    listing.expect("without limits nothing stops it")
}

/// The same within a budget, which is asked also where no initial state is found for long: for a condition that
/// few values satisfy.
pub fn initial_states_within(
    system: &System,
    budget: &Budget,
    visit: &mut dyn FnMut(&State) -> Result<ControlFlow<()>, Stop>,
) -> Result<Listing, Stop> {
    search(system, budget, &mut |lo, _| lo, visit)
}

/// An initial state, if there is one. `pick` says with which value from the least to the greatest of a
/// variable to begin; the others are tried after it. So each initial state can be found, and values that
/// lead to none cost time only.
pub fn pick_initial_state(
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
    let listing = search(system, &budget, &mut pick, &mut |state| {
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

fn search(
    system: &System,
    budget: &Budget,
    first: &mut dyn FnMut(i64, i64) -> i64,
    visit: &mut dyn FnMut(&State) -> Result<ControlFlow<()>, Stop>,
) -> Result<Listing, Stop> {
    let plan = Plan::new(system, budget.int_bound);
    let mut search = Search { system, plan: &plan, budget, first, visit };
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
    early: Vec<EarlyTest>,
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
                early.push(test);
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
            && self.early_due[slot].iter().all(|test| self.early[*test].may_hold(system, slot, state))
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
        let used = match system.exprs[id] {
            Expr::Var(var) => Some(system.slot(var)..system.slot(var) + 1),
            Expr::Element(var, index) => {
                let (slot, len) = (system.slot(var), system.var(var).len.unwrap_or(1) as usize);
                let at = system.exprs.as_const(index).and_then(|at| usize::try_from(at).ok());
                Some(at.filter(|at| *at < len).map_or(slot..slot + len, |at| slot + at..slot + at + 1))
            }
            _ => None,
        };
        if let Some(used) = used {
            let before = read.unwrap_or(used.clone());
            read = Some(before.start.min(used.start)..before.end.max(used.end));
        }
        left.extend(system.exprs.operands(id));
    }
    read.unwrap_or(0..0)
}

/// How many values are tried between two looks at the budget.
const TRIES_BETWEEN_CHECKS: u32 = 1 << 10;

struct Search<'a> {
    system: &'a System,
    plan: &'a Plan,
    budget: &'a Budget,
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
        let mut slot = 0;
        loop {
            tries = tries.wrapping_add(1);
            if tries.is_multiple_of(TRIES_BETWEEN_CHECKS) {
                self.budget.check(0)?;
            }
            if self.plan.fits(self.system, slot, &state) {
                match self.plan.domains.get(slot).copied() {
                    None if (self.visit)(&state)?.is_break() => return Ok(ControlFlow::Break(())),
                    None => {}
                    Some((lo, hi)) if lo <= hi => {
                        began[slot] = if lo == hi { lo } else { (self.first)(lo, hi).clamp(lo, hi) };
                        at[slot] = began[slot];
                        state[slot] = self.plan.value(slot, at[slot]);
                        slot += 1;
                        continue;
                    }
                    Some(_) => {}
                }
            }
            // The next value of the last slot that has one.
            loop {
                if slot == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                slot -= 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Type, Variable};

    fn list(system: &System) -> (Vec<State>, Listing) {
        let mut found = Vec::new();
        let listing = initial_states(system, 3, &mut |s| {
            found.push(s.clone());
            ControlFlow::Continue(())
        });
        (found, listing)
    }

    fn two(first: Type, second: Type) -> (System, ExprId, ExprId) {
        let mut system = System::new("t");
        let mut add = |name: &str, ty| {
            let id = system.add_var(Variable {
                name: name.into(),
                ty,
                len: None,
                owner: None,
                span: Default::default(),
            });
            system.exprs.var(id)
        };
        let (a, b) = (add("a", first), add("b", second));
        (system, a, b)
    }

    #[test]
    fn unconstrained_variables_take_all_values() {
        let (system, ..) = two(Type::Bool, Type::Range { lo: 1, hi: 3 });
        assert_eq!(list(&system).0.len(), 6);
    }

    #[test]
    fn values_far_apart_are_tried_and_nothing_between_them() {
        let (mut system, a, b) = two(Type::Int, Type::Range { lo: 0, hi: i64::MAX });
        let values = [i64::MIN, 7, i64::MAX].map(|value| system.exprs.int(value));
        let named = values.map(|value| system.exprs.eq(value, a));
        let either = system.exprs.or(named);
        let minus = system.exprs.int(-1);
        let [outside, inside] = [minus, values[1]].map(|value| system.exprs.eq(b, value));
        let of_second = system.exprs.or([outside, inside]);
        system.init = system.exprs.and([either, of_second]);
        let expected = [i64::MIN, 7, i64::MAX].map(|value| vec![value, 7]);
        assert_eq!(list(&system), (expected.to_vec(), Listing::Complete));
        let mut drawn: Vec<State> = Vec::new();
        let sampler = InitialSampler::new(&system, 3);
        for place in 0..3 {
            drawn.extend(sampler.draw(&mut |lo, hi| (lo + place).min(hi)));
        }
        assert_eq!(drawn, expected);
    }

    #[test]
    fn disjunctions_bound_integers() {
        let (mut system, a, b) = two(Type::Int, Type::Int);
        let (one, two) = (system.exprs.int(1), system.exprs.int(2));
        let (is_one, is_two) = (system.exprs.eq(a, one), system.exprs.eq(a, two));
        let either = system.exprs.or([is_one, is_two]);
        let same = system.exprs.eq(a, b);
        system.init = system.exprs.and([either, same]);
        assert_eq!(list(&system), (vec![vec![1, 1], vec![2, 2]], Listing::Complete));
    }

    /// Some number of booleans of which exactly one is true, each way spelt out.
    fn exactly_one(count: u32) -> System {
        let mut system = System::new("t");
        let bits: Vec<ExprId> = (0..count)
            .map(|number| {
                let name = format!("b{number}");
                let var = Variable { name, ty: Type::Bool, len: None, owner: None, span: Default::default() };
                let var = system.add_var(var);
                system.exprs.var(var)
            })
            .collect();
        let only = |system: &mut System, chosen: ExprId| {
            let all = bits.iter().map(|bit| if *bit == chosen { *bit } else { system.exprs.not(*bit) });
            let all: Vec<ExprId> = all.collect();
            system.exprs.and(all)
        };
        let ways: Vec<ExprId> = bits.iter().map(|bit| only(&mut system, *bit)).collect();
        system.init = system.exprs.or(ways);
        system
    }

    #[test]
    fn disjunctions_are_given_up_before_all_values_are_tried() {
        // There are 2^60 combinations.
        let (found, listing) = list(&exactly_one(60));
        assert_eq!((found.len(), listing), (60, Listing::Complete));
        assert!(found.iter().all(|state| state.iter().sum::<i64>() == 1) && found.is_sorted());
    }

    #[test]
    fn a_budget_stops_a_search_that_finds_nothing() {
        let (mut system, a, b) = two(Type::Range { lo: 0, hi: 1 << 40 }, Type::Range { lo: 0, hi: 1 << 40 });
        let sum = system.exprs.binary(BinaryOp::Add, a, b);
        let minus = system.exprs.int(-1);
        system.init = system.exprs.eq(sum, minus);
        let budget = Budget::unlimited();
        budget.cancel();
        let found = initial_states_within(&system, &budget, &mut |_| Ok(ControlFlow::Continue(())));
        assert_eq!(found, Err(Stop::Cancelled));
    }

    #[test]
    fn the_values_to_begin_with_lead_to_any_initial_state() {
        let (mut system, a, b) = two(Type::Range { lo: 0, hi: 9 }, Type::Range { lo: 3, hi: 4 });
        let same = system.exprs.eq(a, b);
        system.init = system.exprs.not(same);
        let found = |first: [i64; 2]| {
            let mut first = first.into_iter();
            pick_initial_state(&system, 3, &mut |lo, _| first.next().unwrap_or(lo))
        };
        for state in list(&system).0 {
            assert_eq!(found([state[0], state[1]]), Some(state));
        }
        assert_eq!(found([4, 4]), Some(vec![4, 3]), "after the greatest value comes the least");
    }

    #[test]
    fn values_that_lead_to_no_initial_state_are_given_up() {
        let (mut system, a, b) = two(Type::Range { lo: 0, hi: 9 }, Type::Range { lo: 3, hi: 3 });
        let same = system.exprs.eq(a, b);
        system.init = system.exprs.not(same);
        assert_eq!(pick_initial_state(&system, 3, &mut |_, _| 3), Some(vec![4, 3]));
        system.init = system.exprs.lt(a, a);
        assert_eq!(pick_initial_state(&system, 3, &mut |lo, _| lo), None);
    }

    /// How often each initial state is drawn.
    fn drawn(system: &System, times: usize) -> std::collections::BTreeMap<State, usize> {
        let sampler = InitialSampler::new(system, 3);
        let mut seed = 1_u64;
        let mut pick = |lo: i64, hi: i64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            lo + (seed >> 33) as i64 % (hi - lo + 1)
        };
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..times {
            *counts.entry(sampler.draw(&mut pick).expect("an initial state")).or_default() += 1;
        }
        counts
    }

    #[test]
    fn initial_states_are_drawn_equally_often() {
        // Taking the next value that fits, as listing does, would draw some of these twice as often.
        let (mut system, a, b) = two(Type::Range { lo: 0, hi: 3 }, Type::Range { lo: 0, hi: 9 });
        let lower = system.exprs.lt(b, a);
        let seven = system.exprs.int(7);
        let is_seven = system.exprs.eq(b, seven);
        system.init = system.exprs.or([lower, is_seven]);
        let counts = drawn(&system, 10_000);
        assert_eq!(counts.len(), list(&system).0.len());
        assert!(counts.values().all(|count| (800..1200).contains(count)), "{counts:?}");
    }

    #[test]
    fn rare_initial_states_are_drawn_too() {
        let (mut system, a, b) = two(Type::Range { lo: 0, hi: 99_999 }, Type::Range { lo: 0, hi: 99_999 });
        let two = system.exprs.int(2);
        let product = system.exprs.binary(crate::BinaryOp::Mul, a, two);
        let small = system.exprs.lt(a, two);
        let double = system.exprs.eq(product, b);
        system.init = system.exprs.and([small, double]);
        let counts = drawn(&system, 100);
        assert_eq!(counts.keys().cloned().collect::<Vec<_>>(), [vec![0, 0], vec![1, 2]]);
        assert!(counts.values().all(|count| *count > 20), "{counts:?}");
    }

    #[test]
    fn elements_of_long_arrays_are_tested_one_by_one() {
        let mut system = System::new("t");
        let array = Variable {
            name: "a".into(),
            ty: Type::Range { lo: 0, hi: 9 },
            len: Some(5000),
            owner: None,
            span: Default::default(),
        };
        let array = system.add_var(array);
        let seven = system.exprs.int(7);
        let all: Vec<ExprId> = (0..5000)
            .map(|i| {
                let i = system.exprs.int(i);
                let element = system.exprs.element(array, i);
                system.exprs.eq(element, seven)
            })
            .collect();
        system.init = system.exprs.and(all);
        assert_eq!(list(&system), (vec![vec![7; 5000]], Listing::Complete));
    }

    #[test]
    fn free_integers_are_cut_and_it_is_said() {
        let (system, ..) = two(Type::Int, Type::Bool);
        let (found, listing) = list(&system);
        assert_eq!((found.len(), listing), (14, Listing::Cut));
    }
}
