//! Sets of nodes that threads change together, and numbers for the nodes of a set.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::Stop;

use crate::sweep::Sweeper;

/// A node of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub memory: u32,
    pub state: u32,
}

/// Words of a set that a thread takes at a time.
const WORDS: usize = 1 << 6;

/// A set of nodes, a bit for each state in the memories that occur.
pub(super) struct NodeSet {
    states: usize,
    by_memory: Vec<OnceLock<Box<[AtomicU64]>>>,
}

impl NodeSet {
    /// The empty set.
    pub fn new(states: usize, memories: usize) -> Self {
        NodeSet { states, by_memory: (0..memories).map(|_| OnceLock::new()).collect() }
    }

    fn words(&self) -> usize {
        self.states.div_ceil(64)
    }

    /// Adds a node and says whether it is new.
    pub fn insert(&self, node: Node) -> bool {
        let make = || (0..self.words()).map(|_| AtomicU64::new(0)).collect();
        let words = self.by_memory[node.memory as usize].get_or_init(make);
        let (word, bit) = (&words[node.state as usize / 64], 1 << (node.state % 64));
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    pub fn remove(&self, node: Node) {
        if let Some(words) = self.by_memory[node.memory as usize].get() {
            words[node.state as usize / 64].fetch_and(!(1 << (node.state % 64)), Ordering::Relaxed);
        }
    }

    pub fn contains(&self, node: Node) -> bool {
        let words = self.by_memory[node.memory as usize].get();
        words.is_some_and(|words| {
            words[node.state as usize / 64].load(Ordering::Relaxed) >> (node.state % 64) & 1 == 1
        })
    }

    /// How many nodes there are.
    pub fn len(&self) -> u64 {
        let words = self.by_memory.iter().filter_map(OnceLock::get).flat_map(|words| words.iter());
        words.map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let made = self.by_memory.iter().filter(|words| words.get().is_some()).count();
        (made * self.words() * 8) as u64
    }

    /// Visits all nodes on several threads, and puts together what is collected.
    pub fn visit<T: Send>(
        &self,
        sweeper: &Sweeper,
        visit: impl Fn(Node, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>, Stop> {
        let pieces: Vec<(u32, usize)> = std::iter::zip(0.., &self.by_memory)
            .filter(|(_, words)| words.get().is_some())
            .flat_map(|(memory, _)| (0..self.words()).step_by(WORDS).map(move |word| (memory, word)))
            .collect();
        sweeper.pieces(pieces.len(), self.len() as usize, |number, collected| {
            let (memory, first) = pieces[number];
            let Some(words) = self.by_memory[memory as usize].get() else { return };
            for (at, word) in words.iter().enumerate().skip(first).take(WORDS) {
                let mut left = word.load(Ordering::Relaxed);
                while left != 0 {
                    let state = (at * 64) as u32 + left.trailing_zeros();
                    left &= left - 1;
                    visit(Node { memory, state }, collected);
                }
            }
        })
    }

    /// A copy of it.
    pub fn copy(&self) -> Self {
        let copy = NodeSet::new(self.states, self.by_memory.len());
        for (own, new) in std::iter::zip(&self.by_memory, &copy.by_memory) {
            if let Some(words) = own.get() {
                let load = |word: &AtomicU64| AtomicU64::new(word.load(Ordering::Relaxed));
                new.get_or_init(|| words.iter().map(load).collect());
            }
        }
        copy
    }
}

/// The nodes of a set, which must not change, by number: memory by memory, state by state.
pub(super) struct Numbers<'s> {
    set: &'s NodeSet,
    /// For each memory, for each word how many nodes are before it.
    before: Vec<Box<[u32]>>,
    len: u32,
}

impl<'s> Numbers<'s> {
    /// Numbers for a set of no more than 2³² nodes.
    pub fn new(set: &'s NodeSet) -> Self {
        let mut len = 0;
        let mut count = |word: &AtomicU64| {
            let before = len;
            len += word.load(Ordering::Relaxed).count_ones();
            before
        };
        let mut of_memory = |words: &OnceLock<Box<[AtomicU64]>>| match words.get() {
            Some(words) => words.iter().map(&mut count).collect(),
            None => Box::default(),
        };
        let before = set.by_memory.iter().map(&mut of_memory).collect();
        Numbers { set, before, len }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    /// The number of a node of the set.
    pub fn of(&self, node: Node) -> u32 {
        let word = node.state as usize / 64;
        let bits = self.set.by_memory[node.memory as usize]
            .get()
            .map_or(0, |words| words[word].load(Ordering::Relaxed) & ((1 << (node.state % 64)) - 1));
        self.before[node.memory as usize][word] + bits.count_ones()
    }

    /// The node of a number.
    pub fn node(&self, number: u32) -> Node {
        // A memory without nodes begins where the next one does.
        let begins = |words: &[u32]| words.first().is_some_and(|first| *first <= number);
        let memory = self.before.iter().rposition(|words| begins(words)).unwrap_or(0);
        let word = self.before[memory].partition_point(|before| *before <= number) - 1;
        let mut bits =
            self.set.by_memory[memory].get().map_or(0, |words| words[word].load(Ordering::Relaxed));
        for _ in self.before[memory][word]..number {
            bits &= bits - 1;
        }
        Node { memory: memory as u32, state: (word * 64) as u32 + bits.trailing_zeros() }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.before.iter().map(|words| size_of_val(&**words) as u64).sum()
    }
}
