//! A small part of the attack of `cargo run -p synod-attack`, in every run of the tests. Machines that run tests are
//! busy, so only what hangs is too slow. Readers and formatters are attacked without a process for each text.

use std::path::Path;
use std::time::Duration;

use synod_attack::{Attack, Model, Patience, Random, Selection, models, mutated};
use synod_core::Budget;
use synod_session::diagnostics::{Source, Style, for_terminal, render};
use synod_session::formatting::{Formatter, apply};
use synod_session::{Opened, Reader, Reading, languages};

/// The program under test.
const SYNOD: &str = env!("CARGO_BIN_EXE_synod");

#[test]
fn hostile_inputs_of_all_kinds_are_answered_properly() {
    let patience = Patience { longest: Duration::from_secs(120), most_output: 64 << 20, grace: None };
    let selection = Selection::default();
    let attack = Attack::new(Path::new(SYNOD), patience, &selection).unwrap();
    for number in 0..200 {
        let case = attack.case(7, number, &selection);
        let findings = attack.findings(&case).unwrap();
        assert!(
            findings.is_empty(),
            "case {number} of seed 7: {}\n{findings:#?}",
            attack.command_line(&case)
        );
    }
}

/// Reads a text as a model is read, and checks what comes of it.
fn read(model: &Model, text: &str, budget: &Budget) -> Result<(), String> {
    let reading = Reading {
        language: Some(model.language.name.to_string()),
        parameters: model.parameters.clone(),
        max_errors: Some(10),
        ..Reading::default()
    };
    let source = Source::new(model.file(), text);
    let reader = Reader::new(&languages(), &model.file(), text, &reading).map_err(|no| no.message)?;
    match reader.open(source, budget) {
        Ok(Opened::System(opened)) => match opened.compiled.system.validate() {
            broken if broken.is_empty() => Ok(()),
            broken => Err(format!("an invalid system: {broken:?}")),
        },
        Ok(Opened::Family(_)) => Ok(()),
        Err(rejection) => {
            let told = rejection.diagnostics.iter().zip(rejection.source.iter().cycle());
            let told: Vec<String> = told
                .map(|(diagnostic, source)| {
                    assert!(diagnostic.span.range().end <= source.text().len(), "{diagnostic:?}");
                    render(source, diagnostic, Style::Plain)
                })
                .chain([rejection.message])
                .collect();
            match told.iter().find(|text| for_terminal(text, Style::Plain) != **text || text.is_empty()) {
                Some(text) => Err(format!("a message with control characters, or none: {text:?}")),
                None => Ok(()),
            }
        }
    }
}

/// Formats a text, which changes nothing but its layout, and nothing any more the second time.
fn format(model: &Model, text: &str, budget: &Budget) -> Result<(), String> {
    let formatted = |text: &str| {
        let source = Source::new(model.file(), text);
        let formatter = Formatter::new(&languages(), Some(model.language.name), source).ok()?;
        Some(apply(text, &formatter.format(budget).ok()?))
    };
    let words = |text: &str| text.split_whitespace().collect::<String>();
    match formatted(text) {
        None => Ok(()),
        Some(once) if words(&once) != words(text) => Err(format!("formatting loses something: {once}")),
        Some(once) => match formatted(&once) {
            Some(twice) if twice == once => Ok(()),
            other => Err(format!("formatting again gives something else: {once}\n---\n{other:?}")),
        },
    }
}

#[test]
fn mutated_models_of_all_languages_are_read_and_formatted() {
    let all = models().unwrap();
    for (number, model) in all.iter().enumerate() {
        let relatives = all.iter().filter(|other| other.language.name == model.language.name);
        let others: Vec<&[u8]> = relatives.map(|other| other.text.as_slice()).collect();
        let mut random = Random::new(number as u64);
        for mutant in 0..20 {
            let bytes =
                if mutant == 0 { model.text.clone() } else { mutated(&model.text, &others, &mut random) };
            // What is no text is refused before.
            let Ok(text) = String::from_utf8(bytes) else { continue };
            // Some changes make models that take long to lower.
            let budget = Budget::unlimited().timeout(Duration::from_secs(2));
            for done in [read(model, &text, &budget), format(model, &text, &budget)] {
                if let Err(why) = done {
                    panic!("{} model {number}, mutant {mutant}: {why}\n{text}", model.language.name);
                }
            }
        }
    }
}
