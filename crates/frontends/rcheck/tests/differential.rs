//! The lowering against the definition: on random models, the core system has exactly the initial
//! states, steps, labels and observations that the rules of the language say.

mod random_text;
mod reference;

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;
use reference::{Event, Global};
use synod_core::{Env, Formula, Role, State, StepPredicateId, System, Taken, eval_bool};
use synod_rcheck::{Options, hir, load, resolve};
use synod_simulate::Interpreter;
use synod_syntax::{Severity, Source, Style, render};

/// How many random models to try.
fn cases() -> u32 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// A global state of the reference as one of the core.
fn flatten(system: &System, model: &hir::Model, global: &Global) -> State {
    let mut state = vec![0; system.width()];
    for (instance, store) in std::iter::zip(&model.instances, global) {
        let names = std::iter::once("automaton-state")
            .chain(model.agents[instance.agent].locals.iter().map(|l| l.name.as_str()));
        for (name, value) in std::iter::zip(names, store) {
            let var = system.find_var(&format!("{}-{name}", instance.name)).expect("a variable a local");
            state[system.slot(var)] = *value;
        }
    }
    state
}

/// Who takes part in a step of the core by which command, told by the place of the command.
fn participants(system: &System, model: &hir::Model, taken: &Taken) -> Vec<(usize, usize)> {
    let rule = system.rule(taken.rule);
    let mut list = Vec::new();
    for (part, alternative) in std::iter::zip(&rule.parts, &taken.alternatives) {
        let Some(action) = &part.alternatives[*alternative as usize].action else { continue };
        let instance = part.agent.expect("agents take part").0 as usize;
        let commands = &model.agent_of(instance).commands;
        let position = commands.iter().position(|c| c.span == action.span).expect("a command of the agent");
        list.push((instance, position));
    }
    list.sort_unstable();
    list
}

/// Whether a step of the core satisfies a predicate.
fn satisfies(system: &System, state: &State, taken: &Taken, predicate: StepPredicateId) -> bool {
    let case = system.step_predicates[predicate.0 as usize].cases.get(&taken.rule);
    case.is_some_and(|condition| {
        let env = Env { system, state, choices: &taken.choices, taken: &taken.alternatives };
        eval_bool(&system.exprs, *condition, env) == Ok(true)
    })
}

/// The observations of a formula with the predicates they became, in the same order.
fn observations<'h>(
    hir: &'h hir::Formula,
    core: &Formula,
    found: &mut Vec<(&'h hir::Observation, StepPredicateId)>,
) {
    match (hir, core) {
        (hir::Formula::Diamond(o, a), Formula::And(list))
        | (hir::Formula::BoxModality(o, a), Formula::Or(list)) => {
            let (Formula::Step(p), Formula::Next(b)) = (
                match &list[0] {
                    Formula::Not(inner) => inner,
                    other => other,
                },
                &list[1],
            ) else {
                panic!("a modality is a step and a next");
            };
            found.push((o, *p));
            observations(a, b, found);
        }
        (hir::Formula::And(x), Formula::And(y)) | (hir::Formula::Or(x), Formula::Or(y)) => {
            std::iter::zip(x, y).for_each(|(x, y)| observations(x, y, found));
        }
        (hir::Formula::Not(a), Formula::Not(b))
        | (hir::Formula::Next(a), Formula::Next(b))
        | (hir::Formula::Finally(a), Formula::Finally(b))
        | (hir::Formula::Globally(a), Formula::Globally(b)) => observations(a, b, found),
        (hir::Formula::Until(a, b), Formula::Until(c, d)) => {
            observations(a, c, found);
            observations(b, d, found);
        }
        _ => {}
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let source = Source::new("random.rcp", text);
    let options = Options::default();
    let errors: String = load(&source, &options)
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| render(&source, d, Style::Plain))
        .collect();
    prop_assert!(errors.is_empty(), "the generator made a model with errors:\n{errors}\n{text}");
    let model = resolve(&source, &options).0.expect("no errors");
    let loaded = load(&source, &options).model.expect("no errors");
    let (system, properties) = (&loaded.system, &loaded.properties);
    synod_testing::assert_valid(system, properties);
    let interpreter = Interpreter::new(system);

    let start = reference::initial(&model);
    let expected: BTreeSet<State> = start.iter().map(|g| flatten(system, &model, g)).collect();
    let found: BTreeSet<State> = interpreter.initial(10_000).states.into_iter().collect();
    prop_assert_eq!(expected, found, "initial states of\n{}", text);

    let mut watched = Vec::new();
    for (spec, property) in std::iter::zip(&model.specs, properties) {
        observations(&spec.formula, &property.formula, &mut watched);
    }

    let mut seen: BTreeSet<State> = BTreeSet::new();
    let mut queue: VecDeque<Global> = start.into_iter().take(8).collect();
    while let Some(global) = queue.pop_front() {
        let state = flatten(system, &model, &global);
        if seen.len() >= 60 || !seen.insert(state.clone()) {
            continue;
        }
        let steps = reference::steps(&model, &global);
        let mut expected: Vec<(Vec<(usize, usize)>, State)> =
            steps.iter().map(|(e, next)| (e.participants(), flatten(system, &model, next))).collect();
        let moves = interpreter.moves(&state).enabled;
        let mut found: Vec<(Vec<(usize, usize)>, State)> =
            moves.iter().map(|m| (participants(system, &model, &m.taken), m.target.clone())).collect();
        expected.sort();
        found.sort();
        prop_assert_eq!(&expected, &found, "steps from {:?} of\n{}", state, text);

        for (event, _) in &steps {
            // Two sends of one sender may have the same receivers, so the command decides.
            let same = moves.iter().find(|m| participants(system, &model, &m.taken) == event.participants());
            let taken = &same.expect("compared above").taken;
            for (observation, predicate) in &watched {
                let expected = reference::observes(&model, &global, event, &observation.condition);
                let found = satisfies(system, &state, taken, *predicate);
                prop_assert_eq!(
                    expected,
                    found,
                    "`{}` at {:?} by {:?} of\n{}",
                    observation.text,
                    state,
                    event,
                    text
                );
            }
            let actor = match event {
                Event::Message { sender, .. } => (*sender, Role::Sends),
                Event::Exchange { getter, .. } => (*getter, Role::Gets),
            };
            let rule = system.rule(taken.rule);
            prop_assert_eq!(rule.observation.actor.map(|a| a.0 as usize), Some(actor.0));
            prop_assert_eq!(rule.parts[0].alternatives[0].action.as_ref().map(|a| a.role), Some(actor.1));
        }
        queue.extend(steps.into_iter().map(|(_, next)| next));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lowering_agrees_with_the_definition(text in random_text::model()) {
        check(&text)?;
    }

    #[test]
    fn lowering_agrees_with_the_definition_where_locals_never_change(text in random_text::pinned_model()) {
        check(&text)?;
    }
}
