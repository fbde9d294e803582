//! Predicates on steps, and what is done with a step that was found.

use synod_core::{ExprId, RuleId, StepPredicateId, System};

use super::rules::Lines;
use super::terms::Terms;

/// The predicates that are evaluated for each step; the one at position `i` is called `p{i}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Predicates(pub Vec<StepPredicateId>);

/// What is done with the steps of a state.
pub(super) trait StepVisitor {
    /// The predicates that it asks of each.
    fn predicates(&self) -> &Predicates;

    /// Does it with a step of a rule that leads to the state `n`.
    fn step(&self, lines: &mut Lines, terms: &mut Terms, rule: RuleId);
}

impl Predicates {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The position of a predicate, which is added if it is new.
    pub fn add(&mut self, id: StepPredicateId) -> usize {
        self.0.iter().position(|known| *known == id).unwrap_or_else(|| {
            self.0.push(id);
            self.0.len() - 1
        })
    }

    /// The conditions that they ask of steps of a rule.
    pub fn cases(&self, system: &System, rule: RuleId) -> Vec<ExprId> {
        let predicates = self.0.iter().map(|id| &system.step_predicates[id.0 as usize]);
        predicates.filter_map(|predicate| predicate.cases.get(&rule).copied()).collect()
    }

    /// Declares whether a step of a rule satisfies each.
    pub fn declare(&self, lines: &mut Lines, terms: &mut Terms, rule: RuleId) {
        let system = terms.system;
        lines.all(terms.declare(&self.cases(system, rule)));
        for (number, id) in self.0.iter().enumerate() {
            let case = system.step_predicates[id.0 as usize].cases.get(&rule);
            let holds = case.map_or_else(|| "0".to_string(), |case| terms.term(*case).is_true());
            lines.line(format!("const int p{number} = {holds};"));
        }
    }
}
