//! Text to syntax tree, for both dialects.
//!
//! Reading happens in two steps. Recursive descent (`model`, `process`, `level`, `atom`) cuts every
//! bracket level into a flat list of operands and operators; `shape` then groups such a list by a
//! precedence table of `binding`. That makes it cheap to group one list by two tables, which is how
//! `grouping` finds the places where tools disagree.
//!
//! Nothing recurses deeper than brackets nest, which is limited, as is the height of the trees that are
//! built; long chains of `&`, `|` and process `+` are grouped evenly. Time is linear in the text.

mod atom;
mod binding;
mod constants;
mod detect;
mod grouping;
mod level;
mod model;
mod names;
mod operand;
mod parser;
mod print;
mod process;
mod shape;

use synod_syntax::{Diagnostics, Severity, Source};

pub use detect::detect;
pub(crate) use model::NO_SYSTEM;
pub use print::{
    command_text, operator_text, party_text, print_expr, print_expr_full, print_process, print_process_full,
};

use crate::ast::{Dialect, Model};

/// How the new dialect is read. The legacy dialect is always read as its own tool does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Operators bind as usual, and `rep` takes only what follows directly.
    #[default]
    Standard,
    /// As the VSCode extension of R-CHECK reads: all connectives on one level, `+` and `-` loosest, and
    /// `rep` takes all that follows.
    VscodeCompat,
}

/// Reads a model. What could not be read is reported and left out; `None` if nothing was found.
pub fn parse(source: &Source, dialect: Dialect, reading: Reading) -> (Option<Model>, Diagnostics) {
    parse_with(source, dialect, reading, &[])
}

/// The same, with other values for some constants.
pub fn parse_with(
    source: &Source,
    dialect: Dialect,
    reading: Reading,
    constants: &[(String, i64)],
) -> (Option<Model>, Diagnostics) {
    let mut parser = parser::Parser::new(source, dialect, reading, constants);
    let model = parser.model();
    let mut diagnostics = parser.into_diagnostics();
    if diagnostics.has_errors() && detect(source).is_some_and(|found| found != dialect) {
        diagnostics = in_wrong_dialect(diagnostics, dialect);
    }
    (model, diagnostics)
}

/// Errors in a text of the other dialect are mostly noise: keep the first, and say what is going on.
fn in_wrong_dialect(diagnostics: Diagnostics, dialect: Dialect) -> Diagnostics {
    let (other, language) = match dialect {
        Dialect::New => ("legacy", "rcheck-legacy"),
        Dialect::Legacy => ("new", "rcheck"),
    };
    let first = diagnostics.sorted().into_iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let mut kept = Diagnostics::new();
    if let Some(diagnostic) = first {
        kept.push(
            diagnostic
                .explain(format!("this text looks like the {other} dialect of R-CHECK"))
                .help(format!("try `--language {language}`")),
        );
    }
    kept
}
