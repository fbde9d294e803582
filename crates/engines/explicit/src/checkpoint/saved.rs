//! A search as words: what was found since it was saved before, and how far it has come.

use std::io::{Error, Result};

use synod_core::{Budget, Stop};

use super::blocks::{BlockReader, BlockWriter};
use crate::explore::Space;
use crate::steps::{Records, Steps};
use crate::store::{Position, Reserve};

/// States that are read at a time.
const TOGETHER: usize = 4096;

/// How much of a search is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub states: u64,
    pub levels: usize,
    /// Lists of steps, if steps are kept.
    pub steps: Option<usize>,
    /// States expanded.
    pub expanded: u64,
    pub complete: bool,
}

impl Marks {
    /// All of it.
    pub fn of(space: &Space) -> Self {
        Marks {
            states: space.store.len(),
            levels: space.levels.len(),
            steps: space.steps.as_ref().map(|steps| steps.lists().len()),
            expanded: space.cursor - space.pending.len() as u64,
            complete: space.complete,
        }
    }
}

/// Why a part was not read to the end.
pub(super) enum LoadError {
    Damaged,
    Stopped(Stop),
}

impl From<Error> for LoadError {
    fn from(_: Error) -> Self {
        // Whatever keeps it from being read: it is not believed.
        LoadError::Damaged
    }
}

impl From<Stop> for LoadError {
    fn from(stop: Stop) -> Self {
        LoadError::Stopped(stop)
    }
}

/// Writes what a search has found since it was saved before.
pub(super) fn store(to: &mut BlockWriter, space: &Space, saved: &Marks) -> Result<()> {
    let now = Marks::of(space);
    let Space { level_end, cursor, pending, initial, cut, complete, watched, .. } = space;
    to.words([saved.states, now.states, *level_end, *cursor, *initial])?;
    to.words([u64::from(*complete) | u64::from(*cut) << 1, *watched])?;
    to.words([space.transitions, space.left_out, space.deadlocks, space.faults])?;
    let mut state = Vec::new();
    for position in saved.states..now.states {
        space.store.read(position, &mut state);
        to.words(state.iter().copied())?;
    }
    let levels = &space.levels[saved.levels..];
    for list in [levels, pending] {
        to.word(list.len() as u64)?;
        to.words(list.iter().copied())?;
    }
    // Steps that were not kept before are all new.
    let steps = space.steps.as_ref();
    to.words([u64::from(steps.is_some()), u64::from(saved.steps.is_some())])?;
    let lists = steps.map_or(&[][..], |steps| &steps.lists()[saved.steps.unwrap_or(0)..]);
    to.word(lists.len() as u64)?;
    for list in lists {
        to.word(list.numbers().len() as u64)?;
        to.words(list.numbers().iter().copied().map(u64::from))?;
    }
    Ok(())
}

/// Adds what a part has to a search of which all parts before were read.
pub(super) fn load(
    from: &mut BlockReader,
    space: &mut Space,
    saved: &mut Marks,
    budget: &Budget,
) -> std::result::Result<(), LoadError> {
    let [first, end, level_end, cursor, initial] = words(from)?;
    let [flags, watched] = words(from)?;
    let counts = words(from)?;
    if first != space.store.len() || end < first || cursor > level_end || level_end > end || initial > end {
        return Err(LoadError::Damaged);
    }
    load_states(from, space, end, budget)?;
    let levels = load_list(from, end)?;
    space.levels.extend(levels);
    space.pending = load_list(from, cursor)?;
    let is_kept = [from.word()? != 0, from.word()? != 0];
    space.steps = match is_kept {
        [false, _] => None,
        [true, false] => Some(Steps::default()),
        [true, true] => Some(space.steps.take().ok_or(LoadError::Damaged)?),
    };
    for _ in 0..from.word()? {
        let length = from.word()?;
        let numbers = (0..length).map(|_| from.small()).collect::<Result<Vec<u32>>>()?;
        let steps = space.steps.as_mut().ok_or(LoadError::Damaged)?;
        steps.absorb(Records::of(numbers), &[]);
    }
    (space.level_end, space.cursor, space.initial) = (level_end, cursor, initial);
    (space.complete, space.cut, space.watched) = (flags & 1 != 0, flags & 2 != 0, watched);
    [space.transitions, space.left_out, space.deadlocks, space.faults] = counts;
    *saved = Marks::of(space);
    Ok(())
}

fn words<const N: usize>(from: &mut BlockReader) -> Result<[u64; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = from.word()?;
    }
    Ok(numbers)
}

/// A list of positions, none beyond the last.
fn load_list(from: &mut BlockReader, last: Position) -> std::result::Result<Vec<Position>, LoadError> {
    let length = from.word()?;
    let list = (0..length).map(|_| from.word()).collect::<Result<Vec<Position>>>()?;
    if list.iter().any(|position| *position > last) { Err(LoadError::Damaged) } else { Ok(list) }
}

/// States up to a position, which were written in the order of their positions.
fn load_states(
    from: &mut BlockReader,
    space: &mut Space,
    end: Position,
    budget: &Budget,
) -> std::result::Result<(), LoadError> {
    let words = space.store.words();
    let mut reserve = Reserve::default();
    let (mut states, mut found) = (Vec::new(), Vec::new());
    while space.store.len() < end {
        let first = space.store.len();
        let count = (end - first).min(TOGETHER as u64);
        states.clear();
        for _ in 0..count * words as u64 {
            states.push(from.word()?);
        }
        budget.check(space.bytes())?;
        loop {
            found.clear();
            if space.store.insert_all(&states, &mut reserve, &mut found) {
                break;
            }
            space.store.make_more_room(budget.memory_left())?;
        }
        // A state that is there twice was never found.
        if !found.iter().copied().eq(first..first + count) {
            return Err(LoadError::Damaged);
        }
    }
    Ok(())
}
