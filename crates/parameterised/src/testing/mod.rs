//! Families to test with, and the explicit engine to ask about them.

mod alpha;
pub mod generate;
mod image;
pub(crate) mod models;
mod mutants;
mod published;
mod random;

use synod_bdd::Bdd;
use synod_core::{Budget, Counterexample, Engine, Outcome, Property, Silent, System};
use synod_explicit::Explicit;
use synod_simulate::{Interpreter, Truth, evaluate, replay};

use crate::template::*;
use crate::*;

/// How many states can be reached.
pub(crate) fn count(system: &System) -> u64 {
    let reachable = Explicit::new(system).explore(&Budget::unlimited(), &Silent);
    assert!(reachable.complete);
    reachable.states
}

/// Steps with more choices than this are not tried one by one.
const MANY_CHOICES: usize = 8;

/// What the explicit engine says, or the symbolic one where steps have many choices.
pub(crate) fn ask(system: &System, property: &Property) -> Outcome {
    let (explicit, bdd);
    let engine: &dyn Engine = match system.rules.iter().any(|rule| rule.choices.len() > MANY_CHOICES) {
        false => {
            explicit = Explicit::new(system);
            &explicit
        }
        true => {
            bdd = Bdd::new(system).unwrap();
            &bdd
        }
    };
    assert_eq!(engine.supports(&property.formula), Ok(()));
    engine.check(property, &Budget::unlimited(), &Silent)
}

/// Decides as [`ask`] does, and confirms runs by replaying them.
pub(crate) struct Judge;

impl Oracle for Judge {
    fn check(&self, system: &System, property: &Property, _: &Budget) -> Outcome {
        ask(system, property)
    }

    fn confirms(&self, system: &System, property: &Property, counterexample: &Counterexample) -> bool {
        let interpreter = Interpreter::new(system);
        replay(&interpreter, &counterexample.trace).is_ok()
            && evaluate(&interpreter, &property.formula, &counterexample.trace) == Truth::False
    }
}

/// The same as an oracle.
pub(crate) fn oracle(system: &System, property: &Property, _: &Budget) -> Outcome {
    ask(system, property)
}

/// Whether an instance satisfies a property.
pub(crate) fn holds<D: Steps>(family: &Family<D>, property: &IndexedProperty, sizes: &[u32]) -> bool {
    let mut instance = family.instance(sizes).unwrap();
    let property = instance.property(family, property).expect("enough agents");
    match ask(&instance.system, &property).verdict.word() {
        "holds" => true,
        "violated" => false,
        other => panic!("{other}"),
    }
}
