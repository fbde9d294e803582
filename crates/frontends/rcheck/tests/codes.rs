//! Every example of an explanation of a code gets that code, and mended it does not.

use synod_rcheck::{CODES, Options, load};
use synod_syntax::{Code, Source};

fn diagnose(text: &str, options: &[&str]) -> Vec<Code> {
    let source = Source::new("test.rcp", text);
    let constants = options.iter().filter_map(|option| option.split_once('='));
    let settings = Options {
        compat_vscode: options == ["--compat", "rcheck-vscode"],
        constants: constants
            .map(|(name, value)| (name.to_string(), value.parse().expect("a number")))
            .collect(),
        ..Options::default()
    };
    let loaded = load(&source, &settings);
    let mut found: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    if let (["--any-number", agent_type], Some(model)) = (options, loaded.model) {
        found.extend(model.interchangeable(agent_type).err().map(|d| d.code));
    }
    found
}

#[test]
fn examples_get_the_codes_that_they_explain() {
    let defects: Vec<String> = CODES.iter().flat_map(|explanation| explanation.defects(diagnose)).collect();
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}
