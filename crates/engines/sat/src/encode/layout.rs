//! Which bits hold which variable: each scalar is a binary code, counted from its least value, as narrow
//! as the values it can reach allow.

use synod_core::{Interval, State, System, VarId};
use synod_symbolic::{Word, in_range};

use super::{MOST_NODES, TooLarge};
use synod_symbolic::aig::{Aig, Lit, Values};

/// A scalar variable or an element of an array, with its bits.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable.
    pub var: VarId,
    /// The index of an element.
    pub element: Option<u32>,
    /// Its name in the words of the model, with the index of an element.
    pub name: String,
    /// The value of code 0.
    pub lo: i64,
    /// The greatest value.
    pub hi: i64,
    /// The code, least significant bit first.
    pub bits: Vec<Lit>,
}

impl Place {
    /// Its value where the nodes of the graph have these values.
    pub fn value(&self, values: &Values) -> i64 {
        self.lo.wrapping_add(decode(&self.bits, values) as i64)
    }

    /// Whether bit `bit` of the code of a value is set.
    pub fn code_bit(&self, value: i64, bit: usize) -> bool {
        value.wrapping_sub(self.lo) as u64 >> bit & 1 == 1
    }
}

/// The unsigned number that some bits are.
pub fn decode(bits: &[Lit], values: &Values) -> u64 {
    bits.iter().enumerate().map(|(place, bit)| u64::from(values.of(*bit)) << place).sum()
}

/// How many bits it takes to tell `count` things apart.
pub fn bits_for(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}

/// How many bits the codes of `lo..=hi` have.
pub fn code_width(lo: i64, hi: i64) -> usize {
    if lo >= hi { 0 } else { (u64::BITS - hi.wrapping_sub(lo).cast_unsigned().leading_zeros()) as usize }
}

/// The bits of all variables.
#[derive(Clone, Debug)]
pub struct Layout {
    /// By the slots of a [`State`].
    pub places: Vec<Place>,
    /// Ranges of the variables, for what is known to be true.
    pub ranges: Vec<Interval>,
    /// Whether some variable may leave the values that have a code.
    pub windowed: bool,
}

impl Layout {
    /// New inputs for all variables. Integers without bounds get those from `-int_bound` to `int_bound`.
    pub fn new(system: &System, aig: &mut Aig, int_bound: i64) -> Result<Self, TooLarge> {
        let ranges = system.ranges().to_vec();
        let mut layout = Layout { places: Vec::with_capacity(system.width()), ranges, windowed: false };
        for (id, var) in system.var_ids() {
            let known = layout.ranges[id.0 as usize].finite().filter(|(lo, hi)| lo <= hi);
            let (lo, hi) = known.or(var.ty.bounds(&system.enums)).unwrap_or_else(|| {
                layout.windowed = true;
                (-int_bound, int_bound)
            });
            // An enumeration without values has no state.
            let hi = hi.max(lo);
            for element in 0..var.len.unwrap_or(1) {
                let name = match var.len {
                    None => var.name.clone(),
                    Some(_) => format!("{}[{element}]", var.name),
                };
                let bits = (0..code_width(lo, hi)).map(|_| aig.input()).collect();
                let index = var.len.map(|_| element);
                layout.places.push(Place { var: id, element: index, name, lo, hi, bits });
            }
            if aig.size() > MOST_NODES {
                return Err(TooLarge);
            }
        }
        Ok(layout)
    }

    /// The value of a place as a word.
    pub fn word(&self, aig: &mut Aig, slot: usize) -> Word<Lit> {
        let place = &self.places[slot];
        Word::of_code(aig, &place.bits, place.lo, place.hi)
    }

    /// Holds of the codes that stand for values.
    pub fn in_range(&self, aig: &mut Aig) -> Lit {
        let place = |place: &Place| {
            let Ok(inside) = in_range(aig, &place.bits, place.lo, place.hi);
            inside
        };
        let all: Vec<Lit> = self.places.iter().map(place).collect();
        aig.all(all)
    }

    /// The state that the nodes have the values of.
    pub fn state(&self, values: &Values) -> State {
        self.places.iter().map(|place| place.value(values)).collect()
    }
}
