//! Monitors as tables, for those who cannot rewrite formulas, or not as often: what can be said, and what is left to show, for
//! every combination of what atoms may be worth.

use std::collections::HashMap;

use synod_core::{ExprId, Formula, StepPredicateId};

use crate::evaluate::Truth;
use crate::monitor::{after, at_the_start, now};

/// The atoms of some formulas, and how a letter says what they are worth. Its bits, from the lowest: one for each state
/// expression; whether the position is a dead end; whether some step of it faults; one for each predicate on the step that led
/// here; two for each predicate on the step that leaves, as [`Truth`] is numbered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitorAlphabet {
    /// Expressions on states.
    pub states: Vec<ExprId>,
    /// Predicates on the step that led to a position.
    pub arrived: Vec<StepPredicateId>,
    /// Predicates on the step that leaves it.
    pub steps: Vec<StepPredicateId>,
}

/// More letters than this many bits have are too many.
const MOST_BITS: usize = 12;
/// More entries than these are too many.
const MOST_ENTRIES: usize = 1 << 16;
/// More subformulas than these, looked at once for each letter, are too many: what is left to show may grow without end.
const MOST_WORK: usize = 1 << 22;

impl MonitorAlphabet {
    /// The atoms of formulas.
    pub fn new<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> Self {
        let mut alphabet = MonitorAlphabet::default();
        for formula in formulas {
            formula.any(&mut |part| {
                match part {
                    Formula::State(id) => add(&mut alphabet.states, *id),
                    Formula::Arrived(id) => add(&mut alphabet.arrived, *id),
                    Formula::Step(id) => add(&mut alphabet.steps, *id),
                    _ => {}
                }
                false
            });
        }
        alphabet
    }

    /// The bit of whether a position is a dead end; the next one is whether it is faulty.
    pub fn deadlock(&self) -> usize {
        self.states.len()
    }

    /// The first bit about how a position was reached.
    pub fn first_arrived(&self) -> usize {
        self.deadlock() + 2
    }

    /// The first bit about the step that leaves.
    pub fn first_step(&self) -> usize {
        self.first_arrived() + self.arrived.len()
    }

    /// How many bits a letter has.
    pub fn bits(&self) -> usize {
        self.first_step() + 2 * self.steps.len()
    }

    /// What an atom is worth by itself; `None` for other formulas.
    fn atom(&self, letter: usize, formula: &Formula) -> Option<bool> {
        let bit = match formula {
            Formula::State(id) => place(&self.states, id),
            Formula::Deadlock => self.deadlock(),
            Formula::Faulty => self.deadlock() + 1,
            Formula::Arrived(id) => self.first_arrived() + place(&self.arrived, id),
            _ => return None,
        };
        Some(letter >> bit & 1 == 1)
    }

    fn step(&self, letter: usize, id: StepPredicateId) -> Truth {
        let bit = self.first_step() + 2 * place(&self.steps, &id);
        match letter >> bit & 3 {
            0 => Truth::False,
            1 => Truth::Unknown,
            _ => Truth::True,
        }
    }
}

/// How many subformulas a formula has.
fn size(formula: &Formula) -> usize {
    let mut count = 0;
    formula.any(&mut |_| {
        count += 1;
        false
    });
    count
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn place<T: PartialEq>(list: &[T], item: &T) -> usize {
    list.iter().position(|known| known == item).unwrap_or(0)
}

/// The monitor of a formula as a table that is filled where it is read.
#[derive(Clone, Debug)]
pub struct GrowingTable {
    alphabet: MonitorAlphabet,
    /// What is left to show, by its number; a run begins with the first.
    left: Vec<Formula>,
    numbers: HashMap<Formula, usize>,
    /// Those of [`MonitorTable`], or [`EMPTY`].
    entries: Vec<u64>,
}

/// An entry that nobody has read.
const EMPTY: u64 = u64::MAX;

impl GrowingTable {
    /// The table of a formula; `None` if there are too many letters.
    pub fn new(formula: &Formula, alphabet: &MonitorAlphabet) -> Option<Self> {
        if alphabet.bits() > MOST_BITS {
            return None;
        }
        let start = at_the_start(formula);
        let numbers = HashMap::from([(start.clone(), 0)]);
        Some(GrowingTable { alphabet: alphabet.clone(), left: vec![start], numbers, entries: Vec::new() })
    }

    /// What is left to show, by its number.
    pub fn left(&self, number: usize) -> Option<&Formula> {
        self.left.get(number)
    }

    /// The entry at a number and a letter, as in [`MonitorTable::entries`]; `None` if the table would be too large.
    #[inline]
    pub fn entry(&mut self, number: usize, letter: usize) -> Option<u64> {
        match self.entries.get(number << self.alphabet.bits() | letter) {
            Some(entry) if *entry != EMPTY => Some(*entry),
            _ => self.fill(number, letter),
        }
    }

    #[cold]
    fn fill(&mut self, number: usize, letter: usize) -> Option<u64> {
        let GrowingTable { alphabet, left, numbers, entries } = self;
        let most = MOST_ENTRIES << 3;
        if (number + 1) << alphabet.bits() > most {
            return None;
        }
        let here = left.get(number)?.clone();
        let atom = |part: &Formula| alphabet.atom(letter, part);
        let truth = now(&here, &atom, &|id| alphabet.step(letter, id));
        let is_whole = alphabet.steps.iter().all(|id| alphabet.step(letter, *id) != Truth::Unknown);
        let next = match is_whole {
            true => {
                let next = after(&here, &atom, &|id| alphabet.step(letter, id) == Truth::True);
                *numbers.entry(next.clone()).or_insert_with(|| {
                    left.push(next);
                    left.len() - 1
                })
            }
            // Nobody goes on without a step.
            false => number,
        };
        let place = number << alphabet.bits() | letter;
        if entries.len() <= place {
            entries.resize((number + 1) << alphabet.bits(), EMPTY);
        }
        entries[place] = (next as u64) << 2 | truth as u64;
        Some(entries[place])
    }
}

/// The monitor of a formula as a table.
#[derive(Clone, Debug)]
pub struct MonitorTable {
    /// What is left to show, by its number; a run begins with the first.
    pub left: Vec<Formula>,
    /// For each number and each letter, at `number << bits | letter`: what can be said of it, in the lowest two bits as
    /// [`Truth`] is numbered; and the number of what is left after the position, if the letter knows the step that leaves.
    pub entries: Vec<u64>,
}

impl MonitorTable {
    /// The table of a formula; `None` if it would be too large.
    pub fn new(formula: &Formula, alphabet: &MonitorAlphabet) -> Option<Self> {
        let mut table = GrowingTable::new(formula, alphabet)?;
        let bits = alphabet.bits();
        let (mut number, mut work) = (0, 0);
        while let Some(left) = table.left(number) {
            work += size(left) << bits;
            if (number + 1) << bits > MOST_ENTRIES || work > MOST_WORK {
                return None;
            }
            (0..1 << bits).try_for_each(|letter| table.entry(number, letter).map(|_| ()))?;
            number += 1;
        }
        Some(MonitorTable { left: table.left, entries: table.entries })
    }
}
