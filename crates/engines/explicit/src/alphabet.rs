//! Which atoms of a formula are true of a state, of a step, and after a step. What points are labelled
//! with is left to [`crate::points`].

use synod_core::{StepPredicateId, System};

use crate::expand::{FoundStep, StateSummary};
use crate::layout::Layout;
use crate::lookup::Tables;
use crate::ltl::{Atom, Letter};
use crate::model::PackedModel;
use crate::program::{Inputs, Program, Registers};

/// The atoms of one formula, compiled.
#[derive(Debug)]
pub(crate) struct Alphabet {
    state: Vec<(Letter, Program)>,
    deadlock: Letter,
    faulty: Letter,
    predicates: Vec<WatchedPredicate>,
}

/// A step predicate and the atoms that it makes true.
#[derive(Debug)]
struct WatchedPredicate {
    /// For each rule its condition, if it can be satisfied.
    cases: Vec<Option<Program>>,
    now: Letter,
    then: Letter,
}

/// What a step makes true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Marks {
    /// Atoms about the step that leaves, true where it leaves.
    pub now: Letter,
    /// Atoms about the step that arrives, true where it leads.
    pub then: Letter,
}

impl Alphabet {
    pub fn new(system: &System, layout: &Layout, atoms: &[Atom]) -> Self {
        let mut alphabet = Alphabet { state: vec![], deadlock: 0, faulty: 0, predicates: vec![] };
        let mut tables = Tables::new(system, layout);
        let mut watched: Vec<StepPredicateId> = Vec::new();
        for (number, atom) in atoms.iter().enumerate() {
            let bit = 1 << number;
            let (predicate, arrived) = match atom {
                Atom::State(expr) => {
                    alphabet.state.push((bit, Program::compile(&mut tables, *expr)));
                    continue;
                }
                Atom::Deadlock => {
                    alphabet.deadlock |= bit;
                    continue;
                }
                Atom::Faulty => {
                    alphabet.faulty |= bit;
                    continue;
                }
                Atom::Label(_) => continue,
                Atom::Step(predicate) => (*predicate, false),
                Atom::Arrived(predicate) => (*predicate, true),
            };
            let position = watched.iter().position(|known| *known == predicate).unwrap_or_else(|| {
                watched.push(predicate);
                let cases = &system.step_predicates[predicate.0 as usize].cases;
                let mut case = |id| cases.get(&id).map(|case| Program::compile(&mut tables, *case));
                let cases = system.rule_ids().map(|(id, _)| case(id)).collect();
                alphabet.predicates.push(WatchedPredicate { cases, now: 0, then: 0 });
                watched.len() - 1
            });
            let predicate = &mut alphabet.predicates[position];
            *(if arrived { &mut predicate.then } else { &mut predicate.now }) |= bit;
        }
        alphabet
    }

    /// The atoms about a state.
    pub fn of_state(
        &self,
        model: &PackedModel,
        state: &[u64],
        local: StateSummary,
        registers: &mut Registers,
    ) -> Letter {
        let mut letter = 0;
        for (bit, program) in &self.state {
            if program.run(&model.layout, Inputs::of(state), registers) == Some(1) {
                letter |= bit;
            }
        }
        if local.is_deadlock() {
            letter |= self.deadlock;
        }
        if local.faulty {
            letter |= self.faulty;
        }
        letter
    }

    /// What a step makes true.
    pub fn of_step(
        &self,
        model: &PackedModel,
        state: &[u64],
        step: &FoundStep,
        registers: &mut Registers,
    ) -> Marks {
        let mut marks = Marks::default();
        for predicate in &self.predicates {
            let Some(case) = &predicate.cases[step.rule.0 as usize] else { continue };
            let inputs = Inputs { state, choices: step.choices, taken: step.taken };
            if case.run(&model.layout, inputs, registers) == Some(1) {
                marks.now |= predicate.now;
                marks.then |= predicate.then;
            }
        }
        marks
    }

    /// Whether steps matter at all.
    pub fn watches_steps(&self) -> bool {
        !self.predicates.is_empty()
    }

    /// Whether atoms about a state can only be told when its steps are known.
    pub fn needs_steps(&self) -> bool {
        self.watches_steps() || self.deadlock | self.faulty != 0
    }
}
