//! The syntax tree of an ISPL file; PISPL shares all below the level of sections.

pub use synod_syntax::Name;
use synod_syntax::Span;

/// How evolution lines combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Semantics {
    /// One applicable line of an agent is taken.
    #[default]
    MultiAssignment,
    /// Each variable takes one applicable line of its own.
    SingleAssignment,
}

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// How evolution lines combine.
    pub semantics: Semantics,
    /// The agents, `Environment` first if it is there.
    pub agents: Vec<Agent>,
    /// Propositions.
    pub evaluation: Vec<(Name, Cond)>,
    /// The initial states.
    pub init: Cond,
    /// Named groups of agents.
    pub groups: Vec<(Name, Vec<Name>)>,
    /// What holds infinitely often on fair paths.
    pub fairness: Vec<Formula>,
    /// The questions.
    pub formulae: Vec<Question>,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct Agent {
    /// Its name; `Environment` is special.
    pub name: Name,
    /// Variables of the environment that every agent sees.
    pub obsvars: Vec<VarDecl>,
    /// Variables of the environment that this agent sees.
    pub lobsvars: Vec<Name>,
    /// Its own variables.
    pub vars: Vec<VarDecl>,
    /// States that are not as they should be.
    pub red: Option<Cond>,
    /// Its actions.
    pub actions: Vec<Name>,
    /// Which actions it may take when.
    pub protocol: Vec<ProtocolLine>,
    /// How its variables change.
    pub evolution: Vec<EvolutionLine>,
}

impl Agent {
    /// Whether it is the environment.
    pub fn is_environment(&self) -> bool {
        self.name.text == "Environment"
    }

    /// Its variables, those that everybody sees first.
    pub fn variables(&self) -> impl Iterator<Item = &VarDecl> {
        self.obsvars.iter().chain(&self.vars)
    }
}

/// `name : type;`
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// The variable.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
}

impl VarDecl {
    /// The values of its type, if they have names.
    pub fn values(&self) -> &[Name] {
        match &self.ty {
            TypeName::Enum(values) => values,
            TypeName::Bool | TypeName::Range(..) => &[],
        }
    }
}

/// A type as written.
#[derive(Clone, Debug)]
pub enum TypeName {
    /// `boolean`.
    Bool,
    /// `lo..hi`.
    Range(i64, i64, Span),
    /// `{a, b}`.
    Enum(Vec<Name>),
}

/// `condition : {actions};`, or `Other : {actions};` without a condition.
#[derive(Clone, Debug)]
pub struct ProtocolLine {
    /// When; `None` is `Other`.
    pub when: Option<Cond>,
    /// What may be done then.
    pub actions: Vec<Name>,
    /// The whole line.
    pub span: Span,
}

/// `assignments if condition;`
#[derive(Clone, Debug)]
pub struct EvolutionLine {
    /// What is assigned.
    pub assigns: Vec<(Name, Expr)>,
    /// When.
    pub when: Cond,
    /// The whole line.
    pub span: Span,
}

/// A condition.
#[derive(Clone, Debug)]
pub struct Cond {
    /// What it is.
    pub kind: CondKind,
    /// Where.
    pub span: Span,
}

/// The kinds of condition.
#[derive(Clone, Debug)]
pub enum CondKind {
    /// One of them.
    Or(Vec<Cond>),
    /// All of them.
    And(Vec<Cond>),
    /// Not.
    Not(Box<Cond>),
    /// A comparison.
    Compare(Relation, Expr, Expr),
    /// `Action = a`, `Agent.Action = a`.
    Action(Option<Name>, Name),
    /// `a in GlobalAction` (PISPL): some agent does it.
    SomebodyDoes(Name),
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Eq,
    /// `<>`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

impl Expr {
    /// Whether it has an operator.
    pub fn is_computed(&self) -> bool {
        matches!(self.kind, ExprKind::Not(_) | ExprKind::Binary(..))
    }
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true`, `false`.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A variable or a value of an enumeration.
    Name(String),
    /// `Agent.variable`.
    Of(Name, Name),
    /// `~a`.
    Not(Box<Expr>),
    /// An infix operator.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// Infix operators; the first three are on truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `&`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, exact.
    Div,
}

/// In which logic a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// CTL with knowledge and strategies.
    Ctl,
    /// Linear time: `LTL …;`
    Ltl,
    /// Both: `CTL* …;`
    CtlStar,
}

/// A formula to be decided.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its logic.
    pub logic: Logic,
    /// The formula.
    pub formula: Formula,
    /// Where it stands, without the `;`.
    pub span: Span,
}

/// A proposition or an agent: `name`, or in PISPL `name(index)`.
#[derive(Clone, Debug)]
pub struct Indexed {
    /// What, or which role.
    pub name: Name,
    /// Of which agent of the role.
    pub index: Option<Name>,
}

/// A formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// Where.
    pub span: Span,
}

/// A group of agents.
#[derive(Clone, Debug)]
pub enum Group {
    /// By its name: in ISPL.
    Named(Name),
    /// By its members, `Role(v)`, all of a `Role`, or `Environment`: in PISPL.
    Members(Vec<Indexed>),
}

/// The kinds of formula.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// A proposition.
    Prop(Indexed),
    /// A condition on variables (ISPL).
    Condition(Cond),
    /// `Agent.RedStates`, or with `false` `Agent.GreenStates`.
    Red(Name, bool),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
    /// Implication.
    Implies(Box<Formula>, Box<Formula>),
    /// On all paths.
    All(Box<Formula>),
    /// On some path.
    Some(Box<Formula>),
    /// Next.
    Next(Box<Formula>),
    /// Eventually.
    Finally(Box<Formula>),
    /// Always.
    Globally(Box<Formula>),
    /// Until.
    Until(Box<Formula>, Box<Formula>),
    /// `K(agent, f)`.
    Knows(Indexed, Box<Formula>),
    /// `O(agent, f)`: in all states that are green for the agent.
    Ought(Name, Box<Formula>),
    /// `GK(group, f)`.
    EverybodyKnows(Group, Box<Formula>),
    /// `GCK(group, f)`.
    Common(Group, Box<Formula>),
    /// `DK(group, f)`.
    Distributed(Group, Box<Formula>),
    /// `<group>` with the path formula it can enforce.
    Enforces(Group, Box<Formula>),
}
