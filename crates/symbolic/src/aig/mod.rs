//! And-inverter graphs: boolean functions of inputs, with equal functions of equal operands shared and
//! constants propagated as they are built.

mod substitution;
mod words;

use std::convert::Infallible;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::checkpoint;

use crate::algebra::Bits;
use crate::word::{BitBlasted, WordOp};
pub use substitution::Substitution;
pub use words::{Definition, Words, last_node};

/// A node of an [`Aig`] or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// A constant.
    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of the node.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal without its negation.
    pub fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }

    /// The literal, negated if `negate`.
    pub fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    /// Its value, if it is a constant.
    pub fn as_constant(self) -> Option<bool> {
        (self.node() == 0).then_some(self == Lit::TRUE)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.node())
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The constant false; always node 0 and no other.
    Constant,
    /// A free variable.
    Input,
    /// The conjunction of two literals of smaller nodes, the first being the smaller one.
    And(Lit, Lit),
}

/// The graph. Operands of a node come before it.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    index: FxHashMap<(Lit, Lit), Lit>,
    words: Option<Box<Words>>,
}

impl Default for Aig {
    fn default() -> Self {
        Aig { nodes: vec![Node::Constant], index: FxHashMap::default(), words: None }
    }
}

impl Aig {
    /// An empty graph that keeps the words its bits are computed as.
    pub fn with_words() -> Self {
        Aig { words: Some(Box::default()), ..Aig::default() }
    }

    /// The words its bits were computed as, if it keeps them.
    pub fn words(&self) -> Option<&Words> {
        self.words.as_deref()
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// What the node of a literal is.
    pub fn node(&self, lit: Lit) -> Node {
        self.nodes[lit.node()]
    }

    /// What the node of a number is.
    pub fn node_at(&self, number: usize) -> Node {
        self.nodes[number]
    }

    fn push(&mut self, node: Node) -> Lit {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^31 nodes");
        self.nodes.push(node);
        Lit(number << 1)
    }

    /// A new free variable.
    pub fn input(&mut self) -> Lit {
        self.push(Node::Input)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return simpler;
        }
        if let Some(known) = self.index.get(&(a, b)) {
            return *known;
        }
        checkpoint();
        let new = self.push(Node::And(a, b));
        self.index.insert((a, b), new);
        new
    }

    /// What `a & b` is when `b` is a conjunction, or the negation of one, with `a` or `!a` in it.
    fn absorb(&self, a: Lit, b: Lit) -> Option<Lit> {
        let Node::And(x, y) = self.node(b) else { return None };
        match b.is_negated() {
            false if a == x || a == y => Some(b),
            false if a == !x || a == !y => Some(Lit::FALSE),
            true if a == !x || a == !y => Some(a),
            _ => None,
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one of the two.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (both, neither) = (self.and(a, b), self.and(!a, !b));
        self.and(!both, !neither)
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// The first implies the second.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
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
        layer.sort_unstable();
        layer.dedup();
        while layer.len() > 1 {
            layer = layer.chunks(2).map(|pair| pair.iter().fold(Lit::TRUE, |a, b| self.and(a, *b))).collect();
        }
        layer.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Disjunction of all.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(lits.into_iter().map(|lit| !lit).collect::<Vec<_>>())
    }

    /// The operands of an exclusive or, if the node of a number is one: `!(a & b) & !(!a & !b)`.
    pub fn as_xor(&self, number: usize) -> Option<(Lit, Lit)> {
        let Node::And(left, right) = self.nodes[number] else { return None };
        if !left.is_negated() || !right.is_negated() {
            return None;
        }
        match (self.node(left), self.node(right)) {
            (Node::And(a, b), Node::And(c, d)) if (c, d) == (!a, !b) || (c, d) == (!b, !a) => Some((a, b)),
            _ => None,
        }
    }

    /// The literals whose conjunction is `lit`: the leaves of its tree of conjunctions.
    pub fn conjuncts(&self, lit: Lit) -> Vec<Lit> {
        self.conjuncts_until(lit, |_| false)
    }

    /// The leaves of the tree of conjunctions of `lit`, not split where `is_whole`.
    pub fn conjuncts_until(&self, lit: Lit, is_whole: impl Fn(Lit) -> bool) -> Vec<Lit> {
        let mut leaves = Vec::new();
        let mut todo = vec![lit];
        while let Some(lit) = todo.pop() {
            match self.node(lit) {
                Node::And(a, b) if !lit.is_negated() && !is_whole(lit) => todo.extend([b, a]),
                _ if lit == Lit::TRUE => {}
                _ => leaves.push(lit),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// Whether each node is needed for one of the roots.
    pub fn cone(&self, roots: impl IntoIterator<Item = Lit>) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut todo: Vec<Lit> = roots.into_iter().collect();
        while let Some(lit) = todo.pop() {
            if std::mem::replace(&mut needed[lit.node()], true) {
                continue;
            }
            if let Node::And(a, b) = self.node(lit) {
                todo.extend([a, b]);
            }
        }
        needed
    }

    /// The nodes of the inputs that some signals depend on.
    pub fn inputs_of(&self, signals: impl IntoIterator<Item = Lit>) -> Vec<usize> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut inputs = Vec::new();
        let mut todo: Vec<Lit> = signals.into_iter().collect();
        while let Some(lit) = todo.pop() {
            if !seen.insert(lit.node()) {
                continue;
            }
            match self.node(lit) {
                Node::And(a, b) => todo.extend([a, b]),
                Node::Input => inputs.push(lit.node()),
                Node::Constant => {}
            }
        }
        inputs
    }

    /// The value of every node, given that of each input.
    pub fn simulate(&self, input: impl Fn(Lit) -> bool) -> Values {
        let mut values = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let value = match node {
                Node::Constant => false,
                Node::Input => input(Lit((number as u32) << 1)),
                Node::And(a, b) => of(&values, *a) && of(&values, *b),
            };
            values.push(value);
        }
        Values(values)
    }
}

impl Bits for Aig {
    type Bit = Lit;
    type Error = Infallible;

    fn constant(&mut self, value: bool) -> Lit {
        Lit::constant(value)
    }

    fn as_constant(&self, bit: &Lit) -> Option<bool> {
        bit.as_constant()
    }

    fn not(&mut self, bit: &Lit) -> Lit {
        !*bit
    }

    fn all(&mut self, bits: Vec<Lit>) -> Result<Lit, Infallible> {
        Ok(Aig::all(self, bits))
    }

    fn any(&mut self, bits: Vec<Lit>) -> Result<Lit, Infallible> {
        Ok(Aig::any(self, bits))
    }

    fn and(&mut self, a: &Lit, b: &Lit) -> Result<Lit, Infallible> {
        Ok(Aig::and(self, *a, *b))
    }

    fn or(&mut self, a: &Lit, b: &Lit) -> Result<Lit, Infallible> {
        Ok(Aig::or(self, *a, *b))
    }

    fn xor(&mut self, a: &Lit, b: &Lit) -> Result<Lit, Infallible> {
        Ok(Aig::xor(self, *a, *b))
    }

    fn ite(&mut self, condition: &Lit, then: &Lit, otherwise: &Lit) -> Result<Lit, Infallible> {
        Ok(self.mux(*condition, *then, *otherwise))
    }
}

impl BitBlasted for Aig {
    fn keeps_words(&self) -> bool {
        self.words.is_some()
    }

    fn computed(&mut self, result: &[Lit], by: WordOp<Lit>) {
        if let Some(words) = &mut self.words {
            words.define(result, by);
        }
    }

    fn partial(&mut self, result: Vec<Lit>, by: WordOp<Lit>) -> Vec<Lit> {
        let Some(mut words) = self.words.take() else { return result };
        let marker = words.marker(by, || self.input());
        let result: Vec<Lit> = result.into_iter().map(|bit| Aig::and(self, bit, marker)).collect();
        words.define(&result, by);
        self.words = Some(words);
        result
    }
}

fn of(values: &[bool], lit: Lit) -> bool {
    values[lit.node()] != lit.is_negated()
}

/// The value of every node of a graph under one assignment of its inputs.
#[derive(Clone, Debug)]
pub struct Values(Vec<bool>);

impl Values {
    /// The value of a literal.
    pub fn of(&self, lit: Lit) -> bool {
        of(&self.0, lit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_of_equal_operands_are_one_node() {
        let mut aig = Aig::default();
        let (a, b) = (aig.input(), aig.input());
        assert_eq!(aig.and(a, b), aig.and(b, a));
        assert_eq!(aig.and(a, !a), Lit::FALSE);
        let both = aig.and(a, b);
        assert_eq!(aig.and(both, a), both);
        assert_eq!(aig.and(!both, !a), !a);
        assert_eq!(aig.conjuncts(both), [a, b]);
        let xor = aig.xor(a, !b);
        assert_eq!(aig.as_xor(xor.node()).map(|(x, y)| aig.xor(x, y)), Some(xor));
        assert_eq!(aig.as_xor(both.node()), None);
    }

    #[test]
    fn connectives_have_their_truth_tables() {
        let mut aig = Aig::default();
        let (a, b, c) = (aig.input(), aig.input(), aig.input());
        let functions =
            [aig.or(a, b), aig.xor(a, b), aig.mux(a, b, c), aig.implies(a, b), aig.any([a, b, c])];
        for bits in 0..8 {
            let [x, y, z] = [0, 1, 2].map(|i| bits >> i & 1 == 1);
            let values = aig.simulate(|input| {
                if input == a {
                    x
                } else if input == b {
                    y
                } else {
                    z
                }
            });
            let expected = [x | y, x ^ y, if x { y } else { z }, !x | y, x | y | z];
            assert_eq!(functions.map(|f| values.of(f)), expected);
        }
    }

    #[test]
    fn a_substitution_replaces_inputs() {
        let mut aig = Aig::default();
        let (a, b) = (aig.input(), aig.input());
        let f = aig.xor(a, b);
        assert_eq!(Substitution::new([(a, Lit::TRUE)]).replace(&mut aig, f), !b);
        let mut other = Aig::default();
        let x = other.input();
        assert_eq!(Substitution::new([(a, x), (b, !x)]).copy(&aig, &mut other, f), Lit::TRUE);
    }
}
