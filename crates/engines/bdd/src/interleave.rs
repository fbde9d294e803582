//! Bit interleaving of the variable order: which wide variables are added, compared or copied with each other.
//!
//! If all bits of one come before all bits of the other, a diagram of their sum or order has to remember the
//! whole of the first: it has as many nodes as there are values. With their bits interleaved it is small.

use synod_core::{BinaryOp, Expr, ExprId, System, VarId};

/// Narrower variables stay with their agents: their values are few enough to be remembered.
pub(crate) const WIDE: usize = 9;

/// Sets of at least two wide variables whose bits are to be interleaved. `width` is how many bits a variable
/// has.
pub(crate) fn interleaved(system: &System, width: impl Fn(VarId) -> usize) -> Vec<Vec<VarId>> {
    let wide: Vec<bool> = system.var_ids().map(|(var, _)| width(var) >= WIDE).collect();
    if wide.iter().filter(|wide| **wide).count() < 2 {
        return Vec::new();
    }
    let mut sets = Sets { parents: (0..wide.len()).collect() };
    // One of the variables that a value is made of; the others are in the same set. Operands come before what
    // is made of them.
    let mut made_of: Vec<Option<usize>> = Vec::with_capacity(system.exprs.len());
    for id in 0..system.exprs.len() as u32 {
        let of = |operand: &ExprId| made_of[operand.0 as usize];
        made_of.push(match &system.exprs[ExprId(id)] {
            Expr::Var(var) | Expr::Element(var, _) => Some(var.0 as usize).filter(|var| wide[*var]),
            Expr::Unary(_, a) => of(a),
            Expr::Binary(op, a, b) => {
                let both = sets.join(of(a), of(b));
                both.filter(|_| !matches!(op, BinaryOp::Eq | BinaryOp::Lt | BinaryOp::Le))
            }
            Expr::Ite(_, then, otherwise) => sets.join(of(then), of(otherwise)),
            _ => None,
        });
    }
    for part in system.rules.iter().flat_map(|rule| &rule.parts) {
        for update in part.alternatives.iter().flat_map(|alternative| &alternative.updates) {
            let written = Some(update.var.0 as usize).filter(|var| wide[*var]);
            sets.join(written, made_of[update.value.0 as usize].filter(|_| written.is_some()));
        }
    }
    let mut found: Vec<Vec<VarId>> = vec![Vec::new(); wide.len()];
    for var in (0..wide.len()).filter(|var| wide[*var]) {
        found[sets.first(var)].push(VarId(var as u32));
    }
    found.retain(|set| set.len() > 1);
    found
}

/// Disjoint sets: each member leads to the first of its set.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn first(&self, mut member: usize) -> usize {
        while self.parents[member] != member {
            member = self.parents[member];
        }
        member
    }

    /// Makes one set of the sets of two members, and gives one of them.
    fn join(&mut self, a: Option<usize>, b: Option<usize>) -> Option<usize> {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.first(a), self.first(b));
            self.parents[a.max(b)] = a.min(b);
        }
        a.or(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Type, Variable};

    #[test]
    fn wide_variables_that_are_added_or_compared_are_interleaved_and_others_are_not() {
        let mut system = System::new("sums");
        let mut var = |name: &str| {
            let name = name.to_string();
            system.add_var(Variable { name, ty: Type::Int, len: None, owner: None, span: Default::default() })
        };
        let [a, b, c, lone, narrow] = ["a", "b", "c", "lone", "narrow"].map(&mut var);
        let [x, y, z, u, v] = [a, b, c, lone, narrow].map(|var| system.exprs.var(var));
        let sum = system.exprs.binary(BinaryOp::Add, x, y);
        let (below, apart) = (system.exprs.lt(sum, z), system.exprs.lt(u, v));
        let seven = system.exprs.int(7);
        let constant = system.exprs.lt(u, seven);
        system.init = system.exprs.and([below, apart, constant]);
        let width = |var| if var == narrow { WIDE - 1 } else { WIDE };
        assert_eq!(interleaved(&system, width), [vec![a, b, c]]);
    }
}
