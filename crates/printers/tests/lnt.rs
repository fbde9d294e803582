//! LNT programs are well formed: blocks are closed by their own words, statements stand apart by `;`.

mod fixtures;

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use synod_core::{Property, System};
use synod_printers::lnt;
use synod_testing::{Fragment, questions};

/// The words of a program, without comments and with strings as one word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
            rest = &rest[start..];
            if rest.starts_with("--") {
                break;
            }
            let end = match rest.chars().next() {
                Some('"') => {
                    let escaped = |i: usize| rest[..i].ends_with('\\');
                    let quotes = rest.match_indices('"').skip(1).find(|(i, _)| !escaped(*i));
                    quotes.expect("strings end on their line").0 + 1
                }
                Some(c) if c.is_ascii_alphanumeric() || c == '!' => rest[1..]
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .map_or(rest.len(), |i| i + 1),
                _ if [":=", "==", "<>", "<=", ">=", "[]", ".."].iter().any(|two| rest.starts_with(two)) => 2,
                Some(c) => c.len_utf8(),
                None => 0,
            };
            words.push(rest[..end].to_string());
            rest = &rest[end..];
        }
    }
    words
}

const BLOCKS: [&str; 8] = ["module", "function", "process", "type", "var", "loop", "select", "if"];

/// Goes through the words and keeps the blocks that are open.
fn assert_well_formed(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut before = String::new();
    let words = words(text);
    for (position, word) in words.iter().enumerate() {
        let context =
            || format!("near `{}` in\n{text}", words[position.saturating_sub(8)..=position].join(" "));
        match word.as_str() {
            "end" => {
                assert_ne!(before, ";", "`;` separates statements, {}", context());
                let closed = &words[position + 1];
                assert_eq!(open.pop().as_ref(), Some(closed), "{}", context());
            }
            "(" => open.push(word.clone()),
            ")" => assert_eq!(open.pop().as_deref(), Some("("), "{}", context()),
            block if BLOCKS.contains(&block) && before != "end" => open.push(word.clone()),
            ";" => assert!(!["then", "in", "loop", ";", "is"].contains(&before.as_str()), "{}", context()),
            _ => {}
        }
        before.clone_from(word);
    }
    assert!(open.is_empty(), "{open:?} are open at the end of\n{text}");
}

fn check(system: &System, properties: &[Property]) -> bool {
    let programs: Vec<_> = [None, Some(5)]
        .into_iter()
        .filter_map(|steps| lnt::program(system, properties, steps).ok())
        .collect();
    programs.iter().for_each(|program| assert_well_formed(&program.text));
    !programs.is_empty()
}

#[test]
fn hand_made_models_are_well_formed() {
    let printed =
        [fixtures::exchange(), fixtures::cells()].map(|(system, properties)| check(&system, &properties));
    assert!(printed.contains(&true));
}

#[test]
fn random_models_are_well_formed() {
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, random);
    let outcome = runner.run(&questions(Fragment::Invariant), |(system, formula)| {
        check(&system, &[fixtures::property("p", "a \"quoted\" -- text", formula)]);
        Ok(())
    });
    outcome.unwrap();
}
