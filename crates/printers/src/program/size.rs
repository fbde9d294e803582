//! How large the numbers get that a program computes, so that it can use integers that hold them.

use rustc_hash::FxHashMap;
use synod_core::{BinaryOp, Choice, Expr, ExprId, Interval, System};

/// No result that a program computes is further from 0 than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Magnitude(pub u128);

/// Computes magnitudes of expressions over one list of choices.
pub struct Magnitudes<'a> {
    system: &'a System,
    ranges: &'a [Interval],
    choices: &'a [Choice],
    known: FxHashMap<ExprId, Magnitude>,
    /// The greatest one met.
    pub greatest: Magnitude,
}

impl<'a> Magnitudes<'a> {
    /// For variables that lie in `ranges` and for these choices.
    pub fn new(system: &'a System, ranges: &'a [Interval], choices: &'a [Choice]) -> Self {
        Magnitudes { system, ranges, choices, known: FxHashMap::default(), greatest: Magnitude(0) }
    }

    /// Takes expressions and all their parts into account.
    pub fn include(&mut self, ids: impl IntoIterator<Item = ExprId>) {
        for id in ids {
            self.of(id);
        }
    }

    fn of(&mut self, id: ExprId) -> Magnitude {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let parts: Vec<u128> = self.system.exprs.operands(id).into_iter().map(|a| self.of(a).0).collect();
        let most = || parts.iter().copied().max().unwrap_or(1);
        let found = match &self.system.exprs[id] {
            Expr::Const(_, value) => u128::from(value.unsigned_abs()),
            Expr::Var(var) | Expr::Element(var, _) => reach(self.ranges[var.0 as usize]),
            Expr::Choice(position, _) => {
                let bounds =
                    self.choices.get(*position as usize).and_then(|c| c.ty.bounds(&self.system.enums));
                reach(bounds.map_or(Interval::ALL, |(lo, hi)| Interval::new(lo, hi)))
            }
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => parts[0].saturating_add(parts[1]),
            Expr::Binary(BinaryOp::Mul, ..) => parts[0].saturating_mul(parts[1]),
            Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => parts[0],
            Expr::Binary(BinaryOp::Mod, ..) => parts[1],
            _ => most(),
        };
        let found = Magnitude(found);
        self.known.insert(id, found);
        self.greatest = self.greatest.max(found);
        found
    }
}

/// The distance of the furthest value from 0.
pub fn reach(range: Interval) -> u128 {
    let end = |end: Option<i64>| end.map_or(u128::MAX, |end| u128::from(end.unsigned_abs()));
    end(range.lo).max(end(range.hi))
}
