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

/// A formula and where it stands, with the brackets around it.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

/// What a formula says.
#[derive(Clone, Debug)]
pub(crate) enum FormulaKind {
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
    Realisable,
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// After some step of which the first is so.
    Diamond(Box<Formula>, Box<Formula>),
    /// After every step of which the first is so.
    Box(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// Calls `visit` for the formula and all parts of it. As deep as the parser went.
    pub fn visit(&self, visit: &mut impl FnMut(&Formula)) {
        visit(self);
        match &self.kind {
            FormulaKind::Unary(_, a) => a.visit(visit),
            FormulaKind::Binary(_, a, b) | FormulaKind::Diamond(a, b) | FormulaKind::Box(a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            FormulaKind::And(list) | FormulaKind::Or(list) => list.iter().for_each(|a| a.visit(visit)),
            _ => {}
        }
    }

    /// The actions it mentions.
    pub fn patterns(&self) -> Vec<Pattern> {
        let mut found = Vec::new();
        self.visit(&mut |part| match &part.kind {
            FormulaKind::Can(a) | FormulaKind::Does(a) | FormulaKind::Did(a) => {
                found.extend(a.list.iter().cloned());
            }
            _ => {}
        });
        found
    }
}

impl Parser<'_> {
    /// `property NAME: FORMULA`, the first word taken.
    pub fn property(&mut self) -> Parsed<Property> {
        let name = self.name("the name of the property")?;
        if self.at(Kind::Equal) {
            let error =
                Diagnostic::error(self.codes.syntax, self.span(), "expected `:` and a formula, found `=`");
            let help = format!("write `property {}: …`", name.text);
            self.complain(error.help(help).fix(self.span(), ":"));
            self.advance();
        } else {
            self.expect(Kind::Colon, "`:` and a formula")?;
        }
        let start = self.span();
        let formula = self.formula()?;
        Ok(Property { name, formula, span: start.to(self.last_span()) })
    }

    fn formula(&mut self) -> Parsed<Formula> {
        self.nested(|p| {
            let start = p.span();
            let mut whole = p.implication()?;
            // `a <-> b <-> c` groups to the left; the grouping makes no difference.
            let mut count = 0;
            while p.take(Kind::Iff) {
                let right = p.implication()?;
                whole = p.since(start, FormulaKind::Binary(Binary::Iff, Box::new(whole), Box::new(right)));
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

    /// A formula that began at a place and ends here.
    fn since(&self, start: Span, kind: FormulaKind) -> Formula {
        Formula { kind, span: start.to(self.last_span()) }
    }

    fn implication(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let left = self.junction(&[Kind::Bar, Kind::BarBar])?;
        if !self.take(Kind::Arrow) {
            return Ok(left);
        }
        let right = self.nested(Self::implication)?;
        Ok(self.since(start, FormulaKind::Binary(Binary::Implies, Box::new(left), Box::new(right))))
    }

    /// Disjunctions of conjunctions.
    fn junction(&mut self, signs: &[Kind]) -> Parsed<Formula> {
        let start = self.span();
        let mut list = vec![self.conjunction()?];
        while signs.contains(&self.kind()) {
            self.advance();
            list.push(self.conjunction()?);
        }
        Ok(if list.len() == 1 { list.swap_remove(0) } else { self.since(start, FormulaKind::Or(list)) })
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let start = self.span();
        let mut list = vec![self.until()?];
        while self.take(Kind::And) {
            list.push(self.until()?);
        }
        Ok(if list.len() == 1 { list.swap_remove(0) } else { self.since(start, FormulaKind::And(list)) })
    }

    fn until(&mut self) -> Parsed<Formula> {
        let start = self.span();
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
        Ok(self.since(start, FormulaKind::Binary(operator, Box::new(left), Box::new(right))))
    }

    fn unary(&mut self) -> Parsed<Formula> {
        use Unary::*;
        let start = self.span();
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
        let around = |inner, op: &Unary| self.since(start, FormulaKind::Unary(*op, Box::new(inner)));
        Ok(operators.iter().rev().fold(operand, around))
    }

    /// `<a, b> φ`, `[a] φ`, `<-a> φ`, `<-> φ`, `[-] φ`.
    fn modality(&mut self) -> Parsed<Formula> {
        let open = self.advance();
        let inside = self.span();
        let step = match open.kind {
            Kind::Iff => Formula {
                kind: FormulaKind::Does(Actions { all_but: true, list: Vec::new() }),
                span: open.span,
            },
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
                let step = self.since(inside, FormulaKind::Does(Actions { all_but, list }));
                self.close(close, sign, open.span)?;
                step
            }
        };
        let (step, then) = (Box::new(step), Box::new(self.nested(Self::unary)?));
        let kind = match open.kind {
            Kind::BracketOpen => FormulaKind::Box(step, then),
            _ => FormulaKind::Diamond(step, then),
        };
        Ok(self.since(open.span, kind))
    }

    fn atom(&mut self) -> Parsed<Formula> {
        if self.at(Kind::ParenOpen) {
            let open = self.advance().span;
            let inner = self.formula()?;
            self.close(Kind::ParenClose, "`)`", open)?;
            return Ok(inner);
        }
        let start = self.span();
        let called = self.ahead(1) == Kind::ParenOpen;
        let kind = match self.text() {
            "can" if called => FormulaKind::Can(self.arguments()?),
            "does" if called => FormulaKind::Does(self.arguments()?),
            "did" if called => FormulaKind::Did(self.arguments()?),
            word => {
                let constant = match word {
                    "true" => Some(FormulaKind::Constant(true)),
                    "false" => Some(FormulaKind::Constant(false)),
                    "deadlock" => Some(FormulaKind::Deadlock),
                    "terminated" => Some(FormulaKind::Terminated),
                    "realisable" | "realizable" => Some(FormulaKind::Realisable),
                    _ => None,
                };
                match constant {
                    Some(constant) => {
                        self.advance();
                        constant
                    }
                    None if matches!(self.kind(), Kind::Lower | Kind::Quote | Kind::Upper) => {
                        let list = vec![self.action_name()?];
                        FormulaKind::Can(Actions { all_but: false, list })
                    }
                    None => return Err(self.expected("a formula")),
                }
            }
        };
        Ok(self.since(start, kind))
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
