//! PISPL: templates of agents, and questions about any number of them.
//!
//! `text → [`ast`] → names and types → tables of local states → Templates`.

mod actions;
pub mod ast;
mod family;
mod formula;
mod resolve;
mod tabulate;

use synod_core::Phase;
use synod_frontend::{Symbol, TemplateLine};
use synod_parameterised::{NullStep, Templates};
use synod_syntax::{Diagnostic, Diagnostics, Source};

use crate::{parse, symbols};

/// How to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// When a step of an interleaved system may leave everything as it is.
    pub null: NullStep,
}

/// What a file means.
#[derive(Clone, Debug)]
pub struct Model {
    /// The templates with their properties, in the order of the file.
    pub templates: Templates,
    /// For each property, why it cannot be asked for all numbers of agents at once, if so.
    pub beyond_proof: Vec<Option<Diagnostic>>,
    /// The lines of protocols, to count how often they apply.
    pub lines: Vec<TemplateLine>,
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
pub fn load(source: &Source, options: Options) -> Loaded {
    load_with(source, options, None)
}

/// Reads a file, and finds what it declares, if that is wanted.
pub(crate) fn load_with(source: &Source, options: Options, declared: Option<&mut Vec<Symbol>>) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let file = parse::parse_pispl(source, &mut diagnostics);
    if let Some(declared) = declared {
        *declared = symbols::of_pispl(source, &file);
    }
    Phase::Lowering.begin();
    // What could not be read would be missed everywhere; but what the other names mean is known.
    let mut consequences = Diagnostics::new();
    let is_readable = !diagnostics.has_errors();
    let problems = if is_readable { &mut diagnostics } else { &mut consequences };
    let model = family::family(&file, source, options, problems);
    let model = model.filter(|_| is_readable && !diagnostics.has_errors());
    Loaded { model, diagnostics }
}
