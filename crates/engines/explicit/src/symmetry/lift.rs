//! From runs through representatives to runs of the system.
//!
//! Each state of the run is the image of the representative under a permutation that is known, so that the next
//! state is known too; a step that leads there, and that satisfies the same predicates, is looked for.

use synod_core::{Env, State, Step, StepPredicateId, System, Taken, Trace, eval_bool};
use synod_passes::close_loop;

use super::representatives::{Permutation, Representatives, inverse};
use crate::expand::Expander;
use crate::model::PackedModel;
use crate::path::find_step;

/// Makes runs of the system.
pub(super) struct RunLift<'a> {
    pub system: &'a System,
    /// The system as it is, without representatives.
    pub model: &'a PackedModel,
    pub representatives: &'a Representatives,
    /// The predicates that steps must satisfy alike.
    pub predicates: &'a [StepPredicateId],
}

/// A run so far. Its last state is the representative at hand, permuted.
struct Lifted {
    states: Vec<State>,
    steps: Vec<Step>,
    order: Permutation,
}

impl RunLift<'_> {
    /// The run that a run through representatives stands for. `None` would be a defect.
    pub fn trace(&self, trace: &Trace) -> Option<Trace> {
        let prefix = trace.loop_start.unwrap_or(trace.steps.len());
        let mut run = Lifted {
            states: vec![trace.states.first()?.clone()],
            steps: Vec::new(),
            order: self.representatives.unchanged(),
        };
        for at in 0..prefix {
            self.step(&mut run, &trace.states[at], &trace.steps[at])?;
        }
        let round = |run: &mut Lifted| {
            (prefix..trace.steps.len()).try_for_each(|at| self.step(run, &trace.states[at], &trace.steps[at]))
        };
        let loop_start = match trace.loop_start {
            Some(_) => Some(close_loop(&mut run, |run| &mut run.states, round)?),
            None => None,
        };
        Some(Trace { states: run.states, steps: run.steps, loop_start })
    }

    /// Adds the step that stands behind a step of a representative.
    fn step(&self, run: &mut Lifted, representative: &State, step: &Step) -> Option<()> {
        let now = run.states.last()?.clone();
        let Step::Take(taken) = step else {
            run.steps.push(Step::Stutter);
            run.states.push(now);
            return Some(());
        };
        let pack = |state: &State| self.model.layout.pack(state).ok();
        let mut expander = Expander::new(self.model);
        let mut target = None;
        find_step(&mut expander, &pack(representative)?, |step| {
            let is_it =
                step.rule == taken.rule && step.choices == taken.choices && step.taken == taken.alternatives;
            target = is_it.then(|| step.next.to_vec());
            is_it
        });
        let mut target = target?;
        let next = self.representatives.permuted(&target, &run.order)?;
        let marks = self.marks(representative, taken);
        let found = find_step(&mut expander, &pack(&now)?, |step| {
            step.next == next && self.marks(&now, &step.taken()) == marks
        })?;
        run.steps.push(found);
        run.states.push(self.model.layout.unpack(&next));
        if let Some(order) = self.representatives.represent(&mut target) {
            // The representative is the target permuted, so that the run is at that permuted back first.
            for (run, order) in std::iter::zip(&mut run.order, order) {
                let places = inverse(&order);
                run.iter_mut().for_each(|member| *member = places[*member]);
            }
        }
        Some(())
    }

    /// Which predicates a step satisfies.
    fn marks(&self, state: &State, taken: &Taken) -> Vec<bool> {
        let env = Env { system: self.system, state, choices: &taken.choices, taken: &taken.alternatives };
        let holds = |predicate: &StepPredicateId| {
            let case = self.system.step_predicates[predicate.0 as usize].cases.get(&taken.rule);
            case.is_some_and(|case| eval_bool(&self.system.exprs, *case, env) == Ok(true))
        };
        self.predicates.iter().map(holds).collect()
    }
}
