//! How many agents it takes to follow a run of an abstraction of a synchronous family.
//!
//! Agents of the rest flow along the labels of the run, at least one along each. Any finite run can be
//! followed by enough of them. For a run that repeats a loop for ever the numbers have to come out even:
//! every label of the loop has to lie on a cycle along labels, and as many agents as those cycles need are
//! enough. That following it once is possible is not enough, since agents may be used up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use synod_core::{Counterexample, State, Step};

use crate::abstraction::Population;
use crate::rounds::{Label, RoundAbstraction};
use crate::template::{RoleId, Sizes, StateId};

/// A label, as an edge from a local state to another.
type Edge = (StateId, StateId);

/// A size at which an instance can follow the run, if some size can.
pub(crate) fn realise(
    abstraction: &RoundAbstraction,
    populations: &[Population],
    counterexample: &Counterexample,
) -> Option<Sizes> {
    let trace = &counterexample.trace;
    let mut steps = Vec::new();
    for (step, state) in std::iter::zip(&trace.steps, &trace.states) {
        match step {
            Step::Take(taken) => steps.push((taken, state)),
            Step::Stutter => return None,
        }
    }
    let system = &abstraction.instance.system;
    let mut sizes = Sizes::new();
    for ((role, population), occupied) in (0..).map(RoleId).zip(populations).zip(&abstraction.occupied) {
        let rest = if !population.rest {
            0
        } else if occupied.is_empty() {
            1
        } else {
            let somebody = |state: &State, at: &StateId| state[system.slot(occupied[at])] != 0;
            let layers: Vec<Vec<Edge>> = steps
                .iter()
                .map(|(taken, state)| {
                    let done = |label: &&Label| {
                        label.role == role
                            && match label.choice {
                                Some(choice) => taken.choices[choice] != 0,
                                None => somebody(state, &label.from),
                            }
                    };
                    let labels = abstraction.labels.get(&taken.rule).into_iter().flatten();
                    labels.filter(done).map(|label| (label.from, label.to)).collect()
                })
                .collect();
            let last = trace.states.last()?;
            let at_end = occupied.keys().copied().filter(|at| somebody(last, at)).collect();
            agents_needed(&layers, trace.loop_start, &at_end)?
        };
        sizes.push(population.tracked + rest);
    }
    Some(sizes)
}

/// How many agents can follow these layers of labels, the last of which leads back to the start of the
/// loop, or to the local states at the end.
fn agents_needed(layers: &[Vec<Edge>], loop_start: Option<usize>, at_end: &BTreeSet<StateId>) -> Option<u32> {
    let Some(start) = loop_start else {
        return stem(layers, at_end.iter().map(|state| (*state, 1)).collect(), false);
    };
    let throughput = circulation(&layers[start..])?;
    // More rounds of the same agents give more agents to the stem.
    (1..=1000).find_map(|times| {
        let wanted = throughput.iter().map(|(state, count)| (*state, count * times)).collect();
        stem(&layers[..start], wanted, true)
    })
}

/// How many agents at the start make at least (or exactly) so many at the end, with one along each label.
fn stem(layers: &[Vec<Edge>], mut wanted: BTreeMap<StateId, u32>, exactly: bool) -> Option<u32> {
    for layer in layers.iter().rev() {
        let mut before: BTreeMap<StateId, u32> = BTreeMap::new();
        let mut first: BTreeMap<StateId, StateId> = BTreeMap::new();
        for (from, to) in layer {
            *before.entry(*from).or_default() += 1;
            first.entry(*to).or_insert(*from);
            let wanted = wanted.entry(*to).or_default();
            if exactly && *wanted == 0 {
                return None;
            }
            *wanted = wanted.saturating_sub(1);
        }
        // Those not yet accounted for come along the first label that leads there.
        for (to, left) in wanted {
            if left > 0 {
                *before.entry(*first.get(&to)?).or_default() += left;
            }
        }
        wanted = before;
    }
    Some(wanted.values().sum())
}

/// How many agents are in each local state at the start of a loop that they can repeat for ever, with at
/// least one along each label.
fn circulation(layers: &[Vec<Edge>]) -> Option<BTreeMap<StateId, u32>> {
    let mut flow: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut throughput: BTreeMap<StateId, u32> = BTreeMap::new();
    for (layer, edges) in layers.iter().enumerate() {
        for (number, edge) in edges.iter().enumerate() {
            if flow.contains(&(layer, number)) {
                continue;
            }
            for (layer, number) in cycle_through(layers, layer, number, *edge)? {
                flow.insert((layer, number));
                if layer == 0 {
                    *throughput.entry(layers[0][number].0).or_default() += 1;
                }
            }
        }
    }
    Some(throughput)
}

/// The labels of a shortest cycle through one of them, by layer and number.
fn cycle_through(
    layers: &[Vec<Edge>],
    layer: usize,
    number: usize,
    (from, to): Edge,
) -> Option<Vec<(usize, usize)>> {
    let after = |layer: usize| (layer + 1) % layers.len();
    let goal = (layer, from);
    let start = (after(layer), to);
    let mut before: BTreeMap<(usize, StateId), Option<(usize, usize)>> = BTreeMap::from([(start, None)]);
    let mut todo = VecDeque::from([start]);
    while let Some(at @ (layer, state)) = todo.pop_front() {
        if at == goal {
            break;
        }
        for (number, (from, to)) in layers[layer].iter().enumerate() {
            let next = (after(layer), *to);
            if *from == state && !before.contains_key(&next) {
                before.insert(next, Some((layer, number)));
                todo.push_back(next);
            }
        }
    }
    let mut cycle = vec![(layer, number)];
    let mut at = goal;
    while let Some((layer, number)) = *before.get(&at)? {
        cycle.push((layer, number));
        at = (layer, layers[layer][number].0);
    }
    Some(cycle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &[(u32, u32)]) -> Vec<Edge> {
        list.iter().map(|(a, b)| (StateId(*a), StateId(*b))).collect()
    }

    #[test]
    fn a_loop_that_uses_agents_up_cannot_be_repeated() {
        // From 0 to 1 and staying, with nobody coming back.
        assert_eq!(agents_needed(&[edges(&[(0, 0), (0, 1), (1, 1)])], Some(0), &BTreeSet::new()), None);
    }

    #[test]
    fn workers_that_rest_are_needed_once_for_each_round_of_rest() {
        // Five labels from 0 to 9, then down to 0 again.
        let mut layer = vec![(0, 9); 5];
        layer.extend((1..=9).map(|n| (n, n - 1)));
        assert_eq!(agents_needed(&[edges(&layer)], Some(0), &BTreeSet::new()), Some(50));
    }

    #[test]
    fn a_finite_run_needs_an_agent_for_each_way_through() {
        let layers = [edges(&[(0, 1), (0, 2)]), edges(&[(1, 3), (1, 4), (2, 4)])];
        let end = BTreeSet::from([StateId(3), StateId(4)]);
        assert_eq!(agents_needed(&layers, None, &end), Some(3));
    }
}
