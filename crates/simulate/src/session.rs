//! A walk through a system: forwards, backwards, at random, or along a trace.

use synod_core::{State, Step, Trace};

use crate::interpreter::{Interpreter, Moves};
use crate::random::Random;

/// Why a request to a session was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
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

impl std::fmt::Display for SessionError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            SessionError::NoSuchStep { available: 0, .. } => {
                f.write_str("no step can be taken here: the system stays as it is")
            }
            SessionError::NoSuchStep { asked, available } => {
                write!(f, "there is no step {asked}; choose from 1 to {available}")
            }
            SessionError::AtStart => f.write_str("already at the initial state"),
            SessionError::NoTrace => f.write_str("no trace is loaded"),
            SessionError::LeftTrace => {
                f.write_str("you have left the loaded trace; go back to where you did, or load it again")
            }
            SessionError::TraceEnds => f.write_str("the trace ends here"),
        }
    }
}

/// A walk from an initial state, with its history.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    interpreter: Interpreter<'a>,
    states: Vec<State>,
    steps: Vec<Step>,
    moves: Moves,
    script: Option<Trace>,
}

impl<'a> Session<'a> {
    /// A walk that begins in `start`.
    pub fn new(interpreter: Interpreter<'a>, start: State) -> Self {
        let moves = interpreter.moves(&start);
        Session { interpreter, states: vec![start], steps: Vec::new(), moves, script: None }
    }

    /// A walk along a trace, which must be a run of the system.
    pub fn along(interpreter: Interpreter<'a>, trace: Trace) -> Self {
        let start = trace.states[0].clone();
        Session { script: Some(trace), ..Session::new(interpreter, start) }
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

    /// How many steps were taken.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The trace it follows.
    pub fn script(&self) -> Option<&Trace> {
        self.script.as_ref()
    }

    /// The walk so far.
    pub fn history(&self) -> Trace {
        Trace { states: self.states.clone(), steps: self.steps.clone(), loop_start: None }
    }

    /// Takes the step of this number, from 1, in the order of [`Session::moves`].
    pub fn take(&mut self, number: usize) -> Result<(), SessionError> {
        let refused = SessionError::NoSuchStep { asked: number, available: self.moves.count() };
        let position = number.checked_sub(1).ok_or(refused.clone())?;
        let chosen = self.interpreter.move_at(self.state(), &self.moves, position).ok_or(refused)?;
        self.go(Step::Take(chosen.taken), chosen.target);
        Ok(())
    }

    fn go(&mut self, step: Step, target: State) {
        self.moves = self.interpreter.moves(&target);
        self.steps.push(step);
        self.states.push(target);
    }

    /// Goes back by up to `count` steps; an error if there is none to undo.
    pub fn back(&mut self, count: usize) -> Result<(), SessionError> {
        if self.steps.is_empty() {
            return Err(SessionError::AtStart);
        }
        let kept = self.steps.len().saturating_sub(count);
        self.steps.truncate(kept);
        self.states.truncate(kept + 1);
        self.moves = self.interpreter.moves(self.state());
        Ok(())
    }

    /// Goes back to the first state.
    pub fn reset(&mut self) {
        let _ = self.back(self.depth());
    }

    /// Takes up to `count` steps, each as likely as the others; fewer if none can be taken. Says how
    /// many were taken.
    pub fn random_walk(&mut self, count: usize, random: &mut Random) -> usize {
        for done in 0..count {
            if self.moves.enabled.is_empty() {
                return done;
            }
            let pick = random.below(self.moves.count());
            let Some(chosen) = self.interpreter.move_at(self.state(), &self.moves, pick) else { return done };
            self.go(Step::Take(chosen.taken), chosen.target);
        }
        count
    }

    /// Takes the next step of the trace it follows, again and again round its loop.
    pub fn follow(&mut self) -> Result<(), SessionError> {
        let trace = self.script.as_ref().ok_or(SessionError::NoTrace)?;
        let length = trace.states.len();
        let position = match trace.loop_start {
            Some(start) if self.depth() >= length => start + (self.depth() - start) % (length - start),
            _ => self.depth(),
        };
        if trace.states.get(position) != Some(self.state()) {
            return Err(SessionError::LeftTrace);
        }
        let step = trace.steps.get(position).ok_or(SessionError::TraceEnds)?.clone();
        let target = trace.target(position).clone();
        self.go(step, target);
        Ok(())
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
        let mut session = Session::new(Interpreter::new(&system), vec![0, 0, 0]);
        assert_eq!(session.take(0), Err(SessionError::NoSuchStep { asked: 0, available: 4 }));
        assert_eq!(session.take(5), Err(SessionError::NoSuchStep { asked: 5, available: 4 }));
        session.take(3).unwrap();
        assert_eq!(session.state(), &vec![1, 2, 1]);
        session.back(7).unwrap();
        assert_eq!((session.depth(), session.back(1)), (0, Err(SessionError::AtStart)));
    }

    #[test]
    fn a_random_walk_is_a_run_and_its_seed_repeats_it() {
        let system = broadcast();
        let walk = |seed| {
            let mut session = Session::new(Interpreter::new(&system), vec![0, 0, 0]);
            assert_eq!(session.random_walk(5, &mut Random::new(seed)), 1);
            session.history()
        };
        assert_eq!(walk(3), walk(3));
        assert!((0..20).any(|seed| walk(seed) != walk(3)));
        assert_eq!(replay(&Interpreter::new(&system), &walk(3)), Ok(()));
    }

    #[test]
    fn a_lasso_is_followed_round_and_round() {
        let (system, _) = ring(2);
        let interpreter = Interpreter::new(&system);
        let mut session = Session::new(interpreter, vec![0]);
        session.random_walk(2, &mut Random::new(0));
        let mut trace = session.history();
        assert_eq!(session.follow(), Err(SessionError::NoTrace));
        trace.steps.push(trace.steps[0].clone());
        trace.loop_start = Some(0);
        let mut session = Session::along(interpreter, trace);
        for round in 1..8 {
            session.follow().unwrap();
            assert_eq!(session.state(), &vec![round % 3]);
        }
    }

    #[test]
    fn leaving_a_trace_and_its_end_are_said() {
        let system = counter(3);
        let interpreter = Interpreter::new(&system);
        let mut session = Session::new(interpreter, vec![0]);
        session.take(1).unwrap();
        let mut session = Session::along(interpreter, session.history());
        session.follow().unwrap();
        assert_eq!(session.follow(), Err(SessionError::TraceEnds));
        session.take(1).unwrap();
        assert_eq!(session.follow(), Err(SessionError::LeftTrace));
    }
}
