//! From counterexamples of a reduced system back to those of the system before the pass.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Companion, Counterexample, RuleId, State, Step, Trace};
use synod_simulate::Interpreter;

/// How often a loop is gone through before the values that were left out have to repeat.
const MOST_ROUNDS: usize = 10_000;
/// How many states are looked at to find the invisible steps that a step waits for.
const MOST_STATES: usize = 10_000;

/// How a run of a reduced system becomes one of the system before the pass: it begins in the same initial state
/// and takes the same steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lift {
    /// Nothing comes in between.
    SameSteps,
    /// Steps of these rules come in between, where they have to be taken first.
    Between(Vec<RuleId>),
}

impl Lift {
    /// The counterexample before the pass. Strategies are about whole states, which a pass may have changed,
    /// so that evidence with strategies is not lifted.
    pub fn counterexample(&self, before: &Interpreter, found: &Counterexample) -> Option<Counterexample> {
        let start = found.trace.states.first()?;
        self.from(before, start, found)
    }

    /// The same for evidence that begins in a given state.
    fn from(&self, before: &Interpreter, start: &State, found: &Counterexample) -> Option<Counterexample> {
        if !found.strategies.is_empty() {
            return None;
        }
        let trace = self.trace(before, start, &found.trace)?;
        let companions = found.companions.iter().map(|companion| {
            // A continuation begins at the position that it explains, any other run at the start.
            let begin = companion.run.trace.states.first()?;
            let continues =
                companion.looks_same_to.is_empty() && Some(begin) == found.trace.states.get(companion.at);
            let begin = if continues { trace.states.get(companion.at)? } else { begin };
            Some(Companion { run: self.from(before, begin, &companion.run)?, ..companion.clone() })
        });
        let companions = companions.collect::<Option<Vec<Companion>>>()?;
        Some(Counterexample { trace, companions, strategies: Vec::new() })
    }

    fn trace(&self, before: &Interpreter, start: &State, trace: &Trace) -> Option<Trace> {
        let between: &[RuleId] = match self {
            Lift::SameSteps => &[],
            Lift::Between(rules) => rules,
        };
        let prefix = trace.loop_start.unwrap_or(trace.steps.len());
        let mut run = Run { interpreter: before, between, states: vec![start.clone()], steps: Vec::new() };
        run.follow(&trace.steps[..prefix])?;
        let loop_start = match trace.loop_start {
            Some(_) => {
                let round = |run: &mut Run| run.follow(&trace.steps[prefix..]);
                Some(close_loop(&mut run, |run| &mut run.states, round)?)
            }
            None => None,
        };
        Some(Trace { states: run.states, steps: run.steps, loop_start })
    }
}

/// Goes round a loop with a run until a round begins in a state in which an earlier one did: answers where that one began, and the
/// state that comes again is taken off. `None` if a round cannot be taken, or there are too many.
pub fn close_loop<R>(
    run: &mut R,
    states: impl Fn(&mut R) -> &mut Vec<State>,
    mut round: impl FnMut(&mut R) -> Option<()>,
) -> Option<usize> {
    let mut begins: FxHashMap<State, usize> = FxHashMap::default();
    for _ in 0..MOST_ROUNDS {
        let known = states(run);
        let begin = known.len() - 1;
        if let Some(earlier) = begins.insert(known[begin].clone(), begin) {
            known.pop();
            return Some(earlier);
        }
        round(run)?;
    }
    None
}

/// A run of the system before the pass so far.
struct Run<'a> {
    interpreter: &'a Interpreter<'a>,
    /// Rules whose steps may come in between.
    between: &'a [RuleId],
    states: Vec<State>,
    steps: Vec<Step>,
}

impl Run<'_> {
    fn follow(&mut self, steps: &[Step]) -> Option<()> {
        steps.iter().try_for_each(|step| {
            self.enable(step)?;
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

    /// Takes the steps in between that have to be taken before a step, and no more.
    fn enable(&mut self, step: &Step) -> Option<()> {
        let start = self.states.last()?.clone();
        let mut seen: FxHashSet<State> = [start.clone()].into_iter().collect();
        // States that steps in between lead to, nearest first, each with the step and where it was taken.
        let mut found: Vec<(State, Option<(usize, Step)>)> = vec![(start, None)];
        let mut at = 0;
        while self.after(&found.get(at)?.0, step).is_none() {
            let moves = self.interpreter.moves(&found[at].0).enabled;
            for step in moves.into_iter().filter(|step| self.between.contains(&step.taken.rule)) {
                if seen.insert(step.target.clone()) {
                    found.push((step.target, Some((at, Step::Take(step.taken)))));
                }
            }
            at += 1;
            if at > MOST_STATES {
                return None;
            }
        }
        let mut taken = Vec::new();
        while let (state, Some((before, step))) = found[at].clone() {
            taken.push((step, state));
            at = before;
        }
        taken.into_iter().rev().for_each(|(step, state)| self.push(step, state));
        Some(())
    }

    fn push(&mut self, step: Step, next: State) {
        self.steps.push(step);
        self.states.push(next);
    }
}
