//! Random processes against naive interpreters of the transition rules. `SYNOD_CASES` asks for more.

mod ccs;
mod chor;
mod lts;
#[path = "../support/mod.rs"]
mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseResult, TestRng, TestRunner};

use synod_process::{Language, Options, Resolution};

use lts::{Lts, Mark};
use support::verdicts;

/// The usual run is the same every time; `SYNOD_CASES` asks for another and longer one.
fn run<T: Strategy>(strategy: T, test: impl Fn(T::Value) -> TestCaseResult) {
    let asked = std::env::var("SYNOD_CASES").ok().and_then(|text| text.parse().ok());
    let config = Config { cases: asked.unwrap_or(200), failure_persistence: None, ..Config::default() };
    let mut runner = match asked {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    if let Err(failure) = runner.run(&strategy, test) {
        panic!("{failure}");
    }
}

const MOST: usize = 300;

#[test]
fn late_choice_is_bisimilar_to_the_transition_rules() {
    run(ccs::program(), |program| {
        let Some(expected) = program.lts(MOST) else { return Ok(()) };
        let model = support::ccs(&program.to_string());
        let found = Lts::of_model(&model);
        prop_assert!(expected.is_bisimilar(&found), "{program}\n{}", model.shape.triples());
        Ok(())
    });
}

#[test]
fn early_choice_has_the_traces_of_the_transition_rules() {
    run(ccs::program(), |program| {
        let Some(expected) = program.lts(MOST) else { return Ok(()) };
        let early = Options { choice: Resolution::Early, ..Options::new(Language::Ccs) };
        let found = match support::read(&program.to_string(), &early) {
            // Choices that are made at once multiply; that is what the limit is for.
            Err(told) if told.contains("ccs::too-large") => return Ok(()),
            read => Lts::of_model(&read.unwrap()),
        };
        if found.edges.len() > MOST {
            return Ok(());
        }
        prop_assert_eq!(expected.distinguishing(&found, false, &[]), None, "lost: {}", program);
        prop_assert_eq!(found.distinguishing(&expected, false, &[]), None, "added: {}", program);
        Ok(())
    });
}

#[test]
fn modal_formulas_mean_what_they_mean_on_terms() {
    run((ccs::program(), ccs::modal()), |(program, formula)| {
        let Some(expected) = program.lts(MOST) else { return Ok(()) };
        // All names occur, so that none is unknown.
        let names = "NAMES = a.b.c.'a.'b.'c.0\n";
        let text = format!("{names}{program}property p: {formula}");
        let model = support::ccs(&text);
        let holds = formula.holds(&expected)[expected.initial[0]];
        prop_assert_eq!(verdicts(&model), vec![("p".to_string(), holds)], "{}", text);
        Ok(())
    });
}

#[test]
fn peers_have_the_traces_deadlocks_and_ends_of_the_naive_projections() {
    run(chor::term(), |term| {
        let Some(expected) = term.implementation(MOST) else { return Ok(()) };
        let model = support::chor(&format!("P = {term}"));
        let found = Lts::of_model(&model);
        let marks = [Mark::Stuck, Mark::Done];
        let told = format!("{term}\n{}", model.shape.projections().unwrap_or_default());
        prop_assert_eq!(expected.distinguishing(&found, true, &marks), None, "lost: {}", told);
        prop_assert_eq!(found.distinguishing(&expected, true, &marks), None, "added: {}", told);
        let stuck = expected.marks.contains(&Mark::Stuck);
        prop_assert_eq!(verdicts(&model), vec![("no-deadlock".to_string(), !stuck)], "{}", told);
        Ok(())
    });
}

#[test]
fn peers_can_do_all_that_the_choreography_can() {
    run(chor::term(), |term| {
        let (Some(asked), Some(done)) = (term.choreography(MOST), term.implementation(MOST)) else {
            return Ok(());
        };
        prop_assert_eq!(asked.distinguishing(&done, true, &[Mark::Done]), None, "{}", term);
        Ok(())
    });
}

#[test]
fn realisable_means_equal_traces() {
    run(chor::term(), |term| {
        let (Some(asked), Some(done)) = (term.choreography(MOST), term.implementation(MOST)) else {
            return Ok(());
        };
        let model = support::chor(&format!("P = {term}\nproperty p: realisable"));
        let difference = done.distinguishing(&asked, true, &[Mark::Done]);
        let verdict = verdicts(&model)[1].1;
        prop_assert_eq!(verdict, difference.is_none(), "{} differs by {:?}", term, difference);
        let same = asked.traces(4) == done.traces(4);
        prop_assert!(same || !verdict, "{}", term);
        Ok(())
    });
}
