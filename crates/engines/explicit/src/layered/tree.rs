//! Tree compression: each part of a state is looked up in a dictionary of all values that it was seen with, then pairs of
//! the numbers found there, and so on until two numbers stand for the state (Laarman, van de Pol and Weber, 2011). Parts that change
//! independently of each other have few values, however many states there are.

use std::collections::VecDeque;

use synod_core::Stop;

use crate::layout::Layout;
use crate::store::{Position, Reserve, Store};

/// States with no more bits than this are not taken apart.
const DIRECT: u32 = if cfg!(test) { 4 } else { 44 };

/// Bits of a part at the most.
const LARGEST_LEAF: u32 = if cfg!(test) { 32 } else { 64 };

/// Some bits of a word, and where they lie in a part.
#[derive(Clone, Copy, Debug)]
struct Bits {
    word: usize,
    shift: u32,
    mask: u64,
    at: u32,
}

/// A part of a state: as many bits as others have, which lie beside each other.
#[derive(Clone, Debug, Default)]
struct Leaf(Vec<Bits>);

impl Leaf {
    #[inline]
    fn read(&self, state: &[u64]) -> u64 {
        self.0.iter().fold(0, |value, bits| value | ((state[bits.word] >> bits.shift) & bits.mask) << bits.at)
    }

    fn write(&self, value: u64, state: &mut [u64]) {
        for bits in &self.0 {
            state[bits.word] |= ((value >> bits.at) & bits.mask) << bits.shift;
        }
    }

    /// The leaves of a state whose words have so many bits each: each has `size` of them, the last perhaps fewer.
    fn all(used: &[u32], size: u32) -> Vec<Leaf> {
        let mut leaves = vec![Leaf::default()];
        let mut filled = 0;
        for (word, used) in used.iter().enumerate() {
            let mut shift = 0;
            while shift < *used {
                if filled == size {
                    leaves.push(Leaf::default());
                    filled = 0;
                }
                let bits = (used - shift).min(size - filled);
                if let Some(leaf) = leaves.last_mut() {
                    leaf.0.push(Bits { word, shift, mask: u64::MAX >> (64 - bits), at: filled });
                }
                shift += bits;
                filled += bits;
            }
        }
        leaves
    }
}

/// A dictionary has to grow before it can take more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FullDictionary(usize);

#[derive(Debug)]
pub(super) struct Tree {
    words: usize,
    /// The parts of a state.
    leaves: Vec<Leaf>,
    /// Nodes that are combined to another: leaves are numbered first, then these.
    pairs: Vec<(usize, usize)>,
    /// One for each node: what it stands for, by its number. Empty if a state is not taken apart.
    dictionaries: Vec<Store>,
    /// The two nodes that stand for a state.
    root: (usize, usize),
    /// How many bits a state has that is not taken apart.
    bits: u32,
}

impl Tree {
    pub fn new(layout: &Layout) -> Self {
        let words = layout.words;
        let mut used = vec![0; words];
        for field in &layout.fields {
            let used = &mut used[field.word as usize];
            *used = (*used).max(field.shift + field.width());
        }
        let bits: u32 = used.iter().sum();
        let leaves = match words {
            1 if bits <= DIRECT => vec![],
            _ => {
                // Two, four, … of the same size, so that few have many values.
                let count = bits.div_ceil(LARGEST_LEAF).next_power_of_two().max(2);
                Leaf::all(&used, bits.div_ceil(count).max(1))
            }
        };
        // A part without bits has one value.
        let leaves = if leaves.len() == 1 { [leaves, vec![Leaf::default()]].concat() } else { leaves };
        let mut open: VecDeque<usize> = (0..leaves.len()).collect();
        let mut pairs = Vec::new();
        while open.len() > 2
            && let (Some(a), Some(b)) = (open.pop_front(), open.pop_front())
        {
            open.push_back(leaves.len() + pairs.len());
            pairs.push((a, b));
        }
        let root = match open.make_contiguous() {
            [a, b] => (*a, *b),
            _ => (0, 0),
        };
        let dictionaries = (0..leaves.len() + pairs.len()).map(|_| Store::new(1)).collect();
        Tree { words, leaves, pairs, dictionaries, root, bits }
    }

    /// Whether states are words of their own.
    fn is_direct(&self) -> bool {
        self.dictionaries.is_empty()
    }

    /// The number that stands for a state, if all its parts are known.
    pub fn find(&self, state: &[u64]) -> Option<u64> {
        if self.is_direct() {
            return Some(state[0]);
        }
        let mut numbers = Vec::with_capacity(self.dictionaries.len());
        for (node, dictionary) in self.dictionaries.iter().enumerate() {
            let value = match self.leaves.get(node) {
                Some(leaf) => leaf.read(state),
                None => {
                    let (a, b) = self.pairs[node - self.leaves.len()];
                    pair(numbers[a], numbers[b])
                }
            };
            numbers.push(dictionary.find(&[value])?);
        }
        Some(pair(numbers[self.root.0], numbers[self.root.1]))
    }

    /// Appends the numbers that stand for states, whose parts may be met for the first time. Numbers never change, so only one
    /// thread at a time gives new ones: several would leave gaps.
    pub fn encode(&mut self, states: &[u64], roots: &mut Vec<u64>) -> Result<(), FullDictionary> {
        if self.is_direct() {
            roots.extend_from_slice(states);
            return Ok(());
        }
        let mut numbers: Vec<Vec<Position>> = Vec::with_capacity(self.dictionaries.len());
        let mut column: Vec<u64> = Vec::with_capacity(states.len() / self.words);
        for (node, dictionary) in self.dictionaries.iter().enumerate() {
            column.clear();
            match self.leaves.get(node) {
                Some(leaf) => column.extend(states.chunks_exact(self.words).map(|state| leaf.read(state))),
                None => {
                    let (a, b) = self.pairs[node - self.leaves.len()];
                    column.extend(std::iter::zip(&numbers[a], &numbers[b]).map(|(a, b)| pair(*a, *b)));
                }
            }
            let mut found = Vec::with_capacity(column.len());
            if !dictionary.insert_all(&column, &mut Reserve::default(), &mut found) {
                return Err(FullDictionary(node));
            }
            numbers.push(found);
        }
        let (a, b) = self.root;
        roots.extend(std::iter::zip(&numbers[a], &numbers[b]).map(|(a, b)| pair(*a, *b)));
        Ok(())
    }

    /// Appends the state that a number stands for.
    pub fn decode(&self, root: u64, states: &mut Vec<u64>) {
        if self.is_direct() {
            states.push(root);
            return;
        }
        let mut numbers = vec![0; self.dictionaries.len()];
        let mut value = Vec::with_capacity(1);
        (numbers[self.root.0], numbers[self.root.1]) = parts(root);
        for (node, (a, b)) in self.pairs.iter().enumerate().rev() {
            let node = self.leaves.len() + node;
            self.dictionaries[node].read(numbers[node], &mut value);
            (numbers[*a], numbers[*b]) = parts(value[0]);
        }
        let first = states.len();
        states.resize(first + self.words, 0);
        for (node, leaf) in self.leaves.iter().enumerate() {
            self.dictionaries[node].read(numbers[node], &mut value);
            leaf.write(value[0], &mut states[first..]);
        }
    }

    /// Makes a dictionary larger, within so many more bytes.
    pub fn grow(&mut self, FullDictionary(node): FullDictionary, memory: Option<u64>) -> Result<(), Stop> {
        let dictionary = &mut self.dictionaries[node];
        // A pair of numbers has to fit into a word.
        if dictionary.grows_wide() { Err(Stop::Memory) } else { dictionary.make_more_room(memory) }
    }

    /// How numbers that stand for states become small ones, until a dictionary grows.
    pub fn narrowing(&self) -> Narrowing {
        if self.is_direct() {
            return Narrowing { high: 0, low: self.bits };
        }
        let bits = |node: usize| self.dictionaries[node].position_bits();
        Narrowing { high: bits(self.root.0), low: bits(self.root.1) }
    }

    pub fn bytes(&self) -> u64 {
        self.dictionaries.iter().map(Store::bytes).sum()
    }
}

fn pair(a: Position, b: Position) -> u64 {
    a << 32 | b
}

fn parts(pair: u64) -> (Position, Position) {
    (pair >> 32, pair & u64::from(u32::MAX))
}

/// Leaves out the bits of a pair that are zero: so many in each half matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Narrowing {
    high: u32,
    low: u32,
}

impl Narrowing {
    pub fn bits(self) -> u32 {
        self.high + self.low
    }

    pub fn narrow(self, root: u64) -> u64 {
        if self.high == 0 { root } else { (root >> 32) << self.low | root & u64::from(u32::MAX) }
    }

    pub fn widen(self, key: u64) -> u64 {
        if self.high == 0 { key } else { pair(key >> self.low, key & ((1 << self.low) - 1)) }
    }
}
