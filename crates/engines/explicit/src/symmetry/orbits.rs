//! A property as questions that are asked of orbits of states, and runs through representatives put back.

use synod_core::{Budget, Counterexample, Formula, StepPredicateId, System, Verdict};
use synod_passes::under_fairness;

use super::domains::Domains;
use super::groups::{Group, SymmetricQuestion, alike, groups, questions};
use super::lift::RunLift;
use super::merging::merged;
use super::renaming::{AtomRef, Forms, atoms};
use super::representatives::Representatives;
use crate::layout::Layout;
use crate::model::PackedModel;

/// The parts of a property, each with the agents that it does not tell apart.
pub(crate) struct Orbits {
    /// The system with the atoms of the parts. Fairness is a part of them.
    pub system: System,
    domains: Domains,
    asked: Vec<SymmetricQuestion>,
    /// Some agents are interchangeable, whatever the formula is.
    pub has_groups: bool,
}

/// Whether there are agents that may be interchangeable.
pub(crate) fn may_be_symmetric(system: &System) -> bool {
    !alike(system).is_empty()
}

impl Orbits {
    pub fn new(whole: &System, formula: &Formula) -> Self {
        let mut system = whole.clone();
        let parts = formula.conjuncts();
        let parts = parts.iter().map(|part| under_fairness(part, &whole.fairness));
        let parts: Vec<Formula> = parts.map(|part| merged(&mut system, &part)).collect();
        let domains = Domains::new(&system, &parts, &alike(&system));
        let mut forms = Forms::new(&system, &domains);
        let groups = groups(&system, &domains, &mut forms);
        let has_groups = !groups.is_empty();
        let asked = questions(&system, &mut forms, &groups, parts);
        system.fairness.clear();
        Orbits { system, domains, asked, has_groups }
    }

    /// The parts of a property with every state alone in its orbit.
    pub fn without_groups(whole: &System, formula: &Formula) -> Self {
        let parts = formula.conjuncts();
        let parts: Vec<Formula> = parts.iter().map(|part| under_fairness(part, &whole.fairness)).collect();
        let mut system = whole.clone();
        system.fairness.clear();
        let domains = Domains::new(&system, &parts, &[]);
        let alone = |formula| SymmetricQuestion { formula, groups: Vec::new() };
        Orbits { system, domains, asked: parts.into_iter().map(alone).collect(), has_groups: false }
    }

    /// The parts to be asked, each with its number.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &Formula)> {
        self.asked.iter().map(|question| &question.formula).enumerate()
    }

    fn groups(&self, part: usize) -> &[Group] {
        &self.asked[part].groups
    }

    /// Whether some agents are interchangeable as far as a part can tell.
    pub fn is_symmetric(&self, part: usize) -> bool {
        !self.groups(part).is_empty()
    }

    /// Whether the orbits of states are the same for two parts.
    pub fn are_same(&self, a: usize, b: usize) -> bool {
        self.groups(a) == self.groups(b)
    }

    /// The states that stand for their orbits.
    pub fn representatives(&self, layout: &Layout, part: usize) -> Representatives {
        Representatives::new(&self.system, layout, &self.domains, self.groups(part))
    }

    /// A violation of a part, as a run of the system.
    pub fn lifted(&self, layout: &Layout, part: usize, found: Counterexample, budget: &Budget) -> Verdict {
        let predicates: Vec<StepPredicateId> = atoms(&self.asked[part].formula)
            .into_iter()
            .filter_map(|atom| match atom {
                AtomRef::Step(id) => Some(id),
                AtomRef::State(_) => None,
            })
            .collect();
        let model = &PackedModel::new(&self.system, budget.int_bound);
        let representatives = &self.representatives(layout, part);
        let lift = RunLift { system: &self.system, model, representatives, predicates: &predicates };
        match lift.trace(&found.trace) {
            Some(trace) => Verdict::Violated(Box::new(Counterexample::of(trace))),
            None => Verdict::Unknown {
                reason: "a violation was found whose run is too long to be told".to_string(),
                advice: Some("try `--engine explicit`".to_string()),
            },
        }
    }
}
