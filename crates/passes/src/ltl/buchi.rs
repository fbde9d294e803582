//! Automata as tables, for machines that cannot rewrite formulas: a Büchi automaton with every letter read beforehand.
//!
//! A state is a set of obligations with a level: how many of the `until`s, in their order, have not been put off since
//! the last time that all were seen to be fulfilled (degeneralisation). A run is accepted if it meets the highest level again
//! and again.

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Obligations, Set};
use super::formula::{Atom, Letter};

/// A Büchi automaton as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buchi {
    /// What a letter says, by the number of its bit.
    pub atoms: Vec<Atom>,
    /// How many states there are.
    pub states: u64,
    /// States from this one on are accepting.
    pub first_accepting: u64,
    /// Where runs begin.
    pub initial: u64,
    /// The state without obligations, if there is one: whatever comes is accepted.
    pub discharged: Option<u64>,
    /// For each state and letter, at `state << atoms | letter`: where in `moves` those states stand that it is left for, and in
    /// the lowest 16 bits how many they are.
    pub entries: Vec<u64>,
    /// States.
    pub moves: Vec<u64>,
}

/// More entries than these, or more moves in all, are too many: devices have little memory for constants.
const MOST_ENTRIES: usize = 1 << 13;
/// More atoms than these are too many.
const MOST_ATOMS: usize = 10;

/// Obligations and a level.
type Place = (Obligations, u32);

/// The bits of a set, from the lowest.
fn members(set: Set) -> Vec<Set> {
    (0..Set::BITS).map(|bit| 1 << bit).filter(|bit| set & bit != 0).collect()
}

impl Buchi {
    /// The table of an automaton; `None` if it would be too large.
    pub fn new(mut automaton: Automaton) -> Option<Self> {
        let atoms = automaton.linear.atoms.clone();
        if atoms.len() > MOST_ATOMS {
            return None;
        }
        let untils = members(automaton.untils());
        let highest = untils.len() as u32;
        let arrive = |to: Obligations, level: u32, postponed: Set| -> Place {
            if to == 0 {
                return (0, 0);
            }
            let passed = if level == highest { 0 } else { level as usize };
            let more = untils[passed..].iter().take_while(|until| postponed & **until == 0).count();
            (to, (passed + more) as u32)
        };
        let mut places: Vec<Place> = vec![(automaton.initial, 0)];
        let mut numbers: FxHashMap<Place, usize> = FxHashMap::from_iter([(places[0], 0)]);
        let mut read: Vec<Vec<usize>> = Vec::new();
        let mut all_moves = 0;
        let mut next = 0;
        while let Some((obligations, level)) = places.get(next).copied() {
            next += 1;
            if next << atoms.len() > MOST_ENTRIES {
                return None;
            }
            for letter in 0..1 << atoms.len() {
                let range = automaton.read(obligations, letter);
                let mut moves = Vec::new();
                for way in automaton.moves_in(range) {
                    let place = arrive(way.to, level, way.postponed);
                    let number = *numbers.entry(place).or_insert_with(|| {
                        places.push(place);
                        places.len() - 1
                    });
                    if !moves.contains(&number) {
                        moves.push(number);
                    }
                }
                all_moves += moves.len();
                if all_moves > MOST_ENTRIES {
                    return None;
                }
                read.push(moves);
            }
        }
        // Those that are not accepting come first.
        let is_accepting = |place: &Place| place.0 != 0 && place.1 == highest;
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|number| is_accepting(&places[*number]));
        let mut code = vec![0; places.len()];
        (0..).zip(&order).for_each(|(new, old): (u64, &usize)| code[*old] = new);
        let (mut entries, mut moves) = (Vec::new(), Vec::new());
        for old in &order {
            for list in &read[old << atoms.len()..(old + 1) << atoms.len()] {
                entries.push((moves.len() as u64) << 16 | list.len() as u64);
                moves.extend(list.iter().map(|number| code[*number]));
            }
        }
        Some(Buchi {
            states: places.len() as u64,
            first_accepting: order.iter().take_while(|old| !is_accepting(&places[**old])).count() as u64,
            initial: code[0],
            discharged: numbers.get(&(0, 0)).map(|number| code[*number]),
            atoms,
            entries,
            moves,
        })
    }

    /// How many bits the number of a state takes.
    pub fn bits(&self) -> u32 {
        64 - self.states.saturating_sub(1).leading_zeros()
    }

    /// The states that a state is left for with a letter.
    pub fn read(&self, state: u64, letter: Letter) -> &[u64] {
        let at = (state as usize) << self.atoms.len() | letter as usize;
        let Some(entry) = self.entries.get(at) else { return &[] };
        let (from, count) = ((entry >> 16) as usize, (entry & 0xffff) as usize);
        &self.moves[from..from + count]
    }
}
