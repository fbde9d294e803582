//! The set of states found so far: an append-only arena of packed states in the order they were found,
//! and a lock-free open-addressing table of positions in it.
//!
//! Any number of threads may insert at once. A table entry is a position in the arena plus one, with
//! the bits of the entry that positions do not need used as a tag of the hash, so that most entries of
//! other states are passed over without touching the arena. An entry is published with release order
//! after its state was written and read with acquire order, so whoever sees it sees the state.
//!
//! Entries have 32 bits as long as positions fit, and 64 from then on: there may be as many states as there is memory
//! for. A state of `w` words takes `8 w` bytes in the arena and from 4.9 to 9.8 in the table; twice that of more than
//! 3.4 billion states.

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
const BLOCK: u64 = 64;

/// Below this many states it is not worth starting threads for a new table.
const WORTH_THREADS: u64 = 1 << 16;

/// Log2 of the entries of a table at the start, and at the most if they have 32 bits.
const SMALLEST: u32 = 10;
const LARGEST_NARROW: u32 = 32;

/// Where a state is: states are numbered in the order in which they were found.
pub(crate) type Position = u64;

/// What a table consists of: zero, or a position plus one with a tag.
trait Entry: Send + Sync {
    /// All bits that an entry has.
    const BITS: u64;
    fn new() -> Self;
    fn get(&self, order: Ordering) -> u64;
    /// Fills an empty entry; or what it was filled with meanwhile.
    fn fill(&self, entry: u64) -> Result<(), u64>;
    fn set(&mut self, entry: u64);
}

macro_rules! entries {
    ($atomic:ty, $word:ty) => {
        impl Entry for $atomic {
            const BITS: u64 = <$word>::MAX as u64;

            fn new() -> Self {
                <$atomic>::new(0)
            }

            #[inline]
            fn get(&self, order: Ordering) -> u64 {
                self.load(order) as u64
            }

            #[inline]
            fn fill(&self, entry: u64) -> Result<(), u64> {
                let filled = self.compare_exchange(0, entry as $word, Ordering::AcqRel, Ordering::Acquire);
                filled.map(|_| ()).map_err(|other| other as u64)
            }

            fn set(&mut self, entry: u64) {
                *self.get_mut() = entry as $word;
            }
        }
    };
}

entries!(AtomicU32, u32);
entries!(AtomicU64, u64);

/// The entries, as narrow as positions allow.
#[derive(Debug)]
enum Table {
    Narrow(Box<[AtomicU32]>),
    Wide(Box<[AtomicU64]>),
}

/// Does the same with a table of either kind.
macro_rules! with_table {
    ($table:expr, $entries:ident => $body:expr) => {
        match $table {
            Table::Narrow($entries) => $body,
            Table::Wide($entries) => $body,
        }
    };
}

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    New(Position),
    Known(Position),
    /// There is no room: [`Store::grow`], then insert again.
    Full,
}

/// Places in the arena taken in advance; kept by each inserting thread between insertions.
#[derive(Debug)]
pub(crate) struct Reserve {
    free: Range<Position>,
    /// How many are taken at a time.
    block: u64,
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
    next: CacheAligned<AtomicU64>,
    /// How many states there may be: as many as the table can hold and as memory allows.
    limit: u64,
    /// Bytes that may be used.
    memory: u64,
    table: Table,
    /// Log2 of the length of the table.
    log: u32,
    /// The same, at the most if entries have 32 bits.
    largest_narrow: u32,
    /// How many threads fill a new table.
    pub threads: usize,
}

fn empty<E: Entry>(log: u32) -> Box<[E]> {
    (0..1usize << log).map(|_| E::new()).collect()
}

impl Table {
    fn new(log: u32, is_narrow: bool) -> Self {
        if is_narrow { Table::Narrow(empty(log)) } else { Table::Wide(empty(log)) }
    }

    fn bytes(&self) -> u64 {
        with_table!(self, entries => size_of_val::<[_]>(entries) as u64)
    }
}

/// Filled up to thirteen sixteenths.
fn limit(log: u32) -> u64 {
    (1u64 << log) / 16 * 13
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
            next: CacheAligned(AtomicU64::new(0)),
            limit: 0,
            memory: u64::MAX,
            table: Table::new(SMALLEST, true),
            log: SMALLEST,
            largest_narrow: LARGEST_NARROW,
            threads: 1,
        };
        store.make_room();
        store
    }

    /// Forgets all states. The table stays as large as it is, unless it was nearly empty.
    pub fn clear(&mut self) {
        if self.len() < limit(self.log) / 8 {
            self.log = self.log.max(SMALLEST + 1) - 1;
            self.table = Table::new(self.log, self.log <= self.largest_narrow);
        } else {
            with_table!(&mut self.table, entries => entries.iter_mut().for_each(|entry| entry.set(0)));
        }
        *self.next.0.get_mut() = 0;
        self.make_room();
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
        let affordable = self.memory.saturating_sub(self.table.bytes()) / self.piece_bytes();
        let states = affordable.saturating_mul(1 << self.piece);
        self.limit = limit(self.log).min(states).max(self.len());
        let pieces = (self.limit.div_ceil(1 << self.piece) as usize).max(self.pieces.len());
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
    pub fn len(&self) -> u64 {
        self.next.0.load(Ordering::Relaxed)
    }

    /// Whether all positions fit into 32 bits, until the table grows.
    pub fn is_narrow(&self) -> bool {
        matches!(self.table, Table::Narrow(_))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let pieces = self.len().div_ceil(1 << self.piece);
        pieces * self.piece_bytes() + self.table.bytes()
    }

    /// Whether a larger table would give more room, within the memory allowed.
    pub fn can_grow(&self) -> bool {
        let entry = if self.log < self.largest_narrow { size_of::<u32>() } else { size_of::<u64>() };
        let larger = (2 * entry as u64) << self.log;
        let pieces = (self.len() + 1).div_ceil(1 << self.piece);
        self.limit == limit(self.log) && larger.saturating_add(pieces * self.piece_bytes()) <= self.memory
    }

    /// Whether positions in a larger table may not fit into 32 bits.
    pub fn grows_wide(&self) -> bool {
        self.log >= self.largest_narrow && self.limit == limit(self.log)
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
    pub fn read(&self, position: Position, state: &mut Vec<u64>) {
        state.clear();
        state.extend(self.slice(position).iter().map(|word| word.load(Ordering::Relaxed)));
    }

    /// The piece of a state, and where in the piece it begins.
    fn place(&self, position: Position) -> (usize, usize) {
        let position = position as usize;
        (position >> self.piece, (position & ((1 << self.piece) - 1)) * self.words)
    }

    fn slice(&self, position: Position) -> &[AtomicU64] {
        let (piece, at) = self.place(position);
        let piece = self.pieces[piece].get().expect("only filled places are read");
        &piece[at..at + self.words]
    }

    fn write(&self, position: Position, state: &[u64]) {
        let (piece, at) = self.place(position);
        let empty = || (0..self.words << self.piece).map(|_| AtomicU64::new(0)).collect();
        let piece = self.pieces[piece].get_or_init(empty);
        for (place, word) in piece[at..at + self.words].iter().zip(state) {
            place.store(*word, Ordering::Relaxed);
        }
    }

    fn holds(&self, position: Position, state: &[u64]) -> bool {
        self.slice(position).iter().zip(state).all(|(place, word)| place.load(Ordering::Relaxed) == *word)
    }

    /// The entry for a state at a position, given its hash.
    fn entry<E: Entry>(&self, hash: u64, position: Position) -> u64 {
        self.tag::<E>(hash) | (position + 1)
    }

    fn tag<E: Entry>(&self, hash: u64) -> u64 {
        (hash << self.log) & E::BITS
    }

    /// The position in an entry, if its tag is that of the hash.
    fn candidate(&self, entry: u64, tag: u64) -> Option<Position> {
        let positions = (1u64 << self.log) - 1;
        (entry & !positions == tag).then(|| (entry & positions) - 1)
    }

    fn start(&self, hash: u64) -> usize {
        (hash >> (64 - self.log)) as usize
    }

    /// The position of a state, if it is there.
    pub fn find(&self, state: &[u64]) -> Option<Position> {
        with_table!(&self.table, table => self.find_in(table, state))
    }

    fn find_in<E: Entry>(&self, table: &[E], state: &[u64]) -> Option<Position> {
        let hash = hash(state);
        let tag = self.tag::<E>(hash);
        let mut at = self.start(hash);
        loop {
            let entry = table[at].get(Ordering::Acquire);
            if entry == 0 {
                return None;
            }
            let found = self.candidate(entry, tag).filter(|position| self.holds(*position, state));
            if found.is_some() {
                return found;
            }
            at = (at + 1) & (table.len() - 1);
        }
    }

    /// Adds a state unless it is there.
    pub fn insert(&self, state: &[u64], reserve: &mut Reserve) -> Inserted {
        with_table!(&self.table, table => self.insert_hashed(table, state, hash(state), reserve))
    }

    /// Adds all states of a list, one after the other in it, unless they are there. Their positions are
    /// appended to `found`. Says whether there was room.
    ///
    /// The table is read for a group of states before the arena is, and the arena before anything is
    /// written, so that the processor can wait for many places in memory at once.
    pub fn insert_all(&self, states: &[u64], reserve: &mut Reserve, found: &mut Vec<Position>) -> bool {
        with_table!(&self.table, table => self.insert_all_in(table, states, reserve, found))
    }

    fn insert_all_in<E: Entry>(
        &self,
        table: &[E],
        states: &[u64],
        reserve: &mut Reserve,
        found: &mut Vec<Position>,
    ) -> bool {
        for group in states.chunks(GROUP * self.words) {
            let mut hashes = [0; GROUP];
            let mut entries = [0; GROUP];
            let mut seen = [None; GROUP];
            for ((state, place), entry) in group.chunks_exact(self.words).zip(&mut hashes).zip(&mut entries) {
                *place = hash(state);
                *entry = table[self.start(*place)].get(Ordering::Acquire);
            }
            for ((seen, hash), entry) in seen.iter_mut().zip(hashes).zip(entries) {
                let candidate = Some(entry)
                    .filter(|entry| *entry != 0)
                    .and_then(|entry| self.candidate(entry, self.tag::<E>(hash)));
                *seen = candidate.map(|position| (position, self.slice(position)[0].load(Ordering::Relaxed)));
            }
            for ((state, hash), seen) in group.chunks_exact(self.words).zip(hashes).zip(seen) {
                let is_here = |(position, first): &(Position, u64)| {
                    *first == state[0] && (self.words == 1 || self.holds(*position, state))
                };
                let position = match seen.filter(is_here) {
                    Some((position, _)) => position,
                    None => match self.insert_hashed(table, state, hash, reserve) {
                        Inserted::New(position) | Inserted::Known(position) => position,
                        Inserted::Full => return false,
                    },
                };
                found.push(position);
            }
        }
        true
    }

    #[inline]
    fn insert_hashed<E: Entry>(
        &self,
        table: &[E],
        state: &[u64],
        hash: u64,
        reserve: &mut Reserve,
    ) -> Inserted {
        let tag = self.tag::<E>(hash);
        let mut at = self.start(hash);
        loop {
            let mut entry = table[at].get(Ordering::Acquire);
            if entry == 0 {
                let Some(position) = self.reserve(reserve) else { return Inserted::Full };
                self.write(position, state);
                match table[at].fill(self.entry::<E>(hash, position)) {
                    Ok(()) => {
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
            at = (at + 1) & (table.len() - 1);
        }
    }

    fn reserve(&self, reserve: &mut Reserve) -> Option<Position> {
        if reserve.free.is_empty() {
            let taken = |from: Position| (from < self.limit).then(|| (from + reserve.block).min(self.limit));
            let from = self.next.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).ok()?;
            reserve.free = from..taken(from)?;
        }
        Some(reserve.free.start)
    }

    /// Closes the gaps that reserved places leave, once nobody inserts any more. Says which states were
    /// moved for that, from where to where, sorted: all from behind the last that there is now.
    pub fn settle(&mut self, reserves: impl IntoIterator<Item = Reserve>) -> Vec<(Position, Position)> {
        let mut gaps: Vec<Position> = reserves.into_iter().flat_map(|reserve| reserve.free).collect();
        gaps.sort_unstable_by(|a, b| b.cmp(a));
        let mut state = Vec::new();
        let mut moves = FxHashMap::default();
        for gap in gaps {
            let last = self.len() - 1;
            if gap != last {
                self.read(last, &mut state);
                self.replace(&state, last, gap);
                self.write(gap, &state);
                // It may have been moved before.
                let first = moves.remove(&last).unwrap_or(last);
                moves.insert(gap, first);
            }
            *self.next.0.get_mut() = last;
        }
        let mut moves: Vec<(Position, Position)> = moves.into_iter().map(|(to, from)| (from, to)).collect();
        moves.sort_unstable();
        moves
    }

    /// Makes the entry of a stored state one for another position.
    fn replace(&mut self, state: &[u64], position: Position, other: Position) {
        let mut table = std::mem::replace(&mut self.table, Table::Narrow(Box::default()));
        with_table!(&mut table, entries => self.replace_in(entries, state, position, other));
        self.table = table;
    }

    fn replace_in<E: Entry>(&self, table: &mut [E], state: &[u64], position: Position, other: Position) {
        let hash = hash(state);
        let wanted = self.entry::<E>(hash, position);
        let mut at = self.start(hash);
        while table[at].get(Ordering::Relaxed) != wanted {
            at = (at + 1) & (table.len() - 1);
        }
        table[at].set(self.entry::<E>(hash, other));
    }

    /// Doubles the table. The old one is dropped first: everything in it can be computed again.
    pub fn grow(&mut self) {
        self.log += 1;
        self.table = Table::Narrow(Box::default());
        self.table = Table::new(self.log, self.log <= self.largest_narrow);
        self.make_room();
        let (store, len) = (&*self, self.len());
        let threads = if len < WORTH_THREADS { 1 } else { self.threads as u64 };
        let share = |number: u64| (u128::from(len) * u128::from(number) / u128::from(threads)) as u64;
        threads::each(threads as usize, |number| {
            let positions = share(number as u64)..share(number as u64 + 1);
            with_table!(&store.table, table => store.enter(table, positions));
        });
    }

    /// Makes entries in the table for states that have none. Threads may do so at once.
    fn enter<E: Entry>(&self, table: &[E], positions: Range<Position>) {
        let mut state = Vec::with_capacity(self.words);
        for first in positions.clone().step_by(GROUP) {
            let group = first..positions.end.min(first + GROUP as u64);
            let mut hashes = [0; GROUP];
            let mut touched = 0;
            for (position, place) in group.clone().zip(&mut hashes) {
                self.read(position, &mut state);
                *place = hash(&state);
                // Read before it is needed: the processor waits for the places of a group at once.
                touched |= table[self.start(*place)].get(Ordering::Relaxed);
            }
            std::hint::black_box(touched);
            for (position, hash) in group.zip(hashes) {
                let entry = self.entry::<E>(hash, position);
                let mut at = self.start(hash);
                while table[at].get(Ordering::Relaxed) != 0 || table[at].fill(entry).is_err() {
                    at = (at + 1) & (table.len() - 1);
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

    impl Store {
        /// Has entries of 64 bits from now on.
        pub(crate) fn widen(&mut self) {
            self.largest_narrow = 0;
            self.grow();
        }
    }

    /// A store whose table is narrow up to so many entries.
    fn narrow_up_to(log: u32, words: usize) -> Store {
        Store { largest_narrow: log, ..Store::new(words) }
    }

    #[test]
    fn entries_become_wide_when_positions_do_not_fit_any_more() {
        let mut store = narrow_up_to(SMALLEST + 2, 1);
        let mut reserve = Reserve::default();
        let mut before = store.bytes();
        for i in 0..20_000u64 {
            assert_eq!(insert(&mut store, &[i], &mut reserve), Inserted::New(i));
            assert_eq!(store.is_narrow(), i < limit(SMALLEST + 2));
            if i == limit(SMALLEST + 2) {
                let pieces = i.div_ceil(1 << store.piece) * store.piece_bytes();
                assert_eq!(store.bytes() - pieces, 4 * (before - pieces), "twice as many, twice as wide");
            }
            before = store.bytes();
        }
        for i in 0..20_000u64 {
            assert_eq!(store.find(&[i]), Some(i));
        }
        // A wide table is not affordable where a narrow one of as many entries is.
        let mut store = narrow_up_to(SMALLEST, 1);
        let arena = store.piece_bytes();
        store.allow_more(Some(arena + (4 << SMALLEST)));
        assert!(!store.can_grow() && store.grows_wide());
        store.allow_more(Some(arena + (12 << SMALLEST)));
        assert!(store.can_grow());
    }

    #[test]
    fn a_state_is_found_where_it_was_put_and_only_once() {
        let mut store = Store::new(2);
        let mut reserve = Reserve::default();
        for i in 0..5000u64 {
            assert_eq!(insert(&mut store, &[i % 7, i], &mut reserve), Inserted::New(i));
            assert_eq!(insert(&mut store, &[i % 7, i], &mut reserve), Inserted::Known(i));
        }
        assert_eq!(store.len(), 5000);
        assert_eq!(store.find(&[4999 % 7, 4999]), Some(4999));
        assert_eq!(store.find(&[4999 % 7 + 1, 4999]), None);
    }

    #[test]
    fn threads_agree_on_one_place_and_leave_no_gaps() {
        threads_agree(Store::new(1));
        threads_agree(narrow_up_to(SMALLEST + 3, 1));
        threads_agree(narrow_up_to(SMALLEST + 6, 1));
    }

    fn threads_agree(mut store: Store) {
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
