//! The search: which nodes can be reached, which of them are left when those without a cycle behind them are taken away, and a
//! run through what is left.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use synod_core::{Stop, Trace};

use super::letters::{Letters, StepList};
use super::nodes::{Node, NodeSet, Numbers};
use super::table::Table;
use crate::alphabet::Alphabet;
use crate::emptiness::{Accepting, accepting_component};
use crate::enumerated::Failure;
use crate::explore::Space;
use crate::graph::{Edge, Repeat, StateGraph, nodes};
use crate::lasso::{self, Passage, Passages};
use crate::limits::Limits;
use crate::ltl::{Atom, Automaton, Set};
use crate::model::PackedModel;
use crate::sweep::{Sweeper, WORTH_THREADS};

/// Nodes of the depth-first search between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 1 << 12;

/// After so many rounds of taking away what is left is searched as it is: where a few nodes go in each, depth-first search is
/// sooner done.
const ROUNDS: usize = if cfg!(test) { 3 } else { 8 };

/// No node.
const NONE: u64 = u64::MAX;

/// The states that are known together with an automaton.
pub(crate) struct SharedProduct<'a> {
    pub model: &'a PackedModel,
    pub space: &'a Space,
    pub alphabet: &'a Alphabet,
    pub repeat: Repeat,
    pub limits: &'a Limits<'a>,
}

impl SharedProduct<'_> {
    /// Whether to search on several threads.
    pub fn is_worth_it(&self) -> bool {
        self.limits.budget.threads > 1 && self.space.store.len() >= WORTH_THREADS as u64
    }

    /// A run from an initial state that the automaton accepts, if there is one. `None` if it is not for this search to say.
    pub fn accepted_run(&self, automaton: &mut Automaton) -> Result<Option<Option<Trace>>, Failure> {
        let SharedProduct { model, space, alphabet, repeat, limits } = *self;
        let elsewhere = space.bytes();
        let sweeper = Sweeper { limits, held: &|| elsewhere };
        let letters = Letters::new(model, space, alphabet, repeat, &sweeper)?;
        let Some(table) = Table::new(automaton, &letters) else { return Ok(None) };
        let bytes = elsewhere + letters.bytes();
        let reached = NodeSet::new(letters.states(), table.memories());
        let product = Steps { letters: &letters, table: &table };
        let mut graph = StateGraph::new(model, space, alphabet, repeat);
        let mut layers = Vec::new();
        let discharged = product.explore(space.initial as u32, &reached, &mut layers, limits, bytes)?;
        if let Some(node) = discharged {
            let (start, path) = product.path_to(node, &layers);
            let steps_matter = automaton.linear.atoms.iter().any(|atom| matches!(atom, Atom::Step(_)));
            return Ok(Some(Some(lasso::finite_run(&mut graph, start, &path, steps_matter).trace)));
        }
        if automaton.linear.is_cosafe() {
            return Ok(Some(None));
        }
        nodes(reached.len())?;
        let layers_bytes = reached.len() * size_of::<Node>() as u64;
        let numbers = Numbers::new(&reached);
        let bytes = bytes + layers_bytes + reached.bytes() + numbers.bytes();
        let (kept, is_stable) = product.catch_them_young(&reached, &numbers, limits, bytes)?;
        if kept.len() == 0 {
            return Ok(Some(None));
        }
        let mut left = Left { product: &product, kept: &kept, numbers: &numbers, limits, bytes };
        let component = accepting_component(&left)?;
        debug_assert!(
            component.is_some() || !is_stable,
            "nodes stay only if there is a cycle with all conditions"
        );
        let Some(component) = component else { return Ok(Some(None)) };
        let entry = component.iter().next().unwrap_or(0);
        let (start, mut path) = product.path_to(numbers.node(entry), &layers);
        let loop_start = path.len();
        path.extend(lasso::cycle(&mut left, entry, &component, table.conditions));
        Ok(Some(Some(lasso::lasso(&mut graph, start, &path, loop_start).trace)))
    }
}

/// The steps of the product.
struct Steps<'a> {
    letters: &'a Letters<'a>,
    table: &'a Table,
}

/// A step of the product.
#[derive(Clone, Copy)]
struct ProductStep {
    to: Node,
    marks: u32,
    postponed: Set,
}

/// The steps of a node that are still to be followed.
struct Cursor<'l> {
    memory: u32,
    kind: u32,
    steps: StepList<'l>,
    /// The number of the step after the one at hand.
    next: usize,
    /// Where the step at hand leads, and its marks.
    at: (u32, u32),
    moves: std::slice::Iter<'l, (u32, Set)>,
}

impl<'a> Steps<'a> {
    fn of(&self, node: Node) -> Cursor<'a> {
        Cursor {
            memory: node.memory,
            kind: self.letters.kind(node.state),
            steps: self.letters.steps(node.state),
            next: 0,
            at: (0, 0),
            moves: [].iter(),
        }
    }

    fn next(&self, cursor: &mut Cursor<'a>) -> Option<ProductStep> {
        loop {
            if let Some((memory, postponed)) = cursor.moves.next() {
                let (state, marks) = cursor.at;
                let to = Node { memory: *memory, state };
                return Some(ProductStep { to, marks, postponed: *postponed });
            }
            cursor.at = cursor.steps.get(cursor.next)?;
            cursor.next += 1;
            cursor.moves = self.table.moves(cursor.memory, cursor.kind, cursor.at.1).iter();
        }
    }

    fn each(&self, node: Node, mut visit: impl FnMut(ProductStep)) {
        let mut cursor = self.of(node);
        while let Some(step) = self.next(&mut cursor) {
            visit(step);
        }
    }

    /// Finds all nodes that can be reached, by their distance; or stops at the nearest from which every run is accepted.
    fn explore(
        &self,
        initial: u32,
        reached: &NodeSet,
        layers: &mut Vec<Vec<Node>>,
        limits: &Limits,
        bytes: u64,
    ) -> Result<Option<Node>, Stop> {
        let starts = (0..initial).map(|state| Node { memory: 0, state });
        let first: Vec<Node> = starts.filter(|start| reached.insert(*start)).collect();
        if self.table.is_discharged(0) {
            return Ok(first.first().copied());
        }
        let listed = AtomicU64::new(0);
        let held = || bytes + reached.bytes() + listed.load(Ordering::Relaxed);
        let discharged = AtomicU64::new(NONE);
        let visit = |node: Node, next: &mut Vec<Node>| {
            self.each(node, |ProductStep { to, .. }| {
                if reached.insert(to) {
                    next.push(to);
                    if self.table.is_discharged(to.memory) {
                        let key = u64::from(to.memory) << 32 | u64::from(to.state);
                        discharged.fetch_min(key, Ordering::Relaxed);
                    }
                }
            });
        };
        Sweeper { limits, held: &held }.sweep(first, visit, |layer| {
            listed.fetch_add(size_of_val(layer.as_slice()) as u64, Ordering::Relaxed);
            layers.push(layer);
            discharged.load(Ordering::Relaxed) == NONE
        })?;
        let key = discharged.into_inner();
        Ok((key != NONE).then_some(Node { memory: (key >> 32) as u32, state: key as u32 }))
    }

    /// A shortest path to a node: the state where it begins, and its steps. What they lead to in the product is left out.
    fn path_to(&self, node: Node, layers: &[Vec<Node>]) -> (u32, Vec<Passage>) {
        let mut path = Vec::new();
        // One that is in no layer lies behind the last.
        let distance = layers.iter().position(|layer| layer.contains(&node)).unwrap_or(layers.len());
        let mut at = node;
        for layer in layers[..distance].iter().rev() {
            let leads = |from: &Node| {
                let mut cursor = self.of(*from);
                std::iter::from_fn(|| self.next(&mut cursor)).find(|step| step.to == at)
            };
            let Some((from, step)) = layer.iter().find_map(|from| leads(from).map(|step| (*from, step)))
            else {
                break;
            };
            path.push(self.passage(step, 0));
            at = from;
        }
        path.reverse();
        (at.state, path)
    }

    fn passage(&self, step: ProductStep, to: u32) -> Passage {
        let marks = self.letters.marks[step.marks as usize];
        Passage { to, edge: Edge { marks, to: step.to.state }, postponed: step.postponed }
    }

    /// Of the nodes that can be reached those that have, behind them, a step of each condition, again and again; or more than
    /// those, if it takes many rounds to find out. Says whether there are no others.
    fn catch_them_young(
        &self,
        reached: &NodeSet,
        numbers: &Numbers,
        limits: &Limits,
        bytes: u64,
    ) -> Result<(NodeSet, bool), Stop> {
        let each = (0..Set::BITS).map(|bit| 1 << bit).filter(|bit| self.table.conditions & bit != 0);
        let conditions: Vec<Set> = each.collect();
        let incoming: Vec<AtomicU32> = (0..numbers.len()).map(|_| AtomicU32::new(0)).collect();
        // Two sets, at most as large as this one.
        let bytes = bytes + 2 * reached.bytes() + incoming.len() as u64 * 4;
        let held = || bytes;
        let sweeper = Sweeper { limits, held: &held };
        let mut kept = reached.copy();
        for _ in 0..ROUNDS {
            let before = kept.len();
            self.trim(&kept, numbers, &incoming, &sweeper)?;
            for condition in &conditions {
                kept = self.behind(&kept, *condition, &sweeper)?;
            }
            let left = kept.len();
            if left == before || left == 0 {
                return Ok((kept, true));
            }
        }
        Ok((kept, false))
    }

    /// Takes away nodes that no step leads to from one that is kept.
    fn trim(
        &self,
        kept: &NodeSet,
        numbers: &Numbers,
        incoming: &[AtomicU32],
        sweeper: &Sweeper,
    ) -> Result<(), Stop> {
        let steps_to = |node: Node| &incoming[numbers.of(node) as usize];
        incoming.iter().for_each(|count| count.store(0, Ordering::Relaxed));
        kept.visit(sweeper, |node, _: &mut Vec<Node>| {
            self.each(node, |ProductStep { to, .. }| {
                if kept.contains(to) {
                    steps_to(to).fetch_add(1, Ordering::Relaxed);
                }
            });
        })?;
        let first = kept.visit(sweeper, |node, free| {
            if steps_to(node).load(Ordering::Relaxed) == 0 {
                free.push(node);
            }
        })?;
        // A node is taken away when its last step from a kept one is, so what a step leads to is still there.
        let take_away = |node: Node, next: &mut Vec<Node>| {
            kept.remove(node);
            self.each(node, |ProductStep { to, .. }| {
                if kept.contains(to) && steps_to(to).fetch_sub(1, Ordering::Relaxed) == 1 {
                    next.push(to);
                }
            });
        };
        sweeper.sweep(first, take_away, |_| true)
    }

    /// The nodes that can be reached, within what is kept, from a step that fulfils a condition.
    fn behind(&self, kept: &NodeSet, condition: Set, sweeper: &Sweeper) -> Result<NodeSet, Stop> {
        let found = NodeSet::new(self.letters.states(), self.table.memories());
        let follow = |node: Node, next: &mut Vec<Node>, fulfilled: Set| {
            self.each(node, |ProductStep { to, postponed, .. }| {
                if postponed & fulfilled == 0 && kept.contains(to) && found.insert(to) {
                    next.push(to);
                }
            });
        };
        let first = kept.visit(sweeper, |node, next| follow(node, next, condition))?;
        sweeper.sweep(first, |node, next| follow(node, next, 0), |_| true)?;
        Ok(found)
    }
}

/// The nodes that are left, by their numbers among those that were reached.
struct Left<'a> {
    product: &'a Steps<'a>,
    kept: &'a NodeSet,
    numbers: &'a Numbers<'a>,
    limits: &'a Limits<'a>,
    /// Bytes in use.
    bytes: u64,
}

impl<'a> Accepting for Left<'a> {
    type Steps = Option<Cursor<'a>>;

    fn len(&self) -> u32 {
        self.numbers.len()
    }

    fn conditions(&self) -> Set {
        self.product.table.conditions
    }

    fn steps(&self, node: u32) -> Self::Steps {
        let node = self.numbers.node(node);
        self.kept.contains(node).then(|| self.product.of(node))
    }

    fn next(&self, steps: &mut Self::Steps) -> Option<(u32, Set)> {
        let cursor = steps.as_mut()?;
        let mut steps = std::iter::from_fn(|| self.product.next(cursor));
        let step = steps.find(|step| self.kept.contains(step.to))?;
        Some((self.numbers.of(step.to), step.postponed))
    }

    fn check(&self, count: u32, more_bytes: u64) -> Result<(), Stop> {
        if !count.is_multiple_of(NODES_BETWEEN_CHECKS) {
            return Ok(());
        }
        let held = || self.bytes;
        Sweeper { limits: self.limits, held: &held }.check(more_bytes, count.into())
    }
}

impl Passages for Left<'_> {
    fn passages(&mut self, node: u32, passages: &mut Vec<Passage>) {
        self.product.each(self.numbers.node(node), |step| {
            if self.kept.contains(step.to) {
                passages.push(self.product.passage(step, self.numbers.of(step.to)));
            }
        });
    }
}
