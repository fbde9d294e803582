//! Ways to prove that something cannot be reached.

use synod_core::{Induction, Stop};

use crate::bmc::{Found, Run, Search};
use crate::certificate::clauses;
use crate::circuit::Goal;
use crate::encode::layout::Layout;
use crate::ic3;
use crate::inquiry::Pace;
use crate::kind::Step;
use crate::known::Known;
use crate::safety::Safety;
use crate::solver::{General, Solver};

/// A way to prove.
#[derive(Clone, Copy, Debug)]
pub enum Prover<'a> {
    /// k-induction.
    Kind,
    /// Property-directed reachability, with what was learnt in other questions.
    Ic3(&'a Known),
}

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It cannot be reached.
    Proved(Induction),
    /// This run leads there.
    Reached(Run),
}

impl Prover<'_> {
    /// Decides whether something can be reached.
    pub fn decide(
        self,
        safety: &Safety,
        layout: &Layout,
        pace: &Pace,
        depth: &mut u64,
    ) -> Result<Ended, Stop> {
        match self {
            Prover::Kind => induction(safety, pace, depth),
            Prover::Ic3(known) => Ok(match ic3::decide(safety, known, pace, depth)? {
                ic3::Ended::Proved(cubes) => {
                    Ended::Proved(Induction::Invariant(clauses(layout, &safety.circuit, &cubes)))
                }
                ic3::Ended::Reached(run) => Ended::Reached(run),
            }),
        }
    }
}

/// Base case and step, one after the other.
fn induction(safety: &Safety, pace: &Pace, depth: &mut u64) -> Result<Ended, Stop> {
    let goal = Goal::Reach { bad: safety.bad, with_step: false };
    let mut base: Search<General> = Search::new(&safety.circuit, &goal, pace.budget);
    let mut step = Step::new(safety, General::new(pace.budget));
    for k in 0.. {
        *depth = k;
        pace.tell(k)?;
        // After `k` good states there is no bad one, and the first `k` states are good.
        if step.next(pace.budget)? {
            return Ok(Ended::Proved(Induction::Steps(k)));
        }
        if let Some(Found::Run(run)) = base.next(pace.budget)? {
            return Ok(Ended::Reached(run));
        }
        if pace.budget.depth.is_some_and(|bound| k >= bound) {
            break;
        }
    }
    Err(Stop::Depth)
}
