//! How states are packed into 64-bit words: one bit field for each scalar and each array element.
//!
//! A field is as wide as the values its variable can have, never straddles a word, and lies near the
//! other fields of its agent, so that what one rule reads and writes is usually one word.

use synod_core::{State, System};

/// Why a value cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is outside the type of the variable.
    Fault,
    /// It is a legal value, but outside of what is explored.
    Cut,
}

/// Where a value lies in a packed state, and which values it can have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub word: u32,
    shift: u32,
    /// The bits of the field, shifted to the right end.
    mask: u64,
    /// Least and greatest value that is explored.
    window: (i64, i64),
    /// Least and greatest value of the type.
    legal: (i64, i64),
}

impl Field {
    /// The value in a packed state.
    pub fn get(&self, state: &[u64]) -> i64 {
        self.window.0.wrapping_add(self.raw(state) as i64)
    }

    /// The value in the word that has it.
    pub fn of_word(&self, word: u64) -> i64 {
        self.window.0.wrapping_add(((word >> self.shift) & self.mask) as i64)
    }

    /// How many bits the field has.
    pub fn width(&self) -> u32 {
        self.mask.count_ones()
    }

    /// The bits of the field, shifted to the right end.
    pub fn raw(&self, state: &[u64]) -> u64 {
        (state[self.word as usize] >> self.shift) & self.mask
    }

    /// The bits of the field in place.
    pub fn mask(&self) -> u64 {
        self.mask << self.shift
    }

    /// A value as bits in place.
    pub fn bits(&self, value: i64) -> Result<u64, Misfit> {
        if (self.window.0..=self.window.1).contains(&value) {
            Ok((value.wrapping_sub(self.window.0) as u64) << self.shift)
        } else if (self.legal.0..=self.legal.1).contains(&value) {
            Err(Misfit::Cut)
        } else {
            Err(Misfit::Fault)
        }
    }

    /// Where its bits lie. It must not fill a word.
    pub fn span(&self) -> Span {
        Span { word: self.word, shift: self.shift, width: self.width() }
    }

    /// Least and greatest value that is explored.
    pub fn window(&self) -> (i64, i64) {
        self.window
    }
}

/// Some bits of a packed state that lie together in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    word: u32,
    shift: u32,
    pub width: u32,
}

impl Span {
    /// The bits, shifted to the right end.
    #[inline]
    pub fn raw(&self, state: &[u64]) -> u64 {
        (state[self.word as usize] >> self.shift) & ((1 << self.width) - 1)
    }

    /// What to sort by so that neighbours come one after the other.
    pub fn place(&self) -> (u32, u32) {
        (self.word, self.shift)
    }

    /// Takes in the bits that follow, if they do.
    pub fn extend(&mut self, next: Span) -> bool {
        let follows = self.word == next.word && self.shift + self.width == next.shift;
        if follows {
            self.width += next.width;
        }
        follows
    }
}

/// The places of all values of a state.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// One for each slot of a [`State`].
    pub fields: Vec<Field>,
    /// How many words a state takes.
    pub words: usize,
}

impl Layout {
    /// Integers without a bound of their own are explored from `-int_bound` to `int_bound`.
    pub fn new(system: &System, int_bound: i64) -> Self {
        let ranges = system.ranges();
        let empty = Field { word: 0, shift: 0, mask: 0, window: (0, 0), legal: (0, 0) };
        let mut fields = vec![empty; system.width()];
        let mut used: Vec<u32> = vec![0];
        let owned = system.agents.iter().flat_map(|agent| agent.owns.iter().copied());
        let shared = system.var_ids().filter(|(_, var)| var.owner.is_none()).map(|(id, _)| id);
        for id in owned.chain(shared) {
            let var = system.var(id);
            let window = ranges[id.0 as usize].finite().unwrap_or((-int_bound, int_bound));
            let legal = var.ty.bounds(&system.enums).unwrap_or((i64::MIN, i64::MAX));
            let span = if window.0 < window.1 { window.1.wrapping_sub(window.0) as u64 } else { 0 };
            let width = 64 - span.leading_zeros();
            let (first, len) = (system.slot(id), var.len.unwrap_or(1) as usize);
            for slot in &mut fields[first..first + len] {
                let word = used.iter().position(|used| used + width <= 64).unwrap_or_else(|| {
                    used.push(0);
                    used.len() - 1
                });
                let mask = if width == 0 { 0 } else { u64::MAX >> (64 - width) };
                let shift = if width == 0 { 0 } else { used[word] };
                *slot = Field { word: word as u32, shift, mask, window, legal };
                used[word] += width;
            }
        }
        Layout { fields, words: used.len() }
    }

    /// Packs a state; a value outside of what is explored is refused.
    pub fn pack(&self, state: &State) -> Result<Vec<u64>, Misfit> {
        let mut words = vec![0; self.words];
        for (field, value) in self.fields.iter().zip(state) {
            words[field.word as usize] |= field.bits(*value)?;
        }
        Ok(words)
    }

    /// The values of a packed state.
    pub fn unpack(&self, words: &[u64]) -> State {
        self.fields.iter().map(|field| field.get(words)).collect()
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

    #[test]
    fn packing_and_unpacking_are_inverse() {
        let range = |lo, hi| Type::Range { lo, hi };
        let types = [
            (Type::Bool, None),
            (range(-3, 3), Some(9)),
            (range(7, 7), None),
            (range(i64::MIN, i64::MAX), None),
            (Type::Int, None),
        ];
        let layout = Layout::new(&system(&types), 10);
        let state = vec![1, -3, 3, 0, 1, 2, -1, -2, 3, 3, 7, i64::MIN, -10];
        assert_eq!(layout.unpack(&layout.pack(&state).unwrap()), state);
        assert_eq!(layout.words, 2);
    }

    #[test]
    fn values_outside_the_type_are_faults_and_outside_the_bound_are_cut() {
        let layout = Layout::new(&system(&[(Type::Int, None), (Type::Range { lo: 0, hi: 5 }, None)]), 10);
        assert_eq!(layout.pack(&vec![11, 0]), Err(Misfit::Cut));
        assert_eq!(layout.pack(&vec![10, 6]), Err(Misfit::Fault));
    }
}
