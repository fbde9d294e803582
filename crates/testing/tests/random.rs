//! What the generators make keeps the promises that engines rely on.

use synod_core::{Formula, System};
use synod_testing::{Fragment, assert_valid, property, questions, runner};

#[test]
fn random_systems_and_formulas_are_valid() {
    for fragment in [Fragment::Invariant, Fragment::Linear, Fragment::Full, Fragment::Strategic] {
        let test = |(system, formula): (System, Formula)| {
            assert_valid(&system, &[property(formula)]);
            Ok(())
        };
        runner(300).run(&questions(fragment), test).unwrap();
    }
}
