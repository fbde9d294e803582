//! What kind of question a formula is.

use crate::property::Formula;

/// Splits a property into conjuncts that can be asked one by one. Quantification over all runs is what
/// a property means anyway, so it is dropped at the top.
pub fn conjuncts(formula: &Formula) -> Vec<Formula> {
    use Formula::*;
    let mut todo = vec![formula.clone()];
    let mut done = Vec::new();
    while let Some(formula) = todo.pop() {
        match formula {
            And(list) => todo.extend(list.into_iter().rev()),
            AllRuns(inner) => todo.push(*inner),
            Not(inner) => match *inner {
                Not(inner) => todo.push(*inner),
                Or(list) => todo.extend(list.into_iter().rev().map(Formula::not)),
                SomeRun(inner) => todo.push(inner.not()),
                Finally(inner) => todo.push(Globally(Box::new(inner.not()))),
                other => done.push(other.not()),
            },
            other => done.push(other),
        }
    }
    done
}

/// Whether the formula talks about one run only.
pub fn is_linear(formula: &Formula) -> bool {
    !formula.is_branching() && !formula.is_epistemic()
}

/// Whether the formula talks about what surrounds one point, and not about a certain run from there.
pub fn is_about_point(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        State(_) | Arrived(_) | Deadlock | Faulty => true,
        AllRuns(_) | SomeRun(_) | Knows(..) | EverybodyKnows(..) => true,
        CommonKnowledge(..) | DistributedKnowledge(..) | Coalition(..) => true,
        Not(inner) => is_about_point(inner),
        And(list) | Or(list) => list.iter().all(is_about_point),
        Step(_) | Next(_) | Finally(_) | Globally(_) | Until(..) | Release(..) | WeakUntil(..) => false,
    }
}

/// Whether the formula talks about one position of a run: a point and the step that leaves it.
fn is_about_position(formula: &Formula) -> bool {
    use Formula::*;
    match formula {
        Step(_) => true,
        Not(inner) => is_about_position(inner),
        And(list) | Or(list) => list.iter().all(is_about_position),
        other => is_about_point(other),
    }
}

/// For `G p` with `p` about one position: `p`. Such a formula is asked of every position that can be
/// reached, also of those on runs that end.
pub fn invariant(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Globally(inner) if is_about_position(inner) => Some(inner),
        _ => None,
    }
}
