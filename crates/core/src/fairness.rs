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
    let again = |f: &Formula| rewrite(f, fair);
    let boxed = |f: &Formula| Box::new(rewrite(f, fair));
    // What is known is known of the states that lie on fair runs. A fact about runs is one about all
    // fair ones, which holds of other states anyway.
    let fact = |f: &Formula| Box::new(AllRuns(Box::new(fair.clone().implies(rewrite(f, fair)))));
    match formula {
        State(_) | Step(_) | Arrived(_) | Deadlock | Faulty => formula.clone(),
        Not(a) => Not(boxed(a)),
        And(list) => And(list.iter().map(again).collect()),
        Or(list) => Or(list.iter().map(again).collect()),
        Next(a) => Next(boxed(a)),
        Finally(a) => Finally(boxed(a)),
        Globally(a) => Globally(boxed(a)),
        Until(a, b) => Until(boxed(a), boxed(b)),
        Release(a, b) => Release(boxed(a), boxed(b)),
        WeakUntil(a, b) => WeakUntil(boxed(a), boxed(b)),
        AllRuns(a) => AllRuns(Box::new(fair.clone().implies(again(a)))),
        SomeRun(a) => SomeRun(Box::new(And(vec![fair.clone(), again(a)]))),
        Knows(agent, a) => Knows(*agent, fact(a)),
        EverybodyKnows(group, a) => EverybodyKnows(group.clone(), fact(a)),
        CommonKnowledge(group, a) => CommonKnowledge(group.clone(), fact(a)),
        DistributedKnowledge(group, a) => DistributedKnowledge(group.clone(), fact(a)),
        Coalition(group, a) => Coalition(group.clone(), boxed(a)),
    }
}
