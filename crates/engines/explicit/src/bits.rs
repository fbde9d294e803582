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

    /// These numbers.
    pub fn of(len: usize, numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut set = BitSet::new(len, false);
        for number in numbers {
            set.insert(number);
        }
        set
    }

    /// The numbers in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let next = |left: &u64| Some(left & (left - 1)).filter(|left| *left != 0);
            let words = std::iter::successors(Some(*word).filter(|word| *word != 0), next);
            words.map(move |left| index as u32 * 64 + left.trailing_zeros())
        })
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
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

    pub fn and(&self, other: &BitSet) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &BitSet) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub fn minus(&self, other: &BitSet) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &BitSet, operation: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| operation(*a, *b)).collect();
        BitSet { words, len: self.len }
    }
}
