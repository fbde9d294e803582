//! Graphs as clauses: each node that is asked for becomes a variable of a solver, with the clauses that
//! define it.

use rustc_hash::FxHashMap;

use crate::solver::{Sink, Solver};
use synod_symbolic::aig::{Aig, Lit, Node};

/// A solver with the nodes of one graph that it knows.
pub struct Clauses<S> {
    /// The solver.
    pub solver: S,
    variables: FxHashMap<usize, i32>,
}

impl<S: Sink> Clauses<S> {
    /// Knows no node yet.
    pub fn new(mut solver: S) -> Self {
        let truth = solver.variable();
        solver.clause(&[truth]);
        Clauses { solver, variables: FxHashMap::from_iter([(0, -truth)]) }
    }

    /// The solver's literal of a signal, with all that defines it.
    pub fn literal(&mut self, aig: &Aig, lit: Lit) -> i32 {
        let mut todo = vec![lit.node()];
        while let Some(node) = todo.last().copied() {
            if self.variables.contains_key(&node) {
                todo.pop();
                continue;
            }
            let operands = self.operands(aig, node);
            let before = todo.len();
            todo.extend(operands.iter().map(|o| o.node()).filter(|n| !self.variables.contains_key(n)));
            if todo.len() > before {
                continue;
            }
            let variable = self.solver.variable();
            if let Node::And(..) = aig.node_at(node) {
                let literals: Vec<i32> = operands.iter().map(|o| self.known(*o)).collect();
                for literal in &literals {
                    self.solver.clause(&[-variable, *literal]);
                }
                let mut all: Vec<i32> = literals.iter().map(|literal| -literal).collect();
                all.push(variable);
                self.solver.clause(&all);
            }
            self.variables.insert(node, variable);
        }
        self.known(lit)
    }

    /// The variable of each node that is known.
    pub fn variables(&self) -> &FxHashMap<usize, i32> {
        &self.variables
    }

    /// The operands of a conjunction.
    fn operands(&self, aig: &Aig, node: usize) -> Vec<Lit> {
        match aig.node_at(node) {
            Node::And(a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }

    fn known(&self, lit: Lit) -> i32 {
        let variable = self.variables[&lit.node()];
        if lit.is_negated() { -variable } else { variable }
    }

    /// Says that a signal is true.
    pub fn require(&mut self, aig: &Aig, lit: Lit) {
        for conjunct in aig.conjuncts(lit) {
            let literal = self.literal(aig, conjunct);
            self.solver.clause(&[literal]);
        }
    }
}

impl<S: Solver> Clauses<S> {
    /// The value of a signal after a yes; signals that were never asked for are false.
    pub fn value(&mut self, lit: Lit) -> bool {
        match self.variables.get(&lit.node()) {
            Some(variable) => self.solver.value(*variable) != lit.is_negated(),
            None => lit.is_negated(),
        }
    }
}
