//! Runs in the words of the language: initialisation, assignments with arrows and stamps, messages.

mod support;

use support::model;
use synod_core::{Step, Trace};
use synod_frontend::{EventKind, Narration, Narrator};
use synod_labs::{Model, Options};
use synod_simulate::Interpreter;

/// The run that takes the steps whose rules have these names, from the first initial state.
fn run(model: &Model, rules: &[&str]) -> Trace {
    let interpreter = Interpreter::new(&model.system);
    let mut states = vec![interpreter.initial(1).states.remove(0)];
    let mut steps = Vec::new();
    for name in rules {
        let moves = interpreter.moves(states.last().expect("a state")).enabled;
        let named = |taken: &synod_core::Taken| model.system.rule(taken.rule).name.contains(name);
        let one = moves.into_iter().find(|one| named(&one.taken)).unwrap_or_else(|| panic!("no step {name}"));
        steps.push(Step::Take(one.taken));
        states.push(one.target);
    }
    Trace { states, steps, loop_start: None }
}

fn narrated(model: &Model, rules: &[&str]) -> Vec<String> {
    let text = model.narrator().text(&model.system, &run(model, rules), &Narration::default());
    text.lines().map(str::to_string).collect()
}

const LEADER: &str = "system { spawn = Node: 3 } stigmergy S { link = true leader: 3 }
    agent Node { stigmergies = S Behavior = leader > id -> leader <~ id; Behavior } check { }";

#[test]
fn stigmergic_values_have_stamps_and_messages_name_their_takers() {
    let model = model(LEADER, &Options::default());
    let steps = ["Node 0: ", "Node 2: ", "Node 0: propagate", "Node 1: propagate", "Node 2: propagate"];
    let expected = [
        "<initialization>",
        "Node 0:\tleader <~ 3,0",
        "Node 1:\tleader <~ 3,1",
        "Node 2:\tleader <~ 3,2",
        "<end initialization>",
        "Node 0:\tleader <~ 0,3",
        "Node 2:\tleader <~ 2,4",
        "<Node 0: propagate 'leader'>",
        "Node 1:\tleader <~ 0,3",
        "<Node 0: end propagate 'leader'>",
        "<Node 1: propagate 'leader'>",
        "<Node 1: end propagate 'leader'>",
        "<Node 2: propagate 'leader'>",
        "Node 0:\tleader <~ 2,4",
        "Node 1:\tleader <~ 2,4",
        "<Node 2: end propagate 'leader'>",
    ];
    assert_eq!(narrated(&model, &steps), expected);
}

#[test]
fn messages_of_the_same_step_follow_the_assignment() {
    let model = model(LEADER, &Options { sync: true, ..Options::default() });
    let expected = [
        "Node 1:\tleader <~ 1,3",
        "<Node 1: propagate 'leader'>",
        "Node 0:\tleader <~ 1,3",
        "Node 2:\tleader <~ 1,3",
        "<Node 1: end propagate 'leader'>",
    ];
    assert_eq!(narrated(&model, &["Node 1: "])[5..], expected);
}

#[test]
fn the_environment_has_no_agent_and_arrays_have_places() {
    let text = "system { environment = f[2]: 0; e: undef spawn = A: 1 } agent A { interface = x: 7
                Behavior = { f[x - 6] <-- x; x <- 0 }; Skip; e <-- 5 } check { }";
    let expected = [
        "<initialization>",
        "\tf[0] <-- 0",
        "\tf[1] <-- 0",
        "\te <-- undef",
        "A 0:\tx <- 7",
        "<end initialization>",
        "A 0:\tf[1] <-- 7",
        "A 0:\tx <- 0",
        "A 0:\tSkip",
        "A 0:\te <-- 5",
    ];
    assert_eq!(narrated(&model(text, &Options::default()), &["A 0", "A 0", "A 0"]), expected);
}

#[test]
fn a_lasso_says_where_it_goes_round_and_a_standstill_why() {
    let round = model(
        "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1 - x; Behavior } check { }",
        &Options::default(),
    );
    let mut trace = run(&round, &["A 0", "A 0"]);
    trace.states.pop();
    trace.loop_start = Some(0);
    let text = round.narrator().text(
        &round.system,
        &trace,
        &Narration { marks: &[(0, "<mark>".to_string())], ..Default::default() },
    );
    let expected = [
        "<end initialization>",
        "<mark>",
        "<loop>",
        "A 0:\tx <- 1",
        "A 0:\tx <- 0",
        "<end loop: again from its start, for ever>",
    ];
    assert_eq!(text.lines().skip(2).collect::<Vec<_>>(), expected);
    for (behaviour, line) in [("x <- 1", "<all agents have ended>"), ("x <- 1; Nil", "<deadlock>")] {
        let text = format!(
            "system {{ spawn = A: 1 }} agent A {{ interface = x: 0 Behavior = {behaviour} }} check {{ }}"
        );
        let ends = model(&text, &Options::default());
        let mut trace = run(&ends, &["A 0"]);
        trace.steps.push(Step::Stutter);
        trace.loop_start = Some(1);
        let text = ends.narrator().text(&ends.system, &trace, &Narration::default());
        assert_eq!(text.lines().last(), Some(line));
    }
    let text = "system { spawn = A: 1 } agent A { interface = x: 0 Behavior = x <- 1; Behavior } check { }";
    let bounded = model(text, &Options { steps: Some(2), ..Options::default() });
    let trace = run(&bounded, &["A 0", "A 0"]);
    assert_eq!(bounded.narrator().dead_end_line(&bounded.system, &trace.states), "<no steps are left>");
}

#[test]
fn who_does_not_take_part_in_a_stigmergy_has_the_oldest_stamp() {
    let text = "system { spawn = A: 1, B: 1 } stigmergy S { link = true s: 5 }
                agent A { Behavior = Nil } agent B { stigmergies = S Behavior = s <~ 6 } check { }";
    let model = model(text, &Options::default());
    let events = model.narrator().events(&model.system, &run(&model, &["B 1: ", "propagate"]));
    let stamps: Vec<(Option<&str>, Option<u64>, Option<&str>)> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Assignment { stamp, from, .. } => {
                Some((event.agent.as_deref(), *stamp, from.as_deref()))
            }
            _ => None,
        })
        .collect();
    let expected =
        [(Some("B 1"), Some(1), None), (Some("B 1"), Some(2), None), (Some("A 0"), Some(2), Some("B 1"))];
    assert_eq!(stamps, expected);
}

/// Events are exactly what changes: replaying their assignments gives the values of the run.
#[test]
fn events_are_what_happens() {
    let text = "system { environment = e: 0..2; f[2]: [3, 4] spawn = A: 2, B: 1 }
        stigmergy S { link = e != 1  s, t: 0..2, 5 }
        agent A { interface = x: 0 stigmergies = S
                  Behavior = { x <- s; s <~ x + 1; f[x % 2] <-- id; f[0] <-- 9 }; (e <-- t ++ t <~ 7); x < 3 => Behavior }
        agent B { interface = y: undef  Behavior = y <- e; e <-- 1 - e; Behavior } check { }";
    for sync in [false, true] {
        let model = model(text, &Options { sync, ..Options::default() });
        let interpreter = Interpreter::new(&model.system);
        for seed in 0..30 {
            let mut random = synod_simulate::Random::new(seed);
            let start = interpreter.random_initial(&mut random).expect("an initial state");
            let mut walk = synod_simulate::Walk::new(interpreter, start);
            walk.random(40, &mut random, &synod_core::Budget::unlimited());
            let trace = walk.history();
            let mut values = std::collections::BTreeMap::new();
            let mut events = model.narrator().events(&model.system, &trace).into_iter().peekable();
            for at in 0..trace.states.len() {
                while let Some(event) = events.next_if(|event| event.step.unwrap_or(0) <= at) {
                    if let EventKind::Assignment { variable, index, value, .. } = event.kind {
                        let owner = event.agent.filter(|_| !["e", "f"].contains(&variable.as_str()));
                        values.insert((variable, owner, index.unwrap_or(0)), value.unwrap_or(0));
                    }
                }
                let named = support::named(&model, &trace.states[at]);
                for ((variable, owner, index), value) in &values {
                    let name = match owner {
                        Some(agent) => format!("{variable} of {agent}"),
                        None => variable.clone(),
                    };
                    assert_eq!(named[&name][*index as usize], *value, "{name} after step {at}, seed {seed}");
                }
            }
        }
    }
}
