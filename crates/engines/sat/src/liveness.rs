//! Runs that go on for ever: bounds on their fair positions are proved one after the other, and in between
//! lassos are looked for as deep as the last bound was exceeded.

use synod_core::{Argument, Stop};

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
    prover: &Prover,
    pace: &Pace,
    depth: &mut u64,
) -> Result<Answer, Stop> {
    let goal = &inquiry.question.goal;
    let mut search: Search<Cadical> = Search::new(&inquiry.circuit, goal, pace.budget);
    let mut limit = 0;
    loop {
        let safety = Safety::counting(inquiry.question.circuit.clone(), lasso, limit);
        let run = match prover.decide(&safety, &inquiry.question.layout, pace, depth)? {
            Ended::Proved(because) => {
                return Ok(Answer::Holds(Argument::Unreachable { fair_positions: Some(limit), because }));
            }
            Ended::Reached(run) => run,
        };
        while search.depth() < run.inputs.len() as u64 {
            pace.tell(search.depth())?;
            match search.next(pace.budget)? {
                None => {}
                Some(Found::Nothing { depth }) => return Ok(Answer::Holds(Argument::Unrolled { depth })),
                Some(Found::Run(run)) => return Ok(Answer::Violated(run)),
            }
        }
        limit += 1 + limit / 2;
    }
}
