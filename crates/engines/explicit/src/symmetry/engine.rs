//! The engine as others see it.

use std::sync::OnceLock;

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property, Remark, StateCount,
    Statistics, StepPredicateId, System, Unsupported, Verdict,
};
use synod_passes::under_fairness;

use super::domains::Domains;
use super::groups::{SymmetricQuestion, alike, groups, questions};
use super::lift::RunLift;
use super::merging::merged;
use super::renaming::{AtomRef, Forms, atoms};
use super::representatives::Representatives;
use crate::engine::Explicit;
use crate::layout::Layout;
use crate::model::PackedModel;

/// Explicit-state search that visits one state of those that differ only in which agent is which.
#[derive(Debug)]
pub struct UpToSymmetry<'a> {
    system: &'a System,
    /// Why no agents are interchangeable: what is seen at once, or what was found out for a property.
    obstacle: OnceLock<Unsupported>,
}

impl<'a> UpToSymmetry<'a> {
    /// An engine for one system.
    pub fn new(system: &'a System) -> Self {
        let obstacle = OnceLock::new();
        if alike(system).is_empty() {
            let why = "no two agents of one role have the same kinds of variables";
            obstacle.get_or_init(|| Unsupported(why.to_string()));
        }
        UpToSymmetry { system, obstacle }
    }

    /// The questions that a formula consists of, over a system with their atoms, each with its groups of agents.
    fn questions(&self, formula: &Formula) -> (System, Domains, Vec<SymmetricQuestion>) {
        let mut system = self.system.clone();
        let parts = formula.conjuncts();
        let parts = parts.iter().map(|part| under_fairness(part, &self.system.fairness));
        let parts: Vec<Formula> = parts.map(|part| merged(&mut system, &part)).collect();
        let domains = Domains::new(&system, &parts, &alike(&system));
        let mut forms = Forms::new(&system, &domains);
        let groups = groups(&system, &domains, &mut forms);
        if groups.is_empty() {
            self.obstacle.get_or_init(|| Unsupported("no agents are interchangeable".to_string()));
        }
        let asked = questions(&system, &mut forms, &groups, parts);
        (system, domains, asked)
    }
}

impl Engine for UpToSymmetry<'_> {
    fn name(&self) -> &'static str {
        "symmetry"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        if let Some(obstacle) = self.obstacle.get() {
            return Err(obstacle.clone());
        }
        if !formula.is_linear() || !self.system.fairness.iter().all(Formula::is_linear) {
            return Err(Unsupported("it supports linear time only".to_string()));
        }
        if formula.conjuncts().iter().all(Formula::is_about_point) {
            return Err(Unsupported("the formula looks at the initial states only".to_string()));
        }
        Explicit::new(self.system).supports(formula)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let mut total = Outcome {
            verdict: Verdict::Unknown { reason: String::new(), advice: None },
            statistics: Statistics::default(),
            remarks: Vec::new(),
        };
        if let Err(Unsupported(reason)) = self.supports(&property.formula) {
            total.verdict = Verdict::Unknown { reason, advice: None };
            return total;
        }
        let (mut system, domains, asked) = self.questions(&property.formula);
        // Fairness is part of the questions.
        system.fairness.clear();
        if asked.iter().all(|question| question.groups.is_empty()) {
            total.verdict = Verdict::Unknown {
                reason: "no agents are interchangeable as far as the property can tell".to_string(),
                advice: Some("try `--engine explicit`".to_string()),
            };
            return total;
        }
        let layout = Layout::new(&system, budget.int_bound);
        let representatives =
            |question: &SymmetricQuestion| Representatives::new(&system, &layout, &domains, &question.groups);
        let (mut states, mut verdict) = (0, Verdict::Holds(Proof::ExhaustedOrbits { states: 0 }));
        let mut known: Option<(&SymmetricQuestion, Explicit)> = None;
        for question in &asked {
            let explorer = match known.take() {
                Some((earlier, explorer)) if earlier.groups == question.groups => explorer,
                _ => Explicit::new(&system).up_to(representatives(question)),
            };
            let part = Property { formula: question.formula.clone(), ..property.clone() };
            let outcome = explorer.check(&part, budget, progress);
            let Statistics { depth, memory, .. } = &mut total.statistics;
            *depth = (*depth).max(outcome.statistics.depth);
            *memory = (*memory).max(outcome.statistics.memory);
            total.remarks = remarks(outcome.remarks);
            match outcome.verdict {
                Verdict::Holds(Proof::Exhausted { states: 0 }) => total.statistics.states = Some(0),
                Verdict::Holds(Proof::Exhausted { states: found }) => states = states.max(found),
                Verdict::Holds(_) => {}
                Verdict::Bounded { within } => verdict = Verdict::Bounded { within },
                Verdict::Violated(found) => {
                    verdict = lifted(&system, question, &representatives(question), *found, budget);
                    break;
                }
                unknown => {
                    verdict = unknown;
                    break;
                }
            }
            known = Some((question, explorer));
        }
        if let Verdict::Holds(_) = verdict {
            verdict = Verdict::Holds(Proof::ExhaustedOrbits { states });
        }
        total.verdict = verdict;
        total.statistics.elapsed = start.elapsed();
        total
    }
}

/// A violation, as a run of the system.
fn lifted(
    system: &System,
    question: &SymmetricQuestion,
    representatives: &Representatives,
    found: Counterexample,
    budget: &Budget,
) -> Verdict {
    let predicates: Vec<StepPredicateId> = atoms(&question.formula)
        .into_iter()
        .filter_map(|atom| match atom {
            AtomRef::Step(id) => Some(id),
            AtomRef::State(_) => None,
        })
        .collect();
    let model = &PackedModel::new(system, budget.int_bound);
    let lift = RunLift { system, model, representatives, predicates: &predicates };
    match lift.trace(&found.trace) {
        Some(trace) => Verdict::Violated(Box::new(Counterexample::of(trace))),
        None => Verdict::Unknown {
            reason: "a violation was found whose run is too long to be told".to_string(),
            advice: Some("try `--engine explicit`".to_string()),
        },
    }
}

/// What is known of the states that were visited, said of all: there are at least as many.
fn remarks(remarks: Vec<Remark>) -> Vec<Remark> {
    let more = |states: StateCount| StateCount { at_least: true, ..states };
    let said = |remark| match remark {
        Remark::DeadEnds { states, may_be_end } => Remark::DeadEnds { states: more(states), may_be_end },
        Remark::FaultySteps(states) => Remark::FaultySteps(more(states)),
        other => other,
    };
    remarks.into_iter().map(said).collect()
}
