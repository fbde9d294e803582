//! What is blocked is what cannot be done, and every rule that cannot be applied has a reason.

use proptest::prelude::*;
use synod_core::System;
use synod_simulate::Random;
use synod_testing::{runner, systems};

use super::*;

/// The rules of which no step can be taken are those for which there is a reason, faults among them.
#[test]
fn every_rule_is_enabled_or_blocked_for_a_reason() {
    let test = |(system, seed): (System, u64)| {
        let interpreter = Interpreter::new(&system).with_int_bound(3);
        let Some(mut state) = interpreter.random_initial(&mut Random::new(seed)) else { return Ok(()) };
        for at in 0..4 {
            let moves = interpreter.moves(&state);
            for (id, rule) in system.rule_ids() {
                let is_enabled = moves.enabled.iter().any(|step| step.taken.rule == id);
                let blocked = blocked_rule(&system, &state, rule, 3);
                let faults = faults(&system, &state, &moves, id);
                let reasons = blocked.map_or(0, |blocked| blocked.obstacles.len()) + faults.len();
                prop_assert!(is_enabled || reasons > 0, "{} is blocked for no reason", rule.name);
                if moves.faulted.is_empty() {
                    prop_assert_eq!(is_enabled, reasons == 0);
                }
            }
            let Some(step) = moves.enabled.get(at) else { break };
            state = step.target.clone();
        }
        Ok(())
    };
    runner(500).run(&(systems(), any::<u64>()), test).unwrap();
}

fn open(path: &str, text: &str, parameters: &[&str]) -> OpenedModel {
    let reading = crate::Reading {
        parameters: parameters.iter().map(|parameter| parameter.to_string()).collect(),
        ..crate::Reading::default()
    };
    let budget = synod_core::Budget::unlimited();
    let source = synod_syntax::Source::new(path, text);
    let reader = crate::Reader::new(&crate::languages(), path, text, &reading);
    let opened =
        reader.and_then(|reader| reader.open(source, &budget)).and_then(|opened| opened.one_system());
    opened.unwrap_or_else(|rejection| panic!("{path}: {}", rejection.message))
}

fn example(path: &str, parameters: &[&str]) -> OpenedModel {
    open(path, &synod_testing::example(path), parameters)
}

/// Whether a step has the command at a place, done by an agent.
fn has(system: &System, taken: &synod_core::Taken, agent: synod_core::AgentId, span: Span) -> bool {
    let rule = system.rule(taken.rule);
    let mut parts = std::iter::zip(&rule.parts, &taken.alternatives);
    parts.any(|(part, pick)| {
        let action = part.alternatives[*pick as usize].action.as_ref();
        part.agent == Some(agent) && action.is_some_and(|action| action.span == span)
    })
}

/// Walks at random, and calls `look` in every state.
fn walk(model: &OpenedModel, look: impl Fn(&Interpreter, &State, &Moves)) {
    let interpreter = Interpreter::new(&model.compiled.system);
    for seed in 0..5 {
        let mut random = Random::new(seed);
        let mut state = interpreter.random_initial(&mut random).expect("an initial state");
        for _ in 0..40 {
            let moves = interpreter.moves(&state);
            look(&interpreter, &state, &moves);
            let Some(pick) = (!moves.enabled.is_empty()).then(|| random.below(moves.enabled.len())) else {
                break;
            };
            state = moves.enabled[pick].target.clone();
        }
    }
}

/// What stands next in the process of an agent is either in a step or blocked for a reason, and what the language says
/// is blocked for a reason of its own is in no step.
#[test]
fn commands_that_are_next_are_taken_or_blocked() {
    let models = [
        ("rcheck/philosophers.rcp", vec![]),
        ("rcheck/resource-allocation-2.rcp", vec![]),
        ("rcheck/stable-allocation.rcp", vec![]),
        ("rcheck/two-phase-commit.rcp", vec![]),
        ("rcheck/vault.rcp", vec![]),
        ("rcheck/door.rcp", vec![]),
        ("rcheck/tickets.rcp", vec![]),
        ("labs/philosophers.labs", vec!["n=3"]),
        ("labs/lock.labs", vec!["n=2"]),
    ];
    for (path, parameters) in models {
        let model = example(path, &parameters);
        let system = &model.compiled.system;
        walk(&model, |interpreter, state, moves| {
            let said = model.details.blocked(system, state).expect("the language has words for it");
            let listed = blocked(&model, interpreter, state, moves);
            for (id, agent) in system.agent_ids() {
                let Some(automaton) = &agent.automaton else { continue };
                let thread = &automaton.threads[0];
                let control =
                    thread.state.map_or(i64::from(thread.initial[0]), |var| state[system.slot(var)]);
                for edge in thread.edges.iter().filter(|edge| i64::from(edge.from) == control) {
                    let span = edge.action.span;
                    let enabled = moves.enabled.iter().any(|step| has(system, &step.taken, id, span));
                    let place = model.source.place(span.start as usize);
                    let here = |step: &&BlockedStep| {
                        step.agent.as_ref() == Some(&agent.name)
                            && step
                                .place
                                .as_ref()
                                .is_some_and(|at| (at.line, at.column) == (place.line, place.column))
                    };
                    let reason = listed.iter().find(here);
                    assert_eq!(
                        enabled,
                        reason.is_none(),
                        "{path}: {} {} {listed:?}",
                        agent.name,
                        edge.action.text
                    );
                    let receives = edge.action.role == synod_core::Role::Receives;
                    let own =
                        said.iter().any(|one| one.agent.as_ref() == Some(&agent.name) && one.span == span);
                    assert!(receives || !(own && enabled), "{path}: {} is in a step", edge.action.text);
                }
            }
        });
    }
}

/// Where all act at once, an action that an agent has is in a step or blocked.
#[test]
fn actions_are_in_a_step_or_blocked() {
    for path in ["ispl/bit-transmission.ispl", "ispl/trains.ispl", "ispl/cards.ispl"] {
        let model = example(path, &[]);
        let system = &model.compiled.system;
        walk(&model, |interpreter, state, moves| {
            let listed = blocked(&model, interpreter, state, moves);
            for choice in &system.rules[0].choices {
                let (agent, synod_core::Type::Enum(ty)) = (choice.agent.unwrap(), choice.ty) else {
                    continue;
                };
                let name = &system.agent(agent).name;
                for action in &system.enums[ty.0 as usize].values {
                    let picked = |step: &Move| {
                        let text = StepText::new(system, state, &Step::Take(step.taken.clone())).unwrap();
                        text.data.iter().any(|(_, value, from)| value == action && from == name)
                    };
                    let enabled = moves.enabled.iter().any(picked);
                    let reason =
                        listed.iter().any(|one| one.agent.as_ref() == Some(name) && one.action == *action);
                    assert_eq!(enabled, !reason, "{path}: {name}: {action} {listed:?}");
                }
            }
        });
    }
}

/// The reasons at the ends of runs, in the words of each language.
#[test]
fn dead_ends_say_what_is_blocked_and_by_whom() {
    let end = |model: &OpenedModel| {
        let interpreter = Interpreter::new(&model.compiled.system);
        let mut random = Random::new(1);
        let mut state = interpreter.random_initial(&mut random).unwrap();
        while let Some(step) = interpreter.moves(&state).enabled.into_iter().next() {
            state = step.target;
        }
        let lines = dead_end(model, &interpreter, &state).unwrap_or_default();
        lines.into_iter().flat_map(|step| step.text).collect::<Vec<_>>().join("\n")
    };
    let rcheck = "\
enum channel {grant}
agent Server
    local: n : 0..1
    init: n = 0
    receive-guard: false
    repeat: sOk: {n = 0} grant! true ()[n := 1]
agent Client
    local: busy : bool
    init: busy
    receive-guard: chan = grant
    repeat: rOk: {!busy} grant? [busy := true]
system = Server(s, true) || Client(c2, true)
";
    let said = end(&open("a.rcp", rcheck, &[]));
    let blocked = "`sOk on grant` is blocked by c2, which listens on grant and has no enabled receive: ";
    assert!(said.contains(blocked) && said.contains("needs `!busy` (here c2-busy = true)"), "{said}");
    assert!(said.contains("`rOk on grant` needs `!busy`"), "{said}");
    let deaf =
        rcheck.replace("busy : bool", "busy : bool, ear : bool").replace("init: busy", "init: !busy & !ear");
    let deaf = deaf.replace("receive-guard: chan = grant", "receive-guard: chan = grant & ear");
    let said = end(&open("b.rcp", &deaf, &[]));
    let hung_up =
        "`rOk on grant` waits for a message on grant, and does not listen there: `ear` (here c2-ear = false)";
    assert!(said.contains(hung_up), "{said}");
    let ccs = "A = a.0\nB = b.0\nMain = (A | B) \\ {a, b}\n";
    let said = end(&open("a.ccs", ccs, &[]));
    assert!(said.contains("`a` waits for a partner, and no process ever offers to meet it"), "{said}");
    let ccs = "A = get.A\nB = 'put.'get.B\nMain = (A | B) \\ {get, put}\n";
    let said = end(&open("b.ccs", ccs, &[]));
    assert!(said.contains("`get` waits for a partner that never comes to it: `B-at = 'get`\n"), "{said}");
    let ispl = "\
Agent P
  Vars: x : 0..1; end Vars
  Actions = { go, stay };
  Protocol: x = 0 : { go }; end Protocol
  Evolution: x = 1 if Action = go; end Evolution
end Agent
Evaluation done if P.x = 1; end Evaluation
InitStates P.x = 0; end InitStates
Formulae AF done; end Formulae
";
    let said = end(&open("a.ispl", ispl, &[]));
    assert!(
        said.contains("`go` waits for a line of its protocol that applies: `x = 0 : { go }` needs `P.x = 0`"),
        "{said}"
    );
    assert!(said.contains("`stay` waits for a line of its protocol, and none allows it"), "{said}");
}

/// Who gets and who supplies, and what keeps them apart; what stands against a meeting for good is told alone.
#[test]
fn gets_and_supplies_say_what_they_wait_for() {
    let text = "\
enum item {bolt, nut}
message-structure: I : item
property-variables: kind : item
agent Worker
    local: friend : location, idle : bool
    init: idle
    relabel: kind <- nut
    repeat: ask: {idle} GET@(@kind = bolt)()[] + name: {true} GET@(friend)()[]
agent Store
    local: left : 0..1, what : item
    init: left = 0
    relabel: kind <- what
    repeat: give: {left > 0} SUPPLY@(any)(I := what)[]
agent Shy
    local: open : bool
    init: !open
    relabel: kind <- nut
    repeat: mine: {open} SUPPLY@(myself)(I := nut)[] + other: {true} SUPPLY@(any)()[]
system = Worker(w, friend = store) || Store(store, what = bolt) || Shy(shy, true)
SPEC G true
";
    let model = open("get.rcp", text, &[]);
    let interpreter = Interpreter::new(&model.compiled.system);
    let state = interpreter.random_initial(&mut Random::new(1)).unwrap();
    let lines = dead_end(&model, &interpreter, &state).unwrap();
    let said = |action: &str| {
        let step = lines.iter().find(|step| step.action == action);
        step.map(|step| step.text.join("\n")).unwrap_or_default()
    };
    let store = "store's `{left > 0} SUPPLY@(any)(I := what)[]` needs `left > 0` (here store-left = 0)";
    let shy = "shy's `{open} SUPPLY@(myself)(I := nut)[]` needs";
    let other = "shy's `{true} SUPPLY@(any)()[]` needs";
    assert_eq!(
        said("ask"),
        format!(
            "`ask` waits for somebody who supplies what it gets: {store}, or {shy} `GET@(shy)` and `open` (here shy-open = false), \
             or {other} `@kind = bolt` (here @kind = nut)"
        )
    );
    let friend = "`friend = shy` (here w-friend = store)";
    assert_eq!(
        said("name"),
        format!(
            "`name` waits for somebody who supplies what it gets: {store}, or {shy} `friend = shy` and `open` (here w-friend = store, \
             shy-open = false), or {other} {friend}"
        )
    );
    assert_eq!(said("give"), "`give` needs `left > 0` (here store-left = 0)");
    assert_eq!(said("mine"), "`mine` needs `open` (here shy-open = false)");
    assert_eq!(
        said("other"),
        format!(
            "`other` waits for somebody who gets what it supplies: w's `{{idle}} GET@(@kind = bolt)()[]` needs `@kind = bolt` \
             (here @kind = nut), or w's `{{true}} GET@(friend)()[]` needs {friend}"
        )
    );
}
