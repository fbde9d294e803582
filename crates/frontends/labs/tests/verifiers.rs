//! What verifiers print is read back as verdicts and runs, and verifiers are run and stopped.

use std::path::{Path, PathBuf};
use std::time::Duration;

use synod_core::{Budget, Engine, Outcome, Proof, Property, Silent, Step, Stop, Verdict};
use synod_external::{External, Verifier, VerifierAnswer, read_cbmc, read_esbmc};
use synod_labs::{Model, Options, load};
use synod_syntax::Source;

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(recorded(name)).unwrap()
}

fn model(steps: Option<u64>) -> Model {
    let source = Source::new("counter.labs", text("counter.labs"));
    load(&source, &Options { steps, ..Options::default() }).model.unwrap()
}

fn property<'m>(model: &'m Model, name: &str) -> &'m Property {
    model.properties.iter().find(|property| property.name == name).unwrap()
}

/// A program that prints the recorded text, whatever it is query; `None` where there are no shells.
fn pretender(name: &str, body: &str) -> Option<PathBuf> {
    if !cfg!(unix) {
        eprintln!("skipped: there is no shell");
        return None;
    }
    let path = std::env::temp_dir().join(format!("synod-pretender-{}-{name}", std::process::id()));
    // Another process writes it: a file that this one has open for writing cannot be run, and threads that
    // start programs at the same time would keep it open.
    let written = std::process::Command::new("/bin/sh")
        .args(["-c", r#"printf '%s' "$1" > "$0" && chmod 755 "$0""#])
        .arg(&path)
        .arg(format!("#!/bin/sh\n{body}\n"))
        .status();
    assert!(written.unwrap().success());
    Some(path)
}

/// The outcome for a property when the verifier prints a recorded text.
fn outcome(tool: Verifier, query: &str, printed: &str, budget: &Budget) -> Option<Outcome> {
    let body = format!("cat '{}'", recorded(printed).display());
    let path = pretender(printed, &body)?;
    let model = model(Some(3));
    let engine = External::new(&model.system, tool).at(path.clone());
    let outcome = engine.check(property(&model, query), budget, &Silent);
    std::fs::remove_file(path).unwrap();
    Some(outcome)
}

#[test]
fn the_choices_of_a_counterexample_of_cbmc_are_read() {
    let expected = VerifierAnswer::Fails { claim: "Small".to_string(), chosen: vec![2, 2, 1, 0] };
    assert_eq!(read_cbmc(&text("cbmc-violated.json")), expected);
    assert_eq!(read_cbmc(&text("cbmc-holds.json")), VerifierAnswer::Holds);
}

#[test]
fn the_choices_of_a_counterexample_of_esbmc_are_read() {
    let expected = VerifierAnswer::Fails { claim: "Small".to_string(), chosen: vec![2, 2, 1, 0] };
    assert_eq!(read_esbmc(&text("esbmc-violated.txt")), expected);
    assert_eq!(read_esbmc(&text("esbmc-holds.txt")), VerifierAnswer::Holds);
}

#[test]
fn what_is_no_verdict_is_not_taken_for_one() {
    let silent = |answer| matches!(answer, VerifierAnswer::Inconclusive(_));
    for output in ["", "[]", "{", r#"[{"result":[{"status":"UNKNOWN"}]}]"#, "VERIFICATION SUCCESSFUL"] {
        assert!(silent(read_cbmc(output)), "{output}");
    }
    let complaint = r#"[{"messageText":"parse error","messageType":"ERROR"}]"#;
    assert_eq!(read_cbmc(complaint), VerifierAnswer::Inconclusive("CBMC complains: parse error".to_string()));
    for output in ["", "Segmentation fault", "VERIFICATION UNKNOWN", "ERROR: Timed out"] {
        assert!(silent(read_esbmc(output)), "{output}");
    }
}

#[test]
fn a_counterexample_becomes_a_run_of_the_model() {
    for (tool, printed) in [(Verifier::Cbmc, "cbmc-violated.json"), (Verifier::Esbmc, "esbmc-violated.txt")] {
        let Some(outcome) = outcome(tool, "Small", printed, &Budget::unlimited()) else { return };
        let Verdict::Violated(found) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
        let sums: Vec<i64> = found.trace.states.iter().map(|state| state[0]).collect();
        assert_eq!(sums, [0, 2, 4]);
        assert!(found.trace.steps.iter().all(|step| matches!(step, Step::Take(_))));
    }
}

#[test]
fn a_verifier_that_finds_nothing_is_quoted() {
    let budget = Budget::unlimited();
    let Some(outcome) = outcome(Verifier::Esbmc, "Even", "esbmc-holds.txt", &budget) else { return };
    assert!(matches!(outcome.verdict, Verdict::Holds(Proof::Reported { by, .. }) if by == "esbmc"));
}

#[test]
fn a_run_that_the_model_does_not_have_is_refused() {
    // The choices of another program: the second agent cannot act twice.
    let Some(path) = pretender(
        "wrong",
        &format!("sed s/'chosen = 0 (.*)'/'chosen = 1'/ '{}'", recorded("esbmc-violated.txt").display()),
    ) else {
        return;
    };
    let model = model(Some(3));
    let engine = External::new(&model.system, Verifier::Esbmc).at(path.clone());
    let verdict = engine.check(property(&model, "Small"), &Budget::unlimited(), &Silent).verdict;
    std::fs::remove_file(path).unwrap();
    assert!(
        matches!(&verdict, Verdict::Unknown { reason, .. } if reason.contains("step 2 cannot be taken")),
        "{verdict:?}"
    );
}

#[test]
fn a_verifier_that_takes_too_long_is_stopped() {
    let Some(path) = pretender("slow", "exec sleep 60") else { return };
    let model = model(None);
    let engine = External::new(&model.system, Verifier::Cbmc).at(path.clone());
    let budget = Budget::unlimited().timeout(Duration::from_millis(100));
    let verdict = engine.check(property(&model, "Small"), &budget, &Silent).verdict;
    std::fs::remove_file(path).unwrap();
    assert!(matches!(verdict, Verdict::Unknown { reason, .. } if reason.starts_with(Stop::Time.reason())));
}

#[test]
fn a_verifier_stops_with_the_work_that_it_is_a_part_of() {
    let Some(path) = pretender("cancelled", "exec sleep 60") else { return };
    let model = model(None);
    let engine = External::new(&model.system, Verifier::Esbmc).at(path.clone());
    let budget = Budget::unlimited();
    budget.cancel();
    let verdict = engine.check(property(&model, "Small"), &budget, &Silent).verdict;
    std::fs::remove_file(path).unwrap();
    assert!(
        matches!(verdict, Verdict::Unknown { reason, .. } if reason.starts_with(Stop::Cancelled.reason()))
    );
}

#[test]
fn a_verifier_that_is_not_there_is_missed_with_a_way_out() {
    let model = model(None);
    let engine = External::new(&model.system, Verifier::Esbmc).at(PathBuf::from("no/such/verifier"));
    let verdict = engine.check(property(&model, "Small"), &Budget::unlimited(), &Silent).verdict;
    assert!(matches!(verdict, Verdict::Unknown { reason, .. } if reason.contains("could not be run")));
}

#[test]
fn cbmc_itself_agrees_where_it_is_installed() {
    let model = model(None);
    let engine = External::new(&model.system, Verifier::Cbmc);
    if !engine.is_installed() {
        eprintln!("skipped: cbmc is not on the path");
        return;
    }
    let verdict = |name| engine.check(property(&model, name), &Budget::unlimited(), &Silent).verdict;
    assert!(matches!(verdict("Small"), Verdict::Violated(_)));
    assert!(matches!(verdict("Even"), Verdict::Holds(Proof::Reported { .. })));
}
