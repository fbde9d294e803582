//! Tables of states that were visited, which do not tell all of them apart. Any number of threads may insert at once.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use synod_core::Omission;

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    New,
    /// It was inserted before, or one that is taken for it.
    Known,
    /// There is no room.
    Full,
}

/// A table with hash functions of its own.
#[derive(Debug)]
pub(super) struct Visited {
    seed: u64,
    table: Table,
}

#[derive(Debug)]
enum Table {
    /// Three bits for each state.
    Bits(Box<[AtomicU64]>),
    /// Buckets of hashes, 0 for none. A state is in its own bucket, or if that is full in one of the next.
    Hashes(Box<[[AtomicU32; BUCKET]]>),
}

/// Hashes in a bucket: a line of the cache.
const BUCKET: usize = 16;

/// Buckets that are looked through for a state at the most.
const BUCKETS: usize = 32;

/// Bits that are set for a state.
const BITS: i32 = 3;

/// What insertions of new states into a table have come to: how many bits they set, or with how many hashes they were
/// compared.
pub(super) type Effort = u64;

/// The finaliser of MurmurHash3, a bijection in which every bit depends on all.
fn scramble(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

/// The hash number `number` made of another.
fn other(hash: u64, number: u64) -> u64 {
    scramble(hash.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A number below `limit`, of which each is as likely for a random hash.
fn below(hash: u64, limit: usize) -> usize {
    ((u128::from(hash) * limit as u128) >> 64) as usize
}

impl Visited {
    /// Bitstate hashing in about so many bytes.
    pub fn bits(bytes: u64, seed: u64) -> Self {
        let bits = (0..(bytes / 8).max(1)).map(|_| AtomicU64::new(0)).collect();
        Visited { seed: scramble(seed), table: Table::Bits(bits) }
    }

    /// Hash compaction in about so many bytes.
    pub fn hashes(bytes: u64, seed: u64) -> Self {
        let buckets = (bytes / (BUCKET as u64 * 4)).max(1);
        let empty = || std::array::from_fn(|_| AtomicU32::new(0));
        Visited { seed: scramble(seed), table: Table::Hashes((0..buckets).map(|_| empty()).collect()) }
    }

    pub fn bytes(&self) -> u64 {
        match &self.table {
            Table::Bits(bits) => bits.len() as u64 * 8,
            Table::Hashes(buckets) => (buckets.len() * BUCKET) as u64 * 4,
        }
    }

    fn hash(&self, state: &[u64]) -> u64 {
        let mix = |hash: u64, word: &u64| (hash.rotate_left(29) ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        scramble(state.iter().fold(self.seed, mix))
    }

    /// Adds a state; the effort grows if it is new.
    pub fn insert(&self, state: &[u64], effort: &mut Effort) -> Seen {
        let hash = self.hash(state);
        match &self.table {
            Table::Bits(bits) => {
                let mut new = 0;
                for number in 0..BITS as u64 {
                    let hash = other(hash, number);
                    let bit = 1 << (hash & 63);
                    let before = bits[below(hash, bits.len())].fetch_or(bit, Ordering::Relaxed);
                    new += u64::from(before & bit == 0);
                }
                *effort += new;
                if new == 0 { Seen::Known } else { Seen::New }
            }
            Table::Hashes(buckets) => {
                let kept = (other(hash, 0) as u32).max(1);
                let first = below(hash, buckets.len());
                for number in 0..BUCKETS.min(buckets.len()) {
                    let (seen, compared) = insert(&buckets[(first + number) % buckets.len()], kept);
                    if seen == Seen::New {
                        *effort += (number * BUCKET) as u64 + compared;
                    }
                    if seen != Seen::Full {
                        return seen;
                    }
                }
                Seen::Full
            }
        }
    }

    /// How likely it is that some of so many states, which were met for the first time, were taken for others.
    pub fn omission(&self, states: u64, effort: Effort) -> Omission {
        match &self.table {
            Table::Bits(bits) => {
                // As at the end, when most bits are set.
                let of_state = (effort as f64 / (bits.len() as f64 * 64.0)).min(1.0).powi(BITS);
                // Those that were taken for others are not among the states that were counted.
                let met = states as f64 / (1.0 - of_state).max(f64::MIN_POSITIVE);
                Omission { of_state, of_any: -(met * (-of_state).ln_1p()).exp_m1() }
            }
            Table::Hashes(_) => {
                // Of all hashes one stands for two.
                let same = 2.0 / f64::from(u32::MAX);
                let of_any = -(-(effort as f64) * same).exp_m1();
                Omission { of_state: ((BUCKET * BUCKETS) as f64 * same).min(of_any), of_any }
            }
        }
    }
}

/// Adds a hash to a bucket; with how many others it was compared.
fn insert(bucket: &[AtomicU32; BUCKET], kept: u32) -> (Seen, u64) {
    for (place, before) in std::iter::zip(bucket, 0..) {
        let mut found = place.load(Ordering::Relaxed);
        if found == 0 {
            match place.compare_exchange(0, kept, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return (Seen::New, before),
                Err(other) => found = other,
            }
        }
        if found == kept {
            return (Seen::Known, before);
        }
    }
    (Seen::Full, BUCKET as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the states from 0 on are taken for earlier ones, and what is said about that.
    fn omitted(visited: &Visited, states: u64) -> (u64, Omission) {
        let mut effort = 0;
        let new =
            (0..states).filter(|state| visited.insert(&[*state, 7], &mut effort) == Seen::New).count() as u64;
        (states - new, visited.omission(new, effort))
    }

    #[test]
    fn what_was_inserted_is_known() {
        for visited in [Visited::bits(1 << 16, 1), Visited::hashes(1 << 16, 1)] {
            for state in 0..5000u64 {
                visited.insert(&[state], &mut 0);
                assert_eq!(visited.insert(&[state], &mut 0), Seen::Known);
            }
        }
    }

    #[test]
    fn no_more_states_are_left_out_than_is_said() {
        for seed in 0..5 {
            // As many bits as states, and more.
            for log in [12, 14, 16, 18] {
                let (omitted, said) = omitted(&Visited::bits(1 << log, seed), 1 << 15);
                let expected = said.of_state * f64::from(1 << 15);
                // Five standard deviations: the bound is that at the end, so most are well below it.
                assert!((omitted as f64) < expected + 5.0 * expected.sqrt() + 1.0, "{omitted}, {said:?}");
                assert!(omitted == 0 || said.of_any > 0.0);
            }
        }
        // With many bits to spare next to nothing is left out, and with few nearly everything may be.
        assert!(Visited::bits(1 << 20, 1).omission(0, 0).of_any < 1e-9);
        let (omitted, said) = omitted(&Visited::bits(1 << 10, 1), 1 << 15);
        assert!(omitted > 1 << 13 && said.of_state > 0.9 && said.of_any > 0.999, "{omitted}, {said:?}");
    }

    #[test]
    fn hash_compaction_leaves_out_next_to_nothing() {
        let visited = Visited::hashes(1 << 22, 3);
        let (omitted, said) = omitted(&visited, 850_000);
        // Of 850 000 states in 1 048 576 places.
        assert!(omitted <= 1, "{omitted}");
        assert!(said.of_state < 1e-6 && said.of_any < 0.01, "{said:?}");
        let more = (850_000..1_300_000u64).map(|state| visited.insert(&[state, 7], &mut 0));
        let full = more.filter(|seen| *seen == Seen::Full).count();
        assert!((1_300_000 - (1 << 20)..280_000).contains(&full), "{full}");
    }

    #[test]
    fn seeds_leave_out_other_states() {
        let left_out = |seed: u64| -> Vec<u64> {
            let visited = Visited::bits(1 << 13, seed);
            (0..1 << 14).filter(|state| visited.insert(&[*state], &mut 0) != Seen::New).collect()
        };
        let (one, two) = (left_out(1), left_out(2));
        assert_eq!(one, left_out(1));
        let both = one.iter().filter(|state| two.contains(state)).count();
        assert!(one.len() > 100 && both < one.len() / 2, "{both} of {}", one.len());
    }
}
