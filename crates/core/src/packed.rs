//! How the values of a state are packed into 64-bit words: one bit field for each scalar and each array element.
//!
//! Which word a field lies in is for those to say who lay states out.

use crate::{State, System, VarId};

/// Why a value cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is outside the type of the variable.
    Fault,
    /// It is a legal value, but outside of what is explored.
    Cut,
}

/// The values that a field has room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldShape {
    /// Least and greatest value that is explored.
    pub window: (i64, i64),
    /// Least and greatest value of the type.
    pub legal: (i64, i64),
    /// How many bits the explored values take.
    pub width: u32,
}

impl FieldShape {
    /// The shape of each variable, those of an agent one after the other, so that what one rule reads and writes can lie
    /// together. Integers without a bound of their own are explored from `-int_bound` to `int_bound`.
    pub fn of_variables(system: &System, int_bound: i64) -> impl Iterator<Item = (VarId, FieldShape)> {
        let ranges = system.ranges();
        let owned = system.agents.iter().flat_map(|agent| agent.owns.iter().copied());
        let shared = system.var_ids().filter(|(_, var)| var.owner.is_none()).map(|(id, _)| id);
        owned.chain(shared).map(move |id| {
            let window = ranges[id.0 as usize].finite().unwrap_or((-int_bound, int_bound));
            let legal = system.var(id).ty.bounds(&system.enums).unwrap_or((i64::MIN, i64::MAX));
            let span = if window.0 < window.1 { window.1.wrapping_sub(window.0) as u64 } else { 0 };
            (id, FieldShape { window, legal, width: 64 - span.leading_zeros() })
        })
    }
}

/// Where a value lies in a packed state, and which values it can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The word.
    pub word: u32,
    /// The position of its lowest bit.
    pub shift: u32,
    /// The bits of the field, shifted to the right end.
    low_mask: u64,
    /// Least and greatest value that is explored.
    window: (i64, i64),
    /// Least and greatest value of the type.
    legal: (i64, i64),
}

impl Field {
    /// A field at a place. One without bits lies at the right end, wherever that was to be.
    pub fn new(word: usize, shift: u32, shape: FieldShape) -> Self {
        let FieldShape { window, legal, width } = shape;
        let (shift, low_mask) = if width == 0 { (0, 0) } else { (shift, u64::MAX >> (64 - width)) };
        Field { word: word as u32, shift, low_mask, window, legal }
    }

    /// The value in a packed state.
    #[inline]
    pub fn get(&self, state: &[u64]) -> i64 {
        self.of_word(state[self.word as usize])
    }

    /// The value in the word that has it.
    #[inline]
    pub fn of_word(&self, word: u64) -> i64 {
        self.window.0.wrapping_add(((word >> self.shift) & self.low_mask) as i64)
    }

    /// The bits of the field in a packed state, shifted to the right end.
    #[inline]
    pub fn raw(&self, state: &[u64]) -> u64 {
        (state[self.word as usize] >> self.shift) & self.low_mask
    }

    /// How many bits the field has.
    #[inline]
    pub fn width(&self) -> u32 {
        self.low_mask.count_ones()
    }

    /// The bits of the field, shifted to the right end.
    #[inline]
    pub fn low_mask(&self) -> u64 {
        self.low_mask
    }

    /// The bits of the field in place.
    #[inline]
    pub fn mask(&self) -> u64 {
        self.low_mask << self.shift
    }

    /// A value as bits in place.
    #[inline]
    pub fn bits(&self, value: i64) -> Result<u64, Misfit> {
        if (self.window.0..=self.window.1).contains(&value) {
            Ok((value.wrapping_sub(self.window.0) as u64) << self.shift)
        } else if (self.legal.0..=self.legal.1).contains(&value) {
            Err(Misfit::Cut)
        } else {
            Err(Misfit::Fault)
        }
    }

    /// Least and greatest value that is explored.
    #[inline]
    pub fn window(&self) -> (i64, i64) {
        self.window
    }

    /// Least and greatest value of the type.
    #[inline]
    pub fn legal(&self) -> (i64, i64) {
        self.legal
    }
}

/// Packs a state into so many words; a value outside of what is explored is refused.
pub fn pack(fields: &[Field], words: usize, state: &State) -> Result<Vec<u64>, Misfit> {
    let mut packed = vec![0; words];
    for (field, value) in fields.iter().zip(state) {
        packed[field.word as usize] |= field.bits(*value)?;
    }
    Ok(packed)
}

/// The values of a packed state.
pub fn unpack(fields: &[Field], words: &[u64]) -> State {
    fields.iter().map(|field| field.get(words)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(window: (i64, i64), legal: (i64, i64), width: u32) -> Field {
        Field::new(0, 3, FieldShape { window, legal, width })
    }

    #[test]
    fn values_outside_the_type_are_faults_and_outside_the_bound_are_cut() {
        let narrow = field((-10, 10), (-12, 12), 5);
        assert_eq!(narrow.bits(-10), Ok(0));
        assert_eq!(narrow.bits(10), Ok(20 << 3));
        assert_eq!(narrow.bits(11), Err(Misfit::Cut));
        assert_eq!(narrow.bits(13), Err(Misfit::Fault));
        assert_eq!(narrow.of_word(20 << 3), 10);
    }

    #[test]
    fn a_field_may_have_no_bits_or_a_whole_word() {
        let fixed = field((7, 7), (7, 7), 0);
        assert_eq!((fixed.bits(7), fixed.of_word(u64::MAX), fixed.mask()), (Ok(0), 7, 0));
        let all = (i64::MIN, i64::MAX);
        let whole = Field::new(0, 0, FieldShape { window: all, legal: all, width: 64 });
        for value in [i64::MIN, -1, 0, i64::MAX] {
            assert_eq!(whole.of_word(whole.bits(value).unwrap()), value);
        }
    }
}
