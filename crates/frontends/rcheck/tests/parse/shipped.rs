//! Reads models as they come with the R-CHECK tools, where a copy of them lies beside this project.

use std::path::PathBuf;

use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::{Reading, detect, parse};
use synod_syntax::{Severity, Source, Style, render};

/// The sources below a folder of shipped models; none if they are not there.
fn shipped(folder: &str) -> Vec<Source> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/models/rcheck").join(folder);
    let Ok(entries) = std::fs::read_dir(&path) else {
        eprintln!("skipped: no shipped models at {}", path.display());
        return Vec::new();
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).expect("readable");
            Source::new(file.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
        })
        .collect()
}

fn problems(source: &Source, dialect: Dialect, reading: Reading, least: Severity) -> String {
    let (_, diagnostics) = parse(source, dialect, reading);
    let kept = diagnostics.sorted().into_iter().filter(|d| d.severity >= least);
    kept.map(|d| render(source, &d, Style::Plain)).collect()
}

#[test]
fn shipped_models_parse_in_their_dialect() {
    let new = ["extension", "ported", "warnings"].map(|folder| (folder, Dialect::New));
    for (folder, dialect) in new.into_iter().chain([("legacy", Dialect::Legacy)]) {
        for source in shipped(folder) {
            for reading in [Reading::Standard, Reading::VscodeCompat] {
                assert_eq!(problems(&source, dialect, reading, Severity::Error), "", "{}", source.name());
            }
            assert_eq!(detect(&source), Some(dialect), "{}", source.name());
        }
    }
}

#[test]
fn reserved_words_as_names_are_reported_where_they_stand() {
    let Some(source) = shipped("errors").into_iter().find(|s| s.name() == "invalid-names.rcp") else {
        return;
    };
    let (_, diagnostics) = parse(&source, Dialect::New, Reading::Standard);
    let places: Vec<_> = diagnostics
        .sorted()
        .iter()
        .map(|d| (d.code, source.place(d.span.start as usize)))
        .map(|(code, place)| (code, place.line, place.column))
        .collect();
    let code = "rcheck::reserved-word";
    // A third place is another of a word that was reported.
    assert_eq!(places, [(code, 5, 7), (code, 9, 33)]);
}
