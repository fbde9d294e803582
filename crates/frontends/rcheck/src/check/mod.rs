//! From a syntax tree to a model that means something: names, types, guards, quantifiers and lints.
//!
//! Each rule has a module: [`names`] declares, [`lookup`] resolves, [`expr`] and [`operators`] give
//! types, [`guards`] are put in place of their calls, [`agent`] and [`command`] build agent types,
//! [`spec`] builds formulas, [`asked`] and [`lints`] look at the finished model.

mod agent;
mod antecedents;
mod asked;
mod command;
mod expr;
mod fitting;
mod found;
mod guards;
mod interval;
mod lints;
mod lookup;
mod names;
mod operators;
mod place;
mod spec;
mod temporal;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod walk;

use synod_syntax::{Diagnostic, Diagnostics, Source, Span};

pub(crate) use fitting::{MAY_OVERFLOW, OUT_OF_RANGE};
use found::Findings;
use guards::Template;
use names::Names;
use place::Place;
pub(crate) use temporal::parts;
pub(crate) use walk::each;

use crate::{ast, hir};

/// How to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// As the VSCode extension of R-CHECK does where the two differ: a value that may leave its range is
    /// an error.
    pub compat_vscode: bool,
}

/// Resolves and checks a model. There is a result exactly if there are no errors and everything in the
/// tree could be read.
pub fn check(
    model: &ast::Model,
    source: &Source,
    options: CheckOptions,
) -> (Option<hir::Model>, Diagnostics) {
    let mut found = Findings::default();
    let names = Names::collect(model, &mut found);
    let mut checker =
        Checker { model, source, options, names: &names, guards: Vec::new(), found, budget: None };
    let resolved = checker.model();
    if let Some(resolved) = &resolved {
        asked::check(resolved, &mut checker.found);
        lints::check(resolved, model, &mut checker.found);
    }
    let found = checker.found;
    let resolved = resolved.filter(|_| !found.has_errors());
    (resolved, found.into_diagnostics())
}

/// How many parts a command, a guard or a specification may have once guards and quantifiers are
/// written out.
const MOST_PARTS: usize = 1_000_000;

/// What everything is checked against.
struct Checker<'a> {
    model: &'a ast::Model,
    source: &'a Source,
    options: CheckOptions,
    names: &'a Names<'a>,
    /// By position; `None` when the guard is wrong.
    guards: Vec<Option<Template>>,
    found: Findings,
    /// How many more parts may be written out; `None` once there were too many, which is said once.
    budget: Option<usize>,
}

/// What an expression can see.
#[derive(Clone, Copy)]
struct Scope<'s> {
    place: Place,
    /// The agent type it belongs to.
    agent: Option<usize>,
    /// The guard it is the body of.
    guard: Option<usize>,
    /// Quantified agent variables, the innermost last.
    bound: &'s [Bound<'s>],
}

impl<'s> Scope<'s> {
    /// In an agent type.
    fn agent(agent: usize, place: Place) -> Self {
        Scope { place, agent: Some(agent), guard: None, bound: &[] }
    }

    /// The same at another place.
    fn at(self, place: Place) -> Self {
        Scope { place, ..self }
    }
}

/// A quantified agent variable and what it stands for at the moment.
#[derive(Clone, Copy)]
struct Bound<'s> {
    name: &'s ast::Name,
    /// All agent types that it ranges over.
    kinds: &'s [usize],
    who: Who,
}

/// An instance with its agent type.
#[derive(Clone, Copy)]
struct Who {
    agent: usize,
    instance: usize,
}

impl Checker<'_> {
    fn model(&mut self) -> Option<hir::Model> {
        self.check_guards();
        let agents: Vec<_> = (0..self.model.agents.len()).map(|agent| self.agent(agent)).collect();
        let instances: Vec<_> = (0..self.model.instances.len()).map(|i| self.instance(i)).collect();
        let specs = self.specs();
        if self.found.has_errors() {
            return None;
        }
        Some(hir::Model {
            dialect: self.model.dialect,
            channels: self.names.channels.iter().map(|name| name.to_string()).collect(),
            enums: self.names.enums.iter().map(|item| enumeration(item)).collect(),
            messages: fields(&self.names.messages)?,
            properties: fields(&self.names.properties)?,
            agents: agents.into_iter().collect::<Option<_>>()?,
            instances: instances.into_iter().collect::<Option<_>>()?,
            specs: specs?,
        })
    }

    /// Starts a new count of parts.
    fn refill(&mut self) {
        self.budget = Some(MOST_PARTS);
    }

    /// Counts parts; `None`, with an error, when there are too many.
    fn spend(&mut self, parts: usize, span: Span) -> Option<()> {
        let left = self.budget?.checked_sub(parts);
        if left.is_none() {
            let message =
                format!("this has more than {MOST_PARTS} parts once guards and quantifiers are written out");
            self.found.push(Diagnostic::error("rcheck::too-large", span, message));
        }
        self.budget = left;
        left.map(|_| ())
    }
}

fn enumeration(item: &ast::Enum) -> hir::Enum {
    hir::Enum {
        name: item.name.text.clone(),
        cases: item.cases.iter().map(|case| case.text.clone()).collect(),
    }
}

fn fields(variables: &[names::Variable]) -> Option<Vec<hir::Field>> {
    let field =
        |v: &names::Variable| Some(hir::Field { name: v.name.text.clone(), ty: v.ty?, span: v.name.span });
    variables.iter().map(field).collect()
}
