//! Abstractions take part in every step of the instances they stand for.

use std::collections::BTreeSet;

use synod_core::{State, System, VarId};
use synod_simulate::Interpreter;

use super::generate::{Flavour, family, synchronous};
use super::random::{all_sizes, cases};
use crate::abstraction::{Population, abstraction};
use crate::instance::{Instance, Steps};
use crate::template::*;

/// States of an instance that are looked at.
const MOST: usize = 60;

/// Where the counts of an abstraction are: by role and local state.
type Counts = Vec<Vec<(StateId, VarId)>>;

/// Finds the counts by the names of the variables.
fn counts<D>(family: &Family<D>, system: &System) -> Counts {
    let of_role = |role: &Template| {
        let name = |state: StateId| format!("others of {} in {}", role.name, role.show_state(state));
        role.state_ids().filter_map(|s| Some((s, system.find_var(&name(s))?))).collect()
    };
    family.roles().iter().map(of_role).collect()
}

/// The state of the abstraction that stands for a state of an instance.
fn image(concrete: &Instance, abstracted: &Instance, counts: &Counts, most: i64, state: &State) -> State {
    let (from, to) = (&concrete.system, &abstracted.system);
    let mut image = vec![0; to.width()];
    image[to.slot(abstracted.environment_var())] = state[from.slot(concrete.environment_var())];
    for ((agents, tracked), counts) in concrete.agents.iter().zip(&abstracted.agents).zip(counts) {
        for ((_, var), (_, tracked)) in std::iter::zip(agents, tracked) {
            image[to.slot(*tracked)] = state[from.slot(*var)];
        }
        for (local, count) in counts {
            let here = |(_, var): &&(_, VarId)| state[from.slot(*var)] == i64::from(local.0);
            let rest = agents[tracked.len()..].iter().filter(here).count() as i64;
            image[to.slot(*count)] = rest.min(most);
        }
    }
    image
}

fn takes_part<D: Steps>(seed: u64, family: &Family<D>, sizes: &[u32], abstracted: &Instance, most: i64) {
    let concrete = family.instance(sizes).unwrap();
    let counts = counts(family, &abstracted.system);
    let image = |state: &State| image(&concrete, abstracted, &counts, most, state);
    let (instance, other) = (Interpreter::new(&concrete.system), Interpreter::new(&abstracted.system));
    let mut todo: Vec<State> = instance.initial(MOST).states;
    let mut seen: BTreeSet<State> = todo.iter().cloned().collect();
    assert!(todo.iter().all(|state| other.is_initial(&image(state))), "seed {seed} at {sizes:?}");
    while let Some(state) = todo.pop().filter(|_| seen.len() < MOST) {
        let targets: BTreeSet<State> =
            other.moves(&image(&state)).enabled.into_iter().map(|step| step.target).collect();
        for step in instance.moves(&state).enabled {
            assert!(targets.contains(&image(&step.target)), "seed {seed} at {sizes:?}: {state:?}");
            if seen.insert(step.target.clone()) {
                todo.push(step.target);
            }
        }
    }
}

#[test]
fn interleaved_abstractions_take_part_in_every_step() {
    for seed in 0..cases(40) {
        let family = family(seed, Flavour::Any);
        let tracked = family.indices(&family.properties()[0]);
        let least: Sizes = tracked.iter().map(|m| (*m).max(1)).collect();
        for threshold in 1..=2 {
            for sizes in all_sizes(&least, &least.iter().map(|n| n + 3).collect::<Vec<_>>()) {
                // Where there is a rest, it has to reach the threshold.
                let rests: Vec<u32> = std::iter::zip(&sizes, &tracked).map(|(n, m)| n - m).collect();
                if rests.iter().any(|rest| *rest > 0 && *rest < threshold) {
                    continue;
                }
                let populations: Vec<Population> = std::iter::zip(&tracked, rests)
                    .map(|(tracked, rest)| Population { tracked: *tracked, rest: rest > 0 })
                    .collect();
                let abstracted = abstraction(&family, &populations, threshold).unwrap();
                takes_part(seed, &family, &sizes, &abstracted, i64::from(threshold));
            }
        }
    }
}

#[test]
fn synchronous_abstractions_take_part_in_every_step() {
    let mut looked = 0;
    for seed in 0..cases(40) {
        let family = synchronous(seed);
        let tracked = family.indices(&family.properties()[0]);
        let least: Sizes = tracked.iter().map(|m| (*m).max(1)).collect();
        for sizes in all_sizes(&least, &least.iter().map(|n| n + 1).collect::<Vec<_>>()) {
            let populations: Vec<Population> = std::iter::zip(&sizes, &tracked)
                .map(|(n, tracked)| Population { tracked: *tracked, rest: n > tracked })
                .collect();
            let abstracted = family.abstraction(&populations).unwrap().instance;
            // Their steps are tried one by one here.
            if abstracted.system.rules.iter().all(|rule| rule.choices.len() < 10) {
                looked += 1;
                takes_part(seed, &family, &sizes, &abstracted, 1);
            }
        }
    }
    assert!(looked > 0);
}
