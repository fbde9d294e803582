//! Documents about random systems and runs are read back as they were written.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use synod_core::{Formula, Step, System, Trace};
use synod_printers::trace_json::TraceDocument;
use synod_printers::{itf, json, trace_json};
use synod_simulate::{Interpreter, Random, Walk};
use synod_testing::{Fragment, property, questions, runner};

/// A random run; where it ends in a dead end, it goes on there for ever.
fn run(system: &System, seed: u64) -> Result<Trace, TestCaseError> {
    let interpreter = Interpreter::new(system).with_int_bound(3);
    let start = interpreter.random_initial(&mut Random::new(seed));
    let start = start.ok_or_else(|| TestCaseError::reject("no initial state"))?;
    let mut walk = Walk::new(interpreter, start);
    walk.random(5, &mut Random::new(seed), &synod_core::Budget::unlimited());
    let mut trace = walk.history();
    if interpreter.is_deadlock(walk.state()) {
        trace.steps.push(Step::Stutter);
        trace.loop_start = Some(trace.states.len() - 1);
    }
    Ok(trace)
}

/// A document as JSON, from which it comes back as it was.
fn as_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    document: &T,
) -> Result<Value, TestCaseError> {
    let json = serde_json::to_string(document).unwrap();
    prop_assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), document);
    Ok(serde_json::from_str(&json).unwrap())
}

#[test]
fn documents_are_read_back_as_they_were_written() {
    let test = |((system, formula), seed): ((System, Formula), u64)| {
        as_json(&json::system(&system, &[property(formula)]))?;
        let trace = run(&system, seed)?;
        let written = as_json(&trace_json::trace(&system, &trace))?;
        let exchanged = as_json(&itf::trace(&system, &trace, "a run"))?;
        let Trace { states, steps, loop_start } = trace;
        let document = TraceDocument { states, steps: Some(steps), loop_start };
        prop_assert_eq!(trace_json::read(&system, &written), Ok(document.clone()));
        prop_assert_eq!(itf::read(&system, &exchanged), Ok(document));
        Ok(())
    };
    for fragment in [Fragment::Full, Fragment::Strategic] {
        runner(200).run(&(questions(fragment), any::<u64>()), test).unwrap();
    }
}
