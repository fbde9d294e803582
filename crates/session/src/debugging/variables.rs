//! The variables of a state, as somebody looks at them who follows an agent.

use synod_core::{AgentId, Sort, State, VarId, show_value};
use synod_simulate::{local_name, show_control, show_variable};

use super::{Debugger, Origin};

/// A part of what can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The variables of an agent.
    Own(AgentId),
    /// Those of others that an agent observes.
    Observed(AgentId),
    /// Those that are nobody's: the environment, shared memory.
    Shared,
    /// What the next step is, and what it changes.
    Next,
}

/// A value to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its name there.
    pub name: String,
    /// In the words of the model.
    pub value: String,
    /// The type, in the words of the model; empty where there is none.
    pub ty: String,
    /// The variable that it is the value of.
    pub variable: Option<VarId>,
    /// Whether it has elements.
    pub is_array: bool,
}

impl Debugger<'_> {
    /// The scopes for an agent, those with nothing in them left out.
    pub fn scopes(&self, agent: AgentId) -> Vec<Scope> {
        let all = [Scope::Own(agent), Scope::Observed(agent), Scope::Shared, Scope::Next];
        all.into_iter().filter(|scope| *scope == Scope::Next || !self.vars(*scope).is_empty()).collect()
    }

    fn vars(&self, scope: Scope) -> Vec<VarId> {
        let system = self.system();
        match scope {
            Scope::Own(agent) => system.agent(agent).owns.clone(),
            Scope::Observed(agent) => {
                let observed = system.agent(agent).observes.iter();
                let others = observed.filter(|var| system.var(**var).owner.is_some_and(|one| one != agent));
                others.copied().collect()
            }
            Scope::Shared => {
                system.var_ids().filter(|(_, var)| var.owner.is_none()).map(|(id, _)| id).collect()
            }
            Scope::Next => Vec::new(),
        }
    }

    /// What is in a scope.
    pub fn variables(&self, scope: Scope) -> Vec<Shown> {
        match scope {
            Scope::Next => self.next_step_shown(),
            Scope::Own(_) => self.vars(scope).into_iter().map(|var| self.shown(var, true)).collect(),
            _ => self.vars(scope).into_iter().map(|var| self.shown(var, false)).collect(),
        }
    }

    fn shown(&self, var: VarId, is_own: bool) -> Shown {
        let (system, state) = (self.system(), self.walk.state());
        let variable = system.var(var);
        let name = if is_own { local_name(system, var) } else { &variable.name };
        let ty = match variable.len {
            Some(len) => format!("{}[{len}]", system.show_type(variable.ty)),
            None => system.show_type(variable.ty),
        };
        Shown {
            name: name.to_string(),
            value: self.in_words(state, var),
            ty,
            variable: Some(var),
            is_array: variable.len.is_some(),
        }
    }

    fn in_words(&self, state: &State, var: VarId) -> String {
        show_control(self.system(), state, var).unwrap_or_else(|| show_variable(self.system(), state, var))
    }

    /// The elements of an array.
    pub fn elements(&self, var: VarId) -> Vec<Shown> {
        let system = self.system();
        let Some(variable) = system.vars.get(var.0 as usize) else { return Vec::new() };
        let sort: Sort = variable.ty.sort();
        let values = &self.walk.state()[system.slots(var)];
        let element = |(position, value): (usize, &i64)| Shown {
            name: format!("[{position}]"),
            value: show_value(system, sort, *value),
            ty: system.show_type(variable.ty),
            variable: None,
            is_array: false,
        };
        values.iter().enumerate().map(element).collect()
    }

    /// The variable of a name in a scope.
    pub fn find_in(&self, scope: Scope, name: &str) -> Option<VarId> {
        let found = self.variables(scope).into_iter().find(|shown| shown.name == name);
        found.and_then(|shown| shown.variable)
    }

    fn next_step_shown(&self) -> Vec<Shown> {
        let plain = |name: &str, value: String| Shown {
            name: name.to_string(),
            value,
            ty: String::new(),
            variable: None,
            is_array: false,
        };
        let Some(next) = self.next() else {
            return vec![plain("step", "none can be taken".to_string())];
        };
        let why = match next.origin {
            Origin::Undone => "as before",
            Origin::Recorded => "as recorded",
            Origin::Random => "picked at random",
        };
        let mut all = vec![plain("step", self.sentence(&next.step)), plain("why this one", why.to_string())];
        let (system, state) = (self.system(), self.walk.state());
        let changed = system.var_ids().map(|(var, _)| var);
        let changed = changed.filter(|var| state[system.slots(*var)] != next.target[system.slots(*var)]);
        all.extend(changed.map(|var| {
            let change = format!("{} → {}", self.in_words(state, var), self.in_words(&next.target, var));
            plain(&system.var(var).name, change)
        }));
        all
    }
}
