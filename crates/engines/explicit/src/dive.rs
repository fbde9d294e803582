//! States that a depth-first search finds for itself, before the breadth-first search has come to them.

use synod_core::{State, Step};

use crate::alphabet::{Alphabet, Marks};
use crate::batch::BatchExpander;
use crate::expand::Expander;
use crate::explore::Space;
use crate::graph::{Edge, Graph, list_edges, sort_edges};
use crate::ltl::Letter;
use crate::model::PackedModel;
use crate::path::find_step;
use crate::program::Registers;
use crate::store::{Inserted, Reserve, Store};

/// A graph of states that grows as it is looked at. Nodes are numbered from 0, those that it begins with first.
pub(crate) struct DivingGraph<'a> {
    model: &'a PackedModel,
    alphabet: &'a Alphabet,
    states: Store,
    reserve: Reserve,
    /// How many states there may be. Steps to others are left out.
    most: u32,
    expander: Expander<'a>,
    /// Where steps do not matter but for where they lead, and rules compute something.
    batches: Option<BatchExpander<'a>>,
    registers: Registers,
    buffer: Vec<u64>,
}

impl<'a> DivingGraph<'a> {
    /// A graph that begins with the first states of a space, so many of them, and grows by as many as `most` says.
    pub fn new(
        model: &'a PackedModel,
        space: &Space,
        starts: u32,
        alphabet: &'a Alphabet,
        most: u32,
    ) -> Self {
        let mut graph = DivingGraph {
            model,
            alphabet,
            states: Store::new(model.layout.words),
            reserve: Reserve::default(),
            most: most.saturating_add(starts),
            expander: Expander::new(model),
            batches: (model.has_kernels && !alphabet.watches_steps()).then(|| BatchExpander::new(model)),
            registers: Registers::new(),
            buffer: Vec::new(),
        };
        for initial in 0..starts {
            space.store.read(initial.into(), &mut graph.buffer);
            insert(&mut graph.states, &mut graph.reserve, &graph.buffer, graph.most);
        }
        graph
    }
}

/// The position of a state, which is added unless there are so many.
fn insert(states: &mut Store, reserve: &mut Reserve, state: &[u64], most: u32) -> Option<u32> {
    if states.len() >= u64::from(most) {
        return states.find(state).map(|position| position as u32);
    }
    loop {
        match states.insert(state, reserve) {
            Inserted::Known(position) | Inserted::New(position) => return Some(position as u32),
            Inserted::Full => states.grow(),
        }
    }
}

impl Graph for DivingGraph<'_> {
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter {
        let DivingGraph { model, alphabet, states, reserve, most, expander, batches, registers, buffer } =
            self;
        states.read(node.into(), buffer);
        edges.clear();
        let together = batches.as_mut().and_then(|all| all.expand(buffer, &mut || true).ok().map(|()| all));
        let local = match together {
            Some(batches) => {
                for target in batches.targets.chunks_exact(model.layout.words) {
                    let to = insert(states, reserve, target, *most);
                    edges.extend(to.map(|to| Edge { marks: Marks::default(), to }));
                }
                sort_edges(edges);
                batches.summaries[0]
            }
            None => list_edges(expander, buffer, edges, |step| {
                let to = insert(states, reserve, step.next, *most)?;
                Some(Edge { marks: alphabet.of_step(model, buffer, step, registers), to })
            }),
        };
        if local.is_deadlock() {
            edges.push(Edge { marks: Marks::default(), to: node });
        }
        alphabet.of_state(model, buffer, local, registers)
    }

    fn state(&self, node: u32) -> State {
        let mut words = Vec::new();
        self.states.read(node.into(), &mut words);
        self.model.layout.unpack(&words)
    }

    fn step(&mut self, from: u32, edge: Edge) -> Step {
        let DivingGraph { model, alphabet, states, expander, registers, buffer, .. } = self;
        let mut target = Vec::new();
        states.read(edge.to.into(), &mut target);
        states.read(from.into(), buffer);
        let taken = find_step(expander, buffer, |step| {
            step.next == target && alphabet.of_step(model, buffer, step, registers) == edge.marks
        });
        taken.unwrap_or(Step::Stutter)
    }
}
