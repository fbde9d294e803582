//! Whether all instances from some size on can do whatever the abstraction does (the *gs-simulation* of
//! the literature): then each of them violates what the abstraction violates.
//!
//! An instance follows the abstraction, as far as the tracked agents can tell. All agents that a larger
//! instance has wait together; before an action that needs them they go, one after the other and with the
//! environment back where it was, to where the action is enabled.
//!
//! This was proposed as a way to prove properties by a cutoff. It cannot be: an instance that can do all
//! that the abstraction does satisfies no more than the abstraction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use synod_core::Budget;

use crate::counter_abstraction::{CountedState, Explorer, Later, StateGraph, Visible};
use crate::formula::IndexedFormula;
use crate::reach::Reach;
use crate::template::*;

/// Whether a violation by the abstraction is one of everything that simulates it up to steps that the
/// tracked agents take no part in: for formulas of branching time without next steps.
pub(crate) fn carries_over(formula: &IndexedFormula) -> bool {
    use IndexedFormula::*;
    match formula {
        Holds(..) => true,
        Not(inner) => !inner.any(&mut |f| !matches!(f, Holds(..) | Not(_) | And(_) | Or(_))),
        And(list) | Or(list) => list.iter().all(carries_over),
        Knows(_, inner) => carries_over(inner),
        AllRuns(path) => match &**path {
            Globally(inner) | Finally(inner) => carries_over(inner),
            Until(first, second) => carries_over(first) && carries_over(second),
            _ => false,
        },
        Environment(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | SomeRun(_) | Group(..) => false,
    }
}

/// A point of the abstraction, where the agents of a larger instance wait, and a point of the instance.
type Triple = (usize, Vec<StateId>, usize);

/// More triples than this are not looked at.
const MOST: usize = 50_000;

/// Whether the instances of these sizes and all larger ones can do what the abstraction with so many
/// tracked agents does; no if the time is up before that is known. Every role with actions that all its
/// agents take part in has to have one tracked.
pub(crate) fn simulates(
    family: &Family<Interleaved>,
    tracked: &[u32],
    sizes: &[u32],
    budget: &Budget,
) -> bool {
    let reach = Reach::of(family);
    let rest: Vec<u32> = std::iter::zip(sizes, tracked).map(|(n, t)| n - t).collect();
    let many = vec![1; sizes.len()];
    let explore =
        |exact, rest: &[u32]| Explorer { family, reach: &reach, exact, budget }.explore(tracked, rest);
    let (Some(abstraction), Some(instance)) = (explore(false, &many), explore(true, &rest)) else {
        return false;
    };
    Search::new(family, &abstraction, &instance, budget).is_some_and(Search::succeeds)
}

struct Search<'a> {
    family: &'a Family<Interleaved>,
    budget: &'a Budget,
    abstraction: Vec<Vec<Later<'a>>>,
    instance: Vec<Vec<Later<'a>>>,
    same: (&'a [CountedState], &'a [CountedState]),
    /// Where agents of a role can go from a local state, with the environment back where it is.
    detours: HashMap<(RoleId, StateId, StateId), BTreeSet<StateId>>,
}

impl<'a> Search<'a> {
    fn new(
        family: &'a Family<Interleaved>,
        abstraction: &'a StateGraph,
        instance: &'a StateGraph,
        budget: &'a Budget,
    ) -> Option<Self> {
        Some(Search {
            family,
            budget,
            abstraction: abstraction.after_silence(budget)?,
            instance: instance.after_silence(budget)?,
            same: (&abstraction.points, &instance.points),
            detours: HashMap::new(),
        })
    }

    /// Finds all triples that may be needed, then takes away those where some step cannot be followed.
    fn succeeds(mut self) -> bool {
        let waiting = self.family.roles().iter().map(|role| role.initial[0]).collect();
        let start: Triple = (0, waiting, 0);
        let mut numbers: BTreeMap<Triple, usize> = BTreeMap::from([(start.clone(), 0)]);
        let mut triples = vec![start];
        // For each triple and each step of the abstraction, the triples that following it may lead to.
        let mut follow: Vec<Vec<Vec<usize>>> = Vec::new();
        while let Some(triple) = triples.get(follow.len()).cloned() {
            if self.budget.check(0).is_err() {
                return false;
            }
            let mut steps = Vec::new();
            for matching in self.matches(&triple) {
                let mut targets = Vec::new();
                for target in matching {
                    let fresh = triples.len();
                    let number = *numbers.entry(target.clone()).or_insert(fresh);
                    if number == fresh {
                        if fresh == MOST {
                            return false;
                        }
                        triples.push(target);
                    }
                    targets.push(number);
                }
                steps.push(targets);
            }
            follow.push(steps);
        }
        let mut kept = vec![true; triples.len()];
        loop {
            let fails = |n: &usize| {
                kept[*n] && follow[*n].iter().any(|targets| !targets.iter().any(|target| kept[*target]))
            };
            let failing: Vec<usize> = (0..triples.len()).filter(fails).collect();
            if failing.is_empty() || !kept[0] || self.budget.check(0).is_err() {
                return kept[0] && failing.is_empty();
            }
            failing.into_iter().for_each(|n| kept[n] = false);
        }
    }

    /// For each step of the abstraction, the triples that steps of the instance lead to.
    fn matches(&mut self, (y, waiting, g): &Triple) -> Vec<Vec<Triple>> {
        let mut steps: Vec<(&Visible, usize)> =
            self.abstraction[*y].iter().map(|(l, _, to)| (*l, *to)).collect();
        steps.dedup();
        let answers = self.instance[*g].clone();
        let mut matches = Vec::new();
        for (label, to) in steps {
            let mut targets = Vec::new();
            for (_, environment, next) in answers.iter().filter(|(other, ..)| *other == label) {
                if self.same.0[to].tracked == self.same.1[*next].tracked {
                    for waiting in self.go(waiting, label.0, *environment) {
                        targets.push((to, waiting, *next));
                    }
                }
            }
            matches.push(targets);
        }
        matches
    }

    /// Where those who wait can be after an action that is performed from a state of the environment.
    fn go(&mut self, waiting: &[StateId], action: ActionId, environment: StateId) -> Vec<Vec<StateId>> {
        let family = self.family;
        let kind = family.dynamics().action(action).kind;
        let mut ways = vec![vec![]];
        for (role, from) in std::iter::zip(family.role_ids(), waiting) {
            let targets: Vec<StateId> = match kind.needs_all(role) {
                false => vec![*from],
                true => {
                    let reached = self.detour(role, *from, environment).iter();
                    let after = reached.filter_map(|state| family.dynamics().step(role, *state, action));
                    after.collect::<BTreeSet<_>>().into_iter().collect()
                }
            };
            let with = |way: &Vec<StateId>, to: StateId| way.iter().copied().chain([to]).collect();
            ways = ways.iter().flat_map(|way| targets.iter().map(move |to| with(way, *to))).collect();
        }
        ways
    }

    fn detour(&mut self, role: RoleId, from: StateId, environment: StateId) -> &BTreeSet<StateId> {
        let dynamics = self.family.dynamics();
        self.detours.entry((role, from, environment)).or_insert_with(|| {
            let mut seen = BTreeSet::from([(from, environment)]);
            let mut todo = vec![(from, environment)];
            while let Some((state, at)) = todo.pop() {
                for (action, to) in &dynamics.moves(role)[state.0 as usize] {
                    let kind = dynamics.action(*action).kind;
                    if matches!(kind, Kind::Asynchronous(_) | Kind::AgentEnvironment(_))
                        && let Some(next) = dynamics.environment_step(at, *action)
                        && seen.insert((*to, next))
                    {
                        todo.push((*to, next));
                    }
                }
            }
            seen.into_iter().filter(|(_, at)| *at == environment).map(|(state, _)| state).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::{self, Writer, holds_of};

    #[test]
    fn no_train_gate_does_all_that_its_abstraction_does() {
        // The abstraction violates the property, and no instance does.
        let family = models::train_gate();
        for sizes in [[2, 2], [3, 3], [3, 4], [4, 4]] {
            assert!(!simulates(&family, &[2, 2], &sizes, &Budget::unlimited()));
        }
    }

    #[test]
    fn agents_that_can_always_join_in_do_not_block() {
        let mut w = Writer::new("joiners");
        let role = w.role("Agent", &["home", "ready", "gone"]);
        w.environment(&["e0", "e1"]);
        w.action("prepare", Kind::Asynchronous(role));
        w.action("bump", Kind::AgentEnvironment(role));
        w.action("go", Kind::GlobalSynchronous);
        w.environment_moves(&[("e0", "bump", "e1"), ("e1", "go", "e1")]);
        w.moves(role, &[("home", "prepare", "ready"), ("home", "bump", "ready"), ("ready", "go", "gone")]);
        let gone = w.proposition("gone", role, &["gone"]);
        w.property(&[role], holds_of(gone, 0).not().always());
        let family = w.finish();
        let budget = Budget::unlimited();
        assert!(!simulates(&family, &[1], &[1], &budget), "nobody else to bump");
        assert!(simulates(&family, &[1], &[2], &budget));
        budget.cancel();
        assert!(!simulates(&family, &[1], &[2], &budget), "nothing is known when there was no time");
    }
}
