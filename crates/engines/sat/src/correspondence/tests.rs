//! Merged circuits against those they came from, whose states are few enough to look at all of them.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rustc_hash::FxHashSet;
use synod_core::{Formula, Silent, System};
use synod_symbolic::aig::{Aig, Values};
use synod_symbolic::conjuncts;
use synod_testing::{Fragment, questions, runner};

use super::*;
use crate::circuit::{Latch, Meaning};
use crate::decide::Reporter;
use crate::ic3::{Cube, CubeProof, decide};
use crate::lemmas::SharedLemmas;
use crate::question::CircuitQuestion;

/// A state, bit by bit.
type Bits = Vec<bool>;

/// All values of some bits.
fn all(count: usize) -> impl Iterator<Item = Bits> {
    (0..1_usize << count).map(move |number| (0..count).map(|bit| number >> bit & 1 == 1).collect())
}

fn values(circuit: &Circuit, state: &Bits, inputs: &Bits) -> Values {
    let latches = circuit.latches.iter().map(|latch| latch.now).zip(state);
    let leaves = latches.chain(circuit.inputs.iter().copied().zip(inputs));
    let truth: FxHashSet<Lit> = leaves.filter(|(_, value)| **value).map(|(leaf, _)| leaf).collect();
    circuit.aig.simulate(|leaf| truth.contains(&leaf))
}

fn successor(circuit: &Circuit, values: &Values) -> Bits {
    circuit.latches.iter().map(|latch| values.of(latch.next)).collect()
}

fn holds(circuit: &Circuit, state: &Bits, signal: Lit) -> bool {
    values(circuit, state, &Vec::new()).of(signal)
}

/// The states that a circuit can reach.
fn reachable(circuit: &Circuit) -> FxHashSet<Bits> {
    let starts = all(circuit.latches.len()).filter(|state| holds(circuit, state, circuit.init));
    let mut todo: Vec<Bits> = starts.collect();
    let mut reached: FxHashSet<Bits> = todo.iter().cloned().collect();
    while let Some(state) = todo.pop() {
        for inputs in all(circuit.inputs.len()) {
            let next = successor(circuit, &values(circuit, &state, &inputs));
            if reached.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    reached
}

fn merged_with_all(safety: &Safety) -> Option<Merged<'_>> {
    let nodes = nodes(safety);
    let classes = induction::equal_signals(safety, &nodes, &Budget::unlimited()).expect("no limit")?;
    Some(Merged::new(safety, &nodes, &classes))
}

fn is_in(state: &Bits, cube: &Cube) -> bool {
    cube.iter().all(|literal| state[literal.unsigned_abs() as usize - 1] == (*literal > 0))
}

/// What is equal is so wherever the circuit can be, and proofs and runs are lifted to proofs and runs.
fn is_faithful(safety: &Safety) -> Result<(), TestCaseError> {
    let circuit = &safety.circuit;
    let reached = reachable(circuit);
    let Some(merged) = merged_with_all(safety) else {
        prop_assert!(reached.is_empty());
        return Ok(());
    };
    let mut is_bad = false;
    for state in &reached {
        for inputs in all(circuit.inputs.len()) {
            let values = values(circuit, state, &inputs);
            for (a, b) in &merged.equalities {
                prop_assert_eq!(values.of(*a), values.of(*b), "{:?} and {:?}", a, b);
            }
            is_bad |= values.of(safety.bad);
        }
    }
    let budget = Budget::unlimited();
    let reporter = Reporter { budget: &budget, progress: &Silent };
    match decide(&merged.safety, &SharedLemmas::default(), &reporter, &mut 0).expect("no limit") {
        CubeProof::Proved(cubes) => {
            prop_assert!(!is_bad);
            let cubes = merged.proof(&cubes, &budget).expect("no limit").expect("few cubes");
            let invariant = |state: &Bits| {
                holds(circuit, state, circuit.invariant) && !cubes.iter().any(|cube| is_in(state, cube))
            };
            for state in all(circuit.latches.len()) {
                prop_assert!(invariant(&state) || !holds(circuit, &state, circuit.init));
                for inputs in all(circuit.inputs.len()).filter(|_| invariant(&state)) {
                    let values = values(circuit, &state, &inputs);
                    prop_assert!(!values.of(safety.bad));
                    prop_assert!(invariant(&successor(circuit, &values)));
                }
            }
        }
        CubeProof::Reached(run) => {
            let start = merged.start(&run);
            let is_start = |state: &Bits| holds(circuit, state, circuit.init) && is_in(state, &start);
            let mut state = all(circuit.latches.len()).find(is_start).expect("an initial state");
            let mut last = Lit::FALSE;
            for inputs in &run.inputs {
                let inputs = circuit.inputs.iter().map(|input| inputs.contains(input)).collect();
                let values = values(circuit, &state, &inputs);
                state = successor(circuit, &values);
                last = Lit::constant(values.of(safety.bad));
            }
            prop_assert_eq!(last, Lit::TRUE);
        }
    }
    Ok(())
}

/// Operands of a conjunction: numbers of signals, and whether they are negated.
type Gate = [(usize, bool); 2];

/// A circuit of few latches and inputs: conjunctions one after the other, and which signals are the next values
/// of latches, part of the condition on initial states, and bad.
fn circuit(
    latches: usize,
    inputs: usize,
    gates: &[Gate],
    starts: &[Gate],
    outputs: &[(usize, bool)],
) -> Safety {
    let mut aig = Aig::default();
    let now: Vec<Lit> = (0..latches).map(|_| aig.input()).collect();
    let inputs: Vec<Lit> = (0..inputs).map(|_| aig.input()).collect();
    let pick = |signals: &[Lit], (number, negated): (usize, bool)| {
        signals[number % signals.len()].negate_if(negated)
    };
    let related = starts.iter().map(|pair| pair.map(|side| pick(&now, side)));
    let related: Vec<Lit> = related.map(|[a, b]| aig.or(a, b)).collect();
    let mut signals: Vec<Lit> = now.iter().chain(&inputs).copied().collect();
    for gate in gates {
        let [a, b] = gate.map(|side| pick(&signals, side));
        signals.push(aig.and(a, b));
    }
    let mut outputs = outputs.iter().map(|output| pick(&signals, *output));
    let bad = outputs.next().unwrap_or(Lit::FALSE);
    let next = outputs.chain(std::iter::repeat(Lit::FALSE));
    let latches = std::iter::zip(&now, next).enumerate();
    let latch = |(number, (now, next)): (usize, (&Lit, Lit))| Latch {
        now: *now,
        next,
        meaning: Meaning::Extra(format!("latch {number}")),
    };
    let latches: Vec<Latch> = latches.map(latch).collect();
    let init = aig.all(related);
    let (invariant, step_classes, distance) = (Lit::TRUE, Vec::new(), Vec::new());
    Safety { circuit: Circuit { aig, latches, inputs, init, invariant, step_classes, distance }, bad }
}

#[test]
fn merged_random_circuits_are_faithful() {
    let signal = || (any::<usize>(), any::<bool>());
    let pair = || [signal(), signal()];
    let strategy = (
        1..6_usize,
        0..3_usize,
        prop::collection::vec(pair(), 1..30),
        prop::collection::vec(pair(), 0..8),
        prop::collection::vec(signal(), 1..7),
    );
    let test = |(latches, inputs, gates, starts, outputs): (usize, usize, Vec<Gate>, Vec<Gate>, Vec<_>)| {
        is_faithful(&circuit(latches, inputs, &gates, &starts, &outputs))
    };
    runner(600).run(&strategy, test).unwrap();
}

#[test]
fn merged_random_systems_are_faithful() {
    const MOST_BITS: usize = 12;
    let test = |(system, formula): (System, Formula)| {
        for conjunct in conjuncts(&system, &formula) {
            let question = CircuitQuestion::new(&system, &conjunct, 3);
            let question = question.map_err(|_| TestCaseError::reject("too large"))?;
            let Some(safety) = Safety::of(&question.circuit, &question.goal) else { continue };
            if safety.circuit.latches.len() + safety.circuit.inputs.len() > MOST_BITS {
                return Err(TestCaseError::reject("too large"));
            }
            is_faithful(&safety)?;
        }
        Ok(())
    };
    runner(150).run(&questions(Fragment::Invariant), test).unwrap();
}

/// Two latches that follow each other, one with its value negated, and a third that is never true.
#[test]
fn latches_that_are_functions_of_others_are_left_out() {
    let mut aig = Aig::default();
    let [a, b, c, input] = [(); 4].map(|()| aig.input());
    let changed = aig.xor(a, input);
    let changed_too = aig.xor(b, input);
    let both = aig.and(a, b);
    let latch = |now: Lit, next: Lit, name: &str| Latch { now, next, meaning: Meaning::Extra(name.into()) };
    let latches = vec![latch(a, changed, "a"), latch(b, changed_too, "b"), latch(c, both, "c")];
    let init = aig.all([a, !b, !c]);
    let bad = aig.and(c, input);
    let (invariant, step_classes, distance) = (Lit::TRUE, Vec::new(), Vec::new());
    let circuit = Circuit { aig, latches, inputs: vec![input], init, invariant, step_classes, distance };
    let safety = Safety { circuit, bad };
    let merged = merged_with_all(&safety).expect("there is an initial state");
    assert_eq!(merged.safety.bad, Lit::FALSE);
    for equal in [(b, !a), (c, Lit::FALSE), (both, Lit::FALSE)] {
        assert!(merged.equalities.contains(&equal), "{equal:?}");
    }
    // Why nothing is bad has to be said in full.
    let proof = merged.proof(&[], &Budget::unlimited()).expect("no limit").expect("few cubes");
    assert_eq!(proof, [vec![3], vec![1, 2], vec![-1, -2]]);
}

#[test]
fn work_stops_when_the_budget_says_so() {
    let safety = circuit(3, 1, &[[(0, false), (1, false)]], &[], &[(3, false), (4, false)]);
    let budget = Budget::unlimited();
    budget.cancel();
    assert_eq!(merged(&safety, &budget).err(), Some(Stop::Cancelled));
}
