//! Leaving out chores: steps that only get out of the way of others.
//!
//! Who has chores to do waits with everything else until they are done. If nothing that matters depends on
//! what they change, waiting is all there is to them. Then chores can be left out, and nobody waits: a run of the
//! whole system without its chores is a run of the rest; and a run of the rest becomes one of the whole system
//! when all chores are done before each step, which is always possible and soon over. The two runs differ only in
//! how often states repeat.

use crate::expr::{Expr, ExprId, UnaryOp};
use crate::faults::Faults;
use crate::property::Formula;
use crate::ranges::{Interval, infer_ranges};
use crate::slice::{may_fault, relevant};
use crate::system::{Chore, Rule, RuleId, System, VarId};

/// The system without the chores that are nothing but waiting for a formula, and the rules left out; `None` if
/// there are none.
pub(crate) fn without_chores(system: &System, formula: &Formula) -> Option<(System, Vec<RuleId>)> {
    if system.chores.is_empty() || !system.fairness.is_empty() || !allows_repetition(formula) {
        return None;
    }
    let ranges = infer_ranges(system);
    let mut scratch = system.clone();
    let mut chores: Vec<&Chore> =
        system.chores.iter().filter(|chore| is_safe(system, chore, &ranges, &mut scratch)).collect();
    while !chores.is_empty() {
        let rest = without(system, &chores);
        let matters = relevant(&rest, formula);
        let before = chores.len();
        chores.retain(|chore| written(system, chore).all(|var| !matters[var.0 as usize]));
        if chores.len() == before {
            return Some((rest, chores.iter().flat_map(|chore| chore.rules.iter().copied()).collect()));
        }
    }
    None
}

/// Whether a formula cannot tell how often a state of a run repeats, nor when exactly a run gets stuck.
fn allows_repetition(formula: &Formula) -> bool {
    let counts = |part: &Formula| {
        matches!(part, Formula::Next(_) | Formula::Step(_) | Formula::Arrived(_) | Formula::Faulty)
    };
    let stuck = formula.any(&mut |part| *part == Formula::Deadlock);
    !formula.any(&mut |part| counts(part))
        && match formula {
            _ if !stuck => true,
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

/// The variable that says that there is something to do.
fn pending(system: &System, rule: &Rule) -> Option<VarId> {
    match system.exprs[rule.guard] {
        Expr::Var(var) => Some(var),
        _ => None,
    }
}

/// What the steps of a chore write.
fn written<'a>(system: &'a System, chore: &'a Chore) -> impl Iterator<Item = VarId> + 'a {
    let parts = chore.rules.iter().flat_map(|rule| &system.rule(*rule).parts);
    let updates = parts.flat_map(|part| &part.alternatives).flat_map(|alternative| &alternative.updates);
    updates.map(|update| update.var)
}

/// Whether nothing but its variable can keep a step of a chore from being taken.
fn is_safe(system: &System, chore: &Chore, ranges: &[Interval], scratch: &mut System) -> bool {
    chore.rules.iter().all(|rule| {
        let rule = system.rule(*rule);
        let alternatives = || rule.parts.iter().flat_map(|part| &part.alternatives);
        pending(system, rule).is_some()
            && alternatives().all(|alternative| {
                let defined = Faults::new(scratch, ranges, &rule.choices).defined(alternative.guard);
                scratch.exprs.is_true(defined)
                    && alternative.updates.iter().all(|update| {
                        chore.fits.contains(&update.var)
                            || !may_fault(scratch, ranges, rule, alternative, update)
                    })
            })
    })
}

/// The system in which nobody has these chores, nor waits for them.
fn without(system: &System, chores: &[&Chore]) -> System {
    let mut rest = system.clone();
    let rules = || chores.iter().flat_map(|chore| &chore.rules);
    let pending: Vec<VarId> = rules().filter_map(|rule| pending(system, system.rule(*rule))).collect();
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
    for rule in rules() {
        rest.rules[rule.0 as usize].guard = never;
    }
    rest
}
