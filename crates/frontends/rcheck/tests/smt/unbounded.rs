//! Integers without bounds: what holds is proved, what does not is shown, and solvers are stopped.

use std::path::PathBuf;
use std::time::Duration;

use synod_core::{Budget, Engine, Proof, Silent, System, Verdict};
use synod_rcheck::{Model, Options, load};
use synod_simulate::{Interpreter, judge};
use synod_smt::{Program, Smt};
use synod_syntax::Source;

/// Numbers are drawn for ever and called in order.
const OFFICE: &str = "\
message-structure: NUMBER : int
agent Office
    local: next : int, serving : int
    init: next = 0 & serving = 0
    repeat:
        give: {true} SUPPLY@(myself)(NUMBER := next)[next := next + 1]
      + call: {serving < next} *! true (NUMBER := serving)[serving := serving + 1]
agent Customer
    local: ticket : int, waiting : bool
    init: ticket = 0 & !waiting
    repeat:
        draw: {true} GET@(office)()[ticket := NUMBER, waiting := true];
        served: {NUMBER = ticket} *? [waiting := false]
system = Office(office, true) || Customer(ann, true) || Customer(bob, true)
SPEC distinct: G !(ann-waiting & bob-waiting & ann-ticket = bob-ticket)
SPEC short_queue: G (((office-next) - (office-serving)) <= 2)
SPEC few_numbers: G (office-next <= 3)
";

fn office() -> Model {
    load(&Source::new("office.rcp", OFFICE), &Options::default()).model.unwrap()
}

fn verdict(name: &str) -> Option<Verdict> {
    if !Smt::new(&System::new("nothing")).is_installed() {
        eprintln!("skipped: no SMT solver is on the path");
        return None;
    }
    let model = office();
    let property = model.properties.iter().find(|property| property.name == name).unwrap();
    let verdict = Smt::new(&model.system).check(property, &Budget::unlimited(), &Silent).verdict;
    if let Verdict::Violated(run) = &verdict {
        assert_eq!(judge(&Interpreter::new(&model.system), &property.formula, run), Ok(()));
    }
    Some(verdict)
}

fn holds(name: &str) {
    if let Some(verdict) = verdict(name) {
        assert!(matches!(verdict, Verdict::Holds(Proof::Reported { .. })), "{name}: {verdict:?}");
    }
}

fn violated(name: &str) {
    if let Some(verdict) = verdict(name) {
        assert!(matches!(verdict, Verdict::Violated(_)), "{name}: {verdict:?}");
    }
}

#[test]
fn an_invariant_of_numbers_that_grow_for_ever_is_proved() {
    holds("distinct");
    holds("short_queue");
}

#[test]
fn a_violated_invariant_has_a_run() {
    violated("few_numbers");
}

/// What the engine says of a property when this program is the solver.
#[cfg(unix)]
fn with_solver(program: Option<PathBuf>, budget: &Budget) -> String {
    let model = office();
    let engine = Smt::new(&model.system).with(program.map(Program::at));
    match engine.check(&model.properties[0], budget, &Silent).verdict {
        Verdict::Unknown { reason, .. } => reason,
        other => panic!("{other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_missing_solver_is_named() {
    assert_eq!(with_solver(None, &Budget::unlimited()), "no SMT solver is on the path");
}

#[cfg(unix)]
#[test]
fn a_solver_that_never_answers_is_stopped() {
    // It reads all there is before it says anything.
    let program = "/usr/bin/sort".into();
    let budget = Budget::unlimited().timeout(Duration::from_millis(50));
    let reason = with_solver(Some(program), &budget);
    assert_eq!(reason, "the time limit was reached at depth 0");
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_solver_is_said_to_have_ended() {
    let reason = with_solver(Some("/bin/true".into()), &Budget::unlimited());
    assert_eq!(reason, "`true` ended without an answer");
}
