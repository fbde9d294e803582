//! Certificates: invariants in terms of variables, and checking them again.
//!
//! The check builds the circuit of the model anew and asks a solver that took no part in finding the
//! proof. It believes nothing that the certificate says, only that it says enough.

use synod_core::{Argument, Budget, Certificate, Fact, Formula, Induction, Place, Stop, System};
use synod_symbolic::{Integers, Word, conjuncts};

use crate::circuit::{Circuit, Goal, Meaning};
use crate::cnf::Clauses;
use crate::encode::layout::Layout;
use crate::ic3::Cube;
use crate::question::CircuitQuestion;
use crate::safety::Safety;
use crate::solver::{Batsat, Solver};
use crate::unroll::Unrolling;
use synod_symbolic::aig::{Aig, Lit, Substitution};

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
    if !conjuncts.iter().all(Formula::is_linear) {
        return wrong("the property is about more than one run");
    }
    if conjuncts.len() != certificate.arguments.len() {
        return wrong("it has not one argument for each conjunct of the property");
    }
    for (conjunct, argument) in std::iter::zip(&conjuncts, &certificate.arguments) {
        let Ok(question) = CircuitQuestion::new(system, conjunct, budget.int_bound) else {
            return wrong("the circuit of the model is too large");
        };
        if question.windowed {
            return wrong("the model has integers without bounds");
        }
        check_argument(&question, argument, budget)?;
    }
    Ok(())
}

/// Whether an argument answers a question.
pub fn check_argument(
    question: &CircuitQuestion,
    argument: &Argument,
    budget: &Budget,
) -> Result<(), Refusal> {
    let claims = claims(question, argument, budget)?;
    for (signals, otherwise) in claims.impossible {
        if is_possible(&claims.aig, &signals, budget)? {
            return wrong(otherwise);
        }
    }
    Ok(())
}

/// What an argument comes down to, for any solver to check.
#[derive(Clone, Debug)]
pub struct Claims {
    /// Where the signals live.
    pub aig: Aig,
    /// Signals that cannot all be true, each list with what is wrong if they can.
    pub impossible: Vec<(Vec<Lit>, String)>,
}

/// The claims of a certificate that fits a formula, one for each argument.
pub fn claims_of(
    system: &System,
    formula: &Formula,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<Vec<Claims>, Refusal> {
    let pairs = std::iter::zip(conjuncts(system, formula), &certificate.arguments);
    pairs
        .map(|(conjunct, argument)| match CircuitQuestion::new(system, &conjunct, budget.int_bound) {
            Err(_) => wrong("the circuit of the model is too large"),
            Ok(question) => claims(&question, argument, budget),
        })
        .collect()
}

fn claims(question: &CircuitQuestion, argument: &Argument, budget: &Budget) -> Result<Claims, Refusal> {
    let (k_liveness, because) = match argument {
        Argument::NoStart => {
            let Circuit { aig, init, .. } = question.circuit.clone();
            return Ok(Claims {
                aig,
                impossible: vec![(vec![init], "there is an initial state".to_string())],
            });
        }
        Argument::Unrolled { depth } => return claims_of_unrolling(question, *depth, budget),
        Argument::Unreachable { k_liveness, because } => (k_liveness, because),
    };
    let safety = match (&question.goal, k_liveness) {
        (Goal::Lasso(lasso), Some(limit)) if *limit <= MOST_K => {
            Safety::k_liveness(question.circuit.clone(), lasso, *limit)
        }
        (goal, None) => match Safety::of(&question.circuit, goal) {
            Some(safety) => safety,
            None => return wrong("it has no k-liveness bound, but the property is a liveness property"),
        },
        _ => return wrong("it has a k-liveness bound, but the property is a safety property"),
    };
    match because {
        Induction::Invariant(clauses) => claims_of_invariant(question, safety, clauses),
        Induction::Steps(steps) => claims_of_steps(&safety, *steps, budget),
    }
}

/// No proof needs more; a certificate that says so is not worth the memory.
const MOST_K: u64 = 1 << 16;
/// The most steps, and nodes, of a run that is spelled out.
const MOST_STEPS: u64 = 1 << 16;
const MOST_NODES: usize = 1 << 24;

/// No run from the start that could violate something goes on for more than some steps, and none of those
/// violates it.
fn claims_of_unrolling(question: &CircuitQuestion, depth: u64, budget: &Budget) -> Result<Claims, Refusal> {
    let reduced = Safety::of(&question.circuit, &question.goal).map(|safety| safety.circuit);
    let circuit = reduced.as_ref().unwrap_or(&question.circuit);
    let mut run = Unrolling::initial(circuit);
    let init = run.at(0, circuit.init);
    let (mut goes_on, mut violated) = (init, Lit::FALSE);
    for position in 0..=depth as usize {
        allow(&run, depth, budget)?;
        // Whether the run violates something here, and whether one that does so later goes on.
        let (bad, more) = match &question.goal {
            Goal::Start { bad } => (run.at(position, *bad), Lit::FALSE),
            Goal::Reach { bad, .. } => {
                // The shortest run to a state never stays where it is.
                let (now, next) = (run.state(position), run.state(position + 1));
                (run.at(position, *bad), !run.same(&now, &next))
            }
            Goal::Lasso(lasso) => (run.at(position, lasso.end), run.at(position, lasso.along)),
        };
        let here = run.aig.and(goes_on, bad);
        violated = run.aig.or(violated, here);
        goes_on = run.aig.and(goes_on, more);
    }
    let impossible = vec![
        (vec![violated], "there is a violating run".to_string()),
        (vec![goes_on], format!("a run that may violate the property goes on after step {depth}")),
    ];
    Ok(Claims { aig: run.aig, impossible })
}

/// Whether a run of so many steps may be spelled out further.
fn allow(run: &Unrolling, steps: u64, budget: &Budget) -> Result<(), Refusal> {
    budget.check(0)?;
    match steps > MOST_STEPS || run.aig.size() > MOST_NODES {
        true => wrong("it goes over too many steps"),
        false => Ok(()),
    }
}

fn claims_of_steps(safety: &Safety, steps: u64, budget: &Budget) -> Result<Claims, Refusal> {
    let circuit = &safety.circuit;
    // From the start; its latches are free here too, so that both are about one graph.
    let mut run = Unrolling::anywhere(circuit);
    let mut at_the_start = vec![run.at(0, circuit.init)];
    let mut step = Vec::new();
    let mut states: Vec<Vec<Lit>> = Vec::new();
    let mut reached = Vec::new();
    for position in 0..=steps as usize {
        allow(&run, steps, budget)?;
        let state = run.state(position);
        for before in &states {
            step.push(!run.same(before, &state));
        }
        states.push(state);
        step.push(run.at(position, circuit.invariant));
        let bad = run.at(position, safety.bad);
        if position < steps as usize {
            reached.push(bad);
            step.push(!bad);
        } else {
            step.push(bad);
        }
    }
    at_the_start.push(run.aig.any(reached));
    let impossible = vec![
        (at_the_start, "a bad state is reachable".to_string()),
        (step, format!("a depth of {steps} is not enough for an induction")),
    ];
    Ok(Claims { aig: run.aig, impossible })
}

fn claims_of_invariant(
    question: &CircuitQuestion,
    safety: Safety,
    clauses: &[Vec<Fact>],
) -> Result<Claims, Refusal> {
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
    let mut step = Substitution::new(circuit.latches.iter().map(|latch| (latch.now, latch.next)));
    let after = step.replace(&mut circuit.aig, invariant);
    let impossible = vec![
        (vec![circuit.init, !invariant], "an initial state violates the invariant".to_string()),
        (vec![invariant, !after], "a step does not preserve the invariant".to_string()),
        (vec![invariant, bad], "the invariant does not exclude all bad states".to_string()),
    ];
    Ok(Claims { aig: circuit.aig, impossible })
}

/// The signal of a fact.
fn signal(question: &CircuitQuestion, circuit: &mut Circuit, fact: &Fact) -> Result<Lit, Refusal> {
    let slot = |var, element| {
        let here = |place: &crate::encode::layout::Place| place.var == var && place.element == element;
        question.layout.places.iter().position(here)
    };
    let word = match &fact.place {
        Place::Variable(var, element) => {
            slot(*var, *element).map(|slot| question.layout.word(&mut circuit.aig, slot))
        }
        Place::Bit(var, element, bit) => {
            let place = slot(*var, *element).map(|slot| &question.layout.places[slot]);
            let bit = place.and_then(|place| place.bits.get(*bit as usize)).copied();
            bit.map(|bit| Word::of_code(&mut circuit.aig, &[bit], 0, 1))
        }
        Place::Extra(name) => {
            let is_named = |meaning: &Meaning| *meaning == Meaning::Extra(name.clone());
            let latch = circuit.latches.iter().find(|latch| is_named(&latch.meaning)).map(|l| l.now);
            latch.map(|latch| Word::of_code(&mut circuit.aig, &[latch], 0, 1))
        }
    };
    let Some(word) = word else { return wrong("it names something that the model does not have") };
    let between = |(lo, hi): &(i64, i64)| {
        let Ok(between) = circuit.aig.between(&word, (*lo).into(), (*hi).into());
        between
    };
    let ranges: Vec<Lit> = fact.values.iter().map(between).collect();
    Ok(circuit.aig.any(ranges))
}

fn is_possible(aig: &Aig, signals: &[Lit], budget: &Budget) -> Result<bool, Refusal> {
    let mut clauses = Clauses::new(Batsat::new(budget));
    for signal in signals {
        clauses.require(aig, *signal);
    }
    let answer = clauses.solver.solve(&[], &[]);
    answer.ok_or_else(|| Refusal::Stopped(budget.reason_to_stop()))
}
