//! Reads one level of an expression (what stands between two brackets) as a flat list of items.

use synod_syntax::{Diagnostic, Span};

use super::grouping::{MAX_HEIGHT, too_high};
use super::operand::{Item, Operand, Prefix, is_arithmetic, is_comparison};
use super::parser::{Angle, Context, Failed, Parsed, Parser};
use crate::ast::{AgentKinds, BinaryOp, Expr, ExprKind};
use crate::lex::{Kind, Word};

impl Parser<'_> {
    /// Reads an expression in a context.
    pub fn expr_in(&mut self, context: Context) -> Parsed<Expr> {
        Ok(self.nested(context, Self::expression)?.expr)
    }

    /// Reads an expression.
    pub fn expression(&mut self) -> Parsed<Operand> {
        let bound = self.bound.len();
        let items = self.items();
        self.bound.truncate(bound);
        self.group_level(items?)
    }

    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            while let Some((prefix, span)) = self.prefix()? {
                items.push(Item::Prefix(prefix, span));
            }
            let is_name = self.at(Kind::Name);
            let start = self.span();
            let operand = self.operand()?;
            let bare_name =
                is_name && operand.outer == start && matches!(operand.expr.kind, ExprKind::Name(_));
            items.push(Item::Operand(operand));
            if !self.infix(&mut items, bare_name) {
                return Ok(items);
            }
        }
    }

    // --- Prefix operators -------------------------------------------------------------------------

    fn prefix(&mut self) -> Parsed<Option<(Prefix, Span)>> {
        let start = self.span();
        let prefix = match self.kind() {
            Kind::Not => self.simple_prefix(Prefix::Not),
            Kind::Minus => self.simple_prefix(Prefix::Negate),
            Kind::Word(Word::Finally | Word::Globally | Word::Next) if self.at_refused() => return Ok(None),
            Kind::Word(Word::Finally) => self.simple_prefix(Prefix::Finally),
            Kind::Word(Word::Globally) => self.simple_prefix(Prefix::Globally),
            Kind::Word(Word::Next) => self.simple_prefix(Prefix::Next),
            Kind::Name if self.is_legacy() && self.context.spec => match self.text() {
                "F" => self.simple_prefix(Prefix::Finally),
                "G" => self.simple_prefix(Prefix::Globally),
                "X" => self.simple_prefix(Prefix::Next),
                _ => return Ok(None),
            },
            Kind::DiamondOpen => Prefix::Diamond(Box::new(self.observation(Kind::DiamondClose, "`>>`")?)),
            Kind::BoxOpen => Prefix::BoxModality(Box::new(self.observation(Kind::BoxClose, "`]]`")?)),
            Kind::Less if self.is_legacy() && self.context.spec => {
                Prefix::Diamond(Box::new(self.observation(Kind::Greater, "`>`")?))
            }
            Kind::BracketOpen if self.is_legacy() && self.context.spec => {
                Prefix::BoxModality(Box::new(self.observation(Kind::BracketClose, "`]`")?))
            }
            Kind::Word(Word::Forall | Word::Exists) if self.ahead(1) != Kind::ParenOpen => {
                let all = self.at_word(Word::Forall);
                self.agents(all)?
            }
            Kind::BigAnd | Kind::BigOr => {
                let all = self.at(Kind::BigAnd);
                if !self.is_legacy() {
                    self.foreign(if all { "/\\" } else { "\\/" }, if all { "forall" } else { "exists" });
                }
                self.agents(all)?
            }
            _ => return Ok(None),
        };
        Ok(Some((prefix, start.to(self.last_span()))))
    }

    fn simple_prefix(&mut self, prefix: Prefix) -> Prefix {
        self.advance();
        prefix
    }

    /// Reads what stands between the brackets of a modality.
    fn observation(&mut self, close: Kind, what: &str) -> Parsed<Operand> {
        let open = self.advance().span;
        let angle = if close == Kind::Greater { Angle::ClosesObservation } else { Angle::Compares };
        let context = Context { observation: true, before_data: false, angle, ..self.context };
        let read = self.nested(context, |p| {
            let observation = p.expression()?;
            p.close(close, what, open)?;
            Ok(observation)
        });
        match read {
            Err(Failed) if self.skip_past(close) => Ok(Operand::error(open.to(self.last_span()))),
            other => other,
        }
    }

    /// Reads `forall k : T | U .` from its first word on.
    fn agents(&mut self, all: bool) -> Parsed<Prefix> {
        self.advance();
        let var = self.name("an agent variable")?;
        self.expect(Kind::Colon, "`:` and the agent types that the variable ranges over")?;
        let kinds = self.agent_kinds()?;
        self.expect(Kind::Dot, "`.` and the formula that is to hold")?;
        if self.bound.len() >= MAX_HEIGHT {
            self.diagnostics.push(too_high(var.span));
            return Err(Failed);
        }
        self.bound.push(var.text.clone());
        Ok(Prefix::Agents { all, var, kinds })
    }

    fn agent_kinds(&mut self) -> Parsed<AgentKinds> {
        let is_any = self.at_word(Word::AnyAgent) || self.is_legacy() && self.at_word(Word::Agent);
        if is_any {
            return Ok(AgentKinds::Any(self.advance().span));
        }
        let mut types = vec![self.name("an agent type")?];
        while self.take(Kind::Or) {
            types.push(self.name("an agent type")?);
        }
        Ok(AgentKinds::Types(types))
    }

    // --- Infix operators --------------------------------------------------------------------------

    /// Reads an infix operator, if the expression goes on with one.
    fn infix(&mut self, items: &mut Vec<Item>, after_bare_name: bool) -> bool {
        use BinaryOp::*;
        let span = self.span();
        let op = match self.kind() {
            Kind::Plus => Add,
            Kind::Minus => Sub,
            Kind::Star => Mul,
            Kind::Slash => Div,
            Kind::Equal => Eq,
            Kind::NotEqual => Ne,
            Kind::Less => Lt,
            Kind::LessEqual => Le,
            Kind::Greater if self.closes(items) => return false,
            Kind::Greater => Gt,
            Kind::GreaterEqual => Ge,
            Kind::And => And,
            Kind::Or => Or,
            Kind::Parallel => Or,
            Kind::Arrow => Implies,
            Kind::DoubleArrow => Iff,
            Kind::Relabel => return self.less_than_negative(items),
            Kind::Word(Word::Until) => Until,
            Kind::Word(Word::Release) => Release,
            Kind::Word(Word::WeakUntil) => WeakUntil,
            Kind::Name if self.is_legacy() && self.context.spec => match self.text() {
                "U" => Until,
                "R" => Release,
                "W" => WeakUntil,
                _ => return false,
            },
            _ => return false,
        };
        self.check_spelling();
        self.advance();
        let follows_qualifier = matches!(items.iter().nth_back(1), Some(Item::Infix { qualifies: true, .. }));
        let qualifies = op == Sub
            && !self.is_legacy()
            && after_bare_name
            && !follows_qualifier
            && self.at(Kind::Name)
            && self.ahead(1) != Kind::ParenOpen;
        items.push(Item::Infix { op, span, qualifies, between_conditions: false });
        true
    }

    /// Complains about operators spelt as in other languages.
    fn check_spelling(&mut self) {
        match (self.kind(), self.text()) {
            (Kind::And, "&&") if !self.is_legacy() => self.foreign("&&", "&"),
            (Kind::Parallel, _) => self.foreign("||", "|"),
            (Kind::Arrow, "=>") => self.foreign("=>", "->"),
            (Kind::DoubleArrow, "<=>") => self.foreign("<=>", "<->"),
            _ => {}
        }
    }

    /// `x <-1` is cut as `x <- 1`: say so, and go on with what was meant.
    fn less_than_negative(&mut self, items: &mut Vec<Item>) -> bool {
        let span = self.span();
        self.complain(
            Diagnostic::error("rcheck::syntax", span, "`<-` is one symbol, not a comparison")
                .help("write `< -` with a space to compare with a negative number"),
        );
        self.advance();
        items.push(Item::Infix { op: BinaryOp::Lt, span, qualifies: false, between_conditions: false });
        items.push(Item::Prefix(Prefix::Negate, span));
        true
    }

    /// Whether the `>` at hand ends the expression rather than comparing.
    fn closes(&self, items: &[Item]) -> bool {
        match self.context.angle {
            Angle::Compares => false,
            Angle::ClosesPrecondition => match self.ahead(1) {
                Kind::Word(Word::Get | Word::Supply) | Kind::End => true,
                Kind::Star | Kind::Name | Kind::Word(_) => {
                    matches!(self.ahead(2), Kind::Not | Kind::Question)
                }
                _ => false,
            },
            Angle::ClosesObservation => {
                // A number that no comparison has taken yet is compared; nothing else can be.
                let last_connective = items.iter().rev().find_map(|item| match item {
                    Item::Infix { op, .. } if !is_arithmetic(*op) => Some(*op),
                    _ => None,
                });
                let in_arithmetic =
                    matches!(items.iter().nth_back(1), Some(Item::Infix { op, .. }) if is_arithmetic(*op));
                let number = match items.last() {
                    Some(Item::Operand(operand)) => match &operand.expr.kind {
                        ExprKind::Int(_) => true,
                        ExprKind::Name(name) | ExprKind::Property(name) => self.names.numbers.contains(name),
                        ExprKind::SupplierProperty(name) => self.names.numbers.contains(&name.text),
                        ExprKind::Binary(op, ..) => is_arithmetic(*op),
                        _ => in_arithmetic,
                    },
                    _ => false,
                };
                !number || last_connective.is_some_and(is_comparison)
            }
        }
    }
}
