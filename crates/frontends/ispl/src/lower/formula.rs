//! Formulas of all three layers in the one tree of the core.

use synod_core::{AgentId, Formula as Core};

use super::Lowering;
use crate::ast::{Formula, FormulaKind, Name};

impl Lowering<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) -> Core {
        let mut boxed = |f: &Formula| Box::new(self.formula(f));
        match &formula.kind {
            FormulaKind::Prop(name) => {
                let known = self.propositions.get(name.as_str()).copied();
                if known.is_none() {
                    let names: Vec<&str> = self.propositions.keys().copied().collect();
                    self.unknown("proposition", name, formula.span, names);
                }
                Core::State(known.unwrap_or_else(|| self.system.exprs.bool(true)))
            }
            FormulaKind::Red(agent, red) => {
                let Some(id) = self.find_agent(agent) else { return Core::And(vec![]) };
                let state = Core::State(self.red_states(id));
                if *red { state } else { state.not() }
            }
            FormulaKind::Not(a) => boxed(a).not(),
            FormulaKind::And(list) => Core::And(list.iter().map(|f| self.formula(f)).collect()),
            FormulaKind::Or(list) => Core::Or(list.iter().map(|f| self.formula(f)).collect()),
            FormulaKind::Implies(a, b) => {
                let (a, b) = (boxed(a), boxed(b));
                a.implies(*b)
            }
            FormulaKind::All(a) => Core::AllRuns(boxed(a)),
            FormulaKind::Some(a) => Core::SomeRun(boxed(a)),
            FormulaKind::Next(a) => Core::Next(boxed(a)),
            FormulaKind::Finally(a) => Core::Finally(boxed(a)),
            FormulaKind::Globally(a) => Core::Globally(boxed(a)),
            FormulaKind::Until(a, b) => Core::Until(boxed(a), boxed(b)),
            FormulaKind::Knows(agent, a) => {
                let known = boxed(a);
                match self.find_agent(agent) {
                    Some(id) => Core::Knows(id, known),
                    None => *known,
                }
            }
            FormulaKind::Ought(agent, a) => {
                let ought = boxed(a);
                match self.find_agent(agent) {
                    // Who pools nothing sees nothing, and so looks at all states.
                    Some(id) => {
                        let green = Core::State(self.red_states(id)).not();
                        Core::DistributedKnowledge(vec![], Box::new(green.implies(*ought)))
                    }
                    None => *ought,
                }
            }
            FormulaKind::EverybodyKnows(group, a) => Core::EverybodyKnows(self.group(group), self.boxed(a)),
            FormulaKind::Common(group, a) => Core::CommonKnowledge(self.group(group), self.boxed(a)),
            FormulaKind::Distributed(group, a) => {
                Core::DistributedKnowledge(self.group(group), self.boxed(a))
            }
            FormulaKind::Enforces(group, a) => Core::Coalition(self.group(group), self.boxed(a)),
        }
    }

    fn boxed(&mut self, formula: &Formula) -> Box<Core> {
        Box::new(self.formula(formula))
    }

    fn red_states(&mut self, agent: AgentId) -> synod_core::ExprId {
        let red = self.agents[agent.0 as usize].red;
        red.unwrap_or_else(|| self.system.exprs.bool(false))
    }

    fn group(&mut self, name: &Name) -> Vec<AgentId> {
        match self.groups.get(name.text.as_str()) {
            Some(members) => members.clone(),
            None => {
                let known: Vec<&str> = self.groups.keys().copied().collect();
                self.unknown("group", &name.text, name.span, known);
                vec![]
            }
        }
    }
}
