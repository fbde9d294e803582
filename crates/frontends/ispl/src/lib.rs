//! ISPL: interpreted systems with knowledge, strategies and fairness, the language of MCMAS; and
//! [`pispl`], its form for any number of agents.
//!
//! `text → [`ast`] → System + Properties`: reading, then one pass that resolves names, checks types and
//! builds the core model.

pub mod ast;
pub mod codes;
pub mod explain;
pub mod frontend;
mod layout;
mod lex;
mod lower;
mod parse;
pub mod pispl;
mod questions;
mod scope;
mod symbols;
mod words;

use synod_core::{Lint, Phase, Property, SideQuestion, System};
use synod_frontend::Symbol;
use synod_syntax::{Diagnostics, Source, Span};

/// What a file means.
#[derive(Clone, Debug)]
pub struct Model {
    /// The system.
    pub system: System,
    /// Its formulas, in the order of the file.
    pub properties: Vec<Property>,
    /// Questions whether antecedents are ever true.
    pub side_questions: Vec<SideQuestion>,
    /// What is odd if the reachable states are such.
    pub lints: Vec<Lint>,
    /// What agents may do.
    pub protocols: explain::Protocols,
    /// Where the first fairness condition stands.
    pub first_fairness: Option<Span>,
}

/// The result of reading a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model; `None` when there are errors.
    pub model: Option<Model>,
    /// Everything worth saying about the text.
    pub diagnostics: Diagnostics,
}

/// Reads a file.
pub fn load(source: &Source) -> Loaded {
    load_with(source, None)
}

/// Reads a file, and finds what it declares, if that is wanted.
fn load_with(source: &Source, declared: Option<&mut Vec<Symbol>>) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let file = parse::parse(source, &mut diagnostics);
    if let Some(declared) = declared {
        *declared = symbols::of_ispl(source, &file);
    }
    Phase::Lowering.begin();
    // What could not be read would be missed everywhere; but what the other names mean is known.
    let mut consequences = Diagnostics::new();
    let is_readable = !diagnostics.has_errors();
    let model = lower::lower(&file, source, if is_readable { &mut diagnostics } else { &mut consequences });
    let model = (is_readable && !diagnostics.has_errors()).then_some(model);
    Loaded { model, diagnostics }
}
