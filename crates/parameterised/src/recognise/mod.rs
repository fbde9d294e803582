//! Families in systems of one size: when the agents of a role are interchangeable copies, there could be
//! any number of them.
//!
//! The agents of the role become a template, all others together the environment. A step that one of them
//! takes with the environment is an agent-environment action. A step of the environment that all of them
//! react to is a role-synchronous action. A step of one of them that the others react to takes two: first
//! the one and the environment say that it happens, then all take part in it. Between the two nothing but
//! that can happen, and everything that formulas can see is as before, so what is proved of formulas
//! without next-operators about what never happens is proved of the system itself.

mod build;
mod property;
mod reactions;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use synod_core::{AgentId, ExprId, Part, Property, Rule, State, System, VarId};

use crate::formula::IndexedProperty;
use crate::template::{Family, Interleaved};
use reactions::Reactions;

/// A family that was found in a system.
#[derive(Clone, Debug)]
pub struct Recognised {
    /// The family, without properties.
    pub family: Family<Interleaved>,
    /// For each property of the system what it asks of the family, or why that cannot be said.
    pub properties: Vec<Result<IndexedProperty, String>>,
    /// Whether there are local states, if they come together, in which a step is not taken because of a fault.
    pub meets_faults: bool,
}

/// A property of a system, to be asked for any number of agents of a role.
#[derive(Clone, Debug)]
pub struct Asked<'p> {
    /// The property, with its quantifiers written out for the agents of the system.
    pub property: &'p Property,
    /// Of how many agents of the role it speaks at once, by name or through quantifiers; or why that cannot
    /// be said. See [`synod_core::QuantifierPrefix`].
    pub agents: Result<usize, String>,
}

/// Why there cannot be any number of agents of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// There is no such role.
    NoRole {
        /// The roles there are.
        roles: Vec<String>,
    },
    /// There is one agent only, which does not show how two would act on each other.
    OneAgent(String),
    /// The agents have different variables.
    DifferentVariables(String, String),
    /// Agents, or the system, can start in several ways.
    SeveralStarts {
        /// A variable whose first value is open.
        variable: String,
    },
    /// The system cannot start.
    NoStart,
    /// Agents start differently.
    DifferentStarts(String, String),
    /// Two agents of the role exchange something.
    Exchange {
        /// The step.
        step: String,
    },
    /// A step looks at several agents at once, besides the one that takes it.
    Entangled {
        /// The step.
        step: String,
    },
    /// What happens to one agent is not what happens to another one: somebody tells them apart.
    ToldApart(String, String),
    /// An agent can react to a step in several ways.
    SeveralReactions {
        /// The step.
        step: String,
    },
    /// A variable, or a choice of a step, has too many values.
    Unbounded {
        /// Of what.
        what: String,
    },
    /// There are too many local states.
    TooLarge,
    /// The system has fairness conditions.
    Fairness,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unmet::NoRole { roles } => write!(f, "there is no such role; there are {}", roles.join(", ")),
            Unmet::OneAgent(name) => write!(
                f,
                "`{name}` is the only agent of the role: a second one is needed to see how they interact"
            ),
            Unmet::DifferentVariables(a, b) => write!(f, "`{a}` and `{b}` have different variables"),
            Unmet::SeveralStarts { variable } => {
                write!(f, "`{variable}` can start with several values; there must be one initial state")
            }
            Unmet::NoStart => {
                write!(f, "the model has no initial state, so every property holds vacuously")
            }
            Unmet::DifferentStarts(a, b) => write!(f, "`{a}` and `{b}` start differently"),
            Unmet::Exchange { step } => write!(f, "`{step}` is an exchange between two agents of the role"),
            Unmet::Entangled { step } => {
                write!(f, "`{step}` looks at more than one agent of the role at once")
            }
            Unmet::ToldApart(a, b) => write!(
                f,
                "`{a}` and `{b}` are not interchangeable: their names, or what others store about them, make a difference"
            ),
            Unmet::SeveralReactions { step } => {
                write!(f, "the reaction of an agent of the role to `{step}` is nondeterministic")
            }
            Unmet::Unbounded { what } => write!(f, "{what} is unbounded, or its range is too wide"),
            Unmet::TooLarge => write!(f, "one agent, or all that is not of the role, has too many states"),
            Unmet::Fairness => write!(f, "the model has fairness conditions"),
        }
    }
}

/// The agents of a role in a system, and all the rest.
struct Shape<'s> {
    system: &'s System,
    /// The agents of the role, each with its variables, in the order of the first one's.
    copies: Vec<(AgentId, Vec<VarId>)>,
    /// The variables of all others.
    rest: Vec<VarId>,
}

/// A step, by who takes which part in it.
struct Plan<'s> {
    rule: &'s Rule,
    /// The copy that takes the step.
    actor: Option<usize>,
    /// What is asked of the actor and the rest.
    guards: Vec<ExprId>,
    /// What the actor and the rest do.
    parts: Vec<&'s Part>,
    /// For each copy what is asked of it as a bystander, and what it does.
    bystanders: Vec<(Vec<ExprId>, Option<&'s Part>)>,
}

/// Whether there could be any number of agents of a role in a system. The conditions that are not met
/// otherwise.
pub fn recognise(system: &System, asked: &[Asked], role: &str) -> Result<Recognised, Unmet> {
    if !system.fairness.is_empty() {
        return Err(Unmet::Fairness);
    }
    let shape = Shape::of(system, role)?;
    let plans = system.rules.iter().map(|rule| shape.plan(rule)).collect::<Result<Vec<_>, _>>()?;
    let (start, rest) = shape.start()?;
    let reactions = Reactions::explore(&shape, &plans, start, rest)?;
    reactions.same_for_all(&shape, &plans)?;
    build::build(&shape, &plans, &reactions, role, asked)
}

/// What a variable is called by itself: without the name of its owner in front, or behind `of`.
fn local_name(system: &System, owner: AgentId, var: VarId) -> String {
    let (name, owner) = (system.var(var).name.as_str(), system.agent(owner).name.as_str());
    let in_front = name.strip_prefix(owner).and_then(|rest| rest.strip_prefix(['-', '.']));
    let behind = || {
        let (before, after) = name.split_once(&format!(" of {owner}"))?;
        (after.is_empty() || after.starts_with(' ')).then(|| format!("{before}{after}"))
    };
    in_front.map(str::to_string).or_else(behind).unwrap_or_else(|| name.to_string())
}

/// What a step is called by itself: without the name of the one who takes it in front.
fn local_step(step: &str, actor: &str) -> String {
    let alone = step.strip_prefix(actor).and_then(|rest| rest.strip_prefix(": "));
    alone.map_or_else(|| step.replace(&format!("{actor}-"), ""), str::to_string)
}

impl<'s> Shape<'s> {
    fn of(system: &'s System, role: &str) -> Result<Self, Unmet> {
        let members: Vec<AgentId> =
            system.agent_ids().filter(|(_, agent)| agent.role == role).map(|(id, _)| id).collect();
        let Some(first) = members.first() else {
            let mut roles: Vec<String> = system.agents.iter().map(|agent| agent.role.clone()).collect();
            roles.sort();
            roles.dedup();
            return Err(Unmet::NoRole { roles });
        };
        if members.len() == 1 {
            return Err(Unmet::OneAgent(system.agent(*first).name.clone()));
        }
        let mut copies = Vec::new();
        let like = |agent: AgentId| {
            let owns = system.agent(agent).owns.iter();
            let like =
                owns.map(|id| (local_name(system, agent, *id), system.var(*id).ty, system.var(*id).len));
            like.collect::<Vec<_>>()
        };
        for member in members.iter().copied() {
            if like(member) != like(*first) {
                let name = |id: AgentId| system.agent(id).name.clone();
                return Err(Unmet::DifferentVariables(name(*first), name(member)));
            }
            copies.push((member, system.agent(member).owns.clone()));
        }
        let of_copies: BTreeSet<VarId> = copies.iter().flat_map(|(_, vars)| vars.iter().copied()).collect();
        let rest = system.var_ids().map(|(id, _)| id).filter(|id| !of_copies.contains(id)).collect();
        if let Some((_, var)) = system.var_ids().find(|(_, var)| var.ty.bounds(&system.enums).is_none()) {
            return Err(Unmet::Unbounded { what: format!("`{}`", var.name) });
        }
        Ok(Shape { system, copies, rest })
    }

    fn name(&self, copy: usize) -> String {
        self.system.agent(self.copies[copy].0).name.clone()
    }

    fn copy_of(&self, agent: AgentId) -> Option<usize> {
        self.copies.iter().position(|(id, _)| *id == agent)
    }

    fn owner(&self, var: VarId) -> Option<usize> {
        self.copies.iter().position(|(_, vars)| vars.contains(&var))
    }

    /// The copies whose variables an expression reads.
    fn reads(&self, expr: ExprId) -> BTreeSet<usize> {
        self.system.exprs.variables(expr).into_iter().filter_map(|var| self.owner(var)).collect()
    }

    /// The values of some variables in a state.
    fn values(&self, state: &State, vars: &[VarId]) -> Vec<i64> {
        let of = |var: &VarId| {
            let slot = self.system.slot(*var);
            state[slot..slot + self.system.var(*var).len.unwrap_or(1) as usize].to_vec()
        };
        vars.iter().flat_map(of).collect()
    }

    /// Puts the values of some variables into a state.
    fn put(&self, state: &mut State, vars: &[VarId], values: &[i64]) {
        let mut values = values.iter();
        for var in vars {
            let slot = self.system.slot(*var);
            for place in &mut state[slot..slot + self.system.var(*var).len.unwrap_or(1) as usize] {
                *place = values.next().copied().unwrap_or_default();
            }
        }
    }

    /// Where copies and the rest start.
    fn start(&self) -> Result<(Vec<i64>, Vec<i64>), Unmet> {
        let mut found: Vec<State> = Vec::new();
        synod_core::initial_states(self.system, 0, &mut |state| {
            found.push(state.clone());
            if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let [one, other] = found.as_slice() {
            let differs = |var: &VarId| self.values(one, &[*var]) != self.values(other, &[*var]);
            let variable = self.system.var_ids().map(|(id, _)| id).find(differs);
            let variable = variable.map_or(String::new(), |var| self.system.var(var).name.clone());
            return Err(Unmet::SeveralStarts { variable });
        }
        let state = found.pop().ok_or(Unmet::NoStart)?;
        let first = self.values(&state, &self.copies[0].1);
        for copy in 1..self.copies.len() {
            if self.values(&state, &self.copies[copy].1) != first {
                return Err(Unmet::DifferentStarts(self.name(0), self.name(copy)));
            }
        }
        Ok((first, self.values(&state, &self.rest)))
    }

    /// Who takes which part in a step.
    fn plan(&self, rule: &'s Rule) -> Result<Plan<'s>, Unmet> {
        let entangled = || Unmet::Entangled { step: rule.name.clone() };
        let involved = [rule.observation.actor, rule.observation.partner];
        let mut actors: Vec<usize> = involved.into_iter().flatten().filter_map(|a| self.copy_of(a)).collect();
        actors.dedup();
        if actors.len() > 1 {
            return Err(Unmet::Exchange { step: rule.name.clone() });
        }
        let actor = actors.first().copied();
        let mut plan = Plan {
            rule,
            actor,
            guards: Vec::new(),
            parts: Vec::new(),
            bystanders: vec![(Vec::new(), None); self.copies.len()],
        };
        let others = |expr: ExprId| {
            let mut read = self.reads(expr);
            if let Some(actor) = actor {
                read.remove(&actor);
            }
            read
        };
        for guard in self.system.exprs.conjuncts(rule.guard) {
            let read = others(guard);
            match (read.first(), read.len()) {
                (None, _) => plan.guards.push(guard),
                (Some(copy), 1) => plan.bystanders[*copy].0.push(guard),
                _ => return Err(entangled()),
            }
        }
        for part in &rule.parts {
            let copy = part.agent.and_then(|agent| self.copy_of(agent)).filter(|copy| Some(*copy) != actor);
            let exprs = part.alternatives.iter().flat_map(|a| {
                let updates = a.updates.iter().flat_map(|u| u.index.into_iter().chain([u.value]));
                updates.chain([a.guard])
            });
            let mut read: BTreeSet<usize> = exprs.flat_map(others).collect();
            // Who takes the step may change the rest as well; a bystander changes only itself.
            let mut written = part.alternatives.iter().flat_map(|a| &a.updates).map(|u| self.owner(u.var));
            let foreign = match copy {
                Some(copy) => written.any(|owner| owner != Some(copy)),
                None => written.any(|owner| owner.is_some() && owner != actor),
            };
            if let Some(copy) = copy {
                read.remove(&copy);
            }
            if !read.is_empty() || foreign {
                return Err(entangled());
            }
            match copy {
                Some(copy) if plan.bystanders[copy].1.is_some() => return Err(entangled()),
                Some(copy) => plan.bystanders[copy].1 = Some(part),
                None => plan.parts.push(part),
            }
        }
        Ok(plan)
    }
}
