//! Expressions in SMV's words.

use synod_core::{BinaryOp, Choice, Expr, ExprId, Interval, Sort, System, UnaryOp, VarId, checkpoint};

use super::layout::Doc;
use crate::precedence::*;
use crate::walk::printed_range;

/// The names that expressions are printed with.
#[derive(Debug)]
pub struct Vocabulary {
    /// The name of each variable.
    pub vars: Vec<String>,
    /// The constants of each enumeration.
    pub constants: Vec<Vec<String>>,
}

/// What expressions are printed in.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The system they belong to.
    pub system: &'a System,
    /// The names.
    pub vocabulary: &'a Vocabulary,
    /// An interval for each variable that contains the values it is declared to have.
    pub declared: &'a [Interval],
    /// The choices they may read.
    pub choices: &'a [Choice],
    /// How the choices are written.
    pub choice_names: &'a [String],
    /// How it is written that a part takes an alternative.
    pub took: &'a dyn Fn(u32, u32) -> String,
}

impl Scope<'_> {
    /// A value of a sort.
    pub fn value(&self, sort: Sort, value: i64) -> String {
        match sort {
            Sort::Bool => if value == 0 { "FALSE" } else { "TRUE" }.to_string(),
            Sort::Int => value.to_string(),
            Sort::Enum(id) => usize::try_from(value)
                .ok()
                .and_then(|i| self.vocabulary.constants[id.0 as usize].get(i))
                .cloned()
                .unwrap_or_else(|| value.to_string()),
        }
    }

    /// A condition that can be broken into lines at its outer connectives.
    pub fn doc(&self, id: ExprId) -> Doc {
        match &self.system.exprs[id] {
            Expr::And(list) => Doc::all(list.iter().map(|a| self.doc(*a))),
            Expr::Or(list) => Doc::any(list.iter().map(|a| self.doc(*a))),
            _ => Doc::text(self.part(id, COMPARE)),
        }
    }

    /// `left = value`, where `left` is a name or the next value of one.
    pub fn equation(&self, left: &str, value: ExprId) -> String {
        match (self.system.exprs.sort(value), self.system.exprs.as_const(value)) {
            (Sort::Bool, Some(1)) => left.to_string(),
            (Sort::Bool, Some(_)) => format!("!{left}"),
            _ => format!("{left} = {}", self.part(value, SUM)),
        }
    }

    /// An expression, in parentheses unless it is at least so tight.
    fn part(&self, id: ExprId, at_least: Precedence) -> String {
        let (text, precedence) = self.expr(id);
        if precedence < at_least { format!("({text})") } else { text }
    }

    /// An expression that stands beside any operator.
    pub fn atom(&self, id: ExprId) -> String {
        self.part(id, PREFIX)
    }

    fn range(&self, id: ExprId) -> Interval {
        printed_range(self.system, self.declared, self.choices, id)
    }

    fn expr(&self, id: ExprId) -> (String, Precedence) {
        checkpoint();
        let exprs = &self.system.exprs;
        let joined = |list: &[ExprId], word: &str, precedence| {
            (list.iter().map(|a| self.part(*a, COMPARE)).collect::<Vec<_>>().join(word), precedence)
        };
        match &exprs[id] {
            Expr::Const(sort, value) => (self.value(*sort, *value), if *value < 0 { PREFIX } else { ATOM }),
            Expr::Var(var) => (self.vocabulary.vars[var.0 as usize].clone(), ATOM),
            Expr::Element(var, index) => self.element(*var, *index),
            Expr::Choice(position, _) => (self.choice_names[*position as usize].clone(), ATOM),
            Expr::Took { part, alternative } => ((self.took)(*part, *alternative), COMPARE),
            Expr::Unary(UnaryOp::Not, a) => match exprs[*a] {
                Expr::Binary(op, x, y) => self.comparison(op, x, y, false),
                _ => (format!("!{}", self.part(*a, ATOM)), PREFIX),
            },
            Expr::Unary(UnaryOp::Neg, a) => (format!("-{}", self.part(*a, ATOM)), PREFIX),
            Expr::Unary(UnaryOp::Abs, a) => (format!("abs({})", self.part(*a, ITE)), ATOM),
            Expr::Binary(op, a, b) => match op {
                BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le => self.comparison(*op, *a, *b, true),
                BinaryOp::Add => (format!("{} + {}", self.part(*a, SUM), self.part(*b, PRODUCT)), SUM),
                BinaryOp::Sub => (format!("{} - {}", self.part(*a, SUM), self.part(*b, PRODUCT)), SUM),
                BinaryOp::Mul => (format!("{} * {}", self.part(*a, PRODUCT), self.part(*b, PREFIX)), PRODUCT),
                BinaryOp::Div => (format!("{} / {}", self.part(*a, PRODUCT), self.divisor(*b)), PRODUCT),
                BinaryOp::Rem => (format!("{} mod {}", self.part(*a, PRODUCT), self.divisor(*b)), PRODUCT),
                BinaryOp::Mod => self.modulo(*a, *b),
                BinaryOp::Min => (format!("min({}, {})", self.part(*a, ITE), self.part(*b, ITE)), ATOM),
                BinaryOp::Max => (format!("max({}, {})", self.part(*a, ITE), self.part(*b, ITE)), ATOM),
            },
            Expr::And(list) => joined(list, " & ", AND),
            Expr::Or(list) => joined(list, " | ", OR),
            Expr::Ite(c, t, e) => {
                let [c, t, e] = [*c, *t, *e].map(|branch| self.part(branch, COMPARE));
                (format!("{c} ? {t} : {e}"), ITE)
            }
        }
    }

    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId, holds: bool) -> (String, Precedence) {
        let (word, turned) = comparison(op, holds, "=", "!=");
        let constant = self.system.exprs.as_const(a).is_some();
        let (a, word, b) = if constant { (b, turned, a) } else { (a, word, b) };
        (format!("{} {word} {}", self.part(a, SUM), self.part(b, SUM)), COMPARE)
    }

    /// SMV refuses a model that might divide by zero, even where the result does not matter.
    fn divisor(&self, id: ExprId) -> String {
        if self.range(id).contains(0) {
            format!("({} = 0 ? 1 : {})", self.part(id, SUM), self.part(id, COMPARE))
        } else {
            self.part(id, PREFIX)
        }
    }

    /// The Euclidean modulo; SMV's has the sign of the dividend.
    fn modulo(&self, a: ExprId, b: ExprId) -> (String, Precedence) {
        let (dividend, divisor) = (self.part(a, PRODUCT), self.divisor(b));
        if self.range(a).lo.is_some_and(|lo| lo >= 0) {
            (format!("{dividend} mod {divisor}"), PRODUCT)
        } else {
            (format!("({dividend} mod {divisor} + {divisor}) mod {divisor}"), PRODUCT)
        }
    }

    /// SMV refuses a model that might read outside an array, even where the result does not matter.
    fn element(&self, var: VarId, index: ExprId) -> (String, Precedence) {
        let name = &self.vocabulary.vars[var.0 as usize];
        let last = i64::from(self.system.var(var).len.unwrap_or(1)) - 1;
        let range = self.range(index);
        if range.lo.is_some_and(|lo| lo >= 0) && range.hi.is_some_and(|hi| hi <= last) {
            return (format!("{name}[{}]", self.part(index, ITE)), ATOM);
        }
        let index = self.part(index, SUM);
        let reads: Vec<String> = (0..last).map(|i| format!("{index} = {i} ? {name}[{i}] : ")).collect();
        (format!("{}{name}[{}]", reads.concat(), last.max(0)), if last > 0 { ITE } else { ATOM })
    }
}
