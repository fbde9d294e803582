//! Certificates about integers without bounds: those of the engine are confirmed, others are not.

use synod_core::{
    Argument, Budget, Certificate, Conditions, Engine, Induction, Proof, Property, Silent, System, Verdict,
};
use synod_rcheck::{Model, Options, load};
use synod_sat::Refusal;
use synod_smt::{LOGIC, Program, Smt, claims_of, first_possible};
use synod_syntax::Source;

/// Two counters, of which one follows the other.
const COUNTERS: &str = "\
agent Counter
    local: ahead : int, behind : int
    init: ahead = 0 & behind = 0
    repeat:
        go: {true} *! true ()[ahead := ahead + 1]
      + follow: {behind < ahead} *! true ()[behind := behind + 1]
system = Counter(c, true)
SPEC ordered: G (c-behind <= c-ahead)
SPEC positive: G (c-ahead >= 0)
";

fn model() -> Model {
    load(&Source::new("counters.rcp", COUNTERS), &Options::default()).model.unwrap()
}

/// Whether a certificate is one: what is wrong with it, or what the solver finds wrong.
fn judge(
    program: &Program,
    system: &System,
    property: &Property,
    arguments: Vec<Argument<Conditions>>,
) -> Result<(), String> {
    let claims = claims_of(system, &property.formula, &Certificate { arguments });
    for claims in claims.map_err(|refusal| match refusal {
        Refusal::Wrong(why) => why,
        Refusal::Stopped(stop) => stop.reason().to_string(),
    })? {
        let conditions = claims.impossible.iter().map(|(condition, _)| condition.as_str());
        let found = first_possible(program, LOGIC, &claims.definitions, conditions, &Budget::unlimited());
        if let Some(number) = found.map_err(|failed| format!("{failed:?}"))? {
            return Err(claims.impossible[number].1.clone());
        }
    }
    Ok(())
}

fn by_invariant(conditions: &[&str]) -> Vec<Argument<Conditions>> {
    let conditions = conditions.iter().map(|condition| condition.to_string()).collect();
    vec![Argument::Unreachable { k_liveness: None, because: Induction::Invariant(conditions) }]
}

fn solver() -> Option<Program> {
    let program = Program::find();
    if program.is_none() {
        eprintln!("skipped: no SMT solver is on the path");
    }
    program
}

#[test]
fn what_is_proved_comes_with_a_certificate_that_is_confirmed() {
    let (Some(program), model) = (solver(), model()) else { return };
    for property in &model.properties {
        let verdict = Smt::new(&model.system).check(property, &Budget::unlimited(), &Silent).verdict;
        let Verdict::Holds(Proof::Reported { certificate: Some(certificate), .. }) = verdict else {
            panic!("{verdict:?}");
        };
        assert_eq!(judge(&program, &model.system, property, certificate.arguments), Ok(()));
    }
}

#[test]
fn an_invariant_must_hold_at_the_start_be_preserved_and_exclude_what_is_bad() {
    let (Some(program), model) = (solver(), model()) else { return };
    let ordered = &model.properties[0];
    let judged = |conditions: &[&str]| judge(&program, &model.system, ordered, by_invariant(conditions));
    assert_eq!(judged(&["(<= |c-behind| |c-ahead|)"]), Ok(()));
    let refusals = [
        ("(< |c-behind| |c-ahead|)", "an initial state violates the invariant"),
        ("(= |c-behind| 0)", "a step does not preserve the invariant"),
        ("true", "the invariant does not exclude all bad states"),
    ];
    for (condition, why) in refusals {
        assert_eq!(judged(&[condition]), Err(why.to_string()));
    }
}

#[test]
fn arguments_of_the_wrong_kind_are_refused() {
    let (Some(program), model) = (solver(), model()) else { return };
    let unreachable = |k_liveness, because| Argument::Unreachable { k_liveness, because };
    let wrong = [
        vec![],
        vec![Argument::NoStart],
        vec![Argument::Unrolled { depth: 3 }],
        vec![unreachable(Some(1), Induction::Steps(1))],
        vec![unreachable(None, Induction::Steps(0))],
        vec![unreachable(None, Induction::Steps(u64::MAX))],
    ];
    for arguments in wrong {
        let judged = judge(&program, &model.system, &model.properties[0], arguments.clone());
        assert!(judged.is_err(), "{arguments:?}");
    }
}

#[test]
fn a_condition_is_one_term_about_the_model_and_no_command() {
    let model = model();
    let tricks = [
        "true) (assert false",
        "true)) (assert false) (define-fun x () Bool (and true",
        "true ; (",
        "(and true) (assert false)",
        "(= |c-nowhere| 0)",
        "(= |c-ahead",
        "(and \"true\")",
        "",
    ];
    for trick in tricks {
        let arguments = by_invariant(&[trick]);
        let claims = claims_of(&model.system, &model.properties[0].formula, &Certificate { arguments });
        assert!(claims.is_err(), "{trick}");
    }
    let deep = format!("{}true{}", "(and ".repeat(100_000), ")".repeat(100_000));
    let arguments = by_invariant(&[&deep]);
    assert!(claims_of(&model.system, &model.properties[0].formula, &Certificate { arguments }).is_err());
}
