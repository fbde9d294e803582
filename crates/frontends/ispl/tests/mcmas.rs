//! Verdicts and numbers of reachable states against MCMAS, on random models. Runs when `mcmas` is on
//! `PATH`. `SYNOD_CASES` asks for more models.

mod random_ispl;

use std::path::Path;
use std::process::Command;

use synod_bdd::Bdd;
use synod_check::Checker;
use synod_core::{Budget, Silent, Verdict};
use synod_syntax::{Source, Style, render};
use synod_testing::Dice;

/// What MCMAS says: verdicts, and the number of reachable states.
fn ask_mcmas(text: &str) -> Option<(Vec<bool>, String)> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("against-mcmas.ispl");
    std::fs::write(&file, text).ok()?;
    let output = Command::new("mcmas").arg(&file).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let verdict = |line: &str| line.contains("Formula number").then(|| line.contains("is TRUE in the model"));
    let verdicts: Vec<bool> = said.lines().filter_map(verdict).collect();
    let states = said.lines().find_map(|line| line.strip_prefix("number of reachable states = "));
    Some((verdicts, states.unwrap_or("none").trim().to_string()))
}

#[test]
fn mcmas_finds_the_same() {
    if Command::new("mcmas").arg("-h").output().is_err() {
        eprintln!("skipped: mcmas is not on PATH");
        return;
    }
    let asked = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok());
    for seed in 0..asked.unwrap_or(60) {
        let text = random_ispl::model(&mut Dice::new(seed));
        let (expected, states) = ask_mcmas(&text).expect("MCMAS runs");
        let source = Source::new("random.ispl", &*text);
        let loaded = synod_ispl::load(&source);
        let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
        let model = loaded.model.unwrap_or_else(|| panic!("seed {seed}: {problems}"));
        assert_eq!(expected.len(), model.properties.len(), "seed {seed}: MCMAS did not answer\n{text}");
        let found = Bdd::new(&model.system).expect("bounded").reach(&Budget::unlimited(), &Silent);
        let found = found.expect("no limits");
        assert_eq!(found.states, states, "seed {seed}\n{text}");
        for engine in ["bdd", "explicit"] {
            let checker = Checker::new(&model.system, engine).expect("an engine");
            for (property, expected) in std::iter::zip(&model.properties, &expected) {
                // MCMAS gives up a fixpoint that begins with nothing, though picks from which nothing
                // comes belong to it.
                let stuck = found.deadlocks != "0" || [" + 1", " - 1"].iter().any(|s| text.contains(s));
                if stuck && property.text.contains("> F") {
                    continue;
                }
                let verdict = checker.answer(property, &Budget::unlimited(), &Silent).outcome.verdict;
                let holds = match verdict {
                    Verdict::Holds(_) => true,
                    Verdict::Violated(_) => false,
                    other => panic!("seed {seed}, {engine}, {}: {other:?}\n{text}", property.text),
                };
                assert_eq!(holds, *expected, "seed {seed}, {engine}, {}\n{text}", property.text);
            }
        }
    }
}
