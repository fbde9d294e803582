//! Programs for other verifiers, and these as engines.

use std::process::Command;

use crate::support::{Folder, LAMP};

const COUNTER: &str = "\
system { environment = sum: 0 spawn = Adder: 2 }
agent Adder { Behavior = sum <-- sum + 1; Behavior }
check { Small = always sum < 3 Some = eventually sum = 1 }
";

#[test]
fn programs_are_printed_for_every_verifier() {
    let folder = Folder::with("counter.labs", COUNTER);
    let words = [
        ("cbmc", "__CPROVER_assert"),
        ("cseq", "__CPROVER_assert"),
        ("2ls", "__CPROVER_assert"),
        ("esbmc", "__ESBMC_assert"),
        ("cpachecker", "reach_error"),
        ("svcomp", "reach_error"),
    ];
    for (verifier, word) in words {
        let shown = folder.run(&["show", "counter.labs", "--format", "c", "--for", verifier, "--steps", "4"]);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{verifier}");
        assert!(shown.out.contains(word) && shown.out.contains("\"Small\""), "{shown:?}");
    }
    let shown = folder.run(&["show", "counter.labs", "--format", "lnt", "--bits", "16"]);
    assert!(shown.out.contains("process MAIN [STEP, MONITOR: any] is"), "{shown:?}");
    assert_eq!(shown.err, "note: the program says nothing about `Some`, which is about whole runs\n");
    let shown = folder.run(&["show", "counter.labs", "--format", "lnt"]);
    assert_eq!(shown.code, 2);
    assert!(shown.err.contains("32 bits") && shown.err.contains("`--bits 16`"), "{shown:?}");
}

#[test]
fn options_of_programs_are_for_programs() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let refused = |arguments: &[&str]| {
        let outcome = folder.run(&[&["show", "lamp.rcp"], arguments].concat());
        assert_eq!(outcome.code, 2, "{outcome:?}");
        outcome.err
    };
    assert_eq!(refused(&["--for", "cbmc"]), "error: `--for` applies to the format c only\n");
    assert_eq!(
        refused(&["--format", "lnt", "--for", "cbmc"]),
        "error: `--for` applies to the format c only\n"
    );
    assert_eq!(refused(&["--steps", "3"]), "error: `--steps` applies to the formats c and lnt only\n");
    assert!(refused(&["--format", "c", "--for", "gcc"]).contains("possible values: cbmc, esbmc"));
    assert!(refused(&["--format", "c", "--property", "drak"]).contains("did you mean `dark`?"));
}

#[test]
fn what_a_program_cannot_tell_is_refused_when_asked_for() {
    let text = LAMP.replace("SPEC stays: F G lamp-on", "SPEC sees: G (K(lamp, lamp-on) | !lamp-on)");
    let folder = Folder::with("lamp.rcp", &text);
    let shown = folder.run(&["show", "lamp.rcp", "--format", "c"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.err.contains("says nothing about `sees`, which is about what agents know"), "{shown:?}");
    assert!(shown.out.contains("NOT CLAIMED: sees"), "{shown:?}");
    let shown = folder.run(&["show", "lamp.rcp", "--format", "c", "--property", "sees"]);
    assert_eq!((shown.code, shown.out.as_str()), (2, ""));
}

#[test]
fn a_verifier_that_is_not_installed_is_missed() {
    let folder = Folder::with("counter.labs", COUNTER);
    for name in ["cbmc", "esbmc"] {
        let output = Command::new(env!("CARGO_BIN_EXE_synod"))
            .args(["check", "counter.labs", "--engine", name, "--property", "Small"])
            .current_dir(folder.path())
            .env("PATH", "")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3));
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains(&format!("`{name}` is not on the path")), "{out}");
        assert!(out.contains("install "), "{out}");
    }
}
