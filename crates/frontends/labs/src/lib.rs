//! LAbS: agents with attributes, a shared environment, and knowledge that spreads between neighbours.
//!
//! `text → [`ast`] (parse) → [`model`] (check) → System (lower)`. Behaviours are triple structures
//! ([`synod_triples`]) with late choice.

pub mod ast;
mod check;
mod codes;
mod explain;
pub mod frontend;
mod interchange;
mod layout;
mod lex;
mod lower;
pub mod model;
mod narrator;
mod notation;
mod options;
mod parse;
mod symbols;
mod words;

use synod_core::{ExprId, Phase, Property, SideQuestion, System};
use synod_frontend::{Symbol, file_stem};
use synod_syntax::{Diagnostics, Source, known_so_far};

pub use codes::CODES;
pub use interchange::{Questions, interchangeable};
pub use lower::Stores;
pub use narrator::LabsNarrator;
pub use options::{Blocked, Deadlock, Options, Semantics};

/// Reads a file into its syntax tree, whatever its mistakes.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> ast::File {
    parse::parse(source, diagnostics)
}

/// What came of reading a model.
#[derive(Debug)]
pub struct Loaded {
    /// The model, unless it has errors.
    pub model: Option<Model>,
    /// What is wrong or odd about it.
    pub diagnostics: Diagnostics,
}

/// A model, ready for engines.
#[derive(Clone, Debug)]
pub struct Model {
    /// What engines see.
    pub system: System,
    /// What the model asks, in the order of the text.
    pub properties: Vec<Property>,
    /// Vacuity and side conditions: questions whose answers tell how much the others mean.
    pub side_questions: Vec<SideQuestion>,
    /// What the steps of each rule are, in the words of the language.
    pub steps: Vec<StepKind>,
    /// Where the system keeps the variables of the model.
    pub stores: Stores,
    /// The bound on the number of steps: what holds, holds within it.
    pub bound: Option<u64>,
    /// The resolved model, for printers.
    pub resolved: model::Model,
}

/// A guard of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenGuard {
    /// As it was written.
    pub text: String,
    /// What it comes to for one agent.
    pub condition: ExprId,
}

/// What the steps of a rule are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// An agent acts.
    Act {
        /// Its id.
        agent: usize,
        /// The guards of the action.
        guards: Vec<WrittenGuard>,
        /// What it assigns, in order.
        assigned: Vec<Assigned>,
        /// The messages that it sends in the same step, in order: only under `--sync`.
        messages: Vec<Sent>,
    },
    /// An agent sends a message.
    Send(Sent),
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Who sends it, by id.
    pub agent: usize,
    /// Which tuple, by position in [`model::Model::tuples`].
    pub tuple: usize,
    /// Which kind it is.
    pub message: Message,
}

/// The two kinds of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// What was written goes to those who have something older.
    Propagate,
    /// What was read goes to those who have something older, and comes from those who have something newer.
    Confirm,
}

impl Message {
    /// Its name in traces.
    pub fn word(self) -> &'static str {
        match self {
            Message::Propagate => "propagate",
            Message::Confirm => "confirm",
        }
    }
}

/// An assignment of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The variable.
    pub name: String,
    /// Where it goes.
    pub arrow: model::Arrow,
    /// The element of an array, row by row.
    pub index: Option<ExprId>,
    /// The new value, over the state before the step and its choices.
    pub value: ExprId,
    /// Whether there is one, if it may be missing.
    pub defined: Option<ExprId>,
}

/// Reads a model.
pub fn load(source: &Source, options: &Options) -> Loaded {
    load_with(source, options, None)
}

/// Reads a model, and finds what its text declares, if that is wanted.
fn load_with(source: &Source, options: &Options, declared: Option<&mut Vec<Symbol>>) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let file = parse::parse(source, &mut diagnostics);
    if let Some(declared) = declared {
        *declared = symbols::symbols_of(source, &file);
    }
    Phase::Checking.begin();
    let resolved = if diagnostics.has_errors() {
        None
    } else {
        check::check(source, &file, &options.parameters, &mut diagnostics)
    };
    let model = resolved.map(|resolved| {
        let name = file_stem(source.name());
        Phase::Lowering.begin();
        known_so_far(|| diagnostics.clone());
        let lowered = lower::lower(name, &resolved, options, &mut diagnostics);
        Model {
            system: lowered.system,
            properties: lowered.properties,
            side_questions: lowered.side_questions,
            steps: lowered.steps,
            stores: lowered.stores,
            bound: options.steps,
            resolved,
        }
    });
    let model = model.filter(|_| !diagnostics.has_errors());
    Loaded { model, diagnostics }
}
