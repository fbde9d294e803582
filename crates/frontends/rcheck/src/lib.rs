//! R-CHECK: agents that reconfigure whom they talk to, and the logic LTOL about their messages.
//!
//! `text → [ast] (parse: one reader a dialect) → [hir] (check: names, types, lints) → System (lower)`.

pub mod ast;
mod automaton;
mod check;
mod codes;
mod explain;
pub mod frontend;
pub mod hir;
mod includes;
mod interchange;
mod layout;
mod lex;
mod lower;
mod notation;
mod overflow;
pub mod parse;
mod quantifiers;
mod symbols;
mod words;

use synod_core::{Phase, Property, SideQuestion, System};
use synod_frontend::{Symbol, file_stem};
use synod_syntax::{Diagnostic, Diagnostics, Source, known_so_far};

pub use ast::Dialect;
use check::{CheckOptions, check};
pub use codes::CODES;
use parse::Reading;

/// How to read a model.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The dialect; `None` is to be found out from the text.
    pub dialect: Option<Dialect>,
    /// Read operators, `rep` and types as the VSCode extension does.
    pub compat_vscode: bool,
    /// Values of constants that count instead of those that are written.
    pub constants: Vec<(String, i64)>,
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
    /// Questions whether antecedents of them are ever true.
    pub side_questions: Vec<SideQuestion>,
    /// The text as a tree.
    tree: ast::Model,
    /// The tree with names and types resolved.
    resolved: hir::Model,
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
    load_with(source, options, None)
}

/// Reads a model, and finds what its text declares, if that is wanted.
fn load_with(source: &Source, options: &Options, declared: Option<&mut Vec<Symbol>>) -> Loaded {
    let (read, mut diagnostics) = read(source, options, declared);
    Phase::Lowering.begin();
    known_so_far(|| {
        let mut certain = diagnostics.clone();
        certain.retain(|found| !overflow::is_doubtful(found));
        certain
    });
    let doubtful = overflow::doubtful(&diagnostics);
    let stem = file_stem(source.name());
    let model = read.and_then(|(tree, resolved)| match lower::lower(stem, &resolved, &doubtful) {
        Ok(lower::Lowered { system, properties, side_questions, given }) => {
            diagnostics.retain(|found| {
                !overflow::is_doubtful(found) || !overflow::is_unfounded(&system, &given, found)
            });
            Some(Model { dialect: resolved.dialect, system, properties, side_questions, tree, resolved })
        }
        Err(problems) => {
            diagnostics.extend(problems);
            None
        }
    });
    if model.is_none() {
        // What guards may refute is said when they are known.
        diagnostics.retain(|found| !overflow::is_doubtful(found) || found.code == check::OUT_OF_RANGE);
    }
    let diagnostics = overflow::judged(diagnostics);
    Loaded { model: model.filter(|_| !diagnostics.has_errors()), diagnostics }
}

/// Reads a model and resolves its names and types; `None` when there are errors.
pub fn resolve(source: &Source, options: &Options) -> (Option<hir::Model>, Diagnostics) {
    let (read, diagnostics) = read(source, options, None);
    let diagnostics = overflow::judged(diagnostics);
    (read.filter(|_| !diagnostics.has_errors()).map(|(_, resolved)| resolved), diagnostics)
}

fn read(
    source: &Source,
    options: &Options,
    declared: Option<&mut Vec<Symbol>>,
) -> (Option<(ast::Model, hir::Model)>, Diagnostics) {
    let dialect = options.dialect.or_else(|| parse::detect(source)).unwrap_or(Dialect::New);
    let reading = if options.compat_vscode { Reading::VscodeCompat } else { Reading::Standard };
    let (tree, mut diagnostics) = parse::parse_with(source, dialect, reading, &options.constants);
    if let (Some(declared), Some(tree)) = (declared, &tree) {
        *declared = symbols::symbols_of(source, tree);
    }
    let Some(tree) = tree.filter(|_| !diagnostics.has_errors()) else { return (None, diagnostics) };
    Phase::Checking.begin();
    let (resolved, problems) = check(&tree, source, CheckOptions { compat_vscode: options.compat_vscode });
    diagnostics.extend(problems);
    (resolved.map(|resolved| (tree, resolved)), diagnostics)
}

impl Model {
    /// The constants with the values in force.
    pub fn constants(&self) -> impl Iterator<Item = (&str, i64)> {
        self.tree.constants.iter().map(|constant| (constant.name.text.as_str(), constant.value))
    }

    /// Whether the instances of an agent type are interchangeable; what distinguishes them, if they are not. Otherwise for each
    /// specification the number of them that it speaks of at once, by name or through quantifiers; `None` if that
    /// depends on how many there are.
    pub fn interchangeable(&self, agent_type: &str) -> Result<Vec<Option<usize>>, Box<Diagnostic>> {
        interchange::interchangeable(&self.resolved, agent_type)?;
        Ok(quantifiers::quantified_instances(&self.tree, agent_type))
    }
}
