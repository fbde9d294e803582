//! Guards: checked once on their own, then written out wherever they are called.

use std::collections::HashMap;

use synod_syntax::{Diagnostic, Span, counted};

use super::fitting::Target;
use super::names::Global;
use super::place::Place;
use super::{Checker, Scope, temporal, walk};
use crate::ast::{self, Name};
use crate::hir::{Expr, ExprKind};

/// How deep expressions may nest once guards are written out.
const MOST_DEPTH: usize = 2_000;

/// The body of a guard, with its parameters in the place of locals.
pub(super) struct Template {
    body: Expr,
    size: usize,
    depth: usize,
}

impl Checker<'_> {
    /// Checks all guards, those that others call first.
    pub(super) fn check_guards(&mut self) {
        self.guards = self.model.guards.iter().map(|_| None).collect();
        let calls: Vec<Vec<usize>> = self.model.guards.iter().map(|guard| self.calls(&guard.body)).collect();
        let order = callees_first(&calls);
        for &guard in &order {
            self.guards[guard] = self.template(guard);
        }
        for (position, guard) in self.model.guards.iter().enumerate() {
            temporal::forbid(&guard.body, Place::GuardBody, &mut self.found);
            if !order.contains(&position) && reaches(&calls, position) {
                let message = format!("the guard `{}` calls itself", guard.name.text);
                self.found.push(
                    Diagnostic::error("rcheck::recursive-guard", guard.name.span, message)
                        .explain("a guard stands for its body, so it cannot be part of it, not even by way of other guards"),
                );
            }
        }
    }

    /// The guards that an expression calls.
    fn calls(&self, expr: &ast::Expr) -> Vec<usize> {
        let mut list = Vec::new();
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            if let ast::ExprKind::Call(name, _) = &expr.kind
                && let Some(Global::Guard(guard)) = self.names.global(&name.text)
            {
                list.push(guard);
            }
            todo.extend(temporal::parts(expr));
        }
        list
    }

    fn template(&mut self, guard: usize) -> Option<Template> {
        self.refill();
        let scope = Scope { place: Place::GuardBody, agent: None, guard: Some(guard), bound: &[] };
        let body = self.boolean(&scope, &self.model.guards[guard].body, "the body of a guard")?;
        let (size, depth) = walk::measure(&body);
        Some(Template { body, size, depth })
    }

    /// `name(args)`: the body of the guard with the arguments in place.
    pub(super) fn call(
        &mut self,
        scope: &Scope,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let Some(Global::Guard(guard)) = self.names.meaning(&name.text, name.span) else {
            let guards = self.names.globals_that(|global| matches!(global, Global::Guard(_)));
            let mut error = self.names.not_a(name, "a guard", guards);
            if args.is_empty() && self.names.anything(&name.text).is_some() {
                error =
                    error.help(format!("a name before `()` is read as a call; write `({}) ()`", name.text));
            }
            self.found.push(error);
            return None;
        };
        let params = &self.names.params[guard];
        let mut values = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            let value = self.expr(scope, arg);
            values.push(match (params.get(position), value) {
                (Some(param), Some(value)) => self.fitting(scope, Target::Parameter, param, arg, value),
                (_, value) => value,
            });
        }
        if args.len() != params.len() {
            let signature: Vec<&str> = params.iter().map(|param| param.name.text.as_str()).collect();
            let message = format!(
                "the guard `{}` takes {} but is given {}",
                name.text,
                count(params.len()),
                args.len()
            );
            self.found.push(Diagnostic::error("rcheck::wrong-number-of-arguments", span, message).label(
                self.model.guards[guard].name.span,
                format!("`{}({})`", name.text, signature.join(", ")),
            ));
            return None;
        }
        let values: Vec<Expr> = values.into_iter().collect::<Option<_>>()?;
        self.check_reads(scope, guard, span)?;
        self.write_out(guard, &values, span)
    }

    /// Reports a call at a place that cannot see what the guard reads.
    fn check_reads(&mut self, scope: &Scope, guard: usize, span: Span) -> Option<()> {
        let body = &self.guards[guard].as_ref()?.body;
        let property = walk::properties(body).first().map(|p| &self.names.properties[*p].name.text);
        let reads = |test: fn(&ExprKind) -> bool| walk::mentions(body, test);
        let place = scope.place;
        let unseen = match property {
            Some(property) if !place.sees_properties() => format!("the property variable `{property}`"),
            _ if !place.sees_channel() && reads(|kind| matches!(kind, ExprKind::CurrentChannel)) => {
                "the current channel".to_string()
            }
            _ if !place.in_agent() && reads(|kind| matches!(kind, ExprKind::Myself)) => {
                "`myself`".to_string()
            }
            _ => return Some(()),
        };
        let guard = &self.model.guards[guard].name;
        let message =
            format!("the guard `{}` reads {unseen}, which has no value {}", guard.text, place.phrase());
        let error = Diagnostic::error("rcheck::guard-not-usable-here", span, message);
        self.found.push(error.label(guard.span, "the guard"));
        None
    }

    fn write_out(&mut self, guard: usize, args: &[Expr], span: Span) -> Option<Expr> {
        let template = self.guards[guard].as_ref()?;
        let mut uses: HashMap<usize, usize> = HashMap::new();
        walk::each(&template.body, &mut |part| {
            if let ExprKind::Local(position) = part.kind {
                *uses.entry(position).or_default() += 1;
            }
        });
        let measures: Vec<(usize, usize)> = args.iter().map(walk::measure).collect();
        let copies = uses.iter().map(|(position, times)| measures[*position].0.saturating_mul(*times));
        let size = copies.fold(template.size, usize::saturating_add);
        let depth = template.depth + measures.iter().map(|measure| measure.1).max().unwrap_or(0);
        if depth > MOST_DEPTH {
            let message = "this nests too deeply once guards are written out";
            self.found.push(Diagnostic::error("rcheck::too-large", span, message));
            return None;
        }
        self.spend(size, span)?;
        let template = self.guards[guard].as_ref()?;
        Some(walk::with_locals(&template.body, args))
    }
}

fn count(arguments: usize) -> String {
    if arguments == 0 { "no arguments".into() } else { counted(arguments, "argument") }
}

/// The guards whose calls end, each after those it calls.
fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting: Vec<usize> = calls.iter().map(Vec::len).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
    for (caller, callees) in calls.iter().enumerate() {
        for callee in callees {
            callers[*callee].push(caller);
        }
    }
    let mut order: Vec<usize> = (0..calls.len()).filter(|guard| waiting[*guard] == 0).collect();
    let mut next = 0;
    while let Some(&done) = order.get(next) {
        next += 1;
        for &caller in &callers[done] {
            waiting[caller] -= 1;
            if waiting[caller] == 0 {
                order.push(caller);
            }
        }
    }
    order
}

/// Whether a guard calls itself by way of any others.
fn reaches(calls: &[Vec<usize>], guard: usize) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut todo = calls[guard].clone();
    while let Some(at) = todo.pop() {
        if at == guard {
            return true;
        }
        if !std::mem::replace(&mut seen[at], true) {
            todo.extend(&calls[at]);
        }
    }
    false
}
