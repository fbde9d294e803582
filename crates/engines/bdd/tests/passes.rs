//! Every pass keeps its contract: on random systems, with fairness, dead ends and faults, the reduced question has
//! the answer of the whole one, and counterexamples lift to runs that the interpreter confirms.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_bdd::Bdd;
use synod_core::{Budget, Engine, Formula, Property, Silent, System, Verdict, show_formula};
use synod_explicit::Explicit;
use synod_passes::{ConeOfInfluence, GoalStopping, Pass, REDUCTIONS, Reduction, reduce, under_fairness};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, fair_questions, property, runner};

fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound, budget.depth) = (1, 3, None);
    budget
}

/// The verdicts of the explicit and the symbolic engine.
fn verdicts(system: &System, property: &Property) -> Vec<Option<Verdict>> {
    let explicit = Explicit::new(system);
    let symbolic = Bdd::new(system).ok();
    let ask = |engine: &dyn Engine| {
        let answer =
            engine.supports(&property.formula).ok().map(|()| engine.check(property, &budget(), &Silent));
        answer.map(|outcome| outcome.verdict).filter(Verdict::is_conclusive)
    };
    vec![ask(&explicit), symbolic.as_ref().and_then(|engine| ask(engine))]
}

/// Runs passes on a question and compares the answers; whether they did anything.
fn agrees(passes: &[&dyn Pass], system: &System, formula: &Formula) -> Result<bool, TestCaseError> {
    let property = property(formula.clone());
    let budget = budget();
    let Some(reduced) = reduce(passes, system, &property, &budget) else { return Ok(false) };
    let whole = verdicts(system, &property);
    let rest = verdicts(reduced.system(), reduced.property());
    for (whole, rest) in std::iter::zip(whole, rest) {
        let (Some(whole), Some(rest)) = (whole, rest) else { continue };
        let (text, passes) = (show_formula(system, formula), reduced.passes());
        prop_assert_eq!(whole.word(), rest.word(), "{} after {:?}", text, passes);
        if let Verdict::Violated(found) = rest {
            let interpreter = Interpreter::new(system).with_int_bound(budget.int_bound);
            let lifted = reduced.lift(&interpreter, &found);
            prop_assert!(lifted.is_some(), "{text} after {passes:?}: {found:?}");
            let formula = under_fairness(formula, &system.fairness);
            let judged = lifted.map(|lifted| judge(&interpreter, &formula, &lifted));
            prop_assert_eq!(judged, Some(Ok(())), "{} after {:?}", text, passes);
        }
    }
    Ok(true)
}

/// Checks a pass on so many random questions of a fragment, of which at least `least` are reduced.
fn holds_for(pass: &dyn Pass, fragment: Fragment, cases: u32, least: u32, formula: fn(Formula) -> Formula) {
    let reduced = Cell::new(0);
    let test = |(system, drawn): (System, Formula)| {
        let did = agrees(&[pass], &system, &formula(drawn))?;
        reduced.set(reduced.get() + u32::from(did));
        Ok(())
    };
    runner(cases).run(&fair_questions(fragment), test).unwrap();
    assert!(reduced.get() >= least, "only {} questions were reduced", reduced.get());
}

#[test]
fn the_cone_of_influence_keeps_linear_time_under_fairness() {
    holds_for(&ConeOfInfluence, Fragment::Linear, 3000, 100, |formula| formula);
}

#[test]
fn the_cone_of_influence_keeps_branching_time_and_knowledge_under_fairness() {
    holds_for(&ConeOfInfluence, Fragment::Full, 3000, 100, |formula| formula);
}

#[test]
fn the_cone_of_influence_refuses_coalitions() {
    let test = |(system, formula): (System, Formula)| {
        let reduced = ConeOfInfluence.apply(&system, &property(formula.clone()), &budget());
        prop_assert!(reduced.is_none() || !formula.is_strategic());
        agrees(&[&ConeOfInfluence], &system, &formula)?;
        Ok(())
    };
    runner(1000).run(&fair_questions(Fragment::Strategic), test).unwrap();
}

/// The cone of influence of what is left of a system when something is hidden: what the pass would be without one of
/// the roots of its cone.
struct Blind(fn(&mut System));

impl Pass for Blind {
    fn name(&self) -> &'static str {
        "blind"
    }

    fn apply(&self, system: &System, property: &Property, budget: &Budget) -> Option<Reduction> {
        let mut rest = system.clone();
        (self.0)(&mut rest);
        let mut reduction = ConeOfInfluence.apply(&rest, property, budget)?;
        reduction.system.fairness = system.fairness.clone();
        reduction.system.agents = system.agents.clone();
        Some(reduction)
    }
}

/// Whether these tests see that a pass is wrong.
fn is_caught(pass: &dyn Pass, fragment: Fragment) -> bool {
    let caught = Cell::new(false);
    let test = |(system, formula): (System, Formula)| {
        if !caught.get() && agrees(&[pass], &system, &formula).is_err() {
            caught.set(true);
        }
        Ok(())
    };
    runner(3000).run(&fair_questions(fragment), test).unwrap();
    caught.get()
}

#[test]
fn a_cone_without_fairness_conditions_is_caught() {
    assert!(is_caught(&Blind(|system| system.fairness.clear()), Fragment::Linear));
}

#[test]
fn a_cone_without_what_agents_observe_is_caught() {
    let hide = |system: &mut System| system.agents.iter_mut().for_each(|agent| agent.observes.clear());
    assert!(is_caught(&Blind(hide), Fragment::Full));
}

/// Whether the first state predicate of a formula is reached, or what is left of the formula holds.
fn is_reached(formula: Formula) -> Formula {
    let mut goal = None;
    formula.any(&mut |part| {
        if let Formula::State(_) = part {
            goal.get_or_insert(part.clone());
        }
        false
    });
    let goal = goal.unwrap_or(Formula::Deadlock);
    let beside = if matches!(formula, Formula::State(_)) { Formula::Deadlock } else { formula };
    Formula::Finally(Box::new(Formula::Or(vec![goal, beside])))
}

#[test]
fn stopping_at_a_goal_keeps_whether_it_is_reached() {
    holds_for(&GoalStopping, Fragment::Linear, 3000, 300, is_reached);
}

#[test]
fn stopping_at_a_goal_refuses_what_sees_beyond_it() {
    holds_for(&GoalStopping, Fragment::Full, 2000, 50, is_reached);
}

#[test]
fn all_reductions_together_keep_the_answer() {
    let test = |(system, formula): (System, Formula)| {
        agrees(REDUCTIONS, &system, &is_reached(formula.clone()))?;
        agrees(REDUCTIONS, &system, &formula)?;
        Ok(())
    };
    runner(1500).run(&fair_questions(Fragment::Linear), test).unwrap();
}
