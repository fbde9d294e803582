//! Locals that always have the same value: the initial condition gives them one, and no command assigns them. To commands they
//! are that value, so that most agents that cannot meet are known not to; in states, initial conditions and
//! specifications they are the variables they were.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{BinaryOp, Expr, ExprId, UnaryOp, VarId};

use super::Lowering;

impl Lowering<'_> {
    /// Finds them, once the initial condition is known.
    pub(super) fn pin(&mut self) {
        let given = self.given();
        let assigned: Vec<FxHashSet<usize>> = self
            .model
            .agents
            .iter()
            .map(|agent| agent.commands.iter().flat_map(|c| &c.updates).map(|(local, _)| *local).collect())
            .collect();
        for (position, instance) in self.model.instances.iter().enumerate() {
            let locals = self.stores[position].locals.iter().enumerate();
            let constants = locals.map(|(local, var)| {
                let value = given.get(var).filter(|_| !assigned[instance.agent].contains(&local));
                value.map(|value| self.system.exprs.constant(self.system.var(*var).ty.sort(), *value))
            });
            self.pinned.push(constants.collect());
        }
    }

    /// The variables that the initial condition gives a value. If it gives one two values, there is no initial state, and
    /// either will do.
    fn given(&self) -> FxHashMap<VarId, i64> {
        let exprs = &self.system.exprs;
        let given = |id: ExprId| match &exprs[id] {
            Expr::Binary(BinaryOp::Eq, var, value) => Some((exprs[*var].as_var()?, exprs.as_const(*value)?)),
            Expr::Unary(UnaryOp::Not, var) => Some((exprs[*var].as_var()?, 0)),
            Expr::Var(var) => Some((*var, 1)),
            _ => None,
        };
        exprs.conjuncts(self.system.init).into_iter().filter_map(given).collect()
    }
}
