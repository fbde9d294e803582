//! Infinite runs on which a condition always holds (`EG` of one state predicate): what refutes `F p`.
//!
//! No product is needed: there is such a run if the states that satisfy the condition, reached through
//! such states only, have a cycle. One depth-first search over the steps that were kept looks for a
//! step back to a state that is still open.

use std::collections::hash_map::Entry;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rustc_hash::FxHashMap;
use synod_core::{Stop, Tick, Trace, threads};

use crate::alphabet::{Alphabet, Marks};
use crate::bits::BitSet;
use crate::explore::Space;
use crate::graph::{Edge, Graph, Repeat, StateGraph};
use crate::limits::Limits;
use crate::ltl::{Linear, NodeId};
use crate::model::PackedModel;
use crate::program::Registers;
use crate::steps::Steps;

/// States that a thread takes at a time.
const PIECE: u32 = 1 << 12;
/// Nodes of the depth-first search between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 1 << 14;

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
        let starts: Vec<u32> = (0..self.space.initial as u32).filter(|start| inside.contains(*start)).collect();
        let Some(entry) = self.node_on_cycle(&inside, &starts)? else { return Ok(None) };
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
        let states = self.space.store.len() as u32;
        let pieces: Vec<OnceLock<Vec<u32>>> = (0..states.div_ceil(PIECE)).map(|_| OnceLock::new()).collect();
        let taken = AtomicU32::new(0);
        let work = || -> Result<(), Stop> {
            let (mut registers, mut state) = (Registers::new(), Vec::new());
            loop {
                let number = taken.fetch_add(1, Ordering::Relaxed);
                let Some(place) = pieces.get(number as usize) else { return Ok(()) };
                self.check(0, number * PIECE)?;
                let nodes = number * PIECE..states.min((number + 1) * PIECE);
                place.get_or_init(|| nodes.filter(|n| self.holds(*n, &mut state, &mut registers)).collect());
            }
        };
        let threads = self.limits.budget.threads.min(pieces.len());
        threads::each(threads, |_| work()).into_iter().collect::<Result<(), Stop>>()?;
        let mut inside = BitSet::new(states as usize, false);
        for node in pieces.iter().filter_map(OnceLock::get).flatten() {
            inside.insert(*node);
        }
        Ok(inside)
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
