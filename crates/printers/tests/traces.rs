//! Traces written and read back, and printed for people.

mod fixtures;

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use synod_core::{AgentId, Companion, Counterexample, Formula, Step, System, Trace};
use synod_printers::trace_json::TraceDocument;
use synod_printers::trace_table::{self, Layout, View};
use synod_printers::{itf, trace_json};
use synod_simulate::{Interpreter, Random, Walk, match_steps, replay};
use synod_syntax::Style;

fn walk(system: &System, steps: usize) -> Trace {
    let interpreter = Interpreter::new(system);
    let start = interpreter.initial(1).states.remove(0);
    let mut walk = Walk::new(interpreter, start);
    walk.random(steps, &mut Random::new(5), &synod_core::Budget::unlimited());
    walk.history()
}

fn layout(width: usize) -> Layout {
    Layout { width, sentences: usize::MAX, style: Style::Plain }
}

/// A document as JSON, which says all that the document does.
fn as_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(document: &T) -> Value {
    let json = serde_json::to_value(document).unwrap();
    assert_eq!(&serde_json::from_value::<T>(json.clone()).unwrap(), document);
    json
}

fn document(trace: &Trace) -> TraceDocument {
    let Trace { states, steps, loop_start } = trace.clone();
    TraceDocument { states, steps: Some(steps), loop_start }
}

#[test]
fn traces_are_read_back_as_they_were_written() {
    for (system, _) in [fixtures::exchange(), fixtures::cells()] {
        let mut trace = walk(&system, 4);
        for _ in 0..2 {
            let written = as_json(&trace_json::trace(&system, &trace));
            assert_eq!(trace_json::read(&system, &written), Ok(document(&trace)));
            let written = as_json(&itf::trace(&system, &trace, "a walk"));
            assert_eq!(itf::read(&system, &written), Ok(document(&trace)));
            trace.loop_start = Some(1);
            trace.steps.push(Step::Stutter);
        }
    }
}

#[test]
fn itf_writes_integers_as_strings_and_names_variables() {
    let (system, _) = fixtures::cells();
    let written = as_json(&itf::trace(&system, &walk(&system, 1), "a walk"));
    assert_eq!(written["vars"], json!(["cell", "total"]));
    let zero = json!({"#bigint": "0"});
    assert_eq!(written["states"][0]["cell"], json!([zero, zero, zero]));
    assert_eq!(written["states"][0]["#meta"]["index"], json!(0));
    assert_eq!(written["#meta"]["format"], json!("ITF"));
}

#[test]
fn itf_with_states_only_is_read_and_its_steps_are_found() {
    let (system, _) = fixtures::cells();
    let foreign = json!({
        "vars": ["cell", "total"],
        "states": [
            {"cell": {"#tup": [0, 0, 0]}, "total": 0, "action": "init"},
            {"cell": [{"#bigint": "-2"}, 0, 0], "total": {"#bigint": "1"}},
        ],
    });
    let read = itf::read(&system, &foreign).unwrap();
    assert_eq!(read.steps, None);
    let interpreter = Interpreter::new(&system);
    let trace = match_steps(&interpreter, read.states, read.loop_start).unwrap();
    assert_eq!(replay(&interpreter, &trace), Ok(()));
}

#[test]
fn what_does_not_fit_the_model_is_refused_with_a_reason() {
    let (system, _) = fixtures::exchange();
    let good = as_json(&trace_json::trace(&system, &walk(&system, 1)));
    let told = |change: &dyn Fn(&mut Value)| {
        let mut document = good.clone();
        change(&mut document);
        trace_json::read(&system, &document).unwrap_err()
    };
    assert_eq!(told(&|d| d["states"] = json!(3)), "the trace has no list of states");
    assert_eq!(told(&|d| d["states"][1] = json!({})), "state 1 has no value for `client-automaton-state`");
    assert_eq!(
        told(&|d| d["states"][0]["client-link"] = json!("b")),
        "in state 0, \"b\" is no value of `client-link`"
    );
    assert_eq!(told(&|d| d["steps"] = json!("none")), "`steps` is not a list");
    assert_eq!(told(&|d| d["steps"][0]["rule"] = json!("nap")), "the model has no rule `nap`");
    assert_eq!(told(&|d| d["steps"][0]["choices"] = json!([1])), "a step does not fit the rule `client-ask`");
    assert_eq!(told(&|d| d["loop_start"] = json!(-1)), "`loop_start` is not the position of a state");
}

#[test]
fn a_table_shows_the_start_each_step_and_what_changed() {
    let (system, _) = fixtures::exchange();
    let table = trace_table::trace(&system, &walk(&system, 3), View::default(), layout(100));
    let expected = "   never changes
      client  link = a
   starts with
      client  at ask
      server  heard = 0, open = true
   1  client sends ask on a (n = 1) → server (take)
          server-heard: 0 → 1, client: at ask → at back
   2  client-back
          client: at back → at ask
   3  client sends ask on a (n = 1) → server (take)
          server-heard: 1 → 2, client: at ask → at back
";
    assert_eq!(table, expected);
}

#[test]
fn a_narrow_table_breaks_between_items_and_words() {
    let (system, _) = fixtures::exchange();
    let table = trace_table::trace(&system, &walk(&system, 1), View::default(), layout(40));
    let expected = "   never changes
      client  link = a
   starts with
      client  at ask
      server  heard = 0, open = true
   1  client sends ask on a (n = 1) →
      server (take)
          server-heard: 0 → 1,
          client: at ask → at back
";
    assert_eq!(table, expected);
}

#[test]
fn loops_and_dead_ends_are_marked() {
    let (system, _) = fixtures::exchange();
    let mut trace = walk(&system, 2);
    trace.loop_start = Some(1);
    trace.steps.push(trace.steps[0].clone());
    let table = trace_table::trace(&system, &trace, View::default(), layout(100));
    let marks: Vec<&str> = table.lines().filter(|line| line.contains("──")).collect();
    assert_eq!(marks, ["   ── loop starts here ──", "   ── and again from after step 1, for ever ──"]);
    trace.loop_start = Some(2);
    trace.steps[2] = Step::Stutter;
    let table = trace_table::trace(&system, &trace, View::default(), layout(100));
    assert_eq!(table.lines().last(), Some("   ── no step can be taken: it stays so for ever ──"));
}

#[test]
fn companions_are_titled_and_kept_in_json() {
    let (system, _) = fixtures::exchange();
    let trace = walk(&system, 1);
    let mut found = Counterexample::of(trace.clone());
    found.companions.push(Companion {
        at: 1,
        looks_same_to: vec![AgentId(0)],
        about: Formula::Deadlock,
        shows: "the server may be shut".into(),
        run: Counterexample::of(trace),
    });
    let table = trace_table::counterexample(&system, &found, View::default(), layout(100));
    let title = "  about state 1: the server may be shut";
    assert!(table.lines().any(|line| line == title), "{table}");
    let written = trace_json::counterexample(&system, &found);
    assert_eq!(written.companions[0].indistinguishable_to, ["client"]);
}
