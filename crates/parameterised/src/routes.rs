//! Routes on which agents can follow a run of an abstraction of a synchronous family: what makes it concrete.
//!
//! Agents of the rest go along the labels of the run, at least one along each. Any finite run can be
//! followed by enough of them. For a run that repeats a loop for ever the numbers have to come out even:
//! every label of the loop has to lie on a cycle along labels, and as many agents as those cycles need are
//! enough. That following it once is possible is not enough, since agents may be used up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use synod_core::{Counterexample, State, Step, Taken};

use crate::abstraction::Population;
use crate::rounds::{Label, RoundAbstraction};
use crate::template::{RoleId, StateId};

/// A label done in a step: its number among those of the rule, and from where to where it leads.
type Edge = (usize, StateId, StateId);

/// The way of an agent: the labels it goes along, and those that it then goes along again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub stem: Vec<usize>,
    /// As long as a number of rounds of the loop; empty if there is none.
    pub round: Vec<usize>,
}

impl Route {
    /// The label of a step.
    pub fn at(&self, step: usize) -> usize {
        match step.checked_sub(self.stem.len()) {
            None => self.stem[step],
            Some(beyond) => self.round[beyond % self.round.len()],
        }
    }
}

/// The steps of a run without stuttering, each with the state that it leaves.
pub(crate) fn steps(counterexample: &Counterexample) -> Option<Vec<(&Taken, &State)>> {
    let trace = &counterexample.trace;
    std::iter::zip(&trace.steps, &trace.states)
        .map(|(step, state)| match step {
            Step::Take(taken) => Some((taken, state)),
            Step::Stutter => None,
        })
        .collect()
}

/// For each role, routes on which agents of its rest can follow the run, if that is possible.
pub(crate) fn routes(
    abstraction: &RoundAbstraction,
    populations: &[Population],
    counterexample: &Counterexample,
) -> Option<Vec<Vec<Route>>> {
    let trace = &counterexample.trace;
    let steps = steps(counterexample)?;
    let system = &abstraction.instance.system;
    let mut all = Vec::new();
    for ((role, population), occupied) in (0..).map(RoleId).zip(populations).zip(&abstraction.occupied) {
        if !population.rest || occupied.is_empty() {
            all.push(vec![]);
            continue;
        }
        let somebody = |state: &State, at: &StateId| state[system.slot(occupied[at])] != 0;
        let done = |label: &Label, taken: &Taken, state: &State| match label.choice {
            _ if label.role != role => false,
            Some(choice) => taken.choices[choice] != 0,
            None => somebody(state, &label.from),
        };
        let layers: Vec<Vec<Edge>> = steps
            .iter()
            .map(|(taken, state)| {
                let labels = abstraction.labels.get(&taken.rule).into_iter().flatten().enumerate();
                let done = labels.filter(|(_, label)| done(label, taken, state));
                done.map(|(number, label)| (number, label.from, label.to)).collect()
            })
            .collect();
        let last = trace.states.last()?;
        let at_end: Vec<StateId> = occupied.keys().copied().filter(|at| somebody(last, at)).collect();
        all.push(follow(&layers, trace.loop_start, &at_end)?);
    }
    Some(all)
}

/// Routes along these layers of labels, the last of which leads back to the start of the loop, or to the
/// local states at the end.
fn follow(layers: &[Vec<Edge>], loop_start: Option<usize>, at_end: &[StateId]) -> Option<Vec<Route>> {
    let Some(start) = loop_start else {
        let ends = at_end.iter().map(|state| (*state, Route { stem: vec![], round: vec![] })).collect();
        return stems(layers, ends, false);
    };
    let rounds = circulation(&layers[start..])?;
    // More agents on the same rounds give more agents to the stem.
    (1..=1000).find_map(|times| {
        let routes = rounds.iter().flat_map(|route| std::iter::repeat_n(route.clone(), times)).collect();
        stems(&layers[..start], routes, true)
    })
}

/// Prolongs routes that begin in these local states backwards, so that each label is gone along. Where
/// there are fewer routes than labels, more agents take the same ones, unless their number is fixed.
fn stems(layers: &[Vec<Edge>], mut routes: Vec<(StateId, Route)>, fixed: bool) -> Option<Vec<Route>> {
    for layer in layers.iter().rev() {
        let mut edges: BTreeMap<StateId, Vec<Edge>> = BTreeMap::new();
        layer.iter().for_each(|edge| edges.entry(edge.2).or_default().push(*edge));
        let mut prolonged = Vec::new();
        for (state, edges) in &edges {
            let mut here: Vec<Route> =
                routes.iter().filter(|(start, _)| start == state).map(|(_, route)| route.clone()).collect();
            while here.len() < edges.len() && !fixed {
                here.push(here.first()?.clone());
            }
            if here.len() < edges.len() {
                return None;
            }
            for (position, mut route) in here.into_iter().enumerate() {
                let (number, from, _) = edges[position % edges.len()];
                route.stem.insert(0, number);
                prolonged.push((from, route));
            }
        }
        if prolonged.len() < routes.len() {
            return None;
        }
        routes = prolonged;
    }
    Some(routes.into_iter().map(|(_, route)| route).collect())
}

/// Routes that can be repeated for ever, at least one along each label, with where they begin.
fn circulation(layers: &[Vec<Edge>]) -> Option<Vec<(StateId, Route)>> {
    let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut routes = Vec::new();
    for (layer, edges) in layers.iter().enumerate() {
        for edge in edges {
            if used.contains(&(layer, edge.0)) {
                continue;
            }
            let mut cycle = cycle_through(layers, layer, *edge)?;
            // Begins where the loop does; one agent begins in each of its rounds.
            let first = cycle.iter().position(|(layer, _)| *layer == 0)?;
            cycle.rotate_left(first);
            used.extend(cycle.iter().map(|(layer, edge)| (*layer, edge.0)));
            for begin in (0..cycle.len()).step_by(layers.len()) {
                let turned = cycle[begin..].iter().chain(&cycle[..begin]);
                let round = turned.map(|(_, edge)| edge.0).collect();
                routes.push((cycle[begin].1.1, Route { stem: vec![], round }));
            }
        }
    }
    Some(routes)
}

/// The labels of a shortest cycle through one of them, with their layers, in order.
fn cycle_through(layers: &[Vec<Edge>], layer: usize, edge: Edge) -> Option<Vec<(usize, Edge)>> {
    let after = |layer: usize| (layer + 1) % layers.len();
    let goal = (layer, edge.1);
    let start = (after(layer), edge.2);
    let mut before: BTreeMap<(usize, StateId), Option<(usize, Edge)>> = BTreeMap::from([(start, None)]);
    let mut todo = VecDeque::from([start]);
    while let Some(at @ (layer, state)) = todo.pop_front() {
        if at == goal {
            break;
        }
        for edge in layers[layer].iter().filter(|edge| edge.1 == state) {
            let next = (after(layer), edge.2);
            before.entry(next).or_insert_with(|| {
                todo.push_back(next);
                Some((layer, *edge))
            });
        }
    }
    let mut cycle = Vec::new();
    let mut at = goal;
    while let Some((layer, edge)) = *before.get(&at)? {
        cycle.push((layer, edge));
        at = (layer, edge.1);
    }
    cycle.push((layer, edge));
    cycle.reverse();
    Some(cycle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &[(u32, u32)]) -> Vec<Edge> {
        list.iter().enumerate().map(|(n, (a, b))| (n, StateId(*a), StateId(*b))).collect()
    }

    #[test]
    fn a_loop_that_uses_agents_up_cannot_be_repeated() {
        // From 0 to 1 and staying, with nobody coming back.
        assert_eq!(follow(&[edges(&[(0, 0), (0, 1), (1, 1)])], Some(0), &[]), None);
    }

    #[test]
    fn workers_that_rest_are_needed_once_for_each_round_of_rest() {
        // Five labels from 0 to 9, then down to 0 again.
        let mut layer = vec![(0, 9); 5];
        layer.extend((1..=9).map(|n| (n, n - 1)));
        let routes = follow(&[edges(&layer)], Some(0), &[]).unwrap();
        assert_eq!(routes.len(), 50);
        assert!(routes.iter().all(|route| route.round.len() == 10));
    }

    #[test]
    fn a_stem_brings_as_many_as_the_loop_needs() {
        let layers = [edges(&[(0, 1), (0, 2)]), edges(&[(1, 2), (2, 1), (2, 2)])];
        let routes = follow(&layers, Some(1), &[]).unwrap();
        assert_eq!(routes.len(), 3);
        for label in 0..2 {
            assert!(routes.iter().any(|route| route.at(0) == label));
        }
        for label in 0..3 {
            assert!(routes.iter().any(|route| route.at(1) == label));
        }
    }

    #[test]
    fn a_finite_run_needs_an_agent_for_each_way_through() {
        let layers = [edges(&[(0, 1), (0, 2)]), edges(&[(1, 3), (1, 4), (2, 4)])];
        assert_eq!(follow(&layers, None, &[StateId(3), StateId(4)]).unwrap().len(), 3);
    }
}
