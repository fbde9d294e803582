//! LAbS: agents with attributes, a shared environment, and knowledge that spreads between neighbours.
//!
//! `text → [`ast`] (parse) → [`model`] (check) → System (lower)`. Behaviours are triple structures
//! ([`synod_triples`]) with late choice.

pub mod ast;
mod check;
mod lex;
mod lower;
pub mod model;
mod options;
mod parse;

use std::path::Path;

use synod_core::{ExprId, Property, System};
use synod_syntax::{Diagnostics, Source};

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
    /// Questions to ask besides, whose answers tell when other answers mean little.
    pub vacuity: Vec<Vacuity>,
    /// What the steps of each rule are, in the words of the language.
    pub steps: Vec<StepKind>,
    /// The bound on the number of steps: what holds, holds within it.
    pub bound: Option<u64>,
    /// The resolved model, for printers.
    pub resolved: model::Model,
}

/// A question whose answer tells how much others mean.
#[derive(Clone, Debug)]
pub struct Vacuity {
    /// The name of the property that it is about; `None` for all.
    pub about: Option<String>,
    /// The question.
    pub property: Property,
    /// At which answer there is something to tell.
    pub when: TellWhen,
    /// What is to be told.
    pub remark: String,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TellWhen {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
}

/// What the steps of a rule are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// An agent acts.
    Act {
        /// Its id.
        agent: usize,
        /// What it assigns, in order.
        assigned: Vec<Assigned>,
    },
    /// An agent propagates a tuple.
    Propagate {
        /// Its id.
        agent: usize,
        /// The tuple, by position in [`model::Model::tuples`].
        tuple: usize,
    },
    /// An agent confirms a tuple.
    Confirm {
        /// Its id.
        agent: usize,
        /// The tuple, by position in [`model::Model::tuples`].
        tuple: usize,
    },
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
}

/// Reads a model.
pub fn load(source: &Source, options: &Options) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let file = parse::parse(source, &mut diagnostics);
    let resolved = if diagnostics.has_errors() {
        None
    } else {
        check::check(source, &file, &options.parameters, &mut diagnostics)
    };
    let model = resolved.map(|resolved| {
        let name = Path::new(source.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
        let lowered = lower::lower(name, &resolved, options, &mut diagnostics);
        Model {
            system: lowered.system,
            properties: lowered.properties,
            vacuity: lowered.vacuity,
            steps: lowered.steps,
            bound: options.steps,
            resolved,
        }
    });
    let model = model.filter(|_| !diagnostics.has_errors());
    Loaded { model, diagnostics }
}
