//! Values given to variables: assignments, relabellings and arguments.

use synod_syntax::Diagnostic;

use super::names::Variable;
use super::types::{Fit, fit};
use super::{Checker, Scope};
use crate::ast;
use crate::hir::Expr;

/// A value that never fits what it is given to.
pub(crate) const OUT_OF_RANGE: &str = "rcheck::out-of-range";

/// The code of a value that may not fit.
pub(crate) const MAY_OVERFLOW: &str = "rcheck::may-overflow";

/// What a value is given to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// A local: a step stores the value.
    Local,
    Message,
    Property,
    Parameter,
}

impl Target {
    /// What happens when a value is out of range.
    fn consequence(self) -> &'static str {
        match self {
            Target::Local => {
                "a step whose value does not fit is not taken; `--property no-fault` finds out whether that can happen"
            }
            Target::Message => "the value is sent as it is",
            Target::Property => {
                "senders see the value as it is, but `exists` and `forall` in observations range over the declared type only"
            }
            Target::Parameter => "the guard is evaluated with the value as it is",
        }
    }
}

impl Checker<'_> {
    /// `value`, if it can be given to a variable: of its type, and not surely out of its range.
    pub(super) fn fitting(
        &mut self,
        scope: &Scope,
        target: Target,
        variable: &Variable,
        expr: &ast::Expr,
        value: Expr,
    ) -> Option<Expr> {
        let ty = variable.ty?;
        let name = &variable.name.text;
        let (wanted, given) = (self.names.declared(ty), self.names.show(value.ty));
        let values = self.names.values(value.ty);
        let declared = format!("`{name}` is declared as `{wanted}`");
        let maybe = format!("this value may not fit `{name}`: it is {values}, not always in `{wanted}`");
        match fit(ty, value.ty) {
            Fit::Always => return Some(value),
            Fit::WrongType => {
                let message =
                    format!("`{name}` is of type `{wanted}` and cannot be given a value of type `{given}`");
                let error = Diagnostic::error("rcheck::type-mismatch", expr.span, message)
                    .caption(format!("`{given}`"))
                    .label(variable.name.span, declared);
                let error = self.with_declaration(error, scope, expr);
                self.found.push(error);
            }
            Fit::Sometimes if self.options.compat_vscode => self.found.push(
                Diagnostic::error(MAY_OVERFLOW, expr.span, maybe)
                    .label(variable.name.span, declared)
                    .explain("the VSCode extension of R-CHECK rejects this even where the precondition excludes it"),
            ),
            Fit::Sometimes => {
                if target != Target::Local {
                    self.found.loosen(variable.name.span);
                }
                let warning = Diagnostic::warning(MAY_OVERFLOW, expr.span, maybe)
                    .label(variable.name.span, declared)
                    .explain(target.consequence());
                self.found.push(match target {
                    // Of the others, that there is no fault says nothing: they are used as they are.
                    Target::Local => warning.unless("no-fault"),
                    Target::Message | Target::Property | Target::Parameter => warning,
                });
                return Some(value);
            }
            Fit::Never => {
                let message = format!("this value never fits `{name}`: it is {values}, not in `{wanted}`");
                if target == Target::Local && !self.options.compat_vscode {
                    // Whether the command is ever taken is known when all is.
                    let warning = Diagnostic::warning(OUT_OF_RANGE, expr.span, message);
                    self.found.push(warning.label(variable.name.span, declared).unless("no-fault"));
                    return Some(value);
                }
                let error = Diagnostic::error(OUT_OF_RANGE, expr.span, message);
                self.found.push(error.label(variable.name.span, declared));
            }
        }
        None
    }
}
