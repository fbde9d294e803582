//! Steps of a state and all reachable states, straight from the definition.

use std::collections::HashMap;
use std::ops::ControlFlow;

use synod_core::{
    Env, Listing, State, Step, System, Taken, Type, eval, eval_bool, infer_ranges, initial_states,
};

/// All that can happen in a state.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    pub taken: Vec<(Taken, State)>,
    pub cut: bool,
    pub faulty: bool,
}

impl Moves {
    pub fn is_deadlock(&self) -> bool {
        self.taken.is_empty() && !self.cut
    }
}

fn tuples(domains: &[Vec<i64>]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![vec![]], |tuples, domain| {
        let extend = |tuple: &Vec<i64>, value: &i64| tuple.iter().copied().chain([*value]).collect();
        tuples.iter().flat_map(|tuple| domain.iter().map(move |value| extend(tuple, value))).collect()
    })
}

pub fn moves(system: &System, state: &State, int_bound: i64) -> Moves {
    let mut moves = Moves::default();
    let windows = windows(system, int_bound);
    for (id, rule) in system.rule_ids() {
        let domain = |ty: Type| {
            let (lo, hi) = ty.bounds(&system.enums).unwrap_or((-int_bound, int_bound));
            (lo..=hi).collect::<Vec<i64>>()
        };
        let choices: Vec<Vec<i64>> = rule.choices.iter().map(|choice| domain(choice.ty)).collect();
        let parts: Vec<Vec<i64>> =
            rule.parts.iter().map(|part| (0..part.alternatives.len() as i64).collect()).collect();
        for choices in tuples(&choices) {
            for picks in tuples(&parts) {
                let alternatives: Vec<u32> = picks.iter().map(|pick| *pick as u32).collect();
                let taken = Taken { rule: id, choices: choices.clone(), alternatives };
                match take(system, state, &taken) {
                    None => {}
                    Some(Err(())) => moves.faulty = true,
                    Some(Ok(next)) => {
                        let inside = |(value, (lo, hi)): (&i64, &(i64, i64))| (lo..=hi).contains(&value);
                        if next.iter().zip(&windows).all(inside) {
                            moves.taken.push((taken, next));
                        } else {
                            moves.cut = true;
                        }
                    }
                }
            }
        }
    }
    moves
}

/// The values of each slot that are explored.
fn windows(system: &System, int_bound: i64) -> Vec<(i64, i64)> {
    let ranges = infer_ranges(system);
    let mut windows = Vec::new();
    for (var, range) in system.vars.iter().zip(ranges) {
        let bounds = var.ty.bounds(&system.enums);
        let window = bounds.or(range.finite()).unwrap_or((-int_bound, int_bound));
        windows.extend(std::iter::repeat_n(window, var.len.unwrap_or(1) as usize));
    }
    windows
}

/// Where a step leads: nowhere because a guard is false, a fault, or a state.
pub fn take(system: &System, state: &State, taken: &Taken) -> Option<Result<State, ()>> {
    let rule = system.rule(taken.rule);
    let env = Env { system, state, choices: &taken.choices, taken: &[] };
    let alternatives: Vec<_> = rule
        .parts
        .iter()
        .zip(&taken.alternatives)
        .map(|(part, pick)| &part.alternatives[*pick as usize])
        .collect();
    let guards = std::iter::once(rule.guard).chain(alternatives.iter().map(|a| a.guard));
    let truths: Vec<_> = guards.map(|guard| eval_bool(&system.exprs, guard, env)).collect();
    if truths.contains(&Ok(false)) {
        return None;
    }
    if truths.iter().any(|truth| truth.is_err()) {
        return Some(Err(()));
    }
    let mut next = state.clone();
    for update in alternatives.iter().flat_map(|alternative| &alternative.updates) {
        let var = system.var(update.var);
        let index = update.index.map_or(Ok(0), |index| eval(&system.exprs, index, env));
        let value = eval(&system.exprs, update.value, env);
        match (index, value) {
            (Ok(index), Ok(value))
                if (0..i64::from(var.len.unwrap_or(1))).contains(&index)
                    && var.ty.contains(value, &system.enums) =>
            {
                next[system.slot(update.var) + index as usize] = value;
            }
            _ => return Some(Err(())),
        }
    }
    Some(Ok(next))
}

/// The step predicates that a step satisfies, as bits.
pub fn predicates(system: &System, state: &State, step: &Step) -> u32 {
    let Step::Take(taken) = step else { return 0 };
    let env = Env { system, state, choices: &taken.choices, taken: &taken.alternatives };
    let mut bits = 0;
    for (number, predicate) in system.step_predicates.iter().enumerate() {
        let case = predicate.cases.get(&taken.rule);
        if case.is_some_and(|case| eval_bool(&system.exprs, *case, env) == Ok(true)) {
            bits |= 1 << number;
        }
    }
    bits
}

/// A reachable state, with the predicates that the step leading to it satisfies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    pub state: State,
    pub arrived: u32,
}

/// The graph of all points.
#[derive(Debug)]
pub struct Points<'a> {
    pub system: &'a System,
    pub points: Vec<Point>,
    pub index: HashMap<Point, usize>,
    pub initial: Vec<usize>,
    /// For each point its steps: the predicates they satisfy and where they lead.
    pub edges: Vec<Vec<(u32, usize)>>,
    pub moves: Vec<Moves>,
    pub cut: bool,
}

impl<'a> Points<'a> {
    /// All points, or `None` if there are more than `limit`.
    pub fn explore(system: &'a System, int_bound: i64, limit: usize) -> Option<Self> {
        let mut points = Points {
            system,
            points: vec![],
            index: HashMap::new(),
            initial: vec![],
            edges: vec![],
            moves: vec![],
            cut: false,
        };
        let mut initial = Vec::new();
        let listing = initial_states(system, int_bound, &mut |state| {
            initial.push(state.clone());
            if initial.len() > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if listing == Listing::Stopped {
            return None;
        }
        points.cut = listing == Listing::Cut;
        for state in initial {
            let number = points.add(Point { state, arrived: 0 });
            points.initial.push(number);
        }
        let mut at = 0;
        while at < points.points.len() {
            if at > limit {
                return None;
            }
            let state = points.points[at].state.clone();
            let moves = moves(system, &state, int_bound);
            points.cut |= moves.cut;
            let mut edges = Vec::new();
            for (taken, next) in &moves.taken {
                let bits = predicates(system, &state, &Step::Take(taken.clone()));
                let to = points.add(Point { state: next.clone(), arrived: bits });
                edges.push((bits, to));
            }
            if moves.is_deadlock() {
                let to = points.add(Point { state, arrived: 0 });
                edges.push((0, to));
            }
            edges.sort_unstable();
            edges.dedup();
            points.edges.push(edges);
            points.moves.push(moves);
            at += 1;
        }
        Some(points)
    }

    fn add(&mut self, point: Point) -> usize {
        *self.index.entry(point.clone()).or_insert_with(|| {
            self.points.push(point);
            self.points.len() - 1
        })
    }
}
