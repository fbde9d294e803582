//! Properties as they are written: the same logic for CCS and for choreographies.

use synod_syntax::{Diagnostic, Span};

use crate::lex::Kind;
use crate::parser::{Failed, Name, Parsed, Parser};

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub name: Name,
    pub formula: Formula,
    /// The formula, all of it.
    pub span: Span,
}

/// An action as a property names it: `a`, `'a`, `tau`, `x: a`, `x -> y: a`.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub text: String,
    pub span: Span,
}

/// Some actions.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    /// All but those listed.
    pub all_but: bool,
    pub list: Vec<Pattern>,
}

/// Operators on runs with one operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unary {
    Not,
    Next,
    Finally,
    Globally,
    AllRuns,
    SomeRun,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binary {
    Implies,
    Iff,
    Until,
    WeakUntil,
    Release,
}

/// A formula.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Constant(bool),
    /// One of the actions is possible here.
    Can(Actions),
    /// The step that the run takes here is one of them.
    Does(Actions),
    /// The step that led here is one of them.
    Did(Actions),
    Deadlock,
    Terminated,
    /// The peers do what the choreography says.
    Realisable(Span),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// After some step that is one of the actions.
    Diamond(Actions, Box<Formula>),
    /// After every step that is one of the actions.
    Box(Actions, Box<Formula>),
}

impl Formula {
    /// Calls `visit` for the formula and all parts of it. As deep as the parser went.
    pub fn visit(&self, visit: &mut impl FnMut(&Formula)) {
        visit(self);
        match self {
            Formula::Unary(_, a) | Formula::Diamond(_, a) | Formula::Box(_, a) => a.visit(visit),
            Formula::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            Formula::And(list) | Formula::Or(list) => list.iter().for_each(|a| a.visit(visit)),
            _ => {}
        }
    }

    /// The actions it mentions.
    pub fn patterns(&self) -> Vec<Pattern> {
        let mut found = Vec::new();
        self.visit(&mut |part| match part {
            Formula::Can(a) | Formula::Does(a) | Formula::Did(a) => found.extend(a.list.iter().cloned()),
            Formula::Diamond(a, _) | Formula::Box(a, _) => found.extend(a.list.iter().cloned()),
            _ => {}
        });
        found
    }
}

impl Parser<'_> {
    /// `property NAME: FORMULA`, the first word taken.
    pub fn property(&mut self) -> Parsed<Property> {
        let name = self.name("the name of the property")?;
        self.expect(Kind::Colon, "`:` and a formula")?;
        let start = self.span();
        let formula = self.formula()?;
        Ok(Property { name, formula, span: start.to(self.last_span()) })
    }

    fn formula(&mut self) -> Parsed<Formula> {
        self.nested(|p| {
            let mut whole = p.implication()?;
            // `a <-> b <-> c` groups to the left; the grouping makes no difference.
            let mut count = 0;
            while p.take(Kind::Iff) {
                let right = p.implication()?;
                whole = Formula::Binary(Binary::Iff, Box::new(whole), Box::new(right));
                count += 1;
                if count > 20 {
                    let message = "too many `<->` in a row: the formula doubles with each";
                    p.complain(Diagnostic::error(p.codes.too_deep, p.last_span(), message));
                    return Err(Failed);
                }
            }
            Ok(whole)
        })
    }

    fn implication(&mut self) -> Parsed<Formula> {
        let left = self.junction(&[Kind::Bar, Kind::BarBar])?;
        if !self.take(Kind::Arrow) {
            return Ok(left);
        }
        let right = self.nested(Self::implication)?;
        Ok(Formula::Binary(Binary::Implies, Box::new(left), Box::new(right)))
    }

    /// Disjunctions of conjunctions.
    fn junction(&mut self, signs: &[Kind]) -> Parsed<Formula> {
        let mut list = vec![self.conjunction()?];
        while signs.contains(&self.kind()) {
            self.advance();
            list.push(self.conjunction()?);
        }
        Ok(if list.len() == 1 { list.swap_remove(0) } else { Formula::Or(list) })
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let mut list = vec![self.until()?];
        while self.take(Kind::And) {
            list.push(self.until()?);
        }
        Ok(if list.len() == 1 { list.swap_remove(0) } else { Formula::And(list) })
    }

    fn until(&mut self) -> Parsed<Formula> {
        let left = self.unary()?;
        let operator = match self.text() {
            "U" => Binary::Until,
            "W" => Binary::WeakUntil,
            "R" => Binary::Release,
            _ => return Ok(left),
        };
        // A definition of a constant of that name may follow.
        if self.at_item() {
            return Ok(left);
        }
        self.advance();
        let right = self.nested(Self::until)?;
        Ok(Formula::Binary(operator, Box::new(left), Box::new(right)))
    }

    fn unary(&mut self) -> Parsed<Formula> {
        use Unary::*;
        let operators: &[Unary] = match self.kind() {
            Kind::Not => &[Not],
            Kind::Less | Kind::BracketOpen | Kind::Iff => return self.modality(),
            Kind::Upper => match self.text() {
                "G" => &[Globally],
                "F" => &[Finally],
                "X" => &[Next],
                "A" => &[AllRuns],
                "E" => &[SomeRun],
                "AG" => &[AllRuns, Globally],
                "AF" => &[AllRuns, Finally],
                "AX" => &[AllRuns, Next],
                "EG" => &[SomeRun, Globally],
                "EF" => &[SomeRun, Finally],
                "EX" => &[SomeRun, Next],
                _ => &[],
            },
            Kind::Lower if self.text() == "not" => &[Not],
            _ => &[],
        };
        if operators.is_empty() {
            return self.atom();
        }
        self.advance();
        let operand = self.nested(Self::unary)?;
        Ok(operators.iter().rev().fold(operand, |inner, op| Formula::Unary(*op, Box::new(inner))))
    }

    /// `<a, b> φ`, `[a] φ`, `<-a> φ`, `<-> φ`, `[-] φ`.
    fn modality(&mut self) -> Parsed<Formula> {
        let open = self.advance();
        let actions = match open.kind {
            Kind::Iff => Actions { all_but: true, list: Vec::new() },
            kind => {
                let (close, sign) = match kind {
                    Kind::Less => (Kind::Greater, "`>`"),
                    _ => (Kind::BracketClose, "`]`"),
                };
                let all_but = self.take(Kind::Minus);
                let list = self.list(close, Self::pattern)?;
                if list.is_empty() && !all_but {
                    return Err(self.expected("an action, or `-` for any"));
                }
                self.close(close, sign, open.span)?;
                Actions { all_but, list }
            }
        };
        let then = Box::new(self.nested(Self::unary)?);
        Ok(if open.kind == Kind::BracketOpen {
            Formula::Box(actions, then)
        } else {
            Formula::Diamond(actions, then)
        })
    }

    fn atom(&mut self) -> Parsed<Formula> {
        if self.at(Kind::ParenOpen) {
            let open = self.advance().span;
            let inner = self.formula()?;
            self.close(Kind::ParenClose, "`)`", open)?;
            return Ok(inner);
        }
        let called = self.ahead(1) == Kind::ParenOpen;
        let atom = match self.text() {
            "true" => Formula::Constant(true),
            "false" => Formula::Constant(false),
            "deadlock" => Formula::Deadlock,
            "terminated" => Formula::Terminated,
            "realisable" | "realizable" => Formula::Realisable(self.span()),
            "can" if called => return Ok(Formula::Can(self.arguments()?)),
            "does" if called => return Ok(Formula::Does(self.arguments()?)),
            "did" if called => return Ok(Formula::Did(self.arguments()?)),
            _ if matches!(self.kind(), Kind::Lower | Kind::Quote | Kind::Upper) => {
                let list = vec![self.action_name()?];
                return Ok(Formula::Can(Actions { all_but: false, list }));
            }
            _ => return Err(self.expected("a formula")),
        };
        self.advance();
        Ok(atom)
    }

    fn arguments(&mut self) -> Parsed<Actions> {
        self.advance();
        let open = self.advance().span;
        let all_but = self.take(Kind::Minus);
        let list = self.list(Kind::ParenClose, Self::pattern)?;
        if list.is_empty() && !all_but {
            return Err(self.expected("an action, or `-` for any"));
        }
        self.close(Kind::ParenClose, "`)`", open)?;
        Ok(Actions { all_but, list })
    }

    /// `a`, `'a`, `tau`.
    fn action_name(&mut self) -> Parsed<Pattern> {
        let start = self.span();
        let quote = if self.take(Kind::Quote) { "'" } else { "" };
        let name = self.name("an action")?;
        let name = if name.text == "τ" { "tau" } else { &name.text };
        Ok(Pattern { text: format!("{quote}{name}"), span: start.to(self.last_span()) })
    }

    /// An action with the peers that do it, where there are any.
    fn pattern(&mut self) -> Parsed<Pattern> {
        let first = self.action_name()?;
        let mut text = first.text;
        if self.take(Kind::Arrow) {
            text = format!("{text} -> {}", self.name("a peer")?.text);
            self.expect(Kind::Colon, "`:` and an action")?;
        } else if !self.take(Kind::Colon) {
            return Ok(Pattern { text, span: first.span });
        }
        let action = self.action_name()?;
        Ok(Pattern { text: format!("{text}: {}", action.text), span: first.span.to(action.span) })
    }
}
