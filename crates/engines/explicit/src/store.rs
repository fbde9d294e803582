//! The set of states found so far: an append-only arena of packed states in the order they were found,
//! and a lock-free open-addressing table of positions in it.
//!
//! Any number of threads may insert at once. A table entry is a position in the arena plus one, with
//! the bits of the word that positions do not need used as a tag of the hash, so that most entries of
//! other states are passed over without touching the arena. An entry is published with release order
//! after its state was written and read with acquire order, so whoever sees it sees the state.
//!
//! A state of `w` words takes `8 w` bytes in the arena and from 4.9 to 9.8 in the table.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use synod_core::{Stop, threads};

/// Log2 of the words in one piece of the arena, if states are not very wide.
const PIECE: u32 = 14;

/// States looked up together.
const GROUP: usize = 16;

/// Places that a thread takes at a time.
const BLOCK: u32 = 64;

/// Below this many states it is not worth starting threads for a new table.
const WORTH_THREADS: u32 = 1 << 16;

/// Log2 of the entries of a table at the start and at the most.
const SMALLEST: u32 = 10;
const LARGEST: u32 = 32;

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    New(u32),
    Known(u32),
    /// There is no room: [`Store::grow`], then insert again.
    Full,
}

/// Places in the arena taken in advance; kept by each inserting thread between insertions.
#[derive(Debug)]
pub(crate) struct Reserve {
    free: Range<u32>,
    /// How many are taken at a time.
    block: u32,
}

impl Default for Reserve {
    /// For one thread: states lie in the order in which they were found.
    fn default() -> Self {
        Reserve { free: 0..0, block: 1 }
    }
}

impl Reserve {
    /// For one of many threads: it takes many places at a time, so that threads neither wait for each other nor write
    /// to the same line of the cache.
    pub fn of_many() -> Self {
        Reserve { free: 0..0, block: BLOCK }
    }
}

/// Something that is written all the time, kept away from what others read all the time.
#[derive(Debug)]
#[repr(align(128))]
struct CacheAligned<T>(T);

#[derive(Debug)]
pub(crate) struct Store {
    /// Words in a state.
    words: usize,
    /// Log2 of the states in a piece of the arena.
    piece: u32,
    pieces: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// Places given away.
    next: CacheAligned<AtomicU32>,
    /// How many states there may be: as many as the table can hold and as memory allows.
    limit: u32,
    /// Bytes that may be used.
    memory: u64,
    table: Box<[AtomicU32]>,
    /// Log2 of the length of the table.
    log: u32,
    /// How many threads fill a new table.
    pub threads: usize,
}

fn table(log: u32) -> Box<[AtomicU32]> {
    (0..1usize << log).map(|_| AtomicU32::new(0)).collect()
}

/// Filled up to thirteen sixteenths.
fn limit(log: u32) -> u32 {
    (((1u64 << log) * 13 / 16) as u32).min(u32::MAX - 2)
}

fn hash(state: &[u64]) -> u64 {
    let mixed = state
        .iter()
        .fold(0u64, |hash, word| (hash.rotate_left(29) ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd));
    (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

impl Store {
    pub fn new(words: usize) -> Self {
        let mut store = Store {
            words,
            piece: PIECE.saturating_sub(words.next_power_of_two().ilog2()).max(4),
            pieces: Vec::new(),
            next: CacheAligned(AtomicU32::new(0)),
            limit: 0,
            memory: u64::MAX,
            table: table(SMALLEST),
            log: SMALLEST,
            threads: 1,
        };
        store.make_room();
        store
    }

    /// Uses no more than so many bytes in addition to those in use. Says whether there is more room than before
    /// without a larger table.
    pub fn allow_more(&mut self, memory: Option<u64>) -> bool {
        let before = self.limit;
        self.memory = memory.map_or(u64::MAX, |more| self.bytes().saturating_add(more));
        self.make_room();
        self.limit > before
    }

    /// Sets the limit, and provides for as many pieces.
    fn make_room(&mut self) {
        let affordable = self.memory.saturating_sub(self.table.len() as u64 * 4) / self.piece_bytes();
        let states = affordable.saturating_mul(1 << self.piece).min(u64::from(u32::MAX)) as u32;
        self.limit = limit(self.log).min(states).max(self.len());
        let pieces = (self.limit as usize).div_ceil(1 << self.piece).max(self.pieces.len());
        self.pieces.resize_with(pieces, OnceLock::new);
    }

    fn piece_bytes(&self) -> u64 {
        (self.words as u64 * 8) << self.piece
    }

    /// Words in a state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many states there are. Exact only while nobody inserts.
    pub fn len(&self) -> u32 {
        self.next.0.load(Ordering::Relaxed)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let pieces = (self.len() as u64).div_ceil(1 << self.piece);
        pieces * self.piece_bytes() + self.table.len() as u64 * 4
    }

    /// Whether a larger table would give more room, within the memory allowed.
    pub fn can_grow(&self) -> bool {
        let larger = self.table.len() as u64 * 8;
        let pieces = (self.len() as u64 + 1).div_ceil(1 << self.piece);
        self.log < LARGEST
            && self.limit == limit(self.log)
            && larger.saturating_add(pieces * self.piece_bytes()) <= self.memory
    }

    /// Makes room where there was none, within so many more bytes.
    pub fn make_more_room(&mut self, memory: Option<u64>) -> Result<(), Stop> {
        let has_more = self.allow_more(memory);
        match self.can_grow() {
            true => self.grow(),
            false if has_more => {}
            false => return Err(Stop::Memory),
        }
        Ok(())
    }

    /// Whether so few places are left in the table that growing now saves trouble later.
    pub fn is_nearly_full(&self) -> bool {
        self.len() >= self.limit - self.limit / 16
    }

    /// Copies a state out.
    pub fn read(&self, position: u32, state: &mut Vec<u64>) {
        state.clear();
        state.extend(self.slice(position).iter().map(|word| word.load(Ordering::Relaxed)));
    }

    /// The piece of a state, and where in the piece it begins.
    fn place(&self, position: u32) -> (usize, usize) {
        let position = position as usize;
        (position >> self.piece, (position & ((1 << self.piece) - 1)) * self.words)
    }

    fn slice(&self, position: u32) -> &[AtomicU64] {
        let (piece, at) = self.place(position);
        let piece = self.pieces[piece].get().expect("only filled places are read");
        &piece[at..at + self.words]
    }

    fn write(&self, position: u32, state: &[u64]) {
        let (piece, at) = self.place(position);
        let empty = || (0..self.words << self.piece).map(|_| AtomicU64::new(0)).collect();
        let piece = self.pieces[piece].get_or_init(empty);
        for (place, word) in piece[at..at + self.words].iter().zip(state) {
            place.store(*word, Ordering::Relaxed);
        }
    }

    fn holds(&self, position: u32, state: &[u64]) -> bool {
        self.slice(position).iter().zip(state).all(|(place, word)| place.load(Ordering::Relaxed) == *word)
    }

    /// The entry for a state at a position, given its hash.
    fn entry(&self, hash: u64, position: u32) -> u32 {
        self.tag(hash) | (position + 1)
    }

    fn tag(&self, hash: u64) -> u32 {
        ((hash as u32 as u64) << self.log) as u32
    }

    /// The position in an entry, if its tag is that of the hash.
    fn candidate(&self, entry: u32, tag: u32) -> Option<u32> {
        let positions = ((1u64 << self.log) - 1) as u32;
        (entry & !positions == tag).then(|| (entry & positions) - 1)
    }

    fn start(&self, hash: u64) -> usize {
        (hash >> (64 - self.log)) as usize
    }

    /// The position of a state, if it is there.
    pub fn find(&self, state: &[u64]) -> Option<u32> {
        let hash = hash(state);
        let tag = self.tag(hash);
        let mut at = self.start(hash);
        loop {
            let entry = self.table[at].load(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            let found = self.candidate(entry, tag).filter(|position| self.holds(*position, state));
            if found.is_some() {
                return found;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Adds a state unless it is there.
    pub fn insert(&self, state: &[u64], reserve: &mut Reserve) -> Inserted {
        self.insert_hashed(state, hash(state), reserve)
    }

    /// Adds all states of a list, one after the other in it, unless they are there. Their positions are
    /// appended to `found`. Says whether there was room.
    ///
    /// The table is read for a group of states before the arena is, and the arena before anything is
    /// written, so that the processor can wait for many places in memory at once.
    pub fn insert_all(&self, states: &[u64], reserve: &mut Reserve, found: &mut Vec<u32>) -> bool {
        for group in states.chunks(GROUP * self.words) {
            let mut hashes = [0; GROUP];
            let mut entries = [0; GROUP];
            let mut seen = [None; GROUP];
            for ((state, place), entry) in group.chunks_exact(self.words).zip(&mut hashes).zip(&mut entries) {
                *place = hash(state);
                *entry = self.table[self.start(*place)].load(Ordering::Acquire);
            }
            for ((seen, hash), entry) in seen.iter_mut().zip(hashes).zip(entries) {
                let candidate = Some(entry)
                    .filter(|entry| *entry != 0)
                    .and_then(|entry| self.candidate(entry, self.tag(hash)));
                *seen = candidate.map(|position| (position, self.slice(position)[0].load(Ordering::Relaxed)));
            }
            for ((state, hash), seen) in group.chunks_exact(self.words).zip(hashes).zip(seen) {
                let is_here = |(position, first): &(u32, u64)| {
                    *first == state[0] && (self.words == 1 || self.holds(*position, state))
                };
                let position = match seen.filter(is_here) {
                    Some((position, _)) => position,
                    None => match self.insert_hashed(state, hash, reserve) {
                        Inserted::New(position) | Inserted::Known(position) => position,
                        Inserted::Full => return false,
                    },
                };
                found.push(position);
            }
        }
        true
    }

    fn insert_hashed(&self, state: &[u64], hash: u64, reserve: &mut Reserve) -> Inserted {
        let tag = self.tag(hash);
        let mut at = self.start(hash);
        loop {
            let mut entry = self.table[at].load(Ordering::Acquire);
            if entry == 0 {
                let Some(position) = self.reserve(reserve) else { return Inserted::Full };
                self.write(position, state);
                let new = self.entry(hash, position);
                match self.table[at].compare_exchange(0, new, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => {
                        reserve.free.start += 1;
                        return Inserted::New(position);
                    }
                    Err(other) => entry = other,
                }
            }
            if let Some(position) = self.candidate(entry, tag)
                && self.holds(position, state)
            {
                return Inserted::Known(position);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    fn reserve(&self, reserve: &mut Reserve) -> Option<u32> {
        if reserve.free.is_empty() {
            let taken =
                |from: u32| (from < self.limit).then(|| from.saturating_add(reserve.block).min(self.limit));
            let from = self.next.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).ok()?;
            reserve.free = from..taken(from)?;
        }
        Some(reserve.free.start)
    }

    /// Closes the gaps that reserved places leave, once nobody inserts any more. Says which states were
    /// moved for that, from where to where, sorted: all from behind the last that there is now.
    pub fn settle(&mut self, reserves: impl IntoIterator<Item = Reserve>) -> Vec<(u32, u32)> {
        let mut gaps: Vec<u32> = reserves.into_iter().flat_map(|reserve| reserve.free).collect();
        gaps.sort_unstable_by(|a, b| b.cmp(a));
        let mut state = Vec::new();
        let mut moves = FxHashMap::default();
        for gap in gaps {
            let last = self.len() - 1;
            if gap != last {
                self.read(last, &mut state);
                let at = self.place_of(&state, last);
                self.write(gap, &state);
                *self.table[at].get_mut() = self.entry(hash(&state), gap);
                // It may have been moved before.
                let first = moves.remove(&last).unwrap_or(last);
                moves.insert(gap, first);
            }
            *self.next.0.get_mut() = last;
        }
        let mut moves: Vec<(u32, u32)> = moves.into_iter().map(|(to, from)| (from, to)).collect();
        moves.sort_unstable();
        moves
    }

    /// Where in the table the entry of a stored state is.
    fn place_of(&self, state: &[u64], position: u32) -> usize {
        let hash = hash(state);
        let wanted = self.entry(hash, position);
        let mut at = self.start(hash);
        while self.table[at].load(Ordering::Relaxed) != wanted {
            at = (at + 1) & (self.table.len() - 1);
        }
        at
    }

    /// Doubles the table. The old one is dropped first: everything in it can be computed again.
    pub fn grow(&mut self) {
        self.log += 1;
        self.table = Box::default();
        self.table = table(self.log);
        self.make_room();
        let (store, len) = (&*self, u64::from(self.len()));
        let threads = if self.len() < WORTH_THREADS { 1 } else { self.threads as u64 };
        let share = |number: u64| (len * number / threads) as u32;
        threads::each(threads as usize, |number| {
            store.enter(share(number as u64)..share(number as u64 + 1));
        });
    }

    /// Makes entries in the table for states that have none. Threads may do so at once.
    fn enter(&self, positions: Range<u32>) {
        let mut state = Vec::with_capacity(self.words);
        for first in positions.clone().step_by(GROUP) {
            let group = first..positions.end.min(first.saturating_add(GROUP as u32));
            let mut hashes = [0; GROUP];
            let mut touched = 0;
            for (position, place) in group.clone().zip(&mut hashes) {
                self.read(position, &mut state);
                *place = hash(&state);
                // Read before it is needed: the processor waits for the places of a group at once.
                touched |= self.table[self.start(*place)].load(Ordering::Relaxed);
            }
            std::hint::black_box(touched);
            for (position, hash) in group.zip(hashes) {
                let entry = self.entry(hash, position);
                let mut at = self.start(hash);
                while self.table[at].load(Ordering::Relaxed) != 0
                    || self.table[at]
                        .compare_exchange(0, entry, Ordering::Release, Ordering::Relaxed)
                        .is_err()
                {
                    at = (at + 1) & (self.table.len() - 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(store: &mut Store, state: &[u64], reserve: &mut Reserve) -> Inserted {
        loop {
            match store.insert(state, reserve) {
                Inserted::Full => store.grow(),
                done => return done,
            }
        }
    }

    #[test]
    fn a_state_is_found_where_it_was_put_and_only_once() {
        let mut store = Store::new(2);
        let mut reserve = Reserve::default();
        for i in 0..5000u64 {
            assert_eq!(insert(&mut store, &[i % 7, i], &mut reserve), Inserted::New(i as u32));
            assert_eq!(insert(&mut store, &[i % 7, i], &mut reserve), Inserted::Known(i as u32));
        }
        assert_eq!(store.len(), 5000);
        assert_eq!(store.find(&[4999 % 7, 4999]), Some(4999));
        assert_eq!(store.find(&[4999 % 7 + 1, 4999]), None);
    }

    #[test]
    fn threads_agree_on_one_place_and_leave_no_gaps() {
        let mut store = Store::new(1);
        for _ in 0..5 {
            store.grow();
        }
        let reserves: Vec<Reserve> = std::thread::scope(|scope| {
            let work = |seed: u64| {
                let store = &store;
                scope.spawn(move || {
                    let mut reserve = Reserve::of_many();
                    for i in 0..20_000u64 {
                        store.insert(&[(i * 7919 + seed) % 20_000], &mut reserve);
                    }
                    reserve
                })
            };
            let threads = [0, 1, 2, 3].map(work);
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let before = store.len();
        let moves = store.settle(reserves);
        assert_eq!(store.len(), 20_000);
        assert!(moves.iter().all(|(from, to)| *to < 20_000 && (20_000..before).contains(from)));
        assert!(moves.is_sorted_by(|one, next| one.0 < next.0));
        store.threads = 3;
        for _ in 0..3 {
            store.grow();
        }
        for i in 0..20_000u64 {
            let position = store.find(&[i]).unwrap();
            let mut state = Vec::new();
            store.read(position, &mut state);
            assert_eq!(state, [i]);
            assert!(position < 20_000);
        }
    }
}
