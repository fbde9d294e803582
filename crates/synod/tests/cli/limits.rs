//! Limits that hold from the first byte, and diagnostics that stay readable whatever the text.

use crate::support::{CAMP, Folder, LAMP};

const LABS: &str =
    "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 } check { P = always true }";
const ISPL: &str = "\
Agent Bit
  Vars: b : boolean; end Vars
  Actions = {s};
  Protocol: Other : {s}; end Protocol
  Evolution: b = true if Action = s; end Evolution
end Agent
Evaluation p if Bit.b = true; end Evaluation
InitStates Bit.b = false; end InitStates
Formulae AG p; end Formulae
";
const CCS: &str = "P = a.P\nproperty can_do: can(a)\n";
const CHOR: &str = "C = x -> y: m\n";

/// A model in each language.
const MODELS: [(&str, &str); 6] = [
    ("m.rcp", LAMP),
    ("m.labs", LABS),
    ("m.ispl", ISPL),
    ("m.pispl", CAMP),
    ("m.ccs", CCS),
    ("m.chor", CHOR),
];

#[test]
fn limits_are_obeyed_before_there_is_a_model_in_every_language() {
    for (name, text) in MODELS {
        let folder = Folder::with(name, text);
        let late = folder.run(&["check", name, "--timeout", "0"]);
        assert_eq!(late.code, 3, "{name}: {}", late.err);
        let expected = format!(
            "error: `{name}`: the time limit was reached while the model was being read; nothing was checked: \
             allow more with `--timeout`, or make the model smaller\n"
        );
        assert_eq!((late.err.as_str(), late.out.as_str()), (expected.as_str(), ""), "{name}");
        if cfg!(target_os = "linux") {
            let large = folder.run(&["check", name, "--memory", "1"]);
            assert_eq!(large.code, 3, "{name}: {}", large.err);
            assert!(large.err.contains("the memory limit was reached while the model was being read"));
        }
    }
}

#[test]
fn at_most_as_many_errors_are_shown_as_are_asked_for() {
    let specs: String = (0..300).map(|i| format!("SPEC nowhere{i}\n")).collect();
    let folder = Folder::with("m.rcp", format!("{LAMP}{specs}"));
    let shown = |arguments: &[&str]| {
        let outcome = folder.run(&[&["check", "m.rcp"], arguments].concat());
        assert_eq!(outcome.code, 2);
        let last = outcome.err.lines().find(|line| line.starts_with("error: ")).unwrap_or("").to_string();
        (outcome.err.matches("error[rcheck::").count(), last)
    };
    let (count, last) = shown(&[]);
    assert_eq!(count, 100);
    assert!(
        last.contains("300 errors") && last.contains("200 more than `--max-errors` are not shown"),
        "{last}"
    );
    assert_eq!(shown(&["--max-errors", "7"]).0, 7);
    assert_eq!(shown(&["--max-errors", "1000"]).0, 300);
}

#[test]
fn a_misspelt_keyword_is_one_error_with_a_suggestion_in_every_language() {
    let cases = [
        ("m.rcp", LAMP.replace("init:", "receive-gaurd: true\n    init:"), "receive-guard"),
        ("m.rcp", LAMP.replace("repeat:", "repaet:"), "repeat"),
        ("m.rcp", LAMP.replace("system", "sytem"), "system"),
        ("m.ispl", ISPL.replace("Evolution:", "Evolutoin:"), "Evolution"),
        ("m.ispl", ISPL.replace("Vars:", "Vras:"), "Vars"),
        ("m.pispl", CAMP.replacen("Protocol:", "Protocl:", 1), "Protocol"),
        ("m.labs", LABS.replace("check {", "chekc {"), "check"),
        ("m.labs", LABS.replace("spawn", "spwan"), "spawn"),
        ("m.ccs", CCS.replace("property", "proprety"), "property"),
        ("m.chor", format!("{CHOR}proprety p: deadlock\n"), "property"),
    ];
    for (name, text, meant) in cases {
        let outcome = Folder::with(name, &text).run(&["check", name]);
        assert_eq!(outcome.code, 2, "{text}");
        assert_eq!(outcome.err.matches("error[").count(), 1, "{}", outcome.err);
        assert!(outcome.err.contains(&format!("did you mean `{meant}`?")), "{}", outcome.err);
    }
}

#[test]
fn a_long_sequence_is_not_nested() {
    let commands: Vec<String> =
        (0..600).map(|i| format!("{{on}} *! true ()[on := {}]", i % 2 == 0)).collect();
    let text = LAMP.replace("switch: {true} *! true ()[on := !on]", &commands.join(";\n"));
    let outcome = Folder::with("m.rcp", text).run(&["check", "m.rcp", "-p", "dark"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
}

#[test]
fn a_directory_is_called_a_directory() {
    let folder = Folder::with("m.rcp", LAMP);
    for arguments in [&["check", "."][..], &["check", ".", "--language", "rcheck"], &["show", "."]] {
        let outcome = folder.run(arguments);
        assert_eq!((outcome.code, outcome.err.as_str()), (2, "error: `.` is a directory, not a file\n"));
    }
}
