//! Reads the smallest complete expressions: names in all their uses, constants, groups, calls.

use synod_syntax::{Diagnostic, Span};

use super::operand::Operand;
use super::parser::{Context, Failed, Parsed, Parser};
use crate::ast::{ExprKind, Knowledge, Name, Party};
use crate::lex::{Kind, Word};

impl Parser<'_> {
    pub fn operand(&mut self) -> Parsed<Operand> {
        let span = self.span();
        let kind = match self.kind() {
            Kind::ParenOpen => return self.group(),
            Kind::Name => return self.named(),
            Kind::Number => self.number(),
            Kind::Property => ExprKind::Property(self.text().trim_start_matches('@').to_string()),
            Kind::Star => ExprKind::Broadcast,
            Kind::Word(Word::Forall | Word::Exists) => return self.receivers(),
            Kind::Word(word) => match constant(word) {
                Some(kind) => kind,
                None if self.at_section() => return Err(self.expected("an expression")),
                None => {
                    self.refuse_reserved("a value");
                    return self.named();
                }
            },
            Kind::Less if self.context.spec && self.ahead(1) != Kind::Greater => {
                self.foreign("<…>", "<<…>>");
                return Err(Failed);
            }
            Kind::BracketOpen if self.context.spec && self.ahead(1) != Kind::BracketClose => {
                self.foreign("[…]", "[[…]]");
                return Err(Failed);
            }
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(Operand::simple(kind, span))
    }

    fn number(&mut self) -> ExprKind {
        if let Ok(value) = self.text().parse() {
            return ExprKind::Int(value);
        }
        self.number_too_large();
        ExprKind::Error
    }

    pub fn number_too_large(&mut self) {
        let message = format!("this number is larger than {}, the largest integer", i64::MAX);
        self.complain(Diagnostic::error("rcheck::number-too-large", self.span(), message));
    }

    /// Reads `( expression )`. A group that cannot be read is skipped.
    fn group(&mut self) -> Parsed<Operand> {
        let open = self.advance().span;
        let read = self.nested(self.context.inside(), |p| {
            let inner = p.expression()?;
            p.close(Kind::ParenClose, "`)`", open)?;
            Ok(inner)
        });
        match read {
            Ok(inner) => Ok(Operand { outer: open.to(self.last_span()), ..inner }),
            Err(Failed) if self.skip_past(Kind::ParenClose) => Ok(Operand::error(open.to(self.last_span()))),
            Err(Failed) => Err(Failed),
        }
    }

    /// Reads `forall( expression )`.
    fn receivers(&mut self) -> Parsed<Operand> {
        let span = self.span();
        let all = self.at_word(Word::Forall);
        self.advance();
        let body = self.group()?;
        let span = span.to(body.outer);
        let height = body.height + 1;
        let kind = ExprKind::Receivers { all, body: Box::new(body.expr) };
        Ok(Operand { height, ..Operand::simple(kind, span) })
    }

    // --- Names ------------------------------------------------------------------------------------

    fn named(&mut self) -> Parsed<Operand> {
        let name = self.word_as_name();
        match self.kind() {
            Kind::ControlState => {
                let span = name.span.to(self.advance().span);
                return Ok(Operand::simple(ExprKind::ControlState(name), span));
            }
            Kind::ParenOpen if self.is_call(&name.text) => {
                return match self.knowledge_operator(&name.text) {
                    Some(kind) => self.knowledge(name.span, kind),
                    None => self.call(name),
                };
            }
            Kind::Minus if matches!(self.ahead(1), Kind::Name | Kind::Property | Kind::Word(_)) => {
                if let Some(operand) = self.member(&name) {
                    return Ok(operand);
                }
            }
            _ => {}
        }
        let span = name.span;
        let kind = self.plain_name(name);
        Ok(Operand::simple(kind, span))
    }

    /// Reads `- member`, if that is what it is.
    fn member(&mut self, name: &Name) -> Option<Operand> {
        let is_declared = self.names.values.contains(&name.text);
        if self.context.observation && name.text == "supplier" && !is_declared {
            self.advance();
            let token = self.advance();
            let text = self.source.slice(token.span).trim_start_matches('@').to_string();
            let property = Name { text, span: token.span };
            let span = name.span.to(token.span);
            return Some(Operand::simple(ExprKind::SupplierProperty(property), span));
        }
        if self.is_legacy() && name.text == "keep" && self.context.spec && !is_declared {
            self.advance();
            let span = name.span.to(self.advance().span);
            return Some(Operand::simple(ExprKind::Name(self.source.slice(span).to_string()), span));
        }
        let is_agent = self.names.instances.contains(&name.text) || self.bound.contains(&name.text);
        // Variables stand in formulas only behind the agent they belong to, so nothing else than a
        // member can be meant there.
        let in_formula = self.context.spec && !self.context.observation;
        let names_member = match self.ahead(1) {
            Kind::Name | Kind::Word(Word::Myself) => true,
            Kind::Word(_) => self.is_legacy() || self.is_refused(self.source.slice(self.span_ahead(1))),
            _ => false,
        };
        if !names_member || !(is_agent || in_formula) {
            return None;
        }
        self.advance();
        let member = self.word_as_name();
        let span = name.span.to(member.span);
        Some(Operand::simple(ExprKind::Member(name.clone(), member), span))
    }

    /// What a name without any ornament stands for.
    fn plain_name(&mut self, name: Name) -> ExprKind {
        let is_declared = self.names.values.contains(&name.text);
        if is_declared {
            return ExprKind::Name(name.text);
        }
        let text = name.text.as_str();
        if self.context.observation {
            match text {
                "supplier" => return ExprKind::Party(Party::Supplier),
                "initiator" => return ExprKind::Party(Party::Initiator),
                "producer" => return ExprKind::Party(Party::Producer),
                _ => {}
            }
        }
        if self.is_legacy() {
            return match text.to_ascii_lowercase().as_str() {
                "channel" => ExprKind::CurrentChannel,
                "self" => ExprKind::Myself,
                _ => ExprKind::Name(name.text),
            };
        }
        let (meant, ours) = match text.to_ascii_lowercase().as_str() {
            "true" => (ExprKind::Bool(true), "true"),
            "false" => (ExprKind::Bool(false), "false"),
            "channel" => (ExprKind::CurrentChannel, "chan"),
            _ => return ExprKind::Name(name.text),
        };
        let message = format!("`{text}` is written `{ours}` in this dialect");
        self.diagnostics.push(Diagnostic::error("rcheck::foreign-spelling", name.span, message));
        meant
    }

    // --- Calls and knowledge ----------------------------------------------------------------------

    /// Whether the `(` at hand holds arguments of `name`. In front of data it may hold the data.
    fn is_call(&self, name: &str) -> bool {
        if !self.context.before_data {
            return true;
        }
        let is_data = self.ahead(1) == Kind::ParenClose && !self.names.guards.contains(name)
            || matches!(self.ahead(1), Kind::Name | Kind::Word(_)) && self.ahead(2) == Kind::Assign;
        !is_data
    }

    fn call(&mut self, name: Name) -> Parsed<Operand> {
        let open = self.advance().span;
        let mut arguments = Vec::new();
        if !self.at(Kind::ParenClose) {
            let context = self.context.inside();
            arguments = self.list(|kind| kind == Kind::ParenClose, |p| p.nested(context, Self::expression));
        }
        if self.close(Kind::ParenClose, "`,` or `)`", open).is_err() && !self.skip_past(Kind::ParenClose) {
            return Err(Failed);
        }
        let height = 1 + arguments.iter().map(|a| a.height).max().unwrap_or(0);
        let span = name.span.to(self.last_span());
        let arguments = arguments.into_iter().map(|a| a.expr).collect();
        Ok(Operand { height, ..Operand::simple(ExprKind::Call(name, arguments), span) })
    }

    fn knowledge_operator(&self, name: &str) -> Option<Knowledge> {
        if !self.context.spec || self.names.guards.contains(name) {
            return None;
        }
        Some(match name {
            "K" => Knowledge::One,
            "E" => Knowledge::Everybody,
            "C" => Knowledge::Common,
            "D" => Knowledge::Distributed,
            "S" => Knowledge::Strategy,
            _ => return None,
        })
    }

    /// Reads `( group , formula )`.
    fn knowledge(&mut self, start: Span, kind: Knowledge) -> Parsed<Operand> {
        let open = self.advance().span;
        let context = Context { observation: false, ..self.context.inside() };
        let read = self.nested(context, |p| {
            let group = p.agent_group()?;
            p.expect(Kind::Comma, "`,` and what is known")?;
            let body = p.expression()?;
            p.close(Kind::ParenClose, "`)`", open)?;
            Ok((group, body))
        });
        let span = start.to(self.last_span());
        match read {
            Ok((group, body)) => {
                let height = body.height + 1;
                let kind = ExprKind::Knowledge { kind, group, body: Box::new(body.expr) };
                Ok(Operand { height, temporal: true, ..Operand::simple(kind, span) })
            }
            Err(Failed) if self.skip_past(Kind::ParenClose) => Ok(Operand::error(span)),
            Err(Failed) => Err(Failed),
        }
    }

    fn agent_group(&mut self) -> Parsed<Vec<Name>> {
        let start = self.span();
        if !self.take(Kind::BraceOpen) {
            return Ok(vec![self.group_member()?]);
        }
        let group = self.list(|kind| kind == Kind::BraceClose, Self::group_member);
        self.close(Kind::BraceClose, "`,` or `}`", start)?;
        Ok(group)
    }

    fn group_member(&mut self) -> Parsed<Name> {
        if self.at_word(Word::AnyAgent) { Ok(self.word_as_name()) } else { self.name("an agent") }
    }
}

/// What a reserved word stands for in an expression.
fn constant(word: Word) -> Option<ExprKind> {
    Some(match word {
        Word::True => ExprKind::Bool(true),
        Word::False => ExprKind::Bool(false),
        Word::Chan => ExprKind::CurrentChannel,
        // `one-myself` has been read as a member before it comes to this.
        Word::Myself => ExprKind::Myself,
        Word::Sender => ExprKind::Party(Party::Sender),
        Word::Getter => ExprKind::Party(Party::Getter),
        Word::PointToPoint => ExprKind::PointToPoint,
        _ => return None,
    })
}
