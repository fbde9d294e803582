//! What a conjunct of a property asks of runs, before it is encoded.

use synod_core::{Formula, StepPredicateId};

/// Which runs violate a conjunct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Those that begin in a bad state.
    Start,
    /// Those that come to a bad position, also if they end.
    Reach,
    /// Those that satisfy the negation as a whole.
    Run,
}

/// A conjunct of a property about one run.
#[derive(Clone, Debug)]
pub struct ConjunctForm<'f> {
    /// Which runs violate it.
    pub violation: Violation,
    /// What must hold: of the start, of every position, or of the run.
    pub body: &'f Formula,
    /// Whether the step that leaves a position matters.
    pub with_step: bool,
    /// The predicates of which it matters whether the step that led to a position satisfies them.
    pub arrivals: Vec<StepPredicateId>,
    /// Which signals of the system are asked for.
    pub needs: Needs,
}

/// Which signals of a system are wanted besides the next state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Where no step can be taken.
    pub deadlock: bool,
    /// Where some step meets a fault.
    pub faulty: bool,
    /// Which steps satisfy these predicates.
    pub predicates: Vec<StepPredicateId>,
}

impl<'f> ConjunctForm<'f> {
    /// The form of one of the [`crate::conjuncts`] of a property.
    pub fn of(conjunct: &'f Formula) -> Self {
        let (violation, body) = match conjunct.as_invariant() {
            _ if conjunct.is_about_point() => (Violation::Start, conjunct),
            Some(body) => (Violation::Reach, body),
            None => (Violation::Run, conjunct),
        };
        let (mut needs, mut with_step) = (Needs::default(), false);
        body.any(&mut |part| {
            with_step |= matches!(part, Formula::Step(_));
            match part {
                Formula::Deadlock => needs.deadlock = true,
                Formula::Faulty => needs.faulty = true,
                Formula::Step(predicate) | Formula::Arrived(predicate)
                    if !needs.predicates.contains(predicate) =>
                {
                    needs.predicates.push(*predicate)
                }
                _ => {}
            }
            false
        });
        let arrivals = body.arrivals();
        // Where no step can be taken the state repeats.
        needs.deadlock |= match violation {
            Violation::Start => false,
            Violation::Reach => with_step || !arrivals.is_empty(),
            Violation::Run => true,
        };
        ConjunctForm { violation, body, with_step, arrivals, needs }
    }
}
