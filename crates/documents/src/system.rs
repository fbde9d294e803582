//! A system with its properties: what `synod show --format json` writes.
//!
//! Things refer to each other by name; names of agents, of variables and of rules are unique.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::trace::{Mode, ParticipantRole};

/// The name of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SystemFormat {
    /// This one.
    #[default]
    #[serde(rename = "synod-system")]
    SynodSystem,
}

/// Agents, variables, an initial condition and the kinds of step of a system, and the properties asked of it. A state in which no
/// step can be taken repeats for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct System {
    /// What this document is.
    pub format: SystemFormat,
    /// The version of the format.
    #[schemars(extend("const" = 2))]
    pub version: u32,
    /// The name of the model.
    pub name: String,
    /// Enumerations.
    pub enums: Vec<Enum>,
    /// Agents.
    pub agents: Vec<Agent>,
    /// Variables.
    pub variables: Vec<Variable>,
    /// Large expressions that occur more than once, to which others refer by position. Each uses only earlier ones.
    pub definitions: Vec<Expression>,
    /// Holds of the initial states and of no others.
    pub initial: Expression,
    /// The kinds of step.
    pub rules: Vec<Rule>,
    /// Predicates over steps, to which formulas refer by position.
    pub step_predicates: Vec<StepPredicate>,
    /// The properties asked of the model.
    pub properties: Vec<Property>,
}

impl System {
    /// The version of the format that is written.
    pub const VERSION: u32 = 2;
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
}

/// An agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// The type or template it is an instance of.
    pub role: String,
    /// The names of the variables it owns.
    pub owns: Vec<String>,
    /// The names of the variables it observes.
    pub observes: Vec<String>,
    /// Its control graphs, one for each of its threads, the outermost first. None if its language has no control states.
    pub automata: Vec<Automaton>,
}

/// A control graph; its states are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Automaton {
    /// The variable that holds the control state; null if that never changes.
    pub variable: Option<String>,
    /// How many control states there are.
    pub states: u32,
    /// The control states at the start.
    pub initial: Vec<u32>,
    /// Its edges.
    pub edges: Vec<Edge>,
}

/// An edge of a control graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// From this control state.
    pub from: u32,
    /// To this one.
    pub to: u32,
    /// What is done.
    pub action: Action,
}

/// Something an agent does, as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// The part the agent plays.
    pub role: ParticipantRole,
    /// The label given in the model.
    pub label: Option<String>,
    /// A short name for pictures and tables: the label, or the channel.
    pub short: String,
    /// The condition of the command, as the model wrote it; null if it has none.
    pub guard: Option<String>,
    /// The whole command.
    pub command: String,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Variable {
    /// Its full name.
    pub name: String,
    /// What it, or each of its elements, can hold.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The length of an array; null for a scalar.
    pub length: Option<u32>,
    /// The agent it belongs to.
    pub owner: Option<String>,
}

/// What a variable, or an element of an array, can hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Type {
    /// Truth values.
    Bool {},
    /// Integers.
    Int {},
    /// The values of an enumeration.
    Enum {
        /// The enumeration.
        #[serde(rename = "enum")]
        name: String,
    },
    /// Integers from `lo` to `hi`.
    Range {
        /// The least.
        lo: i64,
        /// The greatest.
        hi: i64,
    },
}

/// A kind of step. It is possible where its guard holds and every part has an alternative whose guard holds; each part takes
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Values picked by the step.
    pub choices: Vec<Choice>,
    /// Over the state before the step and the choices.
    pub guard: Expression,
    /// The participants.
    pub parts: Vec<Part>,
    /// What can be seen of the step.
    pub observation: Observation,
}

/// A value picked by a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Where the value is from.
    #[serde(rename = "type")]
    pub ty: Type,
}

/// One participant of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Who it is.
    pub agent: Option<String>,
    /// What it can do.
    pub alternatives: Vec<Alternative>,
}

/// One way for a part to take its share in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// Over the state before the step and the choices.
    pub guard: Expression,
    /// Simultaneous assignments, reading the state before the step.
    pub updates: Vec<Update>,
    /// What the agent does; null where it stays out of the step.
    pub action: Option<Action>,
}

/// An assignment to the next state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    /// The variable.
    pub variable: String,
    /// The element of an array.
    pub index: Option<Expression>,
    /// Its new value.
    pub value: Expression,
}

/// What can be seen of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Observation {
    /// How the participants meet.
    pub mode: Mode,
    /// Who began it: the sender, the getter.
    pub actor: Option<String>,
    /// The supplier of an exchange between two.
    pub partner: Option<String>,
    /// The channel of a message.
    pub channel: Option<Expression>,
    /// Whether the channel is the broadcast one.
    pub broadcast: Option<Expression>,
    /// The data exchanged.
    pub data: Vec<ObservedDatum>,
}

/// A named value that an agent contributes to a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ObservedDatum {
    /// Its name in the model.
    pub name: String,
    /// Its value.
    pub value: Expression,
    /// Who gives it.
    pub from: String,
}

/// Holds of the steps of the listed rules that satisfy their condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepPredicate {
    /// In the words of the model.
    pub text: String,
    /// The rules with their conditions.
    pub cases: Vec<StepCase>,
}

/// When the steps of a rule satisfy a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepCase {
    /// The rule.
    pub rule: String,
    /// The condition.
    pub condition: Expression,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// In the words of the model.
    pub text: String,
    /// Who asks it.
    pub origin: PropertyOrigin,
    /// What it says.
    pub formula: Formula,
}

/// Who asks a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PropertyOrigin {
    /// The model.
    Model,
    /// It can be asked of every model.
    BuiltIn,
}

impl From<synod_core::PropertyOrigin> for PropertyOrigin {
    fn from(origin: synod_core::PropertyOrigin) -> Self {
        match origin {
            synod_core::PropertyOrigin::Model => PropertyOrigin::Model,
            synod_core::PropertyOrigin::BuiltIn => PropertyOrigin::BuiltIn,
        }
    }
}

/// An expression; truth values and integers stand for themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Expression {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A value of an enumeration.
    Value {
        /// The enumeration.
        #[serde(rename = "enum")]
        ty: String,
        /// The value.
        value: String,
    },
    /// An element of an array.
    Element {
        /// The array.
        var: String,
        /// The position, from 0.
        index: Box<Expression>,
    },
    /// A variable.
    Var {
        /// Its name.
        var: String,
    },
    /// What the definition at this position says.
    Definition {
        /// The position, from 0.
        definition: u32,
    },
    /// The value of the choice at this position of the rule at hand.
    Choice {
        /// The position, from 0.
        choice: u32,
    },
    /// Whether the step takes an alternative of a part of its rule.
    Took {
        /// Which.
        took: Took,
    },
    /// An operator with its operands.
    Operation {
        /// The operator.
        op: Operator,
        /// The operands.
        args: Vec<Expression>,
    },
}

/// An alternative of a part of a rule, by positions from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Took {
    /// The part.
    pub part: u32,
    /// The alternative.
    pub alternative: u32,
}

/// An operator on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Operator {
    /// Negation.
    Not,
    /// Opposite.
    Neg,
    /// Absolute value.
    Abs,
    /// Equality.
    Eq,
    /// Less than.
    Lt,
    /// At most.
    Le,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, cut toward zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Remainder that is never negative.
    Mod,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// If-then-else.
    Ite,
}

impl From<synod_core::UnaryOp> for Operator {
    fn from(op: synod_core::UnaryOp) -> Self {
        match op {
            synod_core::UnaryOp::Not => Operator::Not,
            synod_core::UnaryOp::Neg => Operator::Neg,
            synod_core::UnaryOp::Abs => Operator::Abs,
        }
    }
}

impl From<synod_core::BinaryOp> for Operator {
    fn from(op: synod_core::BinaryOp) -> Self {
        match op {
            synod_core::BinaryOp::Eq => Operator::Eq,
            synod_core::BinaryOp::Lt => Operator::Lt,
            synod_core::BinaryOp::Le => Operator::Le,
            synod_core::BinaryOp::Add => Operator::Add,
            synod_core::BinaryOp::Sub => Operator::Sub,
            synod_core::BinaryOp::Mul => Operator::Mul,
            synod_core::BinaryOp::Div => Operator::Div,
            synod_core::BinaryOp::Rem => Operator::Rem,
            synod_core::BinaryOp::Mod => Operator::Mod,
            synod_core::BinaryOp::Min => Operator::Min,
            synod_core::BinaryOp::Max => Operator::Max,
        }
    }
}

/// A formula of temporal logic, knowledge and strategies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Formula {
    /// The expression is true in the state.
    State {
        /// The expression.
        state: Expression,
    },
    /// The step taken next satisfies a step predicate.
    Step {
        /// Its position among the step predicates.
        step: u32,
        /// In the words of the model.
        text: String,
    },
    /// The step that led here satisfies a step predicate.
    Arrived {
        /// Its position among the step predicates.
        arrived: u32,
        /// In the words of the model.
        text: String,
    },
    /// Knowledge or strategies of agents.
    Agents {
        /// The operator.
        op: AgentsOperator,
        /// The agents.
        agents: Vec<String>,
        /// What they know or enforce.
        args: Vec<Formula>,
    },
    /// Any other operator.
    Operation {
        /// The operator.
        op: FormulaOperator,
        /// The operands.
        args: Vec<Formula>,
    },
}

/// An operator on formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaOperator {
    /// No step can be taken.
    Deadlock,
    /// Some step meets a fault.
    Faulty,
    /// Negation.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// `X`.
    Next,
    /// `F`.
    Finally,
    /// `G`.
    Globally,
    /// `U`.
    Until,
    /// `R`.
    Release,
    /// `W`.
    WeakUntil,
    /// `A`.
    AllRuns,
    /// `E`.
    SomeRun,
}

/// An operator on formulas that names agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgentsOperator {
    /// One agent knows.
    Knows,
    /// Everybody in the group knows.
    EverybodyKnows,
    /// It is common knowledge in the group.
    CommonKnowledge,
    /// It is distributed knowledge in the group.
    DistributedKnowledge,
    /// The coalition has a strategy.
    Coalition,
}
