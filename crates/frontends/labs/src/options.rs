//! How a model is read: parameters, scheduling, and which reading of the semantics.

/// Which accesses to stigmergic variables lead to messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantics {
    /// Every variable accessed is confirmed: also in conditions of `if` and `=>`, after `of` and in
    /// subscripts on the left.
    pub confirms_all_reads: bool,
    /// A variable that is read and assigned by the same statement is confirmed.
    pub confirms_assigned: bool,
    /// Who gets a confirmation with the stamp that it has itself propagates it.
    pub equal_answers: bool,
}

impl Semantics {
    /// As SLiVER 5 has it.
    pub const SLIVER_5: Semantics =
        Semantics { confirms_all_reads: false, confirms_assigned: false, equal_answers: false };
    /// As the formal rules of the papers have it.
    pub const PAPER: Semantics =
        Semantics { confirms_all_reads: true, confirms_assigned: true, equal_answers: true };
}

/// What happens under round robin when the agent whose turn it is can do nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocked {
    /// It waits; if nothing changes any more, the run is stuck.
    #[default]
    Discard,
    /// The turn goes to the next.
    Skip,
}

/// What becomes of runs that get stuck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deadlock {
    /// `finally`, `eventually` and `fairly` do not judge them.
    #[default]
    Ignore,
    /// The same, and their absence is one more property.
    Report,
    /// They stay where they are for ever, and are judged like all others.
    Stutter,
}

/// How a model is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Values of external parameters.
    pub parameters: Vec<(String, i64)>,
    /// Agents take turns, in the order of their ids.
    pub fair: bool,
    /// Only runs of this many steps.
    pub steps: Option<u64>,
    /// Which accesses lead to messages.
    pub semantics: Semantics,
    /// What a blocked agent does with its turn.
    pub blocked: Blocked,
    /// What becomes of runs that get stuck.
    pub deadlock: Deadlock,
    /// How many bits integers have.
    pub bits: u32,
    /// Messages are sent as part of the action that causes them.
    pub sync: bool,
    /// Up to how many agents the ranks of time stamps are counted anew with every message, and not only with every
    /// new version. The properties of a model are the same either way.
    pub renumbered_agents: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            parameters: Vec::new(),
            fair: false,
            steps: None,
            semantics: Semantics::SLIVER_5,
            blocked: Blocked::default(),
            deadlock: Deadlock::default(),
            bits: 32,
            sync: false,
            renumbered_agents: 16,
        }
    }
}
