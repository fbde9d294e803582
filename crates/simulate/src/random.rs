//! Random numbers whose sequence for a seed and a run never changes: Philox4x32-10 (Salmon et al., Parallel Random
//! Numbers: As Easy as 1, 2, 3, SC 2011).
//!
//! The generator is counter-based: a block of numbers is a function of the seed, the number of the run and the number of
//! the block, and of nothing else. So runs are independent of each other, also of those of other seeds, and it does not
//! matter where and in which order they are made.

/// The sequence of numbers of one run.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    run: u64,
    /// The number of the next block.
    block: u64,
    /// The second half of the last block, if it is not used up.
    left: Option<u64>,
}

impl Random {
    /// The sequence of the first run of a seed.
    pub fn new(seed: u64) -> Self {
        Random::of_run(seed, 0)
    }

    /// The sequence of a run, from 0, of a seed.
    pub fn of_run(seed: u64, run: u64) -> Self {
        Random { seed, run, block: 0, left: None }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        if let Some(left) = self.left.take() {
            return left;
        }
        let [a, b] = halves(self.block);
        let [c, d] = halves(self.run);
        let [a, b, c, d] = philox([a, b, c, d], halves(self.seed));
        self.block = self.block.wrapping_add(1);
        self.left = Some(whole([c, d]));
        whole([a, b])
    }

    /// How many numbers were drawn.
    pub fn drawn(&self) -> u64 {
        self.block.wrapping_mul(2).wrapping_sub(u64::from(self.left.is_some()))
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

/// The low and the high half.
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of which these are the halves.
fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Ten rounds of Philox on four words.
fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    const ROUNDS: u32 = 10;
    let round = |[a, b, c, d]: [u32; 4], number: u32| {
        let [low0, high0] = halves(0xD251_1F53 * u64::from(a));
        let [low1, high1] = halves(0xCD9E_8D57 * u64::from(c));
        let key0 = key[0].wrapping_add(number.wrapping_mul(0x9E37_79B9));
        let key1 = key[1].wrapping_add(number.wrapping_mul(0xBB67_AE85));
        [high1 ^ b ^ key0, low1, high0 ^ d ^ key1, low0]
    };
    (0..ROUNDS).fold(counter, round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // The known answers of the Random123 library.
        let known = [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ];
        for (counter, key, output) in known {
            assert_eq!(philox(counter, key), output);
        }
    }

    #[test]
    fn runs_of_one_seed_and_of_others_have_sequences_of_their_own() {
        let first = |seed, run| {
            let mut random = Random::of_run(seed, run);
            [0; 4].map(|_: u8| random.next_u64())
        };
        let mut all: Vec<u64> =
            (0..20).flat_map(|seed| (0..20).flat_map(move |run| first(seed, run))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 20 * 20 * 4);
        assert_eq!(first(1, 0), first(1, 0));
        // What comes second is not what another run, or another seed, begins with.
        assert_eq!(first(0, 0)[0], 0xe169_c58d_6627_e8d5);
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
