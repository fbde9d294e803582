//! Conditions and expressions in their places. Arithmetic is over the rationals: a quotient is kept as a
//! fraction, and only whole numbers can be stored.

use synod_core::{BinaryOp, EnumId, ExprId, Sort, Type};
use synod_syntax::{Diagnostic, Span, nearest, resolved};

use super::{ENVIRONMENT, Scope, VarInfo};
use crate::ast::{Cond, CondKind, Expr, ExprKind, Name, Operator, Relation};

/// Where a condition stands, which says what it may name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A protocol or the red states of an agent: its own variables and what it sees.
    State(usize),
    /// An evolution of an agent: the same, and actions.
    Step(usize),
    /// The evaluation: all variables, qualified.
    Global,
    /// The initial states: qualified variables, and equality only.
    Initial,
}

/// An expression with what is known of its type.
#[derive(Clone, Copy)]
pub enum Value {
    /// A truth value.
    Bool(ExprId),
    /// A fraction.
    Number(Fraction),
    /// A value of an enumeration.
    Member(ExprId, EnumId),
    /// A name that is a value of whatever enumeration it meets.
    Named(Span),
    /// Something wrong, already reported.
    Unknown,
}

/// A number: `over / under`, with what static checks need.
#[derive(Clone, Copy)]
pub struct Fraction {
    /// The dividend.
    pub over: ExprId,
    /// The divisor; `None` is 1.
    pub under: Option<ExprId>,
    /// The type of a plain variable, the value of a plain number, or neither.
    plain: Plain,
}

#[derive(Clone, Copy)]
enum Plain {
    Variable(i64, i64),
    Literal(i64),
    Computed,
}

impl<'a> Scope<'a, '_> {
    /// A condition as a boolean expression; `true` where it is wrong, which is reported.
    pub fn condition(&mut self, condition: &'a Cond, place: Place) -> ExprId {
        match &condition.kind {
            CondKind::Or(list) => {
                let operands: Vec<ExprId> = list.iter().map(|c| self.condition(c, place)).collect();
                self.system.exprs.or(operands)
            }
            CondKind::And(list) => {
                let operands: Vec<ExprId> = list.iter().map(|c| self.condition(c, place)).collect();
                self.system.exprs.and(operands)
            }
            CondKind::Not(inner) => {
                let inner = self.condition(inner, place);
                self.system.exprs.not(inner)
            }
            CondKind::Action(agent, action) => {
                self.action_test(agent.as_ref(), action, place, condition.span)
            }
            CondKind::SomebodyDoes(action) => self.somebody_does(action, place, condition.span),
            CondKind::Compare(relation, left, right) => {
                self.comparison(*relation, left, right, place, condition.span)
            }
        }
    }

    fn action_test(&mut self, agent: Option<&'a Name>, action: &'a Name, place: Place, span: Span) -> ExprId {
        let fallback = self.system.exprs.bool(true);
        let Place::Step(own) = place else {
            self.action_here(span);
            return fallback;
        };
        let whose = match agent {
            None => own,
            Some(name) => match self.find_agent(name) {
                Some(id) => id.0 as usize,
                None => return fallback,
            },
        };
        match self.action_value(whose, action) {
            Some(value) => {
                let choice = self.action_of(whose);
                self.system.exprs.eq(choice, value)
            }
            None => fallback,
        }
    }

    fn somebody_does(&mut self, action: &'a Name, place: Place, span: Span) -> ExprId {
        let fallback = self.system.exprs.bool(true);
        if !matches!(place, Place::Step(_)) {
            self.action_here(span);
            return fallback;
        }
        match self.done_by_somebody.iter().find(|(name, _)| *name == action.text) {
            Some((_, choice)) => {
                // Every template knows the actions of all.
                if let Some(actions) = self.agents.iter().find_map(|agent| agent.actions) {
                    self.resolved_value(actions, &action.text, action.span);
                }
                self.system.exprs.choice(*choice, Sort::Bool)
            }
            None => {
                let known: Vec<&str> = self.done_by_somebody.iter().map(|(name, _)| *name).collect();
                self.unknown("action", &action.text, action.span, known);
                fallback
            }
        }
    }

    fn action_here(&mut self, span: Span) {
        self.problems.push(
            Diagnostic::error("ispl::action-here", span, "actions can only be tested in an Evolution")
                .explain("a state does not determine the next action"),
        );
    }

    /// The constant of an action of an agent.
    pub fn action_value(&mut self, agent: usize, action: &Name) -> Option<ExprId> {
        let actions = self.agents[agent].actions;
        let found = actions.and_then(|id| {
            let values = &self.system.enums[id.0 as usize].values;
            Some((id, values.iter().position(|v| *v == action.text)?))
        });
        match found {
            Some((id, position)) => {
                self.resolved_value(id, &action.text, action.span);
                Some(self.system.exprs.constant(Sort::Enum(id), position as i64))
            }
            // That an agent has no actions is reported where it is declared.
            None if actions.is_none_or(|id| self.system.enums[id.0 as usize].values.is_empty()) => None,
            None => {
                let known =
                    actions.map(|id| self.system.enums[id.0 as usize].values.clone()).unwrap_or_default();
                let what = format!("action of `{}`", self.agents[agent].name);
                self.unknown(&what, &action.text, action.span, known.iter().map(String::as_str));
                None
            }
        }
    }

    fn comparison(
        &mut self,
        relation: Relation,
        left: &'a Expr,
        right: &'a Expr,
        place: Place,
        span: Span,
    ) -> ExprId {
        let fallback = self.system.exprs.bool(true);
        if !names_variable(self, left, place) && !names_variable(self, right, place) {
            if !self.unknown_variable(left, place) && !self.unknown_variable(right, place) {
                self.error("ispl::no-variable", span, "this comparison has no variable in it");
            }
            return fallback;
        }
        if let (Place::Initial, Some(computed)) =
            (place, [left, right].into_iter().find(|side| side.is_computed()))
        {
            self.problems.push(
                Diagnostic::error(
                    "ispl::initial",
                    computed.span,
                    "initial states are described without arithmetic",
                )
                .explain("only `A.v = value` and `A.v = B.w` may stand here")
                .help("give the value itself, or one condition for each value, joined by `or`"),
            );
            return fallback;
        }
        if place == Place::Initial && relation != Relation::Eq {
            self.problems.push(
                Diagnostic::error("ispl::initial", span, "initial states are described with `=` only")
                    .help("write `!(A.v = value)` for another value"),
            );
            return fallback;
        }
        let ordered = !matches!(relation, Relation::Eq | Relation::Ne);
        let equal = match (self.value(left, place), self.value(right, place)) {
            (Value::Unknown, _) | (_, Value::Unknown) => return fallback,
            (Value::Number(a), Value::Number(b)) => {
                self.literal_fits(a, b, span);
                return self.number_comparison(relation, a, b);
            }
            _ if ordered => {
                self.problems.push(
                    Diagnostic::error("ispl::order", span, "only numbers have an order")
                        .explain("on booleans and enumerations only `=` and `<>` are allowed"),
                );
                return fallback;
            }
            (Value::Bool(a), Value::Bool(b)) => self.system.exprs.eq(a, b),
            (Value::Member(a, one), Value::Member(b, other)) => {
                if !self.nested_enums(one, other) {
                    self.mismatch(span, "two enumerations of which neither contains the other");
                    return fallback;
                }
                self.same_member(a, one, b, other)
            }
            (Value::Member(a, of), Value::Named(name)) | (Value::Named(name), Value::Member(a, of)) => {
                let text =
                    if matches!(&left.kind, ExprKind::Name(_)) && left.span == name { left } else { right };
                match self.member(text, of) {
                    Some(b) => self.system.exprs.eq(a, b),
                    None => return fallback,
                }
            }
            (Value::Named(name), _) | (_, Value::Named(name)) => {
                let text = if left.span == name { left } else { right };
                if let ExprKind::Name(name) = &text.kind
                    && !self.unknown_variable(text, place)
                {
                    self.unknown("variable or value", name, text.span, []);
                }
                return fallback;
            }
            _ => {
                self.mismatch(span, "values of different types");
                return fallback;
            }
        };
        if relation == Relation::Ne { self.system.exprs.not(equal) } else { equal }
    }

    /// Complains about a name that is no variable here, if there is one that may be meant: a variable of another agent, or
    /// one with a name like it.
    fn unknown_variable(&mut self, expr: &Expr, place: Place) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        let meant = self.meant(name, place);
        let Some(first) = meant.first() else { return false };
        let message = match place {
            Place::State(own) | Place::Step(own) => {
                format!("there is no variable `{name}` in `{}`", self.agents[own].name)
            }
            Place::Global | Place::Initial => {
                format!("there is no variable `{name}`: here variables stand with their {}", self.noun)
            }
        };
        let problem = Diagnostic::error("ispl::unknown-name", expr.span, message);
        self.problems.push(match meant.len() {
            1 => problem.suggest(first),
            _ => meant
                .iter()
                .fold(problem.help(format!("did you mean `{}`?", meant.join("` or `"))), |problem, one| {
                    problem.fix(expr.span, one)
                }),
        });
        true
    }

    /// The variables that a name may be meant for, as they are written in a place: those of that name, or else the
    /// nearest.
    fn meant(&self, name: &str, place: Place) -> Vec<String> {
        let mut known: Vec<(&str, String)> = Vec::new();
        for (position, agent) in self.agents.iter().enumerate() {
            for (var, info) in &agent.vars {
                match place {
                    Place::State(own) | Place::Step(own) if own == position => {
                        known.push((var, (*var).to_string()));
                    }
                    Place::State(own) | Place::Step(own)
                        if !self.system.agents[own].observes.contains(&info.id) => {}
                    _ => known.push((var, format!("{}.{var}", agent.name))),
                }
            }
        }
        known.sort();
        let exact = known.iter().find(|(var, _)| *var == name).map(|(var, _)| *var);
        let Some(meant) = exact.or_else(|| nearest(name, known.iter().map(|(var, _)| *var))) else {
            return Vec::new();
        };
        known.into_iter().filter(|(var, _)| *var == meant).map(|(_, written)| written).collect()
    }

    fn mismatch(&mut self, span: Span, what: &str) {
        if !self.is_ambiguous {
            self.error("ispl::type-mismatch", span, format!("this compares {what}"));
        }
    }

    /// Whether one of two enumerations contains the other.
    fn nested_enums(&self, one: EnumId, other: EnumId) -> bool {
        let (one, other) =
            (&self.system.enums[one.0 as usize].values, &self.system.enums[other.0 as usize].values);
        one.iter().all(|v| other.contains(v)) || other.iter().all(|v| one.contains(v))
    }

    /// Whether two values have the same name.
    fn same_member(&mut self, a: ExprId, one: EnumId, b: ExprId, other: EnumId) -> ExprId {
        if one == other {
            return self.system.exprs.eq(a, b);
        }
        let values = self.system.enums[one.0 as usize].values.clone();
        let mut cases = Vec::new();
        for (i, name) in values.iter().enumerate() {
            let there = self.system.enums[other.0 as usize].values.iter().position(|v| v == name);
            if let Some(j) = there {
                let here = self.system.exprs.constant(Sort::Enum(one), i as i64);
                let there = self.system.exprs.constant(Sort::Enum(other), j as i64);
                let (x, y) = (self.system.exprs.eq(a, here), self.system.exprs.eq(b, there));
                cases.push(self.system.exprs.and([x, y]));
            }
        }
        self.system.exprs.or(cases)
    }

    /// The constant that a name is in an enumeration.
    pub fn member(&mut self, expr: &Expr, of: EnumId) -> Option<ExprId> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let values = self.system.enums[of.0 as usize].values.clone();
        match values.iter().position(|v| v == name) {
            Some(position) => {
                self.resolved_value(of, name, expr.span);
                Some(self.system.exprs.constant(Sort::Enum(of), position as i64))
            }
            None => {
                let what = format!("value of {}", self.system.enums[of.0 as usize].name);
                self.unknown(&what, name, expr.span, values.iter().map(String::as_str));
                None
            }
        }
    }

    /// MCMAS refuses a comparison of a variable with a number outside its range.
    fn literal_fits(&mut self, a: Fraction, b: Fraction, span: Span) {
        if let (Plain::Variable(lo, hi), Plain::Literal(n)) | (Plain::Literal(n), Plain::Variable(lo, hi)) =
            (a.plain, b.plain)
            && !(lo..=hi).contains(&n)
        {
            self.error(
                "ispl::out-of-range",
                span,
                format!("{n} is outside the range {lo}..{hi} of the variable"),
            );
        }
    }

    /// `a/b ⋈ c/d` is `a·b·d² ⋈ c·d·b²`, whatever the signs.
    fn number_comparison(&mut self, relation: Relation, a: Fraction, b: Fraction) -> ExprId {
        let (x, y) = match (a.under, b.under) {
            (None, None) => (a.over, b.over),
            _ => {
                let one = self.system.exprs.int(1);
                let (p, q) = (a.under.unwrap_or(one), b.under.unwrap_or(one));
                let x = self.product(&[a.over, p, q, q]);
                let y = self.product(&[b.over, q, p, p]);
                // A divisor of zero is a fault, which the products alone would hide.
                let x = self.faulting(x, p);
                (x, self.faulting(y, q))
            }
        };
        let exprs = &mut self.system.exprs;
        match relation {
            Relation::Eq => exprs.eq(x, y),
            Relation::Ne => exprs.ne(x, y),
            Relation::Lt => exprs.lt(x, y),
            Relation::Le => exprs.le(x, y),
            Relation::Gt => exprs.lt(y, x),
            Relation::Ge => exprs.le(y, x),
        }
    }

    fn product(&mut self, factors: &[ExprId]) -> ExprId {
        let one = self.system.exprs.int(1);
        factors.iter().fold(one, |product, factor| match self.system.exprs.as_const(product) {
            Some(1) => *factor,
            _ if self.system.exprs.as_const(*factor) == Some(1) => product,
            _ => self.system.exprs.binary(BinaryOp::Mul, product, *factor),
        })
    }

    /// `value`, with a fault where `divisor` is zero.
    fn faulting(&mut self, value: ExprId, divisor: ExprId) -> ExprId {
        if self.system.exprs.as_const(divisor).is_some_and(|d| d != 0) {
            return value;
        }
        let zero = self.system.exprs.int(0);
        let nothing = self.system.exprs.binary(BinaryOp::Div, zero, divisor);
        self.system.exprs.binary(BinaryOp::Add, value, nothing)
    }

    /// An expression with its type.
    pub fn value(&mut self, expr: &'a Expr, place: Place) -> Value {
        match &expr.kind {
            ExprKind::Bool(value) => Value::Bool(self.system.exprs.bool(*value)),
            ExprKind::Int(value) => {
                let over = self.system.exprs.int(*value);
                Value::Number(Fraction { over, under: None, plain: Plain::Literal(*value) })
            }
            ExprKind::Name(name) => match self.own_variable(name, place) {
                Some(info) => {
                    resolved(expr.span, info.span);
                    self.read(info)
                }
                None => Value::Named(expr.span),
            },
            ExprKind::Of(agent, variable) => self.qualified(agent, variable, place),
            ExprKind::Not(inner) => match self.value(inner, place) {
                Value::Bool(inner) => Value::Bool(self.system.exprs.not(inner)),
                other => self.wrong_operand(other, inner.span, "a boolean"),
            },
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, place),
        }
    }

    fn read(&mut self, info: VarInfo) -> Value {
        let var = self.system.exprs.var(info.id);
        match info.ty {
            Type::Bool => Value::Bool(var),
            Type::Enum(of) => Value::Member(var, of),
            Type::Range { lo, hi } => {
                Value::Number(Fraction { over: var, under: None, plain: Plain::Variable(lo, hi) })
            }
            Type::Int => Value::Number(Fraction { over: var, under: None, plain: Plain::Computed }),
        }
    }

    /// A variable that a plain name stands for.
    fn own_variable(&self, name: &str, place: Place) -> Option<VarInfo> {
        match place {
            Place::State(own) | Place::Step(own) => self.agents[own].vars.get(name).copied(),
            Place::Global | Place::Initial => None,
        }
    }

    fn qualified(&mut self, agent: &'a Name, variable: &'a Name, place: Place) -> Value {
        let Some(id) = self.find_agent(agent) else { return Value::Unknown };
        let position = id.0 as usize;
        let Some(info) = self.agents[position].vars.get(variable.text.as_str()).copied() else {
            let known: Vec<&str> = self.agents[position].vars.keys().copied().collect();
            self.unknown(&format!("variable of `{}`", agent.text), &variable.text, variable.span, known);
            return Value::Unknown;
        };
        resolved(variable.span, info.span);
        if let Place::State(own) | Place::Step(own) = place
            && position != own
        {
            let seen = position == ENVIRONMENT && self.system.agents[own].observes.contains(&info.id);
            if !seen {
                let message = format!(
                    "agent `{}` does not observe `{}.{}`",
                    self.agents[own].name, agent.text, variable.text
                );
                self.problems.push(
                    Diagnostic::error("ispl::not-observable", variable.span, message)
                        .label(info.span, "declared here")
                        .explain("an agent observes its own variables, the Obsvars of the environment, and its Lobsvars"),
                );
                return Value::Unknown;
            }
        }
        self.read(info)
    }

    fn wrong_operand(&mut self, found: Value, span: Span, wanted: &str) -> Value {
        if !matches!(found, Value::Unknown) {
            self.error("ispl::type-mismatch", span, format!("{wanted} is needed here"));
        }
        Value::Unknown
    }

    fn binary(&mut self, operator: Operator, left: &'a Expr, right: &'a Expr, place: Place) -> Value {
        let (a, b) = (self.value(left, place), self.value(right, place));
        if matches!(operator, Operator::Or | Operator::Xor | Operator::And) {
            let (Value::Bool(a), Value::Bool(b)) = (a, b) else {
                let (bad, span) = if matches!(a, Value::Bool(_)) { (b, right.span) } else { (a, left.span) };
                return self.wrong_operand(bad, span, "a boolean");
            };
            let exprs = &mut self.system.exprs;
            return Value::Bool(match operator {
                Operator::Or => exprs.or([a, b]),
                Operator::And => exprs.and([a, b]),
                _ => exprs.ne(a, b),
            });
        }
        let (Value::Number(a), Value::Number(b)) = (a, b) else {
            let (bad, span) = if matches!(a, Value::Number(_)) { (b, right.span) } else { (a, left.span) };
            return self.wrong_operand(bad, span, "a number");
        };
        let one = self.system.exprs.int(1);
        let (p, q) = (a.under.unwrap_or(one), b.under.unwrap_or(one));
        let (over, under) = match operator {
            Operator::Mul => (self.product(&[a.over, b.over]), self.product(&[p, q])),
            Operator::Div => {
                if self.system.exprs.as_const(b.over) == Some(0) {
                    self.error("ispl::division-by-zero", right.span, "this divides by zero");
                    return Value::Unknown;
                }
                let over = self.product(&[a.over, q]);
                (self.faulting(over, q), self.product(&[p, b.over]))
            }
            _ => {
                let (x, y) = (self.product(&[a.over, q]), self.product(&[b.over, p]));
                let op = if operator == Operator::Add { BinaryOp::Add } else { BinaryOp::Sub };
                (self.system.exprs.binary(op, x, y), self.product(&[p, q]))
            }
        };
        let under = Some(under).filter(|u| self.system.exprs.as_const(*u) != Some(1));
        Value::Number(Fraction { over, under, plain: Plain::Computed })
    }
}

impl Fraction {
    /// The number if it is written out, for static checks of assignments.
    pub fn literal(self) -> Option<i64> {
        match self.plain {
            Plain::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The range of a plain variable.
    pub fn range(self) -> Option<(i64, i64)> {
        match self.plain {
            Plain::Variable(lo, hi) => Some((lo, hi)),
            _ => None,
        }
    }
}

/// Whether an expression mentions a variable.
fn names_variable(scope: &Scope<'_, '_>, expr: &Expr, place: Place) -> bool {
    match &expr.kind {
        ExprKind::Bool(_) | ExprKind::Int(_) => false,
        ExprKind::Name(name) => scope.own_variable(name, place).is_some(),
        ExprKind::Of(..) => true,
        ExprKind::Not(inner) => names_variable(scope, inner, place),
        ExprKind::Binary(_, a, b) => names_variable(scope, a, place) || names_variable(scope, b, place),
    }
}
