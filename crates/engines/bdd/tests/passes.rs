//! Every pass keeps its contract: on random systems, with fairness, dead ends and faults, the reduced question has
//! the answer of the whole one, and counterexamples lift to runs that the interpreter confirms.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_bdd::Bdd;
use synod_core::{
    Alternative, BinaryOp, Budget, Committed, Engine, Formula, Mode, Observation, Part, Property, Rule,
    Silent, System, Type, Update, Variable, Verdict, show_formula,
};
use synod_explicit::Explicit;
use synod_passes::{
    ConeOfInfluence, GoalStopping, InvisibleSteps, Pass, REDUCTIONS, Reduction, reduce, under_fairness,
};
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

/// How many agents of a random system have committed steps.
const COMMITTED: usize = 2;

/// Adds committed steps to a random system: agents note something before anything else, after some of the steps in
/// which they take part; the note of the first makes the second take one too. The formula may be about a note.
fn with_committed_steps(mut system: System, formula: Formula, tape: &[u16]) -> (System, Formula) {
    let mut tape = tape.iter().copied();
    let mut draw = |bound: u16| tape.next().unwrap_or(0) % bound;
    let mut add = |name: String, ty: Type| {
        let var = Variable { name, ty, len: None, owner: None, span: Default::default() };
        let var = system.add_var(var);
        (var, system.exprs.var(var))
    };
    let notes: Vec<_> =
        (0..COMMITTED).map(|agent| add(format!("note{agent}"), Type::Range { lo: 0, hi: 2 })).collect();
    let pending: Vec<_> = (0..COMMITTED).map(|agent| add(format!("pending{agent}"), Type::Bool)).collect();
    let zero = system.exprs.int(0);
    let starts = notes.iter().map(|(_, note)| system.exprs.eq(*note, zero)).collect::<Vec<_>>();
    system.init = system.exprs.and(std::iter::once(system.init).chain(starts));
    if draw(2) == 0 {
        let still: Vec<_> = pending.iter().map(|(_, pending)| system.exprs.not(*pending)).collect();
        system.init = system.exprs.and(std::iter::once(system.init).chain(still));
    }
    let yes = system.exprs.bool(true);
    let set = |var, value| Update { var, index: None, value };
    for position in 0..system.rules.len() {
        let agent = usize::from(draw(COMMITTED as u16));
        let free = system.exprs.not(pending[agent].1);
        let rule = &mut system.rules[position];
        rule.guard = system.exprs.and([rule.guard, free]);
        let first = rule.parts.iter_mut().take(1).flat_map(|part| &mut part.alternatives);
        first.filter(|_| draw(2) == 0).for_each(|a| a.updates.push(set(pending[agent].0, yes)));
    }
    let no = system.exprs.bool(false);
    let mut rules = Vec::new();
    for agent in 0..COMMITTED {
        let one = system.exprs.int(1);
        let more = system.exprs.binary(BinaryOp::Add, notes[agent].1, one);
        let two = system.exprs.int(2);
        let is_last = system.exprs.eq(notes[agent].1, two);
        let next = system.exprs.ite(is_last, zero, more);
        let mut updates = vec![set(pending[agent].0, no), set(notes[agent].0, next)];
        if agent + 1 < COMMITTED {
            updates.push(set(pending[agent + 1].0, yes));
        }
        rules.push(system.add_rule(Rule {
            name: format!("notes{agent}"),
            choices: vec![],
            guard: pending[agent].1,
            parts: vec![Part {
                agent: None,
                alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
            }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        }));
    }
    let fits = notes.iter().map(|(note, _)| *note).collect();
    system.committed.push(Committed { rules, fits });
    let formula = match draw(6) {
        0 => Formula::Finally(Box::new(Formula::Or(vec![at_position(&formula), Formula::Deadlock]))),
        1 => Formula::Globally(Box::new(Formula::And(vec![at_position(&formula), Formula::Deadlock.not()]))),
        2 => {
            let noted = system.exprs.eq(notes[usize::from(draw(COMMITTED as u16))].1, zero);
            Formula::WeakUntil(Box::new(Formula::State(noted)), Box::new(without_steps(&formula)))
        }
        _ => without_steps(&formula),
    };
    (system, formula)
}

/// A formula without what tells how often a state repeats.
fn without_steps(formula: &Formula) -> Formula {
    match formula {
        Formula::Next(inner) => without_steps(inner),
        Formula::Step(_) | Formula::Arrived(_) | Formula::Faulty | Formula::Deadlock => Formula::And(vec![]),
        other => other.map_children(&mut without_steps),
    }
}

/// A formula about a single state.
fn at_position(formula: &Formula) -> Formula {
    match formula {
        Formula::State(_) => formula.clone(),
        Formula::Not(inner) => at_position(inner).not(),
        other => other.children().first().map_or(Formula::And(vec![]), |child| at_position(child)),
    }
}

/// Checks a pass on so many random questions with committed steps; how many it reduced.
fn on_committed_steps(pass: &dyn Pass, cases: u32) -> Result<u32, String> {
    let reduced = Cell::new(0);
    let questions = (fair_questions(Fragment::Linear), proptest::collection::vec(any::<u16>(), 0..30));
    let test = |((system, formula), tape): ((System, Formula), Vec<u16>)| {
        let (system, formula) = with_committed_steps(system, formula, &tape);
        prop_assert_eq!(system.validate(), Vec::<String>::new());
        reduced.set(reduced.get() + u32::from(agrees(&[pass], &system, &formula)?));
        Ok(())
    };
    runner(cases).run(&questions, test).map_err(|error| error.to_string())?;
    Ok(reduced.get())
}

#[test]
fn leaving_out_invisible_steps_keeps_linear_time_and_deadlocks() {
    let reduced = on_committed_steps(&InvisibleSteps, 3000).unwrap();
    assert!(reduced >= 300, "only {reduced} questions were reduced");
}

/// Leaves out committed steps that the property sees.
struct Careless;

impl Pass for Careless {
    fn name(&self) -> &'static str {
        "careless"
    }

    fn apply(&self, system: &System, asked: &Property, budget: &Budget) -> Option<Reduction> {
        let blind = property(Formula::And(vec![]));
        let reduction = InvisibleSteps.apply(system, &blind, budget)?;
        Some(Reduction { property: asked.clone(), ..reduction })
    }
}

#[test]
fn leaving_out_visible_steps_is_caught() {
    assert!(on_committed_steps(&Careless, 3000).is_err());
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
