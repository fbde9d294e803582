//! Shortest runs to a state. Predecessors are not stored: the level before is expanded again.

use std::ops::ControlFlow;

use synod_core::{Step, Trace};

use crate::expand::{Expander, FoundStep};
use crate::explore::{InvariantWatch, Space};
use crate::model::PackedModel;
use crate::store::Position;

/// A shortest run from an initial state to the state at a position.
pub(crate) fn path_to(model: &PackedModel, space: &Space, position: Position) -> Trace {
    let mut expander = Expander::new(model);
    let (mut target, mut state) = (Vec::new(), Vec::new());
    space.store.read(position, &mut target);
    let mut trace = Trace { states: vec![model.layout.unpack(&target)], steps: vec![], loop_start: None };
    let level = space.levels.partition_point(|begin| *begin <= position) - 1;
    for level in (0..level).rev() {
        for candidate in space.levels[level]..space.levels[level + 1] {
            space.store.read(candidate, &mut state);
            let step = find_step(&mut expander, &state, |step| step.next == target);
            if let Some(step) = step {
                trace.states.push(model.layout.unpack(&state));
                trace.steps.push(step);
                std::mem::swap(&mut target, &mut state);
                break;
            }
        }
    }
    trace.states.reverse();
    trace.steps.reverse();
    trace
}

/// The run through states that lie one after the other, the last of which violates a watch, with its steps.
pub(crate) fn violating_run(model: &PackedModel, watch: &InvariantWatch, run: &[u64]) -> Trace {
    let states: Vec<&[u64]> = run.chunks_exact(model.layout.words).collect();
    let mut expander = Expander::new(model);
    let steps =
        states.windows(2).filter_map(|pair| find_step(&mut expander, pair[0], |step| step.next == pair[1]));
    let steps = steps.collect();
    let unpacked = states.iter().map(|state| model.layout.unpack(state)).collect();
    let mut trace = Trace { states: unpacked, steps, loop_start: None };
    if let Some(last) = states.last() {
        add_violating_step(model, watch, last, &mut trace);
    }
    trace
}

/// If the violation of a watch by the last state of a run lies in a step, the step belongs to the evidence.
pub(crate) fn add_violating_step(
    model: &PackedModel,
    watch: &InvariantWatch,
    state: &[u64],
    trace: &mut Trace,
) {
    if !watch.alphabet.watches_steps() {
        return;
    }
    let (mut expander, mut registers) = (Expander::new(model), Vec::new());
    let local = expander.local(state);
    let letter = watch.alphabet.of_state(model, state, local, &mut registers);
    let mut target = Vec::new();
    let step = find_step(&mut expander, state, |step| {
        let marks = watch.alphabet.of_step(model, state, step, &mut registers);
        target = step.next.to_vec();
        watch.never.holds(watch.never.root, letter | marks.now)
    });
    if let Some(step) = step {
        trace.steps.push(step);
        trace.states.push(model.layout.unpack(&target));
    }
}

/// The first step of a state that passes a test.
pub(crate) fn find_step(
    expander: &mut Expander,
    state: &[u64],
    mut test: impl FnMut(&FoundStep) -> bool,
) -> Option<Step> {
    let mut found = None;
    // Breaking off is how the search ends, so its result says nothing more.
    let _ = expander.expand(state, &mut |step| {
        if test(&step) {
            found = Some(Step::Take(step.taken()));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
