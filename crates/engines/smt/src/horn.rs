//! Proofs by constrained Horn clauses: the solver looks for an invariant itself. What it finds is checked
//! again, by a second run that knows nothing of the first.

use synod_core::{Argument, Conditions, Induction};

use crate::certificate::{Claims, LOGIC, claims_of_invariant, invariant};
use crate::question::TermQuestion;
use crate::refute::first_possible;
use crate::reply::Reply;
use crate::script::Script;
use crate::search::{Reason, SearchResult, Work};
use crate::solver::{Failed, Solver};

/// Proves that something is not reached. That it is reached is left to others to show.
pub fn prove(question: &TermQuestion, work: &Work) -> Result<SearchResult, Failed> {
    let script = Script::new(question);
    let mut solver = Solver::start(work.program, "HORN", work.budget)?;
    solver.say(script.relation() + &script.definitions() + &script.clauses());
    if !solver.check()? {
        return Err(Failed::Solver("it can be reached".to_string()));
    }
    let (because, induction) = match solver.model().and_then(|model| confirmed(question, &model, work)) {
        Ok(Some(conditions)) => {
            ("finds an inductive invariant, and confirms it in a second run", Some(conditions))
        }
        Ok(None) => {
            return Err(Failed::Solver(format!("the invariant of `{}` is not inductive", work.program.name)));
        }
        Err(Failed::Stopped(stop)) => return Err(stop.into()),
        Err(Failed::Solver(_)) => ("reports an inductive invariant, which was not checked again", None),
    };
    let argument = induction.map(|conditions| Argument::Unreachable {
        k_liveness: None,
        because: Induction::Invariant(conditions),
    });
    Ok(SearchResult::Nothing(Reason { because: because.to_string(), argument }))
}

/// The invariant that a model defines, if it is one.
fn confirmed(question: &TermQuestion, model: &Reply, work: &Work) -> Result<Option<Conditions>, Failed> {
    let unreadable = || Failed::Solver(format!("`{}` answers: {model}", work.program.name));
    let conditions = invariant(question, model).ok_or_else(unreadable)?;
    let Ok(Claims { definitions, impossible }) = claims_of_invariant(question, &conditions) else {
        return Err(unreadable());
    };
    let broken = impossible.iter().map(|(condition, _)| condition.as_str());
    let found = first_possible(work.program, LOGIC, &definitions, broken, work.budget)?;
    Ok(found.is_none().then_some(conditions))
}
