//! The steps between the nodes of a product, kept from when they were found: making them anew takes much
//! longer than reading them.

use std::ops::Range;

use crate::ltl::Set;

/// Steps of nodes with the numbers 0, 1, …, in the order in which they were added.
pub(crate) struct Adjacency {
    /// For each node the end of its steps in `to`.
    ends: Vec<usize>,
    to: Vec<u32>,
    /// For each step the conditions that it puts off; left out where there are none to put off.
    postponed: Option<Vec<Set>>,
}

impl Adjacency {
    /// No steps yet, of a product with these acceptance conditions.
    pub fn new(conditions: Set) -> Self {
        Adjacency { ends: Vec::new(), to: Vec::new(), postponed: (conditions != 0).then(Vec::new) }
    }

    /// Adds a step of the next node.
    pub fn add(&mut self, to: u32, postponed: Set) {
        self.to.push(to);
        if let Some(all) = &mut self.postponed {
            all.push(postponed);
        }
    }

    /// The next node has no more steps.
    pub fn close(&mut self) {
        self.ends.push(self.to.len());
    }

    /// Where the steps of a node are.
    pub fn of(&self, node: u32) -> Range<usize> {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        begin..self.ends[node as usize]
    }

    /// Where a step leads, and the conditions that it puts off.
    pub fn step(&self, position: usize) -> (u32, Set) {
        (self.to[position], self.postponed.as_ref().map_or(0, |all| all[position]))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let sets = self.postponed.as_ref().map_or(0, |all| all.len() * size_of::<Set>());
        (self.ends.len() * size_of::<usize>() + self.to.len() * size_of::<u32>() + sets) as u64
    }
}
