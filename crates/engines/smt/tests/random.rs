//! The engine and the explicit one on random models, where a solver is installed. `SYNOD_CASES` asks for
//! more.

use std::time::Duration;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use synod_check::Checker;
use synod_core::random::{Fragment, questions};
use synod_core::{Budget, Engine, Formula, Property, PropertyOrigin, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_smt::Smt;

fn agree(system: &System, formula: Formula) -> Result<(), TestCaseError> {
    let text = show_formula(system, &formula);
    let property = Property {
        name: "p".into(),
        text: text.clone(),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::Model,
    };
    if Smt::new(system).supports(&property.formula).is_err() {
        return Err(TestCaseError::reject("not for solvers"));
    }
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (1, 8);
    let exact = Explicit::new(system).check(&property, &budget, &Silent).verdict;
    // The violations that the checker passes on are those that the interpreter confirms.
    let checker = Checker::new(system, "smt").unwrap();
    let limited = budget.timeout(Duration::from_secs(1));
    let found = checker.answer(&property, &limited, &Silent).outcome.verdict;
    let fine = match (&exact, &found) {
        (Verdict::Violated(_), Verdict::Holds(_)) | (Verdict::Holds(_), Verdict::Violated(_)) => false,
        (_, Verdict::Unknown { reason, .. }) => {
            reason.contains("time limit")
                || reason.contains("does not know")
                || reason.contains("depends on too many")
        }
        _ => true,
    };
    if fine { Ok(()) } else { Err(TestCaseError::fail(format!("{text}: {exact:?} but {found:?}"))) }
}

fn random_models(fragment: Fragment, usual: u32) {
    if !Smt::new(&System::new("nothing")).is_there() {
        eprintln!("skipped: no solver for SMT-LIB is on the path");
        return;
    }
    let cases = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let config =
        Config { cases, max_global_rejects: 1 << 20, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    if let Err(failure) = runner.run(&questions(fragment), |(system, formula)| agree(&system, formula)) {
        panic!("{failure}");
    }
}

#[test]
fn random_invariants_have_the_same_verdict() {
    random_models(Fragment::Invariant, 6);
}

#[test]
fn random_linear_formulas_have_the_same_verdict() {
    random_models(Fragment::Linear, 6);
}
