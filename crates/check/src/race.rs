//! Several engines at once: the first conclusive answer wins, and the others are stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use synod_core::{Budget, Engine, Outcome, Progress, Property, Silent, Verdict};

/// How long the first engine may work alone: small models are done by then.
const HEAD_START: Duration = Duration::from_millis(500);
/// How long, at least, an engine that knows integers without bounds may try to prove what another one only
/// says within bounds.
const BEYOND_BOUNDS: Duration = Duration::from_secs(5);
/// Deeply nested models are walked by recursion; this much stack is reserved, and used only if needed.
const STACK: usize = 256 << 20;

/// An answer and the position of the engine that gave it; `None` for an engine that failed.
pub(crate) type Answered = (usize, Option<Outcome>);

/// Asks engines, which all support the property. The first one works alone at first, and what it says
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
        let started = Instant::now();
        let mut best = (0, None);
        let mut running = usize::from(begin(0));
        let mut early = answers.recv_timeout(HEAD_START).ok();
        if !early.as_ref().is_some_and(is_conclusive) && budget.check(0).is_ok() {
            // More time would not change a bounded answer; only some engines can say more.
            let bounded = early.as_ref().is_some_and(is_bounded);
            let may_help = |number: &usize| !bounded || says_more(engines[*number], budget);
            running += (1..engines.len()).rev().filter(may_help).filter(|number| begin(*number)).count();
        }
        let mut until = None;
        while running > 0 {
            let next = || match until {
                None => answers.recv().ok(),
                Some(end) => {
                    answers.recv_timeout(Instant::saturating_duration_since(&end, Instant::now())).ok()
                }
            };
            let Some(answer) = early.take().or_else(next) else { break };
            running -= 1;
            let wins = is_conclusive(&answer);
            let (first, bounded) = (answer.0 == 0, is_bounded(&answer));
            if wins || first {
                best = answer;
            }
            if wins || first && bounded && !engines.iter().any(|engine| says_more(*engine, budget)) {
                break;
            }
            if first && bounded {
                until = Some(Instant::now() + started.elapsed().max(BEYOND_BOUNDS));
            }
        }
        parts.iter().for_each(Budget::cancel);
        best
    })
}

fn is_conclusive((_, outcome): &Answered) -> bool {
    outcome.as_ref().is_some_and(|outcome| outcome.verdict.is_conclusive())
}

fn is_bounded((_, outcome): &Answered) -> bool {
    outcome.as_ref().is_some_and(|outcome| matches!(outcome.verdict, Verdict::Bounded { .. }))
}

/// Whether an engine may be conclusive where others only say what is so within bounds.
fn says_more(engine: &dyn Engine, budget: &Budget) -> bool {
    engine.is_unbounded() && budget.depth.is_none()
}
