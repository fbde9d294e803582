//! Runs of a slice as runs of the whole system: the same steps, with the values and the chores that were left
//! out.

use rustc_hash::FxHashMap;
use synod_core::{RuleId, State, Step, Trace};
use synod_simulate::Interpreter;

/// How often a loop is gone through before the values that were left out have to repeat.
const MOST_ROUNDS: usize = 10_000;

/// The run of the whole system that starts where the trace does and takes its steps, with chores in between
/// where somebody has to do them first; `None` if there is none, or none that closes its loop soon enough.
pub(crate) fn lift(interpreter: &Interpreter, trace: &Trace, chores: &[RuleId]) -> Option<Trace> {
    let prefix = trace.loop_start.unwrap_or(trace.steps.len());
    let mut run = Run { interpreter, chores, states: vec![trace.states.first()?.clone()], steps: Vec::new() };
    run.follow(&trace.steps[..prefix])?;
    if trace.loop_start.is_none() {
        return Some(Trace { states: run.states, steps: run.steps, loop_start: None });
    }
    // Round after round, until a round begins as an earlier one did.
    let mut begins: FxHashMap<State, usize> = FxHashMap::default();
    for _ in 0..MOST_ROUNDS {
        let begin = run.states.len() - 1;
        if let Some(earlier) = begins.insert(run.states[begin].clone(), begin) {
            run.states.pop();
            return Some(Trace { states: run.states, steps: run.steps, loop_start: Some(earlier) });
        }
        run.follow(&trace.steps[prefix..])?;
    }
    None
}

/// A run of the whole system so far.
struct Run<'a> {
    interpreter: &'a Interpreter<'a>,
    chores: &'a [RuleId],
    states: Vec<State>,
    steps: Vec<Step>,
}

impl Run<'_> {
    fn follow(&mut self, steps: &[Step]) -> Option<()> {
        steps.iter().try_for_each(|step| {
            if let Some(next) = self.after(step) {
                self.push(step.clone(), next);
                return Some(());
            }
            self.do_chores()?;
            let next = self.after(step)?;
            self.push(step.clone(), next);
            Some(())
        })
    }

    fn after(&self, step: &Step) -> Option<State> {
        let state = self.states.last()?;
        match step {
            Step::Take(taken) => self.interpreter.take(state, taken).ok(),
            Step::Stutter => self.interpreter.is_deadlock(state).then(|| state.clone()),
        }
    }

    /// Does all that has to be done before anything else.
    fn do_chores(&mut self) -> Option<()> {
        loop {
            let state = self.states.last()?;
            let moves = self.interpreter.moves(state).enabled;
            let Some(chore) = moves.into_iter().find(|step| self.chores.contains(&step.taken.rule)) else {
                return Some(());
            };
            self.push(Step::Take(chore.taken), chore.target);
        }
    }

    fn push(&mut self, step: Step, next: State) {
        self.steps.push(step);
        self.states.push(next);
    }
}
