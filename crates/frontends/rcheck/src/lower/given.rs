//! Values that commands give, as expressions of the system, to judge whether they fit.

use synod_core::ExprId;
use synod_syntax::Span;

use super::Lowering;
use super::scope::Scope;
use crate::hir::{Action, BinaryOp, Command, Expr, ExprKind, Type};

/// A value that an instance gives to a local or to a message variable.
pub struct Given {
    /// The command.
    pub command: Span,
    /// Where that to which it is given is declared.
    pub declared: Span,
    /// The least and the greatest value that fit.
    pub bounds: (i64, i64),
    /// What the command asks of the instance.
    pub conditions: Vec<ExprId>,
    /// The value.
    pub value: ExprId,
}

impl Lowering<'_> {
    /// The values that commands around these places give, as far as they depend on the instance alone.
    pub(super) fn doubtful_values(&mut self, doubtful: &[Span]) -> Vec<Given> {
        let model = self.model;
        let is_doubtful = |command: &Command| {
            let around = |place: &Span| command.span.start <= place.start && place.end <= command.span.end;
            doubtful.iter().any(around)
        };
        let mut found = Vec::new();
        for instance in 0..model.instances.len() {
            let agent = model.agent_of(instance);
            let scope = Scope::of(instance);
            for command in agent.commands.iter().filter(|command| is_doubtful(command)) {
                let conditions: Vec<ExprId> = conjuncts(&command.precondition)
                    .into_iter()
                    .filter_map(|condition| self.value(condition, &scope))
                    .collect();
                let data = match &command.action {
                    Action::Send { data, .. } | Action::Get { data, .. } | Action::Supply { data, .. } => {
                        data
                    }
                    Action::Receive { .. } => &Vec::new(),
                };
                let locals = command.updates.iter().map(|(local, value)| (&agent.locals[*local], value));
                let messages = data.iter().map(|(field, value)| (&model.messages[*field], value));
                for (field, value) in locals.chain(messages) {
                    let Type::Range { lo, hi } = field.ty else { continue };
                    let Some(value) = self.value(value, &scope) else { continue };
                    let (command, declared) = (command.span, field.span);
                    let conditions = conditions.clone();
                    found.push(Given { command, declared, bounds: (lo, hi), conditions, value });
                }
            }
        }
        found
    }
}

/// The parts of a conjunction.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let (mut parts, mut todo) = (Vec::new(), vec![expr]);
    while let Some(next) = todo.pop() {
        match &next.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => todo.extend([&**b, &**a]),
            _ => parts.push(next),
        }
    }
    parts
}
