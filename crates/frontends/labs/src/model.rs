//! A model after names are resolved and external parameters replaced. Everything here is meaningful:
//! lowering cannot fail on it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use synod_frontend::ResolvedAntecedent;
use synod_syntax::Span;
use synod_triples::Structure;

pub use crate::ast::Arrow;

/// A whole model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Environment variables.
    pub environment: Vec<Variable>,
    /// Names of attributes, over all types.
    pub attributes: Vec<String>,
    /// Stigmergic variables.
    pub stigmergic: Vec<Stigmergic>,
    /// Tuples of stigmergic variables.
    pub tuples: Vec<Tuple>,
    /// The names of stigmergies.
    pub stigmergies: Vec<String>,
    /// The link predicate of each stigmergy.
    pub links: Vec<Truth>,
    /// The types of agents of which there are some, in alphabetical order.
    pub types: Vec<AgentType>,
    /// Restrictions of the initial states.
    pub assumptions: Vec<(String, Truth)>,
    /// Properties, in the order of the text.
    pub properties: Vec<Property>,
    /// Where external parameters are used.
    pub parameters: Vec<(String, Span)>,
}

impl Model {
    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.types.last().map_or(0, |last| last.ids.end)
    }

    /// The type of an agent.
    pub fn type_of(&self, agent: usize) -> &AgentType {
        let position = self.types.partition_point(|ty| ty.ids.end <= agent);
        &self.types[position]
    }

    /// The triple structures of the behaviours, one type of agents after the other, to read.
    pub fn triples(&self) -> String {
        let mut out = String::new();
        for ty in &self.types {
            let count = ty.ids.len();
            out.push_str(&format!("{} ({count} agent{})\n", ty.name, if count == 1 { "" } else { "s" }));
            for (component, thread) in ty.behaviour.threads.iter().enumerate() {
                out.push_str(&format!("pc{component}: 0 = done"));
                for (i, location) in thread.locations.iter().enumerate() {
                    out.push_str(&format!(", {} = {location}", i + 1));
                }
                out.push('\n');
            }
            out.push_str(&format!("\n{}\n", ty.behaviour));
        }
        out
    }

    /// The triple structures of the behaviours for Graphviz, one graph for each type of agents.
    pub fn triples_dot(&self) -> String {
        self.types.iter().map(|ty| ty.behaviour.to_dot(&ty.name)).collect()
    }

    /// What an agent is called.
    pub fn agent_name(&self, agent: usize) -> String {
        format!("{} {agent}", self.type_of(agent).name)
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The sizes of an array; none for a scalar.
    pub sizes: Vec<u32>,
    /// What it, or each element, holds at first.
    pub init: Init,
    /// Where it was declared.
    pub span: Span,
}

impl Variable {
    /// How many elements an array has; `None` for scalars.
    pub fn elements(&self) -> Option<u32> {
        (!self.sizes.is_empty()).then(|| self.sizes.iter().product())
    }
}

/// Initial values, relative to the id of the agent where there is one.
#[derive(Clone, Debug)]
pub enum Init {
    /// Any of these.
    OneOf(Vec<Offset>),
    /// From the first to just before the second.
    Range(Offset, Offset),
    /// No value yet.
    Undefined,
}

/// A constant expression that may depend on the id of an agent: its value for each agent, and for the
/// environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offset {
    /// Whether it mentions `id`.
    pub mentions_id: bool,
    /// For agent `i`, the value at position `i`.
    pub of_agent: Vec<i64>,
    /// Where no agent is at hand and `id` is -1.
    pub of_nobody: i64,
}

impl Offset {
    /// The value for an agent, or for the environment.
    pub fn at(&self, agent: Option<usize>) -> i64 {
        agent.map_or(self.of_nobody, |agent| self.of_agent[agent])
    }
}

/// A stigmergic variable.
#[derive(Clone, Debug)]
pub struct Stigmergic {
    /// The variable.
    pub variable: Variable,
    /// The tuple that it belongs to.
    pub tuple: usize,
}

/// Variables that travel together.
#[derive(Clone, Debug)]
pub struct Tuple {
    /// Its name in traces: that of the alphabetically first variable.
    pub name: String,
    /// Its variables.
    pub variables: Vec<usize>,
    /// The stigmergy that it belongs to.
    pub stigmergy: usize,
}

/// A type of agents.
#[derive(Clone, Debug)]
pub struct AgentType {
    /// Its name.
    pub name: String,
    /// The ids of its agents.
    pub ids: Range<usize>,
    /// Where it is said how many there are.
    pub spawned: Span,
    /// Its attributes: which, and the variable.
    pub attributes: Vec<(usize, Variable)>,
    /// The stigmergies that it takes part in.
    pub stigmergies: Vec<usize>,
    /// Its behaviour.
    pub behaviour: Structure<Label>,
    /// The actions that the behaviour is made of.
    pub actions: Vec<Action>,
    /// Where it was declared.
    pub span: Span,
}

/// An action of a behaviour, by position in [`AgentType::actions`], with its text, which alone tells whether two are the same.
#[derive(Clone, Debug)]
pub struct Label {
    /// The position.
    pub action: usize,
    /// Guards and action as written.
    pub text: Arc<str>,
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Label {}

impl Hash for Label {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A step of an agent, at one of the places where it is written.
#[derive(Clone, Debug)]
pub struct Action {
    /// What has to hold.
    pub guards: Vec<Guard>,
    /// What it does.
    pub kind: ActionKind,
    /// The action as written, without guards.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

/// A condition in front of an action.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The condition as written.
    pub text: String,
    /// The condition.
    pub condition: Truth,
    /// Whether it has to be true, or false.
    pub wanted: bool,
    /// Whether it is that of `=>`.
    pub conditional: bool,
}

/// The text of [`ActionKind::Pass`].
pub(crate) const PASS: &str = "pass";

/// The kinds of action.
#[derive(Clone, Debug)]
pub enum ActionKind {
    /// Nothing.
    Skip,
    /// Going past a process whose condition `=>` is false.
    Pass,
    /// Statements, executed in order as one step.
    Do(Vec<Statement>),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Simultaneous assignments.
    Assign(Vec<(Target, Number)>),
    /// Picks different agents, none of them the acting one.
    Pick {
        /// The local array that gets them.
        local: usize,
        /// How many.
        count: usize,
        /// From these.
        from: Range<usize>,
        /// Which ones: [`Who::First`] is the acting agent, [`Who::Second`] the candidate.
        condition: Truth,
    },
}

/// What an assignment writes.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable of the state; of the agent itself if not of the environment.
    Place {
        /// The variable.
        variable: VariableRef,
        /// The element of an array.
        index: Vec<Number>,
    },
    /// A local variable of the block.
    Local(usize),
    /// An element of a local array.
    LocalElement(usize, Number),
}

/// A variable of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VariableRef {
    /// Of the environment.
    Environment(usize),
    /// An attribute.
    Attribute(usize),
    /// A stigmergic variable.
    Stigmergic(usize),
}

/// Whose variable is meant.
#[derive(Clone, Debug)]
pub enum Who {
    /// The agent at hand.
    Own,
    /// In link predicates: the sender, or the agent that picks.
    First,
    /// In link predicates: the receiver, or the candidate.
    Second,
    /// The agent of this id.
    Agent(Box<Number>),
}

/// A reading of a variable.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub variable: VariableRef,
    /// The element of an array.
    pub index: Vec<Number>,
    /// Whose it is; of no meaning for the environment.
    pub of: Who,
}

/// An integer expression.
#[derive(Clone, Debug)]
pub enum Number {
    /// A constant.
    Constant(i64),
    /// A variable.
    Place(Place),
    /// The id of an agent.
    Id(Who),
    /// A local variable of the block.
    Local(usize),
    /// An element of a local array.
    LocalElement(usize, Box<Number>),
    /// The agent that a quantifier speaks of, by the depth of the quantifier.
    Bound(usize),
    /// Any value from the first to just before the second.
    Fresh(Box<Number>, Box<Number>),
    /// Opposite.
    Neg(Box<Number>),
    /// Absolute value.
    Abs(Box<Number>),
    /// An operator.
    Binary(Arithmetic, Box<Number>, Box<Number>),
    /// One of two values.
    If(Box<Truth>, Box<Number>, Box<Number>),
    /// 1 if true, 0 if false.
    Truth(Box<Truth>),
    /// How many agents satisfy it; binds one more agent.
    Count(Range<usize>, Box<Truth>),
}

/// Operators on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient cut toward zero.
    Div,
    /// Quotient rounded to the nearest, halves away from zero.
    Round,
    /// Euclidean modulo.
    Mod,
    /// The smaller.
    Min,
    /// The greater.
    Max,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Less.
    Lt,
    /// At most.
    Le,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Truth {
    /// A constant.
    Constant(bool),
    /// A comparison.
    Compare(Comparison, Box<Number>, Box<Number>),
    /// Negation.
    Not(Box<Truth>),
    /// Conjunction.
    And(Box<Truth>, Box<Truth>),
    /// Disjunction.
    Or(Box<Truth>, Box<Truth>),
    /// For all, or for some, of these agents; binds one more agent.
    Quantified {
        /// Whether for all.
        all: bool,
        /// The agents.
        over: Range<usize>,
        /// What is said of each.
        body: Box<Truth>,
    },
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its text on one line.
    pub text: String,
    /// What is asked.
    pub question: Question,
    /// The left sides of its implications.
    pub antecedents: Vec<ResolvedAntecedent<Formula>>,
    /// Where it was written.
    pub span: Span,
}

/// What a property asks; as [`crate::ast::Question`].
#[derive(Clone, Debug)]
pub enum Question {
    /// In all reachable states.
    Always(Truth),
    /// On every run, at last.
    Finally(Truth),
    /// On every run, at some time.
    Eventually(Truth),
    /// On every fair run, at some time.
    Fairly(Truth),
    /// On every fair run, again and again.
    FairlyInf(Truth),
    /// Between two events, or from one until another.
    Scoped {
        /// Whether a scope counts that is never closed.
        open_ended: bool,
        /// Opens a scope.
        from: Truth,
        /// Closes it.
        to: Truth,
        /// What is asked of each scope.
        body: Scoped,
    },
    /// A formula of temporal and epistemic logic.
    Formula(Formula),
}

/// What is asked of a scope.
#[derive(Clone, Debug)]
pub enum Scoped {
    /// Some state satisfies it.
    ThereIs(Truth),
    /// All states satisfy it.
    Always(Truth),
    /// The second does not happen before the first.
    Precedes(Truth, Truth),
}

/// A formula of temporal and epistemic logic.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A condition on a state.
    State(Truth),
    /// No step can be taken.
    Deadlock,
    /// A prefix operator.
    Unary(crate::ast::UnaryOp, Box<Formula>),
    /// An infix operator.
    Binary(crate::ast::BinaryOp, Box<Formula>, Box<Formula>),
    /// For all, or for some, of these agents; binds one more agent.
    Quantified {
        /// Whether for all.
        all: bool,
        /// The agents.
        over: Range<usize>,
        /// What is said of each.
        body: Box<Formula>,
    },
    /// An agent knows.
    Knows(Number, Box<Formula>),
    /// Several agents know, or can bring about.
    Together(crate::ast::Together, Vec<Number>, Box<Formula>),
}
