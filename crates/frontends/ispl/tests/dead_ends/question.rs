//! Random formulas, as ISPL.

use proptest::prelude::*;

use super::game::NAMES;

/// A formula over the propositions and groups of a game.
#[derive(Clone, Debug)]
pub enum Question {
    /// An agent has a value.
    Has(usize, i8),
    Not(Box<Question>),
    And(Box<Question>, Box<Question>),
    Or(Box<Question>, Box<Question>),
    /// `EX`.
    Next(Box<Question>),
    /// `EG`.
    Always(Box<Question>),
    /// `E(f U g)`.
    Until(Box<Question>, Box<Question>),
    Knows(usize, Box<Question>),
    EverybodyKnows(usize, Box<Question>),
    CommonKnowledge(usize, Box<Question>),
    DistributedKnowledge(usize, Box<Question>),
    /// What a group can enforce.
    Enforces(usize, Goal),
}

#[derive(Clone, Debug)]
pub enum Goal {
    Next(Box<Question>),
    Finally(Box<Question>),
    Globally(Box<Question>),
    Until(Box<Question>, Box<Question>),
}

fn groups() -> impl Strategy<Value = usize> {
    1..1usize << NAMES.len()
}

fn goals(operand: BoxedStrategy<Question>) -> impl Strategy<Value = Goal> {
    let one = || operand.clone().prop_map(Box::new);
    prop_oneof![
        one().prop_map(Goal::Next),
        one().prop_map(Goal::Finally),
        one().prop_map(Goal::Globally),
        (one(), one()).prop_map(|(a, b)| Goal::Until(a, b)),
    ]
}

fn operands() -> BoxedStrategy<Question> {
    // The second value is there whatever the range.
    let atom = (0..NAMES.len(), 0i8..=1).prop_map(|(agent, value)| Question::Has(agent, value));
    let inner = atom.prop_recursive(2, 8, 2, |operand| {
        let one = || operand.clone().prop_map(Box::new);
        prop_oneof![
            one().prop_map(Question::Not),
            (one(), one()).prop_map(|(a, b)| Question::And(a, b)),
            (one(), one()).prop_map(|(a, b)| Question::Or(a, b)),
            one().prop_map(Question::Next),
            one().prop_map(Question::Always),
            (one(), one()).prop_map(|(a, b)| Question::Until(a, b)),
            (0..NAMES.len(), one()).prop_map(|(agent, a)| Question::Knows(agent, a)),
            (groups(), one()).prop_map(|(group, a)| Question::EverybodyKnows(group, a)),
            (groups(), one()).prop_map(|(group, a)| Question::CommonKnowledge(group, a)),
            (groups(), one()).prop_map(|(group, a)| Question::DistributedKnowledge(group, a)),
            (groups(), goals(operand.clone())).prop_map(|(group, goal)| Question::Enforces(group, goal)),
        ]
    });
    inner.boxed()
}

/// Random formulas about strategies.
pub fn questions() -> impl Strategy<Value = Question> {
    (groups(), goals(operands())).prop_map(|(group, goal)| Question::Enforces(group, goal))
}

/// Random formulas about points.
pub fn facts() -> impl Strategy<Value = Question> {
    operands()
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Question::Has(agent, value) => write!(f, "p{agent}{value}"),
            Question::Not(a) => write!(f, "!({a})"),
            Question::And(a, b) => write!(f, "(({a}) and ({b}))"),
            Question::Or(a, b) => write!(f, "(({a}) or ({b}))"),
            Question::Next(a) => write!(f, "EX ({a})"),
            Question::Always(a) => write!(f, "EG ({a})"),
            Question::Until(a, b) => write!(f, "E (({a}) U ({b}))"),
            Question::Knows(agent, a) => write!(f, "K({}, {a})", NAMES[*agent]),
            Question::EverybodyKnows(group, a) => write!(f, "GK(g{group}, {a})"),
            Question::CommonKnowledge(group, a) => write!(f, "GCK(g{group}, {a})"),
            Question::DistributedKnowledge(group, a) => write!(f, "DK(g{group}, {a})"),
            Question::Enforces(group, Goal::Next(a)) => write!(f, "<g{group}> X ({a})"),
            Question::Enforces(group, Goal::Finally(a)) => write!(f, "<g{group}> F ({a})"),
            Question::Enforces(group, Goal::Globally(a)) => write!(f, "<g{group}> G ({a})"),
            Question::Enforces(group, Goal::Until(a, b)) => write!(f, "<g{group}> (({a}) U ({b}))"),
        }
    }
}
