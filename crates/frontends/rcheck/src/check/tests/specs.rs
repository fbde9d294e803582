//! Spec 5.1 and 5.2: formulas, quantifiers over agents, labels, knowledge.

use synod_syntax::Severity;

use super::*;
use crate::hir::{Formula, Knowledge};

#[test]
fn a_condition_on_states_stays_one_condition() {
    for spec in ["G (one-w & !two-w)", "G (one-w -> two-w | three-y)", "G forall j : Client . j-w"] {
        let formula = formula(spec);
        let Formula::Globally(inner) = &formula else { panic!("{formula:?}") };
        assert!(matches!(**inner, Formula::State(_)), "{spec}: {inner:?}");
    }
}

#[test]
fn an_implication_is_a_disjunction() {
    let Formula::Or(list) = formula("one-w -> F two-w") else { panic!() };
    assert!(matches!(list.as_slice(), [Formula::State(_), Formula::Finally(_)]));
}

#[test]
fn connectives_of_formulas_are_flat() {
    let Formula::And(list) = formula("(F one-w) & (F two-w) & (F three-y)") else { panic!() };
    assert_eq!(list.len(), 3);
}

#[test]
fn quantifiers_nest_as_written() {
    let Formula::And(outer) = formula("forall j : Client . exists i : Client . F (j-w & i-w)") else {
        panic!()
    };
    let shapes: Vec<usize> = outer
        .iter()
        .map(|case| match case {
            Formula::Or(inner) => inner.len(),
            _ => 0,
        })
        .collect();
    assert_eq!(shapes, [2, 2]);
}

#[test]
fn quantifiers_may_stand_inside_formulas() {
    let Formula::Globally(inner) = formula("G [[sender = one]] forall j : Client . j-w") else { panic!() };
    assert!(matches!(*inner, Formula::BoxModality(_, _)));
}

#[test]
fn agent_means_all_instances() {
    let Formula::And(list) = formula("forall j : Agent . F (j-automaton-state = 0)") else { panic!() };
    assert_eq!(list.len(), 3);
}

#[test]
fn a_quantifier_over_nobody_is_decided_and_its_body_checked() {
    let idle = "agent Idle\n local: i : bool\n init: i\n repeat: {true} *? []\nsystem =";
    for (word, value) in [("forall", 1), ("exists", 0)] {
        let spec = format!("{word} j : Idle . F j-i");
        let text = changed(&[("system =", idle), ("G (one-w -> F three-ping)", &spec)]);
        let (model, found) = resolve(&text, Dialect::New, CheckOptions::default());
        assert_only(&text, &found, Severity::Warning, "rcheck::empty-quantifier", "j", "ranges over nothing");
        let formula = &model.unwrap().specs[0].formula;
        assert!(
            matches!(formula, Formula::State(e) if matches!(e.kind, hir::ExprKind::Const(v) if v == value))
        );
    }
    let text = changed(&[("system =", idle), ("G (one-w -> F three-ping)", "forall j : Idle . F j-nothing")]);
    let found = diagnose(&text, CheckOptions::default());
    assert!(found.iter().any(|d| d.code == "rcheck::unknown-member"), "{found:?}");
}

#[test]
fn labels_name_commands_by_position() {
    let Formula::Finally(inner) = formula("F three-pong") else { panic!() };
    assert!(matches!(*inner, Formula::Label { instance: 2, command: 1 }));
    let Formula::And(list) = formula("forall j : Client . j-sup") else { panic!() };
    assert!(matches!(list[1], Formula::Label { instance: 1, command: 3 }));
}

#[test]
fn labels_can_be_compared_with_truth_values() {
    assert!(matches!(formula("three-ping = true"), Formula::Iff(..)));
    assert!(
        matches!(formula("three-ping != three-y"), Formula::Not(inner) if matches!(*inner, Formula::Iff(..)))
    );
}

#[test]
fn quantified_variables_are_locations() {
    for spec in ["forall j : Client . G (j = one | j-l = j-myself)", "exists j : Agent . G j-name != two"] {
        assert_eq!(diagnose(&with_spec(spec), CheckOptions::default()), [], "{spec}");
    }
}

#[test]
fn progress_and_deadlock_are_names_if_nothing_else_is_called_so() {
    assert!(matches!(formula("progress"), Formula::Progress));
    assert!(matches!(formula("deadlock"), Formula::Not(inner) if matches!(*inner, Formula::Progress)));
    let text = changed(&[
        ("{red, green}", "{red, green, progress}"),
        ("G (one-w -> F three-ping)", "G (one-k = progress)"),
    ]);
    assert_eq!(diagnose(&text, CheckOptions::default()), []);
}

#[test]
fn knowledge_is_of_instances_types_or_everybody() {
    let group = |spec: &str| match formula(spec) {
        Formula::Knowledge(kind, group, _) => (kind, group),
        other => panic!("{other:?}"),
    };
    assert_eq!(group("K(one, two-w)"), (Knowledge::One, vec![0]));
    assert_eq!(group("E({two, one}, two-w)"), (Knowledge::Everybody, vec![0, 1]));
    assert_eq!(group("C({Client}, two-w)"), (Knowledge::Common, vec![0, 1]));
    assert_eq!(group("D({Agent}, two-w)"), (Knowledge::Distributed, vec![0, 1, 2]));
    assert_eq!(group("S({one}, F two-w)"), (Knowledge::Strategy, vec![0]));
}

#[test]
fn one_agent_knows() {
    let text = with_spec("K(Client, two-w)");
    let message = "`K` is about the knowledge of exactly one instance, but these are 2";
    assert_says(&text, Severity::Error, "rcheck::knowledge-group", "Client", message);
    let text = with_spec("K(oen, two-w)");
    assert_says(
        &text,
        Severity::Error,
        "rcheck::unknown-name",
        "oen",
        "no instance or agent type called `oen`",
    );
}

#[test]
fn specifications_have_names_and_texts() {
    let text =
        with_spec("fair: G (one-w -> // why\n   F two-w);\nSPEC F   (one-w)\nSPEC forall j : Client . F j-w");
    let model = resolve(&text, Dialect::New, CheckOptions::default()).0.unwrap();
    let specs: Vec<(&str, &str)> = model.specs.iter().map(|s| (s.name.as_str(), s.text.as_str())).collect();
    let expected =
        [("fair", "G (one-w -> F two-w)"), ("spec-2", "F (one-w)"), ("spec-3", "forall j : Client . F j-w")];
    assert_eq!(specs, expected);
}

#[test]
fn observations_are_shown_with_the_names_of_instances() {
    let Formula::Or(list) = formula("exists j : Client . F <<(sender = j | M = red) & j-w>>true") else {
        panic!()
    };
    let Formula::Finally(inner) = &list[1] else { panic!() };
    let Formula::Diamond(observation, _) = &**inner else { panic!() };
    assert_eq!(observation.text, "(sender = two | M = red) & two-w");
}

#[test]
fn commands_are_shown_on_one_line_without_their_label() {
    let model = resolve(SOUND, Dialect::New, CheckOptions::default()).0.unwrap();
    assert_eq!(model.agents[1].commands[0].text, "{y} a! (true) (M := red) [y := false]");
}

#[test]
fn quantifiers_that_multiply_beyond_measure_are_refused() {
    let clients: String = (0..60).map(|i| format!("Client(c{i}, true) || ")).collect();
    let spec =
        "forall i1 : Client . forall i2 : Client . forall i3 : Client . forall i4 : Client . F i1-w & i4-w";
    let text = changed(&[("system = ", &format!("system = {clients}")), ("G (one-w -> F three-ping)", spec)]);
    let found = diagnose(&text, CheckOptions::default());
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["rcheck::too-large"]);
}

#[test]
fn an_error_under_a_quantifier_is_said_once() {
    let text = with_spec("forall j : Client . F (j-x + j-w = 1)");
    assert_says(&text, Severity::Error, "rcheck::type-mismatch", "j-w", "`+` needs numbers");
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    // The parser allows trees of height 500 and brackets of depth 200.
    let shapes = [("!", "", 490), ("F ", "", 490), ("(one-w | ", ")", 190), ("(three-ping = ", ")", 190)];
    for (open, close, depth) in shapes {
        let spec = format!("{}one-w{}", open.repeat(depth), close.repeat(depth));
        assert_eq!(diagnose(&with_spec(&spec), CheckOptions::default()), [], "{open}");
    }
}
