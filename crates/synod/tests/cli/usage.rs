//! Help, versions, completions, and what cannot be typed.

use crate::support::{Folder, LAMP};

fn run(arguments: &[&str]) -> crate::support::Outcome {
    Folder::new().run(arguments)
}

#[test]
fn help_explains_commands_and_topics() {
    for name in ["check", "simulate", "interact", "show", "replay", "schema", "completions"] {
        let outcome = run(&["help", name]);
        assert_eq!((outcome.code, outcome.out.contains("Usage: synod")), (0, true), "{name}: {outcome:?}");
    }
    assert!(run(&["help", "properties"]).out.contains("no-deadlock"));
    assert!(run(&["help", "engines"]).out.contains("explicit"));
    assert!(run(&["help", "languages"]).out.contains(".rcp"));
    for topic in ["traces", "constraints", "exit-codes"] {
        assert_eq!(run(&["help", topic]).code, 0);
    }
    assert!(run(&["help"]).out.contains("Examples:"));
}

#[test]
fn a_self_check_tries_every_engine() {
    // No graphics processor either: compiling for one takes its time.
    let outcome = Folder::new().run_among(&[("OCL_ICD_VENDORS", "/none")], &["self", "check"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.out.starts_with(&format!("synod {} on ", env!("CARGO_PKG_VERSION"))), "{outcome:?}");
    for engine in ["explicit", "symmetry", "por", "bdd", "ic3", "kind", "bmc"] {
        assert!(outcome.out.contains(&format!("  ✓ {engine}\n")), "{engine}: {outcome:?}");
    }
    // No other program is on the path here.
    for engine in ["smt", "cbmc", "esbmc"] {
        assert!(outcome.out.contains(&format!("  – {engine:<10}")), "{engine}: {outcome:?}");
    }
    assert!(
        outcome.out.contains("solvers for SMT-LIB, the first is used:\n  none is installed\n"),
        "{outcome:?}"
    );
    assert_eq!(run(&["self"]).code, 2);
}

#[test]
fn help_suggests_what_was_meant() {
    let outcome = run(&["help", "tracez"]);
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.err, "error: there is no help on `tracez`; did you mean `trace`?\n");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &[][..],
        &["chekc", "m.rcp"],
        &["check"],
        &["check", "m.rcp", "--depth", "deep"],
        &["check", "m.rcp", "--threads", "0"],
        &["check", "m.rcp", "--memory", "much"],
        &["check", "m.rcp", "--timeout", "-1"],
        &["check", "m.rcp", "--compat", "other"],
        &["show", "m.rcp", "--format", "png"],
        &["schema", "world"],
    ] {
        let outcome = run(arguments);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn options_that_mean_nothing_for_the_language_are_refused() {
    let folder = Folder::with("lamp.rcp", LAMP);
    folder.write("hello.ccs", "system = a.0");
    let foreign = [
        ("lamp.rcp", &["--fair"][..], "LAbS"),
        ("lamp.rcp", &["--bits", "8"], "LAbS"),
        ("lamp.rcp", &["--bits", "32"], "LAbS"),
        ("lamp.rcp", &["--steps", "3"], "LAbS"),
        ("lamp.rcp", &["--deadlock", "stutter"], "LAbS"),
        ("lamp.rcp", &["--null-step", "when-stuck"], "PISPL"),
        ("hello.ccs", &["--atlk", "2"], "R-CHECK, LAbS, ISPL and PISPL"),
        ("hello.ccs", &["--compat", "rcheck-vscode"], "R-CHECK"),
    ];
    for (model, options, languages) in foreign {
        let outcome = folder.run(&[&["check", model], options].concat());
        assert_eq!(outcome.code, 2);
        let refused = format!("error: `{}` applies to {languages} models only\n", options[0]);
        assert_eq!(outcome.err, refused);
    }
    for options in [&["--emergence"][..], &["--threshold", "2"], &["--more-agents", "1"]] {
        let outcome = folder.run(&[&["check", "lamp.rcp"], options].concat());
        assert_eq!(outcome.code, 2);
        assert!(outcome.err.contains("is for any number of agents"), "{outcome:?}");
    }
}

#[test]
fn versions_and_completions_are_printed() {
    assert_eq!(run(&["--version"]).out, format!("synod {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = run(&["completions", shell]);
        assert_eq!((outcome.code, outcome.out.contains("synod")), (0, true), "{shell}");
    }
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    let outcome = Folder::with("lamp.rcp", LAMP).run(&["check", "lamp.rcp"]);
    assert!(!outcome.out.contains('\x1b'));
}

#[test]
fn models_are_shown_in_every_form() {
    let folder = Folder::with("lamp.rcp", LAMP);
    for (format, part) in [
        ("text", "lamp-on"),
        ("json", "\"synod-system\""),
        ("smv", "MODULE main"),
        ("dot", "digraph"),
        ("svg", "<svg"),
    ] {
        let outcome = folder.run(&["show", "lamp.rcp", "--format", format]);
        assert_eq!((outcome.code, outcome.out.contains(part)), (0, true), "{format}: {outcome:?}");
        let file = format!("out.{format}");
        assert_eq!(folder.run(&["show", "lamp.rcp", "--format", format, "-o", &file]).out, "");
        assert_eq!(folder.read(&file), outcome.out);
    }
}

#[test]
fn one_agent_can_be_shown() {
    let folder = Folder::with("lamp.rcp", LAMP);
    assert_eq!(folder.run(&["show", "lamp.rcp", "--format", "dot", "--agent", "lamp"]).code, 0);
    let outcome = folder.run(&["show", "lamp.rcp", "--format", "dot", "--agent", "lampe"]);
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.err, "error: there is no agent or type of agents `lampe`; did you mean `Lamp`?\n");
    let outcome = folder.run(&["show", "lamp.rcp", "--agent", "lamp"]);
    assert_eq!((outcome.code, outcome.err.contains("dot and svg")), (2, true));
}

#[test]
fn help_is_laid_out_for_a_terminal() {
    let codes = run(&["help", "exit-codes"]).out;
    assert!(codes.lines().any(|line| line.starts_with("  0    all properties hold")), "{codes}");
    let replay = run(&["replay", "--help"]).out;
    assert!(replay.lines().all(|line| line.chars().count() <= 100), "{replay}");
    for topic in ["constraints", "properties"] {
        assert!(!run(&["help", topic]).out.contains("array"));
    }
}

#[test]
fn manual_pages_are_made_of_the_help() {
    let folder = Folder::new();
    let whole = folder.run(&["man"]);
    assert!(whole.out.contains(".TH synod 1") && whole.out.contains("synod\\-check(1)"), "{whole:?}");
    let check = folder.run(&["man", "check"]);
    assert!(check.out.contains("\\-\\-timeout"), "{check:?}");
    assert_eq!(folder.run(&["man", "chek"]).code, 2);
    assert!(folder.run(&["man", "chek"]).err.contains("check"));
    std::fs::create_dir(folder.path().join("pages")).unwrap();
    assert_eq!(folder.run(&["man", "--folder", "pages"]).code, 0);
    // What only Synod itself starts has no page.
    assert!(!folder.path().join("pages/synod-serve-worker.1").exists());
    assert!(folder.read("pages/synod-check.1").contains("\\-\\-timeout"));
    assert_eq!(folder.run(&["man", "--folder", "none"]).code, 2);
}
