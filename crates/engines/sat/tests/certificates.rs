//! Certificates: those that engines make are accepted, and those that somebody changed are not.

use synod_core::{
    Alternative, Argument, Budget, Certificate, Engine, Fact, Formula, Induction, Mode, Observation, Part,
    Place, Proof, Rule, Silent, System, Type, Update, VarId, Variable, Verdict,
};
use synod_sat::{Method, Refusal, Sat, recheck};
use synod_testing::property;

/// Two numbers that grow together up to 5, from 0, and the claim that they are equal.
fn twins() -> (System, Formula) {
    let mut system = System::new("twins");
    let ty = Type::Range { lo: 0, hi: 5 };
    let vars = ["x", "y"].map(|name| {
        system.add_var(Variable { name: name.into(), ty, len: None, owner: None, span: Default::default() })
    });
    let [x, y] = vars.map(|var| system.exprs.var(var));
    let [zero, one, five] = [0, 1, 5].map(|value| system.exprs.int(value));
    let starts = [x, y].map(|var| system.exprs.eq(var, zero));
    system.init = system.exprs.and(starts);
    let guard = system.exprs.lt(x, five);
    let yes = system.exprs.bool(true);
    let updates = [(vars[0], x), (vars[1], y)]
        .map(|(var, now)| Update {
            var,
            index: None,
            value: system.exprs.binary(synod_core::BinaryOp::Add, now, one),
        })
        .to_vec();
    system.add_rule(Rule {
        name: "grow".into(),
        choices: vec![],
        guard,
        parts: vec![Part {
            agent: None,
            alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
        }],
        observation: Observation::of(Mode::Local),
        span: Default::default(),
    });
    let equal = system.exprs.eq(x, y);
    (system, Formula::Globally(Box::new(Formula::State(equal))))
}

fn proof(system: &System, formula: &Formula, method: Method) -> Certificate {
    let property = property(formula.clone());
    match Sat::new(system, method).check(&property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(Proof::Inductive(certificate)) => *certificate,
        other => panic!("{other:?}"),
    }
}

fn is_refused(system: &System, formula: &Formula, certificate: &Certificate) -> bool {
    matches!(recheck(system, formula, certificate, &Budget::unlimited()), Err(Refusal::Wrong(_)))
}

fn clauses(certificate: &mut Certificate) -> &mut Vec<Vec<Fact>> {
    match certificate.arguments.as_mut_slice() {
        [Argument::Unreachable { because: Induction::Invariant(clauses), .. }] => clauses,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_the_engines_prove_is_accepted() {
    let (system, formula) = twins();
    for method in [Method::Ic3, Method::KInduction, Method::Bmc] {
        let certificate = proof(&system, &formula, method);
        assert_eq!(recheck(&system, &formula, &certificate, &Budget::unlimited()), Ok(()));
    }
}

#[test]
fn a_bounded_search_proves_something_where_no_run_goes_on() {
    let (system, formula) = twins();
    let certificate = proof(&system, &formula, Method::Bmc);
    assert_eq!(certificate.arguments, [Argument::Unrolled { depth: 5 }]);
}

#[test]
fn an_invariant_without_one_of_its_clauses_is_refused() {
    let (system, formula) = twins();
    let whole = proof(&system, &formula, Method::Ic3);
    let count = clauses(&mut whole.clone()).len();
    assert!(count > 0);
    let mut refused = 0;
    for number in 0..count {
        let mut part = whole.clone();
        clauses(&mut part).remove(number);
        refused += usize::from(is_refused(&system, &formula, &part));
    }
    // A clause may be implied by the others, but not all of them are.
    assert!(refused > 0);
    let mut nothing = whole;
    clauses(&mut nothing).clear();
    assert!(is_refused(&system, &formula, &nothing));
}

#[test]
fn an_invariant_that_is_false_at_the_start_or_is_left_is_refused() {
    let (system, formula) = twins();
    let certificate = proof(&system, &formula, Method::Ic3);
    for values in [vec![(1, 5)], vec![(0, 0)], vec![]] {
        let mut changed = certificate.clone();
        clauses(&mut changed).push(vec![Fact { place: Place::Variable(VarId(0), None), values }]);
        assert!(is_refused(&system, &formula, &changed));
    }
}

#[test]
fn facts_about_what_the_model_does_not_have_are_refused() {
    let (system, formula) = twins();
    for place in [
        Place::Variable(VarId(7), None),
        Place::Bit(VarId(0), None, 40),
        Place::Extra("obligation 9".to_string()),
    ] {
        let mut changed = proof(&system, &formula, Method::Ic3);
        clauses(&mut changed).push(vec![Fact { place, values: vec![(0, 1)] }]);
        assert!(is_refused(&system, &formula, &changed));
    }
}

#[test]
fn a_certificate_for_another_property_is_refused() {
    let (mut system, formula) = twins();
    let (x, three) = (system.exprs.var(VarId(0)), system.exprs.int(3));
    let small = system.exprs.lt(x, three);
    let other = Formula::Globally(Box::new(Formula::State(small)));
    for method in [Method::Ic3, Method::KInduction] {
        assert!(is_refused(&system, &other, &proof(&system, &formula, method)));
    }
}

#[test]
fn arguments_of_the_wrong_kind_or_number_are_refused() {
    let (system, formula) = twins();
    let unreachable = |k_liveness, because| Argument::Unreachable { k_liveness, because };
    for arguments in [
        vec![],
        vec![Argument::NoStart],
        vec![Argument::Unrolled { depth: 4 }],
        vec![Argument::Unrolled { depth: u64::MAX }],
        vec![unreachable(Some(0), Induction::Steps(1))],
        vec![unreachable(None, Induction::Steps(0))],
    ] {
        assert!(
            is_refused(&system, &formula, &Certificate { arguments: arguments.clone() }),
            "{arguments:?}"
        );
    }
}
