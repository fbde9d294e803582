//! Questions about the runs from one state on: what becomes of a finite run, and in which initial states a property fails.

use std::time::Duration;

use synod_core::{
    Budget, ExprId, Formula, Listing, Property, Remark, Silent, State, Strategies, System, Trace, Verdict,
};
use synod_simulate::{Interpreter, Truth, evaluate, left_to_show};

use crate::built_in::question;
use crate::{AUTO, Checker};

/// How many initial states are looked at one by one.
const MOST_INITIAL: usize = 32;

/// How long all of them are looked at.
const INITIAL: Duration = Duration::from_secs(1);

/// The same system, begun in one state.
fn from_state(system: &System, state: &State) -> System {
    let mut narrowed = system.clone();
    let mut equal: Vec<ExprId> = Vec::new();
    for (id, var) in system.var_ids() {
        let exprs = &mut narrowed.exprs;
        for (element, value) in state[system.slots(id)].iter().enumerate() {
            let read = match var.len {
                None => exprs.var(id),
                Some(_) => {
                    let index = exprs.int(element as i64);
                    exprs.element(id, index)
                }
            };
            let value = exprs.constant(var.ty.sort(), *value);
            equal.push(exprs.eq(read, value));
        }
    }
    narrowed.init = narrowed.exprs.and(equal);
    narrowed
}

/// Whether a formula holds on all runs from a state on; `None` if that is not known.
fn holds_from(system: &System, state: &State, formula: &Formula, budget: &Budget) -> Option<bool> {
    let narrowed = from_state(system, state);
    let checker = Checker::new(&narrowed, AUTO).ok()?;
    match checker.answer(&question(formula.clone()), budget, &Silent).outcome.verdict {
        Verdict::Holds(_) => Some(true),
        Verdict::Violated(_) => Some(false),
        Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
    }
}

/// What becomes of a formula of single runs on a finite run of a system: true, or false, if every way to go on makes it so;
/// otherwise, or if that is not found out within the budget, it is open.
pub fn judge_prefix(interpreter: &Interpreter, formula: &Formula, trace: &Trace, budget: &Budget) -> Truth {
    let decided = evaluate(interpreter, formula, trace);
    let (Truth::Unknown, Some(last)) = (decided, trace.states.last().filter(|_| trace.loop_start.is_none()))
    else {
        return decided;
    };
    let left = left_to_show(interpreter, formula, trace);
    let system = interpreter.system();
    if holds_from(system, last, &left, budget) == Some(true) {
        Truth::True
    } else if holds_from(system, last, &left.not(), budget) == Some(true) {
        Truth::False
    } else {
        Truth::Unknown
    }
}

/// That a property which says that something is possible has to hold in all initial states, and in how many it fails.
/// `None` where there is one initial state only.
pub(crate) fn failing_initial_states(
    interpreter: &Interpreter,
    property: &Property,
    budget: &Budget,
) -> Option<Remark> {
    let initial = interpreter.initial(MOST_INITIAL);
    if initial.states.len() < 2 {
        return None;
    }
    let is_complete = initial.listing == Listing::Complete;
    let system = interpreter.system();
    // What is known, or uniform, in a state depends on the others too.
    let is_uniform = property.formula.is_strategic() && system.strategies == Strategies::Uniform;
    let alone = !property.formula.is_epistemic() && !is_uniform;
    let budget = budget.at_most(INITIAL);
    let fails = |state: &State| match alone && is_complete {
        true => holds_from(system, state, &property.formula, &budget).map(|holds| u64::from(!holds)),
        false => None,
    };
    let failing = initial.states.iter().map(fails).sum::<Option<u64>>();
    let states = is_complete.then_some(initial.states.len() as u64);
    Some(Remark::SomeInitialStates { states, failing: failing.filter(|failing| *failing > 0) })
}
