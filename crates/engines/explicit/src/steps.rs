//! Where the steps of states lead to, kept from when they were found: finding them again takes much
//! longer than reading them.

use crate::expand::StateSummary;
use crate::store::Position;

/// Set in the length of a record: some step leads to a state that is not explored, or meets a fault.
const CUT: u32 = 1 << 31;
const FAULTY: u32 = 1 << 30;

/// Records one after the other: the position of a state, how many steps it has, where they lead.
#[derive(Debug, Default)]
pub(crate) struct Records(Vec<u32>);

/// Longer lists are closed, so that places in them stay small numbers.
const LONG: usize = 1 << 24;

impl Records {
    /// Records that were [numbers](Records::numbers).
    pub fn of(numbers: Vec<u32>) -> Self {
        Records(numbers)
    }

    /// All records, one after the other.
    pub fn numbers(&self) -> &[u32] {
        &self.0
    }

    /// Whether it is time for the next list.
    pub fn is_full(&self) -> bool {
        self.0.len() >= LONG
    }

    /// Adds the steps of a state. Positions have to fit into 32 bits.
    pub fn add(&mut self, position: Position, local: StateSummary, targets: &[Position]) {
        let flags = if local.cut { CUT } else { 0 } | if local.faulty { FAULTY } else { 0 };
        self.0.extend([position as u32, targets.len() as u32 | flags]);
        self.0.extend(targets.iter().map(|target| *target as u32));
    }
}

/// Where the record of a state is: in which block, and where in it.
type Place = (u32, u32);

/// No record.
const NOWHERE: Place = (u32::MAX, u32::MAX);

/// The steps of some states.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    blocks: Vec<Records>,
    places: Vec<Place>,
}

impl Steps {
    /// All records in the order in which they were added; those that are there stay as they are.
    pub fn lists(&self) -> &[Records] {
        &self.blocks
    }

    /// Adds records of a round, after which some states were moved to other positions: sorted by where they were.
    pub fn absorb(&mut self, mut records: Records, moves: &[(Position, Position)]) {
        let block = self.blocks.len() as u32;
        let mut at = 0;
        while let Some(&[position, length]) = records.0.get(at..at + 2) {
            let position = position as usize;
            if self.places.len() <= position {
                self.places.resize(position + 1, NOWHERE);
            }
            self.places[position] = (block, at as u32);
            let end = at + 2 + (length & !(CUT | FAULTY)) as usize;
            if let Some((first, _)) = moves.first() {
                let is_behind = |target: &u32| Position::from(*target) >= *first;
                for target in records.0[at + 2..end].iter_mut().filter(|target| is_behind(target)) {
                    if let Ok(moved) = moves.binary_search_by_key(&Position::from(*target), |(from, _)| *from)
                    {
                        *target = moves[moved].1 as u32;
                    }
                }
            }
            at = end;
        }
        records.0.shrink_to_fit();
        self.blocks.push(records);
    }

    /// Where the steps of a state lead to, and what else it is like; `None` if
    /// its steps were not found yet.
    pub fn of(&self, position: u32) -> Option<(StateSummary, &[u32])> {
        let place = *self.places.get(position as usize).filter(|place| **place != NOWHERE)?;
        let record = &self.blocks[place.0 as usize].0[place.1 as usize..];
        let length = record[1] & !(CUT | FAULTY);
        let local = StateSummary {
            steps: u64::from(length),
            cut: record[1] & CUT != 0,
            faulty: record[1] & FAULTY != 0,
        };
        Some((local, &record[2..2 + length as usize]))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let records: usize = self.blocks.iter().map(|records| records.0.len() * 4).sum();
        (records + self.places.len() * size_of::<Place>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_found_again_at_the_positions_that_states_were_moved_to() {
        let mut records = Records::default();
        records.add(1, StateSummary { steps: 3, cut: false, faulty: true }, &[9, 2, 9]);
        records.add(0, StateSummary { steps: 0, cut: true, faulty: false }, &[]);
        let mut steps = Steps::default();
        steps.absorb(records, &[(8, 6), (9, 5)]);
        let (local, targets) = steps.of(1).unwrap();
        assert_eq!((targets, local), (&[5, 2, 5][..], StateSummary { steps: 3, cut: false, faulty: true }));
        let (local, targets) = steps.of(0).unwrap();
        assert!(targets.is_empty() && local.cut && !local.is_deadlock());
        assert!(steps.of(2).is_none());
    }
}
