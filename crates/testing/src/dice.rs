//! Numbers that look random and are the same for the same seed, for tests that draw texts, families and edits of them.

/// A generator of numbers (xorshift).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The numbers of a seed; neighbouring seeds have nothing in common.
    pub fn new(seed: u64) -> Self {
        // Nothing but zero follows zero.
        Dice(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15).max(1))
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below<N: TryInto<u64> + TryFrom<u64> + Default>(&mut self, bound: N) -> N {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bound = bound.try_into().unwrap_or(0).max(1);
        N::try_from((self.0 >> 33) % bound).unwrap_or_default()
    }

    /// True once in `rarity` times.
    pub fn one_in(&mut self, rarity: u32) -> bool {
        self.below(rarity) == 0
    }

    /// One of a list, which must not be empty.
    pub fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}
