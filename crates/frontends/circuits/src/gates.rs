//! And-inverter graphs: what both formats are turned into, with equal gates shared and constants propagated.

use rustc_hash::FxHashMap;
use synod_syntax::checkpoint;

/// A node of a graph or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        self.negate_if(true)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// False; node 0 and no other.
    Constant,
    /// A bit of an input or of the state.
    Free,
    /// The conjunction of two literals of earlier nodes.
    And(Lit, Lit),
}

/// More gates than this are refused: every one becomes an expression, and these are numbered with 32 bits.
pub(crate) const MOST_GATES: usize = 1 << 26;
/// Longer paths of gates than this are refused: expressions are walked by recursion.
pub(crate) const DEEPEST: u32 = 20_000;

/// The graph. Operands of a node come before it.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    nodes: Vec<Gate>,
    /// The longest path of gates below each node.
    depths: Vec<u32>,
    index: FxHashMap<(Lit, Lit), Lit>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates { nodes: vec![Gate::Constant], depths: vec![0], index: FxHashMap::default() }
    }
}

impl Gates {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn gate(&self, node: usize) -> Gate {
        self.nodes[node]
    }

    pub fn depth(&self, lit: Lit) -> u32 {
        self.depths[lit.node()]
    }

    fn push(&mut self, gate: Gate, depth: u32) -> Lit {
        checkpoint();
        let number = self.nodes.len() as u32;
        self.nodes.push(gate);
        self.depths.push(depth);
        Lit(number << 1)
    }

    /// A new bit.
    pub fn free(&mut self) -> Lit {
        self.push(Gate::Free, 0)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(known) = self.index.get(&(a, b)) {
            return *known;
        }
        let depth = 1 + self.depth(a).max(self.depth(b));
        let new = self.push(Gate::And(a, b), depth);
        self.index.insert((a, b), new);
        new
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (both, neither) = (self.and(a, b), self.and(!a, !b));
        self.and(!both, !neither)
    }

    /// `then` where `condition` is true, else `otherwise`.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let (yes, no) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(yes, no)
    }

    /// Conjunction of all, as a balanced tree.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut layer: Vec<Lit> = lits.into_iter().collect();
        while layer.len() > 1 {
            layer = layer.chunks(2).map(|pair| pair.iter().fold(Lit::TRUE, |a, b| self.and(a, *b))).collect();
        }
        layer.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Disjunction of all.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(lits.into_iter().map(|lit| !lit).collect::<Vec<_>>())
    }

    /// The operands of an exclusive or, if a node is one: `!(a & b) & !(!a & !b)`.
    pub fn as_xor(&self, node: usize) -> Option<(Lit, Lit)> {
        let Gate::And(left, right) = self.nodes[node] else { return None };
        if !left.is_negated() || !right.is_negated() {
            return None;
        }
        match (self.nodes[left.node()], self.nodes[right.node()]) {
            (Gate::And(a, b), Gate::And(c, d)) if (c, d) == (!a, !b) || (c, d) == (!b, !a) => Some((a, b)),
            _ => None,
        }
    }

    /// Whether each node is needed for one of the roots.
    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut todo: Vec<usize> = roots.into_iter().map(Lit::node).collect();
        while let Some(node) = todo.pop() {
            if !std::mem::replace(&mut needed[node], true)
                && let Gate::And(a, b) = self.nodes[node]
            {
                todo.extend([a.node(), b.node()]);
            }
        }
        needed
    }

    /// The value of every node, given those of the free ones.
    #[cfg(test)]
    pub fn values(&self, free: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (node, gate) in self.nodes.iter().enumerate() {
            let of = |lit: Lit| values[lit.node()] != lit.is_negated();
            let value = match gate {
                Gate::Constant => false,
                Gate::Free => free(node),
                Gate::And(a, b) => of(*a) && of(*b),
            };
            values.push(value);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_gates_are_shared_and_constants_propagated() {
        let mut gates = Gates::default();
        let (a, b) = (gates.free(), gates.free());
        assert_eq!(gates.and(a, b), gates.and(b, a));
        assert_eq!([gates.and(a, Lit::TRUE), gates.and(a, !a), gates.or(a, a)], [a, Lit::FALSE, a]);
        let xor = gates.xor(a, !b);
        assert_eq!(gates.as_xor(xor.node()).map(|(a, b)| a.node() + b.node()), Some(a.node() + b.node()));
    }
}
