//! Certificates in each of their forms: what is written is accepted, what was changed is refused.

use crate::support::{COUNTER, Folder, LAMP};

/// A folder with a lamp, and a certificate for a property of it in a file of this name.
fn with_certificate(file: &str, property: &str) -> Folder {
    let folder = Folder::with("lamp.rcp", LAMP);
    let arguments = ["check", "lamp.rcp", "--engine", "ic3", "--property", property, "--certificate", file];
    let outcome = folder.run(&arguments);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    folder
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.path().join(name)).unwrap()
}

fn refusal(folder: &Folder, model: &str, file: &str) -> String {
    let outcome = folder.run(&["certify", model, file]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    outcome.out.trim_end().strip_prefix("✗ refused: ").unwrap().to_string()
}

const FILES: [&str; 4] = ["c.cert", "c.smt2", "c.aag", "c.aig"];
const OTHER_CLAIMS: &str = "what it claims is not what its proof comes down to in this model";

#[test]
fn every_form_of_a_certificate_is_checked_against_the_model() {
    for file in FILES {
        let folder = with_certificate(file, "blinks");
        let certified = folder.run(&["certify", "lamp.rcp", file]);
        assert!(certified.out.contains("✓ blinks is proved"), "{file}: {certified:?}");
        assert_eq!(certified.code, 0);
        folder.write("other.rcp", LAMP.replace("init: !on", "init: true"));
        assert_eq!(refusal(&folder, "other.rcp", file), "it is for another model or another property");
        folder.write("stays.rcp", LAMP.replace("SPEC blinks: G F", "SPEC blinks: F G"));
        assert_eq!(refusal(&folder, "stays.rcp", file), "it is for another model or another property");
        folder.write("less.rcp", LAMP.replace("SPEC blinks", "SPEC shines"));
        assert_eq!(refusal(&folder, "less.rcp", file), "the model has no such property");
    }
}

#[test]
fn claims_that_are_not_those_of_the_proof_are_refused() {
    let folder = with_certificate("c.smt2", "blinks");
    let script = folder.read("c.smt2");
    folder.write("c.smt2", script.replacen("(assert (and true", "(assert (and false", 1));
    assert_eq!(refusal(&folder, "lamp.rcp", "c.smt2"), OTHER_CLAIMS);
    let (proof, _) = script.split_once("(push 1)").unwrap();
    folder.write("c.smt2", proof);
    assert_eq!(refusal(&folder, "lamp.rcp", "c.smt2"), OTHER_CLAIMS);

    // A gate or an output of a circuit, with the proof in the comment as it was.
    for file in ["c.aag", "c.aig"] {
        let folder = with_certificate(file, "blinks");
        let mut circuit = bytes(&folder, file);
        let second_line = circuit.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        circuit[second_line] = if circuit[second_line] == b'2' { b'4' } else { b'2' };
        folder.write(file, circuit);
        assert_eq!(refusal(&folder, "lamp.rcp", file), OTHER_CLAIMS);
    }
}

#[test]
fn a_file_without_its_proof_is_refused() {
    let folder = with_certificate("c.aag", "blinks");
    let circuit = folder.read("c.aag");
    let (claims, _) = circuit.split_once("\nc\n").unwrap();
    folder.write("c.aag", format!("{claims}\n"));
    folder.write("c.smt2", "; nothing\n(check-sat)\n");
    for file in ["c.aag", "c.smt2"] {
        let outcome = folder.run(&["certify", "lamp.rcp", file]);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert_eq!(outcome.err, format!("error: `{file}` is not a Synod certificate\n"));
    }
}

#[test]
fn a_proof_that_is_none_is_refused_in_every_form() {
    for file in FILES {
        let folder = with_certificate(file, "blinks");
        // All that is known is forgotten, in the text and not in the claims.
        let content = bytes(&folder, file);
        let at = content.windows(9).rposition(|part| part == b"argument ").unwrap();
        let mut shorter = content[..at].to_vec();
        shorter.extend(b"argument no start\n");
        if file == "c.smt2" {
            shorter.extend(b"\n(set-logic QF_UF)\n");
        }
        folder.write(file, shorter);
        assert_eq!(refusal(&folder, "lamp.rcp", file), "there is an initial state");
    }
}

#[test]
fn a_proof_about_integers_without_bounds_is_checked_by_a_solver() {
    for file in ["c.cert", "c.smt2"] {
        let folder = Folder::with("counter.rcp", COUNTER);
        let arguments =
            ["check", "counter.rcp", "--engine", "smt", "--property", "positive", "--certificate", file];
        let outcome = folder.run_among_others(&arguments);
        if outcome.out.contains("no SMT solver is on the path") {
            eprintln!("skipped: no SMT solver is on the path");
            return;
        }
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let certified = folder.run_among_others(&["certify", "counter.rcp", file]);
        assert!(certified.out.contains("✓ positive is proved"), "{certified:?}");
        let alone = folder.run(&["certify", "counter.rcp", file]);
        assert_eq!(alone.code, 3);
        assert!(alone.out.starts_with("? not checked: no SMT solver is on the path"), "{alone:?}");
        folder.write("other.rcp", COUNTER.replace("count + 1", "count + 2"));
        assert_eq!(refusal(&folder, "other.rcp", file), "it is for another model or another property");
        let content = folder.read(file);
        folder.write(file, content.replace("property positive", "property nearly"));
        assert_eq!(refusal(&folder, "counter.rcp", file), "it is for another model or another property");
        if file == "c.smt2" {
            folder.write(file, content.replace("(assert ", "(assert false) (assert "));
            assert_eq!(refusal(&folder, "counter.rcp", file), OTHER_CLAIMS);
        }
    }
}

#[test]
fn a_proof_that_no_run_goes_on_has_every_form() {
    let stops = COUNTER
        .replace(": int", ": 0..3")
        .replace("SPEC positive: G (c-count >= 0)", "SPEC ends: F (c-count = 3)");
    for file in FILES {
        let folder = Folder::with("counter.rcp", &stops);
        let arguments =
            ["check", "counter.rcp", "--engine", "bmc", "--property", "ends", "--certificate", file];
        let outcome = folder.run(&arguments);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let certified = folder.run(&["certify", "counter.rcp", file]);
        assert!(certified.out.contains("✓ ends is proved"), "{certified:?}");
        let mut content = bytes(&folder, file);
        let at = content.windows(9).rposition(|part| part == b"unrolled ").unwrap() + 9;
        content[at] = b'1';
        folder.write(file, content);
        let why = refusal(&folder, "counter.rcp", file);
        assert_eq!(why, "a run that may violate the property goes on after step 1");
    }
}

#[test]
fn a_proof_without_a_form_does_not_keep_others_from_being_written() {
    let folder = Folder::with("counter.rcp", COUNTER);
    let arguments = ["check", "counter.rcp", "--engine", "smt", "--certificate", "c.aag"];
    let outcome = folder.run_among_others(&arguments);
    if outcome.out.contains("no SMT solver is on the path") {
        eprintln!("skipped: no SMT solver is on the path");
        return;
    }
    assert_eq!(outcome.code, 0, "the verdicts: {outcome:?}");
    for property in ["positive", "nearly"] {
        assert!(outcome.err.contains(&format!("the proof of {property} was not written")), "{outcome:?}");
    }
}
