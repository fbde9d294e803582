//! What the documents say about the folders, and what libraries may use, held to the files themselves.
//!
//! `.ci/wasm` builds the libraries for wasm32; these tests need no such target and see the usual reasons early.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that are not built for wasm32: the command line, what only runs other programs, and what only tests need.
const NOT_FOR_WASM: [&str; 11] = [
    "synod",
    "synod-cluster",
    "synod-dap",
    "synod-external",
    "synod-gpu",
    "synod-testing",
    "synod-attack",
    "synod-benches",
    "synod-lsp",
    "synod-python",
    "synod-server",
];

/// Dependencies that are known to build and work there.
const GOOD_FOR_WASM: [&str; 10] = [
    "batsat",
    "indexmap",
    "js-sys",
    "rustc-hash",
    "schemars",
    "serde",
    "serde_json",
    "sha2",
    "wasm-bindgen",
    "web-time",
];

/// What the target does not have, and the places that may use it: they say what happens without. No program is
/// ever found there, so none is started.
const NOT_ON_WASM: [(&str, &[&str]); 5] = [
    ("std::thread", &["crates/core/src/threads.rs", "crates/engines/smt/src/solver.rs"]),
    ("std::time::Instant", &["crates/core/src/clock.rs"]),
    ("std::time::SystemTime", &[]),
    ("std::process", &["crates/programs/src/process.rs", "crates/engines/smt/src/solver.rs"]),
    ("std::fs", &["crates/core/src/memory.rs"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of all crates.
fn members() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let list = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let names = list.expect("a list of members").0.split(',').map(|name| name.trim().trim_matches('"'));
    names.filter(|name| !name.is_empty()).map(str::to_string).collect()
}

/// A dependency, as a manifest declares it.
struct Dependency {
    name: String,
    /// The heading that it stands under.
    section: String,
    /// All that is said about it.
    said: String,
}

fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            section = heading.trim_end_matches(']');
        } else if let (true, Some((name, said))) = (section.ends_with("dependencies"), line.split_once('=')) {
            let name = name.trim().trim_end_matches(".workspace").to_string();
            found.push(Dependency { name, section: section.to_string(), said: said.to_string() });
        }
    }
    found
}

/// All crates by name, with their folder and manifest.
fn crates() -> BTreeMap<String, (String, String)> {
    let named = |folder: String| {
        let manifest = read(format!("{folder}/Cargo.toml"));
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name");
        (name.trim_matches('"').to_string(), (folder, manifest))
    };
    members().into_iter().map(named).collect()
}

fn is_for_wasm(name: &str) -> bool {
    !NOT_FOR_WASM.contains(&name)
}

/// Words between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The names in the first column of the table under a heading.
fn first_column(document: &str, heading: &str) -> BTreeSet<String> {
    let (_, section) = document.split_once(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let section = section.split("\n## ").next().expect("a first part");
    let cells = section.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    cells.flat_map(quoted).map(str::to_string).collect()
}

/// The Rust files of a folder and those in it.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    own.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// Fails with everything that is wrong, not only the first.
fn report(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_folder_stands_in_the_map() {
    let map = first_column(&read("CONTRIBUTING.md"), "\n## The map\n");
    let missing = members().into_iter().filter(|folder| !map.contains(folder));
    let missing = missing.map(|folder| format!("`{folder}` does not stand in the map of CONTRIBUTING.md"));
    let gone = map.iter().filter(|folder| !root().join(folder).is_dir());
    report(missing.chain(gone.map(|folder| format!("`{folder}` of the map does not exist"))).collect());
}

#[test]
fn every_dependency_stands_in_the_design() {
    let manifests = crates().into_values().map(|(_, manifest)| manifest).chain([read("Cargo.toml")]);
    let used = manifests.flat_map(|manifest| dependencies(&manifest)).map(|dependency| dependency.name);
    let used: BTreeSet<String> = used.filter(|name| !name.starts_with("synod-")).collect();
    let told = first_column(&read("docs/src/design.md"), "\n## Dependencies\n");
    assert_eq!(used, told, "left: the manifests; right: docs/src/design.md");
}

#[test]
fn every_module_stands_in_the_table_of_its_crate() {
    let mut problems = Vec::new();
    for (folder, _) in crates().into_values() {
        let Ok(text) = fs::read_to_string(root().join(&folder).join("src/lib.rs")) else { continue };
        // Tables of other things are none of our business, nor are modules for tests.
        if !text.contains("//! | module |") {
            continue;
        }
        let text = text.replace("#[cfg(test)]\nmod ", "");
        let cells = text.lines().filter_map(|line| line.strip_prefix("//! | ")?.split('|').next());
        let told: BTreeSet<&str> = cells.flat_map(quoted).collect();
        let modules = text.lines().filter_map(|line| {
            line.trim_start_matches("pub(crate) ")
                .trim_start_matches("pub ")
                .strip_prefix("mod ")?
                .strip_suffix(';')
        });
        let modules: BTreeSet<&str> = modules.collect();
        if !told.is_empty() && told != modules {
            let (missing, gone) = (modules.difference(&told), told.difference(&modules));
            let (missing, gone): (Vec<_>, Vec<_>) = (missing.collect(), gone.collect());
            problems
                .push(format!("{folder}/src/lib.rs: not in the table: {missing:?}; no modules: {gone:?}"));
        }
    }
    report(problems);
}

#[test]
fn every_decision_stands_in_the_book() {
    let summary = read("docs/src/SUMMARY.md");
    let pages = fs::read_dir(root().join("docs/decisions")).expect("docs/decisions");
    let names = pages.flatten().filter_map(|page| page.file_name().into_string().ok());
    let missing = names.filter(|name| !summary.contains(&format!("(decisions/{name})")));
    report(
        missing.map(|name| format!("docs/decisions/{name} does not stand in docs/src/SUMMARY.md")).collect(),
    );
}

#[test]
fn libraries_for_wasm_need_nothing_that_is_not() {
    let crates = crates();
    let mut problems = Vec::new();
    for (folder, manifest) in crates.iter().filter(|(name, _)| is_for_wasm(name)).map(|(_, found)| found) {
        let all = dependencies(manifest).into_iter();
        let needed = all.filter(|d| !d.section.contains("dev-") && !d.said.contains("optional = true"));
        for Dependency { name, said, .. } in needed {
            let is_ours = crates.contains_key(&name) && is_for_wasm(&name);
            if !is_ours && !GOOD_FOR_WASM.contains(&name.as_str()) {
                problems.push(format!(
                    "{folder}: `{name}` is not known to build for wasm32: make it optional, or add it to GOOD_FOR_WASM"
                ));
            }
            // These bring C++ and other programs.
            if said.contains("default-features = true") {
                problems.push(format!("{folder}: take `{name}` without its default features"));
            }
        }
    }
    for shared in dependencies(&read("Cargo.toml")) {
        let has_defaults =
            crates.get(&shared.name).is_some_and(|(_, manifest)| manifest.contains("\ndefault = ["));
        if has_defaults && !shared.said.contains("default-features = false") {
            problems.push(format!("Cargo.toml: say `default-features = false` for `{}`", shared.name));
        }
    }
    report(problems);
}

#[test]
fn libraries_for_wasm_use_clocks_and_threads_in_one_place() {
    let mut problems = Vec::new();
    for (folder, _) in crates().into_iter().filter(|(name, _)| is_for_wasm(name)).map(|(_, found)| found) {
        let files = rust_files(&root().join(&folder).join("src")).into_iter();
        // What only tests do is not built for wasm32.
        for file in files.filter(|file| !file.iter().any(|part| part == "tests")) {
            let text = read(&file);
            let text = text.split("#[cfg(test)]\nmod tests").next().expect("a first part");
            let place = file.strip_prefix(root()).expect("within the repository").display().to_string();
            for (number, line) in std::iter::zip(1.., text.lines()) {
                let line = line.replace("std::time::{Duration, Instant}", "std::time::Instant");
                let used = NOT_ON_WASM
                    .iter()
                    .filter(|(what, places)| line.contains(what) && !places.contains(&place.as_str()));
                problems.extend(used.map(|(what, _)| format!("{place}:{number}: wasm32 has no {what}")));
            }
        }
    }
    report(problems);
}
