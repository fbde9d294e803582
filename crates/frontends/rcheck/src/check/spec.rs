//! Specifications: formulas, quantifiers over agents written out, observations and knowledge.

use std::collections::HashMap;

use synod_syntax::{Diagnostic, Span, nearest, resolved};

use super::expr::combine;
use super::lookup::{Member, innermost};
use super::names::{Global, duplicate};
use super::place::Place;
use super::text::one_line;
use super::{Bound, Checker, Scope, Who, temporal};
use crate::ast::{self, AgentKinds, Dialect, Expr, ExprKind, Name};
use crate::hir::{self, BinaryOp, Formula, Knowledge, Observation, Spec};
use crate::parse::operator_text;

impl Checker<'_> {
    /// All specifications.
    pub(super) fn specs(&mut self) -> Option<Vec<Spec>> {
        let mut given: HashMap<&str, Span> = HashMap::new();
        let mut list = Vec::new();
        for (position, spec) in self.model.specs.iter().enumerate() {
            if let Some(name) = &spec.name {
                match given.get(name.text.as_str()) {
                    Some(first) => {
                        let what = "already the name of a specification";
                        self.found.push(duplicate("rcheck::duplicate-name", "name", name, *first, what));
                    }
                    None => {
                        given.insert(&name.text, name.span);
                    }
                }
            }
            self.refill();
            let scope = Scope { place: Place::Spec, agent: None, guard: None, bound: &[] };
            let Some(formula) = self.formula(&scope, &spec.formula) else { continue };
            list.push(Spec {
                name: spec.name.as_ref().map_or(format!("spec-{}", position + 1), |name| name.text.clone()),
                text: self.spec_text(spec),
                formula,
                antecedents: if self.found.has_errors() { Vec::new() } else { self.antecedents(spec) },
                span: spec.span,
            });
        }
        (list.len() == self.model.specs.len()).then_some(list)
    }

    /// The formula as written: what follows the keyword, or the name.
    fn spec_text(&self, spec: &ast::Spec) -> String {
        let start = spec.name.as_ref().map_or(spec.span.start, |name| name.span.end);
        let text = one_line(self.source.slice(Span { start, end: spec.span.end }));
        let text = match &spec.name {
            Some(_) => text.trim_start_matches(':'),
            None => text.trim_start_matches(|c: char| c.is_ascii_alphabetic()),
        };
        text.trim().trim_end_matches(';').trim_end().to_string()
    }

    /// A formula; state conditions stay as large as they are.
    pub(super) fn formula(&mut self, scope: &Scope, expr: &Expr) -> Option<Formula> {
        match &expr.kind {
            ExprKind::Not(a) => {
                self.spend(1, expr.span)?;
                Some(not(self.formula(scope, a)?))
            }
            ExprKind::Next(a) => self.prefixed(scope, expr, a, Formula::Next),
            ExprKind::Finally(a) => self.prefixed(scope, expr, a, Formula::Finally),
            ExprKind::Globally(a) => self.prefixed(scope, expr, a, Formula::Globally),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
                    let (a, b) = self.both(scope, expr, a, b)?;
                    Some(connect(*op, a, b))
                }
                BinaryOp::Until => {
                    self.both(scope, expr, a, b).map(|(a, b)| Formula::Until(a.into(), b.into()))
                }
                BinaryOp::Release => {
                    self.both(scope, expr, a, b).map(|(a, b)| Formula::Release(a.into(), b.into()))
                }
                BinaryOp::WeakUntil => {
                    self.both(scope, expr, a, b).map(|(a, b)| Formula::WeakUntil(a.into(), b.into()))
                }
                BinaryOp::Eq | BinaryOp::Ne if self.is_formula(scope, a) || self.is_formula(scope, b) => {
                    let (a, b) = self.both(scope, expr, a, b)?;
                    let same = connect(BinaryOp::Iff, a, b);
                    Some(if *op == BinaryOp::Eq { same } else { not(same) })
                }
                _ => self.state(scope, expr),
            },
            ExprKind::Diamond(observation, a) => {
                let observation = self.observation(scope, observation);
                let a = self.prefixed(scope, expr, a, |a| *a);
                Some(Formula::Diamond(observation?, Box::new(a?)))
            }
            ExprKind::BoxModality(observation, a) => {
                let observation = self.observation(scope, observation);
                let a = self.prefixed(scope, expr, a, |a| *a);
                Some(Formula::BoxModality(observation?, Box::new(a?)))
            }
            ExprKind::Agents { all, var, kinds, body } => {
                let cases =
                    self.over_agents(scope, var, kinds, |checker, scope| checker.formula(scope, body))?;
                Some(join(*all, cases))
            }
            ExprKind::Knowledge { kind, group, body } => {
                let group = self.group(scope, *kind, group, expr.span);
                let body = self.formula(scope, body);
                Some(Formula::Knowledge(*kind, group?, Box::new(body?)))
            }
            ExprKind::Member(owner, member) => match self.label(scope, owner, member) {
                Some((who, command)) => {
                    self.spend(1, expr.span)?;
                    Some(Formula::Label { instance: who.instance, command })
                }
                None => self.state(scope, expr),
            },
            ExprKind::Name(name) => match self.progress(scope, name) {
                Some(progress) => Some(progress),
                None => self.state(scope, expr),
            },
            _ => self.state(scope, expr),
        }
    }

    fn state(&mut self, scope: &Scope, expr: &Expr) -> Option<Formula> {
        Some(Formula::State(self.boolean(scope, expr, "a formula")?))
    }

    fn prefixed(
        &mut self,
        scope: &Scope,
        whole: &Expr,
        inner: &Expr,
        build: impl FnOnce(Box<Formula>) -> Formula,
    ) -> Option<Formula> {
        self.spend(1, whole.span)?;
        self.operand(scope, whole, inner).map(|inner| build(Box::new(inner)))
    }

    fn both(&mut self, scope: &Scope, whole: &Expr, a: &Expr, b: &Expr) -> Option<(Formula, Formula)> {
        self.spend(1, whole.span)?;
        let (a, b) = (self.operand(scope, whole, a), self.operand(scope, whole, b));
        Some((a?, b?))
    }

    /// An operand of a temporal operator or a connective, which must be true or false.
    fn operand(&mut self, scope: &Scope, whole: &Expr, inner: &Expr) -> Option<Formula> {
        let is_leaf = temporal::parts(inner).is_empty() && !self.is_formula(scope, inner);
        if !is_leaf {
            return self.formula(scope, inner);
        }
        let operator = match &whole.kind {
            ExprKind::Binary(op, ..) => Some(operator_text(*op)),
            _ => temporal::operator(whole),
        };
        let what = operator.map_or("a formula".to_string(), |sign| format!("an operand of `{sign}`"));
        Some(Formula::State(self.boolean(scope, inner, &what)?))
    }

    /// Whether an expression is a formula about runs rather than a value of the moment.
    fn is_formula(&self, scope: &Scope, expr: &Expr) -> bool {
        let here = match &expr.kind {
            ExprKind::Member(owner, member) => self.label(scope, owner, member).is_some(),
            ExprKind::Name(name) => self.progress(scope, name).is_some(),
            _ => temporal::operator(expr).is_some(),
        };
        here || temporal::parts(expr).into_iter().any(|part| self.is_formula(scope, part))
    }

    /// `owner-member`, if that is the label of a command; nothing is reported if it is not.
    fn label(&self, scope: &Scope, owner: &Name, member: &Name) -> Option<(Who, usize)> {
        let (who, kinds) = match (innermost(scope, &owner.text), self.names.global(&owner.text)) {
            (Some(bound), _) => (bound.who, bound.kinds.to_vec()),
            (None, Some(Global::Instance(instance))) => {
                let agent = self.names.agent_of[instance]?;
                (Who { agent, instance }, vec![agent])
            }
            _ => return None,
        };
        let is_bool = |kind: &usize| {
            let member = self.member_of(*kind, &member.text);
            member.is_some_and(|member| self.member_type(*kind, member) == Some(hir::Type::Bool))
        };
        match self.member_of(who.agent, &member.text)? {
            found @ Member::Label(command) if kinds.iter().all(is_bool) => {
                let owned_by = innermost(scope, &owner.text).map(|bound| bound.name.span);
                match owned_by {
                    Some(bound) => resolved(owner.span, bound),
                    None => drop(self.names.meaning(&owner.text, owner.span)),
                }
                self.resolved_member(who.agent, Some(found), member.span);
                Some((who, command))
            }
            _ => None,
        }
    }

    /// `progress`, `deadlock` and, in the legacy dialect, `keep-all`, unless something else is called so.
    fn progress(&self, scope: &Scope, name: &str) -> Option<Formula> {
        if innermost(scope, name).is_some() || self.names.global(name).is_some() {
            return None;
        }
        match name {
            "progress" | "PROGRESS" => Some(Formula::Progress),
            "deadlock" | "DEADLOCK" => Some(not(Formula::Progress)),
            "keep-all" if self.model.dialect == Dialect::Legacy => Some(Formula::KeepAll),
            _ => None,
        }
    }

    fn observation(&mut self, scope: &Scope, expr: &Expr) -> Option<Observation> {
        let scope = scope.at(Place::Observation);
        let condition = self.boolean(&scope, expr, "an observation")?;
        Some(Observation { condition, text: self.observation_text(&scope, expr) })
    }

    /// The text of an observation with the names of instances in place of quantified ones.
    fn observation_text(&self, scope: &Scope, expr: &Expr) -> String {
        let mut replaced = Vec::new();
        let mut todo = vec![expr];
        while let Some(part) = todo.pop() {
            let name = match &part.kind {
                ExprKind::Name(name) => Some((name.as_str(), part.span)),
                ExprKind::Member(owner, _) | ExprKind::ControlState(owner) => {
                    Some((owner.text.as_str(), owner.span))
                }
                _ => None,
            };
            if let Some((bound, span)) = name.and_then(|(name, span)| Some((innermost(scope, name)?, span))) {
                replaced.push((span, self.names.instances[bound.who.instance].name.text.as_str()));
            }
            todo.extend(temporal::parts(part));
        }
        replaced.sort_unstable();
        let mut text = String::new();
        let mut at = expr.span.start;
        for (span, instance) in replaced {
            text += self.source.slice(Span { start: at, end: span.start });
            text += instance;
            at = span.end;
        }
        text += self.source.slice(Span { start: at, end: expr.span.end });
        one_line(&text)
    }

    /// The cases of a quantifier, one for each instance; none, with a warning, if there are no such
    /// instances.
    pub(super) fn over_agents<T>(
        &mut self,
        scope: &Scope,
        var: &Name,
        kinds: &AgentKinds,
        mut case: impl FnMut(&mut Self, &Scope) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.spend(1, var.span)?;
        let outer = innermost(scope, &var.text).map(|bound| bound.name.span);
        self.names.check_quantified(var, outer, &mut self.found);
        let agents: Vec<usize> = match kinds {
            AgentKinds::Any(_) => (0..self.names.agents.len()).collect(),
            AgentKinds::Types(names) => {
                let agents: Vec<_> =
                    names.iter().map(|name| self.names.agent_type(name, &mut self.found)).collect();
                agents.into_iter().collect::<Option<_>>()?
            }
        };
        // `Agent` means those that there are: a type without instances does not matter for it.
        let kinds: Vec<usize> = match kinds {
            AgentKinds::Any(_) => {
                agents.into_iter().filter(|agent| self.names.instances_of(*agent).next().is_some()).collect()
            }
            AgentKinds::Types(_) => agents,
        };
        let mut bound = scope.bound.to_vec();
        let mut with = |checker: &mut Self, who: Who| {
            bound.push(Bound { name: var, kinds: &kinds, who });
            let result = case(checker, &Scope { bound: &bound, ..*scope });
            bound.pop();
            result
        };
        let all: Vec<Who> = (0..self.names.agent_of.len())
            .filter_map(|instance| Some(Who { agent: self.names.agent_of[instance]?, instance }))
            .filter(|who| kinds.contains(&who.agent))
            .collect();
        if all.is_empty() {
            let message = format!("`{}` ranges over nothing: there are no such instances", var.text);
            self.found.push(
                Diagnostic::warning("rcheck::empty-quantifier", var.span, message)
                    .explain("`forall` is then true and `exists` is false"),
            );
            // Still say what is wrong with the body; the result, about no instance, is not used.
            if !self.names.agent_of.is_empty() {
                for &agent in &kinds {
                    with(self, Who { agent, instance: 0 })?;
                }
            }
            return Some(Vec::new());
        }
        let cases: Vec<Option<T>> = all.into_iter().map(|who| with(self, who)).collect();
        cases.into_iter().collect()
    }

    /// The instances whose knowledge or ability is meant.
    fn group(&mut self, scope: &Scope, kind: Knowledge, group: &[Name], span: Span) -> Option<Vec<usize>> {
        let mut list = Vec::new();
        for name in group {
            let quantified = innermost(scope, &name.text).map(|bound| {
                resolved(name.span, bound.name.span);
                bound.who.instance
            });
            let global = if quantified.is_none() { self.names.meaning(&name.text, name.span) } else { None };
            match (quantified, global) {
                (Some(instance), _) | (None, Some(Global::Instance(instance))) => list.push(instance),
                (None, Some(Global::Agent(agent))) => list.extend(self.names.instances_of(agent)),
                _ if name.text == "Agent" => list.extend(0..self.names.instances.len()),
                _ => {
                    let known = |global| matches!(global, Global::Instance(_) | Global::Agent(_));
                    let error =
                        self.names.not_a(name, "an instance or agent type", self.names.globals_that(known));
                    let quantified = scope.bound.iter().map(|bound| bound.name.text.as_str());
                    self.found.push(match nearest(&name.text, quantified) {
                        Some(near) => error.suggest(near),
                        None => error,
                    });
                    return None;
                }
            }
        }
        list.sort_unstable();
        list.dedup();
        let problem = match (kind, list.len()) {
            (Knowledge::One, 1) => return Some(list),
            (Knowledge::One, n) => {
                format!("`K` is about the knowledge of exactly one instance, but these are {n}")
            }
            (Knowledge::Strategy, 0) => "the coalition is empty".to_string(),
            (_, 0) => "the group is empty".to_string(),
            _ => return Some(list),
        };
        let error = Diagnostic::error(
            "rcheck::knowledge-group",
            group.first().map_or(span, |name| name.span),
            problem,
        );
        self.found.push(match kind {
            Knowledge::One => {
                error.help("use `E`, `C` or `D` for several, or quantify: `forall k : T . K(k, …)`")
            }
            _ => error,
        });
        None
    }
}

fn not(a: Formula) -> Formula {
    match a {
        Formula::State(a) => {
            Formula::State(hir::Expr { kind: hir::ExprKind::Not(Box::new(a)), ty: hir::Type::Bool })
        }
        a => Formula::Not(Box::new(a)),
    }
}

fn connect(op: BinaryOp, a: Formula, b: Formula) -> Formula {
    match (op, a, b) {
        (_, Formula::State(a), Formula::State(b)) => {
            let kind = hir::ExprKind::Binary(op, Box::new(a), Box::new(b));
            Formula::State(hir::Expr { kind, ty: hir::Type::Bool })
        }
        (BinaryOp::And, a, b) => Formula::And(flat(a, b, |formula| match formula {
            Formula::And(list) => Ok(list),
            other => Err(other),
        })),
        (BinaryOp::Or, a, b) => Formula::Or(flat(a, b, |formula| match formula {
            Formula::Or(list) => Ok(list),
            other => Err(other),
        })),
        (BinaryOp::Implies, a, b) => connect(BinaryOp::Or, not(a), b),
        (_, a, b) => Formula::Iff(Box::new(a), Box::new(b)),
    }
}

/// The members of two formulas in one list, where they are lists of the same kind.
fn flat(a: Formula, b: Formula, members: fn(Formula) -> Result<Vec<Formula>, Formula>) -> Vec<Formula> {
    let mut list = members(a).unwrap_or_else(|one| vec![one]);
    match members(b) {
        Ok(more) => list.extend(more),
        Err(one) => list.push(one),
    }
    list
}

/// All cases of a quantifier in one formula.
fn join(all: bool, mut cases: Vec<Formula>) -> Formula {
    if cases.len() == 1 {
        return cases.remove(0);
    }
    if cases.iter().all(|case| matches!(case, Formula::State(_))) {
        let states = cases.into_iter().filter_map(|case| match case {
            Formula::State(state) => Some(state),
            _ => None,
        });
        return Formula::State(combine(all, states.collect()));
    }
    if all { Formula::And(cases) } else { Formula::Or(cases) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::types::truth;

    #[test]
    fn an_implication_of_states_stays_one_state() {
        let state = || Formula::State(truth(true));
        assert!(matches!(connect(BinaryOp::Implies, state(), state()), Formula::State(_)));
        let mixed = connect(BinaryOp::Implies, state(), Formula::Progress);
        assert!(matches!(mixed, Formula::Or(list) if list.len() == 2));
    }
}
