//! What the tests of circuits share: reading a text, and asking every engine.

use synod_bdd::Bdd;
use synod_core::{Budget, Engine, Property, Silent, System, Verdict};
use synod_explicit::Explicit;
use synod_frontend::{Frontend, LoadedModel, Settings, SystemModel};
use synod_sat::{Method, Sat};
use synod_simulate::{Interpreter, judge};
use synod_syntax::Source;
use synod_testing::assert_valid;

/// The model of a text, or the code, the line and the message of what is wrong with it.
pub fn load(frontend: &dyn Frontend, text: &str) -> Result<SystemModel, (String, usize, String)> {
    let source = Source::new("test", text);
    let loaded = frontend.load(&source, &Settings::new(frontend.options()));
    match loaded.model {
        Some(LoadedModel::System(model)) => {
            assert_valid(&model.compiled.system, &model.compiled.properties);
            Ok(*model)
        }
        _ => {
            let problem = loaded.diagnostics.iter().next().expect("a reason");
            let line = source.place(problem.span.start as usize).line;
            Err((problem.code.to_string(), line, problem.message.clone()))
        }
    }
}

/// The answers of all engines that decide a property: `true` if it holds. Counterexamples are replayed.
pub fn answers(system: &System, property: &Property) -> Vec<(&'static str, bool)> {
    // Engines that go deeper and deeper have to stop somewhere.
    let mut bounded = Budget::default();
    bounded.depth = Some(40);
    let unbounded = Budget::default();
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Explicit::new(system))];
    for method in [Method::Ic3, Method::KInduction, Method::Bmc] {
        engines.push(Box::new(Sat::new(system, method)));
    }
    engines.extend(Bdd::new(system).ok().map(|bdd| Box::new(bdd) as Box<dyn Engine>));
    let mut answers = Vec::new();
    for engine in &engines {
        assert!(engine.supports(&property.formula).is_ok(), "{}", engine.name());
        let budget = if matches!(engine.name(), "bmc" | "kind") { &bounded } else { &unbounded };
        match engine.check(property, budget, &Silent).verdict {
            Verdict::Holds(_) => answers.push((engine.name(), true)),
            Verdict::Violated(found) => {
                let interpreter = Interpreter::new(system);
                let judged = judge(&interpreter, &property.formula, &found);
                assert_eq!(judged, Ok(()), "{}: {:?}", engine.name(), found.trace);
                answers.push((engine.name(), false));
            }
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => {}
        }
    }
    answers
}

/// What all engines that decide a property say.
#[track_caller]
fn holds(system: &System, property: &Property) -> bool {
    let answers = answers(system, property);
    let decided = |name: &str| answers.iter().any(|(engine, _)| *engine == name);
    assert!(decided("explicit") && decided("bdd"), "{}: {answers:?}", property.name);
    assert!(answers.iter().all(|(_, holds)| *holds == answers[0].1), "{}: {answers:?}", property.name);
    answers[0].1
}

/// For each property of a text its name and whether it holds, as all engines say.
#[track_caller]
pub fn verdicts(frontend: &dyn Frontend, text: &str) -> Vec<(String, bool)> {
    let model = load(frontend, text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let compiled = &model.compiled;
    let verdict = |property: &Property| (property.name.clone(), holds(&compiled.system, property));
    compiled.properties.iter().map(verdict).collect()
}

/// Whether the properties of a text hold, as all engines say.
#[track_caller]
pub fn said(frontend: &dyn Frontend, text: &str) -> Vec<bool> {
    verdicts(frontend, text).into_iter().map(|(_, holds)| holds).collect()
}

/// Every code of a language is that of its example.
#[track_caller]
pub fn assert_explained(frontend: &dyn Frontend) {
    let diagnose = |text: &str, _: &[&str]| -> Vec<&'static str> {
        let found = load(frontend, text).err();
        let codes = frontend.codes().iter().map(|explained| explained.code);
        codes.filter(|code| found.as_ref().is_some_and(|found| found.0 == *code)).collect()
    };
    for explained in frontend.codes() {
        assert_eq!(explained.defects(diagnose), Vec::<String>::new());
    }
}
