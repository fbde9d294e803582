//! What a product with an automaton is built on: nodes, letters and edges.

use std::ops::ControlFlow;

use synod_core::{DeadEnd, State, Step, System};

use crate::alphabet::{Alphabet, Marks};
use crate::bits::BitSet;
use crate::expand::Expander;
use crate::explore::Space;
use crate::ltl::{Atom, Letter};
use crate::model::Model;
use crate::path::find_step;
use crate::program::Registers;

/// A step between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edge {
    pub marks: Marks,
    pub to: u32,
}

/// A graph of states of a system, with the atoms of one formula.
pub(crate) trait Graph {
    /// How many nodes there are; they are numbered from 0.
    fn len(&self) -> u32;

    /// The nodes where runs begin come first; this is how many they are.
    fn starts(&self) -> u32;

    /// The atoms about a node that do not depend on steps. Its edges are put in `edges`, each once.
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter;

    /// The values of the state behind a node.
    fn state(&self, node: u32) -> State;

    /// A step behind an edge.
    fn step(&mut self, from: u32, edge: Edge) -> Step;
}

/// Where a run that cannot go on repeats its last state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Nowhere: the run ends.
    Never,
    /// Where no step can be taken.
    Deadlocks,
    /// Wherever no step is explored, so that what is asked of every state is asked there too.
    Everywhere,
}

impl Repeat {
    /// What the system says.
    pub fn of(system: &System) -> Self {
        match system.dead_end {
            DeadEnd::Stutter => Repeat::Deadlocks,
            DeadEnd::Stop => Repeat::Never,
        }
    }

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
        self == Repeat::Everywhere || self == Repeat::Deadlocks && deadlock
    }
}

/// The reachable states themselves. Atoms about arrivals are left to who walks the edges.
pub(crate) struct Reachable<'a> {
    model: &'a Model,
    space: &'a Space,
    alphabet: &'a Alphabet,
    /// What to do where no edge leads on.
    dead_end: Repeat,
    /// The states that count, if not all do.
    only: Option<&'a BitSet>,
    expander: Expander<'a>,
    registers: Registers,
    buffer: Vec<u64>,
    at_deadlock: bool,
}

impl<'a> Reachable<'a> {
    pub fn new(model: &'a Model, space: &'a Space, alphabet: &'a Alphabet, dead_end: Repeat) -> Self {
        Reachable {
            model,
            space,
            alphabet,
            dead_end,
            only: None,
            expander: Expander::new(model),
            registers: Registers::new(),
            buffer: Vec::new(),
            at_deadlock: false,
        }
    }

    /// Whether no step can be taken in the node looked at last.
    pub fn at_deadlock(&self) -> bool {
        self.at_deadlock
    }

    /// Leaves out all edges to other states than these.
    pub fn only(self, only: Option<&'a BitSet>) -> Self {
        Reachable { only, ..self }
    }
}

impl Graph for Reachable<'_> {
    fn len(&self) -> u32 {
        self.space.store.len()
    }

    fn starts(&self) -> u32 {
        self.space.initial
    }

    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter {
        let Reachable { model, space, alphabet, only, expander, registers, buffer, .. } = self;
        space.store.read(node, buffer);
        edges.clear();
        let kept = space.steps.as_ref().filter(|_| !alphabet.watches_steps());
        let counts = |to: &u32| only.is_none_or(|only| only.contains(*to));
        let local = match kept.and_then(|steps| steps.of(node)) {
            Some((local, targets)) => {
                let targets = targets.iter().copied().filter(counts);
                edges.extend(targets.map(|to| Edge { marks: Marks::default(), to }));
                local
            }
            None => {
                let ended = expander.expand(buffer, &mut |step| {
                    if let Some(to) = space.store.find(step.next).filter(counts) {
                        let marks = alphabet.of_step(model, buffer, &step, registers);
                        edges.push(Edge { marks, to });
                    }
                    ControlFlow::Continue(())
                });
                edges.sort_unstable_by_key(|edge| (edge.to, edge.marks.now, edge.marks.then));
                edges.dedup();
                let ControlFlow::Continue(local) = ended else { unreachable!("the visitor never breaks") };
                local
            }
        };
        self.at_deadlock = local.is_deadlock();
        if edges.is_empty() && self.dead_end.repeats(local.is_deadlock()) {
            edges.push(Edge { marks: Marks::default(), to: node });
        }
        alphabet.of_state(model, buffer, local, registers)
    }

    fn state(&self, node: u32) -> State {
        let mut words = Vec::new();
        self.space.store.read(node, &mut words);
        self.model.layout.unpack(&words)
    }

    fn step(&mut self, from: u32, edge: Edge) -> Step {
        let Reachable { model, space, alphabet, expander, registers, buffer, .. } = self;
        let mut target = Vec::new();
        space.store.read(edge.to, &mut target);
        space.store.read(from, buffer);
        let taken = find_step(expander, buffer, |step| {
            step.next == target && alphabet.of_step(model, buffer, step, registers) == edge.marks
        });
        taken.unwrap_or(Step::Stutter)
    }
}
