//! The engine and the explicit one on random models, where a solver is installed. `SYNOD_CASES` asks for
//! more.

use std::time::Duration;

use proptest::test_runner::TestCaseError;
use synod_core::{
    Budget, Certificate, Conditions, Engine, Formula, Proof, Silent, System, Verdict, show_formula,
};
use synod_explicit::Explicit;
use synod_simulate::{Interpreter, judge};
use synod_smt::{Failed, LOGIC, Program, Smt, claims_of, first_possible};
use synod_testing::{Fragment, property, questions, runner};

fn agree(system: &System, formula: Formula) -> Result<(), TestCaseError> {
    let text = show_formula(system, &formula);
    let property = property(formula);
    if Smt::new(system).supports(&property.formula).is_err() {
        return Err(TestCaseError::reject("not for solvers"));
    }
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (1, 8);
    let exact = Explicit::new(system).check(&property, &budget, &Silent).verdict;
    let limited = budget.timeout(Duration::from_secs(1));
    let found = Smt::new(system).check(&property, &limited, &Silent).verdict;
    if let Verdict::Violated(run) = &found {
        let interpreter = Interpreter::new(system).with_int_bound(limited.int_bound);
        judge(&interpreter, &property.formula, run)
            .map_err(|why| TestCaseError::fail(format!("{text}: {why}")))?;
    }
    let fine = match (&exact, &found) {
        (Verdict::Violated(_), Verdict::Holds(_)) | (Verdict::Holds(_), Verdict::Violated(_)) => false,
        (_, Verdict::Unknown { reason, .. }) => {
            reason.contains("time limit")
                || reason.contains("does not know")
                || reason.contains("depends on too many")
        }
        _ => true,
    };
    if !fine {
        return Err(TestCaseError::fail(format!("{text}: {exact:?} but {found:?}")));
    }
    match found {
        Verdict::Holds(Proof::Reported { certificate: Some(certificate), .. }) => {
            let confirmed = is_confirmed(system, &property.formula, &certificate);
            confirmed.map_err(|why| TestCaseError::fail(format!("{text}: {why}: {certificate:?}")))
        }
        _ => Ok(()),
    }
}

/// Whether a fresh solver finds nothing wrong with a certificate in a few seconds.
fn is_confirmed(
    system: &System,
    formula: &Formula,
    certificate: &Certificate<Conditions>,
) -> Result<(), String> {
    let program = Program::find().ok_or("no SMT solver is on the path")?;
    for claims in claims_of(system, formula, certificate).map_err(|refusal| format!("{refusal:?}"))? {
        let budget = Budget::unlimited().timeout(Duration::from_secs(2));
        let conditions = claims.impossible.iter().map(|(condition, _)| condition.as_str());
        match first_possible(&program, LOGIC, &claims.definitions, conditions, &budget) {
            Ok(Some(number)) => return Err(claims.impossible[number].1.clone()),
            Err(Failed::Solver(why)) if !why.contains("does not know") => return Err(why),
            Ok(None) | Err(_) => {}
        }
    }
    Ok(())
}

fn random_models(fragment: Fragment, usual: u32) {
    if !Smt::new(&System::new("nothing")).is_installed() {
        eprintln!("skipped: no SMT solver is on the path");
        return;
    }
    if let Err(failure) = runner(usual).run(&questions(fragment), |(system, formula)| agree(&system, formula))
    {
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
