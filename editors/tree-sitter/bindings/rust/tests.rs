//! The grammars read all examples and templates of the project without an error, and what their corpus holds as it says.
//!
//! `SYNOD_MODELS=FOLDER cargo test` reads the models of another folder too, but for those in folders `errors`, `negative` and
//! `mistakes`, and those in whose syntax the program `SYNOD`, if that is set, finds an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use synod_tree_sitter::{GRAMMARS, Grammar};
use tree_sitter::{Parser, Query, Tree};

fn parse(grammar: &Grammar, text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&grammar.language.into()).expect("a grammar that this version of Tree-sitter reads");
    parser.parse(text, None).expect("a tree")
}

/// All files in a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() && !path.ends_with("target") {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|is| is == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn assert_read(grammar: &Grammar, file: &Path) {
    let text = fs::read_to_string(file).expect("a text");
    let tree = parse(grammar, &text);
    assert!(!tree.root_node().has_error(), "{}:\n{}", file.display(), tree.root_node().to_sexp());
}

#[test]
fn examples_and_templates_have_no_errors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for grammar in &GRAMMARS {
        let mut all = files(&root.join("examples"), grammar.ending);
        assert!(!all.is_empty(), "there are no examples for {}", grammar.name);
        all.extend(files(&root.join("crates/frontends"), grammar.ending));
        all.iter().for_each(|file| assert_read(grammar, file));
    }
}

#[test]
fn other_models_have_no_errors() {
    let Some(folder) = std::env::var_os("SYNOD_MODELS") else { return };
    let is_wrong = |file: &PathBuf| {
        let is_marked =
            ["errors", "negative", "mistakes"].iter().any(|name| file.iter().any(|part| part == *name));
        let is_refused = |program: &std::ffi::OsStr| {
            let said = Command::new(program).arg("lint").arg(file).output().expect("the program");
            let said = String::from_utf8_lossy(&said.stderr);
            ["::syntax]", "::old-operator]", "::reserved-word]"].iter().any(|code| said.contains(code))
        };
        is_marked || std::env::var_os("SYNOD").is_some_and(|program| is_refused(&program))
    };
    for grammar in &GRAMMARS {
        let all = files(Path::new(&folder), grammar.ending);
        all.iter().filter(|file| !is_wrong(file)).for_each(|file| assert_read(grammar, file));
    }
}

#[test]
fn highlights_are_queries_of_the_grammar() {
    for grammar in &GRAMMARS {
        let query = Query::new(&grammar.language.into(), grammar.highlights);
        query.unwrap_or_else(|error| panic!("{}: {error}", grammar.name));
    }
}

/// The tests of a corpus file: name, text and expected tree.
fn corpus(text: &str) -> Vec<(String, String, String)> {
    let is_rule = |line: &str| line.len() > 2 && line.chars().all(|c| c == '=');
    let lines: Vec<&str> = text.lines().collect();
    let heads: Vec<usize> = (0..lines.len().saturating_sub(2))
        .filter(|at| is_rule(lines[*at]) && is_rule(lines[at + 2]))
        .collect();
    let ends = heads.iter().skip(1).copied().chain([lines.len()]);
    let test = |(head, end): (&usize, usize)| {
        let body = lines[head + 3..end].join("\n");
        let (source, tree) = body.split_once("\n---\n").expect("`---` between a text and its tree");
        (lines[head + 1].to_string(), source.to_string(), tree.to_string())
    };
    heads.iter().zip(ends).map(test).collect()
}

/// A tree without the names of fields and without blanks.
fn plain(tree: &str) -> String {
    let words = tree.split_whitespace().filter(|word| !word.ends_with(':'));
    words.collect::<Vec<_>>().join(" ").replace(" )", ")")
}

#[test]
fn the_corpus_is_read_as_it_says() {
    for grammar in &GRAMMARS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(grammar.name).join("test/corpus");
        let tests: Vec<_> = files(&folder, "txt")
            .iter()
            .flat_map(|file| corpus(&fs::read_to_string(file).expect("a text")))
            .collect();
        assert!(!tests.is_empty(), "{} has no corpus", grammar.name);
        for (name, source, tree) in tests {
            let read = parse(grammar, &source).root_node().to_sexp();
            assert_eq!(plain(&read), plain(&tree), "{}: {name}", grammar.name);
        }
    }
}
