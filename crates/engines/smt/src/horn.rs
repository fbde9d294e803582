//! Proofs by constrained Horn clauses: the solver looks for an invariant itself. What it finds is checked
//! again, by a second run that knows nothing of the first.

use crate::question::Question;
use crate::script::Script;
use crate::search::{Found, Work};
use crate::solver::{Failed, Solver};

/// Proves that something is not reached. That it is reached is left to others to show.
pub fn prove(question: &Question, work: &Work) -> Result<Found, Failed> {
    let script = Script::new(question);
    let mut solver = Solver::start(work.program, "HORN", work.budget)?;
    solver.say(script.relation() + &script.definitions() + &script.clauses());
    if !solver.check()? {
        return Err(Failed::Solver("it can be reached".to_string()));
    }
    let because = match solver.model().and_then(|model| confirmed(&script, &model, work)) {
        Ok(true) => "finds an inductive invariant, and confirms it in a second run".to_string(),
        Ok(false) => return Err(Failed::Solver(format!("the invariant of `{}` is none", work.program.name))),
        Err(Failed::Stopped(stop)) => return Err(stop.into()),
        Err(Failed::Solver(_)) => "reports an inductive invariant, which was not checked again".to_string(),
    };
    Ok(Found::Nothing(because))
}

/// Whether a definition of the relation holds at the start, is preserved by every step, and excludes what
/// is looked for.
fn confirmed(script: &Script, definition: &str, work: &Work) -> Result<bool, Failed> {
    let mut solver = Solver::start(work.program, "ALL", work.budget)?;
    solver.say(script.definitions() + definition + &script.declare(0) + &script.declare(1));
    let (now, then, possible) = (script.holds(0), script.holds(1), script.possible(0));
    let broken = [
        format!("(and {} (not {now}))", script.begins(0)),
        format!("(and {now} {possible} {} (not {then}))", script.moves(0)),
        format!("(and {now} {possible} {})", script.bad(0)),
    ];
    for condition in broken {
        solver.say(format!("(push 1)\n(assert {condition})\n"));
        if solver.check()? {
            return Ok(false);
        }
        solver.say("(pop 1)\n".to_string());
    }
    Ok(true)
}
