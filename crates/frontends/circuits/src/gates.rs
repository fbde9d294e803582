//! How large and how deep the graph of gates may become that both formats are turned into.

use synod_symbolic::aig::{Aig, Lit, Node};

/// More gates than this are refused: every one becomes an expression, and these are numbered with 32 bits.
pub(crate) const MOST_GATES: usize = 1 << 26;
/// Longer paths of gates than this are refused: expressions are walked by recursion.
pub(crate) const DEEPEST: u32 = 20_000;

/// The longest path of gates below each node of a graph that grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Depths(Vec<u32>);

impl Depths {
    /// Of a literal of the graph, which is always the same.
    pub fn of(&mut self, gates: &Aig, lit: Lit) -> u32 {
        for number in self.0.len()..gates.size() {
            let depth = match gates.node_at(number) {
                Node::And(a, b) => 1 + self.0[a.node()].max(self.0[b.node()]),
                Node::Constant | Node::Input => 0,
            };
            self.0.push(depth);
        }
        self.0[lit.node()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_of_a_gate_is_that_of_the_deeper_operand_and_one() {
        let (mut gates, mut depths) = (Aig::default(), Depths::default());
        let (a, b, c) = (gates.input(), gates.input(), gates.input());
        let both = gates.and(a, b);
        assert_eq!([a, !both].map(|lit| depths.of(&gates, lit)), [0, 1]);
        let all = gates.and(c, both);
        assert_eq!(depths.of(&gates, all), 2);
    }
}
