//! Small random interpreted systems with dead ends of both kinds: agents without an action, and joint actions
//! without a successor. They are printed as ISPL, and stepped through here by the rules of the language.

use std::fmt::Write;

use proptest::prelude::*;

/// The local values of all agents.
pub type State = Vec<i8>;
/// The actions of all agents.
pub type Joint = Vec<usize>;

/// The names of the agents; the first is the environment.
pub const NAMES: [&str; 3] = ["Environment", "Ann", "Bob"];

#[derive(Clone, Debug)]
pub struct Game {
    pub players: Vec<Player>,
    /// Whether everybody sees the variable of the environment.
    pub shown: bool,
    /// Whether the environment has no protocol, so that it may do anything.
    pub free: bool,
    /// What each variable begins with, if that is given.
    pub first: Vec<Option<i8>>,
    /// What holds again and again: an agent and its value.
    pub fairness: Vec<(usize, i8)>,
}

/// One variable `x : 0..largest`, which its owner sees.
#[derive(Clone, Debug)]
pub struct Player {
    pub largest: i8,
    /// The actions that each value allows; maybe none.
    pub protocol: Vec<Vec<usize>>,
    /// A value of the environment with which all actions are forbidden, if it is seen.
    pub unless: Option<i8>,
    pub evolution: Vec<Line>,
}

/// `x = effect if x = own and WHO.Action = action`.
#[derive(Clone, Debug)]
pub struct Line {
    pub own: Option<i8>,
    pub who: usize,
    pub action: usize,
    pub effect: Effect,
}

#[derive(Clone, Copy, Debug)]
pub enum Effect {
    Set(i8),
    /// This may leave the range, and then the line is no way to go on.
    Add(i8),
}

/// Every agent has the actions 0 and 1.
const ALL: [usize; 2] = [0, 1];

fn effects(largest: i8) -> impl Strategy<Value = Effect> {
    prop_oneof![(0..=largest).prop_map(Effect::Set), Just(Effect::Add(1)), Just(Effect::Add(-1))]
}

fn lines(largest: i8) -> impl Strategy<Value = Line> {
    let own = prop::option::of(0..=largest);
    (own, 0..NAMES.len(), 0..ALL.len(), effects(largest)).prop_map(|(own, who, action, effect)| Line {
        own,
        who,
        action,
        effect,
    })
}

fn players() -> impl Strategy<Value = Player> {
    (1i8..=2).prop_flat_map(|largest| {
        let allowed = prop_oneof![
            1 => Just(vec![]),
            3 => Just(vec![0]),
            6 => Just(vec![0, 1]),
        ];
        let protocol = prop::collection::vec(allowed, largest as usize + 1);
        let evolution = prop::collection::vec(lines(largest), 1..4);
        let unless = prop::option::weighted(0.2, 0i8..=1);
        (protocol, unless, evolution).prop_map(move |(mut protocol, unless, evolution)| {
            // A protocol has a line.
            if protocol.iter().all(Vec::is_empty) {
                protocol[0].push(0);
            }
            Player { largest, protocol, unless, evolution }
        })
    })
}

/// Random games; with fairness conditions, if they are wanted.
pub fn games(fair: bool) -> impl Strategy<Value = Game> {
    let conditions = if fair { 1..3 } else { 0..1 };
    let players = prop::collection::vec(players(), NAMES.len());
    let first = prop::collection::vec(prop::option::weighted(0.8, 0i8..=1), NAMES.len());
    let fairness = prop::collection::vec((0..NAMES.len(), 0i8..=1), conditions);
    (players, any::<bool>(), prop::bool::weighted(0.2), first, fairness)
        .prop_map(|(players, shown, free, first, fairness)| Game { players, shown, free, first, fairness })
}

impl Line {
    fn applies(&self, own: i8, joint: &Joint) -> bool {
        self.own.is_none_or(|value| value == own) && joint[self.who] == self.action
    }
}

impl Player {
    /// The values that one step may lead to.
    fn next(&self, own: i8, joint: &Joint) -> Vec<i8> {
        let applying: Vec<&Line> = self.evolution.iter().filter(|line| line.applies(own, joint)).collect();
        if applying.is_empty() {
            return vec![own];
        }
        let value = |line: &&Line| match line.effect {
            Effect::Set(value) => value,
            Effect::Add(more) => own + more,
        };
        applying.iter().map(value).filter(|value| (0..=self.largest).contains(value)).collect()
    }
}

impl Game {
    pub fn actions(&self, agent: usize, state: &State) -> &[usize] {
        if agent == 0 && self.free {
            return &ALL;
        }
        if agent > 0 && self.shown && self.players[agent].unless == Some(state[0]) {
            return &[];
        }
        &self.players[agent].protocol[state[agent] as usize]
    }

    /// All joint actions in a state, with where each may lead.
    pub fn steps(&self, state: &State) -> Vec<(Joint, Vec<State>)> {
        let mut joints: Vec<Joint> = vec![vec![]];
        for agent in 0..self.players.len() {
            joints = product(joints, self.actions(agent, state));
        }
        let mut steps = Vec::new();
        for joint in joints {
            let mut targets: Vec<State> = vec![vec![]];
            for (player, own) in std::iter::zip(&self.players, state) {
                targets = product(targets, &player.next(*own, &joint));
            }
            steps.push((joint, targets));
        }
        steps
    }

    pub fn initial(&self) -> Vec<State> {
        let mut states: Vec<State> = vec![vec![]];
        for (player, first) in std::iter::zip(&self.players, &self.first) {
            let values: Vec<i8> = match first {
                Some(value) => vec![*value],
                None => (0..=player.largest).collect(),
            };
            states = product(states, &values);
        }
        states
    }

    /// Whether two states look the same to an agent.
    pub fn look_same(&self, agent: usize, one: &State, other: &State) -> bool {
        one[agent] == other[agent] && (!self.shown || one[0] == other[0])
    }

    /// The model as ISPL, with formulas. Groups are `gN` for the agents whose bits are set in `N`, and `pAV` says that
    /// agent `A` has the value `V`.
    pub fn text(&self, formulas: &[String]) -> String {
        let mut out = String::new();
        for (agent, player) in self.players.iter().enumerate() {
            let _ = writeln!(out, "Agent {}", NAMES[agent]);
            let section = if agent == 0 && self.shown { "Obsvars" } else { "Vars" };
            let _ = writeln!(out, "  {section}: x : 0..{}; end {section}", player.largest);
            let _ = writeln!(out, "  Actions = {{a0, a1}};\n  Protocol:");
            let unless = player.unless.filter(|_| agent > 0 && self.shown);
            let unless = unless.map(|value| format!(" and Environment.x <> {value}")).unwrap_or_default();
            let allowed = player.protocol.iter().enumerate().filter(|(_, actions)| !actions.is_empty());
            for (value, actions) in allowed.filter(|_| agent > 0 || !self.free) {
                let names: Vec<String> = actions.iter().map(|action| format!("a{action}")).collect();
                let _ = writeln!(out, "    x = {value}{unless} : {{{}}};", names.join(", "));
            }
            out.push_str("  end Protocol\n  Evolution:\n");
            for Line { own, who, action, effect } in &player.evolution {
                let effect = match effect {
                    Effect::Set(value) => value.to_string(),
                    Effect::Add(1) => "x + 1".to_string(),
                    Effect::Add(_) => "x - 1".to_string(),
                };
                let own = own.map(|value| format!("x = {value} and ")).unwrap_or_default();
                let whose = if *who == agent { String::new() } else { format!("{}.", NAMES[*who]) };
                let _ = writeln!(out, "    x = {effect} if {own}{whose}Action = a{action};");
            }
            out.push_str("  end Evolution\nend Agent\n");
        }
        out.push_str("Evaluation\n");
        for (agent, player) in self.players.iter().enumerate() {
            for value in 0..=player.largest {
                let _ = writeln!(out, "  p{agent}{value} if {}.x = {value};", NAMES[agent]);
            }
        }
        let begins = std::iter::zip(NAMES, &self.first)
            .filter_map(|(name, first)| first.map(|value| format!("{name}.x = {value}")));
        let begins: Vec<String> = begins.collect();
        let begins = if begins.is_empty() { "Ann.x = Ann.x".to_string() } else { begins.join(" and ") };
        let _ = writeln!(out, "end Evaluation\nInitStates {begins}; end InitStates\nGroups");
        for group in 1..1usize << NAMES.len() {
            let members: Vec<&str> = members(group).map(|agent| NAMES[agent]).collect();
            let _ = writeln!(out, "  g{group} = {{{}}};", members.join(", "));
        }
        out.push_str("end Groups\n");
        if !self.fairness.is_empty() {
            let conditions: Vec<String> =
                self.fairness.iter().map(|(agent, value)| format!("p{agent}{value};")).collect();
            let _ = writeln!(out, "Fairness {} end Fairness", conditions.join(" "));
        }
        let _ = writeln!(out, "Formulae\n  {};\nend Formulae", formulas.join(";\n  "));
        out
    }
}

/// The agents of a group.
pub fn members(group: usize) -> impl Iterator<Item = usize> {
    (0..NAMES.len()).filter(move |agent| group & (1 << agent) != 0)
}

/// Every beginning with every value.
fn product<T: Clone>(beginnings: Vec<Vec<T>>, values: &[T]) -> Vec<Vec<T>> {
    let longer = |beginning: &Vec<T>| {
        let beginning = beginning.clone();
        values.iter().map(move |value| {
            let mut longer = beginning.clone();
            longer.push(value.clone());
            longer
        })
    };
    beginnings.iter().flat_map(longer).collect()
}
