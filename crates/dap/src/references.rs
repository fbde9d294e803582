//! Numbers under which a client asks again for what it was shown: each tells by itself what it means, in whatever state.

use synod_core::{AgentId, VarId};
use synod_session::debugging::Scope;

/// What has parts that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    Scope(Scope),
    Elements(VarId),
}

const KINDS: i64 = 8;

impl Parts {
    pub fn number(self) -> i64 {
        let (kind, of) = match self {
            Parts::Scope(Scope::Own(agent)) => (1, agent.0),
            Parts::Scope(Scope::Observed(agent)) => (2, agent.0),
            Parts::Scope(Scope::Shared) => (3, 0),
            Parts::Scope(Scope::Next) => (4, 0),
            Parts::Elements(var) => (5, var.0),
        };
        i64::from(of) * KINDS + kind
    }

    /// What a number means, of so many agents and variables.
    pub fn of(number: i64, agents: usize, variables: usize) -> Option<Parts> {
        let of = u32::try_from(number / KINDS).ok()?;
        let agent = || Some(AgentId(of)).filter(|agent| (agent.0 as usize) < agents);
        Some(match number % KINDS {
            1 => Parts::Scope(Scope::Own(agent()?)),
            2 => Parts::Scope(Scope::Observed(agent()?)),
            3 => Parts::Scope(Scope::Shared),
            4 => Parts::Scope(Scope::Next),
            5 => Parts::Elements(Some(VarId(of)).filter(|var| (var.0 as usize) < variables)?),
            _ => return None,
        })
    }
}

/// No agent has more frames.
const FRAMES: i64 = 1000;

/// The number of a frame of an agent.
pub fn frame(agent: AgentId, position: usize) -> i64 {
    thread(agent) * FRAMES + position as i64
}

/// The agent that a frame is of, of so many.
pub fn agent_of_frame(number: i64, agents: usize) -> Option<AgentId> {
    agent(number / FRAMES, agents)
}

/// The number of an agent as a thread.
pub fn thread(agent: AgentId) -> i64 {
    i64::from(agent.0) + 1
}

/// The agent that a thread is, of so many.
pub fn agent(thread: i64, agents: usize) -> Option<AgentId> {
    let position = u32::try_from(thread.checked_sub(1)?).ok()?;
    ((position as usize) < agents).then_some(AgentId(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_what_they_were_made_of_and_others_mean_nothing() {
        let all = [
            Parts::Scope(Scope::Own(AgentId(2))),
            Parts::Scope(Scope::Observed(AgentId(0))),
            Parts::Scope(Scope::Shared),
            Parts::Scope(Scope::Next),
            Parts::Elements(VarId(6)),
        ];
        for parts in all {
            assert_eq!(Parts::of(parts.number(), 3, 7), Some(parts));
        }
        for wrong in [0, -1, i64::MIN, i64::MAX, Parts::Scope(Scope::Own(AgentId(3))).number()] {
            assert_eq!(Parts::of(wrong, 3, 7), None);
        }
        assert_eq!(agent_of_frame(frame(AgentId(2), 999), 3), Some(AgentId(2)));
        assert_eq!((agent(0, 3), agent(4, 3), agent(i64::MIN, 3)), (None, None, None));
    }
}
