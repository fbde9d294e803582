//! What the engines have in common: a property is decided conjunct by conjunct, and answers become
//! verdicts.

use synod_core::clock::Instant;
use synod_core::{
    Argument, Budget, Certificate, Counterexample, Formula, Outcome, Progress, Proof, Property, Statistics,
    Stop, System, Tick, Unsupported, Verdict, integers_within,
};
use synod_symbolic::conjuncts;

use crate::bmc::Run;
use crate::circuit::{Circuit, Goal};
use crate::cnf::Clauses;
use crate::encode::TooLarge;
use crate::question::CircuitQuestion;
use crate::solver::{General, Solver};
use crate::trace::trace;
use synod_symbolic::aig::Lit;

/// A question with the part of its circuit that matters.
pub struct ReducedQuestion<'a> {
    pub system: &'a System,
    pub question: CircuitQuestion,
    /// The circuit of the question without the state that its goal does not depend on.
    pub circuit: Circuit,
}

/// What a method says of one conjunct, or of all of them.
pub enum ConjunctAnswer {
    /// There is no violating run.
    Holds(Argument),
    /// There is one.
    Violated(Run),
}

impl<'a> ReducedQuestion<'a> {
    /// The question whether a conjunct can fail.
    pub fn new(system: &'a System, conjunct: &Formula, int_bound: i64) -> Result<Self, TooLarge> {
        let question = CircuitQuestion::new(system, conjunct, int_bound)?;
        let mut circuit = question.circuit.clone();
        // A loop has to close for the whole state.
        if !matches!(question.goal, Goal::Lasso(_)) {
            circuit.reduce(&question.roots());
        }
        Ok(ReducedQuestion { system, question, circuit })
    }

    /// The verdict that a run gives.
    pub fn violated(&self, run: &Run, budget: &Budget) -> Result<Verdict, Stop> {
        let trace = trace(self.system, &self.question, &self.circuit, run, budget)?;
        Ok(Verdict::Violated(Box::new(Counterexample::of(trace))))
    }

    /// Whether the system has no initial state at all.
    fn is_void(&self, budget: &Budget) -> Result<bool, Stop> {
        let circuit = &self.question.circuit;
        if circuit.init == Lit::FALSE {
            return Ok(true);
        }
        let mut clauses = Clauses::new(General::new(budget));
        clauses.require(&circuit.aig, circuit.init);
        match clauses.solver.solve(&[], &[]) {
            Some(answer) => Ok(!answer),
            None => Err(budget.reason_to_stop()),
        }
    }
}

/// Whether a formula is about one run, conjunct by conjunct, and so is fairness.
pub fn supported(system: &System, formula: &Formula) -> Result<(), Unsupported> {
    match conjuncts(system, formula).iter().all(Formula::is_linear) {
        true => Ok(()),
        false => Err(Unsupported("it does not support knowledge, branching time and strategies".to_string())),
    }
}

/// Tells of progress, and stops when the budget says so.
pub struct Reporter<'a> {
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
}

impl Reporter<'_> {
    /// Tells how deep the search is.
    pub fn tell(&self, depth: u64) -> Result<(), Stop> {
        self.tell_size(depth, 0)
    }

    /// Tells how deep the search is, and how many nodes its circuits have over all positions so far.
    pub fn tell_size(&self, depth: u64, nodes: usize) -> Result<(), Stop> {
        self.progress.tick(Tick { depth, nodes: nodes as u64, ..Tick::default() });
        self.budget.check(0)
    }
}

/// The verdict that an argument for each conjunct gives.
pub fn proved(arguments: Vec<Argument>) -> Verdict {
    Verdict::Holds(Proof::Inductive(Box::new(Certificate { arguments })))
}

/// Why there is no verdict.
pub enum Halt {
    Stop(Stop),
    TooLarge,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

impl From<TooLarge> for Halt {
    fn from(TooLarge: TooLarge) -> Self {
        Halt::TooLarge
    }
}

/// Answers a property: `method` gets the conjuncts, and says the verdict and how deep it looked.
pub fn answer(
    system: &System,
    property: &Property,
    budget: &Budget,
    method: impl FnOnce(&[ReducedQuestion], &mut u64) -> Result<Verdict, Stop>,
) -> Outcome {
    let begin = Instant::now();
    let mut depth = 0;
    let mut states = None;
    let mut encoded = false;
    let decide = || -> Result<Verdict, Halt> {
        let mut questions = Vec::new();
        for conjunct in conjuncts(system, &property.formula) {
            budget.check(0)?;
            questions.push(ReducedQuestion::new(system, &conjunct, budget.int_bound)?);
        }
        encoded = true;
        let windowed = questions.iter().any(|reduced| reduced.question.windowed);
        let void = match questions.first() {
            Some(first) => first.is_void(budget)?,
            None => false,
        };
        let verdict = match void {
            true => {
                states = Some(0).filter(|_| !windowed);
                proved(questions.iter().map(|_| Argument::NoStart).collect())
            }
            false => method(&questions, &mut depth)?,
        };
        Ok(match verdict {
            Verdict::Holds(_) if windowed => Verdict::Bounded { within: integers_within(budget.int_bound) },
            Verdict::Bounded { within } if windowed => {
                Verdict::Bounded { within: format!("{within}, {}", integers_within(budget.int_bound)) }
            }
            other => other,
        })
    };
    let verdict = match supported(system, &property.formula) {
        Err(Unsupported(reason)) => Verdict::Unknown { reason, advice: None },
        Ok(()) => match decide() {
            Ok(verdict) => verdict,
            Err(Halt::Stop(stop)) => match encoded {
                true => stop.verdict(format!("at depth {depth}"), "try another engine"),
                false => stop.verdict("while encoding the model as a circuit", "try another engine"),
            },
            Err(Halt::TooLarge) => Verdict::Unknown {
                reason: "the circuit of the model is too large".to_string(),
                advice: Some("try the engine `explicit`".to_string()),
            },
        },
    };
    Outcome {
        verdict,
        statistics: Statistics {
            states,
            depth: Some(depth),
            elapsed: begin.elapsed(),
            ..Statistics::default()
        },
        remarks: Vec::new(),
    }
}
