//! Agent types and instances.

use synod_syntax::Diagnostic;

use super::fitting::Target;
use super::place::Place;
use super::types::truth;
use super::{Checker, Scope, fields, temporal};
use crate::ast;
use crate::hir::{AgentType, Expr, Instance};

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
            let variable = &self.names.properties[property];
            match self.fitting(&scope, Target::Property, variable, &relabel.value, value) {
                Some(value) => list[property] = Some(value),
                None => sound = false,
            }
        }
        sound.then_some(list)
    }
}
