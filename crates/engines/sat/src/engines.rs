//! The engines as others see them.

use std::sync::Arc;

use synod_core::{
    Argument, Budget, Engine, Formula, Outcome, Progress, Property, Stop, System, Unsupported, Verdict,
};

use crate::bmc::{Found, Search};
use crate::circuit::{Circuit, Goal};
use crate::inquiry::{Answer, Inquiry, Pace, answer, proved, supported};
use crate::known::Known;
use crate::liveness;
use crate::prove::{Ended, Prover};
use crate::safety::Safety;
use crate::solver::General;

/// An engine that works on circuits.
#[derive(Clone, Debug)]
pub struct Sat<'a> {
    system: &'a System,
    method: Method,
    known: Arc<Known>,
}

/// How it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Bounded model checking: looks for violations depth by depth.
    Bmc,
    /// k-induction.
    Kind,
    /// Property-directed reachability.
    Ic3,
}

impl<'a> Sat<'a> {
    /// The engine for a system.
    pub fn new(system: &'a System, method: Method) -> Self {
        Sat { system, method, known: Arc::default() }
    }

    /// The same, with what other engines for the system, or for slices of it, come across.
    pub fn sharing(self, known: &Arc<Known>) -> Self {
        Sat { known: known.clone(), ..self }
    }
}

impl Engine for Sat<'_> {
    fn name(&self) -> &'static str {
        match self.method {
            Method::Bmc => "bmc",
            Method::Kind => "kind",
            Method::Ic3 => "ic3",
        }
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        supported(formula)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let pace = Pace { budget, progress };
        answer(self.system, property, budget, |inquiries, depth| match self.method {
            Method::Bmc => bounded(inquiries, depth, &pace),
            Method::Kind => prove(inquiries, Prover::Kind, depth, &pace),
            Method::Ic3 => prove(inquiries, Prover::Ic3(&self.known), depth, &pace),
        })
    }
}

/// Proves the conjuncts one by one, or finds a violation.
fn prove(inquiries: &[Inquiry], prover: Prover, depth: &mut u64, pace: &Pace) -> Result<Verdict, Stop> {
    let mut arguments = Vec::new();
    let mut bounded = false;
    for inquiry in inquiries {
        let question = &inquiry.question;
        let decide = |depth: &mut u64| -> Result<Option<Answer>, Stop> {
            Ok(Some(match (&question.goal, Safety::of(&question.circuit, &question.goal)) {
                (Goal::Lasso(lasso), _) => liveness::decide(inquiry, lasso, prover, pace, depth)?,
                (_, None) => return Ok(None),
                (_, Some(safety)) => match prover.decide(&safety, &question.layout, pace, depth)? {
                    Ended::Proved(because) => {
                        Answer::Holds(Argument::Unreachable { fair_positions: None, because })
                    }
                    Ended::Reached(run) => Answer::Violated(run),
                },
            }))
        };
        match decide(depth) {
            Ok(Some(Answer::Holds(argument))) => arguments.push(argument),
            Ok(Some(Answer::Violated(run))) => return inquiry.violated(&run, pace.budget),
            Ok(None) => {}
            // The others may be violated within the bound.
            Err(Stop::Depth) => bounded = true,
            Err(stop) => return Err(stop),
        }
    }
    Ok(match pace.budget.depth {
        Some(bound) if bounded => Verdict::Bounded { within: within(bound) },
        _ => proved(arguments),
    })
}

/// Looks for violations of all conjuncts, depth by depth.
fn bounded(inquiries: &[Inquiry], depth: &mut u64, pace: &Pace) -> Result<Verdict, Stop> {
    let measured = |inquiry: &Inquiry| {
        let mut circuit = inquiry.circuit.clone();
        circuit.measure(&inquiry.question.goal, pace.budget).map(|()| circuit)
    };
    let circuits: Vec<Circuit> = inquiries.iter().map(measured).collect::<Result<_, Stop>>()?;
    let goals = inquiries.iter().map(|inquiry| &inquiry.question.goal);
    let searches =
        std::iter::zip(&circuits, goals).map(|(c, goal)| Search::<General>::new(c, goal, pace.budget));
    let mut open: Vec<(usize, _)> = searches.enumerate().collect();
    let mut arguments: Vec<Argument> = inquiries.iter().map(|_| Argument::Unrolled { depth: 0 }).collect();
    loop {
        if open.is_empty() {
            return Ok(proved(arguments));
        }
        if pace.budget.depth.is_some_and(|bound| *depth > bound) {
            let bound = depth.saturating_sub(1);
            return Ok(Verdict::Bounded { within: within(bound) });
        }
        let mut still_open = Vec::with_capacity(open.len());
        for (number, mut search) in open {
            let found = pace.tell(*depth).and_then(|()| search.next(pace.budget));
            match found {
                Ok(None) => still_open.push((number, search)),
                Ok(Some(Found::Nothing { depth })) => arguments[number] = Argument::Unrolled { depth },
                Ok(Some(Found::Run(run))) => return inquiries[number].violated(&run, pace.budget),
                Err(Stop::Time) if *depth > 0 => {
                    let within = format!("{} ({})", within(*depth - 1), Stop::Time.reason());
                    return Ok(Verdict::Bounded { within });
                }
                Err(stop) => return Err(stop),
            }
        }
        open = still_open;
        *depth += 1;
    }
}

fn within(depth: u64) -> String {
    match depth {
        1 => "within 1 step of the initial states".to_string(),
        _ => format!("within {depth} steps of the initial states"),
    }
}
