//! Strongly connected components of a graph with acceptance conditions, found in one depth-first search (after Couvreur).
//!
//! Components are merged as cycles close; each carries the conditions that all its steps put off. As soon
//! as there are none left, it contains a run that is accepted.

use synod_core::Stop;

use crate::bits::BitSet;
use crate::ltl::Set;

/// A graph in which a run is accepted if its steps do not put off any of some conditions for ever (transition-based
/// generalised acceptance). All its nodes are known.
pub(crate) trait Accepting {
    /// How many nodes there are; they are numbered from 0.
    fn len(&self) -> u32;
    /// All conditions.
    fn conditions(&self) -> Set;
    /// The steps of a node that are still to be followed.
    type Steps;
    /// All steps of a node.
    fn steps(&self, node: u32) -> Self::Steps;
    /// Where the next step leads, and the conditions that it puts off.
    fn next(&self, steps: &mut Self::Steps) -> Option<(u32, Set)>;
    /// Asks whether to go on, once in a while.
    fn check(&self, count: u32, more_bytes: u64) -> Result<(), Stop>;
}

/// Numbers of nodes in the order of the search: not seen yet, or in a component that is done.
const NEW: u32 = 0;
const DONE: u32 = u32::MAX;

/// A component that may still grow.
struct Root {
    /// The number of its first node.
    number: u32,
    /// The conditions put off by the step that led into it.
    incoming: Set,
    /// The conditions put off by all steps inside it.
    postponed: Set,
    /// A component with an accepted run can be reached from it.
    good: bool,
}

/// A node whose steps are being followed.
struct Frame<S> {
    node: u32,
    /// Its steps that are still to be followed.
    steps: S,
}

struct Components<'g, G: Accepting> {
    graph: &'g G,
    number: Vec<u32>,
    /// Nodes of components that may still grow, in the order of their numbers.
    active: Vec<u32>,
    roots: Vec<Root>,
    frames: Vec<Frame<G::Steps>>,
    good: BitSet,
    counted: u32,
    first_only: bool,
}

/// Nodes that form a component with an accepted run, or `None` if there is none.
pub(crate) fn accepting_component(graph: &impl Accepting) -> Result<Option<BitSet>, Stop> {
    Components::new(graph, true).run()
}

/// The nodes from which there is an accepted run.
pub(crate) fn good_nodes(graph: &impl Accepting) -> Result<BitSet, Stop> {
    let mut components = Components::new(graph, false);
    components.run()?;
    Ok(components.good)
}

impl<'g, G: Accepting> Components<'g, G> {
    fn new(graph: &'g G, first_only: bool) -> Self {
        let len = graph.len() as usize;
        Components {
            graph,
            number: vec![NEW; len],
            active: Vec::new(),
            roots: Vec::new(),
            frames: Vec::new(),
            good: BitSet::new(len, false),
            counted: 0,
            first_only,
        }
    }

    fn run(&mut self) -> Result<Option<BitSet>, Stop> {
        for node in 0..self.graph.len() {
            if self.number[node as usize] != NEW {
                continue;
            }
            self.enter(node, 0)?;
            while !self.frames.is_empty() {
                if let Some(found) = self.advance()? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    fn enter(&mut self, node: u32, incoming: Set) -> Result<(), Stop> {
        self.counted += 1;
        let held = self.number.len() * 4 + self.frames.len() * size_of::<Frame<G::Steps>>();
        self.graph.check(self.counted, held as u64)?;
        self.number[node as usize] = self.counted;
        self.active.push(node);
        let root = Root { number: self.counted, incoming, postponed: self.graph.conditions(), good: false };
        self.roots.push(root);
        self.frames.push(Frame { node, steps: self.graph.steps(node) });
        Ok(())
    }

    /// Follows one step of the node on top, or leaves it.
    fn advance(&mut self) -> Result<Option<BitSet>, Stop> {
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        let Some((to, postponed)) = self.graph.next(&mut frame.steps) else {
            self.leave();
            return Ok(None);
        };
        match self.number[to as usize] {
            NEW => self.enter(to, postponed)?,
            DONE => {
                let good = self.good.contains(to);
                self.top().good |= good;
            }
            number => return Ok(self.close(number, postponed)),
        }
        Ok(None)
    }

    fn top(&mut self) -> &mut Root {
        self.roots.last_mut().expect("a component is open while a node is")
    }

    /// Merges all components on the cycle that a step to an earlier node closes.
    fn close(&mut self, number: u32, postponed: Set) -> Option<BitSet> {
        let (mut postponed, mut good) = (postponed, false);
        while self.top().number > number
            && let Some(root) = self.roots.pop()
        {
            postponed &= root.postponed & root.incoming;
            good |= root.good;
        }
        let first_only = self.first_only;
        let top = self.top();
        top.postponed &= postponed;
        top.good |= good || top.postponed == 0;
        let first = top.number;
        if !(first_only && top.postponed == 0) {
            return None;
        }
        let mut component = BitSet::new(self.number.len(), false);
        for node in self.active.iter().rev().take_while(|node| self.number[**node as usize] >= first) {
            component.insert(*node);
        }
        Some(component)
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if self.top().number != self.number[frame.node as usize] {
            return;
        }
        let Some(root) = self.roots.pop() else { return };
        while let Some(node) = self.active.pop() {
            self.number[node as usize] = DONE;
            if root.good {
                self.good.insert(node);
            }
            if node == frame.node {
                break;
            }
        }
        if root.good && !self.roots.is_empty() {
            self.top().good = true;
        }
    }
}
