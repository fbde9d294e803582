//! Steps and values in the words of the model.

use std::fmt;

use synod_core::{
    AgentId, CoalitionChoice, Env, ExprId, Mode, Role, Rule, Sort, State, Step, System, VarId, eval,
    show_value,
};

/// Who takes part in a step, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The agent; empty for a part that is no agent's.
    pub agent: String,
    /// The part it plays.
    pub role: Role,
    /// The label of its command.
    pub label: Option<String>,
    /// The label, or what stands for it.
    pub short: String,
    /// Its whole command.
    pub command: String,
}

/// A step, described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The name of its rule.
    pub rule: String,
    /// How the participants meet.
    pub mode: Mode,
    /// Who began it.
    pub actor: Option<String>,
    /// The other end of an exchange between two.
    pub partner: Option<String>,
    /// The channel of a message.
    pub channel: Option<String>,
    /// Whether a message is for everybody.
    pub broadcast: bool,
    /// The data exchanged: name, value and who gives it.
    pub data: Vec<(String, String, String)>,
    /// Everybody who does something.
    pub participants: Vec<Participant>,
}

impl StepText {
    /// The description of a step that was taken in a state; `None` for stuttering, and for a step that
    /// does not fit the rules of the system.
    pub fn new(system: &System, state: &State, step: &Step) -> Option<StepText> {
        let Step::Take(taken) = step else { return None };
        let rule = system.rules.get(taken.rule.0 as usize)?;
        if taken.choices.len() != rule.choices.len() || taken.alternatives.len() != rule.parts.len() {
            return None;
        }
        let env = Env { system, state, choices: &taken.choices, taken: &taken.alternatives };
        let value = |id: ExprId| match eval(&system.exprs, id, env) {
            Ok(value) => show_value(system, system.exprs.sort(id), value),
            Err(_) => "?".to_string(),
        };
        let name = |agent| system.agent(agent).name.clone();
        let seen = &rule.observation;
        let participants = std::iter::zip(&rule.parts, &taken.alternatives)
            .filter_map(|(part, pick)| {
                let action = part.alternatives.get(*pick as usize)?.action.as_ref()?;
                Some(Participant {
                    agent: part.agent.map(name).unwrap_or_default(),
                    role: action.role,
                    label: action.label.clone(),
                    short: action.short.clone(),
                    command: action.text.clone(),
                })
            })
            .collect();
        Some(StepText {
            rule: rule.name.clone(),
            mode: seen.mode,
            actor: seen.actor.map(name),
            partner: seen.partner.map(name),
            channel: seen.channel.map(value),
            broadcast: seen.broadcast.is_some_and(|id| eval(&system.exprs, id, env) == Ok(1)),
            data: seen.data.iter().map(|d| (d.name.clone(), value(d.value), name(d.from))).collect(),
            participants,
        })
    }

    /// The participants of a role.
    fn with_role(&self, role: Role) -> impl Iterator<Item = &Participant> {
        self.participants.iter().filter(move |p| p.role == role)
    }

    fn label_of(&self, role: Role) -> Option<&str> {
        self.with_role(role).next()?.label.as_deref()
    }

    /// `a = 1, b = 2`: the data given by an agent.
    fn data_from(&self, agent: Option<&str>) -> String {
        let given = self.data.iter().filter(|(_, _, from)| agent.is_none_or(|a| a == from));
        given.map(|(name, value, _)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }

    fn message(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.actor.as_deref().unwrap_or("somebody"))?;
        f.write_str(if self.broadcast { " broadcasts" } else { " sends" })?;
        if let Some(label) = self.label_of(Role::Sends) {
            write!(f, " {label}")?;
        }
        if let (false, Some(channel)) = (self.broadcast, &self.channel) {
            write!(f, " on {channel}")?;
        }
        if !self.data.is_empty() {
            write!(f, " ({})", self.data_from(None))?;
        }
        f.write_str(" → ")?;
        let receivers: Vec<String> = self.with_role(Role::Receives).map(Participant::to_string).collect();
        f.write_str(&if receivers.is_empty() { "nobody".to_string() } else { receivers.join(", ") })
    }

    fn exchange(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (getter, supplier) = (self.actor.as_deref(), self.partner.as_deref());
        write!(f, "{} gets", getter.unwrap_or("somebody"))?;
        if let Some(label) = self.label_of(Role::Gets) {
            write!(f, " {label}")?;
        }
        let asked = self.data_from(getter);
        if getter.is_some() && !asked.is_empty() {
            write!(f, ", giving {asked},")?;
        }
        write!(f, " from {}", supplier.unwrap_or("somebody"))?;
        if let Some(label) = self.label_of(Role::Supplies) {
            write!(f, " by {label}")?;
        }
        let given = self.data_from(supplier);
        if supplier.is_some() && !given.is_empty() {
            write!(f, " ({given})")?;
        }
        Ok(())
    }
}

impl StepText {
    /// What each participant does; those who do the same are named together.
    fn deeds(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let agents: Vec<&str> = self.participants.iter().map(|p| p.agent.as_str()).collect();
        if let [first, second, rest @ ..] = self.participants.as_slice()
            && rest.iter().chain([second]).all(|p| p.short == first.short)
            && !agents.contains(&"")
        {
            return write!(f, "{} do {}", agents.join(", "), first.short);
        }
        let does = |p: &Participant| match p.agent.as_str() {
            "" => p.short.clone(),
            agent => format!("{agent} does {}", p.short),
        };
        f.write_str(&self.participants.iter().map(does).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.label {
            Some(label) => write!(f, "{} ({label})", self.agent),
            None => f.write_str(&self.agent),
        }
    }
}

/// One sentence: who did what, with which data, and who took part.
impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.mode {
            Mode::Message => self.message(f),
            Mode::PointToPoint if self.with_role(Role::Gets).next().is_some() => self.exchange(f),
            Mode::Joint if !self.data.is_empty() => {
                let actions = self.data.iter().map(|(_, value, from)| format!("{from}: {value}"));
                f.write_str(&actions.collect::<Vec<_>>().join(", "))
            }
            _ if self.participants.is_empty() => f.write_str(&self.rule),
            _ => {
                self.deeds(f)?;
                if self.data.is_empty() { Ok(()) } else { write!(f, " ({})", self.data_from(None)) }
            }
        }
    }
}

/// What a group picks of a rule, in words: the actions of its members, or the step that it offers.
pub fn show_coalition_choice(system: &System, group: &[AgentId], pick: &CoalitionChoice) -> String {
    let Some(rule) = system.rules.get(pick.rule.0 as usize) else { return String::new() };
    let begins = rule.is_begun_by(group).then(|| rule.name.clone());
    let picked = pick.values.iter().filter_map(|(at, value)| show_choice(system, rule, *at as usize, *value));
    begins.into_iter().chain(picked).collect::<Vec<_>>().join(", ")
}

/// What those outside a group do in a step, in words: their actions, where all agents act at once, or else the step. Empty
/// where the group alone determines it.
pub fn show_answer(system: &System, group: &[AgentId], state: &State, step: &Step) -> Option<String> {
    let Step::Take(taken) = step else { return None };
    let rule = system.rules.get(taken.rule.0 as usize)?;
    if rule.observation.mode != Mode::Joint {
        return StepText::new(system, state, step).map(|text| text.to_string());
    }
    let is_other = |at: &usize| !rule.choices[*at].agent.is_some_and(|agent| group.contains(&agent));
    let others = (0..rule.choices.len()).filter(is_other);
    let picked = others.filter_map(|at| show_choice(system, rule, at, *taken.choices.get(at)?));
    Some(picked.collect::<Vec<_>>().join(", "))
}

fn show_choice(system: &System, rule: &Rule, at: usize, value: i64) -> Option<String> {
    let choice = rule.choices.get(at)?;
    let value = show_value(system, choice.ty.sort(), value);
    Some(match choice.agent {
        Some(agent) if rule.observation.mode == Mode::Joint => {
            format!("{}: {value}", system.agent(agent).name)
        }
        Some(agent) => format!("{}: {} = {value}", system.agent(agent).name, choice.name),
        None => format!("{} = {value}", choice.name),
    })
}

/// The name of a variable without the name of its owner in front.
pub fn short_name(system: &System, var: VarId) -> &str {
    let name = &system.var(var).name;
    let owner = system.var(var).owner.map(|owner| system.agent(owner).name.as_str());
    owner
        .and_then(|owner| name.strip_prefix(owner)?.strip_prefix(['-', '.']))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(name)
}

/// What an agent calls a variable of its own: its name without the agent's, in front or behind as in `place of Robot 1`.
pub fn local_name(system: &System, var: VarId) -> &str {
    let name = short_name(system, var);
    let owner = system.var(var).owner.map(|owner| system.agent(owner).name.as_str());
    owner.and_then(|owner| name.strip_suffix(owner)?.strip_suffix(" of ")).unwrap_or(name)
}

/// The value of a variable in a state; an array in brackets.
pub fn show_variable(system: &System, state: &State, var: VarId) -> String {
    let (slot, sort) = (system.slot(var), system.var(var).ty.sort());
    match system.var(var).len {
        None => show_value(system, sort, state[slot]),
        Some(len) => {
            let elements = &state[slot..slot + len as usize];
            let shown: Vec<String> = elements.iter().map(|v| show_value(system, sort, *v)).collect();
            format!("[{}]", shown.join(", "))
        }
    }
}

/// What an agent can do next where it stands in its program, in the words of the model, if the variable is one of its program
/// counters and counts places that have no name: `at sCall`, `at rCall or sGo`, `at the end`.
pub fn show_control(system: &System, state: &State, var: VarId) -> Option<String> {
    let value = u32::try_from(*state.get(system.slot(var))?).ok()?;
    let owner = system.agent(system.var(var).owner?);
    let thread = owner.automaton.as_ref()?.threads.iter().find(|thread| thread.state == Some(var))?;
    (system.var(var).ty.sort() == Sort::Int).then(|| format!("at {}", thread.place(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{broadcast, counter};
    use synod_core::{RuleId, Taken};

    fn text(system: &System, alternatives: Vec<u32>) -> String {
        let step = Step::Take(Taken { rule: RuleId(0), choices: vec![], alternatives });
        StepText::new(system, &vec![0; system.width()], &step).unwrap().to_string()
    }

    #[test]
    fn a_broadcast_says_who_sends_what_to_whom() {
        let mut system = broadcast();
        assert_eq!(text(&system, vec![0, 0, 1]), "s broadcasts hi (MSG = 2) → a (first), b");
        system.rules[0].observation.broadcast = Some(system.exprs.bool(false));
        assert_eq!(text(&system, vec![0, 0, 1]), "s sends hi on * (MSG = 2) → a (first), b");
        for part in &mut system.rules[0].parts[1..] {
            part.alternatives[0].action = None;
        }
        assert_eq!(text(&system, vec![0, 0, 0]), "s sends hi on * (MSG = 2) → nobody");
    }

    #[test]
    fn an_exchange_says_what_goes_each_way() {
        let mut system = broadcast();
        let rule = &mut system.rules[0];
        rule.observation.mode = Mode::PointToPoint;
        rule.observation.partner = Some(synod_core::AgentId(1));
        let mut given = rule.observation.data[0].clone();
        given.from = synod_core::AgentId(1);
        given.name = "LNK".into();
        rule.observation.data.push(given);
        std::sync::Arc::make_mut(rule.parts[0].alternatives[0].action.as_mut().unwrap()).role = Role::Gets;
        std::sync::Arc::make_mut(rule.parts[1].alternatives[0].action.as_mut().unwrap()).role =
            Role::Supplies;
        assert_eq!(text(&system, vec![0, 0, 0]), "s gets hi, giving MSG = 2, from a by first (LNK = 2)");
    }

    #[test]
    fn those_who_do_the_same_are_named_together() {
        let mut system = counter(2);
        let part = system.rules[0].parts[0].clone();
        let other = synod_core::Agent { name: "d".into(), ..system.agents[0].clone() };
        let agent = Some(system.add_agent(other));
        system.rules[0].parts.push(synod_core::Part { agent, ..part });
        assert_eq!(text(&system, vec![0, 0]), "c, d do up");
    }

    #[test]
    fn a_step_alone_names_its_command() {
        assert_eq!(text(&counter(2), vec![0]), "c does up");
    }

    #[test]
    fn names_lose_their_owner_and_arrays_show_all_elements() {
        let mut system = counter(2);
        assert_eq!(short_name(&system, VarId(0)), "n");
        system.add_var(synod_core::Variable {
            name: "list".into(),
            ty: synod_core::Type::Bool,
            len: Some(2),
            owner: None,
            span: Default::default(),
        });
        assert_eq!(short_name(&system, VarId(1)), "list");
        assert_eq!(show_variable(&system, &vec![0, 1, 0], VarId(1)), "[true, false]");
    }
}
