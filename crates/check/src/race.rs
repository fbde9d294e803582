//! Several engines at once: the first conclusive answer wins, and the others are stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;

use synod_core::{Budget, Engine, Outcome, Progress, Property, Silent, Verdict};

/// How long each engine may work before the next one joins: small models are done by then.
const HEAD_START: Duration = Duration::from_millis(150);
/// Deeply nested models are walked by recursion; this much stack is reserved, and used only if needed.
const STACK: usize = 256 << 20;

/// An answer and the position of the engine that gave it; `None` for an engine that failed.
pub(crate) type Answered = (usize, Option<Outcome>);

/// Asks engines, which all support the property. They begin one after the other, and what the first one says
/// counts if nobody else settles the question.
pub(crate) fn race(
    engines: &[&dyn Engine],
    property: &Property,
    budget: &Budget,
    progress: &dyn Progress,
) -> Answered {
    let ask = |number: usize, budget: &Budget, progress: &dyn Progress| -> Answered {
        // An engine that panics has a defect; the other properties can still be answered.
        let work = AssertUnwindSafe(|| engines[number].check(property, budget, progress));
        (number, catch_unwind(work).ok())
    };
    if engines.len() == 1 {
        return ask(0, budget, progress);
    }
    let parts: Vec<Budget> = engines.iter().map(|_| budget.part()).collect();
    let (sender, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        let begin = |number: usize| {
            let (sender, ask, part) = (sender.clone(), &ask, &parts[number]);
            let progress = if number == 0 { progress } else { &Silent };
            let work = move || {
                // The receiver is gone only if somebody else won.
                let _ = sender.send(ask(number, part, progress));
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok()
        };
        let mut best = (0, None);
        let mut running = usize::from(begin(0));
        let mut next = 1;
        while running > 0 || next < engines.len() {
            let waiting = next < engines.len();
            let answer = match (waiting, running) {
                (true, 0) => None,
                (true, _) => answers.recv_timeout(HEAD_START).ok(),
                (false, _) => answers.recv().ok(),
            };
            if let Some(answer) = answer {
                running -= 1;
                let wins = settles(&answer);
                if wins || answer.0 == 0 {
                    best = answer;
                }
                if wins {
                    break;
                }
            }
            if waiting {
                running += usize::from(budget.check(0).is_ok() && begin(next));
                next += 1;
            }
        }
        parts.iter().for_each(Budget::cancel);
        best
    })
}

/// Whether an answer ends the race: a conclusive one, or one of the first engine that more time would not
/// change.
fn settles((number, outcome): &Answered) -> bool {
    outcome.as_ref().is_some_and(|outcome| match outcome.verdict {
        Verdict::Bounded { .. } => *number == 0,
        ref verdict => verdict.is_conclusive(),
    })
}
