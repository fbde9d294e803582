//! Agent types and instances.

use synod_syntax::Diagnostic;

use super::place::Place;
use super::types::{Fit, fit, truth};
use super::{Checker, Scope, fields, temporal};
use crate::ast;
use crate::hir::{AgentType, Expr, Instance, Type};

/// What a value is given to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Local,
    Message,
    Property,
}

impl Checker<'_> {
    /// An agent type.
    pub(super) fn agent(&mut self, agent: usize) -> Option<AgentType> {
        let tree = &self.model.agents[agent];
        self.refill();
        for span in &tree.overridden {
            self.found.push(
                Diagnostic::warning("rcheck::overridden-section", *span, "this section has no effect")
                    .explain("when an agent repeats `init` or `receive-guard`, the last one counts")
                    .help("join the conditions with `&`, or delete this one"),
            );
        }
        let init = match &tree.init {
            Some(init) => self.condition(
                &Scope::agent(agent, Place::AgentInit),
                init,
                "the initial condition of an agent",
            ),
            None => Some(truth(true)),
        };
        let relabels = self.relabels(agent);
        let receive_guard = match &tree.receive_guard {
            Some(guard) => {
                self.condition(&Scope::agent(agent, Place::ReceiveGuard), guard, "a receive guard")
            }
            None => Some(truth(true)),
        };
        let names = &self.names.agents[agent];
        let commands: Vec<_> = names.edges.iter().map(|edge| self.command(agent, edge)).collect();
        Some(AgentType {
            name: tree.name.text.clone(),
            locals: fields(&names.locals)?,
            init: init?,
            relabels: relabels?,
            receive_guard: receive_guard?,
            commands: commands.into_iter().collect::<Option<_>>()?,
            states: names.states,
            span: tree.name.span,
        })
    }

    /// An instance.
    pub(super) fn instance(&mut self, instance: usize) -> Option<Instance> {
        let tree = &self.model.instances[instance];
        let agent = self.names.agent_of[instance]?;
        self.refill();
        let scope = Scope::agent(agent, Place::InstanceInit);
        let init = self.condition(&scope, &tree.init, "the initial condition of an instance")?;
        Some(Instance { agent, name: tree.name.text.clone(), init, span: tree.name.span })
    }

    /// A condition of an agent, without operators of LTOL.
    pub(super) fn condition(&mut self, scope: &Scope, expr: &ast::Expr, what: &str) -> Option<Expr> {
        temporal::forbid(expr, scope.place, &mut self.found);
        self.boolean(scope, expr, what)
    }

    /// A value of an agent, without operators of LTOL.
    pub(super) fn value(&mut self, scope: &Scope, expr: &ast::Expr) -> Option<Expr> {
        temporal::forbid(expr, scope.place, &mut self.found);
        self.expr(scope, expr)
    }

    fn relabels(&mut self, agent: usize) -> Option<Vec<Option<Expr>>> {
        let tree = &self.model.agents[agent];
        let scope = Scope::agent(agent, Place::Relabel);
        let mut list: Vec<Option<Expr>> = vec![None; self.names.properties.len()];
        let mut first = vec![None; list.len()];
        let mut sound = true;
        for relabel in &tree.relabels {
            let property = self.property_named(&relabel.property);
            let value = self.value(&scope, &relabel.value);
            let (Some(property), Some(value)) = (property, value) else {
                sound = false;
                continue;
            };
            if let Some(first) = first[property].replace(relabel.property.span) {
                let message = format!("`{}` is relabelled twice", relabel.property.text);
                let error = Diagnostic::error("rcheck::given-twice", relabel.property.span, message);
                self.found.push(error.label(first, "first here"));
            }
            let target = (&relabel.property, self.names.properties[property].ty);
            match self.fitting(&scope, Target::Property, target, &relabel.value, value) {
                Some(value) => list[property] = Some(value),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }

    /// `value`, if it can be given to a variable: of its type, and not surely out of its range.
    pub(super) fn fitting(
        &mut self,
        scope: &Scope,
        kind: Target,
        (target, ty): (&ast::Name, Option<Type>),
        expr: &ast::Expr,
        value: Expr,
    ) -> Option<Expr> {
        let ty = ty?;
        let name = &target.text;
        let (wanted, given) = (self.names.show(ty), self.names.show(value.ty));
        let declared = match kind {
            Target::Local => scope.agent.and_then(|agent| {
                let agent = &self.names.agents[agent];
                Some(agent.locals[agent.local(name)?].name.span)
            }),
            Target::Message | Target::Property => self.names.global_span(name),
        };
        let with_target = |diagnostic: Diagnostic| match declared {
            Some(span) => diagnostic.label(span, format!("`{name}` is declared as `{wanted}`")),
            None => diagnostic,
        };
        match fit(ty, value.ty) {
            Fit::Always => return Some(value),
            Fit::WrongType => {
                let message =
                    format!("`{name}` is of type `{wanted}` and cannot be given a value of type `{given}`");
                let error = Diagnostic::error("rcheck::type-mismatch", expr.span, message)
                    .caption(format!("`{given}`"));
                let error = self.with_declaration(with_target(error), scope, expr);
                self.found.push(error);
                return None;
            }
            Fit::Sometimes if !self.options.compat_vscode => {
                let message =
                    format!("this value may not fit `{name}`: it is in `{given}`, not always in `{wanted}`");
                let warning = Diagnostic::warning("rcheck::may-overflow", expr.span, message);
                self.found.push(with_target(warning).explain(match kind {
                    Target::Property => {
                        "senders see the value as it is, but `exists` and `forall` in observations range over the declared type only"
                    }
                    _ => "a step whose value does not fit is not taken; `--property no-fault` finds out whether that can happen",
                }));
                return Some(value);
            }
            Fit::Sometimes => {
                let message =
                    format!("this value may not fit `{name}`: it is in `{given}`, not always in `{wanted}`");
                self.found
                    .push(with_target(Diagnostic::error("rcheck::may-overflow", expr.span, message)).explain(
                    "the VSCode extension of R-CHECK rejects this even where the precondition excludes it",
                ));
            }
            Fit::Never => {
                let message = format!(
                    "this value never fits `{name}`: it is {}, not in `{wanted}`",
                    match value.ty {
                        Type::Range { lo, hi } if lo == hi => format!("`{lo}`"),
                        _ => format!("in `{given}`"),
                    }
                );
                self.found.push(with_target(Diagnostic::error("rcheck::out-of-range", expr.span, message)));
            }
        }
        None
    }
}
