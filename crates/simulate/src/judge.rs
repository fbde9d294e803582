//! The interpreter as judge: a counterexample counts only if it is a run of the system on which the
//! property really fails.

use synod_core::{Companion, Counterexample, Formula, Plan, Step, Trace};

use crate::evaluate::{Hint, Truth, evaluate, evaluate_with};
use crate::extend::extend;
use crate::interpreter::Interpreter;
use crate::random::Random;
use crate::replay::{ReplayError, replay, replay_companion};
use crate::strategy::{Finding, judge_strategy};

/// Whether a counterexample shows that a property fails; if not, why.
///
/// Every run in it is one of the system, every strategy does what it says, and the property is not true of
/// them. What runs and strategies cannot show (that no run of some kind exists, or no strategy) is the
/// engine's word.
pub fn judge(
    interpreter: &Interpreter,
    formula: &Formula,
    counterexample: &Counterexample,
) -> Result<(), String> {
    let described = |error: ReplayError| error.describe(interpreter.system());
    replay(interpreter, &counterexample.trace).map_err(described)?;
    let beyond_one_run = !formula.is_linear();
    let whole = match truths(interpreter, formula, counterexample)?[0] {
        Truth::Unknown if beyond_one_run => return Ok(()),
        // That every continuation fails may be more than three-valued connectives see; one whole run on
        // which the property fails is enough.
        Truth::Unknown => {
            let whole = whole_run(interpreter, &counterexample.trace);
            whole.map(|trace| evaluate(interpreter, formula, &trace))
        }
        decided => Some(decided),
    };
    match whole {
        Some(Truth::False) => Ok(()),
        Some(Truth::True) => Err("the run satisfies the property".to_string()),
        Some(Truth::Unknown) | None => Err("the run does not show that the property fails".to_string()),
    }
}

/// The truth of a formula at each state of a run, with all that explains the run; or what is wrong with that.
fn truths(
    interpreter: &Interpreter,
    formula: &Formula,
    evidence: &Counterexample,
) -> Result<Vec<Truth>, String> {
    let mut known: Vec<(usize, Formula, Truth)> = Vec::new();
    for companion in &evidence.companions {
        let described = |error: ReplayError| error.describe(interpreter.system());
        replay_companion(interpreter, &evidence.trace, companion).map_err(described)?;
        if let Some(truth) = shown(interpreter, companion)? {
            known.push((companion.at, companion.about.clone(), truth));
        }
    }
    for strategy in &evidence.strategies {
        let Some(state) = evidence.trace.states.get(strategy.at) else {
            return Err("a strategy explains a state that is not there".to_string());
        };
        if judge_strategy(interpreter, strategy, state)? == Finding::Confirmed {
            let about = Formula::Coalition(strategy.group.clone(), Box::new(strategy.path.clone()));
            let wins = matches!(strategy.plan, Plan::Wins { .. });
            known.push((strategy.at, about, wins.into()));
        }
    }
    let hints: Vec<Hint> =
        known.iter().map(|(at, formula, truth)| Hint { at: *at, formula, truth: *truth }).collect();
    Ok(evaluate_with(interpreter, formula, &evidence.trace, &hints))
}

/// What a companion shows about the formula that it is about, if it shows something.
fn shown(interpreter: &Interpreter, companion: &Companion) -> Result<Option<Truth>, String> {
    use Formula::*;
    let Companion { about, run, looks_same_to, .. } = companion;
    let first = |path: &Formula| Ok::<Truth, String>(truths(interpreter, path, run)?[0]);
    let last = |fact: &Formula| {
        let truths = truths(interpreter, fact, run)?;
        Ok::<Truth, String>(truths[truths.len() - 1])
    };
    let one_of = |group: &[_]| matches!(looks_same_to.as_slice(), [agent] if group.contains(agent));
    let refuted = match about {
        AllRuns(path) => first(path)? == Truth::False,
        SomeRun(path) => return Ok((first(path)? == Truth::True).then_some(Truth::True)),
        Knows(agent, fact) => one_of(&[*agent]) && last(fact)? == Truth::False,
        EverybodyKnows(group, fact) => one_of(group) && last(fact)? == Truth::False,
        DistributedKnowledge(group, fact) => looks_same_to == group && last(fact)? == Truth::False,
        CommonKnowledge(group, fact) => {
            one_of(group) && (last(fact)? == Truth::False || last(about)? == Truth::False)
        }
        _ => false,
    };
    Ok(refuted.then_some(Truth::False))
}

/// Takes out the strategies that cannot be confirmed here, and says so.
pub fn keep_confirmed(interpreter: &Interpreter, counterexample: &mut Counterexample) {
    let Counterexample { trace, companions, strategies } = counterexample;
    for strategy in strategies.iter_mut().filter(|strategy| strategy.plan != Plan::Unwritten) {
        let state = trace.states.get(strategy.at);
        let finding = state.map(|state| judge_strategy(interpreter, strategy, state));
        if finding != Some(Ok(Finding::Confirmed)) {
            strategy.plan = Plan::Unwritten;
            strategy.shows.push_str(" (the strategy cannot be checked independently, so it is not shown)");
        }
    }
    companions.iter_mut().for_each(|companion| keep_confirmed(interpreter, &mut companion.run));
}

/// Cuts a run where it has already shown that the property fails. Engines may need a step more to see
/// it, or give a whole lasso where a piece of it is enough.
pub fn shorten(interpreter: &Interpreter, formula: &Formula, counterexample: &mut Counterexample) {
    if !formula.is_linear() {
        return;
    }
    let trace = &counterexample.trace;
    let beginning = |steps: usize| Trace {
        states: trace.states[..=steps].to_vec(),
        steps: trace.steps[..steps].to_vec(),
        loop_start: None,
    };
    let fails = |steps: usize| evaluate(interpreter, formula, &beginning(steps)) == Truth::False;
    // What a beginning shows, every longer one shows too: the shortest is found by halving.
    let (mut low, mut high) = (0, trace.states.len() - 1);
    if !fails(high) {
        return;
    }
    while low < high {
        let middle = (low + high) / 2;
        if fails(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    // That nothing can be done at the end may be the point, so a dead end is kept.
    if trace.steps.get(high) != Some(&Step::Stutter) {
        counterexample.trace = beginning(high);
    }
}

/// Makes a run whole whose beginning alone does not show that a property of linear time fails: that every way to go on fails is
/// hard to see, one whole run is easy. Where no whole run is found, the beginning stands.
pub fn make_whole(interpreter: &Interpreter, formula: &Formula, counterexample: &mut Counterexample) {
    let trace = &counterexample.trace;
    if !formula.is_linear() || evaluate(interpreter, formula, trace) != Truth::Unknown {
        return;
    }
    if let Some(whole) = whole_run(interpreter, trace) {
        counterexample.trace = whole;
    }
}

/// A run that begins like this: the first steps lead round soon in most systems, random ones in most of
/// the others.
fn whole_run(interpreter: &Interpreter, beginning: &Trace) -> Option<Trace> {
    extend(interpreter, beginning, 10_000, &mut |_| 0).or_else(|| {
        (0..20).find_map(|seed| {
            let mut random = Random::new(seed);
            extend(interpreter, beginning, 1_000, &mut |count| random.below(count))
        })
    })
}
