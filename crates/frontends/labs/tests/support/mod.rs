//! Small models as text: their states by name, and the verdicts of their properties.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use synod_core::{Budget, Engine, Formula, Silent, State, Verdict};
use synod_explicit::Explicit;
use synod_labs::{Loaded, Model, Options, load};
use synod_simulate::Interpreter;
use synod_syntax::{Severity, Source, Style, render};
use synod_testing::{assert_valid, property};

/// Reads a text, with parameters.
#[allow(dead_code)]
pub fn options(parameters: &[(&str, i64)]) -> Options {
    Options {
        parameters: parameters.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
        ..Options::default()
    }
}

/// Reads a text.
pub fn loaded(text: &str, options: &Options) -> Loaded {
    load(&Source::new("test.labs", text), options)
}

/// Reads a text that has no errors.
#[allow(dead_code)]
pub fn model(text: &str, options: &Options) -> Model {
    let source = Source::new("test.labs", text);
    let loaded = load(&source, options);
    let problems: String = loaded
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| render(&source, d, Style::Plain))
        .collect();
    let model = loaded.model.unwrap_or_else(|| panic!("{problems}\n{text}"));
    assert_valid(&model.system, &model.properties);
    model
}

/// The codes of everything that is said about a text, sorted.
#[allow(dead_code)]
pub fn codes(text: &str, options: &Options) -> Vec<&'static str> {
    let mut codes: Vec<&str> = loaded(text, options).diagnostics.iter().map(|d| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The word of the verdict of a formula.
#[allow(dead_code)]
pub fn judge(model: &Model, formula: &Formula) -> &'static str {
    let property = property(formula.clone());
    let verdict = Explicit::new(&model.system).check(&property, &Budget::unlimited(), &Silent).verdict;
    if let Verdict::Unknown { reason, .. } = &verdict {
        panic!("{reason}");
    }
    verdict.word()
}

/// The verdict of the property of a name.
#[allow(dead_code)]
pub fn verdict(model: &Model, name: &str) -> &'static str {
    let found = model.properties.iter().find(|p| p.name == name).expect("a property of that name");
    judge(model, &found.formula)
}

/// How many states are reachable.
#[allow(dead_code)]
pub fn states(model: &Model) -> u64 {
    Explicit::new(&model.system).explore(&Budget::unlimited(), &Silent).states
}

/// The values of a state by name, without program counters.
#[allow(dead_code)]
pub fn named(model: &Model, state: &State) -> BTreeMap<String, Vec<i64>> {
    let system = &model.system;
    system
        .var_ids()
        .filter(|(_, var)| !var.name.starts_with("pc "))
        .map(|(id, var)| (var.name.clone(), state[system.slots(id)].to_vec()))
        .collect()
}

/// All values that a variable has in reachable states.
#[allow(dead_code)]
pub fn values(model: &Model, name: &str) -> BTreeSet<Vec<i64>> {
    reachable(model).iter().map(|state| named(model, state)[name].clone()).collect()
}

/// All reachable states, found by the interpreter.
#[allow(dead_code)]
pub fn reachable(model: &Model) -> BTreeSet<State> {
    let interpreter = Interpreter::new(&model.system);
    let mut seen: BTreeSet<State> = interpreter.initial(100_000).states.into_iter().collect();
    let mut left: VecDeque<State> = seen.iter().cloned().collect();
    while let Some(state) = left.pop_front() {
        for step in interpreter.moves(&state).enabled {
            if seen.insert(step.target.clone()) {
                left.push_back(step.target);
            }
        }
    }
    seen
}
