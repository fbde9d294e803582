//! Parts of an initial condition that have no variable in common are solved one by one: the initial states are all
//! combinations of their solutions, and what one part asks is not asked again for each way to satisfy another.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{EarlyTest, Plan, Search};
use crate::budget::{Budget, Stop};
use crate::expr::{Expr, ExprId};
use crate::system::System;

/// Slots that conditions connect: the values in their order that satisfy these, in lexicographic order.
#[derive(Clone, Debug)]
pub(super) struct Group {
    solutions: Vec<Vec<i64>>,
}

/// What was solved by itself.
pub(super) struct Groups {
    pub all: Vec<Group>,
    /// For each slot of a group: which, and its position there.
    pub member: Vec<Option<(usize, usize)>>,
}

impl Groups {
    /// None, of so many slots.
    pub fn none(slots: usize) -> Self {
        Groups { all: Vec::new(), member: vec![None; slots] }
    }
}

/// Parts with more solutions are not listed by themselves, nor those that take more tries.
const MOST_SOLUTIONS: usize = 1 << 12;
const MOST_TRIES: u32 = 1 << 20;

/// All slots for all parts: for more, taking the plan apart would take long.
const MOST_SLOTS: usize = 1 << 20;

/// Which solutions of a group agree with the values so far: from the first to before the second.
pub(super) type Agreeing = (usize, usize);

impl Group {
    /// All solutions.
    pub fn all(&self) -> Agreeing {
        (0, self.solutions.len())
    }

    /// The least value of a slot, by its position in the group, and the solutions with it; of solutions that agree in
    /// all slots before.
    pub fn least(&self, position: usize, (begin, end): Agreeing) -> Option<(i64, Agreeing)> {
        let those = &self.solutions[begin..end];
        let value = those.first()?[position];
        let same = those.partition_point(|solution| solution[position] == value);
        Some((value, (begin, begin + same)))
    }
}

/// Finds the groups of a plan, and takes what they ask out of it.
pub(super) fn solve(system: &System, plan: &mut Plan, budget: &Budget) -> Result<Groups, Stop> {
    let mut groups = Groups::none(plan.domains.len());
    let parts = parts(system, plan);
    let several = |slot: &usize| plan.domains[*slot].0 < plan.domains[*slot].1;
    let open = parts.iter().filter(|part| part.slots.iter().any(several)).count();
    let connected: FxHashSet<usize> = parts.iter().flat_map(|part| part.slots.iter().copied()).collect();
    let is_free = |slot: &usize| several(slot) && !connected.contains(slot);
    // If there is one part only, nothing would be asked again.
    let worth = open > 1 || open == 1 && (0..plan.domains.len()).any(|slot| is_free(&slot));
    if !worth || parts.len().saturating_mul(plan.domains.len()) > MOST_SLOTS {
        return Ok(groups);
    }
    for part in parts {
        let Some(solutions) = part.solutions(system, plan, budget)? else { continue };
        let asked: FxHashSet<ExprId> = part.conditions.iter().copied().collect();
        plan.due.iter_mut().for_each(|due| due.retain(|condition| !asked.contains(condition)));
        for due in &mut plan.early_due {
            due.retain(|test| !asked.contains(&plan.early[*test].0));
        }
        for (position, slot) in part.slots.iter().enumerate() {
            groups.member[*slot] = Some((groups.all.len(), position));
        }
        groups.all.push(Group { solutions });
    }
    Ok(groups)
}

/// Conditions that share slots, directly or by others.
struct ConnectedPart {
    slots: Vec<usize>,
    conditions: Vec<ExprId>,
}

impl ConnectedPart {
    /// The values of the slots that satisfy the conditions, unless these are too many or take too long.
    fn solutions(
        &self,
        system: &System,
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Option<Vec<Vec<i64>>>, Stop> {
        let mut own = plan.clone();
        let asked: FxHashSet<ExprId> = self.conditions.iter().copied().collect();
        own.due.iter_mut().for_each(|due| due.retain(|condition| asked.contains(condition)));
        for due in &mut own.early_due {
            due.retain(|test| asked.contains(&plan.early[*test].0));
        }
        // What the others are does not matter here.
        let mut is_own = vec![false; own.domains.len()];
        self.slots.iter().for_each(|slot| is_own[*slot] = true);
        for slot in (0..is_own.len()).filter(|slot| !is_own[*slot]) {
            (own.domains[slot], own.named[slot]) = ((0, 0), None);
        }
        let mut solutions: Vec<Vec<i64>> = Vec::new();
        let mut visit = |state: &crate::trace::State| {
            solutions.push(self.slots.iter().map(|slot| state[*slot]).collect());
            let enough = solutions.len() > MOST_SOLUTIONS;
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let no_groups = Groups::none(own.domains.len());
        let mut first = |lo, _| lo;
        let mut search = Search {
            system,
            plan: &own,
            groups: &no_groups,
            budget,
            most_tries: Some(MOST_TRIES),
            first: &mut first,
            visit: &mut visit,
        };
        Ok(search.run()?.is_continue().then_some(solutions))
    }
}

/// The parts with more than one slot.
fn parts(system: &System, plan: &Plan) -> Vec<ConnectedPart> {
    let mut leader: Vec<usize> = (0..plan.domains.len()).collect();
    fn find(leader: &mut [usize], mut slot: usize) -> usize {
        while leader[slot] != slot {
            leader[slot] = leader[leader[slot]];
            slot = leader[slot];
        }
        slot
    }
    let mut first_slots = Vec::new();
    for condition in plan.due.iter().flatten() {
        let slots = slots_of(system, *condition);
        for pair in slots.windows(2) {
            let (a, b) = (find(&mut leader, pair[0]), find(&mut leader, pair[1]));
            leader[a.max(b)] = a.min(b);
        }
        first_slots.extend(slots.first().map(|slot| (*condition, *slot)));
    }
    let mut found: FxHashMap<usize, ConnectedPart> = FxHashMap::default();
    let none = || ConnectedPart { slots: Vec::new(), conditions: Vec::new() };
    for slot in 0..plan.domains.len() {
        found.entry(find(&mut leader, slot)).or_insert_with(none).slots.push(slot);
    }
    for (condition, slot) in first_slots {
        found.entry(find(&mut leader, slot)).or_insert_with(none).conditions.push(condition);
    }
    let mut parts: Vec<ConnectedPart> = found.into_values().filter(|part| part.slots.len() > 1).collect();
    parts.sort_unstable_by_key(|part| part.slots[0]);
    parts
}

/// The slots that a condition reads, sorted.
fn slots_of(system: &System, condition: ExprId) -> Vec<usize> {
    let mut slots = Vec::new();
    let mut seen = FxHashSet::default();
    let mut left = vec![condition];
    while let Some(id) = left.pop() {
        if seen.insert(id) {
            if matches!(system.exprs[id], Expr::Var(_) | Expr::Element(..)) {
                // Of an element only its own slots; what its subscript reads is looked at below.
                slots.extend(super::slots_read_here(system, id));
            }
            left.extend(system.exprs.operands(id));
        }
    }
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// A conjunct that may be in vain before it is due.
pub(super) type Early = (ExprId, EarlyTest);
