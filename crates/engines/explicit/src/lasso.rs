//! Runs of a system made of the steps of a product: finite ones, and lassos through a component.

use rustc_hash::FxHashMap;
use synod_core::{Step, Trace};
use synod_labelling::Run;

use crate::bits::BitSet;
use crate::graph::{Edge, Graph};
use crate::ltl::Set;

/// A step of a product to a known node of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    pub to: u32,
    /// The step of the graph behind it.
    pub edge: Edge,
    /// The acceptance conditions that are put off.
    pub postponed: Set,
}

/// A product of which all nodes are known.
pub(crate) trait Passages {
    /// Appends the steps of a node to a list.
    fn passages(&mut self, node: u32, passages: &mut Vec<Passage>);
}

/// A way from a node back to it that stays in `component`, which must be strongly connected, and puts off none of some
/// conditions all the time.
pub(crate) fn cycle(
    product: &mut impl Passages,
    entry: u32,
    component: &BitSet,
    conditions: Set,
) -> Vec<Passage> {
    let (mut at, mut open) = (entry, conditions);
    let mut path: Vec<Passage> = Vec::new();
    while open != 0 {
        let piece = path_within(product, at, component, |passage| open & !passage.postponed != 0);
        let Some(last) = piece.last() else { break };
        at = last.to;
        open = piece.iter().fold(open, |open, passage| open & passage.postponed);
        path.extend(piece);
    }
    if at != entry || path.is_empty() {
        path.extend(path_within(product, at, component, |passage| passage.to == entry));
    }
    path
}

/// The shortest path inside `component` that ends with a step of a kind.
fn path_within(
    product: &mut impl Passages,
    from: u32,
    component: &BitSet,
    goal: impl Fn(&Passage) -> bool,
) -> Vec<Passage> {
    let mut reached: FxHashMap<u32, (u32, Passage)> = FxHashMap::default();
    let mut queue = vec![from];
    let mut next = 0;
    let mut passages = Vec::new();
    while let Some(at) = queue.get(next).copied() {
        next += 1;
        passages.clear();
        product.passages(at, &mut passages);
        for passage in passages.iter().filter(|passage| component.contains(passage.to)) {
            if goal(passage) {
                let mut path = vec![*passage];
                let mut back = at;
                while back != from {
                    let (before, step) = reached[&back];
                    path.push(step);
                    back = before;
                }
                path.reverse();
                return path;
            }
            if passage.to != from && !reached.contains_key(&passage.to) {
                reached.insert(passage.to, (at, *passage));
                queue.push(passage.to);
            }
        }
    }
    Vec::new()
}

/// A finite run along a path to where nothing is left to do. The last step is left out if nothing depends on it.
pub(crate) fn finite_run(
    graph: &mut impl Graph,
    start: u32,
    path: &[Passage],
    steps_matter: bool,
) -> Run<u32> {
    let mut run = run(graph, start, path);
    let idle = run.trace.steps.last() == Some(&Step::Stutter);
    if !path.is_empty() && (idle || !steps_matter) {
        pop_state(&mut run);
        run.trace.steps.pop();
    }
    run
}

/// A lasso along a path, the end of which is where its loop starts.
pub(crate) fn lasso(graph: &mut impl Graph, start: u32, path: &[Passage], loop_start: usize) -> Run<u32> {
    let mut run = run(graph, start, path);
    pop_state(&mut run);
    run.trace.loop_start = Some(loop_start);
    run.trace.fold();
    run.points.truncate(run.trace.states.len());
    run
}

fn run(graph: &mut impl Graph, start: u32, path: &[Passage]) -> Run<u32> {
    let mut nodes = vec![start];
    nodes.extend(path.iter().map(|passage| passage.edge.to));
    let states = nodes.iter().map(|node| graph.state(*node)).collect();
    let steps = std::iter::zip(&nodes, path).map(|(from, passage)| graph.step(*from, passage.edge)).collect();
    Run { trace: Trace { states, steps, loop_start: None }, points: nodes }
}

fn pop_state(run: &mut Run<u32>) {
    run.trace.states.pop();
    run.points.pop();
}
