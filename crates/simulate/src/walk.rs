//! A walk through a system: forwards, backwards, at random, or along a trace.

use synod_core::{Budget, State, Step, Stop, Trace};

use crate::interpreter::{Interpreter, Move, Moves};
use crate::random::Random;

/// Why a walk cannot go where it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkError {
    /// There is no step of this number; so many there are.
    NoSuchStep {
        /// The number asked for, from 1.
        asked: usize,
        /// How many there are.
        available: usize,
    },
    /// Already at the first state.
    AtStart,
    /// There is no trace to follow.
    NoTrace,
    /// The walk has left the trace it was to follow.
    LeftTrace,
    /// The trace ends here.
    TraceEnds,
}

impl std::fmt::Display for WalkError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            WalkError::NoSuchStep { available: 0, .. } => {
                f.write_str("no step is enabled here (deadlock): the state repeats")
            }
            WalkError::NoSuchStep { asked, available } => {
                write!(f, "there is no step {asked}; choose from 1 to {available}")
            }
            WalkError::AtStart => f.write_str("already at the initial state"),
            WalkError::NoTrace => f.write_str("no trace is loaded"),
            WalkError::LeftTrace => {
                f.write_str("you have left the loaded trace; go back to where you did, or load it again")
            }
            WalkError::TraceEnds => f.write_str("the trace ends here"),
        }
    }
}

/// Why a random walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All steps asked for were taken.
    Done,
    /// No step can be taken.
    Stuck,
    /// A limit was met, or somebody cancelled.
    Stopped(Stop),
}

/// A walk from an initial state, with its history.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    interpreter: Interpreter<'a>,
    states: Vec<State>,
    steps: Vec<Step>,
    moves: Moves,
    script: Option<Trace>,
}

impl<'a> Walk<'a> {
    /// A walk that begins in `start`.
    pub fn new(interpreter: Interpreter<'a>, start: State) -> Self {
        let moves = interpreter.moves(&start);
        Walk { interpreter, states: vec![start], steps: Vec::new(), moves, script: None }
    }

    /// A walk along a trace, which must be a run of the system.
    pub fn along(interpreter: Interpreter<'a>, trace: Trace) -> Self {
        let start = trace.states[0].clone();
        Walk { script: Some(trace), ..Walk::new(interpreter, start) }
    }

    /// The interpreter behind it.
    pub fn interpreter(&self) -> Interpreter<'a> {
        self.interpreter
    }

    /// Where the walk is.
    pub fn state(&self) -> &State {
        self.states.last().expect("a walk has a first state")
    }

    /// What can be done there.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The state before the current one and the step that led here; `None` at the start.
    pub fn reached(&self) -> Option<(&State, &Step)> {
        let before = self.states.len().checked_sub(2)?;
        Some((&self.states[before], self.steps.last()?))
    }

    /// How many steps were taken.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Whether the loop of the trace it follows begins at this position.
    pub fn at_loop_start(&self) -> bool {
        self.script.as_ref().and_then(|trace| trace.loop_start) == Some(self.depth())
    }

    /// The walk so far.
    pub fn history(&self) -> Trace {
        Trace { states: self.states.clone(), steps: self.steps.clone(), loop_start: None }
    }

    /// Takes the step of this number, from 1, in the order of [`Walk::moves`].
    pub fn take(&mut self, number: usize) -> Result<(), WalkError> {
        let refused = WalkError::NoSuchStep { asked: number, available: self.moves.count() };
        let position = number.checked_sub(1).ok_or(refused.clone())?;
        let chosen = self.interpreter.move_at(self.state(), &self.moves, position).ok_or(refused)?;
        self.go(Step::Take(chosen.taken), chosen.target);
        Ok(())
    }

    /// Takes steps that lead on from here, each to its target.
    pub fn take_all(&mut self, moves: Vec<Move>) {
        for one in moves {
            self.go(Step::Take(one.taken), one.target);
        }
    }

    /// Takes a step that leads from here to a target; whoever gives them knows that it does.
    pub fn go(&mut self, step: Step, target: State) {
        self.moves = self.interpreter.moves(&target);
        self.steps.push(step);
        self.states.push(target);
    }

    /// Goes back by up to `count` steps; an error if there is none to undo.
    pub fn back(&mut self, count: usize) -> Result<(), WalkError> {
        if self.steps.is_empty() {
            return Err(WalkError::AtStart);
        }
        let kept = self.steps.len().saturating_sub(count);
        self.moves = self.interpreter.moves(&self.states[kept]);
        self.steps.truncate(kept);
        self.states.truncate(kept + 1);
        Ok(())
    }

    /// Goes back to the first state.
    pub fn reset(&mut self) {
        let _ = self.back(self.depth());
    }

    /// Takes steps at random, each that can be taken as likely as the others, until the budget is used up.
    pub fn random(&mut self, count: usize, random: &mut Random, budget: &Budget) -> Ending {
        for _ in 0..count {
            // Of a listing that was cut short nothing is taken.
            if let Err(stop) = budget.check(0) {
                return Ending::Stopped(stop);
            }
            let pick = (!self.moves.enabled.is_empty()).then(|| random.below(self.moves.count()));
            let chosen = pick.and_then(|pick| self.interpreter.move_at(self.state(), &self.moves, pick));
            match chosen {
                Some(chosen) => self.go(Step::Take(chosen.taken), chosen.target),
                None => return budget.check(0).map_or_else(Ending::Stopped, |()| Ending::Stuck),
            }
        }
        budget.check(0).map_or_else(Ending::Stopped, |()| Ending::Done)
    }

    /// The trace that it follows.
    pub fn script(&self) -> Option<&Trace> {
        self.script.as_ref()
    }

    /// Takes the next step of the trace it follows, again and again round its loop.
    pub fn follow(&mut self) -> Result<(), WalkError> {
        let (step, target) = self.scripted()?;
        self.go(step, target);
        Ok(())
    }

    /// The next step of the trace it follows, and where it leads.
    pub fn scripted(&self) -> Result<(Step, State), WalkError> {
        let trace = self.script.as_ref().ok_or(WalkError::NoTrace)?;
        let length = trace.states.len();
        let position = match trace.loop_start {
            Some(start) if self.depth() >= length => start + (self.depth() - start) % (length - start),
            _ => self.depth(),
        };
        if trace.states.get(position) != Some(self.state()) {
            return Err(WalkError::LeftTrace);
        }
        let step = trace.steps.get(position).ok_or(WalkError::TraceEnds)?.clone();
        Ok((step, trace.target(position).clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::replay;
    use crate::testing::{broadcast, counter, ring};

    #[test]
    fn steps_can_be_taken_and_undone() {
        let system = broadcast();
        let mut walk = Walk::new(Interpreter::new(&system), vec![0, 0, 0]);
        assert_eq!(walk.take(0), Err(WalkError::NoSuchStep { asked: 0, available: 4 }));
        assert_eq!(walk.take(5), Err(WalkError::NoSuchStep { asked: 5, available: 4 }));
        walk.take(3).unwrap();
        assert_eq!(walk.state(), &vec![1, 2, 1]);
        walk.back(7).unwrap();
        assert_eq!((walk.depth(), walk.back(1)), (0, Err(WalkError::AtStart)));
    }

    #[test]
    fn a_random_walk_is_a_run_and_its_seed_repeats_it() {
        let system = broadcast();
        let walk = |seed| {
            let mut walk = Walk::new(Interpreter::new(&system), vec![0, 0, 0]);
            assert_eq!(walk.random(5, &mut Random::new(seed), &Budget::unlimited()), Ending::Stuck);
            assert_eq!(walk.depth(), 1);
            walk.history()
        };
        assert_eq!(walk(3), walk(3));
        assert!((0..20).any(|seed| walk(seed) != walk(3)));
        assert_eq!(replay(&Interpreter::new(&system), &walk(3)), Ok(()));
    }

    #[test]
    fn a_random_walk_ends_when_it_is_cancelled() {
        let system = synod_core::System::new("nothing happens");
        let mut walk = Walk::new(Interpreter::new(&system), Vec::new());
        let budget = Budget::unlimited();
        assert_eq!(walk.random(3, &mut Random::new(0), &budget), Ending::Stuck);
        budget.cancel();
        assert_eq!(walk.random(3, &mut Random::new(0), &budget), Ending::Stopped(Stop::Cancelled));
    }

    #[test]
    fn a_lasso_is_followed_round_and_round() {
        let (system, _) = ring(2);
        let interpreter = Interpreter::new(&system);
        let mut walk = Walk::new(interpreter, vec![0]);
        walk.random(2, &mut Random::new(0), &Budget::unlimited());
        let mut trace = walk.history();
        assert_eq!(walk.follow(), Err(WalkError::NoTrace));
        trace.steps.push(trace.steps[0].clone());
        trace.loop_start = Some(0);
        let mut walk = Walk::along(interpreter, trace);
        for round in 1..8 {
            walk.follow().unwrap();
            assert_eq!(walk.state(), &vec![round % 3]);
        }
    }

    #[test]
    fn leaving_a_trace_and_its_end_are_said() {
        let system = counter(3);
        let interpreter = Interpreter::new(&system);
        let mut walk = Walk::new(interpreter, vec![0]);
        walk.take(1).unwrap();
        let mut walk = Walk::along(interpreter, walk.history());
        walk.follow().unwrap();
        assert_eq!(walk.follow(), Err(WalkError::TraceEnds));
        walk.take(1).unwrap();
        assert_eq!(walk.follow(), Err(WalkError::LeftTrace));
    }
}
