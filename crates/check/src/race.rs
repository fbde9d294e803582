//! Several engines at once: the first conclusive answer wins, and the others are stopped.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use synod_core::{Budget, Engine, Outcome, Progress, Property, Silent, Verdict};

/// How long each engine may work before the next one joins: small models are done by then.
const HEAD_START: Duration = Duration::from_millis(150);
/// Where sets of states come first they are hardly ever overtaken, and others beside them only take memory.
const HEAD_START_OF_SETS: Duration = Duration::from_millis(600);
/// How long, at least, an engine that knows integers without bounds may try to prove what another one only
/// says within bounds.
const BEYOND_BOUNDS: Duration = Duration::from_secs(5);
/// How long all engines work at the same time. Then those behind the first, which may use all cores, take turns.
const TOGETHER: Duration = Duration::from_secs(8);
/// How long a turn is.
const TURN: Duration = Duration::from_secs(1);
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
        let started = Instant::now();
        let mut best = (0, None);
        let mut runs = vec![false; engines.len()];
        runs[0] = begin(0);
        let mut waiting: VecDeque<usize> = (1..engines.len()).collect();
        let mut until: Option<Instant> = None;
        let mut turn = 0;
        while runs.contains(&true) || !waiting.is_empty() {
            let left = until.map_or(TURN, |end| end.saturating_duration_since(Instant::now()));
            let patience = match (waiting.is_empty(), runs.contains(&true)) {
                (true, _) => left.min(TURN),
                (false, true) => head_start(engines[0]),
                (false, false) => Duration::ZERO,
            };
            if let Ok(answer) = answers.recv_timeout(patience) {
                runs[answer.0] = false;
                let wins = is_conclusive(&answer);
                let bounded = answer.0 == 0 && is_bounded(&answer);
                if wins || answer.0 == 0 {
                    best = answer;
                }
                if wins || bounded && !engines.iter().any(|engine| says_more(*engine, budget)) {
                    break;
                }
                if bounded {
                    // More time would not change a bounded answer; only some engines can say more.
                    waiting.retain(|number| says_more(engines[*number], budget));
                    until = Some(Instant::now() + started.elapsed().max(BEYOND_BOUNDS));
                }
            } else if waiting.is_empty() && left.is_zero() {
                break;
            }
            if let Some(number) = waiting.pop_front() {
                runs[number] = budget.check(0).is_ok() && begin(number);
            } else if started.elapsed() > TOGETHER {
                turn = take_turns(&parts, &runs, turn);
            }
        }
        parts.iter().for_each(Budget::cancel);
        best
    })
}

/// How long the others wait for the first engine, and for each other.
fn head_start(first: &dyn Engine) -> Duration {
    if first.name() == "bdd" { HEAD_START_OF_SETS } else { HEAD_START }
}

/// Lets the next engine behind the first work, and the others behind it wait. Without the first, all work.
fn take_turns(parts: &[Budget], runs: &[bool], last: usize) -> usize {
    let others = 1..runs.len();
    let next = others.clone().filter(|number| runs[*number]).min_by_key(|number| (*number <= last, *number));
    others.for_each(|number| parts[number].pause(runs[0] && Some(number) != next));
    next.unwrap_or(last)
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
