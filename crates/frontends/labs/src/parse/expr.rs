//! Expressions. Truth values and integers share one grammar; the checker distinguishes them.
//!
//! Loosest first: quantifiers, `->` and `<->` (formulas), `and` and `or` on one level, `U W R`
//! (formulas), prefix operators of formulas, comparisons, `+ -`, `* / : %`, `!` and the sign.

use synod_syntax::{Diagnostic, Span};

use super::{Context, Failed, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Group, Name, Together, UnaryOp};
use crate::lex::Token;

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expr(&mut self, context: Context) -> Parsed<Expr> {
        self.nested(|p| p.quantified(context))
    }

    fn quantified(&mut self, context: Context) -> Parsed<Expr> {
        let start = self.span();
        let all = self.is_word("forall");
        if !all && !self.is_word("exists") {
            return self.implication(context);
        }
        self.bump();
        let of = self.upper_name("an agent type")?;
        let var = self.lower_name("a quantified variable")?;
        self.eat(",");
        let body = Box::new(self.expr(context)?);
        let span = start.to(self.last_span());
        self.make(ExprKind::Quantified { all, of, var, body }, span)
    }

    fn implication(&mut self, context: Context) -> Parsed<Expr> {
        let left = self.connective(context)?;
        let op = match self.peek() {
            Token::Symbol("->") if context == Context::Formula => BinaryOp::Implies,
            Token::Symbol("<->") if context == Context::Formula => BinaryOp::Iff,
            Token::Symbol("->" | "=>") if matches!(context, Context::Property | Context::Link) => {
                return Err(self.no_implication(&left, context));
            }
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nested(|p| p.implication(context))?;
        self.binary(op, left, right)
    }

    /// Complains about an implication where there are conditions on states only.
    fn no_implication(&mut self, left: &Expr, context: Context) -> Failed {
        let (sign, span) = (self.source.slice(self.span()), self.span());
        let message = format!("a condition on states has no `{sign}`");
        let error = Diagnostic::error("labs::syntax", span, message)
            .explain("formulas of temporal logic have one: `ltl G (p -> q)`");
        let (at, source) = (self.at, self.source);
        let right = self.attempt(|p| {
            p.bump();
            p.nested(|p| p.implication(context))
        });
        self.at = at;
        let Some(right) = right else { return self.fail(error.help("write `!(p) or (q)`")) };
        let meant = format!("!({}) or ({})", source.slice(left.span), source.slice(right.span));
        self.fail(error.help(format!("write `{meant}`")).fix(left.span.to(right.span), meant))
    }

    /// `and` and `or`: one level, from left to right.
    fn connective(&mut self, context: Context) -> Parsed<Expr> {
        let mut left = self.until(context)?;
        let mut first: Option<(BinaryOp, Span)> = None;
        loop {
            let op = match self.peek() {
                Token::Lower(word) if word == "and" => BinaryOp::And,
                Token::Lower(word) if word == "or" => BinaryOp::Or,
                _ => return Ok(left),
            };
            let span = self.span();
            match first {
                None => first = Some((op, span)),
                Some((before, place)) if before != op => {
                    self.report(
                        Diagnostic::warning(
                            "labs::mixed-and-or",
                            span,
                            "`and` and `or` have the same precedence, from left to right",
                        )
                        .label(place, "the other one")
                        .explain("`a or b and c` means `(a or b) and c` in LAbS")
                        .help("write the brackets that you mean"),
                    );
                    first = Some((op, span));
                }
                Some(_) => {}
            }
            self.bump();
            let right = if self.is_word("forall") || self.is_word("exists") {
                self.expr(context)?
            } else {
                self.until(context)?
            };
            left = self.binary(op, left, right)?;
        }
    }

    fn until(&mut self, context: Context) -> Parsed<Expr> {
        let left = self.comparison(context)?;
        let op = match self.peek() {
            // A name before `=` begins the next property.
            Token::Upper(word)
                if context == Context::Formula && !matches!(self.peek_at(1), Token::Symbol("=")) =>
            {
                match word.as_str() {
                    "U" => BinaryOp::Until,
                    "W" => BinaryOp::WeakUntil,
                    "R" => BinaryOp::Release,
                    _ => return Ok(left),
                }
            }
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nested(|p| p.until(context))?;
        self.binary(op, left, right)
    }

    fn comparison(&mut self, context: Context) -> Parsed<Expr> {
        let left = self.sum(context)?;
        let Some(op) = self.comparison_operator() else { return Ok(left) };
        self.bump();
        let right = self.sum(context)?;
        if self.comparison_operator().is_some() {
            return Err(self.fail(
                Diagnostic::error("labs::chained-comparison", self.span(), "comparisons cannot be chained")
                    .help("write `a < b and b < c`"),
            ));
        }
        self.binary(op, left, right)
    }

    fn comparison_operator(&self) -> Option<BinaryOp> {
        let Token::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "=" => BinaryOp::Eq,
            "!=" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            ">" => BinaryOp::Gt,
            ">=" => BinaryOp::Ge,
            _ => return None,
        })
    }

    fn sum(&mut self, context: Context) -> Parsed<Expr> {
        let mut left = self.product(context)?;
        loop {
            let op = match self.peek() {
                Token::Symbol("+") => BinaryOp::Add,
                Token::Symbol("-") => BinaryOp::Sub,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.product(context)?;
            left = self.binary(op, left, right)?;
        }
    }

    fn product(&mut self, context: Context) -> Parsed<Expr> {
        let mut left = self.prefix(context)?;
        loop {
            let op = match self.peek() {
                Token::Symbol("*") => BinaryOp::Mul,
                Token::Symbol("/") => BinaryOp::Div,
                Token::Symbol(":") => BinaryOp::Round,
                Token::Symbol("%") => BinaryOp::Mod,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.prefix(context)?;
            left = self.binary(op, left, right)?;
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parsed<Expr> {
        let span = left.span.to(right.span);
        self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
    }

    fn prefix(&mut self, context: Context) -> Parsed<Expr> {
        let start = self.span();
        let ops: &[UnaryOp] = match self.peek() {
            Token::Symbol("<") if context == Context::Formula => return self.strategy(context),
            Token::Symbol("-") => &[UnaryOp::Neg],
            Token::Symbol("!") => &[UnaryOp::Not],
            Token::Upper(word) if context == Context::Formula => match word.as_str() {
                "X" => &[UnaryOp::Next],
                "F" => &[UnaryOp::Finally],
                "G" => &[UnaryOp::Globally],
                "A" => &[UnaryOp::AllRuns],
                "E" => &[UnaryOp::SomeRun],
                "AX" => &[UnaryOp::AllRuns, UnaryOp::Next],
                "AF" => &[UnaryOp::AllRuns, UnaryOp::Finally],
                "AG" => &[UnaryOp::AllRuns, UnaryOp::Globally],
                "EX" => &[UnaryOp::SomeRun, UnaryOp::Next],
                "EF" => &[UnaryOp::SomeRun, UnaryOp::Finally],
                "EG" => &[UnaryOp::SomeRun, UnaryOp::Globally],
                _ => return self.primary(context),
            },
            _ => return self.primary(context),
        };
        self.bump();
        if ops == [UnaryOp::Not]
            && !self.is("(")
            && !matches!(self.peek(), Token::Lower(w) if w == "true" || w == "false")
            && !matches!(self.peek(), Token::Upper(_))
        {
            self.report(
                Diagnostic::warning("labs::loose-not", start, "`!` binds tighter than comparisons")
                    .explain("`!x = 1` is not `!(x = 1)`")
                    .help("put what is negated in brackets"),
            );
        }
        let is_temporal = !matches!(ops, [UnaryOp::Not | UnaryOp::Neg]);
        let mut operand = self.nested(|p| {
            if context == Context::Formula && (p.is_word("forall") || p.is_word("exists")) {
                p.quantified(context)
            } else if is_temporal {
                p.comparison(context)
            } else {
                p.prefix(context)
            }
        })?;
        if let (ExprKind::Int(value), [UnaryOp::Neg]) = (&operand.kind, ops) {
            return self.make(ExprKind::Int(-value), start.to(operand.span));
        }
        for op in ops.iter().rev() {
            let span = start.to(operand.span);
            operand = self.make(ExprKind::Unary(*op, Box::new(operand)), span)?;
        }
        Ok(operand)
    }

    fn primary(&mut self, context: Context) -> Parsed<Expr> {
        let start = self.span();
        match self.peek().clone() {
            Token::Int(value) => {
                self.bump();
                self.make(ExprKind::Int(value), start)
            }
            // The sign of a literal.
            Token::Symbol("+") if matches!(self.peek_at(1), Token::Int(_)) => {
                self.bump();
                self.primary(context)
            }
            Token::Extern(name) => {
                self.bump();
                self.make(ExprKind::Extern(name), start)
            }
            Token::Symbol("(") => {
                self.bump();
                let inner = self.expr(context)?;
                self.expect(")")?;
                Ok(Expr { span: start.to(self.last_span()), ..inner })
            }
            Token::Symbol("[") if context != Context::Constant => {
                self.bump();
                let low = self.expr(context)?;
                self.expect("..")?;
                let high = self.expr(context)?;
                self.expect("]")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Fresh(Box::new(low), Box::new(high)), span)
            }
            Token::Symbol("$") => {
                self.bump();
                let name = match self.peek().clone() {
                    Token::Lower(text) | Token::Upper(text) => Name { text, span: self.span() },
                    _ => return Err(self.expected("the name of a function")),
                };
                self.bump();
                self.expect("(")?;
                while !self.is(")") {
                    self.expr(context)?;
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect(")")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Call(name), span)
            }
            Token::Lower(word) => self.word(&word, context),
            Token::Upper(word) if context == Context::Formula && word == "K" => {
                self.bump();
                self.expect("(")?;
                let agent = self.primary(context)?;
                self.expect(",")?;
                let known = self.expr(context)?;
                self.expect(")")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Knows(Box::new(agent), Box::new(known)), span)
            }
            Token::Upper(word) if context == Context::Formula && (word == "C" || word == "D") => {
                let what = if word == "C" { Together::Common } else { Together::Distributed };
                self.bump();
                self.expect("(")?;
                let group = self.group(context)?;
                self.expect(",")?;
                let known = self.expr(context)?;
                self.expect(")")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Together(what, group, Box::new(known)), span)
            }
            Token::Upper(word) if context == Context::Formula && word == "Deadlock" => {
                self.bump();
                self.make(ExprKind::Deadlock, start)
            }
            _ => Err(self.expected("an expression")),
        }
    }

    /// `<<g>> φ`.
    fn strategy(&mut self, context: Context) -> Parsed<Expr> {
        let start = self.span();
        self.expect("<")?;
        self.expect("<")?;
        let group = self.group(context)?;
        self.expect(">")?;
        self.expect(">")?;
        let path = self.nested(|p| p.prefix(context))?;
        let span = start.to(path.span);
        self.make(ExprKind::Together(Together::Strategy, group, Box::new(path)), span)
    }

    /// A type, an agent, or several in braces.
    fn group(&mut self, context: Context) -> Parsed<Group> {
        if let Token::Upper(_) = self.peek() {
            return Ok(Group::Type(self.upper_name("an agent type")?));
        }
        if !self.is("{") {
            return Ok(Group::List(vec![self.primary(context)?]));
        }
        self.bump();
        let mut members = vec![self.primary(context)?];
        while self.eat(",") {
            members.push(self.primary(context)?);
        }
        self.expect("}")?;
        Ok(Group::List(members))
    }

    /// A reserved word or a name.
    fn word(&mut self, word: &str, context: Context) -> Parsed<Expr> {
        let start = self.span();
        let applies = matches!(self.peek_at(1), Token::Symbol("(") | Token::Upper(_));
        match word {
            // It was meant as the name of a variable.
            _ if !applies && self.is_refused(word) => self.reference(context),
            "for" if matches!(self.peek_at(1), Token::Lower(all) if all == "all") => {
                Err(self.expected("an expression"))
            }
            "true" | "false" => {
                self.bump();
                self.make(ExprKind::Bool(word == "true"), start)
            }
            "abs" => {
                self.bump();
                self.expect("(")?;
                let inner = self.expr(context)?;
                self.expect(")")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Unary(UnaryOp::Abs, Box::new(inner)), span)
            }
            "min" | "max" => {
                let op = if word == "min" { BinaryOp::Min } else { BinaryOp::Max };
                self.bump();
                self.expect("(")?;
                let left = self.expr(context)?;
                self.expect(",")?;
                let right = self.expr(context)?;
                self.expect(")")?;
                let span = start.to(self.last_span());
                self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
            }
            "if" if context == Context::Process => {
                self.bump();
                let condition = self.expr(context)?;
                self.expect_word("then")?;
                let yes = self.expr(context)?;
                self.expect_word("else")?;
                let no = self.nested(|p| p.sum(context))?;
                let span = start.to(self.last_span());
                self.make(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span)
            }
            "if" => Err(self.fail(
                Diagnostic::error("labs::misplaced-if", start, "`if` can be used in processes only")
                    .help("write `(c and a) or ((!(c)) and b)`"),
            )),
            "not" => Err(self.fail(
                Diagnostic::error("labs::syntax", start, "negation is written `!`").help("write `!(…)`"),
            )),
            "undef" => Err(self.fail(
                Diagnostic::error(
                    "labs::misplaced-undef",
                    start,
                    "`undef` is an initial value, not an expression",
                )
                .explain("a condition that mentions an undefined variable is false by itself"),
            )),
            _ => self.reference(context),
        }
    }

    /// A variable or `id`, with its element and its owner.
    fn reference(&mut self, context: Context) -> Parsed<Expr> {
        let start = self.span();
        let name = if self.is_word("id") {
            self.bump();
            Name { text: "id".to_string(), span: start }
        } else {
            self.lower_name("a variable")?
        };
        // A misspelt quantifier reads as a name.
        if matches!(self.peek(), Token::Upper(_))
            && matches!(self.peek_at(1), Token::Lower(_))
            && context != Context::Formula
        {
            return Err(self.expected("an operator"));
        }
        let index = if self.is("[") { self.index(context)? } else { Vec::new() };
        let of = if self.is_word("of") && context != Context::Constant {
            self.bump();
            Some(Box::new(self.owner(context)?))
        } else {
            None
        };
        let span = start.to(self.last_span());
        self.make(ExprKind::Ref { name, index, of }, span)
    }

    /// `[e, …]`.
    pub(super) fn index(&mut self, context: Context) -> Parsed<Vec<Expr>> {
        self.expect("[")?;
        let mut index = vec![self.expr(context)?];
        while self.eat(",") {
            index.push(self.expr(context)?);
        }
        self.expect("]")?;
        Ok(index)
    }

    /// What stands after `of`.
    fn owner(&mut self, context: Context) -> Parsed<Expr> {
        if context != Context::Process {
            let start = self.span();
            return match self.peek().clone() {
                Token::Int(value) => {
                    self.bump();
                    self.make(ExprKind::Int(value), start)
                }
                Token::Lower(_) => {
                    let name = self.lower_name("an agent")?;
                    self.make(ExprKind::Ref { name, index: vec![], of: None }, start)
                }
                _ => Err(self.expected("whose it is: a quantified variable or a number")),
            };
        }
        let owner = self.nested(|p| p.sum(context))?;
        let bracketed = matches!(self.tokens[self.at - 1].0, Token::Symbol(")"));
        if let ExprKind::Binary(op, ..) = owner.kind
            && !matches!(op, BinaryOp::Min | BinaryOp::Max)
            && !(bracketed && self.starts_with_bracket(owner.span))
        {
            self.report(
                Diagnostic::warning(
                    "labs::loose-of",
                    owner.span,
                    "`of` takes the whole arithmetic expression after it",
                )
                .explain("`x of a + 1` means `x of (a + 1)`")
                .help("write `(x of a) + 1`, or brackets around the agent"),
            );
        }
        Ok(owner)
    }

    /// Whether the expression at `span` was written in brackets.
    fn starts_with_bracket(&self, span: Span) -> bool {
        let at = self.tokens.partition_point(|(_, place)| place.start < span.start);
        self.tokens.get(at).is_some_and(|(token, _)| *token == Token::Symbol("("))
    }
}
