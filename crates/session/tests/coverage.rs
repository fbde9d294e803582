//! Which commands of a model are never used, in every language, and the text with counts.

use std::ops::ControlFlow;

use synod_core::{Budget, Silent};
use synod_session::check::{AUTO, Options, Report};
use synod_session::{OpenedModel, Reader, Reading, coverage, languages};
use synod_syntax::Source;

fn open(file: &str, text: &str) -> OpenedModel {
    let reader = Reader::new(&languages(), file, text, &Reading::default());
    let opened = reader.and_then(|reader| reader.open(Source::new(file, text), &Budget::unlimited()));
    opened.and_then(|opened| opened.one_system()).unwrap_or_else(|rejection| panic!("{}", rejection.message))
}

fn check(model: &OpenedModel, engine: &str, coverage: bool) -> Report {
    let options = Options { lints: true, coverage, ..Options::plain(engine) };
    let properties = model.select(&[]).unwrap();
    let go_on = &mut |_: synod_session::check::Event| ControlFlow::Continue(());
    model.check(&properties, &options, &Budget::unlimited(), &Silent, go_on).unwrap()
}

/// The code and the first line of each finding.
fn findings(model: &OpenedModel, engine: &str) -> Vec<(&'static str, usize, String)> {
    let found = check(model, engine, false).findings;
    found
        .iter()
        .map(|odd| (odd.code, model.source.place(odd.span.start as usize).line, odd.message.clone()))
        .collect()
}

const RCHECK: &str = "\
enum channel {c}
enum word {yes, no}
message-structure: MSG : word
agent Sender
    local: n : 0..2
    init: n = 0
    receive-guard: false
    repeat: say: {n < 2} c! true (MSG := no)[n := n + 1]
          + start: {n = 2} *! true ()[n := 0]
agent Hearer
    local: got : bool
    init: !got
    receive-guard: chan = c
    repeat:
        rNo: {MSG = no} c? []
      + (rYes: {MSG = yes} c? [got := true];
         after: {true} *! true ()[])
system = Sender(s, true) || Hearer(h, true)
SPEC safe: G (h-got -> F s-n = 0)
";

#[test]
fn a_receive_for_which_nothing_is_sent_is_reported_and_what_follows_it_is_told_apart() {
    let model = open("a.rcp", RCHECK);
    let expected = [
        ("model::never-taken", 16, "this receive is never taken".to_string()),
        ("model::never-reached", 17, "this send is never reached".to_string()),
    ];
    assert_eq!(findings(&model, AUTO), expected);
    // Sets of states prove the same, though not what comes before what.
    let codes: Vec<_> = findings(&model, "bdd").into_iter().map(|(_, line, _)| line).collect();
    assert_eq!(codes, [16, 17]);
    let report = check(&model, AUTO, false);
    let remarks: Vec<_> = report.answers[0].outcome.remarks.iter().map(|remark| remark.code()).collect();
    assert!(remarks.contains(&"remark::vacuous-implication"), "{remarks:?}");
}

#[test]
fn what_is_never_used_is_told_whoever_answers() {
    let model = open(
        "t.rcp",
        "agent T\n    local: n : 0..3\n    init: n = 0\n    repeat: up: {n < 2} *! true ()[n := n + 1]\n          \
         + down: {n = 2} *! true ()[n := 0]\n          + never: {n > 2} *! true ()[n := 3]\n\
         system = T(t, true)\nSPEC G t-n < 3\n",
    );
    for engine in [AUTO, "explicit", "bdd", "ic3", "bmc"] {
        let lines: Vec<usize> = findings(&model, engine).into_iter().map(|(_, line, _)| line).collect();
        assert_eq!(lines, [6], "{engine}");
    }
    // What depends on what a step picks, and lines that apply nowhere.
    let model = open(
        "m.ispl",
        "Agent P\n Vars: x : 0..1; end Vars\n Actions = {a, b};\n Protocol:\n  x = 0 : {a};\n  x > 1 : {b};\n  \
         Other : {a, b};\n end Protocol\n Evolution:\n  x = x - 1 if Action = a;\n  x = 0 if x < 0 and Action = b;\n \
         end Evolution\nend Agent\nEvaluation p if P.x = 0; end Evaluation\nInitStates P.x = 1; end InitStates\n\
         Formulae AG (p or !p); end Formulae\n",
    );
    for engine in [AUTO, "explicit", "bdd", "ic3"] {
        let lines: Vec<usize> = findings(&model, engine).into_iter().map(|(_, line, _)| line).collect();
        assert_eq!(lines, [6, 11], "{engine}");
    }
}

#[test]
fn counts_stand_beside_the_text_and_in_lcov() {
    let model = open("a.rcp", RCHECK);
    let report = check(&model, AUTO, true);
    let found = report.coverage.expect("it was asked for");
    let text = coverage::text(&model, &found);
    let line = |number: usize| text.lines().nth(number - 1).unwrap().to_string();
    assert!(line(8).starts_with("        2:    8:     repeat: say"), "{text}");
    assert!(line(16).starts_with("    #####:   16:"), "{text}");
    assert!(line(1).starts_with("        -:    1: enum"), "{text}");
    assert!(text.ends_with("3 of 5 commands used, in all 3 reachable states\n"), "{text}");
    let lcov = coverage::lcov(&model, &found);
    assert!(lcov.starts_with("TN:\nSF:a.rcp\n") && lcov.ends_with("LF:5\nLH:3\nend_of_record\n"), "{lcov}");
    assert!(lcov.contains("DA:8,2\n") && lcov.contains("DA:16,0\n"), "{lcov}");
}

#[test]
fn a_branch_inside_a_guard_that_excludes_it_is_reported_twice() {
    let text = "\
system { spawn = A: 1 }
agent A {
    interface = x: 0
    Behavior = x = 0 -> x <- 1 ++ x = 1 -> x <- 0
}
check { P = always x of 0 >= 0 }
";
    let model = open("a.labs", text);
    let warned: Vec<&str> = model.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(warned, ["labs::guard-scope"]);
    assert!(
        model.warnings[0].notes[0].contains("`x = 0 -> (x <- 1 ++ (x = 1 -> x <- 0))`"),
        "{:?}",
        model.warnings
    );
    let found = findings(&model, AUTO);
    assert_eq!(found, [("model::never-taken", 4, "this action is never taken".to_string())]);
}

#[test]
fn lines_of_evolutions_and_protocols_that_never_apply_are_reported() {
    let text = "\
Agent P
  Vars: x : 0..2; end Vars
  Actions = { go, stay };
  Protocol:
    x = 2 : { stay };
    Other : { go };
  end Protocol
  Evolution:
    x = 1 if x = 0 and Action = go;
    x = 0 if x = 1 and Action = go;
    x = 0 if x = 2 and Action = stay;
  end Evolution
end Agent
Evaluation zero if P.x = 0; end Evaluation
InitStates P.x = 0; end InitStates
Formulae AG AF zero; end Formulae
";
    let model = open("a.ispl", text);
    let found: Vec<_> = findings(&model, AUTO).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, [("ispl::unreachable-line", 5), ("model::never-taken", 11)]);
}

#[test]
fn actions_that_nobody_meets_are_reported() {
    let text = "A = a.b.0\nB = 'a.0\nC = c.0\nMain = (A | B | C) \\ {a, b, c}\nproperty p: F terminated\n";
    let model = open("a.ccs", text);
    let found: Vec<_> = findings(&model, AUTO).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, [("model::never-taken", 1), ("model::never-taken", 3)]);
    let text = "Main = a -> b: hello; b: think\nproperty p: F terminated\n";
    assert_eq!(findings(&open("a.chor", text), AUTO), []);
}

#[test]
fn what_holds_because_runs_end_says_so() {
    let text = "\
enum channel {c}
agent A
    local: n : 0..1
    init: n = 0
    receive-guard: false
    repeat: once: {n = 0} *! true ()[n := 1]
system = A(a, true)
SPEC again: G F a-n = 1
SPEC once: F a-n = 1
";
    let report = check(&open("a.rcp", text), AUTO, false);
    let has = |at: usize| {
        report.answers[at].outcome.remarks.iter().any(|remark| remark.code() == "remark::repeated-dead-end")
    };
    assert_eq!((has(0), has(1)), (true, false));
}

#[test]
fn a_possibility_has_to_hold_in_all_initial_states() {
    let text = "\
Agent P
  Vars: x : 0..2; end Vars
  Actions = { go };
  Protocol: Other : { go }; end Protocol
  Evolution: x = 2 if x = 1; end Evolution
end Agent
Evaluation two if P.x = 2; end Evaluation
InitStates P.x = 0 or P.x = 1; end InitStates
Formulae EF two; end Formulae
";
    let report = check(&open("a.ispl", text), AUTO, false);
    let remarks: Vec<String> = report.answers[0].outcome.remarks.iter().map(ToString::to_string).collect();
    let expected = "it must hold in all 2 initial states; it fails in 1, where its run begins".to_string();
    assert!(remarks.contains(&expected), "{remarks:?}");
}

#[test]
fn what_no_run_from_the_state_that_is_shown_does_is_said() {
    let text = |formulae: &str| {
        format!(
            "Agent P
  Vars: x : 0..2; end Vars
  Actions = {{ go, stay }};
  Protocol: x = 0 : {{ go, stay }}; Other : {{ stay }}; end Protocol
  Evolution: x = 1 if Action = go; end Evolution
end Agent
Evaluation zero if P.x = 0; one if P.x = 1; two if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Formulae {formulae} end Formulae
"
        )
    };
    for (formula, said) in [
        ("EF two;", "no run from the initial state reaches `two`"),
        ("EX two;", "no run from the initial state has `two` after one step"),
        ("EG one;", "no run from the initial state has `one` for ever"),
        ("E(zero U two);", "no run from the initial state reaches `two` with `zero` until then"),
        ("AG EF zero;", "no run from the last state that is shown reaches `zero`"),
        ("AG (one -> EX zero);", "no run from the last state that is shown has `zero` after one step"),
    ] {
        for engine in ["explicit", "bdd"] {
            let report = check(&open("a.ispl", &text(formula)), engine, false);
            let remarks: Vec<String> =
                report.answers[0].outcome.remarks.iter().map(ToString::to_string).collect();
            assert!(remarks.contains(&said.to_string()), "{formula}, {engine}: {remarks:?}");
        }
    }
    // One run shows what is wrong with these.
    for formula in ["AG zero;", "AF two;", "AG (zero -> AX zero);"] {
        let report = check(&open("a.ispl", &text(formula)), AUTO, false);
        let codes: Vec<&str> = report.answers[0].outcome.remarks.iter().map(|remark| remark.code()).collect();
        assert!(!codes.contains(&"remark::impossible"), "{formula}: {codes:?}");
    }
}

#[test]
fn equal_actions_of_one_agent_are_told_apart_by_what_is_left_to_do() {
    let never = |code: &'static str, line: usize, what: &str| {
        let word = if code == "model::never-taken" { "taken" } else { "reached" };
        (code, line, format!("this {what} is never {word}"))
    };
    let ccs = "P = a.done.\na.\nend.0\nQ = 'a.0\nsystem = (P | Q) \\ {a}\nproperty p: G !<end> true\n";
    let expected = [never("model::never-taken", 2, "action"), never("model::never-reached", 3, "action")];
    assert_eq!(findings(&open("a.ccs", ccs), AUTO), expected);
    let labs = "system { environment = e: 0 spawn = R: 1 }\nagent R { interface = x: 0 Behavior = x <- 1; e = 0 -> e <-- 1; x <- 2; (e = 0 ->\ne <-- 1;\nx <- 1) }\ncheck { A = always x of 0 < 5 }\n";
    let expected = [never("model::never-taken", 3, "action"), never("model::never-reached", 4, "action")];
    assert_eq!(findings(&open("a.labs", labs), AUTO), expected);
    // What is left to do is the same at both places, so that they are one.
    let same = "P = a.c.0 + b.\na.\nc.0\nsystem = P\nproperty p: G true\n";
    assert_eq!(findings(&open("b.ccs", same), AUTO), []);
}
