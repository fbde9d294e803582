//! Every example of an explanation of a code gets that code, and mended it does not.

use synod_bdd::Bdd;
use synod_core::{Budget, Engine, Lint, Property, PropertyOrigin};
use synod_ispl::codes::{ISPL, PISPL};
use synod_ispl::pispl;
use synod_syntax::{Code, Source};

fn ispl(text: &str, _: &[&str]) -> Vec<Code> {
    let loaded = synod_ispl::load(&Source::new("test.ispl", text));
    let mut found: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    if let Some(model) = loaded.model {
        let engine = Bdd::new(&model.system).expect("bounded");
        let applies = |lint: &&Lint| {
            let formula = lint.formula.clone();
            let (name, text, origin) = (String::new(), String::new(), PropertyOrigin::BuiltIn);
            let property = Property { name, text, formula, span: lint.span, origin };
            engine.holds(&property, &Budget::unlimited()) == Some(true)
        };
        found.extend(model.lints.iter().filter(applies).map(|lint| lint.code));
    }
    found
}

fn pispl(text: &str, _: &[&str]) -> Vec<Code> {
    let loaded = pispl::load(&Source::new("test.pispl", text), pispl::Options::default());
    let mut found: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    if let Some(model) = loaded.model {
        found.extend(model.beyond_proof.iter().flatten().map(|d| d.code));
    }
    found
}

#[test]
fn examples_get_the_codes_that_they_explain() {
    let mut defects: Vec<String> = ISPL.iter().flat_map(|explanation| explanation.defects(ispl)).collect();
    // How many agents there are is not the reader's concern: see the tests of the command line.
    let read = PISPL.iter().filter(|explanation| explanation.code != "pispl::too-few-agents");
    defects.extend(read.flat_map(|explanation| explanation.defects(pispl)));
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}
