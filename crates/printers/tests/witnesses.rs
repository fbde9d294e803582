//! Printed circuits under a model checker of the test's own, which reads AIGER and BTOR2: its verdicts are ours,
//! and its witnesses show violations of the model, whichever format they are in.

#[allow(dead_code)]
mod checker;

use checker::aiger::Circuit;
use checker::btor2::Model;
use checker::violation;
use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Counterexample, Engine, Formula, Property, Silent, System, Verdict, show_formula};
use synod_passes::under_fairness;
use synod_printers::circuit::Printable;
use synod_printers::witness::CheckerAnswer;
use synod_printers::{aiger, btor2};
use synod_sat::{Method, Sat};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, property, questions, runner};

fn show(system: &System, printable: &Printable, witness: &str) -> Result<Counterexample, String> {
    match CheckerAnswer::read(witness)? {
        CheckerAnswer::Violation(stimulus) => stimulus.trace(system, printable).map(Counterexample::of),
        other => Err(format!("{other:?}")),
    }
}

fn agrees(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    let Ok(printable) = Printable::new(system, &property, 3) else {
        return Err(TestCaseError::reject("not printable"));
    };
    let words = Printable::with_words(system, &property, 3).expect("words print what bits print");
    let (circuit, model) = (Circuit::read(&aiger::text(&printable)), Model::read(&btor2::text(&words)));
    let (Some(in_bits), Some(in_words)) = (violation(&circuit), violation(&model)) else {
        return Err(TestCaseError::reject("too large"));
    };
    let mut budget = Budget::default();
    budget.int_bound = 3;
    let shown = show_formula(system, formula);
    match Sat::new(system, Method::Ic3).check(&property, &budget, &Silent).verdict {
        Verdict::Holds(_) => assert_eq!((&in_bits, &in_words), (&None, &None), "{shown}"),
        Verdict::Violated(_) => assert!(in_bits.is_some() && in_words.is_some(), "{shown}"),
        _ => return Err(TestCaseError::reject("not decided")),
    }
    let (Some(bits), Some(words)) = (in_bits, in_words) else { return Ok(()) };
    let formula = under_fairness(formula, &system.fairness);
    let interpreter = Interpreter::new(system).with_int_bound(3);
    let of_bits = [circuit.witness(&bits), circuit.bare(&bits), circuit.columns(&bits)];
    for witness in of_bits.into_iter().chain([model.witness(&words)]) {
        let evidence = show(system, &printable, &witness).map_err(TestCaseError::fail)?;
        judge(&interpreter, &formula, &evidence)
            .map_err(|why| TestCaseError::fail(format!("{shown}: {why}")))?;
    }
    Ok(())
}

#[test]
fn witnesses_of_invariants_are_runs_that_violate_them() {
    runner(300).run(&questions(Fragment::Invariant), |(system, formula)| agrees(&system, &formula)).unwrap();
}

#[test]
fn witnesses_of_linear_time_are_runs_that_violate_it() {
    runner(300).run(&questions(Fragment::Linear), |(system, formula)| agrees(&system, &formula)).unwrap();
}

/// A lamp that is switched on and off, and claims about it.
fn lamp(claim: &str) -> (System, Property) {
    let text = format!(
        "agent Lamp\n    local: on : bool\n    init: !on\n    repeat: {{true}} *! true ()[on := !on]\n\
         system = Lamp(lamp, true)\nSPEC dark: {claim}\n"
    );
    let source = synod_syntax::Source::new("lamp.rcp", text);
    let model = synod_rcheck::load(&source, &Default::default()).model.expect("it is a model");
    (model.system, model.properties[0].clone())
}

#[test]
fn safety_asks_for_a_bad_position_and_the_rest_for_a_loop() {
    let asks = |claim: &str| {
        let (system, property) = lamp(claim);
        Printable::new(&system, &property, 3).unwrap().sought.name()
    };
    assert_eq!(["G !lamp-on", "X X lamp-on", "lamp-on W lamp-on"].map(asks), ["b0"; 3]);
    assert_eq!(["F lamp-on", "G F lamp-on", "!lamp-on U lamp-on"].map(asks), ["j0"; 3]);
}

#[test]
fn the_forms_of_a_circuit_tell_the_same() {
    let (system, property) = lamp("G !lamp-on");
    let printable = Printable::new(&system, &property, 3).unwrap();
    let (text, binary) = (aiger::text(&printable), aiger::binary(&printable));
    let numbers = |header: &str| header.split(' ').skip(1).map(str::to_string).collect::<Vec<_>>();
    let first = String::from_utf8_lossy(&binary).lines().next().unwrap().to_string();
    assert_eq!(numbers(text.lines().next().unwrap()), numbers(&first));
}

#[test]
fn what_is_no_witness_is_refused_with_a_reason() {
    let (system, property) = lamp("G !lamp-on");
    let printable = Printable::new(&system, &property, 3).unwrap();
    let (latches, inputs) = (printable.circuit.latches.len(), printable.circuit.inputs.len());
    let (state, row) = ("0".repeat(latches), "0".repeat(inputs));
    let why = |witness: String| show(&system, &printable, &witness).map(|_| ()).unwrap_err();
    assert_eq!(
        show(&system, &printable, &format!("SAT\n1\nb0\n{state}\n{row}\n{row}\n.\n")).map(|_| ()),
        Ok(())
    );
    let any = "x".repeat(latches);
    assert_eq!(show(&system, &printable, &format!("1\nb0\n{any}\n{row}\r\n{row}\n.\n")).map(|_| ()), Ok(()));
    assert_eq!(
        why(format!("1\nb0\n{state}\n{row}\n{row}\n")),
        "it is not complete: it ends without a line with a dot"
    );
    assert_eq!(why(format!("1\nb0\n{state}\n{row}\n.\n")), "its run does not come to a violation");
    assert_eq!(why(format!("1\nb0\n{state}\n.\n")), "its run does not come to a violation");
    assert_eq!(
        why(format!("1\nj0\n{state}\n{row}\n.\n")),
        "it is about `j0`, and the circuit asks only for `b0`"
    );
    assert_eq!(
        why(format!("1\n{state}\n{row}\n.\n")),
        "line 2 should say what it is about, as `b0` and `j0` do"
    );
    assert_eq!(
        why(format!("1\nb0\n{state}0\n{row}\n.\n")),
        format!("line 3 has {} bits, and the circuit has {latches} latches", latches + 1)
    );
    assert_eq!(why(format!("1\nb0\n{state}\n{row}2\n.\n")), "line 4 is not a row of bits");
    assert_eq!(
        why(format!("1\nb0\n1{}\n{row}\n.\n", &state[1..])),
        "line 3 says otherwise, but `lamp-on.0` is 0 at position 0"
    );
    assert_eq!(why("sat\nb0\n#0\n0 2\n.\n".to_string()), "line 4 should give bits to signal 0");
    assert_eq!(why("sat\nb0\n#0\n0 00\n.\n".to_string()), "line 4 gives 2 bits to `lamp-on`, which has 1");
    assert_eq!(why("sat\nb0\n#0\n@2\n.\n".to_string()), "line 4 is about position `2`, out of turn");
    assert_eq!(why("sat\nb0\n0 1\n.\n".to_string()), "line 3 comes before the first position, `#0` or `@0`");
    assert_eq!(
        why("sat\nb0\n@0\n; nothing\n".to_string()),
        "it is not complete: it ends without a line with a dot"
    );
    let states = printable.state_words().len();
    let beyond = format!("line 4 gives number 99 a value, and the circuit has {states} states");
    assert_eq!(why("sat\nb0\n#0\n99 1\n.\n".to_string()), beyond);
    assert_eq!(why("1\n0 0\n".to_string()), "line 2 should have four columns");
    assert!(why("\u{0}garbage\nä\n".to_string()).starts_with("no line of it is"));
    assert_eq!(CheckerAnswer::read("UNSAT\n0\n"), Ok(CheckerAnswer::NoViolation));
    assert_eq!(CheckerAnswer::read("2\nb0\n.\n"), Ok(CheckerAnswer::Undecided));
}
