//! A system: agents, variables, an initial condition, and the kinds of step it can take.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_syntax::{Span, checkpoint};

use crate::alternatives::Alternatives;
use crate::eval::{Env, eval_bool};
use crate::expr::{ExprId, Exprs};
use crate::interval::Interval;
use crate::property::{Formula, StepPredicate, StepPredicateId};
use crate::ranges::Once;
use crate::trace::State;
use crate::types::{EnumId, EnumType, Type};

/// A variable of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VarId(pub u32);

/// An agent of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgentId(pub u32);

/// A rule of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleId(pub u32);

/// How the name of a variable goes on in the name of the one beside it that says whether it has a value.
pub const IS_DEFINED: &str = " is defined";

/// A variable: a scalar, or an array of fixed length.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variable {
    /// Its full name in the words of the model, such as `client-cLink`.
    pub name: String,
    /// What it, or each of its elements, holds.
    pub ty: Type,
    /// The length of an array; `None` for a scalar.
    pub len: Option<u32>,
    /// Whose it is.
    pub owner: Option<AgentId>,
    /// Where it was declared.
    pub span: Span,
}

impl Variable {
    /// The values that its type allows.
    pub fn values(&self, enums: &[EnumType]) -> Interval {
        self.ty.bounds(enums).map_or(Interval::ALL, |(lo, hi)| Interval::new(lo, hi))
    }
}

/// A participant of the system, with the variables that it owns and those that it observes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Agent {
    /// Unique in the system.
    pub name: String,
    /// The type or template it is an instance of.
    pub role: String,
    /// The variables it owns.
    pub owns: Vec<VarId>,
    /// The variables it sees: two states that agree on them are the same to it.
    pub observes: Vec<VarId>,
    /// Its control graphs, for pictures and for the words of traces.
    pub automaton: Option<Automaton>,
    /// Where it was declared.
    pub span: Span,
}

/// The control graphs of an agent: one for each of its threads, the outermost first.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Automaton {
    /// The threads; at least one.
    pub threads: Vec<ControlThread>,
}

/// The control graph of a thread of an agent.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlThread {
    /// The variable that holds the control state; `None` if that never changes.
    pub state: Option<VarId>,
    /// How many control states there are; they are numbered from 0.
    pub states: u32,
    /// The control states at the start, at least one.
    pub initial: Vec<u32>,
    /// Its edges.
    pub edges: Vec<AutomatonEdge>,
}

impl Automaton {
    /// A graph of one thread.
    pub fn of(thread: ControlThread) -> Self {
        Automaton { threads: vec![thread] }
    }
}

impl ControlThread {
    /// What can be done in a control state: the short names of the commands that leave it, with its number where another
    /// state would be called the same.
    pub fn place(&self, state: u32) -> String {
        let words = self.words(state);
        let is_taken = (0..self.states).any(|other| other != state && self.words(other) == words);
        if is_taken { format!("{words} (state {state})") } else { words }
    }

    fn words(&self, state: u32) -> String {
        const MOST: usize = 3;
        let mut names: Vec<&str> = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.from == state) {
            if !names.contains(&edge.action.short.as_str()) {
                names.push(&edge.action.short);
            }
        }
        match names.as_slice() {
            [] => "the end".to_string(),
            some if some.len() <= MOST => some.join(" or "),
            many => format!("{} or {} more", many[..MOST - 1].join(" or "), many.len() + 1 - MOST),
        }
    }
}

/// An edge of a control graph.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AutomatonEdge {
    /// From this control state.
    pub from: u32,
    /// To this one.
    pub to: u32,
    /// What is done.
    pub action: Action,
}

/// The part an agent plays in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// Sends a message.
    Sends,
    /// Receives a message.
    Receives,
    /// Asks for data from one partner.
    Gets,
    /// Gives data to one partner.
    Supplies,
    /// Does something alone or jointly.
    Acts,
}

/// Something an agent does, as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// The part the agent plays.
    pub role: Role,
    /// The label given in the model.
    pub label: Option<String>,
    /// A short name for pictures and tables: the label, or the channel.
    pub short: String,
    /// The condition of the command, as the model wrote it; `None` if it has none.
    pub guard: Option<String>,
    /// The whole command, on one line.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

/// A kind of global step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rule {
    /// A name for people, unique in the system.
    pub name: String,
    /// Fresh values the step picks.
    pub choices: Vec<Choice>,
    /// Over the current state and the choices.
    pub guard: ExprId,
    /// Each takes one enabled alternative, simultaneously. Different parts assign different variables.
    pub parts: Vec<Part>,
    /// What can be seen of the step.
    pub observation: Observation,
    /// Where the command behind it was written.
    pub span: Span,
}

/// A value picked by a step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// For people; expressions refer to a choice by its position in the rule.
    pub name: String,
    /// Where the value is from.
    pub ty: Type,
    /// Who picks it; `None` is nobody in particular.
    pub agent: Option<AgentId>,
}

/// One participant of a step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// Who it is.
    pub agent: Option<AgentId>,
    /// What it can do; the step needs one whose guard holds.
    pub alternatives: Alternatives,
}

/// One way for a part to take its share in a step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Alternative {
    /// Over the current state and the choices.
    pub guard: ExprId,
    /// Simultaneous assignments, all reading the current state. A variable is assigned at most once
    /// (an array may be assigned at several indices; the last of equal indices wins).
    pub updates: Vec<Update>,
    /// What the agent does; `None` when it stays out of the step.
    pub action: Option<Arc<Action>>,
}

/// An assignment to the next state.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Update {
    /// What is assigned; every value outside its type is a fault.
    pub var: VarId,
    /// The element, for arrays and only for these; an index outside the array is a fault.
    pub index: Option<ExprId>,
    /// Its new value, over the current state and the choices.
    pub value: ExprId,
}

/// How the participants of a step meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mode {
    /// A message on a channel, to whoever listens.
    Message,
    /// An exchange between two.
    PointToPoint,
    /// One agent alone.
    Local,
    /// All agents at once.
    Joint,
}

/// What can be seen of a step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Observation {
    /// How the participants meet.
    pub mode: Mode,
    /// Who began it: the sender, the getter.
    pub actor: Option<AgentId>,
    /// The other end of an exchange between two: the supplier.
    pub partner: Option<AgentId>,
    /// Those who take part although no part of the rule is theirs: processes that meet.
    pub parties: Vec<AgentId>,
    /// The channel of a message.
    pub channel: Option<ExprId>,
    /// For messages: whether the channel is the broadcast one, over the current state.
    pub broadcast: Option<ExprId>,
    /// The data exchanged.
    pub data: Vec<Datum>,
}

impl Observation {
    /// Whether an agent begins the step: its sender or getter, or, where nobody is that, one of those who meet.
    pub fn is_begun_by(&self, agent: AgentId) -> bool {
        match self.actor {
            Some(actor) => actor == agent,
            None => self.parties.contains(&agent),
        }
    }

    /// Nothing can be seen but how the participants meet.
    pub fn of(mode: Mode) -> Self {
        Observation {
            mode,
            actor: None,
            partner: None,
            parties: Vec::new(),
            channel: None,
            broadcast: None,
            data: Vec::new(),
        }
    }
}

/// A named value that an agent contributes to a step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Datum {
    /// Its name in the model.
    pub name: String,
    /// Its value, over the current state and the choices.
    pub value: ExprId,
    /// Who gives it.
    pub from: AgentId,
}

/// What counts as a strategy of a coalition (see [`Formula::Coalition`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strategies {
    /// The members see whole states, and win on every run, fair or not.
    Unfair,
    /// The members see whole states, and the others lose on runs that are not fair.
    #[default]
    Fair,
    /// As before, but a member sees only what it observes: it picks the same wherever it observes the
    /// same, and the strategy must win from every state that some member takes for possible.
    Uniform,
}

/// What a dead end, a state where no step can be taken, is to a coalition (see [`Formula::Coalition`]). To runs it is the
/// same in every system: they repeat it for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DeadEnds {
    /// The state repeats for ever, so that a coalition has there what the repeated state satisfies.
    #[default]
    Repeat,
    /// The game is over. No step comes of what the coalition picks, so it has succeeded; where it has nothing to pick
    /// it has not.
    End,
}

/// Committed steps: those that an agent has to take before anything else, such as passing on what it has heard.
///
/// A front end promises: the guard of each rule is a variable, and where it holds each part has an
/// alternative to take unless a condition has no value. Taking such steps only comes to an end, after which none
/// of these variables holds.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Committed {
    /// Each guarded by one variable, which says that there is something to do.
    pub rules: Vec<RuleId>,
    /// Variables to which every update, by whatever rule, gives a value that fits.
    pub fits: Vec<VarId>,
}

/// The model that engines analyse. Built by front ends with the `add_*` methods.
///
/// Runs are infinite: a state in which no rule is enabled, a dead end, repeats for ever.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct System {
    /// Its name, for titles.
    pub name: String,
    /// The expressions all ids refer to.
    pub exprs: Exprs,
    /// Enumerations.
    pub enums: Vec<EnumType>,
    /// Variables.
    pub vars: Vec<Variable>,
    /// Agents.
    pub agents: Vec<Agent>,
    /// Holds of the initial states and of no others.
    pub init: ExprId,
    /// The kinds of step.
    pub rules: Vec<Rule>,
    /// Which of the steps are committed.
    pub committed: Vec<Committed>,
    /// Predicates over steps, used by formulas.
    pub step_predicates: Vec<StepPredicate>,
    /// Where this holds all agents have come to their end: that nothing can be done then is no deadlock to
    /// those who ask for one. `None` if the language knows no such end.
    pub ended: Option<ExprId>,
    /// Conditions on states that hold infinitely often on the runs that count. States on no such run
    /// count for nobody's knowledge. Evaluated without fairness themselves.
    pub fairness: Vec<Formula>,
    /// How coalitions choose.
    pub strategies: Strategies,
    /// What coalitions have where no step can be taken.
    pub dead_ends: DeadEnds,
    /// Conditions that the text of the model calls otherwise than what they come to, with what it writes.
    pub written: Vec<(ExprId, String)>,
    slots: Vec<usize>,
    width: usize,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) ranges: Once,
}

impl System {
    /// A system with nothing in it.
    pub fn new(name: impl Into<String>) -> Self {
        let mut exprs = Exprs::new();
        let init = exprs.bool(true);
        System {
            name: name.into(),
            exprs,
            enums: Vec::new(),
            vars: Vec::new(),
            agents: Vec::new(),
            init,
            rules: Vec::new(),
            committed: Vec::new(),
            step_predicates: Vec::new(),
            ended: None,
            fairness: Vec::new(),
            strategies: Strategies::default(),
            dead_ends: DeadEnds::default(),
            written: Vec::new(),
            slots: Vec::new(),
            width: 0,
            ranges: Once::default(),
        }
    }

    /// Notes what the text of the model writes for a condition. What is true or false anywhere is called so.
    pub fn write_as(&mut self, condition: ExprId, text: &str) {
        if self.exprs.as_const(condition).is_none() && self.written(condition).is_none() {
            self.written.push((condition, text.to_string()));
        }
    }

    /// What the text of the model writes for a condition.
    pub fn written(&self, condition: ExprId) -> Option<&str> {
        let known = self.written.iter().find(|(known, _)| *known == condition);
        known.map(|(_, text)| text.as_str())
    }

    /// Adds an enumeration.
    pub fn add_enum(&mut self, name: impl Into<String>, values: Vec<String>) -> EnumId {
        self.enums.push(EnumType { name: name.into(), values });
        EnumId(self.enums.len() as u32 - 1)
    }

    /// Adds a variable; if it has an owner, the owner owns and observes it.
    pub fn add_var(&mut self, var: Variable) -> VarId {
        checkpoint();
        let id = VarId(self.vars.len() as u32);
        self.exprs.declare(var.ty.sort());
        self.slots.push(self.width);
        self.width += var.len.unwrap_or(1) as usize;
        if let Some(owner) = var.owner {
            let owner = &mut self.agents[owner.0 as usize];
            owner.owns.push(id);
            owner.observes.push(id);
        }
        self.vars.push(var);
        id
    }

    /// Adds an agent.
    pub fn add_agent(&mut self, agent: Agent) -> AgentId {
        self.agents.push(agent);
        AgentId(self.agents.len() as u32 - 1)
    }

    /// Adds a rule.
    pub fn add_rule(&mut self, rule: Rule) -> RuleId {
        checkpoint();
        self.rules.push(rule);
        RuleId(self.rules.len() as u32 - 1)
    }

    /// Gives rules different names: those whose name is taken by an earlier one get a number.
    pub fn name_rules_apart(&mut self) {
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        for rule in &mut self.rules {
            let first = rule.name.clone();
            while !taken.insert(rule.name.clone()) {
                let number = numbers.entry(first.clone()).or_insert(1);
                *number += 1;
                rule.name = format!("{first} ({number})");
            }
        }
    }

    /// Adds a predicate over steps.
    pub fn add_step_predicate(&mut self, predicate: StepPredicate) -> StepPredicateId {
        self.step_predicates.push(predicate);
        StepPredicateId(self.step_predicates.len() as u32 - 1)
    }

    /// Panics if there is none of this id.
    pub fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.0 as usize]
    }

    /// Whether all agents have come to their end in a state, where the language knows ends.
    pub fn has_ended(&self, state: &State) -> bool {
        self.ended.is_some_and(|ended| eval_bool(&self.exprs, ended, Env::of(self, state)) == Ok(true))
    }

    /// The expressions that a formula reads in states and in steps.
    pub fn expressions_of(&self, formula: &Formula) -> Vec<ExprId> {
        let mut found = Vec::new();
        formula.any(&mut |part| {
            match part {
                Formula::State(id) => found.push(*id),
                Formula::Step(predicate) | Formula::Arrived(predicate) => {
                    found.extend(self.step_predicates[predicate.0 as usize].cases.values());
                }
                _ => {}
            }
            false
        });
        found
    }

    /// Panics if there is none of this id.
    pub fn agent(&self, id: AgentId) -> &Agent {
        &self.agents[id.0 as usize]
    }

    /// Panics if there is none of this id.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }

    /// The rules with their ids.
    pub fn rule_ids(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter().enumerate().map(|(i, rule)| (RuleId(i as u32), rule))
    }

    /// The variables with their ids.
    pub fn var_ids(&self) -> impl Iterator<Item = (VarId, &Variable)> {
        self.vars.iter().enumerate().map(|(i, var)| (VarId(i as u32), var))
    }

    /// The agents with their ids.
    pub fn agent_ids(&self) -> impl Iterator<Item = (AgentId, &Agent)> {
        self.agents.iter().enumerate().map(|(i, agent)| (AgentId(i as u32), agent))
    }

    /// The place of a variable in a [`crate::State`]; an array has its elements from there on.
    pub fn slot(&self, var: VarId) -> usize {
        self.slots[var.0 as usize]
    }

    /// Where a variable's values are in a [`crate::State`].
    pub fn slots(&self, var: VarId) -> std::ops::Range<usize> {
        let first = self.slot(var);
        first..first + self.var(var).len.unwrap_or(1) as usize
    }

    /// How many values a [`crate::State`] has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The agent of a name.
    pub fn find_agent(&self, name: &str) -> Option<AgentId> {
        self.agent_ids().find(|(_, a)| a.name == name).map(|(id, _)| id)
    }

    /// The variable of a full name.
    pub fn find_var(&self, name: &str) -> Option<VarId> {
        self.var_ids().find(|(_, v)| v.name == name).map(|(id, _)| id)
    }

    /// A type in words.
    pub fn show_type(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "bool".to_string(),
            Type::Enum(id) => self.enums[id.0 as usize].name.clone(),
            Type::Range { lo, hi } => format!("{lo}..{hi}"),
            Type::Int => "int".to_string(),
        }
    }

    /// Whether some variable is an unbounded integer.
    pub fn has_unbounded(&self) -> bool {
        self.vars.iter().any(|v| v.ty == Type::Int)
    }
}
