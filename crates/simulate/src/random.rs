//! A small source of random numbers whose sequence for a seed never changes (SplitMix64).

/// A sequence of numbers determined by its seed.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A position below `len`, which must not be 0; all are as likely, up to one part in 2^64 / `len`.
    pub fn below(&mut self, len: usize) -> usize {
        ((u128::from(self.next_u64()) * len as u128) >> 64) as usize
    }

    /// A number from `lo` to `hi`, which must not be less.
    pub fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let count = u128::from(hi.abs_diff(lo)) + 1;
        let offset = (u128::from(self.next_u64()) * count) >> 64;
        lo.wrapping_add(offset as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_seed_gives_the_same_sequence_for_ever() {
        // The first outputs of the published reference implementation for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn numbers_stay_between_their_limits() {
        let mut random = Random::new(7);
        let mut seen = [false; 4];
        (0..200).for_each(|_| seen[(random.between(-2, 1) + 2) as usize] = true);
        assert_eq!(seen, [true; 4]);
        assert_eq!(random.between(i64::MAX, i64::MAX), i64::MAX);
        let wide: Vec<i64> = (0..20).map(|_| random.between(i64::MIN, i64::MAX)).collect();
        assert!(wide.iter().any(|n| *n < 0) && wide.iter().any(|n| *n > 0));
    }

    #[test]
    fn positions_stay_below_the_length() {
        let mut random = Random::new(7);
        let mut seen = [false; 5];
        (0..200).for_each(|_| seen[random.below(5)] = true);
        assert_eq!(seen, [true; 5]);
    }
}
