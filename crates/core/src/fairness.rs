//! Fairness by rewriting: a formula whose quantifiers and knowledge range over fair runs and the states
//! on them, as a formula without fairness. Any engine that decides branching time and knowledge decides
//! it; engines that know fairness natively need not rewrite.

use crate::property::Formula;

/// The formula over fair runs only: those on which each of `fairness` holds infinitely often. Asked of
/// all runs from the initial states, it means the original asked of all fair ones. Coalitions are left
/// as they are, and common knowledge still passes through states that lie on no fair run: who decides it
/// leaves these out.
pub fn under_fairness(formula: &Formula, fairness: &[Formula]) -> Formula {
    if fairness.is_empty() {
        return formula.clone();
    }
    let fair = is_fair(fairness);
    let rewritten = rewrite(formula, &fair);
    fair.implies(rewritten)
}

/// Holds of the runs on which each of `fairness` holds infinitely often.
pub fn is_fair(fairness: &[Formula]) -> Formula {
    let again = |f: &Formula| Formula::Globally(Box::new(Formula::Finally(Box::new(f.clone()))));
    Formula::And(fairness.iter().map(again).collect())
}

fn rewrite(formula: &Formula, fair: &Formula) -> Formula {
    use Formula::*;
    match formula {
        AllRuns(a) => AllRuns(Box::new(fair.clone().implies(rewrite(a, fair)))),
        SomeRun(a) => SomeRun(Box::new(And(vec![fair.clone(), rewrite(a, fair)]))),
        // What is known is known of the states that lie on fair runs. A fact about runs is one about all
        // fair ones, which holds of other states anyway.
        Knows(..) | EverybodyKnows(..) | CommonKnowledge(..) | DistributedKnowledge(..) => {
            formula.map_children(&mut |a| AllRuns(Box::new(fair.clone().implies(rewrite(a, fair)))))
        }
        other => other.map_children(&mut |a| rewrite(a, fair)),
    }
}
