//! A set of numbers of a fixed number of bits, in a table that keeps of each only what its place does not tell (quotienting, after
//! Cleary 1984), with a few more bits as a label.
//!
//! Numbers are permuted, so that they are spread evenly. Neighbouring numbers belong to one bucket, as many as there are numbers for
//! each bucket; a slot keeps as many of the last bits as tell them apart, with how many other buckets were tried first because
//! that was full. Slots are as narrow as that allows, to the bit.

/// Slots of a bucket.
const BUCKET: usize = 8;

/// Of them those that are filled before the table grows.
const FILLED: u64 = 7;

/// Bits for how many buckets were tried for a number; 0 in a slot that is empty.
const TRIALS: u32 = 4;
const MOST_TRIALS: u64 = (1 << TRIALS) - 1;

/// Buckets at the start.
const FIRST: u64 = 16;

/// A bijection of the numbers of so many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Permutation {
    bits: u32,
}

const FACTOR: u64 = 0xff51_afd7_ed55_8ccd;

impl Permutation {
    /// Of numbers of so many bits, 2 at least.
    pub fn new(bits: u32) -> Self {
        Permutation { bits }
    }

    fn shift(self, number: u64) -> u64 {
        number ^ (number >> self.bits.div_ceil(2))
    }

    fn multiply(self, number: u64, factor: u64) -> u64 {
        number.wrapping_mul(factor) & (u64::MAX >> (64 - self.bits))
    }

    pub fn apply(self, number: u64) -> u64 {
        let once = self.shift(self.multiply(self.shift(number), FACTOR));
        self.shift(self.multiply(once, FACTOR))
    }

    pub fn invert(self, number: u64) -> u64 {
        // Newton's iteration doubles the bits that are right; a number is its own inverse in the last three.
        let inverse = (0..5)
            .fold(FACTOR, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse))));
        let once = self.shift(self.multiply(self.shift(number), inverse));
        self.shift(self.multiply(once, inverse))
    }
}

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inserted {
    New,
    Known,
    Full,
}

/// A set of numbers that were permuted already, each with a label.
#[derive(Debug)]
pub(super) struct Slots {
    /// How many bits numbers have, and labels.
    key: u32,
    label: u32,
    buckets: u64,
    /// Bits of a number that a slot keeps, and all bits of a slot.
    kept: u32,
    width: u32,
    words: Vec<u64>,
    len: u64,
}

impl Slots {
    /// No numbers, of so many bits, 16 at least; with what a slot has besides, no more than a word.
    pub fn new(key: u32, label: u32) -> Self {
        Self::with_buckets(key, label, FIRST)
    }

    fn with_buckets(key: u32, label: u32, buckets: u64) -> Self {
        // No bucket has more numbers than this.
        let most = (u64::MAX >> (64 - key)) / buckets + 1;
        let kept = most.next_power_of_two().ilog2();
        let width = kept + TRIALS + label;
        let bits = buckets * BUCKET as u64 * u64::from(width);
        // A slot may begin in the last word: then the one behind it is read, too.
        let words = vec![0; bits.div_ceil(64) as usize + 1];
        Slots { key, label, buckets, kept, width, words, len: 0 }
    }

    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    #[inline]
    fn get(&self, slot: u64) -> u64 {
        let bit = slot * u64::from(self.width);
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        let both = u128::from(self.words[word]) | u128::from(self.words[word + 1]) << 64;
        (both >> shift) as u64 & self.mask()
    }

    /// Fills an empty slot.
    fn fill(&mut self, slot: u64, value: u64) {
        let bit = slot * u64::from(self.width);
        let (word, shift) = ((bit / 64) as usize, bit % 64);
        let both = u128::from(value) << shift;
        self.words[word] |= both as u64;
        self.words[word + 1] |= (both >> 64) as u64;
    }

    /// A word of the bucket where a number belongs, to be read before it is needed.
    #[inline]
    pub fn touch(&self, number: u64) -> u64 {
        let bit = self.home(number) * BUCKET as u64 * u64::from(self.width);
        self.words[(bit / 64) as usize]
    }

    /// The bucket where a number belongs.
    #[inline]
    fn home(&self, number: u64) -> u64 {
        ((u128::from(number) * u128::from(self.buckets)) >> self.key) as u64
    }

    /// The first number that belongs to a bucket.
    fn first(&self, home: u64) -> u64 {
        match home.checked_shl(self.key).filter(|shifted| shifted >> self.key == home) {
            Some(shifted) => shifted.div_ceil(self.buckets),
            None => (u128::from(home) << self.key).div_ceil(u128::from(self.buckets)) as u64,
        }
    }

    /// Adds a number with a label unless it is there; says whether it is new.
    pub fn insert(&mut self, number: u64, label: u64) -> bool {
        // In a fuller table much is passed over before a place is found.
        if self.len >= self.buckets * FILLED {
            self.grow();
        }
        loop {
            match self.put(number, label) {
                Inserted::New => return true,
                Inserted::Known => return false,
                Inserted::Full => self.grow(),
            }
        }
    }

    fn put(&mut self, number: u64, label: u64) -> Inserted {
        let (kept, home) = (number & ((1 << self.kept) - 1), self.home(number));
        for trial in 1..=MOST_TRIALS {
            let bucket = match home + self.offset(kept, trial) {
                bucket if bucket < self.buckets => bucket,
                beyond => beyond - self.buckets,
            };
            let wanted = kept << TRIALS | trial;
            for slot in bucket * BUCKET as u64..(bucket + 1) * BUCKET as u64 {
                match self.get(slot) {
                    0 => {
                        self.fill(slot, wanted << self.label | label);
                        self.len += 1;
                        return Inserted::New;
                    }
                    value if value >> self.label == wanted => return Inserted::Known,
                    _ => {}
                }
            }
        }
        Inserted::Full
    }

    /// How far from where it belongs a number is tried to be put, given what is kept of it. Numbers go different ways, so that full
    /// buckets do not fill those beside them.
    #[inline]
    fn offset(&self, kept: u64, trial: u64) -> u64 {
        if trial == 1 {
            return 0;
        }
        let mixed = (kept << TRIALS | trial).wrapping_mul(FACTOR) >> 32;
        ((u128::from(mixed) * u128::from(self.buckets)) >> 32) as u64
    }

    /// Makes the table a third larger.
    fn grow(&mut self) {
        let mut larger = Self::with_buckets(self.key, self.label, self.buckets + self.buckets.div_ceil(3));
        let mut fits = true;
        self.iter().for_each(|(number, label)| fits &= larger.put(number, label) != Inserted::Full);
        let old = std::mem::replace(self, larger);
        // However unlikely that is: nothing is lost.
        if !fits {
            for (number, label) in old.iter() {
                self.insert(number, label);
            }
        }
    }

    /// All numbers with their labels.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.filled().map(|(slot, value)| self.read(slot, value))
    }

    /// All numbers with this label.
    pub fn labelled(&self, label: u64) -> impl Iterator<Item = u64> + '_ {
        let mask = (1 << self.label) - 1;
        let own = self.filled().filter(move |(_, value)| value & mask == label);
        own.map(|(slot, value)| self.read(slot, value).0)
    }

    /// All slots that are not empty, with what is in them.
    fn filled(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let slots = 0..self.buckets * BUCKET as u64;
        slots.map(|slot| (slot, self.get(slot))).filter(|(_, value)| *value != 0)
    }

    /// The number in a slot that is not empty, and its label.
    fn read(&self, slot: u64, value: u64) -> (u64, u64) {
        let label = value & ((1 << self.label) - 1);
        let trial = value >> self.label & MOST_TRIALS;
        let kept = value >> (self.label + TRIALS);
        let home = match (slot / BUCKET as u64).checked_sub(self.offset(kept, trial)) {
            Some(home) => home,
            None => slot / BUCKET as u64 + self.buckets - self.offset(kept, trial),
        };
        let first = self.first(home);
        (first + (kept.wrapping_sub(first) & ((1 << self.kept) - 1)), label)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use synod_testing::runner;

    use super::*;

    #[test]
    fn a_permutation_is_one() {
        for bits in [2, 3, 10, 16] {
            let permutation = Permutation::new(bits);
            let mut seen = vec![false; 1 << bits];
            for number in 0..1 << bits {
                let image = permutation.apply(number);
                assert!(!std::mem::replace(&mut seen[image as usize], true));
                assert_eq!(permutation.invert(image), number);
            }
        }
        for bits in 33..=64 {
            let (permutation, number) = (Permutation::new(bits), 0x0123_4567_89ab_cdef >> (64 - bits));
            let image = permutation.apply(number);
            assert!(image <= u64::MAX >> (64 - bits));
            assert_eq!(permutation.invert(image), number);
        }
    }

    #[test]
    fn numbers_are_kept_with_their_labels_whatever_they_are() {
        // Few different numbers, in few buckets, so that they crowd.
        let numbers = proptest::collection::vec((any::<u64>(), 0..8u64, 1..400u64), 1..600);
        let test = |(key, numbers): (u32, Vec<(u64, u64, u64)>)| {
            let mut slots = Slots::new(key, 3);
            let mut model = BTreeMap::new();
            for (number, label, factor) in numbers {
                let number = (number % 50 * factor) & (u64::MAX >> (64 - key));
                prop_assert_eq!(slots.insert(number, label), !model.contains_key(&number));
                model.entry(number).or_insert(label);
            }
            let mut found = BTreeMap::new();
            for (number, label) in slots.iter() {
                prop_assert_eq!(found.insert(number, label), None);
            }
            prop_assert_eq!(found, model);
            Ok(())
        };
        runner(500).run(&(16..56u32, numbers), test).unwrap();
    }

    #[test]
    fn a_full_table_wastes_little() {
        let permutation = Permutation::new(40);
        let mut slots = Slots::new(40, 8);
        for number in 0..100_000 {
            assert!(slots.insert(permutation.apply(number), 0));
        }
        // 40 bits less 14 for the place, 4 and 8; filled to two thirds at the least.
        assert!(slots.bytes() * 8 < 100_000 * 38 * 3 / 2, "{} bits each", slots.bytes() * 8 / 100_000);
    }
}
