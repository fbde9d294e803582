//! Choreographies as they are written, and with all names resolved.

use std::fmt;

use synod_syntax::Span;

use crate::formula::Property;
use crate::parser::Name;
use crate::places::Places;

/// A choreography as written.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    Tau,
    Constant(Name),
    /// `x: a`
    Local(Name, Name),
    /// `x -> y: a`
    Message(Name, Name, Name),
    Sequence(Vec<Written>),
    Choice(Vec<Written>),
    Parallel(Vec<Written>),
    /// `*P`: as often as one likes, even never.
    Loop(Box<Written>),
}

/// `K = P`
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: Name,
    pub body: Written,
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub definitions: Vec<Definition>,
    pub properties: Vec<Property>,
}

/// An action. Peers are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Act {
    Tau,
    Local { peer: usize, action: String, places: Places },
    Message { from: usize, to: usize, action: String, places: Places },
}

impl Act {
    /// Whether a peer takes part in it.
    pub fn involves(&self, peer: usize) -> bool {
        match self {
            Act::Tau => false,
            Act::Local { peer: own, .. } => *own == peer,
            Act::Message { from, to, .. } => *from == peer || *to == peer,
        }
    }
}

/// The name of the action, without peers.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Tau => f.write_str("τ"),
            Act::Local { action, .. } | Act::Message { action, .. } => f.write_str(action),
        }
    }
}

/// A choreography, or what one peer does in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chor {
    Act(Act),
    Sequence(Vec<Chor>),
    Choice(Vec<Chor>),
    Parallel(Vec<Chor>),
    Loop(Box<Chor>),
}

/// As it is written, with the names of actions only.
impl fmt::Display for Chor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (list, sign) = match self {
            Chor::Act(Act::Tau) => return f.write_str("tau"),
            Chor::Act(act) => return act.fmt(f),
            Chor::Loop(inner) => return write!(f, "*({inner})"),
            Chor::Sequence(list) => (list, "; "),
            Chor::Choice(list) => (list, " + "),
            Chor::Parallel(list) => (list, " || "),
        };
        for (i, part) in list.iter().enumerate() {
            if i > 0 {
                f.write_str(sign)?;
            }
            // A sequence binds tighter than the others.
            match part {
                Chor::Choice(_) | Chor::Parallel(_) => write!(f, "({part})")?,
                Chor::Sequence(_) if matches!(self, Chor::Sequence(_)) => write!(f, "({part})")?,
                _ => write!(f, "{part}")?,
            }
        }
        Ok(())
    }
}

/// A text whose names are resolved.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    /// In the order of first appearance.
    pub peers: Vec<Name>,
    pub choreography: Chor,
    /// The definition that it is.
    pub name: String,
    pub span: Span,
}
