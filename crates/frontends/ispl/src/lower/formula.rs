//! Formulas of all three layers in the one tree of the core.
//!
//! In a state without successor there is no path on: `EX` and `EG` fail there, `AX` and `AF` hold, while
//! `EF`, `EU` and `AG` look at all that can be reached. The core repeats such a state for ever, so the
//! formulas say what is meant: a run that gets stuck is none.

use synod_core::{AgentId, Formula as Core};

use super::Lowering;
use crate::ast::{Formula, FormulaKind, Group, Indexed, Logic, Question};

impl Lowering<'_> {
    /// What a question asks of all runs from the initial states.
    pub(super) fn question(&mut self, question: &Question) -> Core {
        match question.logic {
            Logic::Ltl => self.of_all_runs(&question.formula),
            Logic::Ctl | Logic::CtlStar => self.formula(&question.formula),
        }
    }

    /// A formula, in the layer of linear time of all runs that do not get stuck.
    fn of_all_runs(&mut self, formula: &Formula) -> Core {
        let formula = self.formula(formula);
        // What says nothing about a path needs none.
        if formula.is_about_point() { formula } else { formula.on_infinite_runs() }
    }

    pub(super) fn formula(&mut self, formula: &Formula) -> Core {
        let mut boxed = |f: &Formula| Box::new(self.formula(f));
        match &formula.kind {
            FormulaKind::Prop(Indexed { name, .. }) => {
                let known = self.propositions.get(name.text.as_str()).copied();
                if known.is_none() {
                    let names: Vec<&str> = self.propositions.keys().copied().collect();
                    self.scope.unknown("proposition", &name.text, formula.span, names);
                }
                Core::State(known.unwrap_or_else(|| self.scope.system.exprs.bool(true)))
            }
            FormulaKind::Red(agent, red) => {
                let Some(id) = self.scope.find_agent(agent) else { return Core::And(vec![]) };
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
            FormulaKind::All(a) => all_runs(*boxed(a)),
            FormulaKind::Some(a) => all_runs(boxed(a).not()).not(),
            FormulaKind::Next(a) => Core::Next(boxed(a)),
            FormulaKind::Finally(a) => Core::Finally(boxed(a)),
            FormulaKind::Globally(a) => Core::Globally(boxed(a)),
            FormulaKind::Until(a, b) => Core::Until(boxed(a), boxed(b)),
            FormulaKind::Knows(agent, a) => {
                let known = self.fact(a);
                match self.scope.find_agent(&agent.name) {
                    Some(id) => Core::Knows(id, known),
                    None => *known,
                }
            }
            FormulaKind::Ought(agent, a) => {
                let ought = self.of_all_runs(a);
                match self.scope.find_agent(agent) {
                    // Who pools nothing sees nothing, and so looks at all states.
                    Some(id) => {
                        let green = Core::State(self.red_states(id)).not();
                        Core::DistributedKnowledge(vec![], Box::new(green.implies(ought)))
                    }
                    None => ought,
                }
            }
            FormulaKind::EverybodyKnows(group, a) => Core::EverybodyKnows(self.group(group), self.fact(a)),
            FormulaKind::Common(group, a) => Core::CommonKnowledge(self.group(group), self.fact(a)),
            FormulaKind::Distributed(group, a) => Core::DistributedKnowledge(self.group(group), self.fact(a)),
            FormulaKind::Enforces(group, a) => {
                let (group, path) = (self.group(group), self.formula(a));
                self.enforces(group, path)
            }
        }
    }

    /// In a state without successor a group has everything, if all agents can pick an action there: no
    /// pick leads to anything else. If some agent can pick none, no group has anything.
    fn enforces(&mut self, group: Vec<AgentId>, path: Core) -> Core {
        let can_pick = Core::State(self.all_can_pick);
        let vacuous = Core::And(vec![Core::Deadlock, can_pick.clone()]);
        let coalition = |path: Core| Core::Coalition(group.clone(), Box::new(path));
        match path {
            Core::Next(a) => {
                let steps = Core::And(vec![Core::Deadlock.not(), coalition(Core::Next(a))]);
                Core::Or(vec![vacuous, steps])
            }
            Core::Finally(a) => coalition(Core::Finally(Box::new(Core::Or(vec![*a, vacuous])))),
            Core::Globally(a) => {
                let goes_on = Core::Deadlock.implies(can_pick);
                coalition(Core::Globally(Box::new(Core::And(vec![*a, goes_on]))))
            }
            Core::Until(a, b) => {
                let stops = Core::And(vec![(*a).clone(), vacuous]);
                coalition(Core::Until(a, Box::new(Core::Or(vec![*b, stops]))))
            }
            other => coalition(other),
        }
    }

    /// What somebody knows.
    fn fact(&mut self, formula: &Formula) -> Box<Core> {
        Box::new(self.of_all_runs(formula))
    }

    fn red_states(&mut self, agent: AgentId) -> synod_core::ExprId {
        let red = self.scope.agents[agent.0 as usize].red;
        red.unwrap_or_else(|| self.scope.system.exprs.bool(false))
    }

    fn group(&mut self, group: &Group) -> Vec<AgentId> {
        // The reader of ISPL makes no other groups.
        let Group::Named(name) = group else { return vec![] };
        match self.groups.get(name.text.as_str()) {
            Some(members) => members.clone(),
            None => {
                let known: Vec<&str> = self.groups.keys().copied().collect();
                self.scope.unknown("group", &name.text, name.span, known);
                vec![]
            }
        }
    }
}

/// On all runs that do not get stuck; what a run that does has already violated counts too.
fn all_runs(path: Core) -> Core {
    let on_all = |path: Core| Core::AllRuns(Box::new(path));
    match path {
        point if point.is_about_point() => point,
        Core::Not(inner) => match *inner {
            Core::Next(a) if a.is_about_point() => next(a.not()),
            Core::Finally(a) if a.is_about_point() => on_all(Core::Globally(Box::new(a.not()))),
            Core::Globally(a) if a.is_about_point() => eventually(a.not()),
            Core::Until(a, b) if a.is_about_point() && b.is_about_point() => {
                // Not `E(a U b)`: nothing that can be reached through `a` is `b`.
                on_all(Core::Until(a, b).not())
            }
            other => on_all(other.not().on_infinite_runs()),
        },
        Core::Next(a) if a.is_about_point() => next(*a),
        Core::Finally(a) if a.is_about_point() => eventually(*a),
        Core::Globally(a) if a.is_about_point() => on_all(Core::Globally(a)),
        Core::Until(a, b) if a.is_about_point() && b.is_about_point() => {
            let allowed = Core::Or(vec![*a, (*b).clone()]);
            let safe = Core::Release(b.clone(), Box::new(allowed));
            let comes = Core::Finally(Box::new(Core::Or(vec![*b, Core::Deadlock])));
            on_all(Core::And(vec![safe, comes]))
        }
        other => on_all(other.on_infinite_runs()),
    }
}

/// `AX a`.
fn next(a: Core) -> Core {
    Core::Or(vec![Core::Deadlock, Core::AllRuns(Box::new(Core::Next(Box::new(a))))])
}

/// `AF a`.
fn eventually(a: Core) -> Core {
    Core::AllRuns(Box::new(Core::Finally(Box::new(Core::Or(vec![a, Core::Deadlock])))))
}
