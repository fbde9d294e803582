//! Formulas about agents that are named by variables: each variable stands for an agent of its role, and
//! different variables of a role for different agents.

use synod_syntax::Span;

use crate::template::{PropositionId, RoleId};

/// A variable of a property, by its position in [`IndexedProperty::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A variable that stands for agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedVariable {
    /// As it is written in the model.
    pub name: String,
    /// The role of the agents.
    pub role: RoleId,
}

/// A formula, true for all choices of different agents for its variables or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedProperty {
    /// As it is written in the model.
    pub name: String,
    /// Its text in the words of the model.
    pub text: String,
    /// What the formula is quantified over, universally.
    pub variables: Vec<IndexedVariable>,
    /// What is asked.
    pub formula: IndexedFormula,
    /// Where it was written.
    pub span: Span,
}

/// A formula of CTL* with knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IndexedFormula {
    /// The proposition holds of the agent.
    Holds(PropositionId, VariableId),
    /// The proposition holds of the environment.
    Environment(PropositionId),
    /// Negation.
    Not(Box<IndexedFormula>),
    /// All of them; true if none.
    And(Vec<IndexedFormula>),
    /// One of them; false if none.
    Or(Vec<IndexedFormula>),
    /// At the next position.
    Next(Box<IndexedFormula>),
    /// Now or at some later position.
    Finally(Box<IndexedFormula>),
    /// Now and at all later positions.
    Globally(Box<IndexedFormula>),
    /// The second happens, and until then the first.
    Until(Box<IndexedFormula>, Box<IndexedFormula>),
    /// On all runs from here.
    AllRuns(Box<IndexedFormula>),
    /// On some run from here.
    SomeRun(Box<IndexedFormula>),
    /// The agent knows it.
    Knows(VariableId, Box<IndexedFormula>),
    /// A group knows it, or can bring it about. Asked of instances only.
    Group(Collective, Vec<Member>, Box<IndexedFormula>),
}

/// What groups know or can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collective {
    /// Each of them knows.
    Everybody,
    /// Each of them knows, knows that all of them know, and so on.
    Common,
    /// They know when they pool what they see.
    Distributed,
    /// They have a strategy to bring it about.
    Strategy,
}

/// Who belongs to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// The agent that a variable stands for.
    Agent(VariableId),
    /// All agents of a role.
    All(RoleId),
    /// The environment.
    Environment,
}

impl IndexedFormula {
    /// Negation, with double negations removed.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Self {
        match self {
            IndexedFormula::Not(inner) => *inner,
            other => IndexedFormula::Not(Box::new(other)),
        }
    }

    /// The first implies the second.
    pub fn implies(self, then: Self) -> Self {
        IndexedFormula::Or(vec![self.not(), then])
    }

    /// `AG`: always, on all runs.
    pub fn always(self) -> Self {
        IndexedFormula::AllRuns(Box::new(IndexedFormula::Globally(Box::new(self))))
    }

    /// `AF`: at some time, on all runs.
    pub fn inevitable(self) -> Self {
        IndexedFormula::AllRuns(Box::new(IndexedFormula::Finally(Box::new(self))))
    }

    /// `AX`: after every step.
    pub fn after_every_step(self) -> Self {
        IndexedFormula::AllRuns(Box::new(IndexedFormula::Next(Box::new(self))))
    }

    /// `K`: the agent knows it.
    pub fn known_to(self, variable: VariableId) -> Self {
        IndexedFormula::Knows(variable, Box::new(self))
    }

    /// The direct subformulas.
    pub fn children(&self) -> Vec<&IndexedFormula> {
        use IndexedFormula::*;
        match self {
            Holds(..) | Environment(_) => vec![],
            Not(a)
            | Next(a)
            | Finally(a)
            | Globally(a)
            | AllRuns(a)
            | SomeRun(a)
            | Knows(_, a)
            | Group(_, _, a) => vec![a],
            And(list) | Or(list) => list.iter().collect(),
            Until(a, b) => vec![a, b],
        }
    }

    /// The left sides of implications that are asked of every reachable state.
    pub fn antecedents(&self) -> Vec<&IndexedFormula> {
        use IndexedFormula::*;
        match self {
            And(list) => list.iter().flat_map(IndexedFormula::antecedents).collect(),
            AllRuns(inner) | Globally(inner) | Knows(_, inner) => inner.antecedents(),
            Or(list) => match list.as_slice() {
                [Not(antecedent), _] => vec![antecedent],
                _ => vec![],
            },
            _ => vec![],
        }
    }

    /// Whether `test` holds of the formula or of a part of it.
    pub fn any(&self, test: &mut impl FnMut(&IndexedFormula) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }
}
