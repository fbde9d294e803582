//! A model after names are resolved, types checked, guards inlined and quantifiers over agents
//! expanded. Everything here is meaningful: lowering cannot fail on it.

use synod_frontend::ResolvedAntecedent;
use synod_syntax::Span;

pub use crate::ast::{BinaryOp, Dialect, Knowledge, Name, Party};

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Integers between two bounds.
    Range {
        /// Least value.
        lo: i64,
        /// Greatest value.
        hi: i64,
    },
    /// Channels; value `channels.len()` is the broadcast channel `*`.
    Channel,
    /// Instances, by position in [`Model::instances`].
    Location,
    /// Values of an enumeration, by its position in [`Model::enums`].
    Enum(usize),
}

/// A whole model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The dialect it was written in.
    pub dialect: Dialect,
    /// Names of the channels, without `*`.
    pub channels: Vec<String>,
    /// Enumerations other than `channel`.
    pub enums: Vec<Enum>,
    /// What messages carry.
    pub messages: Vec<Field>,
    /// Property variables.
    pub properties: Vec<Field>,
    /// Agent types.
    pub agents: Vec<AgentType>,
    /// The instances of the system.
    pub instances: Vec<Instance>,
    /// Specifications.
    pub specs: Vec<Spec>,
}

impl Model {
    /// The agent type of an instance.
    pub fn agent_of(&self, instance: usize) -> &AgentType {
        &self.agents[self.instances[instance].agent]
    }

    /// The representation of the broadcast channel.
    pub fn broadcast(&self) -> i64 {
        self.channels.len() as i64
    }
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// Its values.
    pub cases: Vec<String>,
}

/// A typed name.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it was declared.
    pub span: Span,
}

/// An agent type.
#[derive(Clone, Debug)]
pub struct AgentType {
    /// Its name.
    pub name: String,
    /// Local variables.
    pub locals: Vec<Field>,
    /// Initial condition over locals.
    pub init: Expr,
    /// For each property variable how it reads here. `None`: not relabelled, and never asked for.
    pub relabels: Vec<Option<Expr>>,
    /// Over locals and the current channel.
    pub receive_guard: Expr,
    /// Its commands, in the order of the text.
    pub commands: Vec<Command>,
    /// How many control states there are.
    pub states: u32,
    /// Where it was declared.
    pub span: Span,
}

/// A command, as an edge of the control automaton.
#[derive(Clone, Debug)]
pub struct Command {
    /// From this control state.
    pub from: u32,
    /// To this one.
    pub to: u32,
    /// Its label.
    pub label: Option<String>,
    /// Over locals and message variables.
    pub precondition: Expr,
    /// What it does.
    pub action: Action,
    /// New values of locals, by position; over locals and message variables.
    pub updates: Vec<(usize, Expr)>,
    /// The command on one line, as written.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

/// What a command does. Data are pairs of a message variable, by position, and its value.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send a message.
    Send {
        /// On this channel.
        channel: Expr,
        /// To those of whom this holds: over the sender's locals, property variables of the receiver,
        /// and the current channel.
        guard: Expr,
        /// With these data.
        data: Vec<(usize, Expr)>,
    },
    /// Receive a message.
    Receive {
        /// On this channel.
        channel: Expr,
    },
    /// Get from a supplier.
    Get {
        /// From whom.
        from: Whom,
        /// Giving these data.
        data: Vec<(usize, Expr)>,
    },
    /// Supply to a getter.
    Supply {
        /// To whom.
        to: Served,
        /// Giving these data.
        data: Vec<(usize, Expr)>,
    },
}

/// Whom a get asks.
#[derive(Clone, Debug)]
pub enum Whom {
    /// The instance at this location.
    Location(Expr),
    /// Anybody of whom this holds: over the getter's locals and property variables of the supplier.
    Predicate(Expr),
}

/// Whom a supply serves.
#[derive(Clone, Debug)]
pub enum Served {
    /// Getters that name this agent.
    ByName,
    /// Every getter.
    Any,
    /// Exactly the getter at this location.
    Location(Expr),
    /// Getters of which this holds: over the supplier's locals and property variables of the getter.
    Predicate(Expr),
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its type, by position.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// A further initial condition, over its locals.
    pub init: Expr,
    /// Where it was declared.
    pub span: Span,
}

/// A specification.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its name: given, or `spec-N` by position.
    pub name: String,
    /// Its text as written, on one line.
    pub text: String,
    /// The formula, without quantifiers over agents.
    pub formula: Formula,
    /// The left sides of its implications.
    pub antecedents: Vec<ResolvedAntecedent<Formula>>,
    /// Where it was written.
    pub span: Span,
}

/// An expression with its type. Equality is only between values of one type (integers and ranges
/// count as one): the checker replaces what cannot be equal by `false`.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
}

/// The kinds of expression. Which may occur where is said at each use.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant, by its representation: 0 or 1, an integer, or a position.
    Const(i64),
    /// A local of the agent at hand, by position.
    Local(usize),
    /// In specifications: a local of an instance.
    Of(usize, usize),
    /// In specifications: the control state of an instance.
    ControlState(usize),
    /// A message variable, by position.
    Message(usize),
    /// A property variable, by position.
    Property(usize),
    /// In observations: the supplier's own value of a property variable.
    SupplierProperty(usize),
    /// The channel of the message at hand.
    CurrentChannel,
    /// The location of the agent at hand.
    Myself,
    /// In observations: equals `Const` of a location iff that instance plays the part.
    Party(Party),
    /// In observations: whether the step is a get/supply.
    PointToPoint,
    /// In observations: for some (or all) values of the property variables that the sender asks for.
    Receivers {
        /// Whether for all.
        all: bool,
        /// Over property variables and everything else an observation sees.
        body: Box<Expr>,
    },
    /// Negation.
    Not(Box<Expr>),
    /// Opposite.
    Negate(Box<Expr>),
    /// An infix operator, no temporal one.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// A formula.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A boolean expression over [`ExprKind::Of`] and [`ExprKind::ControlState`].
    State(Expr),
    /// The labelled command of an instance: for sends, gets and supplies the next step, for receives
    /// the last one.
    Label {
        /// The instance.
        instance: usize,
        /// The command, by position in its type.
        command: usize,
    },
    /// Some step can be taken.
    Progress,
    /// The step about to be taken changes nothing and is received under no label (legacy dialect).
    KeepAll,
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction of all.
    And(Vec<Formula>),
    /// Disjunction of all.
    Or(Vec<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// Next.
    Next(Box<Formula>),
    /// Eventually.
    Finally(Box<Formula>),
    /// Always.
    Globally(Box<Formula>),
    /// Until.
    Until(Box<Formula>, Box<Formula>),
    /// Release.
    Release(Box<Formula>, Box<Formula>),
    /// Weak until.
    WeakUntil(Box<Formula>, Box<Formula>),
    /// `<<O>>φ`.
    Diamond(Observation, Box<Formula>),
    /// `[[O]]φ`.
    BoxModality(Observation, Box<Formula>),
    /// Knowledge of instances.
    Knowledge(Knowledge, Vec<usize>, Box<Formula>),
}

/// An observation: a condition on a step.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The condition.
    pub condition: Expr,
    /// Its text, with quantified names replaced.
    pub text: String,
}
