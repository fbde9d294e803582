//! Families found in systems of one size, against the same systems of other sizes.

mod labs;
mod rcheck;

use synod_core::{Budget, Engine, Property, Silent, System, Verdict};
use synod_explicit::Explicit;

/// How many random models to try.
fn cases() -> u64 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// Small random numbers.
struct Random(u64);

impl Random {
    /// Of the random model of a number.
    fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

fn holds(system: &System, property: &Property) -> bool {
    match Explicit::new(system).check(property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("{other:?}"),
    }
}
