//! Boolean expressions as a few masks: a disjunction of cubes, each a conjunction of comparisons of bits.
//!
//! Most guards are such expressions once constants are folded, and testing a cube costs about as much as
//! one operation of a program. Only expressions that cannot fault become cubes.

use synod_core::{Env, Expr, ExprId, System, UnaryOp, eval_bool};

use crate::guard::Bits;
use crate::layout::Layout;

/// A conjunction, with at most one entry for a word. Empty, it is true.
pub(crate) type Cube = Vec<Bits>;

/// More cubes than this are not better than a table.
const MOST_CUBES: usize = 6;
/// Comparisons of variables with at most so many joint values are tabulated.
const MOST_VALUES: i64 = 32;

/// The cubes of an expression, or `None` if it is too large, may fault, or reads more than variables.
pub(crate) fn cubes(system: &System, layout: &Layout, id: ExprId) -> Option<Vec<Cube>> {
    Builder { system, layout }.build(id, true, 0)
}

struct Builder<'a> {
    system: &'a System,
    layout: &'a Layout,
}

/// Deeper expressions are left to programs.
const DEEPEST: usize = 64;

impl Builder<'_> {
    /// The cubes of an expression, or of its negation if not `positive`.
    fn build(&self, id: ExprId, positive: bool, depth: usize) -> Option<Vec<Cube>> {
        if depth > DEEPEST {
            return None;
        }
        let inner = |id: ExprId, positive: bool| self.build(id, positive, depth + 1);
        match &self.system.exprs[id] {
            Expr::Unary(UnaryOp::Not, a) => inner(*a, !positive),
            Expr::And(list) | Expr::Or(list) => {
                let parts: Option<Vec<Vec<Cube>>> = list.iter().map(|part| inner(*part, positive)).collect();
                if matches!(self.system.exprs[id], Expr::And(_)) == positive {
                    parts?.into_iter().try_fold(vec![vec![]], |all, part| both(&all, &part))
                } else {
                    either(parts?.into_iter().flatten())
                }
            }
            _ => self.tabulate(id, positive),
        }
    }

    /// One cube for each valuation of the variables that gives the wanted truth.
    fn tabulate(&self, id: ExprId, positive: bool) -> Option<Vec<Cube>> {
        let vars = self.system.exprs.variables(id);
        if vars.iter().any(|var| self.system.var(*var).len.is_some()) || self.reads_step(id) {
            return None;
        }
        let fields: Vec<(usize, i64, i64)> = vars
            .iter()
            .map(|var| {
                let slot = self.system.slot(*var);
                let (lo, hi) = self.layout.fields[slot].window();
                (slot, lo, hi)
            })
            .collect();
        let mut count: i64 = 1;
        for (_, lo, hi) in &fields {
            count = hi.checked_sub(*lo).and_then(|span| count.checked_mul(span.checked_add(1)?))?;
            if !(1..=MOST_VALUES).contains(&count) {
                return None;
            }
        }
        let mut state = vec![0; self.system.width()];
        let mut found = Vec::new();
        for number in 0..count {
            let mut rest = number;
            let mut cube = Some(vec![]);
            for (slot, lo, hi) in &fields {
                let span = hi - lo + 1;
                state[*slot] = lo + rest % span;
                rest /= span;
                let field = self.layout.fields[*slot];
                let value = field.bits(state[*slot]).ok()?;
                let bits = vec![Bits { word: field.word, mask: field.mask(), value }];
                cube = cube.and_then(|cube: Cube| conjunction(&cube, &bits));
            }
            let truth = eval_bool(&self.system.exprs, id, Env::of(self.system, &state)).ok()?;
            if truth == positive {
                found.extend(cube);
            }
        }
        either(found)
    }

    fn reads_step(&self, id: ExprId) -> bool {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            if matches!(self.system.exprs[id], Expr::Choice(..) | Expr::Took { .. }) {
                return true;
            }
            todo.extend(self.system.exprs.operands(id));
        }
        false
    }
}

/// Both cubes, or `None` if they exclude each other.
fn conjunction(a: &[Bits], b: &[Bits]) -> Option<Cube> {
    let mut all = a.to_vec();
    for bits in b {
        match all.iter_mut().find(|known| known.word == bits.word) {
            Some(known) => {
                let common = known.mask & bits.mask;
                if known.value & common != bits.value & common {
                    return None;
                }
                known.mask |= bits.mask;
                known.value |= bits.value;
            }
            None => all.push(*bits),
        }
    }
    Some(all)
}

fn both(a: &[Cube], b: &[Cube]) -> Option<Vec<Cube>> {
    either(a.iter().flat_map(|a| b.iter().filter_map(|b| conjunction(a, b))))
}

/// All cubes without those that another contains, unless they are too many.
fn either(cubes: impl IntoIterator<Item = Cube>) -> Option<Vec<Cube>> {
    let mut kept: Vec<Cube> = Vec::new();
    for cube in cubes {
        if !kept.iter().any(|known| contains(known, &cube)) {
            kept.retain(|known| !contains(&cube, known));
            kept.push(cube);
        }
        if kept.len() > MOST_CUBES {
            return None;
        }
    }
    Some(kept)
}

/// Whether the first holds wherever the second does.
fn contains(a: &[Bits], b: &[Bits]) -> bool {
    a.iter().all(|wide| {
        let narrow = b.iter().find(|bits| bits.word == wide.word);
        narrow.is_some_and(|narrow| {
            narrow.mask & wide.mask == wide.mask && narrow.value & wide.mask == wide.value
        })
    })
}
