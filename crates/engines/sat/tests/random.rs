//! The engines against explicit search, on random systems and formulas. `SYNOD_CASES` asks for more.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{
    Budget, Engine, Formula, Proof, Property, Silent, System, Trace, Verdict, memory, show_formula,
};
use synod_explicit::Explicit;
use synod_passes::under_fairness;
use synod_sat::{Method, Sat, recheck};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, Tape, property, questions, random_formula, runner};

const INT_BOUND: i64 = 3;
/// Deep enough for every violation in systems of so few states.
const DEPTH: u64 = 24;
const MOST_STATES: u64 = 60;

fn budget() -> Budget {
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (1, INT_BOUND);
    budget
}

/// What explicit search says, for systems that are small enough.
struct Expected {
    verdict: Verdict,
    /// Whether integers were cut.
    cut: bool,
}

fn expected(system: &System, property: &Property) -> Result<Expected, TestCaseError> {
    let mut limited = budget();
    limited.memory = memory::resident(None).map(|here| here + (16 << 20));
    let engine = Explicit::new(system);
    let space = engine.explore(&limited, &Silent);
    if !space.complete || space.states > MOST_STATES {
        return Err(TestCaseError::reject("too large"));
    }
    let verdict = engine.check(property, &limited, &Silent).verdict;
    Ok(Expected { verdict, cut: space.cut })
}

fn confirm(system: &System, property: &Property, verdict: &Verdict) -> Result<(), TestCaseError> {
    let Verdict::Violated(counterexample) = verdict else { return Ok(()) };
    let interpreter = Interpreter::new(system).with_int_bound(INT_BOUND);
    let formula = under_fairness(&property.formula, &system.fairness);
    let judged = judge(&interpreter, &formula, counterexample);
    prop_assert_eq!(judged, Ok(()), "{:?} of {}", counterexample, show_formula(system, &property.formula));
    Ok(())
}

/// Whether the first trace is no longer than the second. That a finite run is enough may be seen by one
/// engine and not by the other.
fn is_no_longer(first: &Trace, second: &Trace) -> bool {
    first.loop_start.is_some() && second.loop_start.is_none() || first.steps.len() <= second.steps.len()
}

fn has_arrivals(formula: &Formula) -> bool {
    formula.any(&mut |part| matches!(part, Formula::Arrived(_)))
}

/// Bounded checking finds shortest violations, the provers decide everything, and what they claim can be checked
/// again.
fn agrees(method: Method, system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    let Expected { verdict: expected, cut } = expected(system, &property)?;
    let mut limited = budget();
    limited.depth = (method == Method::Bmc).then_some(DEPTH);
    let found = Sat::new(system, method).check(&property, &limited, &Silent).verdict;
    let text = show_formula(system, formula);
    match (&found, &expected) {
        // What the last step was counts as part of the state where a loop closes.
        (Verdict::Violated(found), Verdict::Violated(expected)) => prop_assert!(
            method != Method::Bmc || has_arrivals(formula) || is_no_longer(&found.trace, &expected.trace),
            "{} has a shorter counterexample than {:?}: {:?}",
            text,
            found.trace,
            expected.trace
        ),
        (Verdict::Holds(Proof::Inductive(certificate)), Verdict::Holds(_)) => {
            let checked = recheck(system, formula, certificate, &budget());
            prop_assert_eq!(checked, Ok(()), "{}: {:?}", text, certificate);
        }
        (Verdict::Bounded { .. }, Verdict::Holds(_) | Verdict::Bounded { .. }) => {}
        // A run that leaves what is explored may fail in a way that only one of the two sees.
        (Verdict::Violated(_), Verdict::Bounded { .. }) if cut => {}
        (Verdict::Bounded { .. }, Verdict::Violated(_)) if cut => {}
        _ => prop_assert!(false, "{}: {:?} but {:?}", text, found, expected),
    }
    confirm(system, &property, &found)
}

#[test]
fn bounded_checking_finds_the_violations_of_invariants() {
    let test = |(system, formula): (System, Formula)| agrees(Method::Bmc, &system, &formula);
    runner(500).run(&questions(Fragment::Invariant), test).unwrap();
}

#[test]
fn bounded_checking_finds_the_violations_of_linear_time() {
    let test = |(system, formula): (System, Formula)| agrees(Method::Bmc, &system, &formula);
    runner(700).run(&questions(Fragment::Linear), test).unwrap();
}

#[test]
fn ic3_decides_invariants() {
    let test = |(system, formula): (System, Formula)| agrees(Method::Ic3, &system, &formula);
    runner(500).run(&questions(Fragment::Invariant), test).unwrap();
}

#[test]
fn ic3_decides_linear_time() {
    let test = |(system, formula): (System, Formula)| agrees(Method::Ic3, &system, &formula);
    runner(400).run(&questions(Fragment::Linear), test).unwrap();
}

#[test]
fn induction_decides_invariants() {
    let test = |(system, formula): (System, Formula)| agrees(Method::KInduction, &system, &formula);
    runner(400).run(&questions(Fragment::Invariant), test).unwrap();
}

#[test]
fn ic3_decides_linear_time_over_fair_runs() {
    let fair = proptest::collection::vec(any::<u16>(), 0..12);
    let test = |((mut system, formula), numbers): ((System, Formula), Vec<u16>)| {
        if let Formula::Globally(again) =
            random_formula(&mut system, Fragment::Invariant, &mut Tape::new(numbers))
            && again.is_about_point()
        {
            system.fairness.push(*again);
        }
        agrees(Method::Ic3, &system, &formula)
    };
    runner(300).run(&(questions(Fragment::Linear), fair), test).unwrap();
}

#[test]
fn a_limited_depth_gives_answers_within_it() {
    const LIMIT: u64 = 2;
    let test = |(system, formula): (System, Formula)| {
        let property = property(formula);
        let exact = Explicit::new(&system).check(&property, &budget(), &Silent).verdict;
        for method in [Method::KInduction, Method::Ic3] {
            let mut limited = budget();
            limited.depth = Some(LIMIT);
            let found = Sat::new(&system, method).check(&property, &limited, &Silent).verdict;
            let fine = match (&exact, &found) {
                (Verdict::Violated(run), Verdict::Bounded { .. }) => run.trace.steps.len() as u64 > LIMIT,
                (Verdict::Violated(_), _) => matches!(found, Verdict::Violated(_)),
                _ => !matches!(found, Verdict::Violated(_)),
            };
            prop_assert!(fine, "{method:?}: {exact:?} but {found:?}");
        }
        Ok(())
    };
    runner(150).run(&questions(Fragment::Invariant), test).unwrap();
}
