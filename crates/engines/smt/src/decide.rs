//! Deciding a question: several methods at once, the first that is done wins.

use synod_core::{Argument, Silent, Stop, threads};

use crate::horn;
use crate::question::{Goal, TermQuestion};
use crate::search::{Reason, SearchResult, Work, lasso, reach};
use crate::solver::Failed;

/// Decides a question.
pub fn decide(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    match question.goal {
        Goal::Reach(_) => reached(question, work),
        Goal::Lasso { .. } => first(work, |work| lasso(question, work), |work| bound(question, work)),
    }
}

fn reached(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    if !work.program.knows_horn_clauses() {
        return reach(question, work);
    }
    first(work, |work| reach(question, work), |work| horn::prove(question, work))
}

/// k-liveness: proves a bound on how many times a run meets its acceptance condition, if there is one.
fn bound(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    let mut limit = 0;
    loop {
        match reached(&question.clone().k_liveness(limit), work)? {
            SearchResult::Run(_) => limit += 1 + limit / 2,
            SearchResult::Nothing(Reason { because, argument }) => {
                let because = format!("{because}: k-liveness: no infinite run violates it (bound {limit})");
                let argument = argument.map(|argument| match argument {
                    Argument::Unreachable { because, .. } => {
                        Argument::Unreachable { k_liveness: Some(limit), because }
                    }
                    // That no run goes on needs no counting.
                    other => other,
                });
                return Ok(SearchResult::Nothing(Reason { because, argument }));
            }
            // The search for a violating run says the same.
            SearchResult::NoStart | SearchResult::Within(_) => return Err(Stop::Depth.into()),
        }
    }
}

/// Works in two ways at once; the first that is done stops the other.
fn first<'w>(
    work: &Work<'w>,
    one: impl FnOnce(&Work) -> Result<SearchResult, Failed> + Send,
    other: impl FnOnce(&Work) -> Result<SearchResult, Failed> + Send,
) -> Result<SearchResult, Failed> {
    let (left, right) = (work.budget.part(), work.budget.part());
    let one = || one(&Work { budget: &left, ..*work }).inspect(|_| right.cancel());
    let other = || {
        let found = other(&Work { budget: &right, progress: &Silent, ..*work });
        if matches!(found, Ok(SearchResult::Nothing(_) | SearchResult::Run(_))) {
            left.cancel();
        }
        found
    };
    let (one, other) = threads::both(one, other);
    match (one, other) {
        (Ok(found), Err(_)) | (Err(_), Ok(found)) => Ok(found),
        // A bound says less than a proof.
        (Ok(SearchResult::Within(_)), Ok(found)) | (Ok(found), Ok(_)) => Ok(found),
        (Err(failed), Err(_)) => Err(work.budget.check(0).err().map_or(failed, Failed::from)),
    }
}
