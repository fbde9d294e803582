//! CBMC and the explicit engine on random models, where CBMC is installed. `SYNOD_CASES` asks for more.

use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Engine, Formula, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_external::{External, Verifier};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, property, questions, runner};

/// How far CBMC looks, and how long a run it has to find if the explicit engine does.
const DEPTH: u64 = 6;
const SHORT: usize = 4;

fn agree(system: &System, formula: Formula) -> Result<(), TestCaseError> {
    let text = show_formula(system, &formula);
    let property = property(formula);
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound, budget.depth) = (1, 8, Some(DEPTH));
    if system.has_unbounded() || External::new(system, Verifier::Cbmc).supports(&property.formula).is_err() {
        return Err(TestCaseError::reject("not for CBMC"));
    }
    let mut unlimited = budget.clone();
    unlimited.depth = None;
    let exact = Explicit::new(system).check(&property, &unlimited, &Silent).verdict;
    let found = External::new(system, Verifier::Cbmc).check(&property, &budget, &Silent).verdict;
    if let Verdict::Violated(run) = &found {
        let interpreter = Interpreter::new(system).with_int_bound(budget.int_bound);
        judge(&interpreter, &property.formula, run)
            .map_err(|why| TestCaseError::fail(format!("{text}: {why}")))?;
    }
    let fine = match (&exact, &found) {
        (Verdict::Violated(_), Verdict::Violated(_)) | (Verdict::Holds(_), Verdict::Holds(_)) => true,
        (Verdict::Violated(run), Verdict::Bounded { .. }) => run.trace.steps.len() > SHORT,
        (Verdict::Holds(_), Verdict::Bounded { .. }) => true,
        _ => false,
    };
    if fine { Ok(()) } else { Err(TestCaseError::fail(format!("{text}: {exact:?} but {found:?}"))) }
}

fn random_models(fragment: Fragment, usual: u32) {
    if !External::new(&System::new("nothing"), Verifier::Cbmc).is_installed() {
        eprintln!("skipped: cbmc is not on the path");
        return;
    }
    if let Err(failure) = runner(usual).run(&questions(fragment), |(system, formula)| agree(&system, formula))
    {
        panic!("{failure}");
    }
}

#[test]
fn random_invariants_have_the_same_verdict() {
    random_models(Fragment::Invariant, 12);
}

#[test]
fn random_linear_formulas_have_the_same_verdict() {
    random_models(Fragment::Linear, 12);
}
