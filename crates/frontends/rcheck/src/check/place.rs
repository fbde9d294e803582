//! The places an expression can stand in, and what can be seen from each.

/// What a command does with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Send,
    Receive,
    Get,
    Supply,
}

impl Kind {
    /// With its article.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Kind::Send => "a send",
            Kind::Receive => "a receive",
            Kind::Get => "a get",
            Kind::Supply => "a supply",
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    GuardBody,
    AgentInit,
    InstanceInit,
    Relabel,
    ReceiveGuard,
    Precondition(Kind),
    SendGuard,
    Data(Kind),
    Update(Kind),
    GetFrom,
    SupplyTo,
    Spec,
    Observation,
    /// Under `exists(…)` or `forall(…)` in an observation.
    Receivers,
}

impl Place {
    /// Whether there is a message at hand to read.
    pub(super) fn sees_messages(self) -> bool {
        match self {
            Place::Precondition(kind) | Place::Update(kind) => kind != Kind::Send,
            Place::Observation | Place::Receivers => true,
            _ => false,
        }
    }

    /// Whether there is another agent at hand whose properties can be read.
    pub(super) fn sees_properties(self) -> bool {
        use Place::*;
        matches!(self, GuardBody | SendGuard | GetFrom | SupplyTo | Receivers)
    }

    /// Whether there is a message on a channel at hand.
    pub(super) fn sees_channel(self) -> bool {
        use Place::*;
        matches!(self, GuardBody | SendGuard | ReceiveGuard | Observation | Receivers)
    }

    /// Whether it belongs to an agent, rather than to a specification.
    pub(super) fn in_agent(self) -> bool {
        !self.in_spec()
    }

    /// Whether it belongs to a specification.
    pub(super) fn in_spec(self) -> bool {
        matches!(self, Place::Spec) || self.in_observation()
    }

    /// Whether it belongs to an observation.
    pub(super) fn in_observation(self) -> bool {
        matches!(self, Place::Observation | Place::Receivers)
    }

    /// The place in words, to go on from "there is no `x` …".
    pub(super) fn phrase(self) -> String {
        match self {
            Place::GuardBody => "in a guard".into(),
            Place::AgentInit => "in the initial condition of an agent".into(),
            Place::InstanceInit => "in the initial condition of an instance".into(),
            Place::Relabel => "in a relabelling".into(),
            Place::ReceiveGuard => "in a receive guard".into(),
            Place::Precondition(kind) => format!("in the precondition of {}", kind.phrase()),
            Place::SendGuard => "in the guard of a send".into(),
            Place::Data(kind) => format!("in the data of {}", kind.phrase()),
            Place::Update(kind) => format!("in the update of {}", kind.phrase()),
            Place::GetFrom => "in the location of a get".into(),
            Place::SupplyTo => "in the location of a supply".into(),
            Place::Spec => "in a specification".into(),
            Place::Observation | Place::Receivers => "in an observation".into(),
        }
    }
}
