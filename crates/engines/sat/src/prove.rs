//! Ways to prove that something cannot be reached.

use synod_core::{Induction, Stop};

use crate::bmc::{Run, Search, SearchResult};
use crate::certificate::clauses;
use crate::circuit::Goal;
use crate::decide::Reporter;
use crate::encode::layout::Layout;
use crate::ic3;
use crate::k_induction::Step;
use crate::lemmas::SharedLemmas;
use crate::safety::Safety;
use crate::solver::{General, Solver};

/// A way to prove.
#[derive(Clone, Copy, Debug)]
pub enum Prover<'a> {
    /// k-induction.
    KInduction,
    /// Property-directed reachability, with what was learnt in other questions.
    Ic3(&'a SharedLemmas),
}

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachability {
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
        reporter: &Reporter,
        depth: &mut u64,
    ) -> Result<Reachability, Stop> {
        match self {
            Prover::KInduction => induction(safety, reporter, depth),
            Prover::Ic3(lemmas) => Ok(match ic3::decide(safety, lemmas, reporter, depth)? {
                ic3::CubeProof::Proved(cubes) => {
                    Reachability::Proved(Induction::Invariant(clauses(layout, &safety.circuit, &cubes)))
                }
                ic3::CubeProof::Reached(run) => Reachability::Reached(run),
            }),
        }
    }
}

/// Base case and step, one after the other.
fn induction(safety: &Safety, reporter: &Reporter, depth: &mut u64) -> Result<Reachability, Stop> {
    let goal = Goal::Reach { bad: safety.bad, with_step: false };
    let mut base: Search<General> = Search::new(&safety.circuit, &goal, reporter.budget);
    let mut step = Step::new(safety, General::new(reporter.budget));
    for k in 0.. {
        *depth = k;
        reporter.tell_size(k, base.nodes() + step.nodes())?;
        // After `k` good states there is no bad one, and the first `k` states are good.
        if step.next(reporter.budget)? {
            return Ok(Reachability::Proved(Induction::Steps(k)));
        }
        if let Some(SearchResult::Run(run)) = base.next(reporter.budget)? {
            return Ok(Reachability::Reached(run));
        }
        if reporter.budget.depth.is_some_and(|bound| k >= bound) {
            break;
        }
    }
    Err(Stop::Depth)
}
