//! "Some choice makes it true", written out for targets without quantifiers over values.

use std::collections::HashMap;

use synod_core::{Choice, EnumType, Expr, ExprId, Exprs};

/// The most cases that one quantifier is written out to.
const LIMIT: u64 = 4096;

/// Why "some choice" cannot be written out.
#[derive(Debug)]
pub enum TooMany {
    /// The named choice has infinitely many values.
    Unbounded(String),
    /// There are more than [`LIMIT`] combinations.
    Combinations(u64),
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            TooMany::Unbounded(choice) => write!(f, "its choice `{choice}` has infinitely many values"),
            TooMany::Combinations(count) => write!(f, "its choices combine in at least {count} ways"),
        }
    }
}

/// Holds where some values of the choices make all conditions true. Conditions that share no choice
/// are written out apart, so that the text grows with the sum of their domains, not the product.
pub fn some_choice(
    exprs: &mut Exprs,
    enums: &[EnumType],
    choices: &[Choice],
    conditions: &[ExprId],
) -> Result<ExprId, TooMany> {
    let mut result = Vec::new();
    let mut groups: Vec<(Vec<u32>, Vec<ExprId>)> = Vec::new();
    for choice in choices {
        if choice.ty.bounds(enums).is_some_and(|(lo, hi)| lo > hi) {
            return Ok(exprs.bool(false));
        }
    }
    for condition in conditions {
        let reads = choices_of(exprs, *condition);
        if reads.is_empty() {
            result.push(*condition);
            continue;
        }
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(others, _)| others.iter().any(|o| reads.contains(o)));
        let mut group = (reads, vec![]);
        for (others, members) in joined {
            group.0.extend(others);
            group.1.extend(members);
        }
        group.0.sort_unstable();
        group.0.dedup();
        group.1.push(*condition);
        groups = apart;
        groups.push(group);
    }
    for (reads, members) in groups {
        result.push(write_out(exprs, enums, choices, &reads, &members)?);
    }
    Ok(exprs.and(result))
}

fn write_out(
    exprs: &mut Exprs,
    enums: &[EnumType],
    choices: &[Choice],
    reads: &[u32],
    members: &[ExprId],
) -> Result<ExprId, TooMany> {
    let mut assignments: Vec<Vec<i64>> = vec![Vec::new()];
    for position in reads {
        let choice = &choices[*position as usize];
        let Some((lo, hi)) = choice.ty.bounds(enums) else {
            return Err(TooMany::Unbounded(choice.name.clone()));
        };
        let values = hi.abs_diff(lo).saturating_add(1);
        let count = values.saturating_mul(assignments.len() as u64);
        if count > LIMIT {
            return Err(TooMany::Combinations(count));
        }
        let extend = |a: &Vec<i64>| (lo..=hi).map(|v| [a.as_slice(), &[v]].concat()).collect::<Vec<_>>();
        assignments = assignments.iter().flat_map(extend).collect();
    }
    let together = exprs.and(members.iter().copied());
    let mut cases = Vec::new();
    for assignment in assignments {
        let values = std::iter::zip(reads.iter().copied(), assignment).collect();
        cases.push(Substitution { exprs, values, done: HashMap::new() }.apply(together));
    }
    Ok(exprs.or(cases))
}

/// The positions of the choices that an expression reads.
fn choices_of(exprs: &Exprs, id: ExprId) -> Vec<u32> {
    let mut found = Vec::new();
    crate::walk::each(exprs, id, |node| {
        if let Expr::Choice(position, _) = node
            && !found.contains(position)
        {
            found.push(*position);
        }
    });
    found
}

/// Puts constants in the place of choices.
struct Substitution<'a> {
    exprs: &'a mut Exprs,
    values: HashMap<u32, i64>,
    done: HashMap<ExprId, ExprId>,
}

impl Substitution<'_> {
    fn apply(&mut self, id: ExprId) -> ExprId {
        if let Some(known) = self.done.get(&id) {
            return *known;
        }
        let node = self.exprs[id].clone();
        let result = match node {
            Expr::Choice(position, sort) => match self.values.get(&position) {
                Some(value) => self.exprs.constant(sort, *value),
                None => id,
            },
            Expr::Const(..) | Expr::Var(_) | Expr::Took { .. } => id,
            Expr::Element(var, index) => {
                let index = self.apply(index);
                self.exprs.element(var, index)
            }
            Expr::Unary(op, a) => {
                let a = self.apply(a);
                match op {
                    synod_core::UnaryOp::Not => self.exprs.not(a),
                    synod_core::UnaryOp::Neg => self.exprs.neg(a),
                    synod_core::UnaryOp::Abs => self.exprs.abs(a),
                }
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.apply(a), self.apply(b));
                self.exprs.binary(op, a, b)
            }
            Expr::And(list) => {
                let list: Vec<ExprId> = list.iter().map(|a| self.apply(*a)).collect();
                self.exprs.and(list)
            }
            Expr::Or(list) => {
                let list: Vec<ExprId> = list.iter().map(|a| self.apply(*a)).collect();
                self.exprs.or(list)
            }
            Expr::Ite(c, t, e) => {
                let (c, t, e) = (self.apply(c), self.apply(t), self.apply(e));
                self.exprs.ite(c, t, e)
            }
        };
        self.done.insert(id, result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{BinaryOp, Sort, System, Type, Variable, show_expr};

    #[test]
    fn independent_conditions_are_written_out_apart() {
        let mut system = System::new("t");
        let span = Default::default();
        let x = system.add_var(Variable { name: "x".into(), ty: Type::Int, len: None, owner: None, span });
        let e = &mut system.exprs;
        let x = e.var(x);
        let (a, b) = (e.choice(0, Sort::Int), e.choice(1, Sort::Int));
        let sum = e.binary(BinaryOp::Add, x, b);
        let zero = e.int(0);
        let (first, second) = (e.eq(x, a), e.eq(sum, zero));
        let ty = Type::Range { lo: 1, hi: 2 };
        let choices = ["a", "b"].map(|name| Choice { name: name.into(), ty, agent: None });
        let found = some_choice(e, &[], &choices, &[first, second]).ok().unwrap();
        assert_eq!(show_expr(&system, found), "(x = 1 | x = 2) & (x + 1 = 0 | x + 2 = 0)");
        let endless = [Choice { name: "a".into(), ty: Type::Int, agent: None }, choices[1].clone()];
        let refused = some_choice(&mut system.exprs, &[], &endless, &[first]);
        assert!(matches!(refused, Err(TooMany::Unbounded(name)) if name == "a"));
    }
}
