//! Runs that go on for ever. Two searches race: one for lassos, depth by depth; and one that proves bounds
//! on the number of fair positions.

use synod_core::{Argument, Silent, Stop};

use crate::bmc::{Found, Search};
use crate::circuit::Lasso;
use crate::inquiry::{Answer, Inquiry, Pace};
use crate::prove::{Ended, Prover};
use crate::safety::Safety;
use crate::solver::Cadical;

/// Decides a question about runs that go on for ever.
pub fn decide(
    inquiry: &Inquiry,
    lasso: &Lasso,
    prover: Prover<'_>,
    pace: &Pace,
    depth: &mut u64,
) -> Result<Answer, Stop> {
    let (searching, proving) = (pace.budget.part(), pace.budget.part());
    let (found, proved) = std::thread::scope(|scope| {
        let prover = scope.spawn(|| {
            let mut depth = 0;
            let pace = Pace { budget: &proving, progress: &Silent };
            let answer = bound(inquiry, lasso, prover, &pace, &mut depth);
            if answer.is_ok() {
                searching.cancel();
            }
            (answer, depth)
        });
        let found = search(inquiry, &Pace { budget: &searching, progress: pace.progress }, depth);
        if found.is_ok() {
            proving.cancel();
        }
        let proved = prover.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (found, proved)
    });
    match (found, proved) {
        (Ok(answer), _) => Ok(answer),
        (Err(_), (Ok(answer), proof_depth)) => {
            *depth = proof_depth;
            Ok(answer)
        }
        // Both stopped, for the same reason.
        (Err(stop), _) => Err(pace.budget.check(0).err().unwrap_or(stop)),
    }
}

/// Looks for a lasso, as deep as it takes.
fn search(inquiry: &Inquiry, pace: &Pace, depth: &mut u64) -> Result<Answer, Stop> {
    let mut search: Search<Cadical> = Search::new(&inquiry.circuit, &inquiry.question.goal, pace.budget);
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
