//! Goal stopping: whether a goal is always reached is decided before it is reached, so that the search need not
//! go on from there. Where the goal holds, the reduced system takes no step.
//!
//! # Contract
//!
//! - *Properties*: `F goal` and `F (goal | …)` with a state predicate `goal` and linear formulas beside it. A run
//!   that reaches the goal satisfies it however it goes on, and a run that does not is a run of both systems. Formulas
//!   about knowledge, path quantifiers and coalitions are refused: they see what comes after the goal.
//! - *Fairness*: kept, if the conditions are linear. A run that reaches the goal satisfies the property, fair or not.
//! - *Dead ends*: every goal state becomes one, so that counts of dead ends mean nothing. Elsewhere they are kept.
//! - *Faults*: kept outside goal states. A goal that may have no value is refused: where it has none it counts as
//!   false, but its negation would not count as true.
//! - *Lift*: the same steps.

use synod_core::{Budget, ExprId, Faults, Formula, Property, System};

use crate::{Lift, Pass, Reduction, Removed};

/// See the [module](self).
pub struct GoalStopping;

impl Pass for GoalStopping {
    fn name(&self) -> &'static str {
        "goal stopping"
    }

    fn apply(&self, system: &System, property: &Property, _: &Budget) -> Option<Reduction> {
        if !property.formula.is_linear() || !system.fairness.iter().all(Formula::is_linear) {
            return None;
        }
        let goal = goal(&property.formula)?;
        let mut stopped = system.clone();
        let defined = Faults::new(&mut stopped, system.ranges(), &[]).defined(goal);
        if !stopped.exprs.is_true(defined) {
            return None;
        }
        let before = stopped.exprs.not(goal);
        for rule in &mut stopped.rules {
            rule.guard = stopped.exprs.and([rule.guard, before]);
        }
        // Nothing is committed any more: that it is taken depends on the goal too.
        stopped.committed.iter_mut().for_each(|steps| steps.rules.clear());
        Some(Reduction {
            system: stopped,
            property: property.clone(),
            removed: Removed::AfterGoal(goal),
            lift: Lift::SameSteps,
        })
    }
}

/// The condition on a state that the formula wants to be reached, if that is all it asks.
fn goal(formula: &Formula) -> Option<ExprId> {
    let Formula::Finally(wanted) = formula else { return None };
    let states: Vec<ExprId> = match &**wanted {
        Formula::State(id) => vec![*id],
        Formula::Or(list) => list
            .iter()
            .filter_map(|part| match part {
                Formula::State(id) => Some(*id),
                _ => None,
            })
            .collect(),
        _ => return None,
    };
    match states.as_slice() {
        [goal] => Some(*goal),
        _ => None,
    }
}
