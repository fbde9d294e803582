//! Witnesses of hardware model checkers, replayed as runs of the model.

use std::process::Command;

use crate::support::Folder;

const TAXIS: &str = include_str!("../../../../examples/rcheck/first-steps-buggy.rcp");
const FIXED: &str = include_str!("../../../../examples/rcheck/first-steps.rcp");
const AIGER: &str = include_str!("../recorded/one_taxi.aiger.wit");
const BTOR2: &str = include_str!("../recorded/one_taxi.btor2.wit");
const ABC: &str = include_str!("../recorded/one_taxi.cex");

const CONFIRMED: &str = "✓ a run of the model that violates `one_taxi`, 1 step\n";

#[test]
fn a_witness_is_shown_as_a_run_that_violates_the_property() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    for witness in [AIGER, BTOR2, ABC] {
        folder.write("w", witness);
        let outcome = folder.run(&["replay", "taxis.rcp", "w", "-p", "one_taxi"]);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.out.starts_with(CONFIRMED), "{outcome:?}");
    }
    let document = folder.run(&["replay", "taxis.rcp", "w", "-p", "one_taxi", "--json"]).json();
    assert_eq!((&document["property"], &document["violates"]), (&"one_taxi".into(), &true.into()));
}

#[test]
fn a_witness_of_another_model_is_not_confirmed() {
    let folder = Folder::with("taxis.rcp", FIXED);
    for witness in [AIGER, BTOR2, ABC] {
        folder.write("w", witness);
        let outcome = folder.run(&["replay", "taxis.rcp", "w", "-p", "one_taxi"]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert!(outcome.out.starts_with("✗ not a witness of a violation: "), "{outcome:?}");
    }
}

#[test]
fn an_answer_without_a_run_is_told() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    for (answer, told) in [
        ("0\nb0\n.\n", "says that `one_taxi` holds"),
        ("unsat\n", "says that `one_taxi` holds"),
        ("2\n", "does not know whether `one_taxi` holds"),
    ] {
        folder.write("w", answer);
        let outcome = folder.run(&["replay", "taxis.rcp", "w", "-p", "one_taxi"]);
        let expected = format!("✗ there is no run in it: the model checker {told}\n");
        assert_eq!((outcome.code, outcome.out), (1, expected));
    }
}

#[test]
fn a_witness_needs_its_property_and_must_be_complete() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    folder.write("w", AIGER);
    let outcome = folder.run(&["replay", "taxis.rcp", "w"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("select one property with `--property`"), "{outcome:?}");
    folder.write("w", AIGER.trim_end().trim_end_matches('.'));
    let outcome = folder.run(&["replay", "taxis.rcp", "w", "-p", "one_taxi"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("it is not complete"), "{outcome:?}");
}

#[test]
fn invariants_for_each_agent_are_one_circuit() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    let circuit = folder.run(&["show", "taxis.rcp", "-p", "on_its_way", "--format", "aiger"]).out;
    assert!(circuit.ends_with("\nb0 on_its_way\n"), "{circuit}");
}

#[test]
fn a_trace_is_judged_by_the_property_that_is_given() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    folder.run(&["check", "taxis.rcp", "-p", "one_taxi", "--trace-out", "t.json"]);
    let outcome = folder.run(&["replay", "taxis.rcp", "t.json", "-p", "one_taxi"]);
    assert!(outcome.out.starts_with(CONFIRMED), "{outcome:?}");
    let outcome = folder.run(&["replay", "taxis.rcp", "t.json", "-p", "on_its_way"]);
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.out.starts_with("✗ a run of the model that satisfies `on_its_way`, however it goes on"),
        "{outcome:?}"
    );
}

#[test]
fn what_abc_finds_is_a_run_of_the_model() {
    let folder = Folder::with("taxis.rcp", TAXIS);
    folder.run(&["show", "taxis.rcp", "-p", "one_taxi", "--format", "aiger", "-o", "t.aig"]);
    let script = "read_aiger t.aig; zero; fold; pdr; write_cex -a a.cex; write_aiger_cex b.cex";
    let abc =
        |name: &&str| Command::new(name).args(["-c", script]).current_dir(folder.path()).output().is_ok();
    if !["abc", "berkeley-abc", "yosys-abc"].iter().any(abc) {
        eprintln!("skipped: there is no ABC on the path");
        return;
    }
    for file in ["a.cex", "b.cex"] {
        let outcome = folder.run(&["replay", "taxis.rcp", file, "-p", "one_taxi"]);
        assert!(outcome.out.starts_with(CONFIRMED), "{outcome:?}");
    }
}
