//! Circuits of random systems under ABC: its verdicts are ours. Skipped where there is no ABC on the path.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{
    Argument, Budget, Engine, Formula, Induction, Proof, Silent, System, Verdict, show_formula,
};
use synod_printers::aiger::{self, Form};
use synod_printers::circuit::Printable;
use synod_sat::{Method, Sat, claims_of, recheck};
use synod_testing::{Fragment, property, questions, runner};

fn abc() -> Option<&'static str> {
    let works = |name: &&str| Command::new(name).args(["-q", "version"]).output().is_ok();
    let found = ["abc", "berkeley-abc", "yosys-abc"].into_iter().find(works);
    if found.is_none() {
        eprintln!("skipped: there is no ABC on the path");
    }
    found
}

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("synod-abc-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether ABC proves that nothing bad is reached. It wants no first value but zero, and no constraints;
/// its own commands see to that.
fn holds_under_abc(abc: &str, folder: &Path, circuit: &[u8]) -> bool {
    let file = folder.join("circuit.aig");
    std::fs::write(&file, circuit).unwrap();
    let script = format!("read_aiger {}; zero; fold; pdr", file.display());
    let output = Command::new(abc).args(["-c", &script]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    match (told.contains("Property proved"), told.contains("was asserted")) {
        (true, false) => true,
        (false, true) => false,
        _ => panic!("ABC does not decide: {told}"),
    }
}

fn agrees(abc: &str, folder: &Path, system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    let Ok(printable) = Printable::new(system, &property, 3) else {
        return Err(TestCaseError::reject("not printable"));
    };
    let mut budget = Budget::default();
    budget.int_bound = 3;
    let verdict = Sat::new(system, Method::Ic3).check(&property, &budget, &Silent).verdict;
    let expected = matches!(verdict, Verdict::Holds(_));
    let found = holds_under_abc(abc, folder, &aiger::binary(&printable));
    prop_assert_eq!(found, expected, "{}", show_formula(system, formula));
    Ok(())
}

/// Whether ABC finds that no output of a circuit without state can be true.
fn impossible_under_abc(abc: &str, folder: &Path, circuit: &[u8]) -> bool {
    let file = folder.join("claims.aig");
    std::fs::write(&file, circuit).unwrap();
    let script = format!("read_aiger {}; orpos; iprove", file.display());
    let output = Command::new(abc).args(["-c", &script]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    match (told.contains("UNSATISFIABLE"), told.contains("SATISFIABLE")) {
        (true, _) => true,
        (false, true) => false,
        _ => panic!("ABC does not decide: {told}"),
    }
}

#[test]
fn abc_accepts_certificates_exactly_if_we_do() {
    let Some(abc) = abc() else { return };
    let folder = Folder::new();
    let budget = Budget::default();
    let test = |(system, formula): (System, Formula)| {
        let outcome = Sat::new(&system, Method::Ic3).check(&property(formula.clone()), &budget, &Silent);
        let Verdict::Holds(Proof::Inductive(certificate)) = outcome.verdict else {
            return Err(TestCaseError::reject("not proved"));
        };
        let mut weaker = certificate.clone();
        for argument in &mut weaker.arguments {
            if let Argument::Unreachable { because: Induction::Invariant(clauses), .. } = argument {
                clauses.pop();
            }
        }
        for certificate in [&certificate, &weaker] {
            let claims = claims_of(&system, &formula, certificate, &budget).unwrap();
            let accepted = recheck(&system, &formula, certificate, &budget).is_ok();
            let circuit = aiger::miters(&claims, Form::Binary);
            prop_assert_eq!(impossible_under_abc(abc, &folder.0, &circuit), accepted);
        }
        Ok(())
    };
    runner(40).run(&questions(Fragment::Invariant), test).unwrap();
}

#[test]
fn abc_agrees_on_invariants() {
    let Some(abc) = abc() else { return };
    let folder = Folder::new();
    let test = |(system, formula): (System, Formula)| agrees(abc, &folder.0, &system, &formula);
    runner(60).run(&questions(Fragment::Invariant), test).unwrap();
}
