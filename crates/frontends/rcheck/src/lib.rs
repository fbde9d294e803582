//! R-CHECK: agents that reconfigure whom they talk to, and the logic LTOL about their messages.
//!
//! `text → [ast] (parse: one reader a dialect) → [hir] (check: names, types, lints) → System (lower)`.

pub mod ast;
mod automaton;
mod breadth;
mod check;
pub mod hir;
mod interchange;
mod lex;
mod lower;
pub mod parse;

use synod_core::{Property, System};
use synod_syntax::{Diagnostic, Diagnostics, Source};

pub use ast::Dialect;
use check::{CheckOptions, check};
use parse::Reading;

/// How to read a model.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The dialect; `None` is to be found out from the text.
    pub dialect: Option<Dialect>,
    /// Read operators, `rep` and types as the VSCode extension does.
    pub compat_vscode: bool,
}

/// What a text means.
#[derive(Clone, Debug)]
pub struct Model {
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// The system.
    pub system: System,
    /// Its specifications, in the order of the file.
    pub properties: Vec<Property>,
}

/// The result of reading a text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model; `None` when there are errors.
    pub model: Option<Model>,
    /// Everything worth saying about the text.
    pub diagnostics: Diagnostics,
}

/// Reads a model.
pub fn load(source: &Source, options: &Options) -> Loaded {
    let (resolved, mut diagnostics) = resolve(source, options);
    let model = resolved.and_then(|resolved| {
        let stem = source.name().rsplit(['/', '\\']).next().unwrap_or("model");
        let name = stem.split('.').next().filter(|name| !name.is_empty()).unwrap_or("model");
        match lower::lower(name, &resolved) {
            Ok((system, properties)) => Some(Model { dialect: resolved.dialect, system, properties }),
            Err(problems) => {
                diagnostics.extend(problems);
                None
            }
        }
    });
    Loaded { model, diagnostics }
}

/// Reads a model and resolves its names and types; `None` when there are errors.
pub fn resolve(source: &Source, options: &Options) -> (Option<hir::Model>, Diagnostics) {
    let (tree, mut diagnostics) = tree(source, options);
    let Some(tree) = tree.filter(|_| !diagnostics.has_errors()) else { return (None, diagnostics) };
    let (resolved, problems) = check(&tree, source, CheckOptions { compat_vscode: options.compat_vscode });
    diagnostics.extend(problems);
    (resolved, diagnostics)
}

/// Whether nothing in a model without errors tells instances of an agent type apart; what does, if something
/// does. Otherwise for each specification the number of them that it speaks of at once, by name or through
/// quantifiers; `None` if that depends on how many there are.
pub fn interchangeable(
    source: &Source,
    options: &Options,
    agent_type: &str,
) -> Result<Vec<Option<usize>>, Box<Diagnostic>> {
    if let (Some(resolved), _) = resolve(source, options) {
        interchange::interchangeable(&resolved, agent_type)?;
    }
    let (tree, _) = tree(source, options);
    Ok(tree.map_or(Vec::new(), |tree| breadth::breadths(&tree, agent_type)))
}

fn tree(source: &Source, options: &Options) -> (Option<ast::Model>, Diagnostics) {
    let dialect = options.dialect.or_else(|| parse::detect(source)).unwrap_or(Dialect::New);
    let reading = if options.compat_vscode { Reading::VscodeCompat } else { Reading::Standard };
    parse::parse(source, dialect, reading)
}
