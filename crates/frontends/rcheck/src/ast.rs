//! The syntax tree of an R-CHECK model, one for both dialects. Trees are as the text is read: what
//! binds how (and hence how control states are numbered) is decided by the parser.

pub use synod_syntax::Name;
use synod_syntax::Span;

/// Which text form a model is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `enum channel {…}`, `{precondition}`, `<<O>>φ`, `||`.
    New,
    /// `channels: …`, `<precondition>`, `<O>φ`, `|`.
    Legacy,
}

/// A whole model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Enumerations; legacy `channels:` is one called `channel`.
    pub enums: Vec<Enum>,
    /// What messages carry.
    pub messages: Vec<Decl>,
    /// What senders can ask of receivers.
    pub properties: Vec<Decl>,
    /// Named conditions.
    pub guards: Vec<Guard>,
    /// Agent types.
    pub agents: Vec<Agent>,
    /// The instances that make up the system.
    pub instances: Vec<Instance>,
    /// The `system` keyword, to speak of the whole composition.
    pub system_span: Span,
    /// Specifications.
    pub specs: Vec<Spec>,
}

/// `const name = value`.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: Name,
    /// The value that was given, or else the one that is written.
    pub value: i64,
}

/// `enum name {case, …}`.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub cases: Vec<Name>,
}

/// `name : type`.
#[derive(Clone, Debug)]
pub struct Decl {
    /// What is declared.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
    /// The whole declaration.
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Debug)]
pub enum TypeName {
    /// `bool`.
    Bool(Span),
    /// `int`.
    Int(Span),
    /// `location`.
    Location(Span),
    /// `lo..hi`.
    Range {
        /// Least value.
        lo: i64,
        /// Greatest value.
        hi: i64,
        /// Where.
        span: Span,
    },
    /// The name of an enumeration, `channel` among them.
    Named(Name),
}

/// `guard name(parameters) := body;`
#[derive(Clone, Debug)]
pub struct Guard {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Decl>,
    /// What it stands for.
    pub body: Expr,
}

/// An agent type. Sections that the text repeats are merged as the language says (`local` and
/// `relabel` add up; of `init` and `receive-guard` the last counts).
#[derive(Clone, Debug)]
pub struct Agent {
    /// Its name.
    pub name: Name,
    /// Local variables.
    pub locals: Vec<Decl>,
    /// Initial condition.
    pub init: Option<Expr>,
    /// How property variables read in this agent.
    pub relabels: Vec<Relabel>,
    /// Which channels it listens to.
    pub receive_guard: Option<Expr>,
    /// `init` and `receive-guard` sections that a later one replaces.
    pub overridden: Vec<Span>,
    /// What it does, for ever.
    pub body: Process,
    /// The whole agent.
    pub span: Span,
}

/// `property <- value`.
#[derive(Clone, Debug)]
pub struct Relabel {
    /// The property variable.
    pub property: Name,
    /// Its value in this agent.
    pub value: Expr,
}

/// A process.
#[derive(Clone, Debug)]
pub enum Process {
    /// A single command.
    Command(Box<Command>),
    /// One or the other.
    Choice(Box<Process>, Box<Process>),
    /// One after the other, two at least.
    Sequence(Vec<Process>, Side),
    /// Again and again.
    Repeat(Box<Process>),
}

/// To which side a sequence groups: the numbers of its control states depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `a; b; c` is `(a; b); c`.
    Left,
    /// `a; b; c` is `a; (b; c)`.
    Right,
}

/// A command.
#[derive(Clone, Debug)]
pub struct Command {
    /// `label:` in front of it.
    pub label: Option<Name>,
    /// What must hold for it to be taken.
    pub precondition: Expr,
    /// What it does.
    pub action: Action,
    /// Assignments to locals.
    pub updates: Vec<Assign>,
    /// The whole command, label included.
    pub span: Span,
}

/// What a command does.
#[derive(Clone, Debug)]
pub enum Action {
    /// `channel! guard (data)`.
    Send {
        /// Where to.
        channel: Channel,
        /// Whom it is for.
        guard: Expr,
        /// What it carries.
        data: Vec<Assign>,
    },
    /// `channel?`.
    Receive {
        /// Where from.
        channel: Channel,
    },
    /// `GET@(from)(data)`.
    Get {
        /// Whom from: a location, or a condition on the supplier.
        from: Expr,
        /// What the supplier is given.
        data: Vec<Assign>,
    },
    /// `SUPPLY@(to)(data)`.
    Supply {
        /// Whom to.
        to: SupplyTo,
        /// What the getter is given.
        data: Vec<Assign>,
    },
}

/// Whom a supply serves.
#[derive(Clone, Debug)]
pub enum SupplyTo {
    /// Those who ask for this agent by name.
    Myself(Span),
    /// Anybody who asks.
    Any(Span),
    /// A location (exactly that getter) or, in the legacy dialect, a condition on the getter.
    Expr(Expr),
}

/// A channel in a command.
#[derive(Clone, Debug)]
pub enum Channel {
    /// `*`.
    Broadcast(Span),
    /// A channel, or a local variable that holds one.
    Named(Name),
}

/// `target := value`.
#[derive(Clone, Debug)]
pub struct Assign {
    /// What is assigned.
    pub target: Name,
    /// Its value.
    pub value: Expr,
}

/// `Type(name, init)` in the system.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The agent type.
    pub agent: Name,
    /// The name of the instance.
    pub name: Name,
    /// A further initial condition.
    pub init: Expr,
}

/// `SPEC [name:] formula`.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name given in the file.
    pub name: Option<Name>,
    /// The formula.
    pub formula: Expr,
    /// From the keyword to the end of the formula.
    pub span: Span,
}

/// An expression, a formula or an observation: they share one grammar.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where, without enclosing parentheses.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true`, `false`.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A plain name.
    Name(String),
    /// `@property`.
    Property(String),
    /// `instance-member`.
    Member(Name, Name),
    /// `instance-automaton-state`.
    ControlState(Name),
    /// The channel of the message at hand.
    CurrentChannel,
    /// `*`, the broadcast channel.
    Broadcast,
    /// The agent's own name.
    Myself,
    /// `guard(arguments)`.
    Call(Name, Vec<Expr>),
    /// `!a`.
    Not(Box<Expr>),
    /// `-a`.
    Negate(Box<Expr>),
    /// An infix operator; `U`, `R` and `W` are among them.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `X a`.
    Next(Box<Expr>),
    /// `F a`.
    Finally(Box<Expr>),
    /// `G a`.
    Globally(Box<Expr>),
    /// `<<observation>> a`.
    Diamond(Box<Expr>, Box<Expr>),
    /// `[[observation]] a`.
    BoxModality(Box<Expr>, Box<Expr>),
    /// `forall k : T | U . a` and `exists …`.
    Agents {
        /// Whether for all of them.
        all: bool,
        /// The name bound.
        var: Name,
        /// What it ranges over.
        kinds: AgentKinds,
        /// The formula.
        body: Box<Expr>,
    },
    /// `forall(a)` and `exists(a)` in an observation: over the receivers that the sender asks for.
    Receivers {
        /// Whether for all of them.
        all: bool,
        /// The condition over property variables.
        body: Box<Expr>,
    },
    /// `sender`, `getter`, … in an observation.
    Party(Party),
    /// `p2p` in an observation.
    PointToPoint,
    /// `supplier-property` in an observation.
    SupplierProperty(Name),
    /// `K(agent, a)`, `E({…}, a)`, `C({…}, a)`, `D({…}, a)`, `S({…}, a)`.
    Knowledge {
        /// Which kind of knowledge.
        kind: Knowledge,
        /// Instances, quantified names, agent types (all their instances), or `Agent` (everybody).
        group: Vec<Name>,
        /// What is known.
        body: Box<Expr>,
    },
    /// Something that could not be read; already reported.
    Error,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `=`, `==`
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
    /// `&`
    And,
    /// `|`
    Or,
    /// `->`
    Implies,
    /// `<->`
    Iff,
    /// `U`
    Until,
    /// `R`
    Release,
    /// `W`
    WeakUntil,
}

/// What a quantified agent variable ranges over.
#[derive(Clone, Debug)]
pub enum AgentKinds {
    /// `Agent`: every instance.
    Any(Span),
    /// The instances of these types.
    Types(Vec<Name>),
}

/// Participants of a step, as observations name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// Who sends a message.
    Sender,
    /// Who gets.
    Getter,
    /// Who supplies.
    Supplier,
    /// Sender or getter.
    Initiator,
    /// Sender or supplier.
    Producer,
}

/// What groups of agents know or can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knowledge {
    /// `K`: one agent knows.
    One,
    /// `E`: everybody knows.
    Everybody,
    /// `C`: common knowledge.
    Common,
    /// `D`: distributed knowledge.
    Distributed,
    /// `S`: not knowledge but ability: the group has a strategy.
    Strategy,
}
