//! Judging a trace: is it a run of the system, step by step?

use synod_core::{AgentId, Companion, State, Step, System, Trace, VarId, show_value};

use crate::interpreter::{Interpreter, NotTaken};

/// What is wrong with a state of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It does not have as many values as the system has places.
    Width,
    /// A variable has a value outside its type.
    Outside(VarId, i64),
}

/// Where and why a trace is not a run of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The numbers of states and steps, or the start of the loop, do not fit together.
    Malformed,
    /// A state is none of the system's.
    State {
        /// Its position.
        at: usize,
        /// What is wrong with it.
        misfit: Misfit,
    },
    /// The first state is not initial.
    NotInitial,
    /// A step cannot be taken.
    Step {
        /// Its position, which is that of the state it leaves.
        at: usize,
        /// The rule it names.
        rule: synod_core::RuleId,
        /// Why not.
        why: NotTaken,
    },
    /// A step leads elsewhere than the trace says.
    Target {
        /// Its position.
        at: usize,
        /// The first variable that differs.
        variable: VarId,
        /// Its values (one, or all elements of an array) where the step leads to.
        leads_to: Vec<i64>,
        /// Its values in the trace.
        found: Vec<i64>,
    },
    /// The trace stutters where a step could be taken.
    StutterWhileEnabled {
        /// The position of the state that is left.
        at: usize,
    },
    /// A companion run does not begin where it should.
    CompanionStart,
    /// A companion run does not look the same to an agent as the position it explains.
    CompanionLooksDifferent(AgentId),
}

impl ReplayError {
    /// The error as a sentence, in the words of the model.
    pub fn describe(&self, system: &System) -> String {
        let show = |var: VarId, values: &[i64]| {
            let sort = system.var(var).ty.sort();
            values.iter().map(|v| show_value(system, sort, *v)).collect::<Vec<_>>().join(", ")
        };
        match self {
            ReplayError::Malformed => "the numbers of states and steps do not fit together".to_string(),
            ReplayError::State { at, misfit: Misfit::Width } => {
                format!("state {at} does not have a value for each variable of the model")
            }
            ReplayError::State { at, misfit: Misfit::Outside(var, value) } => {
                let var = system.var(*var);
                format!("in state {at}, {value} does not fit {} : {}", var.name, system.show_type(var.ty))
            }
            ReplayError::NotInitial => "state 0 is not an initial state of the model".to_string(),
            ReplayError::Step { at, rule, why } => {
                let name = system.rules.get(rule.0 as usize).map_or("?", |r| r.name.as_str());
                format!("step {} ({name}) cannot be taken: {}", at + 1, why.describe(system, *rule))
            }
            ReplayError::Target { at, variable, leads_to, found } => format!(
                "step {} leads to {} = {}, not to {}",
                at + 1,
                system.var(*variable).name,
                show(*variable, leads_to),
                show(*variable, found)
            ),
            ReplayError::StutterWhileEnabled { at } => {
                format!("step {} stutters although a step can be taken there", at + 1)
            }
            ReplayError::CompanionStart => {
                "an explaining run begins neither in an initial state nor at the position it explains"
                    .to_string()
            }
            ReplayError::CompanionLooksDifferent(agent) => format!(
                "an explaining run ends in a state that {} distinguishes from the position it explains",
                system.agent(*agent).name
            ),
        }
    }
}

/// Whether a trace is a run of the system, or the beginning of one: its first state is initial, each
/// step can be taken and leads where the trace says, and it stutters only where it must.
pub fn replay(interpreter: &Interpreter, trace: &Trace) -> Result<(), ReplayError> {
    check_shape(interpreter, trace)?;
    if !interpreter.is_initial(&trace.states[0]) {
        return Err(ReplayError::NotInitial);
    }
    check_steps(interpreter, trace)
}

/// Whether a companion explains a position of `main`: it is a run that looks the same at its end to the
/// agents it names; or, if it names none, a run or a continuation from that position.
pub fn replay_companion(
    interpreter: &Interpreter,
    main: &Trace,
    companion: &Companion,
) -> Result<(), ReplayError> {
    let trace = &companion.run.trace;
    check_shape(interpreter, trace)?;
    let explained = main.states.get(companion.at).ok_or(ReplayError::CompanionStart)?;
    let continues = companion.looks_same_to.is_empty() && trace.states[0] == *explained;
    if !continues && !interpreter.is_initial(&trace.states[0]) {
        return Err(ReplayError::CompanionStart);
    }
    check_steps(interpreter, trace)?;
    let last = trace.states.last().expect("its shape was checked");
    for agent in &companion.looks_same_to {
        let seen = &interpreter.system().agent(*agent).observes;
        if seen
            .iter()
            .any(|v| values(interpreter.system(), last, *v) != values(interpreter.system(), explained, *v))
        {
            return Err(ReplayError::CompanionLooksDifferent(*agent));
        }
    }
    Ok(())
}

/// Whether states and steps fit together and every state is one of the system's.
fn check_shape(interpreter: &Interpreter, trace: &Trace) -> Result<(), ReplayError> {
    if !trace.is_well_formed() {
        return Err(ReplayError::Malformed);
    }
    for (at, state) in trace.states.iter().enumerate() {
        if state.len() != interpreter.system().width() {
            return Err(ReplayError::State { at, misfit: Misfit::Width });
        }
        if let Some((var, value)) = interpreter.misfit(state) {
            return Err(ReplayError::State { at, misfit: Misfit::Outside(var, value) });
        }
    }
    Ok(())
}

fn check_steps(interpreter: &Interpreter, trace: &Trace) -> Result<(), ReplayError> {
    let system = interpreter.system();
    for (at, step) in trace.steps.iter().enumerate() {
        let state = &trace.states[at];
        let next = match step {
            Step::Take(taken) => interpreter.take(state, taken).map_err(|why| ReplayError::Step {
                at,
                rule: taken.rule,
                why,
            })?,
            Step::Stutter if !interpreter.is_deadlock(state) => {
                return Err(ReplayError::StutterWhileEnabled { at });
            }
            Step::Stutter => state.clone(),
        };
        let found = trace.target(at);
        if next != *found {
            return Err(difference(system, at, &next, found));
        }
    }
    Ok(())
}

fn difference(system: &System, at: usize, next: &State, found: &State) -> ReplayError {
    let differs = |v: &VarId| values(system, next, *v) != values(system, found, *v);
    let variable =
        system.var_ids().map(|(id, _)| id).find(differs).expect("different states differ somewhere");
    ReplayError::Target {
        at,
        variable,
        leads_to: values(system, next, variable).to_vec(),
        found: values(system, found, variable).to_vec(),
    }
}

/// The value of a variable in a state, or the elements of an array.
fn values<'s>(system: &System, state: &'s State, var: VarId) -> &'s [i64] {
    &state[system.slots(var)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counter, ring, trace, up};
    use synod_core::{Counterexample, Formula};

    #[test]
    fn a_run_is_accepted_with_and_without_a_loop() {
        let (system, _) = ring(2);
        let interpreter = Interpreter::new(&system);
        assert_eq!(replay(&interpreter, &trace(&[0, 1], vec![up()], None)), Ok(()));
        assert_eq!(replay(&interpreter, &trace(&[0, 1, 2], vec![up(); 3], Some(0))), Ok(()));
    }

    #[test]
    fn a_loop_must_close() {
        let (system, _) = ring(2);
        let wrong = replay(&Interpreter::new(&system), &trace(&[0, 1, 2], vec![up(); 3], Some(1)));
        let expected = ReplayError::Target { at: 2, variable: VarId(0), leads_to: vec![0], found: vec![1] };
        assert_eq!(wrong, Err(expected));
    }

    #[test]
    fn stuttering_is_for_dead_ends_only() {
        let system = counter(1);
        let end = trace(&[0, 1], vec![up(), Step::Stutter], Some(1));
        assert_eq!(replay(&Interpreter::new(&system), &end), Ok(()));
        let early = trace(&[0], vec![Step::Stutter], Some(0));
        let wrong = replay(&Interpreter::new(&system), &early);
        assert_eq!(wrong, Err(ReplayError::StutterWhileEnabled { at: 0 }));
    }

    #[test]
    fn wrong_starts_shapes_and_values_are_told_apart() {
        let system = counter(2);
        let interpreter = Interpreter::new(&system);
        assert_eq!(replay(&interpreter, &trace(&[1], vec![], None)), Err(ReplayError::NotInitial));
        assert_eq!(replay(&interpreter, &trace(&[], vec![], None)), Err(ReplayError::Malformed));
        assert_eq!(replay(&interpreter, &trace(&[0], vec![up()], None)), Err(ReplayError::Malformed));
        let outside = replay(&interpreter, &trace(&[0, 9], vec![up()], None)).unwrap_err();
        assert_eq!(outside.describe(&system), "in state 1, 9 does not fit c-n : 0..2");
        let wide = Trace { states: vec![vec![0, 0]], steps: vec![], loop_start: None };
        assert!(matches!(replay(&interpreter, &wide), Err(ReplayError::State { misfit: Misfit::Width, .. })));
    }

    #[test]
    fn a_companion_must_look_the_same_to_the_agents_it_names() {
        let system = counter(2);
        let interpreter = Interpreter::new(&system);
        let main = trace(&[0, 1], vec![up()], None);
        let mut companion = Companion {
            at: 1,
            looks_same_to: vec![AgentId(0)],
            about: Formula::Deadlock,
            shows: String::new(),
            run: Counterexample::of(main.clone()),
        };
        assert_eq!(replay_companion(&interpreter, &main, &companion), Ok(()));
        companion.at = 0;
        let wrong = replay_companion(&interpreter, &main, &companion);
        assert_eq!(wrong, Err(ReplayError::CompanionLooksDifferent(AgentId(0))));
        companion.looks_same_to.clear();
        companion.run.trace = trace(&[1, 2], vec![up()], None);
        companion.at = 1;
        assert_eq!(replay_companion(&interpreter, &main, &companion), Ok(()));
        companion.at = 0;
        assert_eq!(replay_companion(&interpreter, &main, &companion), Err(ReplayError::CompanionStart));
    }
}
