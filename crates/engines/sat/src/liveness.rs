//! Runs that go on for ever. Two searches race: one for lassos, depth by depth; and one that proves bounds
//! on how many times a run meets its acceptance condition (k-liveness).

use synod_core::{Argument, Budget, Silent, Stop, threads};

use crate::bmc::{Search, SearchResult};
use crate::circuit::Lasso;
use crate::decide::{ConjunctAnswer, ReducedQuestion, Reporter};
use crate::prove::{Prover, Reachability};
use crate::safety::Safety;
use crate::solver::General;

/// Decides a question about runs that go on for ever.
pub fn decide(
    reduced: &ReducedQuestion,
    lasso: &Lasso,
    prover: Prover<'_>,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<ConjunctAnswer, Stop> {
    // Answers and failures come with the depth at which they were found.
    let at_depth = |work: &dyn Fn(&mut u64) -> Result<ConjunctAnswer, Stop>| {
        let mut depth = 0;
        work(&mut depth).map(|answer| (answer, depth)).map_err(|stop| (stop, depth))
    };
    let searching = |budget: &Budget| {
        let reporter = Reporter { budget, progress: reporter.progress };
        at_depth(&|depth| search(reduced, &reporter, depth))
    };
    let proving = |budget: &Budget| {
        let reporter = Reporter { budget, progress: &Silent };
        at_depth(&|depth| bound(reduced, lasso, prover, &reporter, depth))
    };
    match threads::race(reporter.budget, searching, proving) {
        Ok((answer, reached)) => {
            *depth = reached;
            Ok(answer)
        }
        // Both stopped, for the same reason.
        Err((stop, reached)) => {
            *depth = reached;
            Err(reporter.budget.check(0).err().unwrap_or(stop))
        }
    }
}

/// Looks for a lasso, as deep as it takes.
fn search(reduced: &ReducedQuestion, reporter: &Reporter, depth: &mut u64) -> Result<ConjunctAnswer, Stop> {
    let mut search: Search<General> = Search::new(&reduced.circuit, &reduced.question.goal, reporter.budget);
    loop {
        if reporter.budget.depth.is_some_and(|bound| search.depth() > bound) {
            return Err(Stop::Depth);
        }
        *depth = search.depth();
        reporter.tell_size(*depth, search.nodes())?;
        match search.next(reporter.budget)? {
            None => {}
            Some(SearchResult::Nothing { depth }) => {
                return Ok(ConjunctAnswer::Holds(Argument::Unrolled { depth }));
            }
            Some(SearchResult::Run(run)) => return Ok(ConjunctAnswer::Violated(run)),
        }
    }
}

/// k-liveness: proves a bound on how many times a run meets its acceptance condition, if there is one.
fn bound(
    reduced: &ReducedQuestion,
    lasso: &Lasso,
    prover: Prover<'_>,
    reporter: &Reporter,
    depth: &mut u64,
) -> Result<ConjunctAnswer, Stop> {
    let mut limit = 0;
    loop {
        reporter.budget.check(0)?;
        let safety = Safety::k_liveness(reduced.question.circuit.clone(), lasso, limit);
        if let Reachability::Proved(because) =
            prover.decide(&safety, &reduced.question.layout, reporter, depth)?
        {
            return Ok(ConjunctAnswer::Holds(Argument::Unreachable { k_liveness: Some(limit), because }));
        }
        limit += 1 + limit / 2;
    }
}
