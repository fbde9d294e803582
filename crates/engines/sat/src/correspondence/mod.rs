//! Signal correspondence: signals of a circuit that are equal in every reachable state become one.
//!
//! Which ones may be equal is seen in runs at random ([`runs`], [`classes`]); which ones are, by induction
//! over one step ([`induction`]; after van Eijk, *Sequential equivalence checking based on structural
//! similarities*). A signal that is never true is equal to a constant, so much of what a proof would have to say about
//! one place or two is said by the circuit that is left. Proofs about it, and runs of it, are lifted to the
//! circuit as it was ([`lift`]).

mod classes;
mod induction;
mod lift;
mod runs;

use synod_core::{Budget, Stop};

use crate::circuit::Circuit;
use crate::safety::Safety;
use classes::Classes;
use synod_symbolic::aig::{Lit, Node, Substitution};

/// A circuit in which signals that are equal in every reachable state are one.
#[derive(Debug)]
pub struct Merged<'a> {
    /// The circuit as it was.
    original: &'a Safety,
    /// The circuit that is left. Its latches and inputs are some of the original ones, and the same inputs lead
    /// from the initial states to the same values of its latches.
    pub safety: Safety,
    /// What is equal in the original; operands of a node come before it.
    equalities: Vec<(Lit, Lit)>,
}

/// The most nodes of a circuit that is looked at.
const MOST_NODES: usize = 1 << 17;

/// The circuit with equal signals made one, if that leaves much less of it: of some hundred equal signals here and
/// there, proofs get no shorter, only different.
pub fn merged<'a>(original: &'a Safety, budget: &Budget) -> Result<Option<Merged<'a>>, Stop> {
    let nodes = nodes(original);
    if nodes.len() > MOST_NODES {
        return Ok(None);
    }
    let Some(classes) = induction::equal_signals(original, &nodes, budget)? else { return Ok(None) };
    let merged = Merged::new(original, &nodes, &classes);
    let is_much_smaller = 3 * self::nodes(&merged.safety).len() <= 2 * nodes.len();
    Ok(Some(merged).filter(|_| is_much_smaller))
}

impl<'a> Merged<'a> {
    /// Makes one what is equal.
    fn new(original: &'a Safety, nodes: &[Lit], classes: &Classes) -> Self {
        let mut circuit = original.circuit.clone();
        let mut images = vec![Lit::FALSE; circuit.aig.size()];
        let mut equalities = Vec::new();
        let at = |images: &[Lit], lit: Lit| images[lit.node()].negate_if(lit.is_negated());
        for node in nodes {
            images[node.node()] = match (classes.equal_to(*node), circuit.aig.node(*node)) {
                (Some(other), _) => {
                    equalities.push((*node, other));
                    at(&images, other)
                }
                (None, Node::And(a, b)) => circuit.aig.and(at(&images, a), at(&images, b)),
                (None, _) => *node,
            };
        }
        for latch in &mut circuit.latches {
            latch.next = at(&images, latch.next);
        }
        let of_latches: Vec<(Lit, Lit)> =
            circuit.latches.iter().map(|latch| (latch.now, at(&images, latch.now))).collect();
        circuit.invariant = over_latches(&mut circuit, &of_latches);
        circuit.step_classes.clear();
        let safety = Safety::unreachable(circuit, at(&images, original.bad));
        Merged { original, safety, equalities }
    }
}

/// The invariant of a circuit with some latches replaced, without what would be about more than latches then. It is
/// equal to true in every reachable state, but a search that did not know it would have to find that out.
fn over_latches(circuit: &mut Circuit, latches: &[(Lit, Lit)]) -> Lit {
    let aig = &mut circuit.aig;
    let is_function = |lit: Lit| matches!(aig.node(lit), Node::And(..));
    let functions: Vec<usize> =
        latches.iter().filter(|(_, image)| is_function(*image)).map(|(latch, _)| latch.node()).collect();
    let mut conjuncts = aig.conjuncts(circuit.invariant);
    conjuncts.retain(|conjunct| !aig.inputs_of([*conjunct]).iter().any(|input| functions.contains(input)));
    let mut images = Substitution::new(latches.iter().copied());
    let conjuncts: Vec<Lit> = conjuncts.into_iter().map(|conjunct| images.replace(aig, conjunct)).collect();
    aig.all(conjuncts)
}

/// The nodes that what a circuit does depends on, its latches and its inputs, operands first.
fn nodes(safety: &Safety) -> Vec<Lit> {
    let circuit = &safety.circuit;
    let mut seen = vec![false; circuit.aig.size()];
    seen[0] = true;
    let latches = circuit.latches.iter().flat_map(|latch| [latch.now, latch.next]);
    let inputs = circuit.inputs.iter().copied();
    let mut todo: Vec<Lit> = latches.chain(inputs).chain([safety.bad, circuit.invariant]).collect();
    let mut nodes = Vec::new();
    while let Some(lit) = todo.pop() {
        if !std::mem::replace(&mut seen[lit.node()], true) {
            nodes.push(lit.positive());
            if let Node::And(a, b) = circuit.aig.node(lit) {
                todo.extend([a, b]);
            }
        }
    }
    nodes.sort_unstable();
    nodes
}

#[cfg(test)]
mod tests;
