//! Shared lemmas: what was learnt in other questions about the same system, and which of it holds in this one.
//!
//! Nothing is taken on trust: of the clauses that are remembered, those count that are inductive together
//! in the circuit at hand, and a proof that uses them contains them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Budget, Stop};

use crate::circuit::{Circuit, Meaning};
use crate::cnf::Clauses;
use crate::ic3::{Cube, before};
use crate::safety::Safety;
use crate::solver::{General, Sink, Solver};
use synod_symbolic::aig::Lit;

/// The most clauses that are remembered; of more, the oldest are forgotten.
const MOST: usize = 2000;
/// How many conflicts it may take to see which clauses one step preserves.
const PATIENCE: i32 = 2000;

/// Clauses that engines have come across, each as the values that bits of state never all have.
#[derive(Debug, Default)]
pub struct SharedLemmas {
    cubes: Mutex<Vec<Vec<(Meaning, bool)>>>,
}

impl SharedLemmas {
    fn lock(&self) -> MutexGuard<'_, Vec<Vec<(Meaning, bool)>>> {
        self.cubes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers cubes of a circuit whose negations may be invariants.
    pub fn keep(&self, circuit: &Circuit, cubes: &[Cube]) {
        let named = |literal: &i32| {
            let latch = &circuit.latches[literal.unsigned_abs() as usize - 1];
            (latch.meaning.clone(), *literal > 0)
        };
        let new: Vec<Vec<(Meaning, bool)>> =
            cubes.iter().map(|cube| cube.iter().map(named).collect()).collect();
        let mut known = self.lock();
        let is_new: FxHashSet<&Vec<(Meaning, bool)>> = new.iter().collect();
        known.retain(|cube| !is_new.contains(cube));
        known.extend(new);
        let old = known.len().saturating_sub(MOST);
        known.drain(..old);
    }

    /// The cubes that a circuit has the bits for.
    fn of(&self, circuit: &Circuit) -> Vec<Cube> {
        let numbers: FxHashMap<&Meaning, i32> =
            circuit.latches.iter().map(|latch| &latch.meaning).zip(1..).collect();
        let cube = |cube: &Vec<(Meaning, bool)>| -> Option<Cube> {
            let literal = |(meaning, value): &(Meaning, bool)| {
                numbers.get(meaning).map(|number| if *value { *number } else { -number })
            };
            let mut cube: Cube = cube.iter().map(literal).collect::<Option<_>>()?;
            cube.sort_unstable_by_key(|literal| literal.unsigned_abs());
            Some(cube)
        };
        self.lock().iter().filter_map(cube).collect()
    }

    /// Cubes whose negations, together with the invariant of a circuit, hold in its initial states and are
    /// preserved by its steps.
    pub fn invariants(&self, safety: &Safety, budget: &Budget) -> Result<Vec<Cube>, Stop> {
        let cubes = self.of(&safety.circuit);
        let cubes = excluded_at_the_start(safety, cubes, budget)?;
        excluded_together(safety, cubes, budget)
    }
}

fn excluded_at_the_start(safety: &Safety, cubes: Vec<Cube>, budget: &Budget) -> Result<Vec<Cube>, Stop> {
    let circuit = &safety.circuit;
    let mut clauses = Clauses::new(General::new(budget));
    clauses.require(&circuit.aig, circuit.init);
    let now: Vec<i32> =
        circuit.latches.iter().map(|latch| clauses.literal(&circuit.aig, latch.now)).collect();
    let mut excluded = Vec::with_capacity(cubes.len());
    for cube in cubes {
        budget.check(0)?;
        if clauses.solver.solve_within(&before(&now, &cube), PATIENCE) == Some(false) {
            excluded.push(cube);
        }
    }
    Ok(excluded)
}

/// The steps of a circuit, and for each of some cubes a literal that says that it is avoided before the step.
struct Steps {
    solver: General,
    next: Vec<i32>,
    bad: i32,
    avoided: Vec<i32>,
}

impl Steps {
    fn new(safety: &Safety, cubes: &[Cube], budget: &Budget) -> Self {
        let circuit = &safety.circuit;
        let mut clauses = Clauses::new(General::new(budget));
        clauses.require(&circuit.aig, circuit.invariant);
        let mut literals = |signals: &mut dyn Iterator<Item = Lit>| -> Vec<i32> {
            signals.map(|signal| clauses.literal(&circuit.aig, signal)).collect()
        };
        let now = literals(&mut circuit.latches.iter().map(|latch| latch.now));
        let next = literals(&mut circuit.latches.iter().map(|latch| latch.next));
        let bad = clauses.literal(&circuit.aig, safety.bad);
        let mut solver = clauses.solver;
        let mut avoided = |cube: &Cube| {
            let avoided = solver.variable();
            let outside = before(&now, cube).into_iter().map(|literal| -literal);
            solver.clause(&outside.chain([-avoided]).collect::<Vec<_>>());
            avoided
        };
        let avoided = cubes.iter().map(&mut avoided).collect();
        Steps { solver, next, bad, avoided }
    }
}

/// The largest set of the cubes that no step enters from outside all of them.
fn excluded_together(safety: &Safety, mut cubes: Vec<Cube>, budget: &Budget) -> Result<Vec<Cube>, Stop> {
    let Steps { mut solver, next, mut avoided, .. } = Steps::new(safety, &cubes, budget);
    let mut entered = |cube: &Cube| {
        let entered = solver.variable();
        before(&next, cube).into_iter().for_each(|literal| solver.clause(&[-entered, literal]));
        entered
    };
    let mut entered: Vec<i32> = cubes.iter().map(&mut entered).collect();
    while !cubes.is_empty() {
        budget.check(0)?;
        let some = solver.variable();
        solver.clause(&[entered.as_slice(), &[-some]].concat());
        match solver.solve_within(&[avoided.as_slice(), &[some]].concat(), PATIENCE) {
            Some(false) => break,
            // It takes longer than it is likely to save.
            None => cubes.clear(),
            Some(true) => {
                let mut is_kept =
                    |cube: &Cube| !before(&next, cube).into_iter().all(|literal| solver.value(literal));
                let kept: Vec<bool> = cubes.iter().map(&mut is_kept).collect();
                keep_where(&kept, &mut cubes);
                keep_where(&kept, &mut avoided);
                keep_where(&kept, &mut entered);
            }
        }
    }
    Ok(cubes)
}

fn keep_where<T>(kept: &[bool], list: &mut Vec<T>) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().is_some_and(|kept| *kept));
}

/// Of cubes that are excluded together and exclude what is bad, as few as are easily found that do so too.
pub fn needed(safety: &Safety, mut cubes: Vec<Cube>, budget: &Budget) -> Result<Vec<Cube>, Stop> {
    if cubes.len() > MOST {
        return Ok(cubes);
    }
    let Steps { mut solver, next, bad, avoided } = Steps::new(safety, &cubes, budget);
    let mut is_needed = vec![false; cubes.len()];
    let mut questions = vec![vec![bad]];
    while let Some(question) = questions.pop() {
        budget.check(0)?;
        if solver.solve_within(&[avoided.as_slice(), &question].concat(), PATIENCE) != Some(false) {
            return Ok(cubes);
        }
        for (number, cube) in cubes.iter().enumerate() {
            if !is_needed[number] && solver.failed(avoided[number]) {
                is_needed[number] = true;
                questions.push(before(&next, cube));
            }
        }
    }
    keep_where(&is_needed, &mut cubes);
    Ok(cubes)
}
