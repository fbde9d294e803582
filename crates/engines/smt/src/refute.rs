//! Conditions that somebody says cannot be true, put to a solver.

use synod_core::Budget;

use crate::solver::{Failed, Program, Solver};

/// The first of some conditions over definitions that can be true, if one can.
pub fn first_possible<'c>(
    program: &Program,
    logic: &str,
    definitions: &str,
    conditions: impl Iterator<Item = &'c str>,
    budget: &Budget,
) -> Result<Option<usize>, Failed> {
    let mut solver = Solver::start(program, logic, budget)?;
    solver.say(definitions.to_string());
    for (number, condition) in conditions.enumerate() {
        solver.say(format!("(push 1)\n(assert {condition})\n"));
        if solver.check()? {
            return Ok(Some(number));
        }
        solver.say("(pop 1)\n".to_string());
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_tells_what_can_be_true_from_what_cannot() {
        let Some(program) = Program::find() else {
            eprintln!("skipped: no SMT solver is on the path");
            return;
        };
        let definitions = "(declare-const a Bool)\n(define-fun b () Bool (not a))\n";
        let ask = |conditions: &[&str]| {
            first_possible(&program, "QF_UF", definitions, conditions.iter().copied(), &Budget::unlimited())
        };
        assert_eq!(ask(&["(and a b)", "false"]), Ok(None));
        assert_eq!(ask(&["(and a b)", "a"]), Ok(Some(1)));
        assert!(ask(&["c"]).is_err());
    }
}
