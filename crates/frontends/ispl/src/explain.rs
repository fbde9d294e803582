//! Why agents cannot do what they might: which lines of their protocols apply in a state, and what the others need.

use synod_core::{AgentId, Command, Env, ExprId, Role, State, System, Type, Usage, eval_bool};
use synod_frontend::{Blocked, ClosedCommand, LanguageModel, Obstacle, falsified};
use synod_syntax::Span;

/// The protocols of a file.
#[derive(Clone, Debug, Default)]
pub struct Protocols(pub Vec<AgentProtocol>);

/// The protocol of an agent with actions.
#[derive(Clone, Debug)]
pub struct AgentProtocol {
    /// The agent.
    pub agent: AgentId,
    /// What it can do at all: an enumeration.
    pub actions: Type,
    /// Its lines; without any it is free to do anything.
    pub lines: Vec<ProtocolLine>,
}

/// A line of a protocol.
#[derive(Clone, Debug)]
pub struct ProtocolLine {
    /// Where it applies.
    pub when: ExprId,
    /// The actions that it allows.
    pub actions: Vec<String>,
    /// The line on one line.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

impl LanguageModel for Protocols {
    fn blocked(&self, system: &System, state: &State) -> Option<Vec<Blocked>> {
        Some(self.0.iter().flat_map(|protocol| protocol.actions(system, state)).collect())
    }
}

impl Protocols {
    /// The lines of protocols, to count how often they apply.
    pub fn commands(&self) -> Vec<Command> {
        let lines = self.0.iter().flat_map(|protocol| &protocol.lines);
        let command = |line: &ProtocolLine| Command {
            kind: "line of the protocol",
            text: line.text.clone(),
            span: line.span,
            usage: Usage::States(line.when),
            begins: Vec::new(),
        };
        lines.map(command).collect()
    }
}

impl AgentProtocol {
    /// All actions: those that no line allows here with what these lines need, the others with nothing against them.
    fn actions(&self, system: &System, state: &State) -> Vec<Blocked> {
        let Type::Enum(actions) = self.actions else { return Vec::new() };
        let action = |name: &String| self.action(name, system, state);
        system.enums[actions.0 as usize].values.iter().map(action).collect()
    }

    fn action(&self, name: &str, system: &System, state: &State) -> Blocked {
        let applies =
            |line: &&ProtocolLine| eval_bool(&system.exprs, line.when, Env::of(system, state)) == Ok(true);
        let lines: Vec<&ProtocolLine> =
            self.lines.iter().filter(|line| line.actions.iter().any(|action| action == name)).collect();
        let applied = lines.iter().copied().find(applies);
        let obstacles = match applied.is_some() || self.lines.is_empty() {
            true => Vec::new(),
            false => {
                let closed = |line: &&ProtocolLine| ClosedCommand {
                    agent: None,
                    command: Some(line.text.clone()),
                    span: line.span,
                    conditions: falsified(system, state, line.when),
                };
                let what = match lines.is_empty() {
                    true => "a line of its protocol, and none allows it".to_string(),
                    false => "a line of its protocol that applies".to_string(),
                };
                vec![Obstacle::Waits { what, closed: lines.iter().map(closed).collect() }]
            }
        };
        let shown = applied.or(lines.first().copied());
        Blocked {
            agent: Some(system.agent(self.agent).name.clone()),
            role: Role::Acts,
            action: name.to_string(),
            command: shown.map_or(name.to_string(), |line| line.text.clone()),
            span: shown.map(|line| line.span).unwrap_or_default(),
            obstacles,
        }
    }
}
