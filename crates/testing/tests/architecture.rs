//! The layers of the project, as its manifests say them: who may know whom.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// A package of the workspace and the others that it names.
struct Package {
    /// The folder below the root, such as `crates/engines/bdd`.
    folder: String,
    /// What it is built from.
    uses: BTreeSet<String>,
    /// What its tests need besides.
    tested_with: BTreeSet<String>,
}

/// The packages of the workspace by name.
fn packages() -> BTreeMap<String, Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().expect("text").to_string();
    let root = text(&metadata["workspace_root"]);
    let read = |package: &Value| {
        let manifest = text(&package["manifest_path"]);
        let folder = manifest.trim_start_matches(&root).trim_end_matches("/Cargo.toml").trim_matches('/');
        let (mut uses, mut tested_with) = (BTreeSet::new(), BTreeSet::new());
        for dependency in package["dependencies"].as_array().expect("a list") {
            if !dependency["path"].is_null() {
                let for_tests = dependency["kind"] == "dev";
                let list = if for_tests { &mut tested_with } else { &mut uses };
                list.insert(text(&dependency["name"]));
            }
        }
        (text(&package["name"]), Package { folder: folder.to_string(), uses, tested_with })
    };
    metadata["packages"].as_array().expect("a list").iter().map(read).collect()
}

/// The names of the packages below a folder.
fn below<'p>(packages: &'p BTreeMap<String, Package>, folder: &str) -> BTreeSet<&'p str> {
    let inside = packages.iter().filter(|(_, package)| package.folder.starts_with(folder));
    inside.map(|(name, _)| name.as_str()).collect()
}

/// The names of a list that are among others.
fn among(names: &BTreeSet<String>, others: &BTreeSet<&str>) -> Vec<String> {
    names.iter().filter(|name| others.contains(name.as_str())).cloned().collect()
}

#[test]
fn no_package_needs_itself_not_even_in_tests() {
    let packages = packages();
    let mut left: BTreeSet<&str> = packages.keys().map(String::as_str).collect();
    loop {
        let before = left.len();
        let free = |name: &str| {
            let package = &packages[name];
            among(&package.uses, &left).is_empty() && among(&package.tested_with, &left).is_empty()
        };
        let rest: BTreeSet<&str> = left.iter().copied().filter(|name| !free(name)).collect();
        left = rest;
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "on a circle, or above one: {left:?}");
}

#[test]
fn the_core_knows_no_pass_no_engine_and_no_language() {
    let packages = packages();
    let names = |name: &str| packages[name].uses.iter().cloned().collect::<Vec<_>>();
    assert_eq!(names("synod-core"), ["synod-syntax"]);
    assert_eq!(names("synod-testing"), ["synod-core"]);
}

#[test]
fn an_engine_knows_no_language() {
    let packages = packages();
    let languages = below(&packages, "crates/frontends");
    for name in below(&packages, "crates/engines") {
        let Package { uses, tested_with, .. } = &packages[name];
        assert_eq!(among(uses, &languages), Vec::<String>::new(), "{name}");
        assert_eq!(among(tested_with, &languages), Vec::<String>::new(), "the tests of {name}");
    }
}

#[test]
fn a_language_knows_no_engine_and_not_what_chooses_one() {
    let packages = packages();
    let mut engines = below(&packages, "crates/engines");
    engines.extend(["synod-check", "synod-session"]);
    for name in below(&packages, "crates/frontends") {
        assert_eq!(among(&packages[name].uses, &engines), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn faces_know_the_session_and_nothing_behind_it() {
    let packages = packages();
    let server: Vec<&String> = packages["synod-lsp"].uses.iter().collect();
    assert_eq!(
        server,
        ["synod-core", "synod-documents", "synod-frontend", "synod-service", "synod-session", "synod-syntax"]
    );
    let debugger: Vec<&String> = packages["synod-dap"].uses.iter().collect();
    assert_eq!(debugger, ["synod-core", "synod-documents", "synod-session", "synod-syntax"]);
    let known: Vec<&String> = packages["synod"].uses.iter().collect();
    assert_eq!(
        known,
        [
            "synod-core",
            "synod-dap",
            "synod-documents",
            "synod-frontend",
            "synod-lsp",
            "synod-server",
            "synod-service",
            "synod-session",
        ]
    );
}
