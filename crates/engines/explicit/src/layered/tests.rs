//! Verdicts, counts and runs are those of the plain search, wherever states are kept.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use synod_core::{Budget, Engine, Formula, Outcome, Scratch, Silent, System, Verdict};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, counters, fair_questions, property, questions, runner};

use super::{Layered, Storage};
use crate::Explicit;

/// Files in memory, with room for so many bytes, of which some may be changed by accident.
#[derive(Debug)]
struct Shelf {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    room: usize,
    is_damaged: AtomicBool,
}

impl Shelf {
    fn new(room: usize) -> Arc<Self> {
        Arc::new(Shelf { files: Mutex::default(), room, is_damaged: AtomicBool::new(false) })
    }
}

impl Scratch for Shelf {
    fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut files = self.files.lock().unwrap();
        let used: usize = files.values().map(Vec::len).sum();
        let fit = bytes.len().min(self.room - used);
        files.entry(name.to_string()).or_default().extend_from_slice(&bytes[..fit]);
        if fit < bytes.len() { Err(Error::from(ErrorKind::StorageFull)) } else { Ok(()) }
    }

    fn read_at(&self, name: &str, place: u64, bytes: &mut [u8]) -> Result<()> {
        let files = self.files.lock().unwrap();
        let file = files.get(name).ok_or(Error::from(ErrorKind::NotFound))?;
        let part = file.get(place as usize..place as usize + bytes.len());
        bytes.copy_from_slice(part.ok_or(Error::from(ErrorKind::UnexpectedEof))?);
        if let Some(byte) = bytes.last_mut().filter(|_| self.is_damaged.load(Ordering::Relaxed)) {
            *byte ^= 4;
        }
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.files.lock().unwrap().remove(name).map(|_| ()).ok_or(Error::from(ErrorKind::NotFound))
    }
}

fn check(system: &System, formula: &Formula, storage: Storage, budget: &Budget) -> Outcome {
    Layered::new(system, storage).check(&property(formula.clone()), budget, &Silent)
}

/// A verdict without the run, and what was counted.
fn figures(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug + use<> {
    let statistics = &outcome.statistics;
    let counts = (statistics.states, statistics.transitions, statistics.depth, outcome.remarks.clone());
    match &outcome.verdict {
        // What was seen besides does not depend on the question alone.
        Verdict::Violated(_) => ("violated".to_string(), None),
        verdict => (format!("{verdict:?}"), Some(counts)),
    }
}

#[test]
fn answers_are_those_of_the_plain_search() {
    let (violated, held) = (Cell::new(0), Cell::new(0));
    let shelf = Shelf::new(usize::MAX);
    let test = |(system, formula): (System, Formula)| {
        // Integers of many bits, so that states have several words.
        for (int_bound, depth, threads) in [(3, None, 1), (3, Some(2), 3), (1 << 40, Some(4), 1)] {
            let mut budget = Budget::unlimited();
            (budget.threads, budget.int_bound, budget.depth) = (threads, int_bound, depth);
            let plain = Explicit::new(&system).check(&property(formula.clone()), &budget, &Silent);
            let files = Storage::Files(Arc::clone(&shelf) as Arc<dyn Scratch>);
            for storage in [Storage::Compressed, files] {
                if Layered::new(&system, storage.clone()).supports(&formula).is_err() {
                    return Err(TestCaseError::reject("about arrivals"));
                }
                let outcome = check(&system, &formula, storage.clone(), &budget);
                prop_assert_eq!(figures(&outcome), figures(&plain), "{:?}", storage);
                if let (Verdict::Violated(found), Verdict::Violated(other)) =
                    (outcome.verdict, &plain.verdict)
                {
                    let interpreter = Interpreter::new(&system).with_int_bound(int_bound);
                    prop_assert_eq!(judge(&interpreter, &formula, &found), Ok(()));
                    let lengths = (found.trace.steps.len(), other.trace.steps.len());
                    prop_assert_eq!(lengths.0, lengths.1);
                    violated.set(violated.get() + 1);
                } else {
                    held.set(held.get() + 1);
                }
            }
            prop_assert!(shelf.files.lock().unwrap().is_empty());
        }
        Ok(())
    };
    runner(500).run(&questions(Fragment::Invariant), test).unwrap();
    assert!(violated.get() > 300 && held.get() > 300, "{violated:?} violated, {held:?} not");
}

#[test]
fn formulas_of_other_kinds_are_refused_and_told_how_to_be_asked() {
    let test = |(system, formula): (System, Formula)| {
        let engine = Layered::new(&system, Storage::Compressed);
        let is_fair = !system.fairness.is_empty();
        match engine.supports(&formula) {
            Ok(()) => {
                prop_assert!(!is_fair && formula.conjuncts().iter().all(|c| c.as_invariant().is_some()))
            }
            Err(why) => prop_assert!(
                why.0.contains("leave out `--compress`") || why.0.contains("too many"),
                "{why:?}"
            ),
        }
        Ok(())
    };
    runner(300).run(&fair_questions(Fragment::Full), test).unwrap();
}

/// A number of counters, and that they do not all come to their ends.
fn race(count: usize, most: i64) -> (System, Formula) {
    let mut system = counters(count, most);
    let vars: Vec<_> = (0..count as u32).map(synod_core::VarId).collect();
    let last = system.exprs.int(most);
    let ends = vars.into_iter().map(|var| {
        let place = system.exprs.var(var);
        Formula::State(system.exprs.eq(place, last))
    });
    let ends: Vec<Formula> = ends.collect();
    let never = Formula::Globally(Box::new(Formula::And(ends).not()));
    (system, never)
}

#[test]
fn a_violation_far_away_is_found_with_its_run() {
    let (system, formula) = race(4, 7);
    let shelf = Shelf::new(usize::MAX);
    for threads in [1, 3] {
        let mut budget = Budget::unlimited();
        budget.threads = threads;
        for storage in [Storage::Compressed, Storage::Files(Arc::clone(&shelf) as Arc<dyn Scratch>)] {
            let outcome = check(&system, &formula, storage, &budget);
            let Verdict::Violated(found) = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
            assert_eq!(found.trace.steps.len(), 28);
            assert_eq!(judge(&Interpreter::new(&system), &formula, found), Ok(()));
        }
    }
}

#[test]
fn a_disk_that_is_full_or_broken_is_told_and_left_empty() {
    let (system, _) = race(4, 7);
    let always = Formula::Globally(Box::new(Formula::Faulty.not()));
    let whole = Shelf::new(usize::MAX);
    let outcome = check(&system, &always, Storage::Files(whole), &Budget::unlimited());
    assert!(matches!(outcome.verdict, Verdict::Holds(_)));
    let needed = outcome.statistics.search.unwrap().file_bytes as usize;
    assert!(needed > 4096, "{needed}");
    for room in [0, 1, 100, 1000, needed / 2, needed - 1] {
        let shelf = Shelf::new(room);
        let storage = Storage::Files(Arc::clone(&shelf) as Arc<dyn Scratch>);
        let Verdict::Unknown { reason, advice } =
            check(&system, &always, storage, &Budget::unlimited()).verdict
        else {
            panic!("there is no room")
        };
        assert!(reason.contains("cannot be written") && advice.unwrap().contains("more room"), "{reason}");
        assert!(shelf.files.lock().unwrap().is_empty());
    }
    let shelf = Shelf::new(usize::MAX);
    shelf.is_damaged.store(true, Ordering::Relaxed);
    let storage = Storage::Files(Arc::clone(&shelf) as Arc<dyn Scratch>);
    let Verdict::Unknown { reason, .. } = check(&system, &always, storage, &Budget::unlimited()).verdict
    else {
        panic!("what is read is not what was written")
    };
    assert!(reason.contains("is not what was written"), "{reason}");
}

#[test]
fn limits_end_the_search() {
    let (system, formula) = race(6, 9);
    let shelf = Shelf::new(usize::MAX);
    let storages = [Storage::Compressed, Storage::Files(Arc::clone(&shelf) as Arc<dyn Scratch>)];
    for storage in storages {
        let reason = |budget: Budget| match check(&system, &formula, storage.clone(), &budget).verdict {
            Verdict::Unknown { reason, .. } => reason,
            other => panic!("{other:?}"),
        };
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        assert!(reason(cancelled).contains("interrupted"));
        assert!(reason(Budget::unlimited().timeout(std::time::Duration::ZERO)).contains("time limit"));
        let mut small = Budget::unlimited();
        small.memory = Some(1);
        assert!(reason(small).contains("memory limit"));
        assert!(shelf.files.lock().unwrap().is_empty());
    }
}
