//! What a formula asks for, which decides which procedures may answer it.

use crate::formula::{Collective, IndexedFormula, IndexedProperty};

/// What a formula asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Whether it speaks of all runs and of what agents know, and never of some run or of what they do
    /// not know; if not, the offending part in words. Only such formulas carry over from an abstraction,
    /// or from one instance, to others.
    pub universal: Result<(), String>,
    /// Whether it counts steps.
    pub next: bool,
    /// Whether it asks that something happens, so that a violation may need an infinite run.
    pub liveness: bool,
    /// Whether it speaks of the environment.
    pub environment: bool,
    /// Whether it says of every reachable state what holds and what is known there, and nothing about
    /// how things go on: `AG p` with `p` made of propositions, knowledge and connectives.
    pub invariant: bool,
}

impl Fragment {
    /// The fragment of a property.
    pub fn of(property: &IndexedProperty) -> Self {
        let formula = &property.formula;
        let mut fragment = Fragment {
            universal: Ok(()),
            next: false,
            liveness: false,
            environment: false,
            invariant: is_invariant(formula),
        };
        fragment.look(formula, true);
        fragment
    }

    /// Notes what a part asks for; `positive` unless it stands under an odd number of negations.
    fn look(&mut self, formula: &IndexedFormula, positive: bool) {
        use IndexedFormula::*;
        let offence = match formula {
            AllRuns(_) if !positive => Some("the negation of a formula about all runs"),
            SomeRun(_) if positive => Some("a formula about some run"),
            Knows(..) if !positive => Some("the negation of knowledge"),
            Group(Collective::Strategy, ..) => Some("a strategy of a group"),
            Group(..) => Some("the knowledge of a group"),
            _ => None,
        };
        if let (Some(offence), Ok(())) = (offence, &self.universal) {
            self.universal = Err(offence.to_string());
        }
        match formula {
            Environment(_) => self.environment = true,
            Next(_) => self.next = true,
            Finally(_) | Until(..) if positive => self.liveness = true,
            Globally(_) if !positive => self.liveness = true,
            _ => {}
        }
        let positive = positive != matches!(formula, Not(_));
        formula.children().into_iter().for_each(|child| self.look(child, positive));
    }
}

/// Conjunctions of `AG p`, or of `p` alone, with `p` about single points.
fn is_invariant(formula: &IndexedFormula) -> bool {
    use IndexedFormula::*;
    match formula {
        And(list) => list.iter().all(is_invariant),
        AllRuns(inner) => is_invariant(inner),
        Globally(inner) => is_about_point(inner),
        other => is_about_point(other),
    }
}

/// Made of propositions, knowledge and connectives.
fn is_about_point(formula: &IndexedFormula) -> bool {
    use IndexedFormula::*;
    !formula.any(&mut |f| {
        matches!(f, Next(_) | Finally(_) | Globally(_) | Until(..) | AllRuns(_) | SomeRun(_) | Group(..))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::VariableId;
    use crate::template::PropositionId;

    fn p() -> IndexedFormula {
        IndexedFormula::Holds(PropositionId(0), VariableId(0))
    }

    fn of(formula: IndexedFormula) -> Fragment {
        let (name, text) = ("p".to_string(), String::new());
        Fragment::of(&IndexedProperty { name, text, variables: vec![], formula, span: Default::default() })
    }

    #[test]
    fn negation_turns_some_run_into_all_runs() {
        let reachable = IndexedFormula::SomeRun(Box::new(IndexedFormula::Finally(Box::new(p()))));
        assert!(of(reachable.clone()).universal.is_err());
        let never = of(reachable.not());
        assert!(never.universal.is_ok() && !never.liveness);
    }

    #[test]
    fn ignorance_is_not_universal() {
        assert!(of(p().known_to(VariableId(0)).not().always()).universal.is_err());
        assert!(of(p().known_to(VariableId(0)).always()).invariant);
    }

    #[test]
    fn what_must_happen_is_liveness() {
        let fragment = of(p().inevitable().always());
        assert!(fragment.liveness && !fragment.invariant);
        assert!(!of(p().always().after_every_step()).liveness);
    }
}
