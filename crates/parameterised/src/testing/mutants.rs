//! What each correction of the published procedures is for: without it, a small family gets a wrong
//! answer.

use super::generate::race;
use super::models::{self, Writer, holds_of};
use super::random::{cases, disagreement};
use crate::classes::Corrections;
use crate::template::*;

fn goes_wrong_without(family: &Family<Interleaved>, corrections: Corrections) {
    let (answer, wrong) = disagreement(family, Corrections::ALL, 2);
    assert_eq!(wrong, None, "{:?}", answer.conclusion);
    let (answer, wrong) = disagreement(family, corrections, 2);
    assert!(wrong.is_some(), "{:?}", answer.conclusion);
}

/// One worker is alone with two readers before the bad state is reached.
fn lonely_worker() -> Family<Interleaved> {
    let mut w = Writer::new("lonely worker");
    let worker = w.role("Worker", &["i", "x", "bad"]);
    let reader = w.role("Reader", &["r0", "r1"]);
    w.environment(&["e0", "e1", "e2", "e3"]);
    w.action("read", Kind::AgentEnvironment(reader));
    w.action("take", Kind::AgentEnvironment(worker));
    w.action("g", Kind::GlobalSynchronous);
    w.environment_moves(&[
        ("e0", "read", "e1"),
        ("e1", "read", "e2"),
        ("e2", "take", "e3"),
        ("e3", "g", "e3"),
    ]);
    w.moves(worker, &[("i", "take", "x"), ("x", "g", "bad")]);
    w.moves(reader, &[("r0", "read", "r1"), ("r0", "g", "r0"), ("r1", "g", "r1")]);
    let bad = w.proposition("bad", worker, &["bad"]);
    w.property(&[worker], holds_of(bad, 0).not().always());
    w.finish()
}

/// A mover needs two guards in different states, in an order in which one guard cannot be both.
fn two_guards() -> Family<Interleaved> {
    let mut w = Writer::new("two guards");
    let mover = w.role("Mover", &["s0", "s1", "s2"]);
    let guard = w.role("Guard", &["near", "far"]);
    w.action("leave", Kind::Asynchronous(guard));
    w.action("first", Kind::MultiRole(mover, guard));
    w.action("second", Kind::MultiRole(mover, guard));
    w.moves(mover, &[("s0", "first", "s1"), ("s1", "second", "s2")]);
    w.moves(guard, &[("near", "leave", "far"), ("far", "first", "far"), ("near", "second", "near")]);
    let done = w.proposition("done", mover, &["s2"]);
    w.property(&[mover], holds_of(done, 0).not().always());
    w.finish()
}

/// An agent that takes the only token and never gives it back makes the others wait.
fn one_token() -> Family<Interleaved> {
    let mut w = Writer::new("one token");
    let agent = w.role("Agent", &["a", "b", "c"]);
    w.environment(&["free", "taken"]);
    w.action("take", Kind::AgentEnvironment(agent));
    w.action("use", Kind::AgentEnvironment(agent));
    w.environment_moves(&[("free", "take", "taken"), ("taken", "use", "taken")]);
    w.moves(agent, &[("a", "take", "b"), ("a", "use", "c")]);
    let used = w.proposition("used", agent, &["c"]);
    w.property(&[agent], holds_of(used, 0).not().always());
    w.finish()
}

/// The procedures without one correction each.
const MUTANTS: [(&str, Corrections); 5] = [
    ("the rest of a role is never empty", Corrections { empty_rest: false, ..Corrections::ALL }),
    ("actions are not renamed", Corrections { rename_first: false, ..Corrections::ALL }),
    ("multi-role actions have no guards", Corrections { guarded: false, ..Corrections::ALL }),
    ("agents may wait", Corrections { never_wait: false, ..Corrections::ALL }),
    ("a guarding state is not counted", Corrections { all_guards: false, ..Corrections::ALL }),
];

#[test]
fn random_families_show_what_goes_wrong() {
    let mut caught = [0; MUTANTS.len()];
    for seed in 0..cases(60) {
        let family = race(seed);
        let (answer, wrong) = disagreement(&family, Corrections::ALL, 2);
        assert_eq!(wrong, None, "seed {seed}: {:?}", answer.conclusion);
        for (caught, (_, corrections)) in std::iter::zip(&mut caught, MUTANTS) {
            *caught += u32::from(disagreement(&family, corrections, 2).1.is_some());
        }
    }
    // Seen with `--nocapture`.
    std::iter::zip(MUTANTS, caught).for_each(|((mutant, _), caught)| println!("{mutant}: {caught} wrong"));
    let enough = cases(60) >= 3000;
    let is_caught = |caught: &u32| *caught > 0 || !enough;
    assert!(caught.iter().all(is_caught), "{caught:?}");
}

#[test]
fn the_rest_of_a_role_may_be_empty() {
    goes_wrong_without(&lonely_worker(), Corrections { empty_rest: false, ..Corrections::ALL });
}

#[test]
fn renaming_comes_first() {
    goes_wrong_without(&models::rename_first(), Corrections { rename_first: false, ..Corrections::ALL });
}

#[test]
fn multi_role_actions_have_guards() {
    goes_wrong_without(&models::unguarded(), Corrections { guarded: false, ..Corrections::ALL });
}

#[test]
fn agents_must_not_wait() {
    goes_wrong_without(&one_token(), Corrections { never_wait: false, ..Corrections::ALL });
}

#[test]
fn all_guarding_states_count() {
    goes_wrong_without(&two_guards(), Corrections { all_guards: false, ..Corrections::ALL });
}
