//! What one copy, the rest, and a bystander do in each step: found by exploring them together, taking all
//! combinations of what each can reach for possible.

use std::collections::{BTreeMap, BTreeSet};

use synod_core::{Alternative, Choice, Env, ExprId, Part, State, eval, eval_bool};

use super::{Plan, Shape, Unmet};

/// More states of a copy or of the rest than this are not listed.
const MOST_STATES: usize = 3_000;
/// More firings with a bystander than this are not listed.
const MOST_REACTIONS: usize = 3_000_000;
/// More combinations of choices of a step than this are not listed.
const MOST_CHOICES: i64 = 256;

/// Local states that can be reached, and the steps between them.
pub(super) struct Reactions {
    /// Of a copy.
    pub states: Listed,
    /// Of the rest.
    pub rest: Listed,
    pub firings: Vec<Firing>,
    /// Whether a step is not taken somewhere because of a fault.
    pub meets_faults: bool,
    /// The firings as they were before reactions were added.
    seen: BTreeSet<Firing>,
}

/// A step that a copy and the rest, or the rest alone, can take, by the positions of their local states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Firing {
    /// The position of the rule; not compared between copies.
    pub plan: usize,
    /// Where the copy that acts goes from and to; `None` if none acts.
    pub actor: Option<(usize, usize)>,
    pub rest: (usize, usize),
    /// The values that the step picks.
    pub choices: Vec<i64>,
    /// For each local state of a bystander where it can go; nowhere if it does not let the step happen.
    pub reactions: Vec<BTreeSet<usize>>,
}

impl Firing {
    /// Whether no bystander does anything.
    pub fn is_private(&self) -> bool {
        self.reactions.iter().enumerate().all(|(state, to)| to.len() == 1 && to.contains(&state))
    }
}

/// A growing list without repetitions.
#[derive(Clone, Default)]
pub(super) struct Listed {
    pub values: Vec<Vec<i64>>,
    positions: BTreeMap<Vec<i64>, usize>,
}

impl Listed {
    fn position(&mut self, values: Vec<i64>) -> Result<usize, Unmet> {
        if let Some(position) = self.positions.get(&values) {
            return Ok(*position);
        }
        if self.values.len() == MOST_STATES {
            return Err(Unmet::TooLarge);
        }
        self.values.push(values.clone());
        self.positions.insert(values, self.values.len() - 1);
        Ok(self.values.len() - 1)
    }
}

impl Reactions {
    /// Explores what copy 0 and the rest do, with copy 1 as the bystander.
    pub fn explore(shape: &Shape, plans: &[Plan], start: Vec<i64>, rest: Vec<i64>) -> Result<Self, Unmet> {
        let mut found = Reactions {
            states: Listed::default(),
            rest: Listed::default(),
            firings: Vec::new(),
            meets_faults: false,
            seen: BTreeSet::new(),
        };
        found.states.position(start)?;
        found.rest.position(rest)?;
        let (mut states, mut rests, mut firings) = (0, 0, 0);
        loop {
            let (all_states, all_rests) = (found.states.values.len(), found.rest.values.len());
            for state in 0..all_states {
                for rest in (if state < states { rests } else { 0 })..all_rests {
                    found.fire(shape, plans, 0, state, rest)?;
                }
            }
            let all_firings = found.firings.len();
            if all_firings * all_states > MOST_REACTIONS {
                return Err(Unmet::TooLarge);
            }
            for firing in 0..all_firings {
                let known = if firing < firings { found.firings[firing].reactions.len() } else { 0 };
                for state in known..all_states {
                    let to = found.react(shape, plans, firing, 0, 1, state)?;
                    found.firings[firing].reactions.push(to);
                }
            }
            (states, rests, firings) = (all_states, all_rests, all_firings);
            let grown = (found.states.values.len(), found.rest.values.len(), found.firings.len());
            if grown == (states, rests, firings) {
                return Ok(found);
            }
        }
    }

    /// Adds what a copy and the rest can do together in these local states. What the rest does alone is
    /// added for the first state of the copy only.
    fn fire(
        &mut self,
        shape: &Shape,
        plans: &[Plan],
        copy: usize,
        state: usize,
        rest: usize,
    ) -> Result<(), Unmet> {
        for (number, plan) in plans.iter().enumerate() {
            let acts = plan.actor == Some(copy);
            if !acts && (plan.actor.is_some() || state != 0) {
                continue;
            }
            let before = self.joint(shape, &[(copy, state)], rest);
            for choices in choices(shape, &plan.rule.choices)? {
                let (outcomes, fault) = outcomes(shape, &plan.guards, &plan.parts, &before, &choices);
                self.meets_faults |= fault;
                for after in outcomes {
                    let to = match acts {
                        true => {
                            let values = shape.values(&after, &shape.copies[copy].1);
                            Some((state, self.states.position(values)?))
                        }
                        false => None,
                    };
                    let rest = (rest, self.rest.position(shape.values(&after, &shape.rest))?);
                    let choices = choices.clone();
                    let firing = Firing { plan: number, actor: to, rest, choices, reactions: Vec::new() };
                    if self.seen.insert(firing.clone()) {
                        self.firings.push(firing);
                    }
                }
            }
        }
        Ok(())
    }

    /// Where a bystander in a local state can go in a firing.
    fn react(
        &mut self,
        shape: &Shape,
        plans: &[Plan],
        firing: usize,
        actor: usize,
        bystander: usize,
        state: usize,
    ) -> Result<BTreeSet<usize>, Unmet> {
        let Firing { plan, actor: moved, rest, choices, .. } = self.firings[firing].clone();
        let (guards, part) = &plans[plan].bystanders[bystander];
        let mut known = vec![(bystander, state)];
        known.extend(moved.map(|(from, _)| (actor, from)));
        let before = self.joint(shape, &known, rest.0);
        let parts: Vec<&Part> = part.iter().copied().collect();
        let mut found = BTreeSet::new();
        let (outcomes, fault) = outcomes(shape, guards, &parts, &before, &choices);
        self.meets_faults |= fault;
        for after in outcomes {
            found.insert(self.states.position(shape.values(&after, &shape.copies[bystander].1))?);
        }
        Ok(found)
    }

    /// A state of the system in which some copies and the rest are known.
    fn joint(&self, shape: &Shape, copies: &[(usize, usize)], rest: usize) -> State {
        let mut state = vec![0; shape.system.width()];
        shape.put(&mut state, &shape.rest, &self.rest.values[rest]);
        for (copy, at) in copies {
            shape.put(&mut state, &shape.copies[*copy].1, &self.states.values[*at]);
        }
        state
    }

    /// Whether every copy does, and is done to, what the first two do and are done to.
    pub fn same_for_all(&self, shape: &Shape, plans: &[Plan]) -> Result<(), Unmet> {
        let expected = self.table();
        for actor in 0..shape.copies.len() {
            for bystander in (0..shape.copies.len()).filter(|other| *other != actor) {
                if (actor, bystander) == (0, 1) {
                    continue;
                }
                let told_apart = || {
                    let (a, b) = if actor == 0 { (1, bystander) } else { (0, actor) };
                    Unmet::ToldApart(shape.name(a), shape.name(b))
                };
                let mut other = Reactions {
                    states: self.states.clone(),
                    rest: self.rest.clone(),
                    firings: Vec::new(),
                    meets_faults: false,
                    seen: BTreeSet::new(),
                };
                let (states, rests) = (self.states.values.len(), self.rest.values.len());
                for state in 0..states {
                    for rest in 0..rests {
                        other.fire(shape, plans, actor, state, rest)?;
                    }
                }
                for firing in 0..other.firings.len() {
                    for state in 0..states {
                        let to = other.react(shape, plans, firing, actor, bystander, state)?;
                        other.firings[firing].reactions.push(to);
                    }
                }
                let grown = other.states.values.len() > states || other.rest.values.len() > rests;
                if grown || other.table() != expected {
                    return Err(told_apart());
                }
            }
        }
        Ok(())
    }

    /// The firings without the rules behind them.
    fn table(&self) -> BTreeSet<Firing> {
        self.firings.iter().map(|firing| Firing { plan: 0, ..firing.clone() }).collect()
    }
}

/// All values of the choices of a step.
fn choices(shape: &Shape, choices: &[Choice]) -> Result<Vec<Vec<i64>>, Unmet> {
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    for choice in choices {
        let bounds = choice.ty.bounds(&shape.system.enums);
        let Some((lo, hi)) = bounds.filter(|(lo, hi)| (hi - lo + 1) * all.len() as i64 <= MOST_CHOICES)
        else {
            return Err(Unmet::Unbounded { what: format!("the choice `{}` of a step", choice.name) });
        };
        let with = |values: &Vec<i64>, value: i64| values.iter().copied().chain([value]).collect();
        all = all.iter().flat_map(|values| (lo..=hi).map(move |value| with(values, value))).collect();
    }
    Ok(all)
}

/// The states after some parts of a step, where some conditions hold; and whether it meets a fault, with which
/// it is not taken.
fn outcomes(
    shape: &Shape,
    guards: &[ExprId],
    parts: &[&Part],
    before: &State,
    choices: &[i64],
) -> (Vec<State>, bool) {
    let system = shape.system;
    let env = Env { system, state: before, choices, taken: &[] };
    let truths: Vec<_> = guards.iter().map(|guard| eval_bool(&system.exprs, *guard, env).ok()).collect();
    if truths.iter().any(|truth| *truth != Some(true)) {
        return (vec![], !truths.contains(&Some(false)));
    }
    let mut after = vec![before.clone()];
    let mut fault = false;
    for part in parts {
        let mut ways: Vec<Vec<(usize, i64)>> = Vec::new();
        for alternative in &part.alternatives {
            match eval_bool(&system.exprs, alternative.guard, env) {
                Ok(false) => {}
                Ok(true) => match changes(shape, alternative, env) {
                    Some(changes) => ways.push(changes),
                    None => fault = true,
                },
                Err(_) => fault = true,
            }
        }
        let taken = |state: &State, changes: &Vec<(usize, i64)>| {
            let mut state = state.clone();
            changes.iter().for_each(|(slot, value)| state[*slot] = *value);
            state
        };
        after = after.iter().flat_map(|state| ways.iter().map(move |way| taken(state, way))).collect();
    }
    (after, fault)
}

/// What an alternative assigns, unless it meets a fault.
fn changes(shape: &Shape, alternative: &Alternative, env: Env) -> Option<Vec<(usize, i64)>> {
    let system = shape.system;
    alternative
        .updates
        .iter()
        .map(|update| {
            let var = system.var(update.var);
            let index = match update.index {
                Some(index) => eval(&system.exprs, index, env).ok()?,
                None => 0,
            };
            let value = eval(&system.exprs, update.value, env).ok()?;
            let fits = var.ty.contains(value, &system.enums)
                && (0..i64::from(var.len.unwrap_or(1))).contains(&index);
            fits.then_some((system.slot(update.var) + index as usize, value))
        })
        .collect()
}
