//! Formulas of the three layers. Binding, loosest first: `->` (to the right), `or`, `and`, `U` (in linear
//! time), and prefix operators, which bind tightest.

use synod_syntax::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::ast::{Formula, FormulaKind, Group, Indexed, Logic};
use crate::lex::{Dialect, Kind};

type Unary = fn(Box<Formula>) -> FormulaKind;

impl Parser<'_, '_> {
    pub(super) fn formula(&mut self, logic: Logic) -> Parsed<Formula> {
        let around = std::mem::replace(&mut self.in_formula, true);
        let formula = self.deeper(|p| p.implication(logic));
        self.in_formula = around;
        formula
    }

    fn implication(&mut self, logic: Logic) -> Parsed<Formula> {
        let left = self.disjunct(logic)?;
        if !self.eat("->") {
            return Ok(left);
        }
        let right = self.deeper(|p| p.implication(logic))?;
        Ok(join(left, right, FormulaKind::Implies))
    }

    fn disjunct(&mut self, logic: Logic) -> Parsed<Formula> {
        let operands = self.separated("or", |p| p.conjunct(logic))?;
        Ok(combined(operands, FormulaKind::Or))
    }

    fn conjunct(&mut self, logic: Logic) -> Parsed<Formula> {
        let operands = self.separated("and", |p| p.until(logic))?;
        Ok(combined(operands, FormulaKind::And))
    }

    fn until(&mut self, logic: Logic) -> Parsed<Formula> {
        let mut left = self.prefix(logic)?;
        let mut length = 0;
        while logic != Logic::Ctl && self.eat("U") {
            self.lengthen(&mut length)?;
            left = join(left, self.prefix(logic)?, FormulaKind::Until);
        }
        Ok(left)
    }

    fn prefix(&mut self, logic: Logic) -> Parsed<Formula> {
        let token = self.peek();
        let linear = logic != Logic::Ctl;
        let branching = logic != Logic::Ltl;
        let path = |quantifier: Unary, operator: Unary| Some((Some(quantifier), operator));
        // A path quantifier with its operator, or an operator alone.
        let shape: Option<(Option<Unary>, Unary)> = match token.text {
            _ if token.kind == Kind::Name => None,
            "!" => Some((None, FormulaKind::Not)),
            "AG" if branching => path(FormulaKind::All, FormulaKind::Globally),
            "AF" if branching => path(FormulaKind::All, FormulaKind::Finally),
            "AX" if branching => path(FormulaKind::All, FormulaKind::Next),
            "EG" if branching => path(FormulaKind::Some, FormulaKind::Globally),
            "EF" if branching => path(FormulaKind::Some, FormulaKind::Finally),
            "EX" if branching => path(FormulaKind::Some, FormulaKind::Next),
            "X" if linear => Some((None, FormulaKind::Next)),
            "F" if linear => Some((None, FormulaKind::Finally)),
            "G" if linear => Some((None, FormulaKind::Globally)),
            "A" if logic == Logic::CtlStar => Some((None, FormulaKind::All)),
            "E" if logic == Logic::CtlStar => Some((None, FormulaKind::Some)),
            _ => None,
        };
        if let Some((quantifier, operator)) = shape {
            self.bump();
            let inner = self.deeper(|p| p.prefix(logic))?;
            if logic == Logic::CtlStar && token.text != "!" {
                self.warn_of_swallowing(token.text, token.span);
            }
            let span = token.span.to(inner.span);
            let mut kind = operator(Box::new(inner));
            if let Some(quantifier) = quantifier {
                kind = quantifier(Box::new(Formula { kind, span }));
            }
            return Ok(Formula { kind, span });
        }
        if branching && matches!(token.text, "A" | "E") && !self.is_proposition() {
            return self.quantified_until(logic);
        }
        self.primary(logic)
    }

    /// MCMAS lets a prefix operator of a CTL* formula swallow everything to its right.
    fn warn_of_swallowing(&mut self, operator: &str, span: synod_syntax::Span) {
        if ["and", "or", "->", "U"].iter().any(|next| self.is(next)) {
            let next = self.peek().text;
            self.problems.push(
                Diagnostic::warning(
                    "ispl::two-readings",
                    span,
                    format!("the operand of `{operator}` ends before `{next}` here, but not in MCMAS"),
                )
                .explain(format!(
                    "in CTL* formulas MCMAS lets `{operator}` apply to everything to its right; Synod uses the \
                     same precedence in all logics"
                ))
                .help("put parentheses around what the operator applies to"),
            );
        }
    }

    /// `A(f U g)`, `E(f U g)`.
    fn quantified_until(&mut self, logic: Logic) -> Parsed<Formula> {
        let token = self.bump();
        if self.is("[") {
            return self.square_brackets(token.text, token.span);
        }
        self.expect("(")?;
        let left = self.formula(logic)?;
        self.expect("U")?;
        let right = self.formula(logic)?;
        let end = self.expect(")")?;
        let span = token.span.to(end);
        let until = Box::new(join(left, right, FormulaKind::Until));
        let kind = if token.text == "A" { FormulaKind::All(until) } else { FormulaKind::Some(until) };
        Ok(Formula { kind, span })
    }

    /// `E[p U q]`, as NuSMV writes it, and `A[] p`, as Uppaal does.
    fn square_brackets<T>(&mut self, quantifier: &str, span: Span) -> Parsed<T> {
        let empty = self.peek_after(1).text == "]";
        let (theirs, ours) = if empty { ("[] p", "G p") } else { ("[p U q]", "(p U q)") };
        let place = if empty { span.to(self.peek_after(1).span) } else { self.peek().span };
        let message =
            format!("`{quantifier}{theirs}` is written `{quantifier}{ours}` in {}", self.dialect.name());
        let problem = Diagnostic::error("ispl::syntax", place, message);
        self.problems.push(if empty { problem.fix(place, format!("{quantifier}G")) } else { problem });
        Err(super::Failed)
    }

    fn primary(&mut self, logic: Logic) -> Parsed<Formula> {
        let token = self.peek();
        let kind = match token.text {
            _ if self.dialect == Dialect::Ispl && self.begins_comparison() => {
                FormulaKind::Condition(self.atom()?)
            }
            "(" => {
                self.bump();
                let inner = self.formula(logic)?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ if self.dialect == Dialect::Pispl => return self.indexed_atom(logic),
            "<" if logic == Logic::Ctl => return self.coalition(),
            "K" | "O" if token.kind == Kind::Word && (token.text == "K" || logic == Logic::Ctl) => {
                self.bump();
                if !self.is("(") {
                    return self.fail(&format!("`(`, as in `{}(Agent, p)`", token.text));
                }
                self.bump();
                let agent = self.agent_name()?;
                let inner = self.known(logic)?;
                if token.text == "K" {
                    FormulaKind::Knows(Indexed { name: agent, index: None }, inner)
                } else {
                    FormulaKind::Ought(agent, inner)
                }
            }
            "GK" | "GCK" | "DK" if token.kind == Kind::Word => {
                self.bump();
                self.expect("(")?;
                let group = self.group()?;
                group_knowledge(token.text)(group, self.known(logic)?)
            }
            _ if self.peek_after(1).text == "." => {
                let agent = self.agent_name()?;
                self.expect(".")?;
                FormulaKind::Red(agent, self.bump().text == "RedStates")
            }
            _ => FormulaKind::Prop(Indexed { name: self.name("a proposition")?, index: None }),
        };
        Ok(Formula { kind, span: token.span.to(self.last_end()) })
    }

    /// Whether a word that could be an operator is a proposition here: `A(u)` is one, `A(p U q)` is not.
    fn is_proposition(&self) -> bool {
        let token = self.peek();
        let indexed = self.peek_after(1).text == "(" && self.peek_after(3).text == ")";
        token.kind == Kind::Name || token.kind == Kind::SoftWord && indexed
    }

    /// `K(Role(v), f)`, knowledge of groups and their strategies, `p(v)`, or `p` for a proposition of the
    /// environment.
    fn indexed_atom(&mut self, logic: Logic) -> Parsed<Formula> {
        let token = self.peek();
        if self.is("<") && logic == Logic::Ctl {
            return self.coalition();
        }
        let kind = if self.is("K") && !self.is_proposition() {
            self.bump();
            self.expect("(")?;
            let agent = self.indexed("a role")?;
            FormulaKind::Knows(agent, self.known(logic)?)
        } else if matches!(token.text, "GK" | "GCK" | "DK") && !self.is_proposition() {
            self.bump();
            self.expect("(")?;
            let group = self.group()?;
            group_knowledge(token.text)(group, self.known(logic)?)
        } else if self.is("<") || token.kind == Kind::SoftWord && !self.is_proposition() {
            return self.fail("a proposition `p(v)` or knowledge `K(Role(v), f)`");
        } else {
            FormulaKind::Prop(self.indexed("a proposition")?)
        };
        Ok(Formula { kind, span: token.span.to(self.last_end()) })
    }

    /// A group: by its name, or in PISPL `Role(v)`, `Role`, or several of these in braces.
    fn group(&mut self) -> Parsed<Group> {
        if self.dialect != Dialect::Pispl {
            // That the environment is no group is said with the names of all agents.
            let name = if self.is("Environment") { self.agent_name()? } else { self.name("a group")? };
            return Ok(Group::Named(name));
        }
        let braces = self.eat("{");
        let mut members = vec![self.indexed("a role")?];
        while braces && self.eat(",") {
            members.push(self.indexed("a role")?);
        }
        if braces {
            self.expect("}")?;
        }
        Ok(Group::Members(members))
    }

    /// `name(index)`, or `name` alone.
    fn indexed(&mut self, what: &str) -> Parsed<Indexed> {
        let name = if self.is("Environment") { self.agent_name()? } else { self.name(what)? };
        let mut index = None;
        if self.eat("(") {
            index = Some(self.name("an index variable")?);
            self.expect(")")?;
        }
        Ok(Indexed { name, index })
    }

    /// `, f)` of a knowledge operator.
    fn known(&mut self, logic: Logic) -> Parsed<Box<Formula>> {
        self.expect(",")?;
        let inner = self.formula(logic)?;
        self.expect(")")?;
        Ok(Box::new(inner))
    }

    /// `<group> X f`, `<group> F f`, `<group> G f`, `<group> (f U g)`.
    fn coalition(&mut self) -> Parsed<Formula> {
        let start = self.expect("<")?;
        if self.is("<") {
            let (span, language) = (start.to(self.peek().span), self.dialect.name());
            let message = format!("`<<g>>` is written `<g>` in {language}");
            self.problems.push(Diagnostic::error("ispl::syntax", span, message));
            return Err(super::Failed);
        }
        let group = self.group()?;
        self.expect(">")?;
        let token = self.peek();
        let operator: Unary = match token.text {
            "X" => FormulaKind::Next,
            "F" => FormulaKind::Finally,
            "G" => FormulaKind::Globally,
            "(" => {
                self.bump();
                let left = self.formula(Logic::Ctl)?;
                self.expect("U")?;
                let right = self.formula(Logic::Ctl)?;
                let end = self.expect(")")?;
                let goal = join(left, right, FormulaKind::Until);
                return Ok(Formula {
                    kind: FormulaKind::Enforces(group, Box::new(goal)),
                    span: start.to(end),
                });
            }
            _ => return self.fail("`X`, `F`, `G` or `(f U g)` after the group"),
        };
        self.bump();
        let inner = self.deeper(|p| p.prefix(Logic::Ctl))?;
        let span = token.span.to(inner.span);
        let goal = Formula { kind: operator(Box::new(inner)), span };
        Ok(Formula { kind: FormulaKind::Enforces(group, Box::new(goal)), span: start.to(span) })
    }
}

/// The kind of formula that an operator on the knowledge of a group makes.
fn group_knowledge(operator: &str) -> fn(Group, Box<Formula>) -> FormulaKind {
    match operator {
        "GK" => FormulaKind::EverybodyKnows,
        "GCK" => FormulaKind::Common,
        _ => FormulaKind::Distributed,
    }
}

fn join(left: Formula, right: Formula, kind: fn(Box<Formula>, Box<Formula>) -> FormulaKind) -> Formula {
    let span = left.span.to(right.span);
    Formula { kind: kind(Box::new(left), Box::new(right)), span }
}

/// One operand as it is, several combined.
fn combined(mut operands: Vec<Formula>, kind: fn(Vec<Formula>) -> FormulaKind) -> Formula {
    if operands.len() == 1 {
        return operands.remove(0);
    }
    let span = operands[0].span.to(operands[operands.len() - 1].span);
    Formula { kind: kind(operands), span }
}
