//! Visited states in memory, compressed: numbers of trees in tables of slots, with the last bits of the number of their layer.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use synod_core::{Budget, threads};

use super::search::{Failure, GoOn, Visited};
use super::slots::{Permutation, Slots};
use super::tree::{Narrowing, Tree};
use crate::layout::Layout;

/// Bits that choose one of the tables: each grows for itself, so that little is copied at a time.
const TABLES: u32 = 8;

/// Bits of the number of a layer that are kept. In a search that is deeper, runs are found that need not be shortest.
const LAYER: u32 = if cfg!(test) { 4 } else { 8 };

/// Fewest bits of a number.
const FEWEST: u32 = 24;

/// Numbers whose places are looked at together.
const GROUP: usize = 16;

/// States of a layer that are kept together.
const TOGETHER: usize = if cfg!(test) { 4 } else { 1 << 12 };

/// One in so many states makes a layer large.
const LARGE: u64 = 16;

/// Fewer states are added by one thread.
const WORTH_THREADS: usize = if cfg!(test) { 4 } else { 1 << 12 };

pub(super) struct Compact {
    budget: Budget,
    words: usize,
    tree: Tree,
    threads: usize,
    narrowing: Narrowing,
    tables: Vec<Slots>,
    /// The layer at hand, and the next.
    layer: Layer,
    next: Layer,
    /// The number of the next layer, and how many states there are in all.
    number: u64,
    states: u64,
}

/// The states of a layer that are to be taken: their numbers, unless they are so many that the tables are looked through.
#[derive(Default)]
struct Layer {
    len: u64,
    list: VecDeque<Vec<u64>>,
    /// Tables that are still to be looked through.
    tables: Range<usize>,
}

impl Layer {
    fn push(&mut self, root: u64) {
        match self.list.back_mut() {
            Some(last) if last.len() < TOGETHER => last.push(root),
            _ => self.list.push_back(vec![root]),
        }
    }

    fn bytes(&self) -> u64 {
        self.list.iter().map(|some| some.capacity() as u64 * 8).sum()
    }
}

fn tables(narrowing: Narrowing) -> Vec<Slots> {
    let key = narrowing.bits().max(FEWEST) - TABLES;
    (0..1 << TABLES).map(|_| Slots::new(key, LAYER)).collect()
}

fn permutation(narrowing: Narrowing) -> Permutation {
    Permutation::new(narrowing.bits().max(FEWEST))
}

/// Which table a permuted number belongs to, and what it is there.
fn split(number: u64) -> (usize, u64) {
    ((number & ((1 << TABLES) - 1)) as usize, number >> TABLES)
}

fn label(layer: u64) -> u64 {
    layer & ((1 << LAYER) - 1)
}

impl Compact {
    pub fn new(layout: &Layout, budget: &Budget) -> Self {
        let tree = Tree::new(layout);
        let narrowing = tree.narrowing();
        Compact {
            budget: budget.clone(),
            words: layout.words,
            threads: budget.threads.max(1),
            tree,
            narrowing,
            tables: tables(narrowing),
            layer: Layer::default(),
            next: Layer::default(),
            number: 0,
            states: 0,
        }
    }

    /// The numbers of states in the tree.
    fn encode(&mut self, states: &[u64]) -> Result<Vec<u64>, Failure> {
        let words = self.words;
        let count = states.len() / words;
        if self.threads == 1 || count < WORTH_THREADS {
            return self.encode_new(states);
        }
        // Most have parts that are known, and several threads can find those.
        let shares: Vec<&[u64]> = states.chunks(count.div_ceil(self.threads) * words).collect();
        let found = threads::each(shares.len(), |number| {
            let roots = shares[number].chunks_exact(words).map(|state| self.tree.find(state));
            roots.collect::<Vec<Option<u64>>>()
        });
        let found = found.concat();
        let is_new = |(state, root): (&[u64], &Option<u64>)| root.is_none().then(|| state.to_vec());
        let new = std::iter::zip(states.chunks_exact(words), &found).filter_map(is_new);
        let mut new = self.encode_new(&new.collect::<Vec<Vec<u64>>>().concat())?.into_iter();
        Ok(found.into_iter().filter_map(|root| root.or_else(|| new.next())).collect())
    }

    /// The same on one thread.
    fn encode_new(&mut self, states: &[u64]) -> Result<Vec<u64>, Failure> {
        let mut roots = Vec::with_capacity(states.len() / self.words);
        while let Err(full) = self.tree.encode(states, &mut roots) {
            self.tree.grow(full, self.budget.memory_left())?;
        }
        Ok(roots)
    }

    /// Lists the states of the layer at hand that are in the next table to be looked through, if there is one. All of a table
    /// at once: what is added moves what is in it.
    fn list_table(&mut self) -> bool {
        let Some(table) = self.layer.tables.next() else { return false };
        let permutation = permutation(self.narrowing);
        for number in self.tables[table].labelled(label(self.number - 1)) {
            let key = permutation.invert(number << TABLES | table as u64);
            self.layer.push(self.narrowing.widen(key));
        }
        true
    }

    /// Makes all tables anew for numbers of more bits.
    fn widen(&mut self, go_on: GoOn) -> Result<(), Failure> {
        // They go to other tables.
        while self.list_table() {}
        let narrowing = self.tree.narrowing();
        let (before, after) = (permutation(self.narrowing), permutation(narrowing));
        let mut wider = tables(narrowing);
        for table in 0..self.tables.len() {
            let numbers = std::mem::replace(&mut self.tables[table], Slots::new(FEWEST - TABLES, LAYER));
            for (number, layer) in numbers.iter() {
                let key = before.invert(number << TABLES | table as u64);
                let (to, number) = split(after.apply(narrowing.narrow(self.narrowing.widen(key))));
                wider[to].insert(number, layer);
            }
            go_on(self.bytes() + wider.iter().map(Slots::bytes).sum::<u64>())?;
        }
        (self.tables, self.narrowing) = (wider, narrowing);
        Ok(())
    }
}

/// Adds those numbers that belong to some neighbouring tables. Gives those of them that are new.
fn insert(tables: &mut [Slots], first: usize, keys: &[u64], roots: &[u64], layer: u64) -> Vec<u64> {
    let mut new = Vec::new();
    let own = std::iter::zip(keys, roots).filter_map(|(key, root)| {
        let (table, number) = split(*key);
        let table = table.checked_sub(first).filter(|table| *table < tables.len())?;
        Some((table, number, *root))
    });
    let own: Vec<(usize, u64, u64)> = own.collect();
    for group in own.chunks(GROUP) {
        // Read before they are needed: the processor waits for the places of a group at once.
        let touched =
            group.iter().fold(0, |touched, (table, number, _)| touched | tables[*table].touch(*number));
        std::hint::black_box(touched);
        for (table, number, root) in group {
            if tables[*table].insert(*number, layer) {
                new.push(*root);
            }
        }
    }
    new
}

impl Visited for Compact {
    fn add(&mut self, states: &[u64], go_on: GoOn) -> Result<(), Failure> {
        let roots = self.encode(states)?;
        if self.tree.narrowing() != self.narrowing {
            self.widen(go_on)?;
        }
        let (narrowing, permutation) = (self.narrowing, permutation(self.narrowing));
        let keys: Vec<u64> = roots.iter().map(|root| permutation.apply(narrowing.narrow(*root))).collect();
        let threads = if keys.len() < WORTH_THREADS { 1 } else { self.threads };
        let share = self.tables.len().div_ceil(threads);
        let parts: Vec<Mutex<&mut [Slots]>> = self.tables.chunks_mut(share).map(Mutex::new).collect();
        let layer = label(self.number);
        let new = threads::each(parts.len(), |number| {
            let mut tables = parts[number].lock().unwrap_or_else(PoisonError::into_inner);
            insert(&mut tables, number * share, &keys, &roots, layer)
        });
        let found: u64 = new.iter().map(|some| some.len() as u64).sum();
        self.next.len += found;
        self.states += found;
        // A list would take as much as the tables. Layers whose numbers end with the same bits cannot be told apart there.
        if self.next.len > self.states / LARGE && self.number < 1 << LAYER {
            (self.next.list, self.next.tables) = (VecDeque::new(), 0..self.tables.len());
        }
        if self.next.tables.is_empty() {
            new.into_iter().flatten().for_each(|root| self.next.push(root));
        }
        Ok(())
    }

    fn next_layer(&mut self, _: GoOn) -> Result<u64, Failure> {
        self.number += 1;
        self.layer = std::mem::take(&mut self.next);
        Ok(self.layer.len)
    }

    fn take(&mut self, most: usize, states: &mut Vec<u64>) -> Result<(), Failure> {
        let mut left = most;
        loop {
            while let Some(some) = self.layer.list.pop_front_if(|some| some.len() <= left) {
                left -= some.len();
                some.iter().for_each(|root| self.tree.decode(*root, states));
            }
            if !self.layer.list.is_empty() {
                return Ok(());
            }
            if !self.list_table() {
                return Ok(());
            }
        }
    }

    fn layer(
        &self,
        number: u64,
        visit: &mut dyn FnMut(&[u64]) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let permutation = permutation(self.narrowing);
        let mut state = Vec::with_capacity(self.words);
        for (table, slots) in self.tables.iter().enumerate() {
            for number in slots.labelled(label(number)) {
                state.clear();
                let key = permutation.invert(number << TABLES | table as u64);
                self.tree.decode(self.narrowing.widen(key), &mut state);
                if visit(&state)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(Slots::bytes).sum();
        tables + self.layer.bytes() + self.next.bytes() + self.tree.bytes()
    }

    fn file_bytes(&self) -> u64 {
        0
    }
}
