//! The steps between the nodes of a product, kept from when they were found: making them anew takes much
//! longer than reading them.

use std::num::NonZeroU32;
use std::ops::Range;

use crate::ltl::Set;

/// Steps of nodes with the numbers 0, 1, …, in the order in which they were added.
pub(crate) struct Adjacency {
    /// For each node the end of its steps in `to`.
    ends: Vec<usize>,
    to: Vec<u32>,
    /// For each step the conditions that it puts off; left out where there are none to put off.
    postponed: Option<Vec<Set>>,
    /// Where steps are not added in the order of the nodes: for each node the place in that order, if it has one.
    order: Option<Vec<Option<NonZeroU32>>>,
}

impl Adjacency {
    /// No steps yet, of a product with these acceptance conditions.
    pub fn new(conditions: Set) -> Self {
        let postponed = (conditions != 0).then(Vec::new);
        Adjacency { ends: Vec::new(), to: Vec::new(), postponed, order: None }
    }

    /// The same, for nodes whose steps come in any order, see [`Adjacency::open`]. Those of the others are none.
    pub fn in_any_order(conditions: Set) -> Self {
        Adjacency { order: Some(Vec::new()), ..Adjacency::new(conditions) }
    }

    /// Whether the steps of a node were added.
    pub fn has(&self, node: u32) -> bool {
        match &self.order {
            None => (node as usize) < self.ends.len(),
            Some(order) => order.get(node as usize).is_some_and(Option::is_some),
        }
    }

    /// The steps that are added next are those of this node.
    pub fn open(&mut self, node: u32) {
        let place = NonZeroU32::new(self.ends.len() as u32 + 1);
        if let Some(order) = &mut self.order {
            order.resize(order.len().max(node as usize + 1), None);
            order[node as usize] = place;
        }
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
        let place = match &self.order {
            None => node as usize,
            Some(order) => match order.get(node as usize).copied().flatten() {
                Some(place) => place.get() as usize - 1,
                None => return 0..0,
            },
        };
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin..self.ends[place]
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
