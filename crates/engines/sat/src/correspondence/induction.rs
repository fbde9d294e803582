//! Induction over one step: which of the signals that may be equal are so in every reachable state.
//!
//! All equalities are assumed before a step and shown after it. What is refuted by a state and inputs is
//! refuted with all else that tells signals apart in runs from there: where fewer equalities hold than were assumed,
//! those that are left hold before each step of such a run, so they have to hold after it.

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{Budget, Stop};

use super::classes::Classes;
use super::runs::Runs;
use crate::cnf::Clauses;
use crate::safety::Safety;
use crate::solver::{Incremental, Sink, Solver};
use synod_symbolic::aig::{Aig, Lit, Node, Substitution};

/// How long the first runs are, and those from states that refute something.
const FIRST: usize = 128;
const AFTER_REFUTATION: usize = 8;
/// An equality that takes more conflicts to be shown is given up.
const PATIENCE: i32 = 100;

/// What is shown by induction, on the way.
pub(super) struct Induction<'a> {
    safety: &'a Safety,
    budget: &'a Budget,
    /// All nodes that matter, operands first.
    nodes: &'a [Lit],
    classes: Classes,
    runs: Runs<'a>,
}

/// One position of the circuit in another graph, in which signals that may be equal are one.
struct Position {
    /// The literals of the nodes of the circuit.
    images: Vec<Lit>,
    /// The literals that the latches and inputs have by themselves.
    leaves: Vec<(Lit, Lit)>,
    /// Nodes that were made one with another: what they are by themselves, and what they became.
    merged: Vec<(Lit, Lit, Lit)>,
}

impl Position {
    fn new(induction: &Induction, graph: &mut Aig, mut leaf: impl FnMut(&mut Aig, Lit) -> Lit) -> Self {
        let aig = &induction.safety.circuit.aig;
        let images = vec![Lit::FALSE; aig.size()];
        let mut position = Position { images, leaves: Vec::new(), merged: Vec::new() };
        for node in induction.nodes {
            let own = match aig.node(*node) {
                Node::And(a, b) => graph.and(position.at(a), position.at(b)),
                _ => {
                    let own = leaf(graph, *node);
                    position.leaves.push((*node, own));
                    own
                }
            };
            let image = match induction.classes.equal_to(*node) {
                None => own,
                Some(other) => {
                    let merged = position.at(other);
                    if merged != own {
                        position.merged.push((*node, own, merged));
                    }
                    merged
                }
            };
            position.images[node.node()] = image;
        }
        position
    }

    fn at(&self, lit: Lit) -> Lit {
        self.images[lit.node()].negate_if(lit.is_negated())
    }

    /// The latches and inputs that are true after a yes.
    fn true_leaves(&self, clauses: &mut Clauses<Incremental>) -> FxHashSet<Lit> {
        let is_true = |(_, own): &&(Lit, Lit)| clauses.value(*own);
        self.leaves.iter().filter(is_true).map(|(leaf, _)| *leaf).collect()
    }
}

/// The largest classes of nodes, operands first, that are equal in the initial states and stay so in every step; `None` if
/// there are no initial states.
pub(super) fn equal_signals(
    safety: &Safety,
    nodes: &[Lit],
    budget: &Budget,
) -> Result<Option<Classes>, Stop> {
    let circuit = &safety.circuit;
    let mut start = Clauses::new(Incremental::new(budget));
    start.require(&circuit.aig, circuit.init);
    match start.solver.solve(&[], &[]) {
        None => return Err(budget.reason_to_stop()),
        Some(false) => return Ok(None),
        Some(true) => {}
    }
    let mut runs = Runs::new(circuit, nodes);
    runs.enter(|latch| start.value(latch));
    runs.choose();
    runs.compute();
    let classes = Classes::new(nodes, |node| runs.is_true(node));
    let mut induction = Induction { safety, budget, nodes, classes, runs };
    induction.run_on(FIRST)?;
    while induction.refutes_at_the_start()? {}
    while induction.refutes_after_a_step()? {}
    Ok(Some(induction.classes))
}

impl Induction<'_> {
    /// Tells apart what differs here and in some steps from here; whether there was anything.
    fn run_on(&mut self, steps: usize) -> Result<bool, Stop> {
        let mut differs = false;
        for _ in 0..steps {
            differs |= self.classes.split(|lit| self.runs.values(lit));
            self.budget.check(0)?;
            self.runs.step();
            self.runs.choose();
            self.runs.compute();
        }
        Ok(differs)
    }

    /// Looks for what is different in initial states; whether there was anything.
    fn refutes_at_the_start(&mut self) -> Result<bool, Stop> {
        let circuit = &self.safety.circuit;
        let mut graph = Aig::default();
        let start = Position::new(self, &mut graph, |graph, _| graph.input());
        let mut own = Substitution::new(start.leaves.iter().copied());
        let init = own.copy(&circuit.aig, &mut graph, circuit.init);
        let mut clauses = Clauses::new(Incremental::new(self.budget));
        clauses.require(&graph, init);
        self.refute(&graph, &mut clauses, &start.merged, |induction, clauses| {
            let found = start.true_leaves(clauses);
            induction.runs.enter(|latch| found.contains(&latch));
            found
        })
    }

    /// Looks for what becomes different in a step; whether there was anything.
    fn refutes_after_a_step(&mut self) -> Result<bool, Stop> {
        let circuit = &self.safety.circuit;
        let mut graph = Aig::default();
        let before = Position::new(self, &mut graph, |graph, _| graph.input());
        let next: FxHashMap<Lit, Lit> =
            circuit.latches.iter().map(|latch| (latch.now, before.at(latch.next))).collect();
        let after = Position::new(self, &mut graph, |graph, leaf| {
            next.get(&leaf).copied().unwrap_or_else(|| graph.input())
        });
        let mut clauses = Clauses::new(Incremental::new(self.budget));
        clauses.require(&graph, before.at(circuit.invariant));
        for (_, own, merged) in &before.merged {
            equate(&graph, &mut clauses, *own, *merged);
        }
        self.refute(&graph, &mut clauses, &after.merged, |induction, clauses| {
            let found = before.true_leaves(clauses);
            let runs = &mut induction.runs;
            runs.enter(|latch| found.contains(&latch));
            runs.choose_in_first(|input| found.contains(&input));
            runs.compute();
            runs.step();
            runs.follow_first();
            after.true_leaves(clauses)
        })
    }

    /// Asks for each of some pairs whether they can differ. If so, `enter` brings all runs to the state where they
    /// do, and says which inputs show it.
    fn refute(
        &mut self,
        graph: &Aig,
        clauses: &mut Clauses<Incremental>,
        pairs: &[(Lit, Lit, Lit)],
        mut enter: impl FnMut(&mut Self, &mut Clauses<Incremental>) -> FxHashSet<Lit>,
    ) -> Result<bool, Stop> {
        let known: Vec<Option<Lit>> = pairs.iter().map(|(node, ..)| self.classes.equal_to(*node)).collect();
        let mut differs = false;
        for ((node, own, merged), known) in std::iter::zip(pairs, known) {
            self.budget.check(0)?;
            // It was told apart meanwhile, or will be asked about with another.
            if self.classes.equal_to(*node) != known {
                continue;
            }
            let (a, b) = (clauses.literal(graph, *own), clauses.literal(graph, *merged));
            let mut answer = clauses.solver.solve_within(&[a, -b], PATIENCE);
            if answer == Some(false) {
                answer = clauses.solver.solve_within(&[-a, b], PATIENCE);
            }
            match answer {
                Some(false) => equate(graph, clauses, *own, *merged),
                None => {
                    self.budget.check(0)?;
                    self.classes.isolate(*node);
                    differs = true;
                }
                Some(true) => {
                    let inputs = enter(self, clauses);
                    self.runs.choose();
                    self.runs.choose_in_first(|input| inputs.contains(&input));
                    self.runs.compute();
                    differs |= self.run_on(AFTER_REFUTATION)?;
                    // Some pair differs there; should it not be seen, the induction must come to an end all the same.
                    if !differs {
                        self.classes.isolate(*node);
                        differs = true;
                    }
                }
            }
        }
        Ok(differs)
    }
}

fn equate(graph: &Aig, clauses: &mut Clauses<Incremental>, a: Lit, b: Lit) {
    let (a, b) = (clauses.literal(graph, a), clauses.literal(graph, b));
    clauses.solver.clause(&[a, -b]);
    clauses.solver.clause(&[-a, b]);
}
