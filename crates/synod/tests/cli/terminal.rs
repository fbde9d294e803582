//! Whatever comes from a model, a trace, a path or an argument, a terminal shows it and does not obey it.

use crate::support::{Folder, LAMP, Outcome};

/// Erases the screen, rings, goes to the start of the line, is a control of eight bits, and reverses the text.
const ODD: &str = "\x1b[2J\x07\r\u{9b}1m\u{202e}\u{2066}\u{7f}";

/// Whether all that was printed can be shown as it is.
fn assert_shown(arguments: &[&str], outcome: &Outcome) {
    let obeyed = |c: char| {
        c != '\n'
            && c != '\t'
            && (c.is_control()
                || ('\u{202a}'..='\u{202e}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c))
    };
    assert!(!outcome.out.contains(obeyed) && !outcome.err.contains(obeyed), "{arguments:?} {outcome:?}");
}

#[test]
fn arguments_and_paths_are_shown_and_not_obeyed() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let (odd, file, option) = (ODD, format!("{ODD}.rcp"), format!("--{ODD}"));
    for arguments in [
        vec![odd],
        vec!["check", odd],
        vec!["check", &file],
        vec!["check", "lamp.rcp", &option],
        vec!["check", "lamp.rcp", odd],
        vec!["check", "lamp.rcp", "-p", odd],
        vec!["check", "lamp.rcp", "--engine", odd],
        vec!["check", "lamp.rcp", "--timeout", odd],
        vec!["check", "lamp.rcp", "--language", odd],
        vec!["check", "lamp.rcp", "--trace-out", &format!("{odd}/x")],
        vec!["check", "lamp.rcp", "--any-number", odd],
        vec!["check", "lamp.rcp", "--json", "-p", odd],
        vec!["simulate", "lamp.rcp", "--constraint", odd],
        vec!["show", "lamp.rcp", "--agent", odd, "-f", "svg"],
        vec!["show", "lamp.rcp", "-f", odd],
        vec!["replay", "lamp.rcp", odd],
        vec!["certify", "lamp.rcp", odd],
        vec!["help", odd],
    ] {
        let outcome = folder.run(&arguments);
        assert_eq!(outcome.code, 2, "{arguments:?} {outcome:?}");
        assert_shown(&arguments, &outcome);
    }
}

#[test]
fn texts_of_a_model_are_shown_and_not_obeyed_in_every_form() {
    // Comments within formulas are part of their texts.
    let models = [
        ("odd.rcp", LAMP.replace("G !lamp-on", &format!("G // {ODD}\n !lamp-on"))),
        (
            "odd.labs",
            format!(
                "system {{ environment = x: 0 spawn = A: 1 }}\nagent A {{ Behavior = x <-- 1; Behavior }}\ncheck {{ P = always # {ODD}\n x = 0 }}\n"
            ),
        ),
    ];
    for (file, text) in models {
        let folder = Folder::with(file, text);
        let forms = ["text", "json", "dot", "svg", "smv", "c", "lnt", "aiger", "btor2"];
        let shown = forms.map(|form| vec!["show", file, "--format", form]);
        let others = [
            vec!["check", file],
            vec!["check", file, "--json"],
            vec!["check", file, "--trace-out", "-"],
            vec!["check", file, "--witness-dot", "-"],
            vec!["simulate", file, "--seed", "1"],
            vec!["estimate", file, "--error", "0.1"],
        ];
        for arguments in shown.into_iter().chain(others) {
            assert_shown(&arguments, &folder.run(&arguments));
        }
    }
}

#[test]
fn traces_certificates_and_commands_are_shown_and_not_obeyed() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let quoted = serde_json::to_string(ODD).unwrap();
    folder.write("name.json", format!("{{\"format\": {quoted}, \"states\": []}}"));
    folder.write(
        "state.itf.json",
        format!("{{\"states\": [{{\"lamp-on\": {quoted}, \"lamp-automaton-state\": 0}}]}}"),
    );
    folder.write("plain", ODD);
    folder.write("half.cert", format!("synod certificate {ODD}\n"));
    for arguments in [
        ["replay", "lamp.rcp", "name.json"],
        ["replay", "lamp.rcp", "state.itf.json"],
        ["replay", "lamp.rcp", "plain"],
        ["certify", "lamp.rcp", "plain"],
        ["certify", "lamp.rcp", "half.cert"],
    ] {
        assert_shown(&arguments, &folder.run(&arguments));
    }
    let commands =
        ["", "take ", "view ", "why ", "init ", "load ", "save no/", "check ", "state ", "random "];
    let commands: String = commands.iter().map(|command| format!("{command}{ODD}\n")).collect();
    assert_shown(&["interact"], &folder.run_with(&["interact", "lamp.rcp"], commands));
}

#[test]
fn colour_is_used_as_the_user_says() {
    let folder = Folder::with("lamp.rcp", LAMP);
    let is_coloured = |variables: &[(&str, &str)], option: &[&str]| {
        let outcome = folder.run_among(variables, &[&["check", "lamp.rcp"], option].concat());
        assert_eq!(outcome.code, 1, "{outcome:?}");
        outcome.out.contains("\x1b[1;31m")
    };
    assert!(!is_coloured(&[], &[]), "this is no terminal");
    assert!(is_coloured(&[], &["--color", "always"]));
    assert!(is_coloured(&[("NO_COLOR", "1")], &["--color=always"]), "who types it knows better");
    assert!(is_coloured(&[("FORCE_COLOR", "1")], &[]));
    assert!(!is_coloured(&[("FORCE_COLOR", "0")], &[]));
    assert!(!is_coloured(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!is_coloured(&[("FORCE_COLOR", "1")], &["--color", "never"]));
}
