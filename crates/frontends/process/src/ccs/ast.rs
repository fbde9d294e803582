//! CCS as it is written.

use std::fmt;

use synod_syntax::Span;

use crate::formula::Property;
use crate::parser::Name;

/// A name or a co-name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Channel {
    pub name: String,
    pub co: bool,
}

impl Channel {
    /// Its partner.
    pub fn complement(&self) -> Channel {
        Channel { name: self.name.clone(), co: !self.co }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.co { "'" } else { "" }, self.name)
    }
}

/// An action in front of a process; `None` is tau.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub channel: Option<Channel>,
    pub span: Span,
}

/// A set of actions: written out, or by its name.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    Listed(Vec<(Channel, Span)>),
    Named(Name),
}

/// An operator behind a process.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// `\ {a, b}`
    Restrict(Set),
    /// `[new/old, …]`
    Relabel(Vec<Renaming>),
}

/// `new/old`
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    pub new: Channel,
    pub old: Channel,
    pub span: Span,
}

/// A process.
#[derive(Clone, Debug)]
pub(crate) enum Process {
    Nil,
    Constant(Name),
    /// At least one action, then the process.
    Prefix(Vec<Action>, Box<Process>),
    Choice(Vec<Process>),
    /// `P | Q | …`, or with a set `P |[L]| Q |[L]| …`
    Parallel(Option<Set>, Vec<Process>),
    /// At least one operator, the innermost first.
    Scoped(Box<Process>, Vec<Scope>),
}

/// `K = P`
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: Name,
    pub body: Process,
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub definitions: Vec<Definition>,
    pub sets: Vec<(Name, Vec<(Channel, Span)>)>,
    pub properties: Vec<Property>,
}
