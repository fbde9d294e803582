//! Families found in systems of one size, against the same systems of other sizes.

mod labs;
mod rcheck;

use synod_core::{Budget, Engine, Property, Silent, System, Verdict};
use synod_explicit::Explicit;

/// How many random models to try.
fn cases() -> u64 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn holds(system: &System, property: &Property) -> bool {
    match Explicit::new(system).check(property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("{other:?}"),
    }
}
