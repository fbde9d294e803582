//! Runs that go on for ever. Two searches race: one for lassos, depth by depth; and one that proves bounds
//! on the number of fair positions.

use synod_core::{Argument, Budget, Silent, Stop, threads};

use crate::bmc::{Found, Search};
use crate::circuit::Lasso;
use crate::inquiry::{Answer, Inquiry, Pace};
use crate::prove::{Ended, Prover};
use crate::safety::Safety;
use crate::solver::General;

/// Decides a question about runs that go on for ever.
pub fn decide(
    inquiry: &Inquiry,
    lasso: &Lasso,
    prover: Prover<'_>,
    pace: &Pace,
    depth: &mut u64,
) -> Result<Answer, Stop> {
    // Answers and failures come with the depth at which they were found.
    let at_depth = |work: &dyn Fn(&mut u64) -> Result<Answer, Stop>| {
        let mut depth = 0;
        work(&mut depth).map(|answer| (answer, depth)).map_err(|stop| (stop, depth))
    };
    let searching = |budget: &Budget| {
        let pace = Pace { budget, progress: pace.progress };
        at_depth(&|depth| search(inquiry, &pace, depth))
    };
    let proving = |budget: &Budget| {
        let pace = Pace { budget, progress: &Silent };
        at_depth(&|depth| bound(inquiry, lasso, prover, &pace, depth))
    };
    match threads::race(pace.budget, searching, proving) {
        Ok((answer, reached)) => {
            *depth = reached;
            Ok(answer)
        }
        // Both stopped, for the same reason.
        Err((stop, reached)) => {
            *depth = reached;
            Err(pace.budget.check(0).err().unwrap_or(stop))
        }
    }
}

/// Looks for a lasso, as deep as it takes.
fn search(inquiry: &Inquiry, pace: &Pace, depth: &mut u64) -> Result<Answer, Stop> {
    let mut search: Search<General> = Search::new(&inquiry.circuit, &inquiry.question.goal, pace.budget);
    loop {
        if pace.budget.depth.is_some_and(|bound| search.depth() > bound) {
            return Err(Stop::Depth);
        }
        *depth = search.depth();
        pace.tell(*depth)?;
        match search.next(pace.budget)? {
            None => {}
            Some(Found::Nothing { depth }) => return Ok(Answer::Holds(Argument::Unrolled { depth })),
            Some(Found::Run(run)) => return Ok(Answer::Violated(run)),
        }
    }
}

/// Proves a bound on the number of fair positions, if there is one.
fn bound(
    inquiry: &Inquiry,
    lasso: &Lasso,
    prover: Prover<'_>,
    pace: &Pace,
    depth: &mut u64,
) -> Result<Answer, Stop> {
    let mut limit = 0;
    loop {
        pace.budget.check(0)?;
        let safety = Safety::counting(inquiry.question.circuit.clone(), lasso, limit);
        if let Ended::Proved(because) = prover.decide(&safety, &inquiry.question.layout, pace, depth)? {
            return Ok(Answer::Holds(Argument::Unreachable { fair_positions: Some(limit), because }));
        }
        limit += 1 + limit / 2;
    }
}
