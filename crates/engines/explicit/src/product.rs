//! The product of a graph with an automaton: runs of the one that the other accepts.
//!
//! First a breadth-first search finds all nodes of the product. If it meets one without obligations,
//! what follows does not matter, and the path there is a finite witness. Otherwise the product is
//! searched for a strongly connected component in which no `until` and no fairness condition is put off for
//! ever, and a lasso is laid through it.

use std::ops::Range;

use rustc_hash::FxHashMap;
use synod_core::{Stop, Tick};
use synod_labelling::Run;

use crate::adjacency::Adjacency;
use crate::bits::BitSet;
use crate::emptiness::{Accepting, accepting_component};
use crate::enumerated::Failure;
use crate::graph::{Edge, Graph};
use crate::lasso::{self, Passage, Passages};
use crate::limits::Limits;
use crate::ltl::{Atom, Automaton, Letter, Obligations, Set};
use crate::store::{Inserted, Reserve, Store};

/// Nodes between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 256;

/// What is to be remembered besides the node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Memory {
    obligations: Obligations,
    /// The atoms about arrivals that are true.
    arrived: Letter,
}

/// A step of the product.
#[derive(Clone, Copy, Debug)]
struct ProductEdge {
    edge: Edge,
    memory: u32,
    /// The acceptance conditions that are put off.
    postponed: Set,
}

pub(crate) struct Product<'a, G> {
    graph: G,
    automaton: &'a mut Automaton,
    limits: &'a Limits<'a>,
    memories: Vec<Memory>,
    memory_index: FxHashMap<Memory, u32>,
    /// Nodes of the product in breadth-first order: a node of the graph and a memory.
    nodes: Store,
    reserve: Reserve,
    /// For each node the one it was found from; its own number for those at the start.
    parents: Vec<u32>,
    /// The steps of those nodes that were expanded.
    adjacency: Adjacency,
    /// Bytes that others hold.
    bytes_elsewhere: u64,
    /// More nodes than this are too many.
    most: u32,
    edges: Vec<Edge>,
    found: Vec<ProductEdge>,
}

/// What the breadth-first search ended with.
pub(crate) enum Search {
    /// All nodes are known.
    Exhausted,
    /// This node has no obligations left.
    Discharged(u32),
    /// There are too many nodes.
    TooMany,
}

impl<G: Graph> Accepting for Product<'_, G> {
    type Steps = Range<usize>;

    fn len(&self) -> u32 {
        self.parents.len() as u32
    }

    fn conditions(&self) -> Set {
        self.automaton.untils() | self.graph.fairness()
    }

    fn steps(&self, node: u32) -> Range<usize> {
        self.adjacency.of(node)
    }

    fn next(&self, steps: &mut Range<usize>) -> Option<(u32, Set)> {
        steps.next_back().map(|position| self.adjacency.step(position))
    }

    fn check(&self, count: u32, more_bytes: u64) -> Result<(), Stop> {
        if !count.is_multiple_of(NODES_BETWEEN_CHECKS) {
            return Ok(());
        }
        let memory = self.bytes() + more_bytes;
        self.limits.check(memory, || Tick { states: u64::from(count), memory, ..Tick::default() })
    }
}

impl<'a, G: Graph> Product<'a, G> {
    pub fn new(graph: G, automaton: &'a mut Automaton, limits: &'a Limits<'a>, bytes_elsewhere: u64) -> Self {
        Product {
            adjacency: Adjacency::new(automaton.untils() | graph.fairness()),
            graph,
            automaton,
            limits,
            memories: Vec::new(),
            memory_index: FxHashMap::default(),
            nodes: Store::new(1),
            reserve: Reserve::default(),
            parents: Vec::new(),
            bytes_elsewhere,
            most: u32::MAX,
            edges: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Bytes in use, with what others hold.
    pub fn bytes(&self) -> u64 {
        self.bytes_elsewhere + self.nodes.bytes() + self.parents.len() as u64 * 4 + self.adjacency.bytes()
    }

    /// Finds all nodes that can be reached from the given nodes of the graph, or, if `eager`, stops at
    /// the first one without obligations.
    pub fn search(&mut self, starts: impl Iterator<Item = u32>, eager: bool) -> Result<Search, Failure> {
        let memory = self.memory(Memory { obligations: self.automaton.initial, arrived: 0 });
        for start in starts {
            self.visit(start, memory, None)?;
        }
        if eager && self.automaton.initial == 0 && self.len() > 0 {
            return Ok(Search::Discharged(0));
        }
        let mut node = 0;
        while node < self.len() {
            self.check(node, 0)?;
            if self.len() > self.most {
                return Ok(Search::TooMany);
            }
            self.expand(node);
            let found = std::mem::take(&mut self.found);
            for edge in &found {
                let (to, is_new) = self.visit(edge.edge.to, edge.memory, Some(node))?;
                if is_new && eager && self.memories[edge.memory as usize].obligations == 0 {
                    return Ok(Search::Discharged(to));
                }
                self.adjacency.add(to, edge.postponed);
            }
            self.adjacency.close();
            self.found = found;
            node += 1;
        }
        Ok(Search::Exhausted)
    }

    /// Finds up to so many nodes, the steps of each before those of the nodes beside it (depth-first). Then the parents
    /// are those on shortest paths through what was found.
    fn dive(&mut self, starts: impl Iterator<Item = u32>, most: u32) -> Result<(), Failure> {
        self.adjacency = Adjacency::in_any_order(self.conditions());
        let memory = self.memory(Memory { obligations: self.automaton.initial, arrived: 0 });
        for start in starts {
            self.visit(start, memory, None)?;
        }
        let starts = self.len();
        let mut open: Vec<u32> = (0..starts).rev().collect();
        let mut count = 0;
        while let Some(node) = open.pop() {
            if self.adjacency.has(node) {
                continue;
            }
            self.check(count, 0)?;
            count += 1;
            self.expand(node);
            let found = std::mem::take(&mut self.found);
            let first = open.len();
            self.adjacency.open(node);
            for edge in &found {
                let to = match self.nodes.find(&[Self::key(edge.edge.to, edge.memory)]) {
                    Some(to) => to as u32,
                    None if self.len() < most => self.visit(edge.edge.to, edge.memory, Some(node))?.0,
                    None => continue,
                };
                self.adjacency.add(to, edge.postponed);
                open.push(to);
            }
            self.adjacency.close();
            // The first step is followed first.
            open[first..].reverse();
            self.found = found;
        }
        self.shorten_paths(starts);
        Ok(())
    }

    /// Makes parents those on shortest paths from the first nodes, so many of them.
    fn shorten_paths(&mut self, starts: u32) {
        let mut queue: Vec<u32> = (0..starts).collect();
        let mut seen = BitSet::new(self.len() as usize, false);
        for start in &queue {
            seen.insert(*start);
        }
        let mut next = 0;
        while let Some(node) = queue.get(next).copied() {
            next += 1;
            for position in self.adjacency.of(node) {
                let (to, _) = self.adjacency.step(position);
                if seen.insert(to) {
                    self.parents[to as usize] = node;
                    queue.push(to);
                }
            }
        }
    }

    /// A run that the automaton accepts among up to so many nodes that a depth-first search meets first, if there is
    /// one. Only a lasso is looked for.
    pub fn lasso_nearby(
        mut self,
        starts: impl Iterator<Item = u32>,
        most: u32,
    ) -> Result<Option<Run<u32>>, Failure> {
        self.dive(starts, most)?;
        let component = accepting_component(&self)?;
        Ok(component.map(|component| self.lasso(&component)))
    }

    fn memory(&mut self, memory: Memory) -> u32 {
        *self.memory_index.entry(memory).or_insert_with(|| {
            self.memories.push(memory);
            self.memories.len() as u32 - 1
        })
    }

    fn key(node: u32, memory: u32) -> u64 {
        u64::from(node) << 32 | u64::from(memory)
    }

    /// The number of a node, and whether it is new.
    fn visit(&mut self, node: u32, memory: u32, parent: Option<u32>) -> Result<(u32, bool), Failure> {
        loop {
            match self.nodes.insert(&[Self::key(node, memory)], &mut self.reserve) {
                Inserted::Known(number) => return Ok((number as u32, false)),
                Inserted::New(number) => {
                    let number = number as u32;
                    self.parents.push(parent.unwrap_or(number));
                    return Ok((number, true));
                }
                // Of a larger table not all positions would be numbers of nodes.
                Inserted::Full if self.nodes.grows_wide() => return Err(Failure::TooManyNodes),
                Inserted::Full => self.nodes.make_more_room(self.limits.budget.memory_left())?,
            }
        }
    }

    fn parts(&self, node: u32) -> (u32, u32) {
        let mut key = Vec::with_capacity(1);
        self.nodes.read(node.into(), &mut key);
        ((key[0] >> 32) as u32, key[0] as u32)
    }

    /// The node of the graph behind a node.
    pub fn graph_node(&self, node: u32) -> u32 {
        self.parts(node).0
    }

    /// Puts the steps of a node in `found`.
    fn expand(&mut self, node: u32) {
        let (at, memory) = self.parts(node);
        let Memory { obligations, arrived } = self.memories[memory as usize];
        let mut edges = std::mem::take(&mut self.edges);
        let letter = self.graph.look(at, &mut edges) | arrived;
        let is_end = self.graph.is_end();
        self.found.clear();
        for edge in &edges {
            let range = self.automaton.read(obligations, letter | edge.marks.now);
            for position in range.0..range.1 {
                let read = self.automaton.moves_in((position, position + 1))[0];
                // What is still to happen where nothing is known cannot be judged.
                if is_end && read.to != 0 {
                    continue;
                }
                let memory = self.memory(Memory { obligations: read.to, arrived: edge.marks.then });
                let postponed = read.postponed | self.graph.unmet(edge.to);
                self.found.push(ProductEdge { edge: *edge, memory, postponed });
            }
        }
        self.edges = edges;
    }

    /// The path to a node from where it was found first.
    fn path_to(&mut self, node: u32) -> (u32, Vec<Passage>) {
        let mut path = Vec::new();
        let mut at = node;
        let mut passages = Vec::new();
        while self.parents[at as usize] != at {
            let parent = self.parents[at as usize];
            passages.clear();
            self.passages(parent, &mut passages);
            path.extend(passages.iter().find(|passage| passage.to == at));
            at = parent;
        }
        path.reverse();
        (at, path)
    }

    /// A run from one of some nodes of the graph that the automaton accepts, if there is one.
    pub fn accepted_run(self, starts: impl Iterator<Item = u32>) -> Result<Option<Run<u32>>, Failure> {
        Ok(self.accepted_run_among(starts, u32::MAX)?.flatten())
    }

    /// The same; `None` if there are more nodes than that.
    pub fn accepted_run_among(
        mut self,
        starts: impl Iterator<Item = u32>,
        most: u32,
    ) -> Result<Option<Option<Run<u32>>>, Failure> {
        self.most = most;
        let steps_matter = self.automaton.linear.atoms.iter().any(|atom| matches!(atom, Atom::Step(_)));
        // That a run goes on fairly is not shown by how it begins.
        let eager = self.graph.fairness() == 0;
        match self.search(starts, eager)? {
            Search::TooMany => return Ok(None),
            Search::Discharged(node) => return Ok(Some(Some(self.finite_run(node, steps_matter)))),
            Search::Exhausted if eager && self.automaton.linear.is_cosafe() => return Ok(Some(None)),
            Search::Exhausted => {}
        }
        let component = accepting_component(&self)?;
        Ok(Some(component.map(|component| self.lasso(&component))))
    }

    /// A finite run to a node without obligations.
    fn finite_run(&mut self, node: u32, steps_matter: bool) -> Run<u32> {
        let (start, path) = self.path_to(node);
        let start = self.graph_node(start);
        lasso::finite_run(&mut self.graph, start, &path, steps_matter)
    }

    /// A lasso whose loop stays in `component`, which must be strongly connected, and puts off no
    /// condition for ever.
    pub fn lasso(&mut self, component: &BitSet) -> Run<u32> {
        let entry = component.iter().next().unwrap_or(0);
        let (start, mut path) = self.path_to(entry);
        let start = self.graph_node(start);
        let loop_start = path.len();
        path.extend(lasso::cycle(self, entry, component, self.conditions()));
        lasso::lasso(&mut self.graph, start, &path, loop_start)
    }
}

impl<G: Graph> Passages for Product<'_, G> {
    /// All nodes must be known.
    fn passages(&mut self, node: u32, passages: &mut Vec<Passage>) {
        self.expand(node);
        for step in &self.found {
            if let Some(to) = self.nodes.find(&[Self::key(step.edge.to, step.memory)]) {
                passages.push(Passage { to: to as u32, edge: step.edge, postponed: step.postponed });
            }
        }
    }
}
