//! Which words the bits of a graph were computed as, for formats that have words.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Lit;
use crate::word::{BinaryWordOp, WordOp};

/// What gave a word, on operands of equal width; the word is as many of the least significant bits of the
/// result as it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// Of two words.
    Binary(BinaryWordOp, Vec<Lit>, Vec<Lit>),
    /// The word of the first condition that holds, else the last word.
    Select(Vec<(Lit, Vec<Lit>)>, Vec<Lit>),
}

/// The words of a graph, by their bits, least significant first.
///
/// A word and its definition are equal for all values of the inputs. Only the quotient and the remainder of
/// divisor 0 may differ: their bits are conjunctions with a marker, so that no bit that has a meaning there is
/// the same node.
#[derive(Clone, Debug, Default)]
pub struct Words {
    definitions: FxHashMap<Vec<Lit>, Definition>,
    markers: FxHashMap<Definition, Lit>,
    marker_nodes: FxHashSet<usize>,
}

impl Definition {
    /// The number of the last node of its operands.
    fn last_operand(&self) -> usize {
        match self {
            Definition::Binary(_, a, b) => last_node(a).max(last_node(b)),
            Definition::Select(cases, otherwise) => {
                let of_cases = cases.iter().map(|(condition, word)| condition.node().max(last_node(word)));
                of_cases.fold(last_node(otherwise), usize::max)
            }
        }
    }
}

/// The number of the last node of some bits.
pub fn last_node(bits: &[Lit]) -> usize {
    bits.iter().map(|bit| bit.node()).max().unwrap_or(0)
}

impl Words {
    /// What gave a word, if it is known.
    pub fn definition(&self, bits: &[Lit]) -> Option<&Definition> {
        self.definitions.get(bits)
    }

    /// Whether a signal is a marker, which is true.
    pub fn is_marker(&self, signal: Lit) -> bool {
        self.marker_nodes.contains(&signal.node())
    }

    /// The marker of an operation, or else a new input for it.
    pub(super) fn marker(&mut self, by: WordOp<Lit>, input: impl FnOnce() -> Lit) -> Lit {
        let Some(definition) = self.as_definition(by) else { return Lit::TRUE };
        let marker = *self.markers.entry(definition).or_insert_with(input);
        self.marker_nodes.insert(marker.node());
        marker
    }

    /// Remembers what gave a word, unless its bits were there before the operands: definitions have no cycles.
    pub(super) fn define(&mut self, result: &[Lit], by: WordOp<Lit>) {
        if self.definitions.contains_key(result) {
            return;
        }
        let is_later = |definition: &Definition| definition.last_operand() < last_node(result);
        if let Some(definition) = self.as_definition(by).filter(is_later) {
            self.definitions.insert(result.to_vec(), definition);
        }
    }

    fn as_definition(&self, by: WordOp<Lit>) -> Option<Definition> {
        Some(match by {
            WordOp::Binary(op, a, b) => Definition::Binary(op, a.to_vec(), b.to_vec()),
            WordOp::Select(cases, otherwise) => {
                let cases = cases.iter().map(|(condition, word)| (**condition, word.to_vec()));
                Definition::Select(cases.collect(), otherwise.to_vec())
            }
            WordOp::Cut(word) => self.definitions.get(word)?.clone(),
        })
    }
}
