//! Where a walk stops: before commands, where conditions become true or variables change, at violations, dead ends and faults, and
//! where the recording ends.

use synod_core::{AgentId, Step, VarId};
use synod_simulate::show_variable;

use super::{Debugger, Origin};
use crate::blocked::listing;
use crate::narration::dead_end_text;

/// How many lines say why nothing can happen.
const MOST_LINES: usize = 20;

/// Where to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// Before steps with these commands.
    pub commands: Vec<CommandStop>,
    /// Where these become true.
    pub conditions: Vec<ConditionStop>,
    /// Where these change.
    pub variables: Vec<VariableStop>,
    /// Where one of these properties is violated, or any if none is named; `None` if violations do not matter.
    pub violations: Option<Vec<String>>,
    /// Where no step can be taken though not all agents have come to their end.
    pub dead_ends: bool,
    /// Where a step meets a fault.
    pub faults: bool,
}

/// A command to stop before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandStop {
    /// What whoever asked calls it.
    pub id: i64,
    /// The commands, as [`Debugger::commands_at`] numbers them.
    pub commands: Vec<usize>,
    /// Only where this holds, as the agent says it whose command it is.
    pub condition: Option<String>,
}

/// A condition to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionStop {
    /// What whoever asked calls it.
    pub id: i64,
    /// The condition, or the name of a property that is violated.
    pub text: String,
}

/// A variable to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableStop {
    /// What whoever asked calls it.
    pub id: i64,
    /// The variable.
    pub variable: VarId,
}

/// Why a walk stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of reason.
    pub kind: ReasonKind,
    /// In one sentence.
    pub title: String,
    /// What explains it; may be empty.
    pub text: String,
    /// What whoever asked calls it.
    pub id: Option<i64>,
    /// Whom it is about.
    pub agent: Option<AgentId>,
}

/// The kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// A command comes next.
    Command,
    /// A condition has become true.
    Condition,
    /// A variable has changed.
    Variable,
    /// A property is violated.
    Violation,
    /// No step can be taken.
    DeadEnd,
    /// All agents have come to their end.
    Ended,
    /// A step meets a fault.
    Fault,
    /// The recording ends, or repeats.
    Recording,
}

impl Debugger<'_> {
    /// Why the walk stops here; empty if it goes on. What the next step is counts too, so that a walk stops before a command.
    pub fn reasons(&self) -> Vec<Reason> {
        let mut found = self.violations();
        found.extend(self.conditions());
        found.extend(self.variables_changed());
        found.extend(self.dead_end());
        found.extend(self.faults());
        found.extend(self.commands_next());
        found.extend(self.recording_ends());
        found
    }

    fn violations(&self) -> Vec<Reason> {
        let named =
            |stop: &&ConditionStop| self.model.compiled.properties.iter().any(|p| p.name == stop.text);
        let asked: Vec<&ConditionStop> = self.stops.conditions.iter().filter(named).collect();
        let violated = self.watched.violated_at(self.walk.depth());
        let is_wanted = |name: &str| match &self.stops.violations {
            Some(names) => names.is_empty() || names.iter().any(|one| one == name),
            None => false,
        };
        violated
            .filter_map(|name| {
                let own = asked.iter().find(|stop| stop.text == name);
                (own.is_some() || is_wanted(name)).then(|| Reason {
                    kind: ReasonKind::Violation,
                    title: format!("{name} is violated"),
                    text: self.last_sentence().unwrap_or_default(),
                    id: own.map(|stop| stop.id),
                    agent: None,
                })
            })
            .collect()
    }

    fn conditions(&self) -> Vec<Reason> {
        let holds = |text: &str, state| self.holds(text, None, state) == Ok(true);
        let becomes = |stop: &&ConditionStop| {
            holds(&stop.text, self.walk.state())
                && self.walk.reached().is_none_or(|(before, _)| !holds(&stop.text, before))
        };
        let reason = |stop: &ConditionStop| Reason {
            kind: ReasonKind::Condition,
            title: format!("{} holds", stop.text),
            text: String::new(),
            id: Some(stop.id),
            agent: None,
        };
        self.stops.conditions.iter().filter(becomes).map(reason).collect()
    }

    fn variables_changed(&self) -> Vec<Reason> {
        let Some((before, _)) = self.walk.reached() else { return Vec::new() };
        let (system, now) = (self.system(), self.walk.state());
        let changed =
            |stop: &&VariableStop| before[system.slots(stop.variable)] != now[system.slots(stop.variable)];
        let reason = |stop: &VariableStop| {
            let shown = |state| show_variable(system, state, stop.variable);
            let name = &system.var(stop.variable).name;
            Reason {
                kind: ReasonKind::Variable,
                title: format!("{name} has changed: {} → {}", shown(before), shown(now)),
                text: self.last_sentence().unwrap_or_default(),
                id: Some(stop.id),
                agent: system.var(stop.variable).owner,
            }
        };
        self.stops.variables.iter().filter(changed).map(reason).collect()
    }

    fn dead_end(&self) -> Option<Reason> {
        let is_asked = self.stops.dead_ends && self.walk.moves().enabled.is_empty() && !self.has_ended();
        is_asked.then(|| self.nothing_happens())
    }

    /// Why nothing can happen here.
    pub fn nothing_happens(&self) -> Reason {
        let state = std::slice::from_ref(self.walk.state());
        let (kind, title) = match self.has_ended() {
            true => (ReasonKind::Ended, dead_end_text(self.system(), self.model.narrator(), state)),
            false => (ReasonKind::DeadEnd, "a dead end: no step can be taken".to_string()),
        };
        let text = match kind {
            ReasonKind::DeadEnd => listing(self.blocked(), "", MOST_LINES, "`why` lists them all"),
            _ => String::new(),
        };
        let agent = self.blocked().iter().find_map(|step| self.system().find_agent(step.agent.as_ref()?));
        Reason { kind, title, text: text.trim_end().to_string(), id: None, agent }
    }

    fn faults(&self) -> Option<Reason> {
        let faulted = self.walk.moves().faulted.first().filter(|_| self.stops.faults)?;
        let step = Step::Take(faulted.taken.clone());
        Some(Reason {
            kind: ReasonKind::Fault,
            title: "a step meets a fault".to_string(),
            text: format!("{}: not taken, {}", self.sentence(&step), faulted.fault.describe(self.system())),
            id: None,
            agent: self.actor(&step),
        })
    }

    fn commands_next(&self) -> Vec<Reason> {
        let Some(next) = self.next() else { return Vec::new() };
        let (system, state) = (self.system(), self.walk.state());
        let reason = |stop: &CommandStop| {
            let is_next = |command: &&usize| self.commands.is_in(**command, system, state, &next.step);
            let met = *stop.commands.iter().find(is_next)?;
            let agent = self.agent_of(met, &next.step);
            // A condition that is none stops, so that it is seen.
            let holds = |text: &String| self.holds(text, agent, state) != Ok(false);
            stop.condition.as_ref().is_none_or(holds).then(|| Reason {
                kind: ReasonKind::Command,
                title: format!("next: {}", self.sentence(&next.step)),
                text: self.commands.list[met].text.clone(),
                id: Some(stop.id),
                agent,
            })
        };
        self.stops.commands.iter().filter_map(reason).collect()
    }

    /// Whose command it is in a step.
    fn agent_of(&self, command: usize, step: &Step) -> Option<AgentId> {
        let span = self.commands.list[command].span;
        let agents = (0..self.system().agents.len()).map(|position| AgentId(position as u32));
        let acts = |agent: &AgentId| self.actions_in(*agent, step).any(|action| action.span == span);
        let named = || {
            let might = self.might().iter().find(|might| might.span == span)?;
            self.system().find_agent(might.agent.as_ref()?)
        };
        agents.clone().find(acts).or_else(named)
    }

    fn recording_ends(&self) -> Option<Reason> {
        let recording = self.walk.script()?;
        let depth = self.walk.depth();
        let (title, text) = match recording.loop_start {
            None if depth + 1 == recording.states.len()
                && self.walk.state() == recording.states.last()? =>
            {
                ("the recording ends here", "")
            }
            Some(start) if depth >= recording.states.len() => {
                let length = recording.states.len() - start;
                let is_round =
                    (depth - start).is_multiple_of(length) && self.walk.state() == &recording.states[start];
                let repeats = "The recording is a loop: from here on it does the same again, for ever.";
                is_round.then_some(("the loop begins again", repeats))?
            }
            _ => return None,
        };
        // Who has left the recording hears no more of it.
        let is_on_it =
            depth == 0 || self.next().is_none_or(|next| next.origin != Origin::Random) || text.is_empty();
        is_on_it.then(|| Reason {
            kind: ReasonKind::Recording,
            title: title.to_string(),
            text: text.to_string(),
            id: None,
            agent: None,
        })
    }
}
