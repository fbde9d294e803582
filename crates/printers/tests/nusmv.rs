//! The printed SMV models against the explicit engine, when a checker for them is installed.
//! `SYNOD_CASES` asks for more random models, `SYNOD_PATIENCE` (seconds) for the verdicts of large examples.

mod fixtures;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use proptest::test_runner::TestCaseError;
use synod_core::{Budget, Engine, Property, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_printers::smv::{self, Target};
use synod_testing::{Fragment, questions, runner};

/// How long to wait for the checker's verdicts on one model.
fn patience() -> Duration {
    let asked = std::env::var("SYNOD_PATIENCE").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(asked.unwrap_or(60))
}

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
    /// There was no answer in time.
    Late,
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

    /// The name that a property has in the printed model, if the checker can decide it.
    fn name(&self, system: &System, property: &Property) -> Option<String> {
        let model = smv::model(system, std::slice::from_ref(property), self.target).unwrap();
        if self.target == Target::NuSmv && model.contains("needs nuXmv") {
            return None;
        }
        let (_, rest) = model.split_once("SPEC NAME ")?;
        rest.split_whitespace().next().map(str::to_string)
    }

    /// What the checker says of each property, in one run.
    fn ask(&self, system: &System, properties: &[Property]) -> Vec<Answer> {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let file =
            |ending: &str| std::env::temp_dir().join(format!("synod-{}-{run}.{ending}", std::process::id()));
        let (model_file, script_file) = (file("smv"), file("commands"));
        let names: Vec<Option<String>> = properties.iter().map(|p| self.name(system, p)).collect();
        let model = smv::model(system, properties, self.target).unwrap();
        std::fs::write(&model_file, &model).unwrap();
        let mut script = format!("set on_failure_script_quits\nread_model -i {}\ngo\n", model_file.display());
        for name in names.iter().flatten() {
            script.push_str(&format!("echo @{name}\ncheck_property -P {name}\n"));
        }
        std::fs::write(&script_file, script + "quit\n").unwrap();
        let (text, complaint, in_time) = self.run(&script_file);
        std::fs::remove_file(model_file).unwrap();
        std::fs::remove_file(script_file).unwrap();
        let answer = |name: &Option<String>| {
            let Some(name) = name else { return Answer::Cannot };
            let after = text.split_once(&format!("@{name} ")).map_or("", |(_, after)| after);
            let verdict =
                after.lines().find(|line| line.starts_with("-- specification") || line.starts_with('@'));
            match verdict {
                Some(line) if line.ends_with("is true") => Answer::Holds,
                Some(line) if line.ends_with("is false") => Answer::Fails,
                // NuSMV 2.6 says so of `0 / min(min(0, x), -1)`; a division that may fail has a line.
                _ if complaint.contains("line -1: Division by zero") => Answer::Cannot,
                None if !in_time => Answer::Late,
                _ => panic!("{text}\n{complaint}\nfor\n{model}"),
            }
        };
        names.iter().map(answer).collect()
    }

    /// What the checker prints, what it complains of, and whether it ended by itself.
    fn run(&self, script: &Path) -> (String, String, bool) {
        let mut child = Command::new(&self.program)
            .args(["-dcx", "-dynamic", "-source"])
            .arg(script)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        fn all(mut from: impl Read) -> String {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        std::thread::scope(|scope| {
            let (out, err) = (scope.spawn(|| all(out)), scope.spawn(|| all(err)));
            let end = Instant::now() + patience();
            let mut ended = false;
            while !ended && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(2));
                ended = child.try_wait().unwrap().is_some();
            }
            // It may have ended meanwhile.
            let _ = child.kill();
            child.wait().unwrap();
            (out.join().unwrap(), err.join().unwrap(), ended)
        })
    }

    /// How many of the properties have the same verdict here and there; the others one of them cannot decide.
    fn agrees(&self, system: &System, properties: &[Property], budget: &Budget) -> Result<usize, String> {
        let mut agreed = 0;
        for (property, answer) in std::iter::zip(properties, self.ask(system, properties)) {
            let verdict = Explicit::new(system).check(property, budget, &Silent).verdict;
            match (&verdict, &answer) {
                (Verdict::Holds(_), Answer::Holds) | (Verdict::Violated(_), Answer::Fails) => agreed += 1,
                (_, Answer::Late) => eprintln!("`{}` left out: no answer in time", property.name),
                (Verdict::Bounded { .. } | Verdict::Unknown { .. }, _) | (_, Answer::Cannot) => {}
                _ => {
                    let formula = show_formula(system, &property.formula);
                    let model = smv::model(system, std::slice::from_ref(property), self.target).unwrap();
                    return Err(format!("{formula}: {verdict:?} but {answer:?} for\n{model}"));
                }
            }
        }
        Ok(agreed)
    }
}

fn random_models(fragment: Fragment, usual: u32) {
    let Some(checker) = Checker::find() else { return };
    let mut budget = Budget::default();
    (budget.threads, budget.int_bound) = (1, 8);
    let test = |(system, formula): (System, _)| {
        let property = fixtures::property("p", "p", formula);
        match checker.agrees(&system, &[property], &budget) {
            Ok(1) => Ok(()),
            Ok(_) => Err(TestCaseError::reject("not for both")),
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
        checker.agrees(&system, &properties, &Budget::default()).unwrap();
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
            eprintln!("{}", path.display());
            let agreed = checker.agrees(&model.system, &model.properties, &Budget::default());
            compared += agreed.unwrap_or_else(|difference| panic!("{}: {difference}", path.display()));
        }
    }
    assert!(compared > 0, "no example was compared");
}
