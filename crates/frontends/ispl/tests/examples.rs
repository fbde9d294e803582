//! The examples: each formula says behind it which verdict to expect, and both engines find it.

use std::path::Path;

use synod_check::Checker;
use synod_core::{Budget, Silent};
use synod_syntax::{Severity, Source, Style, render};

#[test]
fn every_formula_of_the_examples_has_the_verdict_it_announces() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/ispl");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 6);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let source = Source::new(file.display().to_string(), &*text);
        let loaded = synod_ispl::load(&source);
        let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
        assert!(loaded.diagnostics.iter().all(|d| d.severity < Severity::Warning), "{problems}");
        let model = loaded.model.unwrap_or_else(|| panic!("{problems}"));
        for engine in ["bdd", "explicit"] {
            let checker = Checker::new(&model.system, engine).expect("an engine");
            for property in &model.properties {
                let rest = text[property.span.end as usize..].lines().next().unwrap_or_default();
                let expected = rest.split("expect:").nth(1).unwrap_or_default().trim();
                let found = checker.answer(property, &Budget::unlimited(), &Silent).outcome.verdict;
                let place = format!("{}: {}", file.display(), property.text);
                assert!(expected.starts_with(found.word()), "{place}: {} by {engine}", found.word());
            }
        }
    }
}
