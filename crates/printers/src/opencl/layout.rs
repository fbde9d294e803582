//! How states are packed: one bit field for each scalar and each array element, and in the first word room for a stamp.
//!
//! An entry of the table is a packed state with a *stamp* in the highest bits of its first word, which says how far the
//! state is from the initial ones; a stamp is never 0, so a first word of 0 is a free place. Of every other word the
//! highest bit is set in the table, for the same reason. Elements of an array lie side by side, as many as a word has
//! room for, so that an index is turned into a shift.

use synod_core::{Field, FieldShape, Misfit, State, System, pack, unpack};

use crate::Unprintable;

/// The places of all values of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// One for each slot of a [`State`].
    pub fields: Vec<Field>,
    /// For each variable how many elements lie side by side; 1 for scalars.
    pub(super) together: Vec<usize>,
    /// How many words a state takes.
    pub words: usize,
    /// How many bits at the high end of the first word are free for the stamp.
    pub stamp_bits: u32,
    /// Bits for what is remembered besides the values of the state.
    pub memory: Option<MemoryBits>,
}

/// Bits of a packed state that no variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBits {
    /// The word.
    pub word: usize,
    /// The position of the lowest bit.
    pub shift: u32,
    /// How many there are.
    pub width: u32,
}

impl MemoryBits {
    /// All bits set, at their position.
    pub fn mask(self) -> u64 {
        ((1 << self.width) - 1) << self.shift
    }

    /// What a packed state remembers.
    pub fn read(self, words: &[u64]) -> u64 {
        (words[self.word] & self.mask()) >> self.shift
    }

    /// Makes a packed state remember something.
    pub fn write(self, words: &mut [u64], value: u64) {
        words[self.word] = words[self.word] & !self.mask() | (value << self.shift & self.mask());
    }
}

/// Bits for the stamp, best first: how many steps are told apart. Fewer are taken only where that saves a word.
const STAMPS: [u32; 5] = [12, 8, 6, 4, 3];
/// More bits would tell nothing more.
const WIDEST_STAMP: u32 = 16;
/// A field must leave room for the stamp beside it.
const WIDEST_FIELD: u32 = 60;

impl Layout {
    /// Integers without a bound of their own are explored from `-int_bound` to `int_bound`.
    pub fn new(system: &System, int_bound: i64) -> Result<Self, Unprintable> {
        Self::with_memory(system, int_bound, 0)
    }

    /// The same with so many bits, fewer than 32, for something else.
    pub fn with_memory(system: &System, int_bound: i64, memory: u32) -> Result<Self, Unprintable> {
        let mut layouts = STAMPS.iter().map(|stamp| Self::with_stamp(system, int_bound, *stamp, memory));
        let mut best = layouts.next().expect("there are stamps")?;
        for layout in layouts {
            let layout = layout?;
            if layout.words < best.words {
                best = layout;
            }
        }
        Ok(best)
    }

    fn with_stamp(system: &System, int_bound: i64, stamp: u32, memory: u32) -> Result<Self, Unprintable> {
        let mut fields = vec![Field::default(); system.width()];
        let mut together = vec![1; system.vars.len()];
        let mut used: Vec<u32> = vec![0];
        let room = |word: usize| if word == 0 { 64 - stamp } else { 63 };
        // It comes first, so that there is always room.
        let memory = (memory > 0).then_some(MemoryBits { word: 0, shift: 0, width: memory });
        used[0] += memory.map_or(0, |bits| bits.width);
        for (id, shape) in FieldShape::of_variables(system, int_bound) {
            let (var, width) = (system.var(id), shape.width);
            if width > WIDEST_FIELD {
                return Err(Unprintable(format!(
                    "`{}` has values of more than {WIDEST_FIELD} bits",
                    var.name
                )));
            }
            let (first, len) = (system.slot(id), var.len.unwrap_or(1) as usize);
            // All together if some word has room, else as many as an empty word has room for.
            let fits = |used: &[u32], bits: u64| {
                (0..used.len()).find(|word| u64::from(used[*word]) + bits <= u64::from(room(*word)))
            };
            let all = u64::from(width) * len as u64;
            let side_by_side = match width {
                0 => len,
                _ if fits(&used, all).is_some() => len,
                // One at least: what is too wide for the first word has one of its own.
                _ => len.min((room(0).min(63) / width).max(1) as usize),
            };
            together[id.0 as usize] = side_by_side;
            for begin in (0..len).step_by(side_by_side.max(1)) {
                let count = side_by_side.min(len - begin);
                let bits = u64::from(width) * count as u64;
                let word = fits(&used, bits).unwrap_or_else(|| {
                    used.push(0);
                    used.len() - 1
                });
                for element in 0..count {
                    fields[first + begin + element] =
                        Field::new(word, used[word] + width * element as u32, shape);
                }
                used[word] += bits as u32;
            }
        }
        let stamp_bits = (64 - used[0]).min(WIDEST_STAMP);
        Ok(Layout { fields, together, words: used.len(), stamp_bits, memory })
    }

    /// How many bits the values of a state take.
    pub fn bits(&self) -> u32 {
        let memory = self.memory.map_or(0, |bits| bits.width);
        self.fields.iter().map(|field| field.width()).sum::<u32>() + memory
    }

    /// How many bits of a word, from the lowest on, are those of values.
    pub fn bits_of_word(&self, word: usize) -> u32 {
        let memory = self.memory.filter(|bits| bits.word == word).map_or(0, |bits| bits.shift + bits.width);
        let fields = self.fields.iter().filter(|field| field.word as usize == word);
        fields.map(|field| field.shift + field.width()).max().unwrap_or(0).max(memory)
    }

    /// The greatest stamp.
    pub fn last_stamp(&self) -> u32 {
        (1 << self.stamp_bits) - 1
    }

    /// The position of the stamp in the first word.
    pub fn stamp_shift(&self) -> u32 {
        64 - self.stamp_bits
    }

    /// Packs a state; a value outside of what is explored is refused.
    pub fn pack(&self, state: &State) -> Result<Vec<u64>, Misfit> {
        pack(&self.fields, self.words, state)
    }

    /// The values of a packed state.
    pub fn unpack(&self, words: &[u64]) -> State {
        unpack(&self.fields, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{Type, Variable};

    fn system(types: &[(Type, Option<u32>)]) -> System {
        let mut system = System::new("t");
        for (i, (ty, len)) in types.iter().enumerate() {
            let name = format!("v{i}");
            system.add_var(Variable { name, ty: *ty, len: *len, owner: None, span: Default::default() });
        }
        system
    }

    fn range(lo: i64, hi: i64) -> Type {
        Type::Range { lo, hi }
    }

    #[test]
    fn packing_and_unpacking_are_inverse_and_leave_room_for_the_stamp() {
        let types = [(Type::Bool, None), (range(-3, 3), Some(40)), (range(7, 7), None), (Type::Int, None)];
        let layout = Layout::new(&system(&types), 10).unwrap();
        let mut state = vec![1];
        state.extend((0..40).map(|i| i % 7 - 3));
        state.extend([7, -10]);
        let words = layout.pack(&state).unwrap();
        assert_eq!(layout.unpack(&words), state);
        assert_eq!(words[0] >> layout.stamp_shift(), 0);
        assert!(words[1..].iter().all(|word| word >> 63 == 0));
        assert_eq!(layout.words, 3);
    }

    #[test]
    fn fewer_bits_for_the_stamp_save_a_word() {
        let layout = Layout::new(&system(&[(range(0, 31), Some(12))]), 10).unwrap();
        assert_eq!((layout.words, layout.stamp_bits), (1, 4));
        let layout = Layout::new(&system(&[(range(0, 3), Some(12))]), 10).unwrap();
        assert_eq!((layout.words, layout.stamp_bits), (1, 16));
    }

    #[test]
    fn wide_fields_have_a_place_beside_every_stamp() {
        for width in 45..=WIDEST_FIELD {
            let hi = (1 << width) - 1;
            for (len, slots) in [(None, 1), (Some(3), 3)] {
                let layout = Layout::new(&system(&[(range(0, hi), len), (range(0, 7), None)]), 10).unwrap();
                let mut state = vec![hi; slots];
                state.push(5);
                let words = layout.pack(&state).unwrap();
                assert_eq!(layout.unpack(&words), state, "{width} bits");
                assert_eq!(words[0] >> layout.stamp_shift(), 0);
                assert!(words[1..].iter().all(|word| word >> 63 == 0));
            }
        }
    }

    #[test]
    fn values_outside_the_type_are_faults_and_outside_the_bound_are_cut() {
        let layout = Layout::new(&system(&[(Type::Int, None), (range(0, 5), None)]), 10).unwrap();
        assert_eq!(layout.pack(&vec![11, 0]), Err(Misfit::Cut));
        assert_eq!(layout.pack(&vec![10, 6]), Err(Misfit::Fault));
    }

    #[test]
    fn what_does_not_fit_beside_a_stamp_is_refused() {
        let wide = Layout::new(&system(&[(range(i64::MIN, i64::MAX), None)]), 10);
        assert!(wide.is_err());
    }
}
