//! Runs in the words of a language: as events for programs, and as text.

use synod_core::{AgentId, State, System, Trace};

/// Narrates the runs of one model.
pub trait Narrator: Send + Sync {
    /// Everything that happens in a run of the system that the model was compiled to.
    fn events(&self, system: &System, trace: &Trace) -> Vec<Event>;

    /// A run as text.
    fn text(&self, system: &System, trace: &Trace, wanted: &Narration) -> String;

    /// The line that says what has become of a property.
    fn property_line(&self, property: &str, satisfied: bool) -> String;

    /// The line for the last of some states, in which no step can be taken.
    fn dead_end_line(&self, system: &System, states: &[State]) -> String;

    /// Who hears whom in a state, where the language says so by conditions on states.
    fn links(&self, _system: &System, _state: &State) -> Vec<Links> {
        Vec::new()
    }
}

/// Who hears whom in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// What links them, such as the name of a stigmergy.
    pub name: String,
    /// Who speaks and who hears.
    pub pairs: Vec<(AgentId, AgentId)>,
}

/// What is told of a run, and what with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narration<'a> {
    /// Lines to put after the state of a position, such as what has become of a property there.
    pub marks: &'a [(usize, String)],
    /// Only what these agents do, and what is nobody's; all if there are none.
    pub only: &'a [&'a str],
    /// First values that were told before, and are not told again.
    pub known: Option<&'a State>,
}

impl Narration<'_> {
    /// Whether an event is told.
    pub fn tells(&self, event: &Event) -> bool {
        let of = event.agent.as_deref();
        self.only.is_empty() || of.is_none_or(|agent| self.only.contains(&agent))
    }
}

/// Something that happens in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The step that it belongs to, from 1; `None` for the beginning.
    pub step: Option<usize>,
    /// The agent that causes it; `None` for the first values of the environment.
    pub agent: Option<String>,
    /// The event as a line.
    pub text: String,
    /// What happens.
    pub kind: EventKind,
}

/// What happens in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A variable gets a value.
    Assignment {
        /// The variable.
        variable: String,
        /// The arrow of the assignment, which tells the kind of the variable.
        arrow: &'static str,
        /// The element of an array, row by row.
        index: Option<i64>,
        /// The value; `None` for the undefined one.
        value: Option<i64>,
        /// When the value was made: later ones have greater stamps.
        stamp: Option<u64>,
        /// Who sent the value.
        from: Option<String>,
    },
    /// A message of this kind begins, or has reached everybody.
    Message {
        /// The kind of message.
        kind: &'static str,
        /// Whether this is its end.
        is_end: bool,
        /// What is sent.
        tuple: String,
    },
    /// A step that assigns nothing.
    Idle {
        /// What it does, in the words of the model.
        action: String,
    },
}

impl EventKind {
    /// The kind in one or two words, for programs.
    pub fn word(&self) -> String {
        match self {
            EventKind::Assignment { .. } => "assignment".to_string(),
            EventKind::Message { kind, is_end: false, .. } => kind.to_string(),
            EventKind::Message { kind, is_end: true, .. } => format!("end {kind}"),
            EventKind::Idle { .. } => "idle".to_string(),
        }
    }
}
