//! The syntax tree: what was written, with places.

pub use synod_syntax::Name;
use synod_syntax::Span;

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Declared external parameters.
    pub externs: Vec<Name>,
    /// Environment variables.
    pub environment: Vec<Declaration>,
    /// How many agents of each type there are.
    pub spawn: Vec<(Name, Expr)>,
    /// Processes that all agents share.
    pub processes: Vec<Definition>,
    /// Stigmergies.
    pub stigmergies: Vec<Stigmergy>,
    /// Agent types.
    pub agents: Vec<Agent>,
    /// Restrictions of the initial states.
    pub assumptions: Vec<Assumption>,
    /// Properties.
    pub properties: Vec<Property>,
}

/// A variable with its initial values.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The variable.
    pub name: Name,
    /// The sizes of an array; none for a scalar.
    pub sizes: Vec<Expr>,
    /// What it, or each element, holds at first.
    pub init: Init,
}

/// Initial values.
#[derive(Clone, Debug)]
pub enum Init {
    /// Any of these.
    OneOf(Vec<Expr>),
    /// From the first to just before the second.
    Range(Expr, Expr),
    /// This one.
    Value(Expr),
    /// No value yet.
    Undefined(Span),
}

/// A stigmergy.
#[derive(Clone, Debug)]
pub struct Stigmergy {
    /// Its name.
    pub name: Name,
    /// Who hears whom.
    pub link: Expr,
    /// Its tuples of variables.
    pub tuples: Vec<Vec<Declaration>>,
}

/// An agent type.
#[derive(Clone, Debug)]
pub struct Agent {
    /// Its name.
    pub name: Name,
    /// Attributes.
    pub interface: Vec<Declaration>,
    /// Stigmergies that it takes part in.
    pub stigmergies: Vec<Name>,
    /// Its processes.
    pub processes: Vec<Definition>,
}

/// A named process.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub process: Process,
}

/// A named restriction of the initial states.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// Its name.
    pub name: Name,
    /// What holds at first.
    pub predicate: Expr,
}

/// A named property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Name,
    /// What is asked.
    pub question: Question,
    /// The place of the question.
    pub span: Span,
}

/// What a property asks.
#[derive(Clone, Debug)]
pub enum Question {
    /// In all reachable states.
    Always(Expr),
    /// On every run, at last.
    Finally(Expr),
    /// On every run, at some time.
    Eventually(Expr),
    /// On every fair run, at some time.
    Fairly(Expr),
    /// On every fair run, again and again.
    FairlyInf(Expr),
    /// Between two events, or from one until another.
    Scoped {
        /// Whether a scope counts that is never closed.
        open_ended: bool,
        /// Opens a scope.
        from: Box<Expr>,
        /// Closes it.
        to: Box<Expr>,
        /// What is asked of each scope.
        body: Box<Scoped>,
    },
    /// A formula of temporal and epistemic logic.
    Formula(Expr),
}

/// What is asked of a scope.
#[derive(Clone, Debug)]
pub enum Scoped {
    /// Some state satisfies it.
    ThereIs(Expr),
    /// All states satisfy it.
    Always(Expr),
    /// The second does not happen before the first.
    Precedes(Expr, Expr),
}

/// A process.
#[derive(Clone, Debug)]
pub enum Process {
    /// Deadlock.
    Nil(Span),
    /// A step that changes nothing.
    Skip(Span),
    /// A named process.
    Call(Name),
    /// Assignments.
    Act(Assign),
    /// Several statements as one step.
    Block(Vec<Statement>, Span),
    /// Wait for a condition.
    Guard(Expr, Box<Process>),
    /// Pass over the process if the condition is false.
    Conditional(Expr, Box<Process>),
    /// One after the other.
    Sequence(Vec<Process>),
    /// One of them.
    Choice(Vec<Process>),
    /// All of them, interleaved.
    Parallel(Vec<Process>),
}

/// Where an assignment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// `<-`: attributes.
    Attribute,
    /// `<~`: stigmergic variables.
    Stigmergy,
    /// `<--`: environment variables.
    Environment,
    /// `:=`: local variables of a block.
    Local,
}

impl Arrow {
    /// As written.
    pub fn symbol(self) -> &'static str {
        match self {
            Arrow::Attribute => "<-",
            Arrow::Stigmergy => "<~",
            Arrow::Environment => "<--",
            Arrow::Local => ":=",
        }
    }
}

/// Simultaneous assignments; as many values as targets.
#[derive(Clone, Debug)]
pub struct Assign {
    /// What is assigned.
    pub targets: Vec<Target>,
    /// Where to.
    pub arrow: Arrow,
    /// The new values.
    pub values: Vec<Expr>,
    /// The place of the whole.
    pub span: Span,
}

/// The left side of an assignment.
#[derive(Clone, Debug)]
pub struct Target {
    /// The variable.
    pub name: Name,
    /// The element.
    pub index: Vec<Expr>,
}

/// A statement of a block.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Assignments.
    Assign(Assign),
    /// `p[] := pick k T where w`.
    Pick {
        /// The array of ids.
        target: Name,
        /// How many.
        count: Expr,
        /// Of which type; of any if none is named.
        of: Option<Name>,
        /// Which ones; 1 is the agent itself and 2 the candidate.
        condition: Option<Expr>,
        /// The place of the whole.
        span: Span,
    },
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
    /// How deep the tree is, so that nothing that walks it runs out of stack.
    pub depth: u16,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, cut toward zero.
    Div,
    /// `:`, rounded to the nearest, halves away from zero.
    Round,
    /// `%`, Euclidean.
    Mod,
    /// `min(…)`
    Min,
    /// `max(…)`
    Max,
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
    /// `->` in formulas.
    Implies,
    /// `<->` in formulas.
    Iff,
    /// `U` in formulas.
    Until,
    /// `W` in formulas.
    WeakUntil,
    /// `R` in formulas.
    Release,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `abs(…)`
    Abs,
    /// `!`
    Not,
    /// `X` in formulas.
    Next,
    /// `F` in formulas.
    Finally,
    /// `G` in formulas.
    Globally,
    /// `A` in formulas.
    AllRuns,
    /// `E` in formulas.
    SomeRun,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// An external parameter.
    Extern(String),
    /// A variable, or `id`.
    Ref {
        /// Its name.
        name: Name,
        /// The element.
        index: Vec<Expr>,
        /// Whose it is.
        of: Option<Box<Expr>>,
    },
    /// A function supplied from outside.
    Call(Name),
    /// `[a..b]`: any value from the first to just before the second.
    Fresh(Box<Expr>, Box<Expr>),
    /// `if … then … else …`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `forall T x, …` or `exists T x, …`.
    Quantified {
        /// Whether for all.
        all: bool,
        /// The agent type.
        of: Name,
        /// The variable.
        var: Name,
        /// What is said of it.
        body: Box<Expr>,
    },
    /// `count T x, …`.
    Count {
        /// The agent type.
        of: Name,
        /// The variable.
        var: Name,
        /// What is counted.
        body: Box<Expr>,
    },
    /// `K(a, φ)` in formulas.
    Knows(Box<Expr>, Box<Expr>),
    /// `C(g, φ)`, `D(g, φ)` and `<<g>> φ` in formulas.
    Together(Together, Group, Box<Expr>),
    /// `Deadlock` in formulas: no step can be taken, although not all agents have come to their end.
    Deadlock,
    /// What could not be read; reported already.
    Error,
}

/// What a group has together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// `C`: common knowledge.
    Common,
    /// `D`: what those know who pool what they see.
    Distributed,
    /// `<<g>>`: a strategy.
    Strategy,
}

/// A group of agents.
#[derive(Clone, Debug)]
pub enum Group {
    /// All agents of a type.
    Type(Name),
    /// `{a, b}`.
    List(Vec<Expr>),
}
