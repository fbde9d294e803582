//! Infinite runs on which a condition always holds (`EG` of one state predicate): what refutes `F p`.
//!
//! No product is needed: there is such a run if the states that satisfy the condition, reached through
//! such states only, have a cycle. One thread looks for a step back to a state that is still open, in a depth-first search over the
//! steps that were kept. Several threads take away states that no step leads to any more, until there are none such: what
//! is left, if anything, lies on cycles or behind them (trimming, as in the algorithm OWCTY).

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use synod_core::{Stop, Tick, Trace};

use crate::alphabet::{Alphabet, Marks};
use crate::bits::BitSet;
use crate::explore::Space;
use crate::graph::{Edge, Graph, Repeat, StateGraph};
use crate::limits::Limits;
use crate::ltl::{Linear, NodeId};
use crate::model::PackedModel;
use crate::program::Registers;
use crate::steps::Steps;
use crate::sweep::{PIECE, Sweeper, WORTH_THREADS};

/// Nodes of the depth-first search between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 1 << 14;

/// What is left when nodes are taken away that no cycle leads to.
enum Trimmed {
    Left(BitSet),
    /// A run repeats its last state here.
    Repeats(u32),
}

/// A condition on single states, which does not talk of steps, that is to hold on a whole run. States whose steps are not
/// known yet are left out.
pub(crate) struct CycleSearch<'a> {
    pub model: &'a PackedModel,
    pub space: &'a Space,
    pub steps: &'a Steps,
    pub alphabet: &'a Alphabet,
    pub linear: &'a Linear,
    pub condition: NodeId,
    pub limits: &'a Limits<'a>,
}

impl CycleSearch<'_> {
    /// A run through known states, if there is one.
    pub fn find(&self) -> Result<Option<Trace>, Stop> {
        let inside = self.inside()?;
        let starts: Vec<u32> =
            (0..self.space.initial as u32).filter(|start| inside.contains(*start)).collect();
        let Some(entry) = self.entry(&inside, &starts)? else { return Ok(None) };
        let mut nodes = self.shortest(&inside, &starts, entry).expect("it was found from there");
        let loop_start = nodes.len() - 1;
        let own = [entry];
        let next = if self.repeats(entry) { &own } else { self.targets(entry) };
        nodes.extend(self.shortest(&inside, next, entry).expect("it is on a cycle"));
        Ok(Some(self.trace(&nodes, loop_start)))
    }

    /// The run through these nodes, the last of which is that at the start of the loop.
    fn trace(&self, nodes: &[u32], loop_start: usize) -> Trace {
        let mut graph = StateGraph::new(self.model, self.space, self.alphabet, Repeat::Deadlocks);
        let edge = |to: u32| Edge { marks: Marks::default(), to };
        let steps = nodes.windows(2).map(|pair| graph.step(pair[0], edge(pair[1]))).collect();
        let states = nodes[..nodes.len() - 1].iter().map(|node| graph.state(*node)).collect();
        Trace { states, steps, loop_start: Some(loop_start) }
    }

    /// The states with known steps that satisfy the condition, found on several threads.
    fn inside(&self) -> Result<BitSet, Stop> {
        // Steps are kept of no more.
        let states = self.space.store.len() as usize;
        let held = || self.space.bytes();
        let sweeper = Sweeper { limits: self.limits, held: &held };
        let found = sweeper.pieces(states.div_ceil(PIECE), states, |number, found| {
            let (mut registers, mut state) = (Registers::new(), Vec::new());
            let nodes = (number * PIECE) as u32..states.min((number + 1) * PIECE) as u32;
            found.extend(nodes.filter(|node| self.holds(*node, &mut state, &mut registers)));
        })?;
        Ok(BitSet::of(states, found))
    }

    fn holds(&self, node: u32, state: &mut Vec<u64>, registers: &mut Registers) -> bool {
        let Some((local, _)) = self.steps.of(node) else { return false };
        self.space.store.read(node.into(), state);
        let letter = self.alphabet.of_state(self.model, state, local, registers);
        self.linear.holds(self.condition, letter)
    }

    fn check(&self, held: u64, states: u32) -> Result<(), Stop> {
        let memory = self.space.bytes() + held;
        self.limits.check(memory, || Tick { states: u64::from(states), memory, ..Tick::default() })
    }

    fn targets(&self, node: u32) -> &[u32] {
        self.steps.of(node).map_or(&[], |(_, targets)| targets)
    }

    /// Whether a run repeats its last state here.
    fn repeats(&self, node: u32) -> bool {
        let known = self.steps.of(node);
        known.is_some_and(|(local, targets)| targets.is_empty() && local.is_deadlock())
    }

    /// A node on a cycle that can be reached from the starts, found on as many threads as there may be.
    fn entry(&self, inside: &BitSet, starts: &[u32]) -> Result<Option<u32>, Stop> {
        if self.limits.budget.threads <= 1 || inside.len() < WORTH_THREADS {
            return self.node_on_cycle(inside, starts);
        }
        let left = match self.trimmed(inside, starts)? {
            Trimmed::Repeats(node) => return Ok(Some(node)),
            Trimmed::Left(left) => left,
        };
        // What lies behind a cycle is left as well.
        let nodes: Vec<u32> = left.iter().collect();
        self.node_on_cycle(&left, &nodes)
    }

    /// The nodes that can be reached from the starts, without those that no cycle leads to.
    fn trimmed(&self, inside: &BitSet, starts: &[u32]) -> Result<Trimmed, Stop> {
        let seen: Vec<AtomicU64> = (0..inside.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let is_new = |node: u32| {
            let bit = 1 << (node % 64);
            seen[node as usize / 64].fetch_or(bit, Ordering::Relaxed) & bit == 0
        };
        // Steps that lead to each node from those that were reached, and were not taken away.
        let incoming: Vec<AtomicU32> = (0..inside.len()).map(|_| AtomicU32::new(0)).collect();
        let repeating = AtomicU32::new(u32::MAX);
        let more = incoming.len() as u64 * 4 + seen.len() as u64 * 8;
        let held = || self.space.bytes() + more;
        let sweeper = Sweeper { limits: self.limits, held: &held };
        let first: Vec<u32> = starts.iter().copied().filter(|start| is_new(*start)).collect();
        let reach = |node: u32, next: &mut Vec<u32>| {
            if self.repeats(node) {
                repeating.fetch_min(node, Ordering::Relaxed);
            }
            for to in self.targets(node).iter().copied().filter(|to| inside.contains(*to)) {
                incoming[to as usize].fetch_add(1, Ordering::Relaxed);
                if is_new(to) {
                    next.push(to);
                }
            }
        };
        sweeper.sweep(first, reach, |_| true)?;
        let node = repeating.into_inner();
        if node != u32::MAX {
            return Ok(Trimmed::Repeats(node));
        }
        let was_seen = |node: u32| seen[node as usize / 64].load(Ordering::Relaxed) >> (node % 64) & 1 == 1;
        let is_free = |node: &u32| incoming[*node as usize].load(Ordering::Relaxed) == 0;
        let first: Vec<u32> = starts.iter().copied().filter(is_free).collect();
        let take_away = |node: u32, next: &mut Vec<u32>| {
            for to in self.targets(node).iter().copied().filter(|to| inside.contains(*to)) {
                if incoming[to as usize].fetch_sub(1, Ordering::Relaxed) == 1 {
                    next.push(to);
                }
            }
        };
        sweeper.sweep(first, take_away, |_| true)?;
        Ok(Trimmed::Left(BitSet::collect(inside.len(), |node| was_seen(node) && !is_free(&node))))
    }

    /// A node on a cycle that can be reached from the starts.
    fn node_on_cycle(&self, inside: &BitSet, starts: &[u32]) -> Result<Option<u32>, Stop> {
        let (mut seen, mut done) = (BitSet::new(inside.len(), false), BitSet::new(inside.len(), false));
        // Nodes with the steps that are still to be followed.
        let mut open: Vec<(u32, &[u32])> = Vec::new();
        let mut entered = 0u32;
        for start in starts {
            if seen.insert(*start) {
                open.push((*start, self.targets(*start)));
            }
            while let Some((node, targets)) = open.last_mut() {
                let Some((to, rest)) = targets.split_first() else {
                    if self.repeats(*node) {
                        return Ok(Some(*node));
                    }
                    done.insert(*node);
                    open.pop();
                    continue;
                };
                *targets = rest;
                if !inside.contains(*to) || done.contains(*to) {
                    continue;
                }
                if !seen.insert(*to) {
                    return Ok(Some(*to));
                }
                open.push((*to, self.targets(*to)));
                entered += 1;
                if entered.is_multiple_of(NODES_BETWEEN_CHECKS) {
                    self.check(size_of_val(open.as_slice()) as u64, entered)?;
                }
            }
        }
        Ok(None)
    }

    /// The shortest path inside from one of some nodes to another.
    fn shortest(&self, inside: &BitSet, from: &[u32], goal: u32) -> Option<Vec<u32>> {
        let mut parents: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue: Vec<u32> = Vec::new();
        for node in from.iter().copied().filter(|node| inside.contains(*node)) {
            if parents.insert(node, node).is_none() {
                queue.push(node);
            }
        }
        let mut next = 0;
        while let Some(at) = queue.get(next).copied() {
            next += 1;
            if at == goal {
                let back = std::iter::successors(Some(at), |at| Some(parents[at]).filter(|p| p != at));
                let mut path: Vec<u32> = back.collect();
                path.reverse();
                return Some(path);
            }
            for to in self.targets(at).iter().copied().filter(|to| inside.contains(*to)) {
                if let Entry::Vacant(entry) = parents.entry(to) {
                    entry.insert(at);
                    queue.push(to);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use synod_core::{Budget, Engine, Formula, Silent, System, Verdict};
    use synod_simulate::{Interpreter, judge};
    use synod_testing::{Fragment, property, questions, runner};

    use crate::Explicit;

    #[test]
    fn several_threads_find_a_cycle_where_one_does() {
        let (violated, held) = (Cell::new(0), Cell::new(0));
        let test = |(system, formula): (System, Formula)| {
            let Some(inner) = formula.as_invariant() else { return Ok(()) };
            let sometimes = Formula::Finally(Box::new(inner.clone()));
            let check = |threads: usize| {
                let mut budget = Budget::unlimited();
                (budget.threads, budget.int_bound) = (threads, 3);
                Explicit::new(&system).check(&property(sometimes.clone()), &budget, &Silent).verdict
            };
            let one = check(1);
            for threads in [2, 5] {
                match (check(threads), &one) {
                    (Verdict::Violated(found), Verdict::Violated(_)) => {
                        let interpreter = Interpreter::new(&system).with_int_bound(3);
                        prop_assert_eq!(judge(&interpreter, &sometimes, &found), Ok(()));
                        violated.set(violated.get() + 1);
                    }
                    (other, one) => {
                        prop_assert_eq!(format!("{other:?}"), format!("{one:?}"));
                        held.set(held.get() + 1);
                    }
                }
            }
            Ok(())
        };
        runner(1500).run(&questions(Fragment::Invariant), test).unwrap();
        assert!(violated.get() > 300 && held.get() > 300, "{violated:?} violated, {held:?} not");
    }
}
