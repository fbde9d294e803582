//! The engine against the explicit one, on random systems and formulas. `SYNOD_CASES` asks for more.

use std::cell::Cell;

use proptest::prelude::{prop_assert, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use synod_bdd::Bdd;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Plan, Silent, State, Strategies, Strategy, System, Verdict,
    show_formula,
};
use synod_explicit::Explicit;
use synod_passes::under_fairness;
use synod_simulate::{Finding, Interpreter, judge, judge_strategy};
use synod_testing::{Fragment, property, questions, runner, systems};

fn unsupported<T>(_: T) -> TestCaseError {
    TestCaseError::reject("unbounded")
}

#[test]
fn both_engines_find_the_same_states() {
    let test = |system: System| {
        let symbolic = Bdd::new(&system).map_err(unsupported)?;
        let explicit = Explicit::new(&system).explore(&Budget::default(), &Silent);
        let found = symbolic.reach(&Budget::default(), &Silent).expect("no limits");
        prop_assert!(explicit.complete && !explicit.cut);
        prop_assert_eq!(found.states, explicit.states.to_string());
        prop_assert_eq!(found.deadlocks, explicit.deadlocks.to_string());
        Ok(())
    };
    runner(1500).run(&systems(), test).unwrap();
}

/// Compares the verdicts and lets the interpreter judge the evidence.
fn agree(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let symbolic = Bdd::new(system).map_err(unsupported)?;
    let property = property(formula.clone());
    let budget = Budget::default();
    let (expected, found) = (
        Explicit::new(system).check(&property, &budget, &Silent),
        symbolic.check(&property, &budget, &Silent),
    );
    let text = show_formula(system, formula);
    if let Verdict::Unknown { reason, .. } = &expected.verdict {
        return Err(TestCaseError::reject(reason.clone()));
    }
    prop_assert_eq!(found.verdict.word(), expected.verdict.word(), "{}", text);
    let (Verdict::Violated(ours), Verdict::Violated(theirs)) = (&found.verdict, &expected.verdict) else {
        return Ok(());
    };
    let interpreter = Interpreter::new(system);
    let formula = &under_fairness(formula, &system.fairness);
    let judged = judge(&interpreter, formula, ours);
    prop_assert!(judged.is_ok(), "{}: {:?} {:#?}", text, judged, ours);
    if matches!(formula, Formula::Globally(inner) if inner.is_about_point()) {
        prop_assert_eq!(ours.trace.states.len(), theirs.trace.states.len(), "{}: not shortest", text);
    }
    Ok(())
}

#[test]
fn both_engines_agree_on_invariants() {
    runner(1500).run(&questions(Fragment::Invariant), |(system, formula)| agree(&system, &formula)).unwrap();
}

#[test]
fn both_engines_agree_on_linear_time() {
    runner(1500).run(&questions(Fragment::Linear), |(system, formula)| agree(&system, &formula)).unwrap();
}

#[test]
fn both_engines_agree_on_knowledge_and_branching_time() {
    runner(2500).run(&questions(Fragment::Full), |(system, formula)| agree(&system, &formula)).unwrap();
}

#[test]
fn both_engines_agree_on_strategies_and_fairness() {
    runner(2500).run(&questions(Fragment::Strategic), |(system, formula)| agree(&system, &formula)).unwrap();
}

/// The strategies of a counterexample, with the states that they explain.
fn strategies(found: &Counterexample) -> Vec<(&Strategy, &State)> {
    let own = found.strategies.iter().map(|strategy| (strategy, &found.trace.states[strategy.at]));
    let inner = found.companions.iter().flat_map(|companion| strategies(&companion.run));
    own.chain(inner).collect()
}

#[test]
fn written_strategies_of_both_engines_do_what_they_say() {
    let (won, lost) = (Cell::new(0), Cell::new(0));
    let test = |(system, formula): (System, Formula)| {
        let (symbolic, explicit) = (Bdd::new(&system).map_err(unsupported)?, Explicit::new(&system));
        let engines: [&dyn Engine; 2] = [&symbolic, &explicit];
        let interpreter = Interpreter::new(&system);
        for (engine, formula) in
            engines.iter().flat_map(|e| [(e, formula.clone()), (e, formula.clone().not())])
        {
            let text = show_formula(&system, &formula);
            let answer = engine.check(&property(formula), &Budget::default(), &Silent);
            let Verdict::Violated(found) = answer.verdict else { continue };
            for (strategy, state) in strategies(&found) {
                let finding = judge_strategy(&interpreter, strategy, state);
                prop_assert!(finding.is_ok(), "{}: {}: {:?} {:#?}", engine.name(), text, finding, strategy);
                let counter = if matches!(strategy.plan, Plan::Wins { .. }) { &won } else { &lost };
                counter.set(counter.get() + usize::from(finding == Ok(Finding::Confirmed)));
            }
        }
        Ok(())
    };
    runner(2500).run(&questions(Fragment::Strategic), test).unwrap();
    assert!(won.get() > 100 && lost.get() > 100, "{} strategies and {} answers", won.get(), lost.get());
}

/// Compares how many states satisfy each subformula.
fn same_labels(system: &System, formula: &Formula) -> Result<(), TestCaseError> {
    let symbolic = Bdd::new(system).map_err(unsupported)?;
    let Some(expected) = Explicit::new(system).label(formula, &Budget::default()) else {
        return Err(TestCaseError::reject("not explored"));
    };
    let found = symbolic.label(formula, &Budget::default()).expect("no limits");
    prop_assert_eq!(found.len(), expected.len());
    for ((formula, found), (_, expected)) in std::iter::zip(found, expected) {
        prop_assert_eq!(found, expected.to_string(), "{}", show_formula(system, formula));
    }
    Ok(())
}

#[test]
fn both_engines_label_the_same_states_with_every_subformula() {
    for fragment in [Fragment::Linear, Fragment::Full] {
        runner(1000).run(&questions(fragment), |(s, f)| same_labels(&s, &f)).unwrap();
    }
}

#[test]
fn both_engines_label_the_same_states_with_all_kinds_of_strategies_and_fairness() {
    let questions = questions(Fragment::Strategic);
    let test = |(mut system, formula): (System, Formula)| {
        for strategies in [Strategies::Unfair, Strategies::Fair, Strategies::Uniform] {
            system.strategies = strategies;
            if formula.check_coalitions(&system).is_ok() {
                same_labels(&system, &formula)?;
            }
        }
        Ok(())
    };
    runner(1500).run(&questions, test).unwrap();
}
