//! Formulas of all three layers in the one tree of the core.
//!
//! A state without successor has no path on: `EX` and `EG` fail there, and `AX` and `AF` hold. The core repeats
//! such a state for ever, so the formulas say which paths are meant ([`Paths`]). What a group has there is for the
//! coalition operator itself ([`synod_core::DeadEnds::End`]).

use synod_core::{AgentId, Formula as Core};
use synod_syntax::{Diagnostic, resolved};

use super::Lowering;
use crate::ast::{Formula, FormulaKind, Group, Indexed, Logic, Name, Question};
use crate::scope::Place;

/// What path quantifiers range over where paths can get stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paths {
    /// The fixpoints of CTL: `EF`, `EU` and `AG` look at all that can be reached.
    Reachable,
    /// CTL*: infinite paths only, whatever the shape of the formula.
    Infinite,
    /// LTL: all infinite paths, whatever the shape of the formula, though no quantifier says so.
    Implicit,
}

impl<'a> Lowering<'a> {
    /// What a question asks of all runs from the initial states.
    pub(super) fn question(&mut self, question: &'a Question) -> Core {
        self.choose_paths(question);
        match question.logic {
            Logic::Ltl => self.formula(&question.formula).on_infinite_runs(),
            Logic::Ctl => self.formula(&question.formula),
            Logic::CtlStar => {
                self.check_quantified(question);
                self.formula(&question.formula)
            }
        }
    }

    /// Formulas of this question are about these paths.
    pub(super) fn choose_paths(&mut self, question: &Question) {
        self.paths = match question.logic {
            Logic::Ctl => Paths::Reachable,
            Logic::CtlStar => Paths::Infinite,
            Logic::Ltl => Paths::Implicit,
        };
    }

    /// A formula, in the layer of linear time of all runs that do not get stuck.
    fn of_all_runs(&mut self, formula: &'a Formula) -> Core {
        let formula = self.formula(formula);
        match self.paths {
            _ if !formula.is_about_point() => formula.on_infinite_runs(),
            // What says nothing about a path needs none, unless the logic is about paths.
            Paths::Reachable | Paths::Infinite => formula,
            Paths::Implicit => formula.on_live_states(),
        }
    }

    pub(super) fn formula(&mut self, formula: &'a Formula) -> Core {
        let mut boxed = |f: &'a Formula| Box::new(self.formula(f));
        match &formula.kind {
            FormulaKind::Prop(Indexed { name, .. }) => {
                let known = self.propositions.get(name.text.as_str()).copied();
                let declared = self.file.evaluation.iter().find(|(known, _)| known.text == name.text);
                if let Some((declared, _)) = declared {
                    resolved(name.span, declared.span);
                }
                if known.is_none() {
                    let names: Vec<&str> = self.propositions.keys().copied().collect();
                    self.scope.unknown("proposition", &name.text, formula.span, names);
                }
                Core::State(known.unwrap_or_else(|| self.scope.system.exprs.bool(true)))
            }
            FormulaKind::Condition(condition) => Core::State(self.scope.condition(condition, Place::Global)),
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
            FormulaKind::All(a) => {
                let path = *boxed(a);
                self.paths.all(path)
            }
            FormulaKind::Some(a) => {
                let path = *boxed(a);
                self.paths.all(path.not()).not()
            }
            FormulaKind::Next(a) => Core::Next(boxed(a)),
            FormulaKind::Finally(a) => Core::Finally(boxed(a)),
            FormulaKind::Globally(a) => Core::Globally(boxed(a)),
            FormulaKind::Until(a, b) => Core::Until(boxed(a), boxed(b)),
            FormulaKind::Knows(agent, a) => {
                let known = self.fact(a);
                match self.agent(&agent.name) {
                    Some(id) => Core::Knows(id, known),
                    None => *known,
                }
            }
            FormulaKind::Ought(agent, a) => {
                let ought = self.of_all_runs(a);
                match self.agent(agent) {
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
                let goal = boxed(a);
                Core::Coalition(self.group(group), goal)
            }
        }
    }

    /// What somebody knows.
    fn fact(&mut self, formula: &'a Formula) -> Box<Core> {
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
            Some(members) => {
                let declared = self.file.groups.iter().find(|(known, _)| known.text == name.text);
                declared.into_iter().for_each(|(declared, _)| resolved(name.span, declared.span));
                members.clone()
            }
            None => {
                if !self.is_agent_for_group(name) {
                    let known: Vec<&str> = self.groups.keys().copied().collect();
                    self.scope.unknown("group", &name.text, name.span, known);
                }
                vec![]
            }
        }
    }

    /// Complains about an agent where a group is needed.
    fn is_agent_for_group(&mut self, name: &Name) -> bool {
        let Some(agent) = self.scope.agents.iter().position(|agent| agent.name == name.text) else {
            return false;
        };
        let message = format!("`{}` is an agent, but a group is needed here", name.text);
        let problem = Diagnostic::error("ispl::unknown-name", name.span, message);
        let alone = self.file.groups.iter().map(|(group, _)| group).find(|group| {
            self.groups.get(group.text.as_str()).is_some_and(|members| *members == [AgentId(agent as u32)])
        });
        self.scope.problems.push(match alone {
            Some(group) => {
                let help = format!("write `{}`, the group of `{}` alone", group.text, name.text);
                problem.help(help).fix(name.span, &group.text)
            }
            None => problem.help(format!("name a group of it in `Groups`, such as `g = {{{}}};`", name.text)),
        });
        true
    }

    /// The agent that `K` or `O` is about.
    fn agent(&mut self, name: &Name) -> Option<AgentId> {
        let is_agent = self.scope.agents.iter().any(|agent| agent.name == name.text);
        if is_agent || !self.groups.contains_key(name.text.as_str()) {
            return self.scope.find_agent(name);
        }
        let message = format!("`{}` is a group, but one agent is needed here", name.text);
        let help = format!("write the name of an agent, or ask about the group: `GK({}, …)`", name.text);
        self.scope.problems.push(Diagnostic::error("ispl::unknown-name", name.span, message).help(help));
        None
    }
}

impl Paths {
    /// On all of these paths. Formulas of the shape of CTL stay of that shape, since fixpoints decide them faster
    /// than automata.
    fn all(self, path: Core) -> Core {
        let on_all = |path: Core| Core::AllRuns(Box::new(path));
        let is_point = Core::is_about_point;
        match path {
            point if is_point(&point) => self.on_states(point),
            Core::Next(a) if is_point(&a) => match self {
                Paths::Reachable => Core::Or(vec![Core::Deadlock, on_all(Core::Next(a))]),
                _ => on_all(Core::Next(Box::new(self.on_states(*a)))),
            },
            Core::Finally(a) if is_point(&a) => on_all(comes(*a)),
            Core::Globally(a) if is_point(&a) => on_all(Core::Globally(Box::new(self.on_states(*a)))),
            Core::Until(a, b) if is_point(&a) && is_point(&b) => {
                let allowed = self.on_states(Core::Or(vec![*a, (*b).clone()]));
                let safe = Core::Release(b.clone(), Box::new(allowed));
                on_all(Core::And(vec![safe, comes(*b)]))
            }
            Core::Not(inner) => match *inner {
                Core::Next(a) if is_point(&a) => self.all(Core::Next(Box::new(a.not()))),
                Core::Finally(a) if is_point(&a) => self.all(Core::Globally(Box::new(a.not()))),
                Core::Globally(a) if is_point(&a) => self.all(Core::Finally(Box::new(a.not()))),
                Core::Until(a, b) if is_point(&a) && is_point(&b) => {
                    // Not `E(a U b)`: no `b` from where a path goes on can be reached through `a`.
                    let reached = self.on_states(b.not()).not();
                    on_all(Core::Until(a, Box::new(reached)).not())
                }
                other => on_all(other.not().on_infinite_runs()),
            },
            other => on_all(other.on_infinite_runs()),
        }
    }

    /// What a state must satisfy for the paths through it.
    fn on_states(self, point: Core) -> Core {
        match self {
            Paths::Reachable => point,
            _ => point.on_live_states(),
        }
    }
}

/// It comes to be so, or the path gets stuck.
fn comes(a: Core) -> Core {
    Core::Finally(Box::new(Core::Or(vec![a, Core::Deadlock])))
}
