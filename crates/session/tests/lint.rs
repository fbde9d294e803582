//! What `lint` says of texts, by rule and by language.

use synod_core::Budget;
use synod_session::diagnostics::Source;
use synod_session::lint::Linted;
use synod_session::{Reader, Reading, languages};

fn linted(file: &str, text: &str) -> Linted {
    let reader = Reader::new(&languages(), file, text, &Reading::default()).expect("a language");
    let found = reader.lint(file, Source::new(file, text), false, &Budget::unlimited());
    found.unwrap_or_else(|why| panic!("{file}: {why:?}"))
}

/// The codes with the text at their places.
fn found(file: &str, text: &str) -> Vec<(String, String)> {
    let linted = linted(file, text);
    let warnings = linted.warnings.iter();
    warnings.map(|w| (w.code.to_string(), linted.source.text()[w.span.range()].to_string())).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(code, text)| (code.to_string(), text.to_string())).collect()
}

#[test]
fn rcheck_reports_unused_names_hidden_names_and_unread_variables() {
    let text = "\
const one = 1
enum colour {red, green, blue}
guard near(hue : int) := hue = one;
agent Lamp
    local: on : bool, steps : 0..7, hue : colour
    init: !on & steps = 0 & hue = red
    repeat: switch: {!on | hue = green} *! near(1) ()[on := !on, steps := 7 - steps]
system = Lamp(lamp, true)
SPEC G F lamp-on
";
    let found = found("lamp.rcp", text);
    assert!(found.contains(&("model::unused-name".to_string(), "blue".to_string())), "{found:?}");
    assert!(found.contains(&("model::hidden-name".to_string(), "hue".to_string())), "{found:?}");
    assert!(
        found.iter().any(|(code, text)| code == "model::never-read" && text.contains("steps")),
        "{found:?}"
    );
    assert!(
        !found.iter().any(|(code, text)| code == "model::never-read" && text.contains("on")),
        "{found:?}"
    );
}

#[test]
fn labs_is_looked_at_without_values_for_its_parameters() {
    let text = "\
system { extern = _n environment = spare: 0; goal: 0 spawn = A: _n }
agent A { interface = x: 0; age: 0 Behavior = goal = 0 -> x <- 1; age <- age + 1; goal <-- x; Behavior }
check { P = always goal <= 1 }
";
    let linted = linted("m.labs", text);
    let why = linted.incomplete.as_deref().unwrap_or_default();
    assert!(why.contains("`_n`") && why.contains("only the text"), "{why}");
    assert_eq!(found("m.labs", text), pairs(&[("model::unused-name", "spare")]));
    // With values the system is looked at too.
    let all = found("m.labs", &text.replace("extern = _n ", "").replace("_n", "2"));
    assert_eq!(all, pairs(&[("model::unused-name", "spare"), ("model::never-read", "age")]));
}

#[test]
fn ispl_reports_values_that_are_never_used_and_conditions_that_never_change() {
    let text = "\
Agent P
  Vars: x : 0..3; mood : {calm, cross, bored}; end Vars
  Actions = {go, stay};
  Protocol:
    x = 3 and x = 2 : { go };
    x >= 0 : { stay, go };
  end Protocol
  Evolution: x = 1 if Action = go; mood = cross if Action = stay and mood = calm; end Evolution
end Agent
Evaluation one if P.x = 1; end Evaluation
InitStates P.x = 0 and P.mood = calm; end InitStates
Formulae AF one; end Formulae
";
    let found = found("m.ispl", text);
    assert!(found.contains(&("model::unused-name".to_string(), "bored".to_string())), "{found:?}");
    let constant: Vec<&str> = found
        .iter()
        .filter(|(code, _)| code == "model::constant-condition")
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(constant.len(), 2, "{found:?}");
    assert!(constant[0].contains("x = 3 and x = 2") && constant[1].contains("x >= 0"), "{found:?}");
}

#[test]
fn templates_and_processes_report_names_that_are_never_used() {
    let text = "\
Template Robot
  Vars: place : {camp, post, moon}; spare : {s}; end Vars
  InitState place = camp and spare = s; end InitState
  Actions: Asynchronous = {go, rest}; end Actions
  Protocol: place = camp : {go, rest}; place = post : {rest}; end Protocol
  Evolution: place = post if Action = go; end Evolution
end Template
Evaluation on_post if Robot.place = post; off if Robot.place = camp; end Evaluation
Formulae (Robot : {r}) EF on_post(r); end Formulae
";
    let of_templates = found("m.pispl", text);
    for name in ["moon", "off"] {
        assert!(
            of_templates.contains(&("model::unused-name".to_string(), name.to_string())),
            "{of_templates:?}"
        );
    }
    for (file, text) in [
        ("m.ccs", "A = a.A\nB = b.B\nsystem = A\n"),
        ("m.chor", "A = p -> q: a\nB = p -> q: b\nsystem = A\n"),
    ] {
        let of_processes = found(file, text);
        assert!(
            of_processes.iter().any(|(code, at)| code.ends_with("unused-definition") && at == "B"),
            "{of_processes:?}"
        );
        assert!(
            of_processes.iter().all(|(code, _)| code != "model::unused-name"),
            "what begins the system is used, and nothing is told twice: {of_processes:?}"
        );
    }
}

#[test]
fn what_is_used_is_not_reported() {
    let text = "\
agent Lamp
    local: on : bool
    init: !on
    repeat: switch: {!on} *! true ()[on := true]
system = Lamp(lamp, true)
SPEC F lamp-on
";
    assert_eq!(found("lamp.rcp", text), pairs(&[]));
}
