//! The precedence tables: how each reading of each dialect groups one level of an expression.

use super::operand::{Item, Prefix, is_temporal};
use super::shape::{Assoc, Binding, Id, Operator, Symbol, Tree};
use crate::ast::BinaryOp;

/// A way to group operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// New dialect as people expect it: arithmetic, comparison, `U R W`, `&`, `|`, `->`, `<->`, from
    /// tight to loose; temporal prefixes reach as far right as they can.
    Standard,
    /// The same as someone expects it who knows linear time from elsewhere: `F`, `G` and `X` bind tighter than connectives.
    StandardExpected,
    /// New dialect as the VSCode extension reads it: `+ -` loosest, then `* /`, then all connectives
    /// on one level to the left, then comparison.
    Compat,
    /// Legacy dialect as the legacy tool reads it: `->` tighter than `&`; in formulas the longest
    /// state conditions are read first, then tight prefixes, and `&` and `|` on one level to the right.
    Legacy,
    /// What someone who does not know the legacy tool would expect of a legacy text.
    LegacyExpected,
}

/// Any prefix that reaches as far right as it can.
const GREEDY: u8 = 0;
/// A prefix that takes the next operand only.
const TIGHT: u8 = 20;
/// A tight prefix in front of a comparison, in the legacy dialect.
const TIGHT_LEGACY: u8 = 9;
/// The same with the powers of the new dialect.
const TIGHT_TEMPORAL: u8 = 7;

impl Operator for BinaryOp {
    fn is_associative(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or)
    }
}

impl Table {
    /// Groups a level. `None` only if the items do not alternate as they must.
    pub fn resolve(self, items: &[Item]) -> Option<(Tree<BinaryOp>, Id)> {
        let mut tree = Tree::new();
        let symbols = match self {
            Table::Legacy => legacy_formula(items, &mut tree)?,
            _ => self.symbols(items, 0, &mut tree),
        };
        let root = tree.resolve(symbols)?;
        Some((tree, root))
    }

    /// The symbols of `items`, which begin at position `offset` of the whole level.
    fn symbols(self, items: &[Item], offset: usize, tree: &mut Tree<BinaryOp>) -> Vec<Symbol<BinaryOp>> {
        items
            .iter()
            .enumerate()
            .map(|(i, item)| match item {
                Item::Operand(_) => Symbol::Operand(tree.leaf(offset + i)),
                Item::Prefix(prefix, _) => Symbol::Prefix { item: offset + i, power: self.prefix(prefix) },
                Item::Infix { op, qualifies, between_conditions, .. } => Symbol::Infix {
                    item: offset + i,
                    op: *op,
                    binding: self.infix(*op, *qualifies, *between_conditions),
                },
            })
            .collect()
    }

    fn prefix(self, prefix: &Prefix) -> u8 {
        let legacy = matches!(self, Table::Legacy | Table::LegacyExpected);
        match prefix {
            Prefix::Negate => TIGHT,
            Prefix::Agents { .. } => GREEDY,
            _ if legacy => TIGHT_LEGACY,
            Prefix::Not => TIGHT,
            _ if self == Table::StandardExpected && prefix.is_temporal() => TIGHT_TEMPORAL,
            _ => GREEDY,
        }
    }

    fn infix(self, op: BinaryOp, qualifies: bool, between_conditions: bool) -> Binding {
        use Assoc::{Left, Right};
        use BinaryOp::*;
        let (power, assoc) = match self {
            Table::Standard | Table::StandardExpected => match op {
                Mul | Div => (9, Left),
                Add | Sub => (8, Left),
                Eq | Ne | Lt | Le | Gt | Ge => (7, Assoc::None),
                Until | Release | WeakUntil => (6, Left),
                And => (5, Left),
                Or => (4, Left),
                Implies => (3, Right),
                Iff => (2, Right),
            },
            Table::Compat => match op {
                Sub if qualifies => (TIGHT + 1, Left),
                Eq | Ne | Lt | Le | Gt | Ge => (4, Assoc::None),
                And | Or | Implies | Iff | Until | Release | WeakUntil => (3, Left),
                Mul | Div => (2, Left),
                Add | Sub => (1, Left),
            },
            // In conditions. `U R W` do not occur in them.
            Table::Legacy => match op {
                Mul | Div => (12, Left),
                Add | Sub => (11, Left),
                Eq if between_conditions => (7, Right),
                Ne if between_conditions => (6, Right),
                Eq | Ne | Lt | Le | Gt | Ge => (10, Assoc::None),
                Until | Release | WeakUntil | Implies => (8, Right),
                Iff => (7, Right),
                And => (5, Right),
                Or => (4, Right),
            },
            Table::LegacyExpected => match op {
                Mul | Div => (12, Left),
                Add | Sub => (11, Left),
                Eq | Ne if between_conditions => (8, Right),
                Eq | Ne | Lt | Le | Gt | Ge => (10, Assoc::None),
                Until | Release | WeakUntil => (7, Left),
                And => (6, Left),
                Or => (5, Left),
                Implies => (4, Right),
                Iff => (3, Right),
            },
        };
        Binding { power, assoc }
    }
}

/// The symbols of a legacy formula: every longest state condition is grouped on its own, and counts as
/// one operand of what is left.
fn legacy_formula(items: &[Item], tree: &mut Tree<BinaryOp>) -> Option<Vec<Symbol<BinaryOp>>> {
    let begins_condition = condition_starts(items);
    let mut symbols = Vec::new();
    let mut at = 0;
    while at < items.len() {
        match &items[at] {
            Item::Infix { op, .. } => {
                symbols.push(Symbol::Infix { item: at, op: *op, binding: legacy_connective(*op) });
                at += 1;
            }
            _ if begins_condition[at] => {
                let end = condition_end(items, at, &begins_condition);
                let inner = Table::Legacy.symbols(&items[at..end], at, tree);
                symbols.push(Symbol::Operand(tree.resolve(inner)?));
                at = end;
            }
            Item::Prefix(prefix, _) => {
                symbols.push(Symbol::Prefix { item: at, power: Table::Legacy.prefix(prefix) });
                at += 1;
            }
            Item::Operand(_) => {
                symbols.push(Symbol::Operand(tree.leaf(at)));
                at += 1;
            }
        }
    }
    Some(symbols)
}

/// For every position whether a state condition begins there.
fn condition_starts(items: &[Item]) -> Vec<bool> {
    let mut starts = vec![false; items.len()];
    for (i, item) in items.iter().enumerate().rev() {
        starts[i] = match item {
            Item::Operand(operand) => !operand.temporal,
            Item::Prefix(Prefix::Not | Prefix::Negate, _) => starts.get(i + 1).copied().unwrap_or(false),
            _ => false,
        };
    }
    starts
}

/// Where the longest state condition that begins at `at` ends.
fn condition_end(items: &[Item], mut at: usize, begins_condition: &[bool]) -> usize {
    loop {
        while matches!(items.get(at), Some(Item::Prefix(..))) {
            at += 1;
        }
        at += 1;
        match items.get(at) {
            Some(Item::Infix { op, .. })
                if !is_temporal(*op) && begins_condition.get(at + 1) == Some(&true) =>
            {
                at += 1;
            }
            _ => return at.min(items.len()),
        }
    }
}

/// Legacy connectives between formulas.
fn legacy_connective(op: BinaryOp) -> Binding {
    use Assoc::{Left, Right};
    use BinaryOp::*;
    let (power, assoc) = match op {
        Mul | Div => (12, Left),
        Add | Sub => (11, Left),
        Lt | Le | Gt | Ge => (10, Assoc::None),
        Until | Release | WeakUntil => (8, Left),
        Implies => (7, Right),
        Iff | Eq => (6, Right),
        Ne => (5, Right),
        And | Or => (4, Right),
    };
    Binding { power, assoc }
}
