//! Runs of a slice as runs of the whole system: the same steps, with the values and the chores that were left
//! out.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{RuleId, State, Step, Trace};
use synod_simulate::Interpreter;

/// How often a loop is gone through before the values that were left out have to repeat.
const MOST_ROUNDS: usize = 10_000;
/// How many states are looked at to find the chores that a step waits for.
const MOST_STATES: usize = 10_000;

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
            self.do_chores_before(step)?;
            let next = self.after(self.states.last()?, step)?;
            self.push(step.clone(), next);
            Some(())
        })
    }

    fn after(&self, state: &State, step: &Step) -> Option<State> {
        match step {
            Step::Take(taken) => self.interpreter.take(state, taken).ok(),
            Step::Stutter => self.interpreter.is_deadlock(state).then(|| state.clone()),
        }
    }

    /// Does what has to be done before a step can be taken, and no more.
    fn do_chores_before(&mut self, step: &Step) -> Option<()> {
        let start = self.states.last()?.clone();
        let mut seen: FxHashSet<State> = [start.clone()].into_iter().collect();
        // States that chores lead to, nearest first, each with the chore and where it was done.
        let mut found: Vec<(State, Option<(usize, Step)>)> = vec![(start, None)];
        let mut at = 0;
        while self.after(&found.get(at)?.0, step).is_none() {
            let moves = self.interpreter.moves(&found[at].0).enabled;
            for chore in moves.into_iter().filter(|step| self.chores.contains(&step.taken.rule)) {
                if seen.insert(chore.target.clone()) {
                    found.push((chore.target, Some((at, Step::Take(chore.taken)))));
                }
            }
            at += 1;
            if at > MOST_STATES {
                return None;
            }
        }
        let mut done = Vec::new();
        while let (state, Some((before, chore))) = found[at].clone() {
            done.push((chore, state));
            at = before;
        }
        done.into_iter().rev().for_each(|(chore, state)| self.push(chore, state));
        Some(())
    }

    fn push(&mut self, step: Step, next: State) {
        self.steps.push(step);
        self.states.push(next);
    }
}
