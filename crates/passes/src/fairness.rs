//! Fairness by rewriting: a formula whose quantifiers and knowledge range over fair runs and the states
//! on them, as a formula without fairness.
//!
//! # Contract
//!
//! The rewritten formula, asked of all runs of the system without its fairness conditions, means the original asked of
//! the fair ones. Linear and branching time and knowledge are covered. Coalitions are left as they are, and common
//! knowledge still passes through states that lie on no fair run: who decides it leaves these out. The system stays as
//! it is, and so a trace needs no lifting.
//!
//! This is a function and no entry of [`crate::REDUCTIONS`], because engines need it at different places: the
//! symbolic engine knows fairness natively, those that prove rewrite conjunct by conjunct, and the explicit engine
//! still asks the system for common knowledge and strategies.

use synod_core::Formula;

/// The formula over fair runs only: those on which each of `fairness` holds infinitely often.
pub fn under_fairness(formula: &Formula, fairness: &[Formula]) -> Formula {
    if fairness.is_empty() {
        return formula.clone();
    }
    let fair = is_fair(fairness);
    let rewritten = rewrite(formula, &fair);
    fair.implies(rewritten)
}

/// Holds of the runs on which each of `fairness` holds infinitely often.
fn is_fair(fairness: &[Formula]) -> Formula {
    let again = |f: &Formula| Formula::Globally(Box::new(Formula::Finally(Box::new(f.clone()))));
    Formula::And(fairness.iter().map(again).collect())
}

fn rewrite(formula: &Formula, fair: &Formula) -> Formula {
    use Formula::*;
    // What is known is known of the states that lie on fair runs. A fact about runs is one about all
    // fair ones, which holds of other states anyway.
    let fact = |f: &Formula| Box::new(AllRuns(Box::new(fair.clone().implies(rewrite(f, fair)))));
    match formula {
        AllRuns(a) => AllRuns(Box::new(fair.clone().implies(rewrite(a, fair)))),
        SomeRun(a) => SomeRun(Box::new(And(vec![fair.clone(), rewrite(a, fair)]))),
        Knows(agent, a) => Knows(*agent, fact(a)),
        EverybodyKnows(group, a) => EverybodyKnows(group.clone(), fact(a)),
        CommonKnowledge(group, a) => CommonKnowledge(group.clone(), fact(a)),
        DistributedKnowledge(group, a) => DistributedKnowledge(group.clone(), fact(a)),
        other => other.map_children(&mut |part| rewrite(part, fair)),
    }
}
