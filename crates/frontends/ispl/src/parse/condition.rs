//! Conditions and expressions.

use synod_syntax::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::ast::{Cond, CondKind, Expr, ExprKind, Operator, Relation};
use crate::lex::{Kind, Token};

/// Binary operators by how tightly they bind, loosest first.
const LEVELS: [&[(&str, Operator)]; 4] = [
    &[("|", Operator::Or), ("^", Operator::Xor)],
    &[("&", Operator::And)],
    &[("+", Operator::Add), ("-", Operator::Sub)],
    &[("*", Operator::Mul), ("/", Operator::Div)],
];
/// The level below which `~` binds.
const NEGATION: usize = 2;

impl Parser<'_, '_> {
    pub(super) fn condition(&mut self) -> Parsed<Cond> {
        self.deeper(Self::disjunction)
    }

    fn disjunction(&mut self) -> Parsed<Cond> {
        let operands = self.separated("or", Self::conjunction)?;
        Ok(combined(operands, CondKind::Or))
    }

    fn conjunction(&mut self) -> Parsed<Cond> {
        let operands = self.separated("and", Self::negation)?;
        Ok(combined(operands, CondKind::And))
    }

    fn negation(&mut self) -> Parsed<Cond> {
        let start = self.peek().span;
        if self.eat("!") {
            let inner = self.deeper(Self::negation)?;
            let span = start.to(inner.span);
            return Ok(Cond { kind: CondKind::Not(Box::new(inner)), span });
        }
        // A parenthesis opens a condition or an expression; only what follows it can tell.
        if self.is("(") && self.opens_condition() {
            self.bump();
            let inner = self.condition()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.atom()
    }

    /// Whether the parenthesis here encloses a condition: it does if a comparison or connective stands
    /// inside it.
    fn opens_condition(&self) -> bool {
        let mut depth = 0;
        for token in &self.tokens[self.at..] {
            match token.text {
                "(" => depth += 1,
                ")" => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                "=" | "<" | "<=" | ">" | ">=" | "<>" | "and" | "or" | "!" | "GlobalAction" => return true,
                ";" | ":" => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether a formula compares values here, instead of naming a proposition.
    pub(super) fn begins_comparison(&self) -> bool {
        let token = self.peek();
        match token.text {
            "(" => self.is_operand(),
            "-" | "~" => true,
            _ if token.kind == Kind::Number => true,
            _ => {
                self.peek_after(1).text == "."
                    && !matches!(self.peek_after(2).text, "RedStates" | "GreenStates")
            }
        }
    }

    /// Whether the parenthesis here encloses an operand of a comparison or of arithmetic.
    fn is_operand(&self) -> bool {
        let mut depth = 0;
        for pair in self.tokens[self.at..].windows(2) {
            match pair[0].text {
                "(" => depth += 1,
                ")" if depth == 1 => {
                    return matches!(
                        pair[1].text,
                        "=" | "<" | "<=" | ">" | ">=" | "<>" | "+" | "-" | "*" | "/"
                    );
                }
                ")" => depth -= 1,
                ";" => return false,
                _ => {}
            }
        }
        false
    }

    /// A comparison, or a test of an action. In a formula also a boolean variable alone.
    pub(super) fn atom(&mut self) -> Parsed<Cond> {
        let start = self.peek().span;
        let of_other = matches!(self.peek().kind, Kind::Name | Kind::SoftWord) || self.is("Environment");
        if self.is("Action")
            || of_other && self.peek_after(1).text == "." && self.peek_after(2).text == "Action"
        {
            let agent = if self.is("Action") {
                None
            } else {
                let agent = self.agent_name()?;
                self.expect(".")?;
                Some(agent)
            };
            self.expect("Action")?;
            if self.is("<>") {
                return self.fail("`=` (write `!(Action = a)` for another action)");
            }
            self.expect("=")?;
            let action = self.name("an action")?;
            let span = start.to(action.span);
            return Ok(Cond { kind: CondKind::Action(agent, action), span });
        }
        if let Some(test) = self.global_action()? {
            return Ok(test);
        }
        let left = self.expression()?;
        let relation = match self.peek().text {
            "=" => Relation::Eq,
            "<>" => Relation::Ne,
            "<" => Relation::Lt,
            "<=" => Relation::Le,
            ">" => Relation::Gt,
            ">=" => Relation::Ge,
            _ if self.in_formula && matches!(left.kind, ExprKind::Of(..)) => {
                let span = left.span;
                let right = Expr { kind: ExprKind::Bool(true), span };
                return Ok(Cond { kind: CondKind::Compare(Relation::Eq, left, right), span });
            }
            _ => return self.fail("a comparison (a boolean variable is written `v = true`)"),
        };
        self.bump();
        let right = self.expression()?;
        if let ExprKind::Binary(Operator::And | Operator::Or, a, b) = &right.kind
            && matches!(self.peek().text, "=" | "<>" | "<" | "<=" | ">" | ">=")
        {
            return self.operator_between_conditions(a.span.to(b.span));
        }
        let span = start.to(right.span);
        Ok(Cond { kind: CondKind::Compare(relation, left, right), span })
    }

    /// `a = 1 & b = 2`, where `&` joins truth values, not conditions.
    fn operator_between_conditions<T>(&mut self, joined: Span) -> Parsed<T> {
        let within = |token: &&Token| token.span.start > joined.start && token.span.end < joined.end;
        let sign = self.tokens.iter().filter(within).rfind(|token| matches!(token.text, "&" | "|"));
        let Some(sign) = sign else { return self.fail("the end of the condition") };
        let word = if sign.text == "&" { "and" } else { "or" };
        let message = format!("`{}` joins truth values; conditions are joined with `{word}`", sign.text);
        self.problems.push(Diagnostic::error("ispl::syntax", sign.span, message).fix(sign.span, word));
        Err(super::Failed)
    }

    /// `a in GlobalAction` or `GlobalAction = a`.
    fn global_action(&mut self) -> Parsed<Option<Cond>> {
        let start = self.peek().span;
        let action = if self.is("GlobalAction") {
            self.bump();
            self.expect("=")?;
            self.name("an action")?
        } else if self.peek_after(1).text == "in" && self.peek_after(2).text == "GlobalAction" {
            let action = self.name("an action")?;
            self.bump();
            self.bump();
            action
        } else {
            return Ok(None);
        };
        let span = start.to(self.last_end());
        Ok(Some(Cond { kind: CondKind::SomebodyDoes(action), span }))
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(|p| p.level(0))
    }

    fn level(&mut self, level: usize) -> Parsed<Expr> {
        if level == LEVELS.len() {
            return self.operand();
        }
        if level == NEGATION && self.is("~") {
            let start = self.bump().span;
            let inner = self.deeper(|p| p.level(NEGATION))?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        let mut left = self.level(level + 1)?;
        let mut length = 0;
        while let Some((_, operator)) = LEVELS[level].iter().find(|(text, _)| self.is(text)) {
            self.lengthen(&mut length)?;
            self.bump();
            let right = self.level(level + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(*operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let kind = match token.kind {
            Kind::Number => {
                self.bump();
                ExprKind::Int(self.number(token)?)
            }
            Kind::Symbol if token.text == "-" || token.text == "+" => {
                self.bump();
                let number = self.peek();
                if number.kind != Kind::Number {
                    return self.fail("a number after the sign");
                }
                self.bump();
                let value = self.number(number)?;
                ExprKind::Int(if token.text == "-" { -value } else { value })
            }
            Kind::Symbol if token.text == "(" => {
                self.bump();
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Kind::Word if token.text == "true" || token.text == "false" => {
                self.bump();
                ExprKind::Bool(token.text == "true")
            }
            Kind::Name | Kind::Word | Kind::SoftWord if self.peek_after(1).text == "." => {
                let agent = self.agent_name()?;
                self.expect(".")?;
                ExprKind::Of(agent, self.name("a variable")?)
            }
            Kind::Name | Kind::SoftWord => {
                self.bump();
                ExprKind::Name(token.text.to_string())
            }
            _ => return self.fail("a value or the name of a variable"),
        };
        Ok(Expr { kind, span: token.span.to(self.last_end()) })
    }
}

/// One operand as it is, several combined.
fn combined(mut operands: Vec<Cond>, kind: fn(Vec<Cond>) -> CondKind) -> Cond {
    if operands.len() == 1 {
        return operands.remove(0);
    }
    let span = operands[0].span.to(operands[operands.len() - 1].span);
    Cond { kind: kind(operands), span }
}
