//! Computed test vectors: section 14.1 of the reference, on our own versions of the models.
//!
//! The reference counts a process that is about to begin for the first time and one that is about to
//! begin again as two states, though they do the same. Synod has one state for both; [`twofold`] counts
//! as the reference does.

mod support;

use std::collections::{BTreeSet, VecDeque};

use support::{judge, model, states, verdict};
use synod_core::{Formula, State};
use synod_labs::{Model, Options, Semantics};
use synod_simulate::Interpreter;

fn read(name: &str, parameters: &[(&str, i64)], options: &Options) -> Model {
    let path = format!("{}/../../../examples/labs/{name}.labs", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    model(&text, &Options { parameters: support::options(parameters).parameters, ..options.clone() })
}

fn free() -> Options {
    Options::default()
}

fn fair() -> Options {
    Options { fair: true, ..free() }
}

/// The number of states, where an agent at its first control location that has acted before counts as
/// another than one that has not.
fn twofold(model: &Model) -> usize {
    let system = &model.system;
    let interpreter = Interpreter::new(system);
    let counter = |agent: usize| system.find_var(&format!("pc of {}", system.agents[agent].name));
    let start = interpreter.initial(1).states;
    let at_start = |agent: usize, state: &State| match counter(agent) {
        Some(var) => state[system.slot(var)] == start[0][system.slot(var)],
        None => true,
    };
    let agents = system.agents.len();
    let first: Vec<(State, Vec<bool>)> =
        interpreter.initial(usize::MAX).states.into_iter().map(|s| (s, vec![false; agents])).collect();
    let mut seen: BTreeSet<(State, Vec<bool>)> = first.iter().cloned().collect();
    let mut left: VecDeque<_> = first.into();
    while let Some((state, acted)) = left.pop_front() {
        for step in interpreter.moves(&state).enabled {
            let mut acted = acted.clone();
            let rule = system.rule(step.taken.rule);
            if let synod_core::Mode::Local = rule.observation.mode {
                acted[rule.observation.actor.expect("an actor").0 as usize] = true;
            }
            let again: Vec<bool> = (0..agents).map(|a| acted[a] && at_start(a, &step.target)).collect();
            if seen.insert((step.target.clone(), again.clone())) {
                left.push_back((step.target, again));
            }
        }
    }
    seen.len()
}

/// The length of the shortest violation of a property that says what is always so.
fn shortest(model: &Model, name: &str) -> usize {
    use synod_core::{Budget, Engine, Silent, Verdict};
    let property = model.properties.iter().find(|p| p.name == name).expect("a property");
    match synod_explicit::Explicit::new(&model.system).check(property, &Budget::unlimited(), &Silent).verdict
    {
        Verdict::Violated(found) => found.trace.steps.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn approximate_majority_fails_in_five_and_seven_steps() {
    let model = |yes, no| read("approximate-majority", &[("yes", yes), ("no", no)], &free());
    assert_eq!(shortest(&model(1, 2), "NeverAllYes"), 5);
    assert_eq!(shortest(&model(2, 3), "NeverAllYes"), 7);
}

#[test]
fn majority_holds_in_70_states() {
    let model = read("majority", &[("yes", 1), ("no", 2)], &free());
    assert_eq!(verdict(&model, "NeverAllYes"), "holds");
    assert_eq!((states(&model), twofold(&model)), (60, 70));
    let fair = read("majority", &[("yes", 1), ("no", 2)], &fair());
    assert_eq!(states(&fair), 2);
}

#[test]
fn philosophers_fail_in_ten_steps_of_28325_states() {
    let model = read("philosophers", &[("n", 5)], &free());
    assert_eq!(shortest(&model, "SomeoneMoves"), 10);
    assert_eq!((states(&model), twofold(&model)), (12_544, 28_325));
    let stuck = synod_explicit::Explicit::new(&model.system)
        .explore(&synod_core::Budget::unlimited(), &synod_core::Silent)
        .deadlocks;
    assert_eq!(stuck, 1);
}

#[test]
fn leader_has_94_states_or_250() {
    let model = read("leader", &[("n", 3)], &free());
    assert_eq!((states(&model), twofold(&model)), (46, 94));
    assert_eq!(shortest(&model, "Never0"), 2);
    assert_eq!((verdict(&model, "Settled"), verdict(&model, "Wrong")), ("holds", "holds"));
    // If reads of assigned variables are confirmed too.
    let semantics = Semantics { confirms_assigned: true, ..Semantics::SLIVER_5 };
    assert_eq!(twofold(&read("leader", &[("n", 3)], &Options { semantics, ..free() })), 250);
    let fair = read("leader", &[("n", 3)], &fair());
    assert_eq!(twofold(&fair), 35);
    assert_eq!(verdict(&fair, "Settled"), "holds");
}

#[test]
fn a_leader_that_repeats_itself_has_178_states() {
    let text = "system { extern = _n spawn = Node: _n } stigmergy Election { link = true leader: _n }
                agent Node { stigmergies = Election Behavior = leader >= id -> leader <~ id; Behavior }
                check { Fair = fairly forall Node n, leader of n = 0
                        Sure = finally forall Node n, leader of n = 0
                        Wrong = finally forall Node n, leader of n = 100 }";
    let model = model(text, &support::options(&[("n", 3)]));
    assert_eq!((states(&model), twofold(&model)), (76, 178));
    assert_eq!(judge(&model, &Formula::Globally(Box::new(Formula::Deadlock.not()))), "holds");
    let found: Vec<&str> = ["Fair", "Sure", "Wrong"].iter().map(|name| verdict(&model, name)).collect();
    assert_eq!(found, ["holds", "violated", "violated"]);
}

/// Whether all birds fly the same way after exactly `steps` steps, whatever happens. Everybody is
/// linked; on a grid of one cell there are no positions to tell apart.
fn flock(birds: i64, steps: u64, options: Options) -> bool {
    let options = Options { steps: Some(steps), ..options };
    let model = read("flock", &[("birds", birds), ("grid", 1), ("delta", 1)], &options);
    verdict(&model, "Consensus") == "holds"
}

#[test]
fn flocks_agree_from_6_and_12_steps_on() {
    for (birds, first) in [(2, 6), (3, 12)] {
        assert!(!flock(birds, first - 1, fair()), "{birds}");
        assert!(flock(birds, first, fair()), "{birds}");
        assert!(flock(birds, first + 1, fair()), "{birds}");
    }
    assert!(!flock(3, 15, free()));
}

#[test]
fn greater_flocks_agree_from_19_and_27_steps_on() {
    assert!(!flock(4, 18, fair()));
    assert!(flock(4, 19, fair()));
}

#[test]
#[ignore = "about a minute with optimisation: cargo test --release -p synod-labs -- --ignored"]
fn a_flock_of_five_agrees_from_27_steps_on() {
    assert!(!flock(5, 26, fair()));
    assert!(flock(5, 27, fair()));
}

#[test]
fn with_the_rule_of_the_paper_three_birds_need_15_steps() {
    let paper = Options { semantics: Semantics { equal_answers: true, ..Semantics::SLIVER_5 }, ..fair() };
    assert!(!flock(3, 14, paper.clone()));
    assert!(flock(3, 15, paper));
}

#[test]
fn flocks_agree_at_last() {
    let model = read("flock", &[("birds", 3), ("grid", 1), ("delta", 1)], &fair());
    assert_eq!(verdict(&model, "Consensus"), "holds");
}

#[test]
fn formation_is_safe_but_need_not_spread_out() {
    let model = read("formation", &[("range", 2), ("n", 2), ("size", 5)], &fair());
    assert_eq!((verdict(&model, "Safety"), verdict(&model, "Spaced")), ("holds", "violated"));
}

#[test]
#[ignore = "half a million states, twice: cargo test --release -p synod-labs -- --ignored"]
fn formation_of_three_has_512613_states() {
    let model = read("formation", &[("range", 2), ("n", 3), ("size", 10)], &fair());
    assert_eq!(states(&model), 511_365);
    assert_eq!(verdict(&model, "Safety"), "holds");
    assert_eq!(twofold(&model), 512_613);
}
