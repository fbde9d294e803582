//! The engine as others see it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use synod_core::clock::Instant;
use synod_core::{
    Budget, Command, Coverage, Engine, Formula, Outcome, Progress, Proof, Property, Reachability, Remark,
    SearchFigures, Silent, Statistics, Stop, System, Unsupported, Verdict, grouped,
};

use crate::automata::Automata;
use crate::checkpoint::{Checkpoints, Journal, Unready, fingerprint};
use crate::coverage::coverage;
use crate::decide::{ConjunctAnswer, ConjunctSearch, Phase};
use crate::explore::{SearchEnd, Space};
use crate::limits::Limits;
use crate::model::PackedModel;
use crate::partial_order::StubbornSets;
use crate::prepare::{Conjunct, Prepared};
use crate::symmetry::Representatives;

/// The explicit-state engine for one system. What it has explored is kept for the next property.
#[derive(Debug)]
pub struct Explicit<'a> {
    system: &'a System,
    /// The states that stand for all, in a search up to symmetry.
    representatives: Option<Arc<Representatives>>,
    /// Which rules are followed, in a search with partial-order reduction. It is for one property.
    stubborn: Option<Arc<StubbornSets>>,
    /// Where searches are saved, and what tells this one from others of the same system.
    saving: Option<(Checkpoints, String)>,
    session: Mutex<Option<ExploredSystem>>,
    /// Formulas that are supported, ready to be decided.
    prepared: Mutex<FxHashMap<Formula, Prepared>>,
}

/// What was explored with one bound for integers.
#[derive(Debug)]
struct ExploredSystem {
    int_bound: i64,
    model: PackedModel,
    space: Space,
}

impl<'a> Explicit<'a> {
    /// An engine that has explored nothing yet.
    pub fn new(system: &'a System) -> Self {
        Explicit {
            system,
            representatives: None,
            stubborn: None,
            saving: None,
            session: Mutex::new(None),
            prepared: Mutex::default(),
        }
    }

    /// The same, but of the states that one stands for only that one is visited. Runs that it tells of lead from
    /// representative to representative.
    pub(crate) fn up_to(mut self, representatives: Representatives) -> Self {
        self.representatives = Some(Arc::new(representatives));
        self
    }

    /// The same, but not all rules that are enabled in a state are followed. It answers no property but the one that
    /// the sets are made for.
    pub(crate) fn following(mut self, stubborn: Option<StubbornSets>) -> Self {
        self.stubborn = stubborn.map(Arc::new);
        self
    }

    /// The same, but the search is saved now and then, and goes on from what is saved. `what` tells it from other searches of
    /// the same system that leave out other states.
    pub fn saving(mut self, checkpoints: Option<&Checkpoints>, what: impl std::fmt::Display) -> Self {
        self.saving = checkpoints.map(|checkpoints| (checkpoints.clone(), what.to_string()));
        self
    }

    /// Finds all reachable states, or goes on where an earlier search stopped.
    pub fn explore(&self, budget: &Budget, progress: &dyn Progress) -> Reachability {
        let start = Instant::now();
        let mut guard = self.lock();
        let mut figures = match self.session(&mut guard, budget) {
            Err(unready) => Reachability { stopped: Some(unready.stop()), ..Reachability::default() },
            Ok(session) => {
                let ended = session.space.explore(&session.model, &Limits::new(budget, progress), None);
                let mut figures = session.figures();
                if let SearchEnd::Stopped(stop) = ended {
                    figures.stopped = Some(stop);
                }
                figures
            }
        };
        figures.elapsed = start.elapsed();
        figures
    }

    /// How many reachable states satisfy each subformula; of a formula about runs, how many have only runs that do.
    /// Under fairness only states with a fair run count. `None` if the formula is not supported, or not all states can
    /// be explored.
    pub fn label<'f>(&self, formula: &'f Formula, budget: &Budget) -> Option<Vec<(&'f Formula, u64)>> {
        formula.check_coalitions(self.system).ok()?;
        let mut automata = Automata::new(self.system, formula).ok()?;
        let mut guard = self.lock();
        let ExploredSystem { model, space, .. } = self.session(&mut guard, budget).ok()?;
        let limits = Limits::new(budget, &Silent);
        let phase = Phase::Exploring;
        let search = ConjunctSearch { system: self.system, model, space, limits: &limits, phase };
        search.label(formula, &mut automata)
    }

    fn lock(&self) -> MutexGuard<'_, Option<ExploredSystem>> {
        // A panic elsewhere cannot leave a half-made session that matters: it is made anew.
        self.session.lock().unwrap_or_else(|poisoned| {
            let mut guard = PoisonError::into_inner(poisoned);
            *guard = None;
            guard
        })
    }

    fn session<'g>(
        &self,
        guard: &'g mut Option<ExploredSystem>,
        budget: &Budget,
    ) -> Result<&'g mut ExploredSystem, Unready> {
        if guard.as_ref().is_none_or(|session| session.int_bound != budget.int_bound) {
            // Dropped first, to hold only one at a time.
            *guard = None;
            let mut model = PackedModel::new(self.system, budget.int_bound);
            model.representatives = self.representatives.clone();
            model.stubborn = self.stubborn.clone();
            let begin = || {
                let listed = Space::new(self.system, &model, budget);
                listed.map_err(|(stop, found)| Unready::Listing(stop, found))
            };
            let space = match &self.saving {
                None => begin()?,
                Some((checkpoints, what)) => {
                    // A copy knows nothing yet of what is found out about a system when somebody asks.
                    let system = self.system.clone();
                    let search = (env!("CARGO_PKG_VERSION"), system, &model.layout, budget.int_bound, what);
                    Journal::open(checkpoints, fingerprint(&search), model.layout.words, budget, begin)?
                }
            };
            *guard = Some(ExploredSystem { int_bound: budget.int_bound, model, space });
        }
        guard.as_mut().ok_or(Unready::Listing(Stop::Cancelled, 0))
    }

    /// A formula that is ready to be decided; or why the engine does not decide it.
    fn prepared(&self, formula: &Formula) -> Result<Prepared, Unsupported> {
        let known = self.prepared.lock().unwrap_or_else(PoisonError::into_inner).remove(formula);
        known.map_or_else(|| Prepared::new(self.system, formula), Ok)
    }

    fn keep(&self, formula: &Formula, prepared: Prepared) {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).insert(formula.clone(), prepared);
    }

    fn decide(&self, session: &mut ExploredSystem, prepared: &mut Prepared, limits: &Limits) -> Verdict {
        for conjunct in &mut prepared.conjuncts {
            let ExploredSystem { model, space, .. } = session;
            let phase = Phase::Exploring;
            let mut search = ConjunctSearch { system: self.system, model, space, limits, phase };
            let answer = search.decide(conjunct);
            let phase = search.phase;
            match answer {
                ConjunctAnswer::NoViolation => {}
                ConjunctAnswer::Violated(counterexample) => return Verdict::Violated(counterexample),
                ConjunctAnswer::Stopped(stop) => {
                    let space = &session.space;
                    let doing = phase.describe(space.store.len(), space.depth());
                    return stop.verdict(doing, "look no further than `--depth N`");
                }
                ConjunctAnswer::Doubtful => {
                    return Verdict::Unknown {
                        reason: format!(
                            "it is violated on the explored part ({}), but the rest may matter",
                            session.limited_to(limits.budget.depth).unwrap_or_default()
                        ),
                        advice: Some("raise the bound that cuts the search".to_string()),
                    };
                }
                ConjunctAnswer::TooManyNodes => {
                    let states = grouped(session.space.store.len());
                    return Verdict::Unknown {
                        reason: format!(
                            "runs are followed among up to {} states, each as often as the formula remembers something \
                             else; {states} states were found",
                            grouped(u32::MAX.into())
                        ),
                        advice: Some(
                            "visit fewer states with `--reduction all`, or ask for an invariant, which has no such limit"
                                .to_string(),
                        ),
                    };
                }
                ConjunctAnswer::TooLarge => {
                    return Verdict::Unknown {
                        reason: "the formula has too many operators".to_string(),
                        advice: Some("split it into several properties".to_string()),
                    };
                }
            }
        }
        if prepared.conjuncts.iter().all(Conjunct::is_initial) && !session.space.cut {
            return Verdict::Holds(Proof::Initial { states: session.space.initial });
        }
        match session.limited_to(limits.budget.depth) {
            Some(within) => Verdict::Bounded { within },
            None => Verdict::Holds(Proof::Exhausted { states: session.space.store.len() }),
        }
    }
}

impl ExploredSystem {
    fn search(&self) -> SearchFigures {
        let Space { store, transitions, left_out, .. } = &self.space;
        SearchFigures {
            states: store.len(),
            transitions: transitions - left_out,
            left_out: *left_out,
            bytes: store.bytes(),
            file_bytes: 0,
        }
    }

    /// What the search was limited to, as a phrase, if it was.
    fn limited_to(&self, depth: Option<u64>) -> Option<String> {
        self.figures().limited_to(self.int_bound, depth)
    }

    fn figures(&self) -> Reachability {
        let space = &self.space;
        Reachability {
            states: space.store.len(),
            transitions: space.transitions,
            deadlocks: space.deadlocks,
            faults: space.faults,
            depth: space.depth(),
            initial: space.initial,
            cut: space.cut,
            complete: space.complete,
            stopped: None,
            memory: space.store.bytes(),
            elapsed: Duration::ZERO,
        }
    }

    fn remarks(&self, system: &System) -> Vec<Remark> {
        let about_saving = self.space.journal.iter().flat_map(Journal::remarks);
        self.figures().remarks(system).into_iter().chain(about_saving).collect()
    }
}

impl Engine for Explicit<'_> {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        let prepared = self.prepared(formula)?;
        self.keep(formula, prepared);
        Ok(())
    }

    fn coverage(&self, commands: &[Command], exact: bool, budget: &Budget) -> Option<Coverage> {
        let mut guard = self.lock();
        let ExploredSystem { model, space, .. } = self.session(&mut guard, budget).ok()?;
        Some(coverage(self.system, model, space, commands, exact, &Limits::new(budget, &Silent)))
    }

    fn release(&self) {
        *self.lock() = None;
    }

    fn starts_at_once(&self) -> bool {
        true
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let without_states = |verdict: Verdict| Outcome {
            verdict,
            statistics: Statistics { elapsed: start.elapsed(), ..Statistics::default() },
            remarks: vec![],
        };
        let mut prepared = match self.prepared(&property.formula) {
            Ok(prepared) => prepared,
            Err(Unsupported(reason)) => return without_states(Verdict::Unknown { reason, advice: None }),
        };
        let mut guard = self.lock();
        let session = match self.session(&mut guard, budget) {
            Ok(session) => session,
            Err(unready) => return without_states(unready.verdict()),
        };
        let limits = Limits::new(budget, progress);
        let verdict = self.decide(session, &mut prepared, &limits);
        self.keep(&property.formula, prepared);
        let figures = session.figures();
        let statistics = figures.statistics(limits.peak(), session.search());
        Outcome {
            verdict,
            statistics: Statistics { elapsed: start.elapsed(), ..statistics },
            remarks: session.remarks(self.system),
        }
    }
}

#[cfg(test)]
mod tests {
    use synod_testing::property;

    use super::*;

    #[test]
    fn what_tells_whether_a_formula_is_supported_also_decides_it() {
        let system = System::new("empty");
        let engine = Explicit::new(&system);
        let property = property(Formula::Finally(Box::new(Formula::Deadlock)));
        let prepared = || engine.prepared.lock().unwrap().len();
        assert!(engine.supports(&property.formula).is_ok() && engine.supports(&property.formula).is_ok());
        assert_eq!(prepared(), 1);
        assert!(matches!(engine.check(&property, &Budget::unlimited(), &Silent).verdict, Verdict::Holds(_)));
        assert_eq!(prepared(), 1);
    }
}
