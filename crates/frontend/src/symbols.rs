//! What a text declares: for outlines, for completing and renaming, and for those who look whether it is used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_syntax::{Name, Span};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolKind {
    /// A type of agents, or an agent.
    Agent,
    /// An agent of a type, by its own name.
    Instance,
    /// A type of values.
    Enumeration,
    /// A value of an enumeration.
    Case,
    /// A channel.
    Channel,
    /// A constant or a parameter of the model.
    Constant,
    /// A variable.
    Variable,
    /// What a message carries, or a receiver is asked for.
    Field,
    /// A named condition.
    Guard,
    /// A parameter of a guard, or a quantified variable.
    Parameter,
    /// A named process.
    Process,
    /// An action.
    Action,
    /// A label of a command.
    Label,
    /// A named group of agents.
    Group,
    /// A named part of the model, such as a stigmergy.
    Section,
    /// A proposition that formulas are about.
    Proposition,
    /// A property that can be checked.
    Property,
}

/// Something that a text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: SymbolKind,
    /// What it is in the words of the language, with the article, such as "a message variable".
    pub what: &'static str,
    /// Where its name stands.
    pub span: Span,
    /// All of its declaration.
    pub whole: Span,
    /// Its type, its values or its parameters, as the text has them; empty if there is nothing to say.
    pub detail: String,
    /// The position of the symbol that it belongs to.
    pub container: Option<usize>,
    /// Whether nothing is odd about it if nobody uses it: it is for people too, or used from outside.
    pub may_be_unused: bool,
}

impl Symbol {
    /// A name that is all of its declaration.
    pub fn new(name: &Name, kind: SymbolKind, what: &'static str) -> Self {
        Symbol {
            name: name.text.clone(),
            kind,
            what,
            span: name.span,
            whole: name.span,
            detail: String::new(),
            container: None,
            may_be_unused: false,
        }
    }

    /// With all of its declaration.
    pub fn spanning(mut self, whole: Span) -> Self {
        self.whole = whole.to(self.span);
        self
    }

    /// With its type, its values or its parameters.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// One that need not be used.
    pub fn for_people(mut self) -> Self {
        self.may_be_unused = true;
        self
    }
}

/// What was found in a text so far.
#[derive(Clone, Debug, Default)]
pub struct Symbols(Vec<Symbol>);

impl Symbols {
    /// One more, as a part of the one at this position if there is one; answers its own position.
    pub fn add(&mut self, symbol: Symbol, container: Option<usize>) -> usize {
        self.0.push(Symbol { container, ..symbol });
        self.0.len() - 1
    }

    /// All of them, containers before what they contain.
    pub fn finish(self) -> Vec<Symbol> {
        self.0
    }
}
