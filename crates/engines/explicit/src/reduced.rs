//! The engine that leaves out states: up to symmetry, by partial-order reduction, or both.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use synod_core::clock::Instant;
use synod_core::{
    Budget, Engine, Formula, Outcome, Progress, Proof, Property, Remark, StateCount, Statistics, System,
    Unsupported, Verdict,
};
use synod_passes::under_fairness;

use crate::checkpoint::Checkpoints;
use crate::engine::Explicit;
use crate::layout::Layout;
use crate::partial_order::{StubbornSets, is_order_blind};
use crate::symmetry::{Orbits, may_be_symmetric};

/// Which states are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Those that differ from others only in which agent is which.
    Symmetry,
    /// Those that are only met when independent steps are taken in another order.
    PartialOrder,
    /// Both.
    All,
}

impl Reduction {
    fn is_symmetry(self) -> bool {
        self != Reduction::PartialOrder
    }

    fn is_partial_order(self) -> bool {
        self != Reduction::Symmetry
    }
}

/// Explicit-state search that does not visit states which others stand for.
#[derive(Debug)]
pub struct Reduced<'a> {
    system: &'a System,
    by: Reduction,
    /// Why nothing can be left out for some formulas, as it was found out.
    refused: Mutex<FxHashMap<Formula, Unsupported>>,
    /// Why nothing can be left out, whatever the formula is.
    obstacle: Option<Unsupported>,
    /// Visits all states where nothing can be left out.
    whole: Option<Explicit<'a>>,
    /// Where searches are saved.
    checkpoints: Option<Checkpoints>,
}

impl<'a> Reduced<'a> {
    /// An engine for one system.
    pub fn new(system: &'a System, by: Reduction) -> Self {
        let obstacle = (by == Reduction::Symmetry && !may_be_symmetric(system))
            .then(|| Unsupported("no two agents of one role have the same kinds of variables".to_string()));
        Reduced { system, by, refused: Mutex::default(), obstacle, whole: None, checkpoints: None }
    }

    /// The same, but where nothing can be left out all states are visited.
    pub fn or_whole(mut self) -> Self {
        self.whole = Some(Explicit::new(self.system));
        self
    }

    /// The same, but searches are saved now and then, and go on from what is saved.
    pub fn saving(mut self, checkpoints: Option<&Checkpoints>) -> Self {
        self.whole = self.whole.map(|whole| whole.saving(checkpoints, "all"));
        self.checkpoints = checkpoints.cloned();
        self
    }

    /// The question cannot be made smaller.
    fn refuse(&self, formula: &Formula, reason: &str) -> Verdict {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.insert(formula.clone(), Unsupported(reason.to_string()));
        let advice = Some("try `--engine explicit`".to_string());
        Verdict::Unknown { reason: reason.to_string(), advice }
    }

    /// Whether partial-order reduction may do something for a formula.
    fn is_order_blind(&self, formula: &Formula) -> bool {
        let parts = formula.conjuncts();
        parts.iter().any(|part| is_order_blind(&under_fairness(part, &self.system.fairness)))
    }
}

impl Engine for Reduced<'_> {
    fn name(&self) -> &'static str {
        match self.by {
            Reduction::Symmetry => "symmetry",
            Reduction::PartialOrder => "por",
            Reduction::All => "reduced",
        }
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        match &self.whole {
            Some(whole) => whole.supports(formula),
            None => self.reduces(formula),
        }
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let outcome = self.check_reduced(property, budget, progress);
        match &self.whole {
            Some(whole) if self.reduces(&property.formula).is_err() => {
                whole.check(property, budget, progress)
            }
            _ => outcome,
        }
    }
}

impl Reduced<'_> {
    /// Whether something may be left out for a formula, as far as that is known.
    fn reduces(&self, formula: &Formula) -> Result<(), Unsupported> {
        let known = self.refused.lock().unwrap_or_else(PoisonError::into_inner).get(formula).cloned();
        if let Some(obstacle) = self.obstacle.clone().or(known) {
            return Err(obstacle);
        }
        if !formula.is_linear() || !self.system.fairness.iter().all(Formula::is_linear) {
            return Err(Unsupported("it supports linear time only".to_string()));
        }
        if formula.conjuncts().iter().all(Formula::is_about_point) {
            return Err(Unsupported("the formula looks at the initial states only".to_string()));
        }
        if !(self.by.is_symmetry() && may_be_symmetric(self.system) || self.is_order_blind(formula)) {
            let why = "the formula may tell in which order independent steps are taken";
            return Err(Unsupported(why.to_string()));
        }
        Explicit::new(self.system).supports(formula)
    }

    fn check_reduced(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let mut total = Outcome {
            verdict: Verdict::Unknown { reason: String::new(), advice: None },
            statistics: Statistics::default(),
            remarks: Vec::new(),
        };
        if let Err(Unsupported(reason)) = self.reduces(&property.formula) {
            total.verdict = Verdict::Unknown { reason, advice: None };
            return total;
        }
        total.verdict = match Parts::new(self.system, &property.formula, self.by, budget) {
            Ok(parts) => parts.check(property, self.checkpoints.as_ref(), budget, progress, &mut total),
            Err(reason) => self.refuse(&property.formula, reason),
        };
        total.statistics.elapsed = start.elapsed();
        total
    }
}

/// The parts of a property, with what is left out for each of them.
struct Parts {
    orbits: Orbits,
    layout: Layout,
    stubborn: Vec<Option<StubbornSets>>,
}

impl Parts {
    /// Or why nothing can be left out.
    fn new(system: &System, formula: &Formula, by: Reduction, budget: &Budget) -> Result<Self, &'static str> {
        let orbits = match by.is_symmetry() {
            true => Orbits::new(system, formula),
            false => Orbits::without_groups(system, formula),
        };
        let layout = Layout::new(&orbits.system, budget.int_bound);
        // Within so many steps there are other states than without reduction.
        let reorders = by.is_partial_order() && budget.depth.is_none();
        let sets = |part: &Formula| StubbornSets::new(&orbits.system, &layout, part).filter(|_| reorders);
        let stubborn: Vec<Option<StubbornSets>> = orbits.parts().map(|(_, part)| sets(part)).collect();
        let is_symmetric = orbits.parts().any(|(number, _)| orbits.is_symmetric(number));
        if is_symmetric || stubborn.iter().any(Option::is_some) {
            return Ok(Parts { orbits, layout, stubborn });
        }
        Err(match by {
            Reduction::Symmetry if !orbits.has_groups => "no agents are interchangeable",
            Reduction::Symmetry => "no agents are interchangeable as far as the property can tell",
            _ if !reorders => {
                "partial-order reduction does not keep the number of steps that `--depth` limits"
            }
            _ => "no steps are independent and invisible to the property",
        })
    }

    fn check(
        mut self,
        property: &Property,
        checkpoints: Option<&Checkpoints>,
        budget: &Budget,
        progress: &dyn Progress,
        total: &mut Outcome,
    ) -> Verdict {
        let stubborn = std::mem::take(&mut self.stubborn);
        let Parts { orbits, layout, .. } = &self;
        let (mut states, mut within, mut is_symmetric) = (0, None, false);
        let mut known: Option<(usize, Explicit)> = None;
        for ((number, part), stubborn) in std::iter::zip(orbits.parts(), stubborn) {
            let explorer = match known.take() {
                Some((earlier, explorer)) if stubborn.is_none() && orbits.are_same(earlier, number) => {
                    explorer
                }
                _ if orbits.is_symmetric(number) => {
                    Explicit::new(&orbits.system).up_to(orbits.representatives(layout, number))
                }
                _ => Explicit::new(&orbits.system),
            };
            let reorders = stubborn.is_some();
            let what = format!("{part:?} {} {reorders}", orbits.is_symmetric(number));
            let explorer = explorer.following(stubborn).saving(checkpoints, what);
            is_symmetric |= orbits.is_symmetric(number);
            let question = Property { formula: part.clone(), ..property.clone() };
            let outcome = explorer.check(&question, budget, progress);
            let Statistics { depth, memory, search, .. } = &mut total.statistics;
            *depth = (*depth).max(outcome.statistics.depth);
            *memory = (*memory).max(outcome.statistics.memory);
            // Those of the largest of the searches.
            *search =
                [*search, outcome.statistics.search].into_iter().flatten().max_by_key(|search| search.states);
            total.remarks = remarks(outcome.remarks, orbits.is_symmetric(number));
            match outcome.verdict {
                Verdict::Holds(Proof::Exhausted { states: 0 }) => total.statistics.states = Some(0),
                Verdict::Holds(Proof::Exhausted { states: found }) => states = states.max(found),
                Verdict::Holds(_) => {}
                Verdict::Bounded { within: bound } => within = Some(bound),
                Verdict::Violated(found) if orbits.is_symmetric(number) => {
                    return orbits.lifted(layout, number, *found, budget);
                }
                other => return other,
            }
            known = Some((number, explorer)).filter(|_| !reorders);
        }
        match within {
            Some(within) => Verdict::Bounded { within },
            None if is_symmetric => Verdict::Holds(Proof::ExhaustedOrbits { states }),
            None => Verdict::Holds(Proof::ExhaustedReduced { states }),
        }
    }
}

/// What is known of the states that were visited, said of all: every deadlock is visited unless another stands for it,
/// but not every state with a fault.
fn remarks(remarks: Vec<Remark>, is_symmetric: bool) -> Vec<Remark> {
    let more = |states: StateCount| StateCount { at_least: true, ..states };
    let said = |remark| match remark {
        Remark::DeadEnds { states, may_be_end } if is_symmetric => {
            Remark::DeadEnds { states: more(states), may_be_end }
        }
        Remark::FaultySteps(states) => Remark::FaultySteps(more(states)),
        other => other,
    };
    remarks.into_iter().map(said).collect()
}
