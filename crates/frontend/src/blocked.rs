//! Why a step is blocked: what agents would do in a state but cannot, and what stands against it, in the words of the
//! model. Text, documents and pictures are all made of this one kind of data.

use synod_core::{Env, ExprId, Role, Sort, State, System, VarId, eval_bool, show_expr, show_expr_in};
use synod_syntax::Span;

/// Something that an agent would do in a state, but cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Who would do it; `None` if it is nobody's.
    pub agent: Option<String>,
    /// The part that the agent would play.
    pub role: Role,
    /// What it would do, in a few words, such as `sOk on grant`.
    pub action: String,
    /// The command as the model wrote it.
    pub command: String,
    /// Where it was written; the default if nowhere.
    pub span: Span,
    /// Each of these would have to be otherwise. None: it goes with nothing that others can do here.
    pub obstacles: Vec<Obstacle>,
}

/// What keeps something from being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Conditions of its own are false.
    Guard {
        /// All of them have to be true.
        conditions: Vec<Condition>,
    },
    /// Somebody who would have to take part cannot.
    Participant {
        /// Who; `None` for a part that is no agent's.
        agent: Option<String>,
        /// Why it would have to, as a phrase that follows `which`, such as `listens on grant and has no enabled receive`.
        because: String,
        /// The values picked by the step that was tried, such as `MSG = call`; empty if they do not matter.
        picked: Vec<String>,
        /// What it could do, each with what is false.
        closed: Vec<ClosedCommand>,
    },
    /// It waits for somebody, and nobody comes.
    Waits {
        /// For what, as a phrase that follows `waits for`, such as `a message on grant`.
        what: String,
        /// What comes closest, each with what is false.
        closed: Vec<ClosedCommand>,
    },
    /// The step meets a fault.
    Fault {
        /// The step, in one sentence.
        step: String,
        /// The fault, in the words of the model.
        text: String,
    },
}

/// Something that a participant cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedCommand {
    /// Whose it is, where that is not said around it.
    pub agent: Option<String>,
    /// The command as the model wrote it; `None` for staying out of the step.
    pub command: Option<String>,
    /// Where it was written; the default if nowhere.
    pub span: Span,
    /// What is false.
    pub conditions: Vec<Condition>,
}

/// A condition that is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The condition.
    pub text: String,
    /// The variables that it reads.
    pub reads: Vec<VarId>,
    /// What else it reads, with sorts and values: what a message carries.
    pub given: Vec<(String, Sort, i64)>,
}

impl Condition {
    /// A condition of the system, with the choices of a rule if it is one of a rule.
    pub fn new(system: &System, rule: Option<&synod_core::Rule>, id: ExprId) -> Self {
        let text = match rule {
            Some(rule) => show_expr_in(system, rule, id),
            None => show_expr(system, id),
        };
        Condition { text, reads: system.exprs.variables(id), given: Vec::new() }
    }
}

/// The conjuncts of a condition that are false in a state, whatever a step picks.
pub fn falsified(system: &System, state: &State, condition: ExprId) -> Vec<Condition> {
    let exprs = &system.exprs;
    let is_false = |id: &ExprId| {
        exprs.choices(*id).is_empty() && eval_bool(exprs, *id, Env::of(system, state)) == Ok(false)
    };
    let conjuncts = exprs.conjuncts(condition).into_iter();
    conjuncts.filter(is_false).map(|id| Condition::new(system, None, id)).collect()
}
