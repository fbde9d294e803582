//! How states are packed into 64-bit words: one bit field for each scalar and each array element.
//!
//! A field is as wide as the values its variable can have, never straddles a word, and lies near the
//! other fields of its agent, so that what one rule reads and writes is usually one word.

use synod_core::{Field, FieldShape, Misfit, State, System, pack, unpack};

/// Some bits of a packed state that lie together in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    word: u32,
    shift: u32,
    pub width: u32,
}

impl Span {
    /// Where the bits of a field lie. It must not fill a word.
    pub fn of(field: &Field) -> Self {
        Span { word: field.word, shift: field.shift, width: field.width() }
    }

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
        let mut fields = vec![Field::default(); system.width()];
        let mut used: Vec<u32> = vec![0];
        for (id, shape) in FieldShape::of_variables(system, int_bound) {
            let (first, len) = (system.slot(id), system.var(id).len.unwrap_or(1) as usize);
            for slot in &mut fields[first..first + len] {
                let word = used.iter().position(|used| used + shape.width <= 64).unwrap_or_else(|| {
                    used.push(0);
                    used.len() - 1
                });
                *slot = Field::new(word, used[word], shape);
                used[word] += shape.width;
            }
        }
        Layout { fields, words: used.len() }
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
