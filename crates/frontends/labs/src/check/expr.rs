//! Expressions: integers and conditions distinguished, names resolved.

use std::ops::Range;

use synod_syntax::{Diagnostic, Span, resolved};

use super::constant::arithmetic;
use super::{Checker, MOST_INSTANCES};
use crate::ast::{self, BinaryOp, Expr, ExprKind, Name, UnaryOp};
use crate::model::{Arithmetic, Comparison, Number, Place, Truth, VariableRef, Who};

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// In a process of an agent type, by position in the file; `None` in one that nobody calls.
    Process(Option<usize>),
    /// In a link predicate.
    Link,
    /// In a property or assumption.
    Property,
}

/// A local variable of a block.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: Name,
    /// The length of an array.
    pub len: Option<usize>,
}

/// What names mean at a place.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub setting: Setting,
    pub locals: Vec<Local>,
    /// Quantified variables, outermost first.
    pub bound: Vec<(Name, Range<usize>)>,
    /// Attributes that the agent type uses without declaring them.
    pub implicit: Vec<usize>,
}

impl Scope {
    pub fn new(setting: Setting) -> Self {
        Scope { setting, locals: Vec::new(), bound: Vec::new(), implicit: Vec::new() }
    }
}

/// An expression of either kind.
enum Typed {
    Number(Number),
    Truth(Truth),
}

impl Checker<'_> {
    pub(super) fn link(&mut self, expr: &Expr) -> Truth {
        self.truth(expr, &mut Scope::new(Setting::Link))
    }

    pub(super) fn predicate(&mut self, expr: &Expr) -> Truth {
        self.truth(expr, &mut Scope::new(Setting::Property))
    }

    /// A condition; a number counts as true when it is not 0.
    pub(super) fn truth(&mut self, expr: &Expr, scope: &mut Scope) -> Truth {
        match self.typed(expr, scope) {
            Typed::Truth(truth) => truth,
            Typed::Number(Number::Constant(value)) => Truth::Constant(value != 0),
            Typed::Number(number) => {
                Truth::Compare(Comparison::Ne, Box::new(number), Box::new(Number::Constant(0)))
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, expr: &Expr, scope: &mut Scope) -> Number {
        match self.typed(expr, scope) {
            Typed::Number(number) => number,
            Typed::Truth(_) => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "labs::not-a-number",
                        expr.span,
                        "a number is needed here, not a condition",
                    )
                    .help("`if … then 1 else 0` turns a condition into a number"),
                );
                Number::Constant(0)
            }
        }
    }

    /// The right side of an assignment: a number, or a quantified condition as 1 or 0.
    pub(super) fn value(&mut self, expr: &Expr, scope: &mut Scope) -> Number {
        match (&expr.kind, self.typed(expr, scope)) {
            (ExprKind::Quantified { .. }, Typed::Truth(truth)) => Number::Truth(Box::new(truth)),
            (_, Typed::Number(number)) => number,
            (_, Typed::Truth(_)) => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "labs::not-a-number",
                        expr.span,
                        "variables hold numbers, not conditions",
                    )
                    .help("write `if … then 1 else 0`"),
                );
                Number::Constant(0)
            }
        }
    }

    fn typed(&mut self, expr: &Expr, scope: &mut Scope) -> Typed {
        let number = Typed::Number;
        match &expr.kind {
            ExprKind::Int(value) => {
                if i32::try_from(*value).is_err() {
                    let message = format!("`{value}` is not a 32-bit integer");
                    self.diagnostics.push(Diagnostic::error("labs::bad-number", expr.span, message));
                }
                number(Number::Constant(*value))
            }
            ExprKind::Bool(value) => Typed::Truth(Truth::Constant(*value)),
            ExprKind::Extern(name) => number(Number::Constant(self.parameter(name, expr.span))),
            ExprKind::Ref { name, index, of } => {
                number(self.reference(name, index, of.as_deref(), expr.span, scope))
            }
            ExprKind::Call(name) => {
                self.diagnostics.push(
                    Diagnostic::error(
                        "labs::external-function",
                        expr.span,
                        format!("the external function `${}` is not supported", name.text),
                    )
                    .explain(
                        "`$f(…)` calls C code that the user of SLiVER supplies; there is no C program here",
                    ),
                );
                number(Number::Constant(0))
            }
            ExprKind::Fresh(low, high) => {
                if !matches!(scope.setting, Setting::Process(_)) {
                    let message = "a choice of values `[a..b]` can be made in processes only";
                    self.diagnostics.push(Diagnostic::error("labs::misplaced-choice", expr.span, message));
                }
                let (low, high) = (self.number(low, scope), self.number(high, scope));
                number(Number::Fresh(Box::new(low), Box::new(high)))
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.truth(condition, scope);
                let (yes, no) = (self.number(yes, scope), self.number(no, scope));
                number(Number::If(Box::new(condition), Box::new(yes), Box::new(no)))
            }
            ExprKind::Unary(UnaryOp::Neg, a) => number(Number::Neg(Box::new(self.number(a, scope)))),
            ExprKind::Unary(UnaryOp::Abs, a) => number(Number::Abs(Box::new(self.number(a, scope)))),
            ExprKind::Unary(UnaryOp::Not, a) => Typed::Truth(Truth::Not(Box::new(self.truth(a, scope)))),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr.span, scope),
            ExprKind::Quantified { all, of, var, body } => {
                let over = self.bind(of, var, scope);
                let body = Box::new(self.truth(body, scope));
                scope.bound.pop();
                Typed::Truth(Truth::Quantified { all: *all, over, body })
            }
            ExprKind::Count { of, var, body } => {
                let over = self.bind(of, var, scope);
                let body = Box::new(self.truth(body, scope));
                scope.bound.pop();
                number(Number::Count(over, body))
            }
            ExprKind::Unary(..) | ExprKind::Knows(..) | ExprKind::Together(..) | ExprKind::Deadlock => {
                let message = "a temporal or epistemic operator cannot stand in a condition on one state";
                self.diagnostics.push(Diagnostic::error("labs::misplaced-temporal", expr.span, message));
                Typed::Truth(Truth::Constant(false))
            }
            ExprKind::Error => Typed::Truth(Truth::Constant(false)),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span, scope: &mut Scope) -> Typed {
        if let Some(op) = arithmetic(op) {
            let (left, right) = (self.number(a, scope), self.number(b, scope));
            if matches!(op, Arithmetic::Div | Arithmetic::Round | Arithmetic::Mod)
                && matches!(right, Number::Constant(0))
            {
                let message = "division by zero";
                self.diagnostics.push(Diagnostic::warning("labs::division-by-zero", b.span, message));
            }
            return Typed::Number(Number::Binary(op, Box::new(left), Box::new(right)));
        }
        let mut compare = |op, a: &Expr, b: &Expr| {
            let (a, b) = (self.number(a, scope), self.number(b, scope));
            Typed::Truth(Truth::Compare(op, Box::new(a), Box::new(b)))
        };
        match op {
            BinaryOp::Eq => compare(Comparison::Eq, a, b),
            BinaryOp::Ne => compare(Comparison::Ne, a, b),
            BinaryOp::Lt => compare(Comparison::Lt, a, b),
            BinaryOp::Le => compare(Comparison::Le, a, b),
            BinaryOp::Gt => compare(Comparison::Lt, b, a),
            BinaryOp::Ge => compare(Comparison::Le, b, a),
            BinaryOp::And | BinaryOp::Or => {
                let (a, b) = (Box::new(self.truth(a, scope)), Box::new(self.truth(b, scope)));
                Typed::Truth(if op == BinaryOp::And { Truth::And(a, b) } else { Truth::Or(a, b) })
            }
            _ => {
                let message = "a temporal operator cannot stand in a condition on one state";
                self.diagnostics.push(Diagnostic::error("labs::misplaced-temporal", span, message));
                Typed::Truth(Truth::Constant(false))
            }
        }
    }

    /// Enters a quantifier.
    pub(super) fn bind(&mut self, of: &Name, var: &Name, scope: &mut Scope) -> Range<usize> {
        let over = self.agents_of(of);
        if scope.bound.iter().any(|(name, _)| name.text == var.text) {
            let message = format!("multiple definitions of `{}`", var.text);
            self.error("labs::duplicate-name", var, message);
        }
        scope.bound.push((var.clone(), over.clone()));
        let instances = scope.bound.iter().map(|(_, over)| over.len().max(1)).fold(1, usize::saturating_mul);
        if instances > MOST_INSTANCES {
            let message = format!("these quantifiers make more than {MOST_INSTANCES} instances");
            self.diagnostics.push(Diagnostic::error("labs::too-many-instances", of.span, message));
            return 0..0;
        }
        over
    }

    fn reference(
        &mut self,
        name: &Name,
        index: &[Expr],
        of: Option<&Expr>,
        span: Span,
        scope: &mut Scope,
    ) -> Number {
        if of.is_none() {
            if let Some(depth) = bound(name, scope) {
                self.no_index(name, index);
                return Number::Bound(depth);
            }
            if let Some(local) = local_of(name, scope) {
                return self.local(local, name, index, scope);
            }
        }
        if name.text == "id" {
            self.no_index(name, index);
            let Some(who) = self.who(name, of, scope) else {
                self.whose(name, span, scope.setting);
                return Number::Constant(0);
            };
            return Number::Id(who);
        }
        let Some((variable, sizes)) = self.meaning(name) else {
            let mut known = self.variable_names();
            known.extend(scope.locals.iter().map(|local| local.name.text.clone()));
            known.extend(scope.bound.iter().map(|(bound, _)| bound.text.clone()));
            self.unknown("labs::unknown-variable", "variable", name, &known);
            return Number::Constant(0);
        };
        let index = self.subscript(name, index, &sizes, scope);
        if let VariableRef::Environment(_) = variable {
            if of.is_some() {
                let message = format!("`{}` is an environment variable and belongs to no agent", name.text);
                self.diagnostics.push(
                    Diagnostic::error("labs::not-an-attribute", span, message).help("leave out `of …`"),
                );
            }
            return Number::Place(Place { variable, index, of: Who::Own });
        }
        let Some(who) = self.who(name, of, scope) else {
            self.whose(name, span, scope.setting);
            return Number::Constant(0);
        };
        match &who {
            Who::Own => self.own(variable, name, scope),
            Who::Agent(agent) => self.of_another(variable, name, agent, scope),
            Who::First | Who::Second => {}
        }
        Number::Place(Place { variable, index, of: who })
    }

    fn no_index(&mut self, name: &Name, index: &[Expr]) {
        if !index.is_empty() {
            let message = format!("`{}` is not an array", name.text);
            self.error("labs::not-an-array", name, message);
        }
    }

    fn local(&mut self, local: usize, name: &Name, index: &[Expr], scope: &mut Scope) -> Number {
        match (scope.locals[local].len, index) {
            (None, []) => Number::Local(local),
            (Some(_), [index]) => Number::LocalElement(local, Box::new(self.number(index, scope))),
            (None, _) => {
                self.no_index(name, index);
                Number::Constant(0)
            }
            (Some(_), _) => {
                let message = format!("`{}` is an array: select an element", name.text);
                self.error("labs::array-as-scalar", name, message);
                Number::Constant(0)
            }
        }
    }

    /// The subscripts of a variable of the state.
    pub(super) fn subscript(
        &mut self,
        name: &Name,
        index: &[Expr],
        sizes: &[u32],
        scope: &mut Scope,
    ) -> Vec<Number> {
        let subscripts: Vec<Number> = index.iter().map(|e| self.number(e, scope)).collect();
        if subscripts.len() != sizes.len() {
            let message = match (sizes.len(), subscripts.len()) {
                (0, _) => format!("`{}` is not an array", name.text),
                (_, 0) => format!("`{}` is an array: select an element", name.text),
                (wanted, found) => format!("`{}` takes {wanted} subscripts, not {found}", name.text),
            };
            let code = if sizes.is_empty() { "labs::not-an-array" } else { "labs::array-as-scalar" };
            self.error(code, name, message);
            return sizes.iter().map(|_| Number::Constant(0)).collect();
        }
        for (subscript, size) in std::iter::zip(&subscripts, sizes) {
            if let Number::Constant(value) = subscript
                && !(0..i64::from(*size)).contains(value)
            {
                let message = format!("the subscript {value} is outside `{}` (0..{})", name.text, size - 1);
                // A step that reads or writes there is a fault of the model; a question cannot be answered.
                let diagnostic = match scope.setting {
                    Setting::Process(_) => Diagnostic::warning("labs::outside-array", name.span, message)
                        .explain(
                            "such a step is not taken; `--property no-fault` asks whether that can happen",
                        ),
                    _ => Diagnostic::error("labs::outside-array", name.span, message),
                };
                self.diagnostics.push(diagnostic);
            }
        }
        subscripts
    }

    /// Whose variable is meant; `None` if that has to be said and was not.
    fn who(&mut self, name: &Name, of: Option<&Expr>, scope: &mut Scope) -> Option<Who> {
        let Some(of) = of else {
            return matches!(scope.setting, Setting::Process(_)).then_some(Who::Own);
        };
        match scope.setting {
            Setting::Process(_) => {
                let agent = self.number(of, scope);
                self.known_agent(&agent, of.span);
                Some(Who::Agent(Box::new(agent)))
            }
            Setting::Link => Some(match &of.kind {
                ExprKind::Int(1) => Who::First,
                ExprKind::Int(2) => Who::Second,
                ExprKind::Ref { name, .. } if name.text == "c1" => Who::First,
                ExprKind::Ref { name, .. } if name.text == "c2" => Who::Second,
                _ => {
                    let message = format!("`{}` is of 1 (the sender) or of 2 (the receiver)", name.text);
                    self.diagnostics.push(
                        Diagnostic::error("labs::bad-owner", of.span, message)
                            .help("write `of 1` or `of c1`, `of 2` or `of c2`"),
                    );
                    Who::First
                }
            }),
            Setting::Property => {
                let agent = match &of.kind {
                    ExprKind::Ref { name, .. } => match bound(name, scope) {
                        Some(depth) => Number::Bound(depth),
                        None => {
                            let known: Vec<String> =
                                scope.bound.iter().map(|(bound, _)| bound.text.clone()).collect();
                            self.unknown("labs::unknown-variable", "quantified variable", name, &known);
                            Number::Constant(0)
                        }
                    },
                    _ => self.number(of, scope),
                };
                self.known_agent(&agent, of.span);
                Some(Who::Agent(Box::new(agent)))
            }
        }
    }

    fn known_agent(&mut self, agent: &Number, span: Span) {
        if let Number::Constant(id) = agent
            && !(0..self.agents as i64).contains(id)
            && self.agents > 0
            // How many there are is not known otherwise.
            && self.missing_externs.is_empty()
        {
            let message = format!("there is no agent {id}: ids go from 0 to {}", self.agents - 1);
            self.diagnostics.push(Diagnostic::error("labs::no-such-agent", span, message));
        }
    }

    /// The owner has to be said.
    fn whose(&mut self, name: &Name, span: Span, setting: Setting) {
        let diagnostic = match setting {
            Setting::Link => {
                Diagnostic::error("labs::missing-owner", span, format!("`{}` needs an owner", name.text))
                    .help(format!("write `{0} of 1` for the sender, `{0} of 2` for the receiver", name.text))
            }
            _ => Diagnostic::error(
                "labs::not-environment",
                span,
                format!("`{}` is not an environment variable, so it needs an owner", name.text),
            )
            .help(format!("write `forall T a, … {} of a …`", name.text)),
        };
        self.diagnostics.push(diagnostic);
    }

    /// A type of agents has no attribute of this name, but another type has.
    fn attribute_elsewhere(&mut self, agent_type: &str, name: &Name) {
        if self.first_time(format!("attribute {agent_type} {}", name.text)) {
            let message = format!("`{agent_type}` has no attribute `{}`", name.text);
            self.diagnostics.push(
                Diagnostic::warning("labs::attribute-elsewhere", name.span, message)
                    .explain("another type of agents has one; here it starts at 0")
                    .help(format!("add it to the interface of `{agent_type}`")),
            );
        }
    }

    /// A variable of an agent whose type is known, if that is a constant or a quantified one: the type should have declared it.
    fn of_another(&mut self, variable: VariableRef, name: &Name, agent: &Number, scope: &Scope) {
        let ids = match agent {
            Number::Constant(id) => usize::try_from(*id).map_or(0..0, |id| id..id + 1),
            Number::Bound(depth) => scope.bound[*depth].1.clone(),
            _ => return,
        };
        let is_of = |all: &Range<usize>| all.start <= ids.start && ids.end <= all.end;
        let Some(known) = self.ids.iter().find(|(_, all)| is_of(all)).map(|(known, _)| known.clone()) else {
            return;
        };
        let declared = self.file.agents.iter().find(|declared| declared.name.text == known);
        let lacks = |declared: &ast::Agent| declared.interface.iter().all(|one| one.name.text != name.text);
        if matches!(variable, VariableRef::Attribute(_)) && declared.is_some_and(lacks) && !ids.is_empty() {
            self.attribute_elsewhere(&known, name);
        }
    }

    /// An agent uses a variable of its own: it should have declared or listed it.
    pub(super) fn own(&mut self, variable: VariableRef, name: &Name, scope: &mut Scope) {
        let Setting::Process(Some(agent)) = scope.setting else { return };
        let agent = &self.file.agents[agent];
        match variable {
            VariableRef::Environment(_) => {}
            VariableRef::Attribute(attribute) => {
                if agent.interface.iter().any(|declaration| declaration.name.text == name.text) {
                    return;
                }
                if !scope.implicit.contains(&attribute) {
                    scope.implicit.push(attribute);
                }
                self.attribute_elsewhere(&agent.name.text, name);
            }
            VariableRef::Stigmergic(variable) => {
                let stigmergy = self.tuples[self.stigmergic[variable].tuple].stigmergy;
                let stigmergy = &self.file.stigmergies[stigmergy].name;
                if agent.stigmergies.iter().any(|listed| listed.text == stigmergy.text) {
                    return;
                }
                if self.first_time(format!("stigmergy {} {}", agent.name.text, stigmergy.text)) {
                    let message = format!(
                        "`{}` uses `{}` but does not list its stigmergy `{}`",
                        agent.name.text, name.text, stigmergy.text
                    );
                    self.diagnostics.push(
                        Diagnostic::warning("labs::stigmergy-not-listed", name.span, message)
                            .explain(
                                "it receives values all the same, but starts with 0 and the oldest timestamp",
                            )
                            .help(format!("add `{}` to its stigmergies", stigmergy.text)),
                    );
                }
            }
        }
    }
}

/// The quantified variable that a name means, by its depth.
fn bound(name: &Name, scope: &Scope) -> Option<usize> {
    let depth = scope.bound.iter().position(|(bound, _)| bound.text == name.text)?;
    resolved(name.span, scope.bound[depth].0.span);
    Some(depth)
}

/// The local variable of a block that a name means, by position.
pub(super) fn local_of(name: &Name, scope: &Scope) -> Option<usize> {
    let local = scope.locals.iter().position(|local| local.name.text == name.text)?;
    resolved(name.span, scope.locals[local].name.span);
    Some(local)
}
