//! Every example of an explanation of a code gets that code, and mended it does not.

use synod_labs::{Blocked, CODES, Options, interchangeable, load};
use synod_syntax::{Code, Source};

fn diagnose(text: &str, words: &[&str]) -> Vec<Code> {
    let mut options = Options::default();
    let mut copies = None;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--fair" => options.fair = true,
            "--blocked" if words.next() == Some(&"skip") => options.blocked = Blocked::Skip,
            "--steps" => options.steps = words.next().map(|steps| steps.parse().expect("a number")),
            "--any-number" => copies = words.next(),
            parameter => {
                let (name, value) = parameter.split_once('=').expect("a parameter");
                options.parameters.push((name.to_string(), value.parse().expect("a number")));
            }
        }
    }
    let loaded = load(&Source::new("test.labs", text), &options);
    let mut found: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
    if let (Some(agent_type), Some(model)) = (copies, loaded.model) {
        found.extend(interchangeable(&model.resolved, &options, agent_type).err().map(|d| d.code));
    }
    found
}

#[test]
fn examples_get_the_codes_that_they_explain() {
    let defects: Vec<String> = CODES.iter().flat_map(|explanation| explanation.defects(diagnose)).collect();
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}
