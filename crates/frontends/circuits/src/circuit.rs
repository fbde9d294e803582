//! A circuit: inputs, states, constraints and what is looked for, over a graph of gates.

use synod_symbolic::aig::{Aig, Lit};
use synod_syntax::Span;

/// An input or a state: bits under one name, the least significant first.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    pub name: String,
    /// Free nodes of the graph.
    pub bits: Vec<Lit>,
    pub span: Span,
}

/// A part of the state. It has a value at every moment.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub signal: Signal,
    /// The first values of the bits, over bits of states; `None` for a bit that may have any.
    pub init: Vec<Option<Lit>>,
    /// The next values; `None` if they may be any.
    pub next: Option<Vec<Lit>>,
}

/// What is looked for. To find it is to violate a property.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub name: String,
    pub kind: GoalKind,
    pub span: Span,
}

/// How it is found.
#[derive(Clone, Debug)]
pub(crate) enum GoalKind {
    /// At some moment.
    Bad(Lit),
    /// On an infinite run, each of these again and again, and each fairness constraint.
    Justice(Vec<Lit>),
}

/// A circuit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circuit {
    pub gates: Aig,
    pub inputs: Vec<Signal>,
    pub states: Vec<State>,
    /// They hold at every moment that counts.
    pub constraints: Vec<Lit>,
    pub fairness: Vec<Lit>,
    pub goals: Vec<Goal>,
}
