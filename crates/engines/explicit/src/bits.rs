//! Sets of small numbers.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitSet {
    words: Vec<u64>,
    len: usize,
}

impl BitSet {
    /// The empty set, or the set of all numbers below `len`.
    pub fn new(len: usize, full: bool) -> Self {
        let mut set = BitSet { words: vec![if full { u64::MAX } else { 0 }; len.div_ceil(64)], len };
        set.trim();
        set
    }

    /// The numbers that satisfy a test.
    pub fn collect(len: usize, mut test: impl FnMut(u32) -> bool) -> Self {
        let mut set = BitSet::new(len, false);
        for number in 0..len as u32 {
            if test(number) {
                set.insert(number);
            }
        }
        set
    }

    fn trim(&mut self) {
        if let Some(last) = self.words.last_mut()
            && !self.len.is_multiple_of(64)
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
    }

    /// The bound.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn contains(&self, number: u32) -> bool {
        self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Adds a number and says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    pub fn complement(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
        self
    }

    pub fn intersect(mut self, other: &BitSet) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
        self
    }

    pub fn unite(mut self, other: &BitSet) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
        self
    }
}
