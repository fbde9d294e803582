//! The engines that keep only bits of states, as others see them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Field, Formula, Omission, Outcome, Progress, Proof, Property, Remark,
    SearchFigures, Statistics, Stop, System, Unsupported, Verdict, counted, initial_states_within, threads,
};

use super::diver::{Cut, Search};
use super::pool::Run;
use super::visited::Visited;
use crate::alphabet::Alphabet;
use crate::checkpoint::Unready;
use crate::explore::InvariantWatch;
use crate::limits::Limits;
use crate::model::PackedModel;
use crate::path::violating_run;
use crate::prepare::{Prepared, SearchKind};

/// Bytes of all tables together where no limit is given.
const USUAL_TABLE: u64 = 256 << 20;

/// Log2 of the bytes that are of use for each state that there could be.
const BYTES_LOG: u32 = 5;

/// When it is as unlikely as this that a search of a swarm left out anything, another one would find nothing new.
const NOTHING_LEFT_OUT: f64 = 1e-3;

/// What is kept of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunting {
    /// 32 bits and where they stand: hash compaction.
    Compact,
    /// Three bits in one table: bitstate hashing.
    Bitstate,
    /// The same in each of many searches, with other hash functions and in other orders.
    Swarm,
}

/// Looks for violations of invariants, and proves nothing.
#[derive(Debug)]
pub struct BugHunt<'a> {
    system: &'a System,
    by: Hunting,
    seed: u64,
    /// Bytes of all tables together, if that is not to depend on what there is.
    pub(super) table: Option<u64>,
}

/// What came of one search, or of several.
#[derive(Default)]
struct Hunt {
    states: u64,
    transitions: u64,
    depth: u64,
    bytes: u64,
    omission: Option<Omission>,
    violation: Option<(Run, usize)>,
    stop: Option<Stop>,
    searches: u64,
}

impl<'a> BugHunt<'a> {
    /// An engine for one system; the seed is that of hash functions and orders.
    pub fn new(system: &'a System, by: Hunting, seed: u64) -> Self {
        BugHunt { system, by, seed, table: None }
    }

    /// What must never hold, one formula for each conjunct.
    fn prepared(&self, formula: &Formula) -> Result<Prepared, Unsupported> {
        let prepared = Prepared::new(self.system, formula)?;
        let is_invariant = |search: &SearchKind| matches!(search, SearchKind::Positions(_));
        match prepared.conjuncts.iter().all(|conjunct| is_invariant(&conjunct.search)) {
            true => Ok(prepared),
            false => Err(Unsupported("it looks for violations of invariants only".to_string())),
        }
    }

    /// The initial states in machine words.
    fn initial(&self, model: &PackedModel, budget: &Budget) -> Result<Vec<Run>, Unready> {
        let mut initial = Vec::new();
        let listed = initial_states_within(self.system, budget, &mut |state| {
            budget.check(0)?;
            initial.extend(model.layout.pack(state).ok());
            Ok(ControlFlow::Continue(()))
        });
        let found = initial.len() as u64;
        listed.map(|_| initial).map_err(|stop| Unready::Listing(stop, found))
    }

    /// How many bytes all tables take together: most of the memory there may be, and no more than is of use.
    fn table_bytes(&self, model: &PackedModel, budget: &Budget) -> u64 {
        if let Some(bytes) = self.table {
            return bytes;
        }
        let affordable = budget.memory_left().map_or(USUAL_TABLE, |left| left / 4 * 3);
        let bits: u32 = model.layout.fields.iter().map(Field::width).sum();
        affordable.min(1u64.checked_shl(bits + BYTES_LOG).unwrap_or(u64::MAX))
    }

    /// Searches, on as many threads as there may be.
    fn hunt(
        &self,
        model: &PackedModel,
        watches: &[InvariantWatch],
        initial: &[Run],
        limits: &Limits,
    ) -> Hunt {
        let threads = limits.budget.threads.max(1);
        let memory = self.table_bytes(model, limits.budget);
        let is_over = AtomicBool::new(false);
        let search = |visited| Search::new(model, watches, limits, visited, initial, &is_over);
        let together = |visited| {
            let search = search(visited);
            let done = threads::each(threads, |number| search.work(self.seed.wrapping_add(number as u64)));
            Hunt::of(&search, done)
        };
        match self.by {
            Hunting::Compact => together(Visited::hashes(memory, self.seed)),
            Hunting::Bitstate => together(Visited::bits(memory, self.seed)),
            Hunting::Swarm => {
                let next = AtomicU64::new(self.seed);
                let alone = |_| {
                    let mut all = Hunt::default();
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        let search = search(Visited::bits(memory / threads as u64, seed));
                        let hunt = Hunt::of(&search, vec![search.work(seed)]);
                        if hunt.violation.is_some() {
                            is_over.store(true, Ordering::Relaxed);
                        }
                        all.add(hunt);
                        let nothing_left = all.omission.is_some_and(|left| left.of_any <= NOTHING_LEFT_OUT);
                        let is_last = limits.budget.deadline.is_none() || nothing_left;
                        if is_last
                            || all.violation.is_some()
                            || all.stop.is_some()
                            || is_over.load(Ordering::Relaxed)
                        {
                            break all;
                        }
                    }
                };
                let mut all = Hunt::default();
                threads::each(threads, alone).into_iter().for_each(|hunt| all.add(hunt));
                all
            }
        }
    }

    fn verdict(&self, model: &PackedModel, watches: &[InvariantWatch], hunt: &mut Hunt) -> Verdict {
        if let Some((run, number)) = hunt.violation.take() {
            let trace = violating_run(model, &watches[number], &run);
            return Verdict::Violated(Box::new(Counterexample::of(trace)));
        }
        let mut within = match self.by {
            Hunting::Swarm => {
                let seeds = counted(hunt.searches, "seed");
                format!("with {seeds}: the largest search visited {}", counted(hunt.states, "state"))
            }
            Hunting::Compact | Hunting::Bitstate => {
                format!("among {} that were visited", counted(hunt.states, "state"))
            }
        };
        if let Some(stop) = hunt.stop {
            within.push_str(&format!(" before {}", stop.event()));
        }
        Verdict::Bounded { within }
    }
}

impl Hunt {
    /// What came of a search, given how its threads ended.
    fn of(search: &Search, done: Vec<Result<(), Cut>>) -> Self {
        let states = search.states.load(Ordering::Relaxed);
        let mut hunt = Hunt {
            states,
            transitions: search.transitions.load(Ordering::Relaxed),
            depth: search.depth.load(Ordering::Relaxed),
            bytes: search.visited.bytes(),
            omission: Some(search.visited.omission(states, search.effort.load(Ordering::Relaxed))),
            searches: 1,
            ..Hunt::default()
        };
        for cut in done.into_iter().filter_map(Result::err) {
            match cut {
                Cut::Violated(run, number) => hunt.violation = Some((run, number)),
                Cut::Stopped(stop) => hunt.stop = Some(stop),
                Cut::Over => {}
            }
        }
        hunt
    }

    /// Adds another search: figures are those of the largest.
    fn add(&mut self, other: Hunt) {
        let searches = self.searches + other.searches;
        let bytes = self.bytes.max(other.bytes);
        let violation = self.violation.take().or(other.violation);
        let stop = self.stop.or(other.stop);
        let least = |a: Omission, b: Omission| if a.of_any <= b.of_any { a } else { b };
        let omission = match (self.omission, other.omission) {
            (Some(a), Some(b)) => Some(least(a, b)),
            (a, b) => a.or(b),
        };
        let largest = if self.states >= other.states {
            std::mem::take(self)
        } else {
            Hunt { violation: None, ..other }
        };
        *self = Hunt { searches, bytes, violation, stop, omission, ..largest };
    }
}

/// A probability for people.
fn shown(probability: f64) -> String {
    if probability == 0.0 || probability >= 0.001 {
        format!("{probability:.3}")
    } else {
        format!("{probability:.1e}")
    }
}

impl Engine for BugHunt<'_> {
    fn name(&self) -> &'static str {
        match self.by {
            Hunting::Compact => "compact",
            Hunting::Bitstate => "bitstate",
            Hunting::Swarm => "swarm",
        }
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        self.prepared(formula).map(|_| ())
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let without_states = |verdict: Verdict, states: Option<u64>| Outcome {
            verdict,
            statistics: Statistics { states, elapsed: start.elapsed(), ..Statistics::default() },
            remarks: Vec::new(),
        };
        let prepared = match self.prepared(&property.formula) {
            Ok(prepared) => prepared,
            Err(Unsupported(reason)) => {
                return without_states(Verdict::Unknown { reason, advice: None }, None);
            }
        };
        let model = PackedModel::new(self.system, budget.int_bound);
        let initial = match self.initial(&model, budget) {
            Ok(initial) => initial,
            Err(unready) => return without_states(unready.verdict(), None),
        };
        if initial.is_empty() && !self.system.has_unbounded() {
            return without_states(Verdict::Holds(Proof::Exhausted { states: 0 }), Some(0));
        }
        let watched = prepared.conjuncts.iter().filter_map(|conjunct| match &conjunct.search {
            SearchKind::Positions(never) => {
                Some((Alphabet::new(self.system, &model.layout, &never.atoms), never))
            }
            _ => None,
        });
        let watched: Vec<_> = watched.collect();
        let watches: Vec<InvariantWatch> =
            watched.iter().map(|(alphabet, never)| InvariantWatch { alphabet, never }).collect();
        let limits = Limits::new(budget, progress);
        let mut hunt = self.hunt(&model, &watches, &initial, &limits);
        let verdict = self.verdict(&model, &watches, &mut hunt);
        let omission = hunt.omission.filter(|_| matches!(verdict, Verdict::Bounded { .. }));
        let remark = |Omission { of_state, of_any }| Remark::Omission {
            of_state: shown(of_state),
            of_any: shown(of_any),
        };
        Outcome {
            verdict,
            statistics: Statistics {
                states: None,
                transitions: None,
                depth: Some(hunt.depth),
                memory: Some(limits.peak().max(hunt.bytes)),
                elapsed: start.elapsed(),
                search: Some(SearchFigures {
                    states: hunt.states,
                    transitions: hunt.transitions,
                    left_out: 0,
                    bytes: hunt.bytes,
                    file_bytes: 0,
                }),
                omission,
                device: None,
            },
            remarks: omission.map(remark).into_iter().collect(),
        }
    }
}
