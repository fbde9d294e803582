//! Deciding one conjunct of a property: which search it needs, and what comes of it.

use synod_core::{Counterexample, Formula, Stop, System, Trace, counted, grouped};
use synod_labelling::{Labelling, Labels};

use crate::alphabet::Alphabet;
use crate::automata::Automata;
use crate::concurrent::SharedProduct;
use crate::cycles::CycleSearch;
use crate::dive::DivingGraph;
use crate::enumerated::{Enumerated, Failure};
use crate::explore::{InvariantWatch, SearchEnd, Space};
use crate::graph::{MOST_NODES, Repeat, StateGraph, nodes};
use crate::limits::Limits;
use crate::ltl::{Automaton, Linear};
use crate::model::PackedModel;
use crate::path::{add_violating_step, path_to};
use crate::points::Points;
use crate::prepare::{Conjunct, SearchKind};
use crate::product::Product;

/// What is found about a conjunct.
pub(crate) enum ConjunctAnswer {
    /// There is no violation among the states that were explored.
    NoViolation,
    Violated(Box<Counterexample>),
    Stopped(Stop),
    /// Something was violated, but states that were not explored might matter.
    Doubtful,
    /// The formula is.
    TooLarge,
    TooManyNodes,
}

impl From<Failure> for ConjunctAnswer {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop) => ConjunctAnswer::Stopped(stop),
            Failure::TooLarge => ConjunctAnswer::TooLarge,
            Failure::TooManyNodes => ConjunctAnswer::TooManyNodes,
        }
    }
}

/// How many states are found before runs are looked at for the first time, and how many times as many
/// before each next time.
const FIRST_LOOK: u64 = 4096;
const GROWTH: u64 = 4;

/// For so many states that were found in breadth one is looked at in depth; from so many initial states at most.
const DEPTH_SHARE: u64 = 4;
const MOST_STARTS: u64 = 64;

/// What a search does at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Finds reachable states.
    Exploring,
    /// Looks for a run among those that are known.
    Runs,
    /// Finds out which states satisfy the parts of the formula.
    Labelling,
}

impl Phase {
    /// As a phrase, with so many states known, the farthest of them so many steps from the initial ones.
    pub fn describe(self, states: u64, depth: u64) -> String {
        match self {
            Phase::Exploring => {
                format!("while visiting reachable states ({} found so far, depth {depth})", grouped(states))
            }
            Phase::Runs => format!(
                "while looking for a violating run among {} (depth {depth})",
                counted(states, "state")
            ),
            Phase::Labelling => {
                format!("while evaluating the formula on {} (depth {depth})", counted(states, "state"))
            }
        }
    }
}

/// A system with its reachable states, and limits.
pub(crate) struct ConjunctSearch<'a> {
    pub system: &'a System,
    pub model: &'a PackedModel,
    pub space: &'a mut Space,
    pub limits: &'a Limits<'a>,
    /// What it does now, or did when it stopped.
    pub phase: Phase,
}

/// So many nodes of a product are searched on one thread before others are asked.
const FEW_NODES: u32 = if cfg!(test) { 0 } else { 4096 };

impl ConjunctSearch<'_> {
    /// Decides one conjunct.
    pub fn decide(&mut self, conjunct: &mut Conjunct) -> ConjunctAnswer {
        let is_initial = conjunct.is_initial();
        let Conjunct { formula, search } = conjunct;
        let answer = match search {
            SearchKind::Positions(never) => self.positions(never),
            SearchKind::Runs(automaton) if is_initial => {
                self.phase = Phase::Runs;
                self.runs(formula, automaton)
            }
            SearchKind::Runs(automaton) => self.on_the_fly(formula, automaton),
            SearchKind::Labelling(automata) => self.labelling(formula, automata),
        };
        answer.unwrap_or_else(ConjunctAnswer::from)
    }

    /// A formula about one run, looked at each time the known states have multiplied: a violation among
    /// the nearest states is found without the others. All those looks together cost a third of the last. In between
    /// some states are searched in depth: in a large space a loop may be near, but for all that lies beside it.
    fn on_the_fly(
        &mut self,
        formula: &Formula,
        automaton: &mut Automaton,
    ) -> Result<ConjunctAnswer, Failure> {
        self.space.keep_steps(self.model, self.limits)?;
        let mut enough = self.space.store.len().max(FIRST_LOOK);
        loop {
            self.phase = Phase::Exploring;
            let ended = self.space.explore_up_to(enough, self.model, self.limits, None);
            match ended {
                SearchEnd::Stopped(stop) if stop != Stop::Depth => return Ok(ConjunctAnswer::Stopped(stop)),
                _ => self.phase = Phase::Runs,
            }
            match ended {
                SearchEnd::Enough => {
                    let answer = self.runs(formula, automaton)?;
                    if !matches!(answer, ConjunctAnswer::NoViolation) {
                        return Ok(answer);
                    }
                    enough = (self.space.store.len() * GROWTH).min(MOST_NODES + 1);
                    if self.limits.budget.depth.is_none()
                        && let Some(trace) =
                            self.dive(automaton, (self.space.store.len() / DEPTH_SHARE) as u32)?
                    {
                        return Ok(ConjunctAnswer::Violated(Box::new(Counterexample::of(trace))));
                    }
                }
                _ => return self.runs(formula, automaton),
            }
        }
    }

    /// A lasso that the automaton accepts among some states that a depth-first search meets.
    fn dive(&self, automaton: &mut Automaton, states: u32) -> Result<Option<Trace>, Failure> {
        let alphabet = Alphabet::new(self.system, &self.model.layout, &automaton.linear.atoms);
        let starts = self.space.initial.min(MOST_STARTS) as u32;
        let graph = DivingGraph::new(self.model, self.space, starts, &alphabet, states);
        let product = Product::new(graph, automaton, self.limits, self.space.bytes());
        Ok(product.lasso_nearby(0..starts, states)?.map(|run| run.trace))
    }

    /// `G p`, checked while states are found.
    fn positions(&mut self, never: &Linear) -> Result<ConjunctAnswer, Failure> {
        let alphabet = Alphabet::new(self.system, &self.model.layout, &never.atoms);
        let watch = InvariantWatch { alphabet: &alphabet, never };
        Ok(match self.space.explore(self.model, self.limits, Some(&watch)) {
            SearchEnd::Complete | SearchEnd::Stopped(Stop::Depth) => ConjunctAnswer::NoViolation,
            SearchEnd::Stopped(stop) => ConjunctAnswer::Stopped(stop),
            SearchEnd::Enough => unreachable!("no number of states is enough"),
            SearchEnd::Violated(position) => {
                let mut trace = path_to(self.model, self.space, position);
                let mut state = Vec::new();
                self.space.store.read(position, &mut state);
                add_violating_step(self.model, &watch, &state, &mut trace);
                ConjunctAnswer::Violated(Box::new(Counterexample::of(trace)))
            }
        })
    }

    /// A formula about one run, on the states that are known.
    fn runs(&self, formula: &Formula, automaton: &mut Automaton) -> Result<ConjunctAnswer, Failure> {
        nodes(self.space.store.len())?;
        let alphabet = Alphabet::new(self.system, &self.model.layout, &automaton.linear.atoms);
        let found = match (automaton.linear.always_operand(), &self.space.steps) {
            (Some(condition), Some(steps)) if !alphabet.watches_steps() => {
                let ConjunctSearch { model, space, limits, .. } = self;
                let (linear, alphabet) = (&automaton.linear, &alphabet);
                CycleSearch { model, space, steps, alphabet, linear, condition, limits }.find()?
            }
            _ => {
                let every_state = formula.as_invariant().is_some() || formula.is_about_point();
                let repeat = if every_state {
                    Repeat::for_positions(&automaton.linear.atoms)
                } else {
                    Repeat::Deadlocks
                };
                self.accepted_run(automaton, &alphabet, repeat)?
            }
        };
        Ok(match found {
            None => ConjunctAnswer::NoViolation,
            Some(trace) => ConjunctAnswer::Violated(Box::new(Counterexample::of(trace))),
        })
    }

    /// A run that an automaton accepts among the states that are known, found on as many threads as there may be.
    fn accepted_run(
        &self,
        automaton: &mut Automaton,
        alphabet: &Alphabet,
        repeat: Repeat,
    ) -> Result<Option<Trace>, Failure> {
        let ConjunctSearch { model, space, limits, .. } = self;
        let shared = SharedProduct { model, space, alphabet, repeat, limits };
        let on_one_thread = |automaton: &mut Automaton, most| {
            let graph = StateGraph::new(model, space, alphabet, repeat);
            let product = Product::new(graph, automaton, limits, space.bytes());
            let found = product.accepted_run_among(0..space.initial as u32, most)?;
            Ok::<_, Failure>(found.map(|run| run.map(|run| run.trace)))
        };
        if shared.is_worth_it() {
            // Many threads look at all states first; few nodes may be enough.
            let few = (space.initial as u32).saturating_add(FEW_NODES);
            let found = match on_one_thread(automaton, few)? {
                None => shared.accepted_run(automaton)?,
                found => found,
            };
            if let Some(found) = found {
                return Ok(found);
            }
        }
        Ok(on_one_thread(automaton, u32::MAX)?.flatten())
    }

    /// A formula about knowledge or about more than one run.
    fn labelling(&mut self, formula: &Formula, automata: &mut Automata) -> Result<ConjunctAnswer, Failure> {
        if let SearchEnd::Stopped(stop) = self.space.explore(self.model, self.limits, None)
            && stop != Stop::Depth
        {
            return Ok(ConjunctAnswer::Stopped(stop));
        }
        self.phase = Phase::Labelling;
        let points = Points::new(self.system, self.model, self.space, formula, self.limits)?;
        let mut labels = Labels::default();
        let enumerated = Enumerated::new(&points, automata, self.limits);
        let mut labelling = Labelling::new(self.system, enumerated, &mut labels)?;
        if self.space.cut || !self.space.complete {
            return Ok(if labelling.fails(formula)? {
                ConjunctAnswer::Doubtful
            } else {
                ConjunctAnswer::NoViolation
            });
        }
        Ok(match labelling.refute(formula)? {
            None => ConjunctAnswer::NoViolation,
            Some(counterexample) => ConjunctAnswer::Violated(Box::new(counterexample)),
        })
    }

    /// How many states satisfy each subformula, if all states can be explored.
    pub fn label<'f>(self, formula: &'f Formula, automata: &mut Automata) -> Option<Vec<(&'f Formula, u64)>> {
        if self.space.explore(self.model, self.limits, None) != SearchEnd::Complete || self.space.cut {
            return None;
        }
        let points = Points::new(self.system, self.model, self.space, formula, self.limits).ok()?;
        let mut labels = Labels::default();
        let enumerated = Enumerated::new(&points, automata, self.limits);
        let mut labelling = Labelling::new(self.system, enumerated, &mut labels).ok()?;
        let found = labelling.subformulas(formula).ok()?;
        Some(found.into_iter().map(|(part, set)| (part, labelling.structure.count_states(&set))).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use synod_core::{Budget, Engine, Silent, Verdict};
    use synod_passes::under_fairness;
    use synod_simulate::{Interpreter, judge};
    use synod_testing::{Fragment, fair_questions, property, runner};

    use super::*;
    use crate::Explicit;
    use crate::prepare::Prepared;

    /// What a search in depth finds among so many states, for the first conjunct about runs.
    fn dive(system: &System, formula: &Formula, budget: &Budget, states: u32) -> Option<Trace> {
        let limits = Limits::new(budget, &Silent);
        let mut prepared = Prepared::new(system, formula).ok()?;
        let model = &PackedModel::new(system, budget.int_bound);
        let space = &mut Space::new(system, model, budget).ok()?;
        let phase = Phase::Exploring;
        let search = ConjunctSearch { system, model, space, limits: &limits, phase };
        let automaton = prepared.conjuncts.iter_mut().find_map(|conjunct| match &mut conjunct.search {
            SearchKind::Runs(automaton) if !conjunct.formula.is_about_point() => Some(automaton),
            _ => None,
        });
        search.dive(automaton?, states).ok()?
    }

    #[test]
    fn what_is_found_in_depth_violates_the_property() {
        let mut budget = Budget::unlimited();
        (budget.threads, budget.int_bound) = (1, 3);
        let found = Cell::new(0);
        let test = |(system, formula): (System, Formula)| {
            for states in [3, 1000] {
                let Some(trace) = dive(&system, &formula, &budget, states) else { continue };
                found.set(found.get() + 1);
                let engine = Explicit::new(&system);
                let verdict = engine.check(&property(formula.clone()), &budget, &Silent).verdict;
                prop_assert!(matches!(verdict, Verdict::Violated(_)), "{verdict:?}");
                let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
                let formula = under_fairness(&formula, &system.fairness);
                let judged = judge(&interpreter, &formula, &Counterexample::of(trace));
                prop_assert_eq!(judged, Ok(()));
            }
            Ok(())
        };
        runner(2000).run(&fair_questions(Fragment::Linear), test).unwrap();
        assert!(found.get() > 200, "only {} lassos were found", found.get());
    }
}
