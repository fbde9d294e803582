//! An automaton as a table over the letters that occur.

use rustc_hash::FxHashMap;

use super::letters::Letters;
use crate::ltl::{Automaton, Letter, Obligations, Set};

/// Sets of nodes have a bit for each state and memory: of so many memories at most. Each is up to a byte for a
/// state in three such sets.
const MOST_MEMORIES: usize = 64;

/// So many entries are made even where there are fewer states.
const FEW_ENTRIES: usize = 1 << 12;

/// What is to be remembered besides a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Memory {
    obligations: Obligations,
    arrived: Letter,
}

/// For each memory, kind of state and kind of step, how the automaton goes on.
pub(super) struct Table {
    memories: Vec<Memory>,
    /// The memory after a move, and the conditions that it puts off.
    moves: Vec<(u32, Set)>,
    /// Where the moves are, by memory, then kind, then marks.
    ranges: Vec<(u32, u32)>,
    kinds: usize,
    marks: usize,
    /// All acceptance conditions.
    pub conditions: Set,
}

impl Table {
    /// The table of an automaton. `None` if it would have many memories, or many more entries than there are states.
    pub fn new(automaton: &mut Automaton, letters: &Letters) -> Option<Self> {
        let first = Memory { obligations: automaton.initial, arrived: 0 };
        let mut numbers: FxHashMap<Memory, u32> = FxHashMap::from_iter([(first, 0)]);
        let mut table = Table {
            memories: vec![first],
            moves: Vec::new(),
            ranges: Vec::new(),
            kinds: letters.kinds.len(),
            marks: letters.marks.len(),
            conditions: automaton.untils(),
        };
        let mut at = 0;
        while let Some(memory) = table.memories.get(at).copied() {
            at += 1;
            let entries = at * table.kinds * table.marks;
            if table.memories.len() > MOST_MEMORIES || entries > letters.states().max(FEW_ENTRIES) {
                return None;
            }
            for kind in &letters.kinds {
                for marks in &letters.marks {
                    let begin = table.moves.len() as u32;
                    let letter = kind.letter | memory.arrived | marks.now;
                    let range = automaton.read(memory.obligations, letter);
                    for read in automaton.moves_in(range) {
                        // What is still to happen where nothing is known cannot be judged.
                        if kind.is_end && read.to != 0 {
                            continue;
                        }
                        let next = Memory { obligations: read.to, arrived: marks.then };
                        let number = *numbers.entry(next).or_insert_with(|| {
                            table.memories.push(next);
                            table.memories.len() as u32 - 1
                        });
                        table.moves.push((number, read.postponed));
                    }
                    table.ranges.push((begin, table.moves.len() as u32));
                }
            }
        }
        Some(table)
    }

    /// How many memories there are. The first is that of the start.
    pub fn memories(&self) -> usize {
        self.memories.len()
    }

    /// Whether nothing is left to do: every run that goes on from here is accepted.
    pub fn is_discharged(&self, memory: u32) -> bool {
        self.memories[memory as usize].obligations == 0
    }

    /// The moves in a memory at a state of a kind by a step with some marks.
    pub fn moves(&self, memory: u32, kind: u32, marks: u32) -> &[(u32, Set)] {
        let place = (memory as usize * self.kinds + kind as usize) * self.marks + marks as usize;
        let (begin, end) = self.ranges[place];
        &self.moves[begin as usize..end as usize]
    }
}
