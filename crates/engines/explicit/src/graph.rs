//! What a product with an automaton is built on: nodes, letters and edges.

use std::ops::ControlFlow;

use synod_core::{State, Step};

use crate::alphabet::{Alphabet, Marks};
use crate::expand::{Expander, FoundStep, StateSummary};
use crate::explore::Space;
use crate::ltl::{Atom, Letter, Set};
use crate::model::PackedModel;
use crate::path::find_step;
use crate::program::Registers;

/// A step between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edge {
    pub marks: Marks,
    pub to: u32,
}

/// Numbers of nodes have 32 bits: graphs have no more nodes than this.
pub(crate) const MOST_NODES: u64 = u32::MAX as u64;

/// There are more states, or pairs of a state and what a formula remembers, than a graph can have nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyNodes;

/// So many nodes, if a graph can have as many.
pub(crate) fn nodes(count: u64) -> Result<u32, TooManyNodes> {
    if count <= MOST_NODES { Ok(count as u32) } else { Err(TooManyNodes) }
}

/// A graph of states of a system, with the atoms of one formula.
pub(crate) trait Graph {
    /// The atoms about a node that do not depend on steps. Its edges are put in `edges`, each once.
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter;

    /// The values of the state behind a node.
    fn state(&self, node: u32) -> State;

    /// A step behind an edge.
    fn step(&mut self, from: u32, edge: Edge) -> Step;

    /// Whether the edge of the node that was looked at last is there only for what is asked of its state: nothing is known
    /// of what follows.
    fn is_end(&self) -> bool {
        false
    }

    /// Conditions that runs have to meet infinitely often, as bits that no automaton uses for its own.
    fn fairness(&self) -> Set {
        0
    }

    /// The fairness conditions that a node does not meet.
    fn unmet(&self, _node: u32) -> Set {
        0
    }
}

/// Where a state without edges is given one to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Where no step can be taken: the run repeats its last state.
    Deadlocks,
    /// Wherever no step is explored, so that what is asked of every state is asked there too. Only at a deadlock the run
    /// goes on.
    Everywhere,
}

impl Repeat {
    /// For a formula asked of single positions. What leaves a state by a step that is not explored
    /// cannot be judged.
    pub fn for_positions(atoms: &[Atom]) -> Self {
        if atoms.iter().any(|atom| matches!(atom, Atom::Step(_))) {
            Repeat::Deadlocks
        } else {
            Repeat::Everywhere
        }
    }

    /// Whether a node without edges repeats.
    pub fn repeats(self, deadlock: bool) -> bool {
        deadlock || self == Repeat::Everywhere
    }
}

/// The reachable states themselves, of which there are no more than [`nodes`] allows. Atoms about arrivals are left to who
/// walks the edges.
pub(crate) struct StateGraph<'a> {
    model: &'a PackedModel,
    space: &'a Space,
    alphabet: &'a Alphabet,
    repeat: Repeat,
    is_end: bool,
    expander: Expander<'a>,
    registers: Registers,
    buffer: Vec<u64>,
}

impl<'a> StateGraph<'a> {
    pub fn new(model: &'a PackedModel, space: &'a Space, alphabet: &'a Alphabet, repeat: Repeat) -> Self {
        StateGraph {
            model,
            space,
            alphabet,
            repeat,
            is_end: false,
            expander: Expander::new(model),
            registers: Registers::new(),
            buffer: Vec::new(),
        }
    }
}

/// Lists the steps of a state, each once, as the edges that `edge` makes of them; those that are none are left out.
pub(crate) fn list_edges(
    expander: &mut Expander,
    state: &[u64],
    edges: &mut Vec<Edge>,
    mut edge: impl FnMut(&FoundStep) -> Option<Edge>,
) -> StateSummary {
    let ended = expander.expand(state, &mut |step| {
        edges.extend(edge(&step));
        ControlFlow::Continue(())
    });
    sort_edges(edges);
    let ControlFlow::Continue(local) = ended else { unreachable!("the visitor never breaks") };
    local
}

/// Puts edges in order, each once.
pub(crate) fn sort_edges(edges: &mut Vec<Edge>) {
    edges.sort_unstable_by_key(|edge| (edge.to, edge.marks.now, edge.marks.then));
    edges.dedup();
}

impl Graph for StateGraph<'_> {
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter {
        let StateGraph { model, space, alphabet, expander, registers, buffer, .. } = self;
        space.store.read(node.into(), buffer);
        edges.clear();
        let kept = space.steps.as_ref().filter(|_| !alphabet.watches_steps());
        let local = match kept.and_then(|steps| steps.of(node)) {
            Some((local, targets)) => {
                edges.extend(targets.iter().map(|to| Edge { marks: Marks::default(), to: *to }));
                local
            }
            None => list_edges(expander, buffer, edges, |step| {
                let to = space.store.find(step.next)? as u32;
                Some(Edge { marks: alphabet.of_step(model, buffer, step, registers), to })
            }),
        };
        let repeats = edges.is_empty() && self.repeat.repeats(local.is_deadlock());
        self.is_end = repeats && !local.is_deadlock();
        if repeats {
            edges.push(Edge { marks: Marks::default(), to: node });
        }
        alphabet.of_state(model, buffer, local, registers)
    }

    fn is_end(&self) -> bool {
        self.is_end
    }

    fn state(&self, node: u32) -> State {
        let mut words = Vec::new();
        self.space.store.read(node.into(), &mut words);
        self.model.layout.unpack(&words)
    }

    fn step(&mut self, from: u32, edge: Edge) -> Step {
        let StateGraph { model, space, alphabet, expander, registers, buffer, .. } = self;
        let mut target = Vec::new();
        space.store.read(edge.to.into(), &mut target);
        space.store.read(from.into(), buffer);
        let taken = find_step(expander, buffer, |step| {
            step.next == target && alphabet.of_step(model, buffer, step, registers) == edge.marks
        });
        taken.unwrap_or(Step::Stutter)
    }
}
