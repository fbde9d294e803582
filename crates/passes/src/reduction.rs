//! Reductions in general: what a pass returns, and running a list of them.

use synod_core::{Budget, Counterexample, ExprId, Property, RuleId, System, VarId, counted, show_expr};
use synod_simulate::Interpreter;

use crate::{ConeOfInfluence, GoalStopping, InvisibleSteps, Lift};

/// A reduction of a question to an easier one with the same answer.
pub trait Pass: Sync {
    /// Its name, for people and programs.
    fn name(&self) -> &'static str;

    /// The easier question; `None` if nothing can be removed, or the contract does not cover the question.
    /// The system must be as its front end made it, or come from another pass. When the budget
    /// is used up nothing is removed.
    fn apply(&self, system: &System, property: &Property, budget: &Budget) -> Option<Reduction>;
}

/// The reductions of a check, in order.
pub const REDUCTIONS: &[&dyn Pass] = &[&InvisibleSteps, &ConeOfInfluence, &GoalStopping];

/// What a pass made of a question. The places of variables, the rules, their choices and alternatives stay where
/// they are.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The system.
    pub system: System,
    /// The property, over this system.
    pub property: Property,
    /// What the system no longer has. Together with the input it determines the system.
    pub removed: Removed,
    /// How counterexamples become those of the input.
    pub lift: Lift,
}

/// What a pass removed from a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removed {
    /// The steps of rules.
    Rules(Vec<RuleId>),
    /// Changes of variables, which keep one initial value.
    Variables(Vec<VarId>),
    /// What comes after states in which this holds.
    AfterGoal(ExprId),
}

impl Removed {
    /// As a phrase, in the names of the system.
    pub fn describe(&self, system: &System) -> String {
        let list = |names: Vec<&str>, one: &str| {
            format!("{} removed ({})", counted(names.len(), one), names.join(", "))
        };
        match self {
            Removed::Rules(rules) => {
                list(rules.iter().map(|rule| system.rule(*rule).name.as_str()).collect(), "rule")
            }
            Removed::Variables(variables) => {
                list(variables.iter().map(|var| system.var(*var).name.as_str()).collect(), "variable")
            }
            Removed::AfterGoal(goal) => {
                format!("steps after the goal removed ({})", show_expr(system, *goal))
            }
        }
    }
}

/// A question after a list of passes.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The passes that did something, each with the question after it; at least one.
    stages: Vec<(&'static str, Reduction)>,
}

/// Runs passes one after the other; `None` if none of them does anything.
pub fn reduce(
    passes: &[&dyn Pass],
    system: &System,
    property: &Property,
    budget: &Budget,
) -> Option<Reduced> {
    let mut stages: Vec<(&'static str, Reduction)> = Vec::new();
    for pass in passes {
        let (system, property) =
            stages.last().map_or((system, property), |(_, last)| (&last.system, &last.property));
        if let Some(reduction) = pass.apply(system, property, budget) {
            stages.push((pass.name(), reduction));
        }
    }
    (!stages.is_empty()).then_some(Reduced { stages })
}

impl Reduced {
    fn last(&self) -> &Reduction {
        &self.stages.last().expect("at least one pass did something").1
    }

    /// The system after all passes.
    pub fn system(&self) -> &System {
        &self.last().system
    }

    /// The property after all passes.
    pub fn property(&self) -> &Property {
        &self.last().property
    }

    /// The passes that did something and what each removed. Two reductions of a system with equal lists have the
    /// same system after all passes.
    pub fn passes(&self) -> Vec<(&'static str, Removed)> {
        self.stages.iter().map(|(name, reduction)| (*name, reduction.removed.clone())).collect()
    }

    /// Whether dead ends of the reduced system are dead ends of the `whole` one.
    pub fn keeps_dead_ends(&self) -> bool {
        !self.stages.iter().any(|(_, reduction)| matches!(reduction.removed, Removed::AfterGoal(_)))
    }

    /// A counterexample of the `whole` system, the input of the first pass; `None` if there is none that follows
    /// the given one closely enough to be found.
    pub fn lift(&self, whole: &Interpreter, found: &Counterexample) -> Option<Counterexample> {
        let mut found = found.clone();
        for (position, (_, reduction)) in self.stages.iter().enumerate().rev() {
            let input = match position.checked_sub(1) {
                Some(before) => whole.of(&self.stages[before].1.system),
                None => *whole,
            };
            found = reduction.lift.counterexample(&input, &found)?;
        }
        Some(found)
    }
}
