//! Existential quantification over inputs of a graph.

use rustc_hash::FxHashSet;

use crate::encode::TooLarge;
use synod_symbolic::aig::{Aig, Lit, Node, Substitution};

/// The most nodes that a quantification may add: beyond that it takes longer than what it is for.
const MOST_ADDED: usize = 1 << 19;

/// Holds where some values of `inputs` make all of `conjuncts` true. Only the conjuncts that depend on an
/// input are combined for it.
pub fn exists(aig: &mut Aig, conjuncts: Vec<Lit>, inputs: &[Lit], limit: usize) -> Result<Lit, TooLarge> {
    let limit = limit.min(aig.size() + MOST_ADDED);
    let mut conjuncts = split(aig, conjuncts);
    for input in inputs {
        let (with, without): (Vec<Lit>, Vec<Lit>) =
            conjuncts.into_iter().partition(|part| depends(aig, *part, *input));
        conjuncts = without;
        if with.is_empty() {
            continue;
        }
        let together = aig.all(with);
        let no = Substitution::new([(*input, Lit::FALSE)]).replace(aig, together);
        let yes = Substitution::new([(*input, Lit::TRUE)]).replace(aig, together);
        conjuncts.push(aig.or(no, yes));
        if aig.size() > limit {
            return Err(TooLarge);
        }
    }
    Ok(aig.all(conjuncts))
}

/// The operands of conjunctions instead of the conjunctions.
fn split(aig: &Aig, conjuncts: Vec<Lit>) -> Vec<Lit> {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = conjuncts;
    while let Some(lit) = todo.pop() {
        match aig.node(lit) {
            _ if !seen.insert(lit) => {}
            Node::And(a, b) if !lit.is_negated() => todo.extend([a, b]),
            _ => parts.push(lit),
        }
    }
    parts
}

/// Whether an input stands in a function.
fn depends(aig: &Aig, lit: Lit, input: Lit) -> bool {
    let mut seen = FxHashSet::default();
    let mut todo = vec![lit];
    while let Some(lit) = todo.pop() {
        // Operands come before a node, so what is before the input does not depend on it.
        if lit.node() < input.node() || !seen.insert(lit.node()) {
            continue;
        }
        if lit.node() == input.node() {
            return true;
        }
        if let Node::And(a, b) = aig.node(lit) {
            todo.extend([a, b]);
        }
    }
    false
}
