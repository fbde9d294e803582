//! Invisible steps: committed steps that the property cannot see are left out.
//!
//! An agent with committed steps to take waits with everything else until they are taken
//! ([`synod_core::Committed`]). If nothing in the cone of influence of the property depends on what they change, waiting is
//! all there is to them. Then they can be left out, and nobody waits: a run of the whole system without these
//! steps is a run of the rest; and a run of the rest becomes one of the whole system when all committed steps are taken
//! before each other step, which is always possible and soon over. The two runs differ only in how often states repeat.
//!
//! # Contract
//!
//! - *Properties*: linear time without `X`, steps and arrivals, which cannot tell how often a state repeats
//!   (stutter-invariant).
//! - *Fairness*: systems with fairness conditions are refused.
//! - *Dead ends*: a deadlock comes a few invisible steps later in the whole system. `F` of a formula about states may speak of
//!   deadlocks positively and `G` negatively; other formulas with `deadlock` are refused.
//! - *Faults*: formulas with `faulty` are refused, and steps that may fault are kept.
//! - *Lift*: the same steps, with invisible steps before them.

use rustc_hash::FxHashSet;
use synod_core::{
    Budget, Committed, Expr, ExprId, Faults, Formula, Interval, Property, Rule, RuleId, System, UnaryOp,
    VarId,
};

use crate::cone_of_influence::{cone, may_fault};
use crate::{Lift, Pass, Reduction, Removed};

/// See the [module](self).
pub struct InvisibleSteps;

impl Pass for InvisibleSteps {
    fn name(&self) -> &'static str {
        "invisible steps"
    }

    fn apply(&self, system: &System, property: &Property, _: &Budget) -> Option<Reduction> {
        let formula = &property.formula;
        if system.committed.is_empty() || !system.fairness.is_empty() || !is_stutter_invariant(formula) {
            return None;
        }
        let mut scratch = system.clone();
        let ranges = system.ranges();
        let mut invisible: Vec<&Committed> =
            system.committed.iter().filter(|steps| is_safe(system, steps, ranges, &mut scratch)).collect();
        loop {
            let rules: Vec<RuleId> = invisible.iter().flat_map(|steps| steps.rules.iter().copied()).collect();
            if rules.is_empty() {
                return None;
            }
            let rest = without(system, &rules);
            let in_cone = cone(&rest, formula);
            let before = invisible.len();
            invisible.retain(|steps| written(system, steps).all(|var| !in_cone[var.0 as usize]));
            if invisible.len() == before {
                return Some(Reduction {
                    system: rest,
                    property: property.clone(),
                    removed: Removed::Rules(rules.clone()),
                    lift: Lift::Between(rules),
                });
            }
        }
    }
}

/// Whether a formula cannot tell how often a state of a run repeats, nor when exactly a run deadlocks.
fn is_stutter_invariant(formula: &Formula) -> bool {
    let counts = |part: &Formula| {
        matches!(part, Formula::Next(_) | Formula::Step(_) | Formula::Arrived(_) | Formula::Faulty)
    };
    let deadlocks = formula.any(&mut |part| *part == Formula::Deadlock);
    formula.is_linear()
        && !formula.any(&mut |part| counts(part))
        && match formula {
            _ if !deadlocks => true,
            Formula::Finally(goal) => goal.is_about_point() && deadlocks_are(goal, true),
            Formula::Globally(good) => good.is_about_point() && deadlocks_are(good, false),
            _ => false,
        }
}

/// Whether a formula about one state speaks of deadlocks under an even number of negations only, or else an odd
/// one.
fn deadlocks_are(formula: &Formula, positive: bool) -> bool {
    match formula {
        Formula::Deadlock => positive,
        Formula::Not(inner) => deadlocks_are(inner, !positive),
        other => other.children().into_iter().all(|child| deadlocks_are(child, positive)),
    }
}

/// The variable that says that there is a step to take.
fn pending(system: &System, rule: &Rule) -> Option<VarId> {
    match system.exprs[rule.guard] {
        Expr::Var(var) => Some(var),
        _ => None,
    }
}

/// What committed steps write.
fn written<'a>(system: &'a System, steps: &'a Committed) -> impl Iterator<Item = VarId> + 'a {
    let parts = steps.rules.iter().flat_map(|rule| &system.rule(*rule).parts);
    let updates = parts.flat_map(|part| &part.alternatives).flat_map(|alternative| &alternative.updates);
    updates.map(|update| update.var)
}

/// Whether nothing but their variable can keep committed steps from being taken.
fn is_safe(system: &System, steps: &Committed, ranges: &[Interval], scratch: &mut System) -> bool {
    let fits: FxHashSet<VarId> = steps.fits.iter().copied().collect();
    steps.rules.iter().all(|rule| {
        let rule = system.rule(*rule);
        let mut faults = Faults::new(scratch, ranges, &rule.choices);
        pending(system, rule).is_some()
            && rule.parts.iter().flat_map(|part| &part.alternatives).all(|alternative| {
                let defined = faults.defined(alternative.guard);
                faults.system().exprs.is_true(defined)
                    && alternative.updates.iter().all(|update| {
                        fits.contains(&update.var) || !may_fault(&mut faults, Some(rule), alternative, update)
                    })
            })
    })
}

/// The system in which nobody takes steps of these rules, nor waits for them.
fn without(system: &System, rules: &[RuleId]) -> System {
    let mut rest = system.clone();
    let pending: FxHashSet<VarId> =
        rules.iter().filter_map(|rule| pending(system, system.rule(*rule))).collect();
    let waits = |conjunct: &ExprId| match system.exprs[*conjunct] {
        Expr::Unary(UnaryOp::Not, inner) => {
            matches!(system.exprs[inner], Expr::Var(var) if pending.contains(&var))
        }
        _ => false,
    };
    for rule in &mut rest.rules {
        let conjuncts = system.exprs.conjuncts(rule.guard);
        if conjuncts.iter().any(waits) {
            rule.guard = rest.exprs.and(conjuncts.into_iter().filter(|conjunct| !waits(conjunct)));
        }
    }
    let never = rest.exprs.bool(false);
    for rule in rules {
        rest.rules[rule.0 as usize].guard = never;
    }
    let gone: FxHashSet<RuleId> = rules.iter().copied().collect();
    for steps in &mut rest.committed {
        steps.rules.retain(|rule| !gone.contains(rule));
    }
    rest
}
