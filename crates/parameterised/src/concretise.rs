//! A run of an instance that follows a run of an abstraction, step by step. Larger instances than can be
//! searched may have it.

use synod_core::{Counterexample, Env, State, Step, System, Taken, Trace, eval_bool};

use crate::abstraction::Population;
use crate::instance::Instance;
use crate::rounds::RoundAbstraction;
use crate::routes::{Route, steps};
use crate::template::Sizes;

/// Longer runs are not followed.
const MOST_STEPS: usize = 10_000;

/// The sizes of the instance in which agents go on these routes.
pub(crate) fn sizes(populations: &[Population], routes: &[Vec<Route>]) -> Sizes {
    // A role whose rest nobody notices has no routes, and needs one agent more to have a rest.
    let more = |population: &Population, routes: &Vec<Route>| match population.rest {
        true => routes.len().max(1) as u32,
        false => 0,
    };
    std::iter::zip(populations, routes).map(|(p, routes)| p.tracked + more(p, routes)).collect()
}

/// The run of an instance of those sizes, in which the first agents do what they do in the run of the
/// abstraction and the others go on their routes.
pub(crate) fn retrace(
    instance: &Instance,
    abstraction: &RoundAbstraction,
    counterexample: &Counterexample,
    routes: &[Vec<Route>],
) -> Option<Trace> {
    // Those without a route would have to be given something to do.
    let routed = |(agents, (tracked, routes)): (&Vec<_>, (&Vec<_>, &Vec<Route>))| {
        agents.len() == tracked.len() + routes.len()
    };
    let tracked = &abstraction.instance.agents;
    if !std::iter::zip(&instance.agents, std::iter::zip(tracked, routes)).all(routed) {
        return None;
    }
    let follower = Follower { instance, abstraction, counterexample, routes };
    let trace = &counterexample.trace;
    let length = trace.steps.len();
    let rounds = match trace.loop_start {
        None => 1,
        // After so many rounds everybody is where it was.
        Some(start) => {
            let of_route = |route: &Route| route.round.len() / (length - start);
            routes.iter().flatten().map(of_route).try_fold(1usize, |all, own| {
                let both = all / gcd(all, own).max(1) * own.max(1);
                (both <= MOST_STEPS).then_some(both)
            })?
        }
    };
    let total = match trace.loop_start {
        None => length,
        Some(start) => start + (length - start) * rounds,
    };
    if total > MOST_STEPS {
        return None;
    }
    let mut states = vec![follower.state(0)];
    let mut taken = Vec::new();
    for step in 0..total {
        let next = follower.state(step + 1);
        taken.push(Step::Take(follower.step(step, &states[step], &next)?));
        states.push(next);
    }
    if trace.loop_start.is_some() && states.last() == states.get(trace.loop_start?) {
        states.pop();
    } else if trace.loop_start.is_some() {
        return None;
    }
    Some(Trace { states, steps: taken, loop_start: trace.loop_start })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

struct Follower<'a> {
    instance: &'a Instance,
    abstraction: &'a RoundAbstraction,
    counterexample: &'a Counterexample,
    routes: &'a [Vec<Route>],
}

impl Follower<'_> {
    /// The position in the run of the abstraction after so many steps.
    fn position(&self, step: usize) -> usize {
        let trace = &self.counterexample.trace;
        match trace.loop_start {
            Some(start) if step >= start => start + (step - start) % (trace.steps.len() - start),
            _ => step,
        }
    }

    /// The label that a route takes in a step.
    fn label(&self, route: &Route, step: usize) -> Option<&crate::rounds::Label> {
        let taken = steps(self.counterexample)?.get(self.position(step))?.0;
        self.abstraction.labels.get(&taken.rule)?.get(route.at(step))
    }

    /// The state of the instance after so many steps.
    fn state(&self, step: usize) -> State {
        let (from, to) = (&self.abstraction.instance, self.instance);
        let trace = &self.counterexample.trace;
        let followed = &trace.states[self.position(step).min(trace.states.len() - 1)];
        let mut state = vec![0; to.system.width()];
        let copy = |state: &mut State, var, source| {
            state[to.system.slot(var)] = followed[from.system.slot(source)];
        };
        copy(&mut state, to.environment_var(), from.environment_var());
        for ((agents, tracked), routes) in to.agents.iter().zip(&from.agents).zip(self.routes) {
            for ((_, var), (_, source)) in std::iter::zip(agents, tracked) {
                copy(&mut state, *var, *source);
            }
            for ((_, var), route) in std::iter::zip(&agents[tracked.len()..], routes) {
                // At the end of a finite run, where the last label leads.
                let ended = trace.loop_start.is_none() && step == trace.steps.len();
                let at = match ended {
                    false => self.label(route, step).map(|label| label.from),
                    true if step == 0 => None,
                    true => self.label(route, step - 1).map(|label| label.to),
                };
                state[to.system.slot(*var)] = at.map_or(0, |at| i64::from(at.0));
            }
        }
        state
    }

    /// The step from one state of the instance to another.
    fn step(&self, step: usize, now: &State, next: &State) -> Option<Taken> {
        let (taken, _) = *steps(self.counterexample)?.get(self.position(step))?;
        let tracked = &self.abstraction.instance.agents;
        let (mut picked, mut choices) = (taken.choices.iter().copied(), Vec::new());
        choices.push(picked.next()?);
        for (tracked, routes) in std::iter::zip(tracked, self.routes) {
            for _ in tracked {
                choices.push(picked.next()?);
            }
            for route in routes {
                choices.push(i64::from(self.label(route, step)?.action.0));
            }
        }
        let system = &self.instance.system;
        let (rule, round) = system.rule_ids().next()?;
        let env = Env { system, state: now, choices: &choices, taken: &[] };
        let mut alternatives = Vec::new();
        for part in &round.parts {
            let var = *system.agent(part.agent?).owns.first()?;
            let wanted = next[system.slot(var)];
            let fits = |alternative: &synod_core::Alternative| {
                eval_bool(&system.exprs, alternative.guard, env) == Ok(true)
                    && leads(system, alternative, now[system.slot(var)]) == Some(wanted)
            };
            alternatives.push(part.alternatives.iter().position(fits)? as u32);
        }
        Some(Taken { rule, choices, alternatives })
    }
}

/// The local state that an alternative leads to.
fn leads(system: &System, alternative: &synod_core::Alternative, now: i64) -> Option<i64> {
    match alternative.updates.as_slice() {
        [] => Some(now),
        [update] => system.exprs.as_const(update.value),
        _ => None,
    }
}
