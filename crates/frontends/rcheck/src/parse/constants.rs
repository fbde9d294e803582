//! Constants: `const n = 3`, where the command line may give another value.
//!
//! `const` is no reserved word: it begins a section only where two names and a `=` follow each other, which no text without
//! constants has.

use synod_syntax::{Diagnostic, Span, no_such, resolved};

use super::parser::{Context, Parsed, Parser};
use crate::ast::{BinaryOp, Constant, Expr, ExprKind};
use crate::lex::Kind;

/// What a constant section begins with.
const WORD: &str = "const";

impl Parser<'_> {
    /// Whether a constant is declared here.
    pub fn at_constant(&self) -> bool {
        self.at(Kind::Name)
            && self.text() == WORD
            && self.ahead(1) == Kind::Name
            && self.ahead(2) == Kind::Equal
    }

    /// Reads `const name = value`.
    pub fn constant(&mut self) -> Parsed<Constant> {
        self.advance();
        let name = self.name("a constant")?;
        self.expect(Kind::Equal, "`=` and a number")?;
        let value = self.expr_in(Context::PLAIN)?;
        self.take(Kind::Semicolon);
        let given = self.given.iter().rev().find(|(known, _)| *known == name.text).map(|(_, value)| *value);
        let written = self.number_of(&value);
        if let Err((span, message)) = &written {
            let error = Diagnostic::error("rcheck::not-constant", *span, message.clone());
            self.complain(
                error.help("write a number, or numbers and earlier constants with `+`, `-`, `*` and `/`"),
            );
        }
        let value = given.or(written.ok()).unwrap_or_default();
        self.constants.push((name.clone(), value));
        Ok(Constant { name, value })
    }

    /// The value of an earlier constant that is named somewhere.
    pub fn known_constant(&self, name: &str, span: Span) -> Option<i64> {
        let (known, value) = self.constants.iter().find(|(known, _)| known.text == name)?;
        resolved(span, known.span);
        Some(*value)
    }

    /// The value of an expression over constants, or what is none.
    fn number_of(&self, expr: &Expr) -> Result<i64, (Span, String)> {
        let out_of_range = || (expr.span, "this number does not fit 64 bits".to_string());
        match &expr.kind {
            ExprKind::Int(value) => Ok(*value),
            ExprKind::Name(name) => {
                let known = self.constants.iter().map(|(name, _)| name.text.as_str());
                self.known_constant(name, expr.span)
                    .ok_or_else(|| (expr.span, no_such("constant before this one called", name, known)))
            }
            ExprKind::Negate(inner) => self.number_of(inner)?.checked_neg().ok_or_else(out_of_range),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number_of(left)?, self.number_of(right)?);
                let value = match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Sub => left.checked_sub(right),
                    BinaryOp::Mul => left.checked_mul(right),
                    BinaryOp::Div if right == 0 => {
                        return Err((expr.span, "this divides by zero".to_string()));
                    }
                    BinaryOp::Div => left.checked_div(right),
                    _ => return Err((expr.span, "a constant is a number".to_string())),
                };
                value.ok_or_else(out_of_range)
            }
            _ => Err((expr.span, "a constant is a number".to_string())),
        }
    }

    /// Complains about values for constants that there are not.
    pub fn check_given(&mut self) {
        for (name, value) in self.given {
            if !self.constants.iter().any(|(known, _)| known.text == *name) {
                let known = self.constants.iter().map(|(name, _)| name.text.as_str());
                let error = Diagnostic::error(
                    "rcheck::unknown-constant",
                    Span::default(),
                    no_such("constant", name, known),
                );
                let help = format!(
                    "declare it with `const {name} = {value}` before the agents, or leave out `{name}={value}`"
                );
                self.diagnostics.push(error.help(help));
            }
        }
    }
}
