//! Strategies of coalitions, as in the alternating-time temporal logic of Alur, Henzinger and Kupferman (2002): written
//! down state by state, so that they can be read and checked.

use crate::display::show_formula;
use crate::property::Formula;
use crate::system::{AgentId, Mode, Rule, RuleId, Strategies, System};
use crate::trace::{State, Step};

/// Why a group can, or cannot, bring something about (see [`Formula::Coalition`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The position (in the main run) that it explains.
    pub at: usize,
    /// The members of the coalition.
    pub group: Vec<AgentId>,
    /// What it can, or cannot, bring about: a formula about runs.
    pub path: Formula,
    /// What it shows, as a sentence.
    pub shows: String,
    /// What is to be done.
    pub plan: Plan,
}

/// What one side does, whatever the other does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The group brings it about.
    Wins {
        /// Where the group begins.
        starts: Vec<State>,
        /// What the group does; in other states it does not matter.
        decisions: Vec<Decision>,
    },
    /// The others prevent it, from the position that is explained.
    Loses {
        /// What the others do in answer to whatever the group does.
        responses: Vec<Response>,
    },
    /// There is nothing to write down.
    Unwritten,
}

/// What a group does in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Where it is taken; a strategy has at most one decision a state (it is memoryless).
    pub state: State,
    /// What it picks: for each rule that no member begins and that leaves something to the group, and for
    /// the rule that it offers, if it offers one. Rules that leave nothing to the group are not named.
    pub choices: Vec<CoalitionChoice>,
}

/// The choices of a rule that are a group's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoalitionChoice {
    /// The rule whose choices they are.
    pub rule: RuleId,
    /// The value of each choice that is the group's, by position.
    pub values: Vec<(u32, i64)>,
}

/// What the others do in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Where it is given.
    pub state: State,
    /// A step for each thing that the group may pick; none if it can pick nothing.
    pub replies: Vec<Reply>,
}

/// A step in answer to what a group picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the group picks; `None` where no step can be taken and the state repeats.
    pub to: Option<CoalitionChoice>,
    /// The step that the others bring about.
    pub step: Step,
}

impl CoalitionChoice {
    /// The part of a step's choices that is a group's.
    pub fn of(group: &[AgentId], id: RuleId, rule: &Rule, choices: &[i64]) -> CoalitionChoice {
        let own = |at: &usize| rule.choices[*at].agent.is_some_and(|agent| group.contains(&agent));
        let values = (0..choices.len()).filter(own).map(|at| (at as u32, choices[at])).collect();
        CoalitionChoice { rule: id, values }
    }

    /// Whether values for the choices of its rule agree with it.
    pub fn fits(&self, choices: &[i64]) -> bool {
        self.values.iter().all(|(at, value)| choices.get(*at as usize) == Some(value))
    }
}

impl Rule {
    /// Whether a member of a group begins it.
    pub fn is_begun_by(&self, group: &[AgentId]) -> bool {
        self.observation.actor.is_some_and(|actor| group.contains(&actor))
    }

    /// Whether some of its choices are a group's.
    pub fn leaves_something_to(&self, group: &[AgentId]) -> bool {
        self.choices.iter().any(|choice| choice.agent.is_some_and(|agent| group.contains(&agent)))
    }
}

impl System {
    /// Whether nobody but a group begins a step or chooses anything.
    pub fn determines_all(&self, group: &[AgentId]) -> bool {
        let is_own = |rule: &Rule| {
            let is_member = |agent: Option<AgentId>| agent.is_some_and(|agent| group.contains(&agent));
            let begins = rule.observation.mode == Mode::Joint || is_member(rule.observation.actor);
            begins && rule.choices.iter().all(|choice| is_member(choice.agent))
        };
        self.rules.iter().all(is_own)
    }
}

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// It has a strategy.
    Wins,
    /// The others have an answer to whatever it does.
    Loses,
    /// It has no strategy, but would have one if its members saw everything.
    LacksSight,
}

/// A goal with a longer text than this is not repeated.
const LONGEST_GOAL: usize = 80;

/// What a strategy shows, as a sentence.
pub fn enforcement(system: &System, group: &[AgentId], path: &Formula, ability: Ability) -> String {
    let names: Vec<&str> = group.iter().map(|agent| system.agent(*agent).name.as_str()).collect();
    let who = if names.is_empty() { "nobody".to_string() } else { names.join(" and ") };
    let goal = show_formula(system, path);
    let goal = if goal.chars().count() > LONGEST_GOAL { "it".to_string() } else { format!("`{goal}`") };
    let is_alone = !names.is_empty() && system.determines_all(group);
    let sentence = match ability {
        Ability::Wins if is_alone => format!("{who} can enforce {goal}"),
        Ability::Loses if is_alone => {
            let they = if names.len() == 1 { "it does" } else { "they do" };
            format!("{who} cannot enforce {goal}, whatever {they}")
        }
        Ability::Wins if names.is_empty() => format!("{goal} is enforced whatever the agents do"),
        Ability::Wins => format!("{who} can enforce {goal}, whatever the others do"),
        Ability::Loses if names.is_empty() => format!("{goal} can be prevented"),
        Ability::Loses => format!("whatever {who} may do, the others can prevent {goal}"),
        Ability::LacksSight => format!(
            "{who} can enforce {goal} with perfect information, but no uniform strategy wins from all states that the coalition considers possible"
        ),
    };
    match hidden_by_fairness(system, ability) {
        Some(why) if !path.is_about_point() => format!("{sentence} (how is not shown: {why})"),
        _ => sentence,
    }
}

/// Why what one side does cannot be written down state by state, if that is because only fair runs count.
fn hidden_by_fairness(system: &System, ability: Ability) -> Option<&'static str> {
    if system.fairness.is_empty() {
        return None;
    }
    match (ability, system.strategies) {
        (Ability::LacksSight, _) | (Ability::Wins, Strategies::Fair | Strategies::Uniform) => None,
        (Ability::Loses, Strategies::Fair | Strategies::Uniform) => {
            Some("the others need memory to keep runs fair")
        }
        (_, Strategies::Unfair) => Some("it depends on which states lie on fair runs"),
    }
}
