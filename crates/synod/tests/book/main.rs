//! The book and the examples, held to what the tool does.
//!
//! `SYNOD_BLESS=1 cargo test -p synod --test book` rewrites the outputs shown in the book; read the diff.

#[path = "../support/agreement.rs"]
mod agreement;
mod markdown;
mod transcript;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use markdown::{Page, files};

const BINARY: &str = env!("CARGO_BIN_EXE_synod");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository")
}

fn pages() -> Vec<Page> {
    let mut paths = files(&root().join("docs/src"), "md");
    paths.extend(["README.md", "examples/README.md"].map(|name| root().join(name)));
    paths.iter().map(|path| Page::read(path)).collect()
}

fn blessing() -> bool {
    std::env::var_os("SYNOD_BLESS").is_some_and(|value| value == "1")
}

/// The tool, as it is where nothing else is installed: what is on the path must not matter here.
fn tool() -> Command {
    let mut command = Command::new(BINARY);
    command.env("PATH", "");
    command
}

/// Fails with everything that went wrong, not only the first.
fn report(problems: Vec<String>) {
    assert!(problems.is_empty(), "{} problems:\n\n{}", problems.len(), problems.join("\n\n"));
}

#[test]
fn the_tool_prints_what_the_book_shows() {
    let mut problems = Vec::new();
    for page in pages() {
        let mut changes = Vec::new();
        for block in page.blocks("console") {
            let place = format!("{}:{}", page.path.display(), block.start);
            let exit = block.attribute("exit").map_or(0, |code| code.parse().expect("an exit code"));
            let mut lines = Vec::new();
            let mut differs = false;
            for typed in transcript::commands(&block.lines) {
                lines.push(format!("$ {}", typed.line));
                let Some(outcome) = typed.run(tool, &root()) else {
                    lines.extend(typed.expected);
                    continue;
                };
                if outcome.exit != Some(exit) {
                    problems.push(format!(
                        "{place}: `{}` ends with {:?}, not {exit}:\n{}",
                        typed.line, outcome.exit, outcome.output
                    ));
                }
                if let Some(line) = agreement::disagreement(&outcome.output) {
                    problems.push(format!("{place}: `{}` prints `{line}`", typed.line));
                }
                if let Some(file) = typed.redirected_to() {
                    problems.extend(compare_file(&root().join(file), &outcome.output, &place));
                } else if transcript::matches(&typed.expected, &transcript::tidy(&outcome.output)) {
                    lines.extend(typed.expected);
                } else if blessing() {
                    differs = true;
                    lines.extend(transcript::masked(&outcome.output));
                } else {
                    problems.push(format!("{place}: `{}` prints\n{}", typed.line, outcome.output));
                }
            }
            if differs {
                changes.push((block, lines));
            }
        }
        if !changes.is_empty() {
            page.rewrite(changes);
        }
    }
    report(problems);
}

/// What is wrong with a file that an output was redirected to.
fn compare_file(path: &Path, output: &str, place: &str) -> Option<String> {
    if blessing() {
        fs::write(path, output).expect("the file can be written");
    }
    let same = fs::read_to_string(path).is_ok_and(|text| text == output);
    (!same).then(|| format!("{place}: {} is not what the command prints", path.display()))
}

/// The models in `examples`, in all languages.
fn examples() -> Vec<PathBuf> {
    ["rcp", "ccs", "chor", "pispl", "ispl", "aag", "btor2"]
        .iter()
        .flat_map(|ending| files(&root().join("examples"), ending))
        .collect()
}

#[test]
fn examples_have_no_warnings_and_the_verdicts_they_announce() {
    let mut problems = Vec::new();
    for path in examples() {
        if path.components().any(|part| part.as_os_str() == "mistakes") {
            continue;
        }
        problems.extend(unexpected(&path, &["--timeout", "60"]));
    }
    report(problems);
}

/// Examples some of whose commands are never taken, and how many warnings say so: in the first that is what it shows, the
/// second is a small instance.
const UNUSED: [(&str, usize); 2] = [("two-phase-commit.ccs", 3), ("resource-allocation-2.rcp", 2)];

/// Whatever is wrong with an example: it has warnings, or other verdicts than its comments expect.
fn unexpected(path: &Path, arguments: &[&str]) -> Option<String> {
    let output = tool().arg("check").arg(path).args(arguments).args(["--json", "--expect"]).output();
    let output = output.expect("the tool starts");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a JSON document");
    let empty = Vec::new();
    let list = |key: &str| document[key].as_array().unwrap_or(&empty);
    let told = list("warnings").iter().chain(list("diagnostics"));
    let is_unused = |code: &str| matches!(code, "model::never-taken" | "model::never-reached");
    let (unused, bad): (Vec<_>, Vec<_>) = told
        .filter(|told| told["severity"] != "note")
        .partition(|told| told["code"].as_str().is_some_and(is_unused));
    let known = UNUSED.iter().find(|(name, _)| path.ends_with(name)).map_or(0, |(_, count)| *count);
    let found: Vec<String> = list("properties")
        .iter()
        .map(|p| format!("{} {}, expected {}", p["name"], p["verdict"], p["expected"]))
        .collect();
    let is_right =
        output.status.code() == Some(0) && bad.is_empty() && unused.len() == known && !found.is_empty();
    (!is_right).then(|| format!("{}: {found:#?} {bad:#?} {unused:#?} {}", path.display(), document["error"]))
}

/// LAbS models need parameters, so they say how to check them: `#   synod check FILE ARGUMENTS`.
#[test]
fn labs_examples_have_no_warnings_and_the_verdicts_they_announce() {
    let mut problems = Vec::new();
    for path in files(&root().join("examples/labs"), "labs") {
        let text = fs::read_to_string(&path).expect("a text");
        let command = text.lines().find_map(|line| line.strip_prefix("#   synod check "));
        let arguments: Vec<&str> = command.expect("a command to type").split_whitespace().skip(1).collect();
        problems.extend(unexpected(&path, &arguments));
    }
    report(problems);
}

#[test]
fn mistakes_are_reported() {
    for path in examples() {
        if path.components().any(|part| part.as_os_str() == "mistakes") {
            let output = tool().arg("show").arg(&path).output().expect("the tool starts");
            assert!(!output.stderr.is_empty(), "{} is not reported", path.display());
        }
    }
}

#[test]
fn models_in_the_book_can_be_read() {
    let mut problems = Vec::new();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (number, page) in pages().into_iter().enumerate() {
        let languages =
            [("rcheck", "rcp"), ("labs", "labs"), ("ccs", "ccs"), ("chor", "chor"), ("pispl", "pispl")];
        let blocks = languages
            .iter()
            .flat_map(|(name, ending)| page.blocks(name).into_iter().map(move |b| (b, ending)));
        for (block, ending) in blocks {
            let place = format!("{}:{}", page.path.display(), block.start);
            if let Some(file) = block.attribute("file") {
                let whole = fs::read_to_string(root().join(file)).unwrap_or_default();
                if !whole.contains(&block.text()) {
                    problems.push(format!("{place}: this is not a part of {file}"));
                }
            } else if block.lines.iter().any(|line| line.starts_with("system")) {
                let path = scratch.join(format!("page-{number}-{}.{ending}", block.start));
                fs::write(&path, block.text()).expect("a scratch file");
                let output = tool().arg("show").arg(&path).output().expect("the tool starts");
                if !output.stderr.is_empty() {
                    problems.push(format!("{place}: {}", String::from_utf8_lossy(&output.stderr)));
                }
            }
        }
    }
    report(problems);
}

#[test]
fn links_lead_somewhere_and_every_page_is_in_the_summary() {
    let mut problems = Vec::new();
    let book = root().join("docs/src");
    let summary = Page::read(&book.join("SUMMARY.md")).links();
    for page in pages() {
        let folder = page.path.parent().expect("a folder");
        for link in page.links() {
            if !folder.join(&link).exists() {
                problems.push(format!("{}: {link} does not exist", page.path.display()));
            }
        }
        if let Ok(name) = page.path.strip_prefix(&book)
            && name != Path::new("SUMMARY.md")
            && !summary.iter().any(|link| Path::new(link) == name)
        {
            problems.push(format!("{} is not in the summary", name.display()));
        }
    }
    report(problems);
}

/// The words in backquotes of a page that begin with one of these.
fn quoted(page: &str, accept: impl Fn(&str) -> bool) -> BTreeSet<String> {
    page.split('`').skip(1).step_by(2).filter(|word| accept(word)).map(str::to_string).collect()
}

/// What only the book has, and what only the sources have.
fn differences(book: &BTreeSet<String>, sources: &BTreeSet<String>) -> Vec<String> {
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>, place: &str| -> Vec<String> {
        a.difference(b).map(|name| format!("`{name}` is only in {place}")).collect()
    };
    [only(book, sources, "the book"), only(sources, book, "the sources")].concat()
}

#[test]
fn every_semantic_rule_names_its_tests_and_every_test_has_a_rule() {
    let front_end = root().join("crates/frontends/rcheck");
    let tests = fs::read_to_string(front_end.join("tests/semantics.rs")).expect("the tests");
    let tests: BTreeSet<String> = tests
        .split("#[test]")
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix("fn ")?.split('(').next().map(str::to_string))
        .collect();
    let mut text = String::new();
    for page in ["semantics.md", "properties.md"] {
        text += &fs::read_to_string(root().join("docs/src/rcheck").join(page)).expect("a page");
    }
    let is_test = |word: &str| {
        word.matches('_').count() >= 2 && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    report(differences(&quoted(&text, is_test), &tests));
}

#[test]
fn every_diagnostic_code_is_explained() {
    for (prefix, sources, page) in [
        ("rcheck::", "crates/frontends/rcheck/src", "rcheck/rules.md"),
        ("labs::", "crates/frontends/labs/src", "labs/rules.md"),
        ("ccs::", "crates/frontends/process/src", "process/ccs.md"),
        ("chor::", "crates/frontends/process/src", "process/chor.md"),
        ("pispl::", "crates/frontends/ispl/src", "any-number/pispl.md"),
        ("aiger::", "crates/frontends/circuits/src", "circuits.md"),
        ("btor2::", "crates/frontends/circuits/src", "circuits.md"),
    ] {
        let mut codes = BTreeSet::new();
        for path in files(&root().join(sources), "rs") {
            let text = fs::read_to_string(path).expect("a source");
            codes.extend(
                text.split('"')
                    .filter_map(|word| word.strip_prefix(prefix))
                    .filter(|code| {
                        !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                    })
                    .map(|code| format!("{prefix}{code}")),
            );
        }
        let page = fs::read_to_string(root().join("docs/src").join(page)).expect("the page");
        let explained = quoted(&page, |word| word.starts_with(prefix));
        report(differences(&explained, &codes));
    }
}
