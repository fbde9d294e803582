//! Variables and numbers of agents.

use synod_syntax::{Diagnostic, resolved};

use super::constant::Id;
use super::{Checker, MOST_AGENTS, MOST_ELEMENTS};
use crate::ast::{self, Declaration};
use crate::model::{Init, Offset, Stigmergic, Tuple, Variable};

impl Checker<'_> {
    /// Numbers the agents: by type in alphabetical order.
    pub(super) fn spawn(&mut self) {
        let file = self.file;
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (name, count) in &file.spawn {
            if !self.agent_type(name) {
                let known: Vec<String> = file.agents.iter().map(|agent| agent.name.text.clone()).collect();
                self.unknown("labs::unknown-agent", "agent type", name, &known);
            }
            let Some(value) = self.constant(count, Id::None) else { continue };
            if value < 0 {
                let message = format!("cannot spawn {value} agents of type `{}`", name.text);
                self.diagnostics.push(Diagnostic::error("labs::negative-spawn", count.span, message));
            } else if value > MOST_AGENTS {
                let message = format!("{value} agents are too many: at most {MOST_AGENTS}");
                self.diagnostics.push(Diagnostic::error("labs::too-many-agents", count.span, message));
            } else if value == 0 {
                let message = format!("no agents of type `{}` are spawned", name.text);
                self.diagnostics.push(Diagnostic::warning("labs::zero-spawn", count.span, message));
            } else {
                counts.push((&name.text, value as usize));
            }
        }
        counts.sort_unstable();
        counts.dedup_by_key(|(name, _)| *name);
        for (name, count) in counts {
            self.ids.insert(name.to_string(), self.agents..self.agents + count);
            self.agents += count;
        }
        if self.agents as i64 > MOST_AGENTS {
            let message = format!("{} agents are too many: at most {MOST_AGENTS}", self.agents);
            let span = file.spawn.first().map(|(name, _)| name.span).unwrap_or_default();
            self.diagnostics.push(Diagnostic::error("labs::too-many-agents", span, message));
            self.agents = 0;
            self.ids.clear();
        }
    }

    pub(super) fn declare_environment(&mut self) {
        let file = self.file;
        self.environment = file.environment.iter().map(|declaration| self.declared(declaration)).collect();
    }

    pub(super) fn declare_stigmergies(&mut self) {
        let file = self.file;
        for (stigmergy, declared) in file.stigmergies.iter().enumerate() {
            for tuple in &declared.tuples {
                let mut variables = Vec::new();
                for declaration in tuple {
                    let variable = self.declared(declaration);
                    variables.push(self.stigmergic.len());
                    self.stigmergic.push(Stigmergic { variable, tuple: self.tuples.len() });
                }
                let names = tuple.iter().map(|declaration| declaration.name.text.as_str());
                let name = names.min().unwrap_or_default().to_string();
                self.tuples.push(Tuple { name, variables, stigmergy });
            }
        }
    }

    /// The attributes of each type. A name that several types use is one attribute.
    pub(super) fn declare_attributes(&mut self) -> Vec<Vec<(usize, Variable)>> {
        let file = self.file;
        let mut all = Vec::new();
        for agent in &file.agents {
            let mut own = Vec::new();
            for declaration in &agent.interface {
                let variable = self.declared(declaration);
                let position = match self.attributes.iter().position(|known| *known == variable.name) {
                    Some(position) => {
                        if self.shapes[position] != variable.sizes {
                            let message = format!(
                                "`{}` has other sizes than the attribute of that name elsewhere",
                                variable.name
                            );
                            self.diagnostics.push(Diagnostic::error(
                                "labs::attribute-shape",
                                declaration.name.span,
                                message,
                            ));
                        }
                        // One attribute, declared by several types.
                        resolved(declaration.name.span, self.first_declared[position]);
                        position
                    }
                    None => {
                        self.attributes.push(variable.name.clone());
                        self.shapes.push(variable.sizes.clone());
                        self.first_declared.push(declaration.name.span);
                        self.attributes.len() - 1
                    }
                };
                own.push((position, variable));
            }
            all.push(own);
        }
        all
    }

    /// The stigmergies that an agent takes part in.
    pub(super) fn listed(&mut self, agent: &ast::Agent) -> Vec<usize> {
        let mut list = Vec::new();
        for name in &agent.stigmergies {
            match self.file.stigmergies.iter().position(|s| s.name.text == name.text) {
                Some(position) => {
                    resolved(name.span, self.file.stigmergies[position].name.span);
                    list.push(position);
                }
                None => {
                    let known: Vec<String> =
                        self.file.stigmergies.iter().map(|s| s.name.text.clone()).collect();
                    self.unknown("labs::unknown-stigmergy", "stigmergy", name, &known);
                }
            }
        }
        list
    }

    fn declared(&mut self, declaration: &Declaration) -> Variable {
        let sizes = self.sizes(declaration);
        let init = match &declaration.init {
            ast::Init::Undefined(_) => Init::Undefined,
            ast::Init::Value(value) => Init::OneOf(vec![self.offset(value)]),
            ast::Init::OneOf(values) => Init::OneOf(values.iter().map(|value| self.offset(value)).collect()),
            ast::Init::Range(low, high) => {
                let span = low.span.to(high.span);
                let (low, high) = (self.offset(low), self.offset(high));
                if is_empty(&low, &high) {
                    self.diagnostics.push(
                        Diagnostic::error(
                            "labs::empty-range",
                            span,
                            format!("no initial value for `{}`: the range is empty", declaration.name.text),
                        )
                        .explain("a range ends just before its upper bound"),
                    );
                }
                Init::Range(low, high)
            }
        };
        Variable { name: declaration.name.text.clone(), sizes, init, span: declaration.name.span }
    }

    fn sizes(&mut self, declaration: &Declaration) -> Vec<u32> {
        let mut sizes = Vec::new();
        let mut elements: u32 = 1;
        for size in &declaration.sizes {
            let Some(value) = self.constant(size, Id::None) else {
                sizes.push(1);
                continue;
            };
            let value = match u32::try_from(value) {
                Ok(value) if value > 0 => value,
                _ => {
                    let message = format!("the array `{}` must have a positive size", declaration.name.text);
                    self.diagnostics.push(Diagnostic::error("labs::array-size", size.span, message));
                    1
                }
            };
            elements = elements.saturating_mul(value);
            sizes.push(value);
        }
        if elements > MOST_ELEMENTS {
            let message =
                format!("the array `{}` has more than {MOST_ELEMENTS} elements", declaration.name.text);
            self.diagnostics.push(Diagnostic::error("labs::array-size", declaration.name.span, message));
            sizes = vec![1; sizes.len()];
        }
        sizes
    }
}

/// Whether a range has no value for somebody.
fn is_empty(low: &Offset, high: &Offset) -> bool {
    let agents = std::iter::zip(&low.of_agent, &high.of_agent);
    agents.clone().any(|(low, high)| low >= high) || (agents.len() == 0 && low.of_nobody >= high.of_nobody)
}
