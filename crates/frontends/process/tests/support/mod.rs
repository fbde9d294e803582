//! Reading models and asking engines about them.

#![allow(dead_code)]

use synod_core::{Budget, Engine, Reachability, Silent, Verdict};
use synod_explicit::Explicit;
use synod_process::{Language, Model, Options, Resolution, load};
use synod_syntax::{Source, Style, render};
use synod_testing::assert_valid;

pub fn read(text: &str, options: &Options) -> Result<Model, String> {
    let source = Source::new("test", text);
    let loaded = load(&source, options);
    let told: Vec<String> =
        loaded.diagnostics.sorted().iter().map(|d| render(&source, d, Style::Plain)).collect();
    let model = loaded.model.ok_or_else(|| told.join("\n"))?;
    assert_valid(&model.system, &model.properties);
    Ok(model)
}

pub fn ccs(text: &str) -> Model {
    read(text, &Options::new(Language::Ccs)).unwrap_or_else(|told| panic!("{text}\n{told}"))
}

pub fn ccs_early(text: &str) -> Model {
    let options = Options { choice: Resolution::Early, ..Options::new(Language::Ccs) };
    read(text, &options).unwrap_or_else(|told| panic!("{text}\n{told}"))
}

pub fn chor(text: &str) -> Model {
    read(text, &Options::new(Language::Chor)).unwrap_or_else(|told| panic!("{text}\n{told}"))
}

pub fn figures(model: &Model) -> Reachability {
    Explicit::new(&model.system).explore(&Budget::unlimited(), &Silent)
}

/// Which properties hold.
pub fn verdicts(model: &Model) -> Vec<(String, bool)> {
    let engine = Explicit::new(&model.system);
    let answer = |property| match engine.check(property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("{other:?}"),
    };
    model.properties.iter().map(|property| (property.name.clone(), answer(property))).collect()
}
