//! Visiting things layer by layer on all threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use synod_core::{Stop, Tick, threads};

use crate::limits::Limits;

/// Things that a thread takes at a time.
pub(crate) const PIECE: usize = 1 << 12;

/// Below this many things it is not worth starting threads.
pub(crate) const WORTH_THREADS: usize = if cfg!(test) { 2 } else { 1 << 13 };

/// What a sweep is allowed.
pub(crate) struct Sweeper<'a> {
    pub limits: &'a Limits<'a>,
    /// Bytes in use, but for the layer at hand.
    pub held: &'a (dyn Fn() -> u64 + Sync),
}

impl Sweeper<'_> {
    /// Asks whether to go on, after so many things.
    pub fn check(&self, more_bytes: u64, count: u64) -> Result<(), Stop> {
        let memory = (self.held)() + more_bytes;
        self.limits.check(memory, || Tick { states: count, memory, ..Tick::default() })
    }

    /// Does so many pieces of work, on several threads if there are as many things in them. What the threads collect is put
    /// together.
    pub fn pieces<T: Send>(
        &self,
        count: usize,
        things: usize,
        work: impl Fn(usize, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>, Stop> {
        let most = if things < WORTH_THREADS { 1 } else { self.limits.budget.threads.max(1) };
        let taken = AtomicUsize::new(0);
        let collected = threads::each(most.min(count), |_| {
            let mut collected = Vec::new();
            loop {
                let number = taken.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok(collected);
                }
                // The others have about as much.
                self.check((most * size_of_val(collected.as_slice())) as u64, (number * PIECE) as u64)?;
                work(number, &mut collected);
            }
        });
        let mut all = Vec::new();
        for list in collected {
            all.append(&mut list?);
        }
        Ok(all)
    }

    /// Visits things, then those that these visits name, and so on. Each layer is given to `after` when it is done, which
    /// says whether to go on.
    pub fn sweep<T: Copy + Send + Sync>(
        &self,
        first: Vec<T>,
        visit: impl Fn(T, &mut Vec<T>) + Sync,
        mut after: impl FnMut(Vec<T>) -> bool,
    ) -> Result<(), Stop> {
        let mut layer = first;
        while !layer.is_empty() {
            let held = || (self.held)() + size_of_val(layer.as_slice()) as u64;
            let sweeper = Sweeper { limits: self.limits, held: &held };
            let next = sweeper.pieces(layer.len().div_ceil(PIECE), layer.len(), |number, next| {
                let piece = &layer[number * PIECE..layer.len().min((number + 1) * PIECE)];
                piece.iter().for_each(|thing| visit(*thing, next));
            })?;
            if !after(std::mem::replace(&mut layer, next)) {
                break;
            }
        }
        Ok(())
    }
}
