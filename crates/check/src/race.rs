//! Several engines for one property: the first conclusive answer wins, and the others are stopped. They take turns; where
//! there are threads each goes on where it was, and in a long race two work at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Engine, Interrupted, Outcome, Phase, Progress, Property, Statistics, Tick, Verdict, prepare,
    threads,
};

use crate::turns::{Runner, Turn, Turns, Watch};

/// How long, at least, an engine that knows integers without bounds may try to prove what another one only
/// says within bounds.
const BEYOND_BOUNDS: Duration = Duration::from_secs(5);

/// An answer and the position of the engine that gave it; `None` for an engine that failed.
pub(crate) type Answered = (usize, Option<Outcome>);

/// What comes of a race.
pub(crate) struct RaceResult {
    /// The answer that counts.
    pub answered: Answered,
    /// Where it settles nothing, how far those came who say something else: the position of each with the verdict that
    /// it gave last.
    pub others: Vec<(usize, Verdict)>,
}

impl RaceResult {
    /// An answer that needs no others beside it.
    fn of(answered: Answered) -> Self {
        RaceResult { answered, others: Vec::new() }
    }
}

/// What engines said that settled nothing, each its last word; `None` for one that failed.
struct InVain<'a> {
    engines: &'a [&'a dyn Engine],
    property: &'a Property,
    said: BTreeMap<usize, Option<Outcome>>,
    /// Those that found out that they have nothing to say about the property.
    refused: BTreeSet<usize>,
}

impl<'a> InVain<'a> {
    fn new(engines: &'a [&'a dyn Engine], property: &'a Property) -> Self {
        InVain { engines, property, said: BTreeMap::new(), refused: BTreeSet::new() }
    }

    fn note(&mut self, (number, outcome): Answered) {
        if outcome.is_some() && self.engines[number].supports(&self.property.formula).is_err() {
            self.refused.insert(number);
        }
        self.said.insert(number, outcome);
    }

    /// The engine whose word counts if nobody settles the question: the first that did not refuse.
    fn lead(&self) -> usize {
        (0..self.engines.len()).find(|number| !self.refused.contains(number)).unwrap_or(0)
    }

    /// Whether the question is answered within bounds by the engine whose word counts.
    fn is_bounded(&self) -> bool {
        let said = self.said.get(&self.lead()).and_then(Option::as_ref);
        said.is_some_and(|outcome| matches!(outcome.verdict, Verdict::Bounded { .. }))
    }

    fn result(mut self, budget: &Budget) -> RaceResult {
        let lead = self.lead();
        let unready = || budget.check(0).err().map(|stop| Interrupted { stop, phase: Phase::Preparing });
        let outcome = self.said.remove(&lead).unwrap_or_else(|| unready().map(unprepared));
        let verdict = outcome.as_ref().map(|outcome| &outcome.verdict);
        let others = self.said.into_iter().filter(|(number, _)| !self.refused.contains(number));
        let others = others.filter_map(|(number, said)| Some((number, said?.verdict)));
        let others = others.filter(|(_, other)| Some(other) != verdict).collect();
        RaceResult { answered: (lead, outcome), others }
    }
}

/// Asks engines, which all support the property as far as they know. What the first one says counts if nobody else
/// settles the question.
pub(crate) fn race(
    engines: &[&dyn Engine],
    property: &Property,
    budget: &Budget,
    progress: &dyn Progress,
) -> RaceResult {
    let ask = |number: usize, budget: &Budget, progress: &dyn Progress| -> Answered {
        // An engine that panics has a defect; the other properties can still be answered.
        let progress = Named { told: progress, engine: engines[number].name() };
        let check = || engines[number].check(property, budget, &progress);
        let work = AssertUnwindSafe(|| prepare(budget, Phase::Preparing, check).unwrap_or_else(unprepared));
        (number, catch_unwind(work).ok())
    };
    match engines {
        [_] => RaceResult::of(ask(0, budget, progress)),
        _ if threads::AVAILABLE => at_once(engines, property, budget, progress, ask),
        _ => in_turns(engines, property, budget, progress, ask),
    }
}

/// Says which engine tells what is passed on.
struct Named<'a> {
    told: &'a dyn Progress,
    engine: &'static str,
}

impl Progress for Named<'_> {
    fn tick(&self, tick: Tick) {
        self.told.tick(Tick { engine: Some(self.engine), ..tick });
    }
}

/// The answer of an engine that was not ready within the limits.
pub(crate) fn unprepared(met: Interrupted) -> Outcome {
    let doing = format!("while {}", met.phase.clause());
    let verdict = met.stop.verdict(doing, "make the model smaller");
    Outcome { verdict, statistics: Statistics::default(), remarks: Vec::new() }
}

/// Asks engines, each on a thread of its own, which wait while it is not their turn.
fn at_once(
    engines: &[&dyn Engine],
    property: &Property,
    budget: &Budget,
    progress: &dyn Progress,
    ask: impl Fn(usize, &Budget, &dyn Progress) -> Answered + Sync,
) -> RaceResult {
    let parts = budget.race(engines.len());
    // What the leading one says is what others hear.
    let leading = AtomicUsize::new(0);
    let watches: Vec<Watch> =
        (0..engines.len()).map(|number| Watch::new(progress, number, &leading)).collect();
    let (sender, answers) = mpsc::channel();
    threads::scope(|scope| {
        let begin = |number: usize| {
            let (sender, ask, part, watch) = (sender.clone(), &ask, &parts[number], &watches[number]);
            let work = move || {
                // The receiver is gone only if somebody else won.
                let _ = sender.send(ask(number, part, watch));
            };
            threads::spawn(scope, work).is_some()
        };
        let started = Instant::now();
        let mut in_vain = InVain::new(engines, property);
        let mut winner = None;
        let mut turns = Turns::new(engines.iter().map(|engine| Runner {
            keeps_sets: engine.keeps_sets(),
            starts_at_once: engine.starts_at_once(),
        }));
        let mut begun = vec![false; engines.len()];
        let mut open: Vec<usize> = (0..engines.len()).collect();
        let mut until: Option<Instant> = None;
        while !open.is_empty() {
            let trend = |number: usize| watches[number].trend();
            let Turn { working, at_most } = turns.next(&open, trend, started.elapsed());
            leading.store(working[0], Ordering::Relaxed);
            open.iter().for_each(|number| parts[*number].pause(!working.contains(number)));
            let fresh: Vec<usize> = working.iter().copied().filter(|number| !begun[*number]).collect();
            for number in fresh {
                begun[number] = budget.check(0).is_ok() && begin(number);
                if !begun[number] {
                    open.retain(|other| *other != number);
                }
            }
            if !working.iter().any(|number| begun[*number]) {
                continue;
            }
            let left = until.map_or(at_most, |end| end.saturating_duration_since(Instant::now()));
            let turn_began = Instant::now();
            let answer = answers.recv_timeout(at_most.min(left));
            turns.spend(&working, turn_began.elapsed());
            if let Ok(answer) = answer {
                open.retain(|number| *number != answer.0);
                parts[answer.0].finish();
                let scarce =
                    || std::iter::zip(budget.memory, budget.memory_left()).any(|(all, left)| left < all / 2);
                if !is_conclusive(&answer) && scarce() {
                    // What it found is of less use than the memory that the others may need.
                    engines[answer.0].release();
                }
                if is_conclusive(&answer) {
                    winner = Some(answer);
                    break;
                }
                in_vain.note(answer);
                if until.is_none() && in_vain.is_bounded() {
                    if !engines.iter().any(|engine| says_more(*engine, budget)) {
                        break;
                    }
                    // More time would not change a bounded answer; only some engines can say more.
                    open.retain(|number| begun[*number] || says_more(engines[*number], budget));
                    until = Some(Instant::now() + started.elapsed().max(BEYOND_BOUNDS));
                }
            } else if until.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        parts.iter().for_each(Budget::cancel);
        winner.map_or_else(|| in_vain.result(budget), RaceResult::of)
    })
}

/// Asks engines in turns that grow, on the calling thread.
fn in_turns(
    engines: &[&dyn Engine],
    property: &Property,
    budget: &Budget,
    progress: &dyn Progress,
    ask: impl Fn(usize, &Budget, &dyn Progress) -> Answered,
) -> RaceResult {
    let started = Instant::now();
    let mut in_vain = InVain::new(engines, property);
    // What is left of the time for those that can say more than a bounded answer.
    let mut until: Option<Instant> = None;
    let ended = threads::in_turns(budget, engines.len(), |number, budget| {
        if until.is_some() && !says_more(engines[number], budget) {
            return None;
        }
        let left = until.map(|end| end.saturating_duration_since(Instant::now()));
        let answer = match left {
            Some(left) => ask(number, &budget.at_most(left), progress),
            None => ask(number, budget, progress),
        };
        if is_conclusive(&answer) {
            return Some(Some(answer));
        }
        in_vain.note(answer);
        // A bounded answer that is not just all there was time for.
        if until.is_none() && in_vain.is_bounded() && budget.check(0).is_ok() {
            until = Some(Instant::now() + started.elapsed().max(BEYOND_BOUNDS));
        }
        let is_over = until.is_some_and(|end| end <= Instant::now());
        let is_last_word = until.is_some() && !engines.iter().any(|engine| says_more(*engine, budget));
        (is_over || is_last_word).then_some(None)
    });
    ended.flatten().map_or_else(|| in_vain.result(budget), RaceResult::of)
}

fn is_conclusive((_, outcome): &Answered) -> bool {
    outcome.as_ref().is_some_and(|outcome| outcome.verdict.is_conclusive())
}

/// Whether an engine may be conclusive where others only say what is so within bounds.
fn says_more(engine: &dyn Engine, budget: &Budget) -> bool {
    engine.is_unbounded() && budget.depth.is_none()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use synod_core::{Formula, Proof, PropertyOrigin, Silent, Unsupported};

    use super::*;

    /// An engine that says the same each time, from its `patience`-th turn on; until then it works in vain.
    struct Oracle {
        says: Verdict,
        patience: u32,
        is_unbounded: bool,
        /// It finds out, once it is asked, that it does not support the property.
        refuses: bool,
        asked: AtomicU32,
    }

    fn oracle(says: Verdict, patience: u32) -> Oracle {
        Oracle { says, patience, is_unbounded: false, refuses: false, asked: AtomicU32::new(0) }
    }

    impl Engine for Oracle {
        fn name(&self) -> &'static str {
            "oracle"
        }
        fn supports(&self, _: &Formula) -> Result<(), Unsupported> {
            match self.refuses && self.asked.load(Ordering::Relaxed) > 0 {
                true => Err(Unsupported("nothing can be left out".to_string())),
                false => Ok(()),
            }
        }
        fn is_unbounded(&self) -> bool {
            self.is_unbounded
        }
        fn check(&self, _: &Property, budget: &Budget, _: &dyn Progress) -> Outcome {
            let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
            while asked < self.patience && budget.check(0).is_ok() {}
            let verdict = if asked < self.patience { unknown() } else { self.says.clone() };
            Outcome { verdict, statistics: Statistics::default(), remarks: Vec::new() }
        }
    }

    fn unknown() -> Verdict {
        Verdict::Unknown { reason: "no time".to_string(), advice: None }
    }

    fn holds() -> Verdict {
        Verdict::Holds(Proof::Exhausted { states: 1 })
    }

    fn bounded() -> Verdict {
        Verdict::Bounded { within: "in a window".to_string() }
    }

    fn property() -> Property {
        Property {
            name: "p".to_string(),
            text: String::new(),
            formula: Formula::And(vec![]),
            span: Default::default(),
            origin: PropertyOrigin::Model,
        }
    }

    fn answer(oracles: &[Oracle]) -> (usize, Option<&'static str>) {
        let engines: Vec<&dyn Engine> = oracles.iter().map(|oracle| oracle as &dyn Engine).collect();
        let ask = |number: usize, budget: &Budget, progress: &dyn Progress| -> Answered {
            (number, Some(engines[number].check(&property(), budget, progress)))
        };
        let (number, outcome) = in_turns(&engines, &property(), &Budget::unlimited(), &Silent, ask).answered;
        (number, outcome.map(|outcome| outcome.verdict.word()))
    }

    #[test]
    fn in_turns_the_first_conclusive_answer_counts() {
        assert_eq!(answer(&[oracle(holds(), 9), oracle(holds(), 1)]), (1, Some("holds")));
        assert_eq!(answer(&[oracle(holds(), 2), oracle(unknown(), 1)]), (0, Some("holds")));
    }

    #[test]
    fn in_turns_the_first_engine_speaks_where_nobody_settles_it() {
        assert_eq!(answer(&[oracle(bounded(), 1), oracle(holds(), 9)]), (0, Some("bounded")));
        assert_eq!(answer(&[oracle(unknown(), 1), oracle(bounded(), 1)]), (0, Some("unknown")));
    }

    #[test]
    fn where_nobody_settles_it_everybody_says_how_far_he_came() {
        let raced = |oracles: [Oracle; 2]| {
            let engines = oracles.each_ref().map(|oracle| oracle as &dyn Engine);
            let raced = race(&engines, &property(), &Budget::unlimited(), &Silent);
            (raced.answered.0, raced.others)
        };
        assert_eq!(raced([oracle(unknown(), 1), oracle(bounded(), 1)]), (0, vec![(1, bounded())]));
        // Nobody needs to hear the same twice.
        assert_eq!(raced([oracle(unknown(), 1), oracle(unknown(), 1)]), (0, vec![]));
        assert_eq!(raced([oracle(unknown(), 1), oracle(holds(), 1)]), (1, vec![]));
    }

    #[test]
    fn who_finds_out_that_there_is_nothing_to_say_is_not_heard() {
        let refuses = || Oracle { refuses: true, ..oracle(unknown(), 1) };
        for says in [unknown(), bounded()] {
            let oracles = [refuses(), oracle(says.clone(), 1), refuses()];
            let engines = oracles.each_ref().map(|oracle| oracle as &dyn Engine);
            let raced = race(&engines, &property(), &Budget::unlimited(), &Silent);
            assert_eq!((raced.answered.0, raced.others), (1, vec![]));
            assert_eq!(answer(&[refuses(), oracle(says.clone(), 1)]), (1, Some(says.word())));
        }
    }

    #[test]
    fn a_limit_that_is_met_before_anybody_begins_is_no_failure() {
        let oracles = [oracle(holds(), 1), oracle(holds(), 1)];
        let engines: Vec<&dyn Engine> = oracles.iter().map(|oracle| oracle as &dyn Engine).collect();
        let budget = Budget::unlimited();
        budget.cancel();
        let (number, outcome) = race(&engines, &property(), &budget, &Silent).answered;
        let verdict = outcome.map(|outcome| outcome.verdict);
        assert!(number == 0 && matches!(verdict, Some(Verdict::Unknown { .. })), "{verdict:?}");
        assert!(oracles.iter().all(|oracle| oracle.asked.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn in_turns_who_knows_more_than_bounds_is_heard() {
        let prover = Oracle { is_unbounded: true, ..oracle(holds(), 2) };
        assert_eq!(answer(&[oracle(bounded(), 1), oracle(holds(), 9), prover]), (2, Some("holds")));
    }
}
