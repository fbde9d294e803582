//! Whether a counterexample is one: a run of the system, on which (and on whose continuations) the
//! formula fails.

use synod_core::{Counterexample, Env, Formula, Step, System, Trace, eval_bool};

use super::steps::{Point, Points, predicates, take};
use super::temporal::{Judge, Runs, about_point, about_position, has_steps};

/// Panics unless the steps are steps of the system, from a state that satisfies `start`.
pub fn assert_run(points: &Points, trace: &Trace, initial: bool) {
    let system = points.system;
    assert!(trace.is_well_formed(), "{trace:?}");
    if initial {
        let env = Env::of(system, &trace.states[0]);
        assert_eq!(eval_bool(&system.exprs, system.init, env), Ok(true), "not initial");
    }
    for (number, step) in trace.steps.iter().enumerate() {
        let from = &trace.states[number];
        match step {
            Step::Take(taken) => {
                assert_eq!(take(system, from, taken), Some(Ok(trace.target(number).clone())));
            }
            Step::Stutter => {
                assert_eq!(from, trace.target(number));
                let point = points.points.iter().position(|point| point.state == *from).unwrap();
                assert!(points.moves[point].is_deadlock());
            }
        }
    }
}

/// The positions of a trace as points; a loop is written out twice, because its start is reached in two
/// ways.
fn positions(system: &System, trace: &Trace) -> Vec<(Point, u32)> {
    let mut positions = Vec::new();
    let mut arrived = 0;
    let first = 0..trace.states.len();
    let again = trace.loop_start.unwrap_or(trace.states.len())..trace.states.len();
    for number in first.chain(again) {
        let state = &trace.states[number];
        let step = trace.steps.get(number).map_or(0, |step| predicates(system, state, step));
        positions.push((Point { state: state.clone(), arrived }, step));
        arrived = step;
    }
    positions
}

/// Panics unless the formula fails on the lasso, or on all continuations of a finite run.
pub fn assert_fails(points: &Points, formula: &Formula, counterexample: &Counterexample) {
    let trace = &counterexample.trace;
    assert_run(points, trace, true);
    let judge = Judge { points };
    let everywhere = match formula {
        Formula::Globally(inner) => about_position(inner),
        other => about_point(other),
    };
    let whole = if everywhere { judge.repeating(has_steps(formula)) } else { judge.runs() };
    let positions = positions(points.system, trace);
    let point = |position: &(Point, u32)| points.index[&position.0];
    let runs = match trace.loop_start {
        Some(_) => {
            let back = trace.states.len();
            let last = positions.len() - 1;
            let target = |number: usize| if number == last { back } else { number + 1 };
            Runs {
                edges: positions.iter().enumerate().map(|(n, (_, bits))| vec![(*bits, target(n))]).collect(),
                point: positions.iter().map(point).collect(),
            }
        }
        None => {
            // A copy of the whole graph, entered at the last position.
            let (last, before) = positions.split_last().unwrap();
            let shift = before.len();
            let enter = |number: usize| {
                if number + 1 == shift { shift + point(last) } else { number + 1 }
            };
            let mut edges: Vec<Vec<(u32, usize)>> =
                before.iter().enumerate().map(|(n, (_, bits))| vec![(*bits, enter(n))]).collect();
            edges.extend(
                whole.edges.iter().map(|edges| edges.iter().map(|(b, to)| (*b, to + shift)).collect()),
            );
            let mut map: Vec<usize> = before.iter().map(point).collect();
            map.extend(0..points.points.len());
            if shift == 0 {
                // Begin at the only position.
                let good = judge.some_run(&Runs { edges, point: map }, formula);
                assert!(!good[point(last)], "a continuation satisfies the formula");
                return;
            }
            Runs { edges, point: map }
        }
    };
    assert!(!judge.some_run(&runs, formula)[0], "the run satisfies the formula: {trace:?}");
    if trace.loop_start.is_some() {
        assert!(judge.some_run(&runs, &formula.clone().not())[0]);
    }
}
