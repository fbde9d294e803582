//! What the printers write, word for word, for a small system.

mod fixtures;

use synod_core::AgentId;
use synod_printers::control::{Selection, pictures};
use synod_printers::dot::{self, Arrangement};
use synod_printers::smv::{self, Target};
use synod_printers::{json, svg, text};

/// Compares with a file of this folder; `SYNOD_BLESS=1` writes it anew.
fn expect(file: &str, found: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected").join(file);
    if std::env::var_os("SYNOD_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{file} is out of date; SYNOD_BLESS=1 writes it anew");
}

#[test]
fn a_system_as_text() {
    let (system, properties) = fixtures::exchange();
    expect("exchange.txt", &text::system(&system, &properties));
    let (system, properties) = fixtures::cells();
    expect("cells.txt", &text::system(&system, &properties));
}

#[test]
fn a_system_as_json() {
    let (system, properties) = fixtures::exchange();
    expect(
        "exchange.json",
        &(serde_json::to_string_pretty(&json::system(&system, &properties)).unwrap() + "\n"),
    );
}

#[test]
fn a_system_as_smv() {
    let (system, properties) = fixtures::exchange();
    expect("exchange.smv", &smv::model(&system, &properties, Target::NuSmv).unwrap());
    let (system, properties) = fixtures::cells();
    expect("cells.smv", &smv::model(&system, &properties, Target::NuXmv).unwrap());
}

#[test]
fn control_graphs_as_dot() {
    let (system, _) = fixtures::exchange();
    let clusters = dot::automata(&system, &Selection::default(), Arrangement::Clusters);
    expect("exchange.dot", &clusters);
    let only = Selection { agents: vec![AgentId(1)], share: false, ..Selection::default() };
    let server = dot::automata(&system, &only, Arrangement::Separate);
    assert!(server.starts_with("digraph \"server\" {") && !server.contains("ask"));
}

#[test]
fn control_graphs_as_svg() {
    let (system, _) = fixtures::exchange();
    expect("exchange.svg", &svg::automata(&system, &Selection::default()));
    let titles: Vec<String> =
        pictures(&system, &Selection::default()).into_iter().map(|picture| picture.title).collect();
    assert_eq!(titles, ["Client", "Server"]);
}
