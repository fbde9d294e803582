//! A small part of the attack of `cargo run -p synod-attack`, in every run of the tests. Machines that run tests are
//! busy, so only what hangs is too slow.

use std::path::Path;
use std::time::Duration;

use synod_attack::{Attack, Patience, Selection};

/// The program under test.
const SYNOD: &str = env!("CARGO_BIN_EXE_synod");

#[test]
fn hostile_inputs_of_all_kinds_are_answered_properly() {
    let patience = Patience { longest: Duration::from_secs(120), most_output: 64 << 20, grace: None };
    let selection = Selection::default();
    let attack = Attack::new(Path::new(SYNOD), patience, &selection).unwrap();
    for number in 0..200 {
        let case = attack.case(7, number, &selection);
        let findings = attack.findings(&case).unwrap();
        assert!(
            findings.is_empty(),
            "case {number} of seed 7: {}\n{findings:#?}",
            attack.command_line(&case)
        );
    }
}
