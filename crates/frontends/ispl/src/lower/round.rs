//! The one rule of an interpreted system: everybody picks an action that its protocol allows, and all
//! variables change at once.

use std::sync::Arc;

use synod_core::{
    Action as CoreAction, AgentId, Alternative, Choice, Datum, ExprId, Formula, Lint, Mode, Observation,
    Part, Role, Rule, Type,
};
use synod_syntax::Diagnostic;

use super::Lowering;
use crate::ast::{Agent, EvolutionLine, Semantics};
use crate::codes::UNREACHABLE_LINE;
use crate::explain::{AgentProtocol, ProtocolLine};
use crate::scope::{Line, Place};

impl<'a> Lowering<'a> {
    pub(super) fn add_round(&mut self) {
        let mut choices = Vec::new();
        let mut data = Vec::new();
        for position in 0..self.scope.agents.len() {
            if let Some(actions) = self.scope.agents[position].actions {
                self.scope.agents[position].choice = Some(choices.len() as u32);
                let agent = AgentId(position as u32);
                let name = self.scope.agents[position].name.to_string();
                choices.push(Choice { name, ty: Type::Enum(actions), agent: Some(agent) });
                let value = self.scope.action_of(position);
                data.push(Datum { name: "Action".to_string(), value, from: agent });
            }
        }
        let mut allowed = Vec::new();
        let mut parts = Vec::new();
        for position in 0..self.scope.agents.len() {
            if let Some(tree) = self.trees[position] {
                allowed.extend(self.protocol(position, tree));
                parts.extend(self.evolution(position, tree));
            }
        }
        let guard = self.scope.system.exprs.and(allowed);
        self.scope.system.add_rule(Rule {
            name: "round".to_string(),
            choices,
            guard,
            parts,
            observation: Observation { data, ..Observation::of(Mode::Joint) },
            span: Default::default(),
        });
    }

    /// When the action picked is one that the protocol allows.
    fn protocol(&mut self, position: usize, tree: &'a Agent) -> Option<ExprId> {
        let protocol = self.scope.protocol(position, &tree.protocol)?;
        // Under fairness only states on fair runs are looked at.
        let message = match self.file.fairness.is_empty() {
            true => UNREACHABLE_LINE.1,
            false => "this line of the protocol applies in no reachable state on a fair run",
        };
        let lines =
            std::iter::zip(&tree.protocol, &protocol.lines).map(|(line, (span, when))| ProtocolLine {
                when: *when,
                actions: line.actions.iter().map(|action| action.text.clone()).collect(),
                text: one_line(self.source.slice(*span)),
                span: *span,
            });
        if let Some(actions) = self.scope.agents[position].actions {
            let agent = AgentId(position as u32);
            self.protocols.0.push(AgentProtocol {
                agent,
                actions: Type::Enum(actions),
                lines: lines.collect(),
            });
        }
        self.lints.extend(protocol.lines.into_iter().map(|(span, applies)| Lint {
            code: UNREACHABLE_LINE.0,
            message: message.to_string(),
            span,
            formula: Formula::Globally(Box::new(Formula::State(applies).not())),
        }));
        Some(protocol.allowed)
    }

    fn evolution(&mut self, position: usize, tree: &'a Agent) -> Vec<Part> {
        let mut lines = Vec::new();
        for line in &tree.evolution {
            let guard = self.scope.condition(&line.when, Place::Step(position));
            let updates = self.scope.updates(position, line);
            lines.push((line, guard, updates));
        }
        match self.file.semantics {
            Semantics::MultiAssignment => self.part(position, lines).into_iter().collect(),
            Semantics::SingleAssignment => {
                let mut parts = Vec::new();
                for line in &tree.evolution {
                    if line.assigns.len() > 1 {
                        self.scope.problems.push(
                            Diagnostic::error(
                                "ispl::single-assignment",
                                line.span,
                                "with `Semantics = SingleAssignment` a line assigns one variable",
                            )
                            .help("write a line for each variable"),
                        );
                    }
                }
                let mut names: Vec<&str> = Vec::new();
                for (line, ..) in &lines {
                    let name = line.assigns[0].0.text.as_str();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                for name in names {
                    let own =
                        lines.iter().filter(|(line, ..)| line.assigns[0].0.text == name).cloned().collect();
                    parts.extend(self.part(position, own));
                }
                parts
            }
        }
    }

    /// One applicable line is taken; if none applies, nothing changes.
    fn part(&mut self, position: usize, lines: Vec<(&EvolutionLine, ExprId, Line)>) -> Option<Part> {
        if lines.is_empty() {
            return None;
        }
        let any = self.scope.system.exprs.or(lines.iter().map(|(_, guard, _)| *guard).collect::<Vec<_>>());
        let unchanged = self.scope.system.exprs.not(any);
        let mut alternatives = Vec::new();
        // An evolution needs a line: one that says nothing about what anybody does only fills the place.
        let is_filler = lines.len() == 1 && self.scope.system.exprs.choices(lines[0].1).is_empty();
        for (line, guard, evolved) in lines {
            let guard = self.scope.system.exprs.and([guard, evolved.whole]);
            let names: Vec<&str> = line.assigns.iter().map(|(name, _)| name.text.as_str()).collect();
            let action = CoreAction {
                role: Role::Acts,
                label: None,
                short: names.join(", "),
                guard: None,
                text: names.join(", "),
                span: if is_filler { Default::default() } else { line.span },
            };
            alternatives.push(Alternative {
                guard,
                updates: evolved.updates,
                action: Some(Arc::new(action)),
            });
        }
        if !self.scope.system.exprs.is_false(unchanged) {
            alternatives.push(Alternative { guard: unchanged, updates: vec![], action: None });
        }
        Some(Part { agent: Some(AgentId(position as u32)), alternatives: alternatives.into() })
    }
}

/// A line of a protocol without its semicolon.
fn one_line(text: &str) -> String {
    text.trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" ")
}
