//! Certificates: invariants in terms of variables, and checking them again.
//!
//! The check builds the circuit of the model anew and asks a solver that took no part in finding the
//! proof. It believes nothing that the certificate says, only that it says enough.

use synod_core::{Argument, Budget, Certificate, Fact, Formula, Induction, Place, Stop, System};

use crate::aig::{Lit, Substitution};
use crate::bmc::{Found, Search};
use crate::circuit::{Circuit, Goal, Meaning};
use crate::cnf::Clauses;
use crate::encode::layout::Layout;
use crate::ic3::Cube;
use crate::kind::Step;
use crate::question::{Question, conjuncts, is_linear};
use crate::safety::Safety;
use crate::solver::{Batsat, Solver};
use crate::words::Word;

/// Variables with more values are told bit by bit.
const MOST_VALUES: i128 = 1 << 10;

/// The negations of cubes, in terms of the variables whose bits they are about.
pub fn clauses(layout: &Layout, circuit: &Circuit, cubes: &[Cube]) -> Vec<Vec<Fact>> {
    cubes.iter().map(|cube| clause(layout, circuit, cube)).collect()
}

fn clause(layout: &Layout, circuit: &Circuit, cube: &Cube) -> Vec<Fact> {
    let mut facts = Vec::new();
    // For each variable the bits, and the values they must not all have.
    let mut codes: Vec<(usize, Vec<(usize, bool)>)> = Vec::new();
    for literal in cube {
        let value = *literal > 0;
        match &circuit.latches[literal.unsigned_abs() as usize - 1].meaning {
            Meaning::Extra(name) => {
                let other = i64::from(!value);
                facts.push(Fact { place: Place::Extra(name.clone()), values: vec![(other, other)] });
            }
            Meaning::State { slot, bit } => match codes.iter_mut().find(|(known, _)| known == slot) {
                Some((_, bits)) => bits.push((*bit, value)),
                None => codes.push((*slot, vec![(*bit, value)])),
            },
        }
    }
    for (slot, bits) in codes {
        let place = &layout.places[slot];
        if i128::from(place.hi) - i128::from(place.lo) >= MOST_VALUES {
            facts.extend(bits.into_iter().map(|(bit, value)| Fact {
                place: Place::Bit(place.var, place.element, bit as u32),
                values: vec![(i64::from(!value), i64::from(!value))],
            }));
            continue;
        }
        let allowed = |value: &i64| bits.iter().any(|(bit, wrong)| place.code_bit(*value, *bit) != *wrong);
        let mut values: Vec<(i64, i64)> = Vec::new();
        for value in (place.lo..=place.hi).filter(allowed) {
            match values.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => values.push((value, value)),
            }
        }
        facts.push(Fact { place: Place::Variable(place.var, place.element), values });
    }
    facts
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It does not prove the property, for this reason.
    Wrong(String),
    /// The check was stopped before it was done.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Refusal::Stopped(stop)
    }
}

fn wrong<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Wrong(reason.into()))
}

/// Whether a certificate proves that a formula holds of a system.
pub fn recheck(
    system: &System,
    formula: &Formula,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<(), Refusal> {
    let conjuncts = conjuncts(system, formula);
    if !conjuncts.iter().all(is_linear) {
        return wrong("the property is about more than one run");
    }
    if conjuncts.len() != certificate.arguments.len() {
        return wrong("it has not one argument for each conjunct of the property");
    }
    for (conjunct, argument) in std::iter::zip(&conjuncts, &certificate.arguments) {
        let Ok(question) = Question::new(system, conjunct, budget.int_bound) else {
            return wrong("the circuit of the model is too large");
        };
        if question.windowed {
            return wrong("the model has integers without bounds");
        }
        check_argument(&question, argument, budget)?;
    }
    Ok(())
}

fn check_argument(question: &Question, argument: &Argument, budget: &Budget) -> Result<(), Refusal> {
    match (argument, &question.goal) {
        (Argument::NoStart, _) => {
            let circuit = &question.circuit;
            match is_possible(circuit, &[circuit.init], budget)? {
                false => Ok(()),
                true => wrong("there is an initial state"),
            }
        }
        (Argument::Unrolled { depth }, Goal::Lasso(_) | Goal::Start { .. }) => {
            let mut search: Search<Batsat> = Search::new(&question.circuit, &question.goal, budget);
            while search.depth() <= *depth {
                match search.next(budget)? {
                    None => {}
                    Some(Found::Nothing { .. }) => return Ok(()),
                    Some(Found::Run(_)) => return wrong("there is a violating run"),
                }
            }
            wrong(format!("runs that may violate the property have more than {depth} steps"))
        }
        (Argument::Unrolled { .. }, _) => wrong("the property is not about runs that go on"),
        (Argument::Unreachable { fair_positions, because }, goal) => {
            let safety = match (goal, fair_positions) {
                (Goal::Lasso(lasso), Some(limit)) if *limit <= MOST_FAIR_POSITIONS => {
                    Safety::counting(question.circuit.clone(), lasso, *limit)
                }
                (_, None) => match Safety::of(&question.circuit, goal) {
                    Some(safety) => safety,
                    None => return wrong("it says nothing about runs that go on for ever"),
                },
                _ => return wrong("it counts positions of runs in vain"),
            };
            match because {
                Induction::Invariant(clauses) => check_invariant(question, safety, clauses, budget),
                Induction::Steps(steps) => check_steps(&safety, *steps, budget),
            }
        }
    }
}

/// No proof needs more; a certificate that says so is not worth the memory.
const MOST_FAIR_POSITIONS: u64 = 1 << 16;

fn check_steps(safety: &Safety, steps: u64, budget: &Budget) -> Result<(), Refusal> {
    let goal = Goal::Reach { bad: safety.bad, with_step: false };
    let mut base: Search<Batsat> = Search::new(&safety.circuit, &goal, budget);
    let mut step = Step::new(safety, Batsat::new(budget));
    for _ in 0..steps {
        if let Some(Found::Run(_)) = base.next(budget)? {
            return wrong("what must not be reached can be");
        }
        step.next(budget)?;
    }
    match step.next(budget)? {
        true => Ok(()),
        false => wrong(format!("{steps} steps are not enough for an induction")),
    }
}

fn check_invariant(
    question: &Question,
    safety: Safety,
    clauses: &[Vec<Fact>],
    budget: &Budget,
) -> Result<(), Refusal> {
    let Safety { mut circuit, bad } = safety;
    let mut all = vec![circuit.invariant];
    for clause in clauses {
        let mut facts = Vec::with_capacity(clause.len());
        for fact in clause {
            facts.push(signal(question, &mut circuit, fact)?);
        }
        all.push(circuit.aig.any(facts));
    }
    let invariant = circuit.aig.all(all);
    if is_possible(&circuit, &[circuit.init, !invariant], budget)? {
        return wrong("an initial state violates the invariant");
    }
    let mut step = Substitution::new(circuit.latches.iter().map(|latch| (latch.now, latch.next)));
    let after = step.replace(&mut circuit.aig, invariant);
    if is_possible(&circuit, &[invariant, !after], budget)? {
        return wrong("a step leads out of the invariant");
    }
    if is_possible(&circuit, &[invariant, bad], budget)? {
        return wrong("the invariant does not exclude what must not be reached");
    }
    Ok(())
}

/// The signal of a fact.
fn signal(question: &Question, circuit: &mut Circuit, fact: &Fact) -> Result<Lit, Refusal> {
    let slot = |var, element| {
        let here = |place: &crate::encode::layout::Place| place.var == var && place.element == element;
        question.layout.places.iter().position(here)
    };
    let word = match &fact.place {
        Place::Variable(var, element) => slot(*var, *element).map(|slot| question.layout.word(slot)),
        Place::Bit(var, element, bit) => {
            let place = slot(*var, *element).map(|slot| &question.layout.places[slot]);
            let bit = place.and_then(|place| place.bits.get(*bit as usize)).copied();
            bit.map(|bit| Word::of_code(&[bit], 0, 1))
        }
        Place::Extra(name) => {
            let is_named = |meaning: &Meaning| *meaning == Meaning::Extra(name.clone());
            let latch = circuit.latches.iter().find(|latch| is_named(&latch.meaning)).map(|l| l.now);
            latch.map(|latch| Word::of_code(&[latch], 0, 1))
        }
    };
    let Some(word) = word else { return wrong("it is about something that the model does not have") };
    let between = |(lo, hi): &(i64, i64)| word.between(&mut circuit.aig, (*lo).into(), (*hi).into());
    let ranges: Vec<Lit> = fact.values.iter().map(between).collect();
    Ok(circuit.aig.any(ranges))
}

fn is_possible(circuit: &Circuit, signals: &[Lit], budget: &Budget) -> Result<bool, Refusal> {
    let mut clauses = Clauses::new(Batsat::new(budget));
    for signal in signals {
        clauses.require(&circuit.aig, *signal);
    }
    let answer = clauses.solver.solve(&[], &[]);
    answer.ok_or_else(|| Refusal::Stopped(budget.check(0).err().unwrap_or(Stop::Cancelled)))
}
