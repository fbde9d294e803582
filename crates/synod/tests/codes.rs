//! Codes of diagnostics: every code in the sources is explained, and `synod help` shows the explanations.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use synod_session::diagnostics::{CodeExplanation, Example};

/// For each file ending the codes of its language; those of every model have none.
fn codes_by_ending() -> Vec<(&'static str, &'static [CodeExplanation])> {
    let mut codes = vec![("", synod_core::CODES)];
    for frontend in synod_session::languages().iter() {
        codes.extend(frontend.language().endings.first().map(|ending| (*ending, frontend.codes())));
    }
    codes
}

fn explanations() -> impl Iterator<Item = &'static CodeExplanation> {
    codes_by_ending().into_iter().flat_map(|(_, codes)| codes.iter())
}

/// How often each literal that looks like a code occurs in the sources, tests apart.
fn literals() -> BTreeMap<String, usize> {
    let prefixes = ["rcheck", "labs", "ispl", "pispl", "ccs", "chor", "aiger", "btor2", "model", "remark"];
    let mut found = BTreeMap::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            if path.is_dir() && !["tests", "target"].contains(&name) {
                folders.push(path);
            } else if name.ends_with(".rs") {
                let text = std::fs::read_to_string(&path).expect("a text");
                for literal in text.split('"') {
                    let is_code = literal.split_once("::").is_some_and(|(prefix, rest)| {
                        prefixes.contains(&prefix)
                            && !rest.is_empty()
                            && rest.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                    });
                    if is_code {
                        *found.entry(literal.to_string()).or_default() += 1;
                    }
                }
            }
        }
    }
    found
}

#[test]
fn every_code_is_explained_and_every_explained_code_is_used() {
    let used = literals();
    let unexplained: Vec<_> =
        used.keys().filter(|code| !explanations().any(|e| e.code == code.as_str())).collect();
    assert!(unexplained.is_empty(), "without an explanation: {unexplained:?}");
    // One occurrence is that of the explanation itself.
    let unused: Vec<_> =
        explanations().map(|e| e.code).filter(|code| used.get(*code).is_none_or(|n| *n < 2)).collect();
    assert!(unused.is_empty(), "explained, but not used: {unused:?}");
}

#[test]
fn codes_are_explained_once_and_in_order() {
    for (_, codes) in codes_by_ending() {
        assert!(codes.is_sorted_by(|a, b| a.code < b.code));
    }
}

fn synod(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_synod")).args(args).output().expect("synod runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn the_options_of_examples_are_those_of_the_command_line() {
    let folder = std::env::temp_dir().join(format!("synod-codes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (extension, codes) in codes_by_ending() {
        for explanation in codes {
            let Example::Model { text, options } = explanation.example else { continue };
            if options.is_empty() {
                continue;
            }
            let file = folder.join(format!("example.{extension}"));
            std::fs::write(&file, text).expect("a file");
            let args = [&["check", file.to_str().expect("a path")], options].concat();
            let (_, out, err) = synod(&args);
            assert!(err.contains(&format!("[{}]", explanation.code)), "{args:?}\n{text}\n{out}\n{err}");
            let hint = format!("`synod help {}`", explanation.code);
            assert_eq!(err.matches("`synod help ").count(), 1, "{err}");
            assert!(err.contains(&hint) || err.contains("`synod help labs::"), "{err}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("an empty folder");
}

#[test]
fn help_explains_codes_and_terms() {
    let (code, text, _) = synod(&["help", "rcheck::unknown-name"]);
    assert_eq!(code, 0);
    assert!(text.starts_with("rcheck::unknown-name\n\nA name is declared nowhere"), "{text}");
    assert!(text.contains("    init: x & ready\n") && text.contains("synod help glossary"), "{text}");
    // Without the language: all of that name.
    let (_, text, _) = synod(&["help", "unknown-name"]);
    assert!(text.contains("rcheck::unknown-name ") && text.contains("ispl::unknown-name "), "{text}");
    let (_, text, _) = synod(&["help", "tau-in-set"]);
    assert!(text.starts_with("ccs::tau-in-set\n"), "{text}");
    let (code, _, err) = synod(&["help", "rcheck::unknwon-name"]);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `rcheck::unknown-name`?"), "{err}");
    let (_, text, _) = synod(&["help", "codes"]);
    assert!(explanations().all(|e| text.contains(e.code)), "{text}");
    let (_, text, _) = synod(&["help", "K-Liveness"]);
    assert!(text.starts_with("k-liveness\n\nProving a liveness property"), "{text}");
    let (_, text, _) = synod(&["help", "pdr"]);
    assert!(text.contains("See Property-directed reachability and induction."), "{text}");
    let (_, text, _) = synod(&["help", "glossary"]);
    assert!(text.contains("cone of influence") && text.contains("lasso"), "{text}");
}
