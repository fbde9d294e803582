//! Ad-hoc formulas: a question that is not in the text of the model.

use synod_session::{OpenedModel, Reader, Reading, Rejection, languages};
use synod_syntax::Source;

fn open(name: &str, text: &str) -> OpenedModel {
    let reader = Reader::new(&languages(), name, text, &Reading::default());
    let opened =
        reader.and_then(|reader| reader.open(Source::new(name, text), &synod_core::Budget::unlimited()));
    opened.and_then(|opened| opened.one_system()).unwrap_or_else(|rejection| panic!("{rejection:?}"))
}

/// How many properties there are with a formula more.
fn asked(name: &str, text: &str, formula: &str) -> Result<usize, Rejection> {
    let model = open(name, text);
    let before = model.compiled.properties.len();
    let extended = model.with_formula(formula)?;
    assert_eq!(extended.compiled.properties[..before].len(), before);
    Ok(extended.compiled.properties.len() - before)
}

const RCHECK: &str = "enum channel {c}
agent Lamp
    local: on : bool
    init: !on
    receive-guard: false
    repeat: {true} *! true ()[on := !on]
system = Lamp(lamp, true)
SPEC G F lamp-on // the last line";

const LABS: &str = "system { spawn = A: 2 } agent A { interface = x: 0 Behavior = x <- 1 }
check { Last = always forall A a, x of a <= 1 }";

#[test]
fn formulas_are_read_in_the_language_of_the_model() {
    assert_eq!(asked("m.rcp", RCHECK, "G !lamp-on").ok(), Some(1));
    assert_eq!(asked("m.labs", LABS, "always forall A a, x of a = 0").ok(), Some(1));
}

#[test]
fn what_is_no_formula_is_refused() {
    assert!(asked("m.rcp", RCHECK, "G !lamp-off").is_err_and(|why| !why.diagnostics.is_empty()));
    let two = asked("m.rcp", RCHECK, "true SPEC false").expect_err("two formulas");
    assert_eq!(two.message, "`true SPEC false` is not one formula");
}

const ISPL: &str = "Agent B Vars: b : 0..1; end Vars Actions = {s}; Protocol: Other : {s}; end Protocol
Evolution: b = 1 if b = 0; end Evolution end Agent
Evaluation one if B.b = 1; end Evaluation InitStates B.b = 0; end InitStates Groups g = {B}; end Groups
Formulae LTL G F one; end Formulae";

#[test]
fn operators_in_the_formulas_of_the_model_are_no_names() {
    let model = open("m.ispl", ISPL);
    for (foreign, ours) in [
        ("G !one", "LTL G !one"),
        ("A[] one", "AG one"),
        ("E<> one", "EF one"),
        ("E [!one U one]", "E (!one U one)"),
        ("<<g>> F one", "<g> F one"),
    ] {
        let formula = |text: &str| {
            let asked = model.with_formula(text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            asked.compiled.properties.last().map(|property| property.formula.clone())
        };
        assert_eq!(formula(foreign), formula(ours), "{foreign}");
    }
    let labs = LABS.replace("check {", "check { Old = ltl G (true)");
    assert_eq!(asked("m.labs", &labs, "G (forall A a, x of a = 0)").ok(), Some(1));
}

#[test]
fn a_bracket_that_closes_nothing_is_what_is_wrong() {
    let why = asked("m.rcp", RCHECK, "(lamp-on)) & true").expect_err("a bracket too many");
    assert_eq!(why.message, "`(lamp-on)) & true` cannot be asked of `m.rcp`");
    assert!(why.diagnostics.iter().any(|found| found.message.contains("`)`")), "{why:?}");
}
