//! The engines as others see them.

use std::sync::Arc;

use synod_core::{
    Argument, Budget, Engine, Formula, Outcome, Progress, Property, Stop, System, Unsupported, Verdict,
    counted,
};

use crate::bmc::{Search, SearchResult};
use crate::circuit::{Circuit, Goal};
use crate::decide::{ConjunctAnswer, ReducedQuestion, Reporter, answer, proved, supported};
use crate::lemmas::SharedLemmas;
use crate::liveness;
use crate::prove::{Prover, Reachability};
use crate::safety::Safety;
use crate::solver::General;

/// An engine that works on circuits.
#[derive(Clone, Debug)]
pub struct Sat<'a> {
    system: &'a System,
    method: Method,
    lemmas: Arc<SharedLemmas>,
}

/// How it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Bounded model checking: looks for violations depth by depth.
    Bmc,
    /// k-induction.
    KInduction,
    /// Property-directed reachability.
    Ic3,
}

impl<'a> Sat<'a> {
    /// The engine for a system.
    pub fn new(system: &'a System, method: Method) -> Self {
        Sat { system, method, lemmas: Arc::default() }
    }

    /// The same, with what other engines for the system, or for slices of it, come across.
    pub fn sharing(self, lemmas: &Arc<SharedLemmas>) -> Self {
        Sat { lemmas: lemmas.clone(), ..self }
    }
}

impl Engine for Sat<'_> {
    fn name(&self) -> &'static str {
        match self.method {
            Method::Bmc => "bmc",
            Method::KInduction => "kind",
            Method::Ic3 => "ic3",
        }
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        supported(self.system, formula)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let reporter = Reporter { budget, progress };
        answer(self.system, property, budget, |questions, depth| match self.method {
            Method::Bmc => bounded(questions, depth, &reporter),
            Method::KInduction => prove(questions, Prover::KInduction, depth, &reporter),
            Method::Ic3 => prove(questions, Prover::Ic3(&self.lemmas), depth, &reporter),
        })
    }
}

/// Proves the conjuncts one by one, or finds a violation.
fn prove(
    questions: &[ReducedQuestion],
    prover: Prover,
    depth: &mut u64,
    reporter: &Reporter,
) -> Result<Verdict, Stop> {
    let mut arguments = Vec::new();
    let mut bounded = false;
    for reduced in questions {
        let question = &reduced.question;
        let decide = |depth: &mut u64| -> Result<Option<ConjunctAnswer>, Stop> {
            Ok(Some(match (&question.goal, Safety::of(&question.circuit, &question.goal)) {
                (Goal::Lasso(lasso), _) => liveness::decide(reduced, lasso, prover, reporter, depth)?,
                (_, None) => return Ok(None),
                (_, Some(safety)) => match prover.decide(&safety, &question.layout, reporter, depth)? {
                    Reachability::Proved(because) => {
                        ConjunctAnswer::Holds(Argument::Unreachable { k_liveness: None, because })
                    }
                    Reachability::Reached(run) => ConjunctAnswer::Violated(run),
                },
            }))
        };
        match decide(depth) {
            Ok(Some(ConjunctAnswer::Holds(argument))) => arguments.push(argument),
            Ok(Some(ConjunctAnswer::Violated(run))) => return reduced.violated(&run, reporter.budget),
            Ok(None) => {}
            // The others may be violated within the bound.
            Err(Stop::Depth) => bounded = true,
            Err(stop) => return Err(stop),
        }
    }
    Ok(match reporter.budget.depth {
        Some(bound) if bounded => Verdict::Bounded { within: within(bound) },
        _ => proved(arguments),
    })
}

/// Looks for violations of all conjuncts, depth by depth.
fn bounded(questions: &[ReducedQuestion], depth: &mut u64, reporter: &Reporter) -> Result<Verdict, Stop> {
    let measured = |reduced: &ReducedQuestion| {
        let mut circuit = reduced.circuit.clone();
        circuit.measure(&reduced.question.goal, reporter.budget).map(|()| circuit)
    };
    let circuits: Vec<Circuit> = questions.iter().map(measured).collect::<Result<_, Stop>>()?;
    let goals = questions.iter().map(|reduced| &reduced.question.goal);
    let searches =
        std::iter::zip(&circuits, goals).map(|(c, goal)| Search::<General>::new(c, goal, reporter.budget));
    let mut open: Vec<(usize, _)> = searches.enumerate().collect();
    let mut arguments: Vec<Argument> = questions.iter().map(|_| Argument::Unrolled { depth: 0 }).collect();
    loop {
        if open.is_empty() {
            return Ok(proved(arguments));
        }
        if reporter.budget.depth.is_some_and(|bound| *depth > bound) {
            let bound = depth.saturating_sub(1);
            return Ok(Verdict::Bounded { within: within(bound) });
        }
        let mut still_open = Vec::with_capacity(open.len());
        let nodes = open.iter().map(|(_, search)| search.nodes()).sum();
        for (number, mut search) in open {
            let found = reporter.tell_size(*depth, nodes).and_then(|()| search.next(reporter.budget));
            match found {
                Ok(None) => still_open.push((number, search)),
                Ok(Some(SearchResult::Nothing { depth })) => arguments[number] = Argument::Unrolled { depth },
                Ok(Some(SearchResult::Run(run))) => return questions[number].violated(&run, reporter.budget),
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
    format!("within {} of the initial states", counted(depth, "step"))
}
