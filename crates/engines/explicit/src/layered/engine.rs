//! The engine as others see it.

use std::sync::Arc;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property, Reachability, Scratch,
    SearchFigures, Statistics, Stop, System, Unsupported, Verdict, grouped,
};

use synod_passes::under_fairness;

use super::search::{Ended, Failure, LayeredSearch};
use super::sorted::Sorted;
use crate::alphabet::Alphabet;
use crate::explore::InvariantWatch;
use crate::ltl::Linear;
use crate::model::PackedModel;

/// Where visited states are kept.
#[derive(Clone, Debug)]
pub enum Storage {
    /// In memory, compressed.
    Compressed,
    /// In files.
    Files(Arc<dyn Scratch>),
}

impl PartialEq for Storage {
    /// Whether they are kept in the same place.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Storage::Compressed, Storage::Compressed) => true,
            (Storage::Files(one), Storage::Files(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Eq for Storage {}

impl Storage {
    /// The option that asks for it.
    fn option(&self) -> &'static str {
        match self {
            Storage::Compressed => "--compress",
            Storage::Files(_) => "--disk",
        }
    }
}

/// Explicit-state search for invariants that keeps visited states elsewhere than in a plain table. Each property is searched for
/// anew.
#[derive(Debug)]
pub struct Layered<'a> {
    system: &'a System,
    storage: Storage,
}

impl<'a> Layered<'a> {
    /// An engine for one system.
    pub fn new(system: &'a System, storage: Storage) -> Self {
        Layered { system, storage }
    }

    /// What must never hold: the negation of all conjuncts, which have to be invariants, together.
    fn never(&self, formula: &Formula) -> Result<Linear, Unsupported> {
        let option = self.storage.option();
        let conjuncts = formula.conjuncts();
        let inner = |conjunct: &Formula| {
            let is_linear = conjunct.is_linear();
            let conjunct = under_fairness(conjunct, &self.system.fairness);
            let inner = conjunct.as_invariant().filter(|inner| is_linear && inner.arrivals().is_empty());
            inner.cloned().ok_or_else(|| {
                Unsupported(format!(
                    "with `{option}` invariants are decided: `G` of a condition on single states or steps, deadlocks and faults \
                     among them; leave out `{option}` for other formulas"
                ))
            })
        };
        let inner = conjuncts.iter().map(inner).collect::<Result<Vec<Formula>, Unsupported>>()?;
        Linear::new(&Formula::And(inner), false, &mut |_| None)
            .map_err(|_| Unsupported("the formula has too many different atoms".to_string()))
    }

    fn search(
        &self,
        model: &PackedModel,
        visited: Sorted,
        never: &Linear,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Outcome {
        let start = Instant::now();
        let alphabet = Alphabet::new(self.system, &model.layout, &never.atoms);
        let watch = InvariantWatch { alphabet: &alphabet, never };
        let mut search = LayeredSearch::new(self.system, model, visited);
        let ended = search.run(Some(&watch), budget, progress);
        let is_complete = matches!(ended, Ok(Ended::Complete));
        let ended = match ended {
            Ok(Ended::Violated(state)) => {
                search.run_to(state, &watch, budget).map(|trace| Some(Counterexample::of(trace)))
            }
            Ok(Ended::Complete | Ended::Depth) => Ok(None),
            Err(failure) => Err(failure),
        };
        let memory = search.peak;
        let figures = Reachability {
            states: search.states,
            transitions: search.piece.transitions,
            deadlocks: search.piece.deadlocks,
            faults: search.piece.faults,
            depth: search.layer,
            initial: search.initial,
            cut: search.piece.cut,
            complete: is_complete,
            stopped: None,
            memory,
            elapsed: start.elapsed(),
        };
        let found = SearchFigures {
            states: search.states,
            transitions: search.piece.transitions,
            left_out: 0,
            bytes: search.held,
            file_bytes: search.visited.file_bytes(),
        };
        Outcome {
            verdict: match ended {
                Ok(Some(counterexample)) => Verdict::Violated(Box::new(counterexample)),
                Ok(None) => match figures.limited_to(budget.int_bound, budget.depth) {
                    Some(within) => Verdict::Bounded { within },
                    None => Verdict::Holds(Proof::Exhausted { states: search.states }),
                },
                Err(failure) => self.unknown(failure, &search),
            },
            statistics: figures.statistics(memory, found),
            remarks: figures.remarks(self.system),
        }
    }

    fn unknown(&self, failure: Failure, search: &LayeredSearch) -> Verdict {
        let found = grouped(search.states);
        let doing = format!("while visiting reachable states ({found} found so far, depth {})", search.layer);
        match failure {
            Failure::Stopped(stop) => {
                let otherwise = match (&self.storage, stop) {
                    (Storage::Compressed, Stop::Memory) => "keep the states in files with `--disk FOLDER`",
                    _ => "look no further than `--depth N`",
                };
                stop.verdict(doing, otherwise)
            }
            Failure::Files(error) => Verdict::Unknown {
                reason: format!("the files of `--disk` cannot be written or read {doing}: {error}"),
                advice: Some("name a folder on a disk with more room".to_string()),
            },
        }
    }
}

impl Engine for Layered<'_> {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        self.never(formula).map(|_| ())
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let never = match self.never(&property.formula) {
            Ok(never) => never,
            Err(Unsupported(reason)) => {
                let verdict = Verdict::Unknown { reason, advice: None };
                return Outcome { verdict, statistics: Statistics::default(), remarks: vec![] };
            }
        };
        let model = PackedModel::new(self.system, budget.int_bound);
        let words = model.layout.words;
        let visited = match &self.storage {
            Storage::Compressed => Sorted::in_memory(words),
            Storage::Files(scratch) => Sorted::in_files(Arc::clone(scratch), words, budget),
        };
        self.search(&model, visited, &never, budget, progress)
    }
}
