//! The printed SMV models against the explicit engine, when a checker for them is installed.
//! `SYNOD_CASES` asks for more random models.

mod fixtures;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::test_runner::TestCaseError;
use synod_core::random::{Fragment, questions, runner};
use synod_core::{Budget, Engine, Property, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_printers::smv::{self, Target};

/// Examples with more states than this take NuSMV minutes.
const LARGEST: u64 = 250;

/// A model checker that reads SMV.
struct Checker {
    program: PathBuf,
    target: Target,
}

/// What a model checker says.
#[derive(Debug, PartialEq)]
enum Answer {
    Holds,
    Fails,
    /// The property, or a type of the model, is beyond the checker.
    Cannot,
}

impl Checker {
    /// The first one on the path, or a message that there is none.
    fn find() -> Option<Self> {
        let path = std::env::var_os("PATH")?;
        let found =
            [("nuXmv", Target::NuXmv), ("NuSMV", Target::NuSmv)].into_iter().find_map(|(name, target)| {
                let program =
                    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())?;
                Some(Checker { program, target })
            });
        if found.is_none() {
            eprintln!("skipped: neither nuXmv nor NuSMV is on the path");
        }
        found
    }

    fn ask(&self, system: &System, property: &Property) -> Answer {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let model = smv::model(system, std::slice::from_ref(property), self.target).unwrap();
        if !model.contains("SPEC NAME") || self.target == Target::NuSmv && model.contains("needs nuXmv") {
            return Answer::Cannot;
        }
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("synod-{}-{run}.smv", std::process::id()));
        std::fs::write(&file, &model).unwrap();
        let output = Command::new(&self.program).args(["-dcx", "-dynamic"]).arg(&file).output().unwrap();
        std::fs::remove_file(&file).unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        // NuSMV 2.6 says so of `0 / min(min(0, x), -1)`; a division that may fail has a line.
        if complaint.contains("line -1: Division by zero") {
            return Answer::Cannot;
        }
        let answers: Vec<&str> = text.lines().filter(|line| line.starts_with("-- specification")).collect();
        match answers.as_slice() {
            [line] if line.ends_with("is true") => Answer::Holds,
            [line] if line.ends_with("is false") => Answer::Fails,
            _ => panic!("{text}\n{complaint}\nfor\n{model}"),
        }
    }

    /// Whether both say the same, if both can say something.
    fn agrees(&self, system: &System, property: &Property, budget: &Budget) -> Result<bool, String> {
        let verdict = Explicit::new(system).check(property, budget, &Silent).verdict;
        let expected = match &verdict {
            Verdict::Holds(_) => Answer::Holds,
            Verdict::Violated(_) => Answer::Fails,
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => return Ok(false),
        };
        match self.ask(system, property) {
            Answer::Cannot => Ok(false),
            answer if answer == expected => Ok(true),
            answer => {
                let formula = show_formula(system, &property.formula);
                let model = smv::model(system, std::slice::from_ref(property), self.target).unwrap();
                Err(format!("{formula}: {verdict:?} but {answer:?} for\n{model}"))
            }
        }
    }
}

fn random_models(fragment: Fragment, usual: u32) {
    let Some(checker) = Checker::find() else { return };
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (1, 8);
    let test = |(system, formula): (System, _)| {
        let property = fixtures::property("p", "p", formula);
        match checker.agrees(&system, &property, &budget) {
            Ok(true) => Ok(()),
            Ok(false) => Err(TestCaseError::reject("not for both")),
            Err(difference) => Err(TestCaseError::fail(difference)),
        }
    };
    if let Err(failure) = runner(usual).run(&questions(fragment), test) {
        panic!("{failure}");
    }
}

#[test]
fn random_invariants_have_the_same_verdict() {
    random_models(Fragment::Invariant, 60);
}

#[test]
fn random_linear_formulas_have_the_same_verdict() {
    random_models(Fragment::Linear, 120);
}

#[test]
fn random_branching_formulas_have_the_same_verdict() {
    random_models(Fragment::Full, 80);
}

#[test]
fn hand_made_models_have_the_same_verdict() {
    let Some(checker) = Checker::find() else { return };
    for (system, properties) in [fixtures::exchange(), fixtures::cells()] {
        for property in &properties {
            checker.agrees(&system, property, &Budget::default()).unwrap();
        }
    }
}

#[test]
fn examples_have_the_same_verdict() {
    let Some(checker) = Checker::find() else { return };
    let mut compared = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rcheck")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let source = synod_syntax::Source::new(path.display().to_string(), text);
            let Some(model) = synod_rcheck::load(&source, &synod_rcheck::Options::default()).model else {
                continue;
            };
            let found = Explicit::new(&model.system).explore(&Budget::default(), &Silent);
            if !found.complete || found.states > LARGEST {
                continue;
            }
            for property in &model.properties {
                let agreed = checker.agrees(&model.system, property, &Budget::default());
                let agreed = agreed.unwrap_or_else(|difference| panic!("{}: {difference}", path.display()));
                compared += u32::from(agreed);
            }
        }
    }
    assert!(compared > 0, "no example was compared");
}
