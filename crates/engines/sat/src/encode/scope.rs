//! What expressions read, in bits.

use std::convert::Infallible;

use synod_symbolic::{Plain, Scope, Word};

use super::layout::Layout;
use synod_symbolic::aig::{Aig, Lit};

/// The bits of the state, and of the choices and alternatives of a rule.
#[derive(Clone, Debug)]
pub struct BitScope<'a> {
    layout: &'a Layout,
    /// The values of the choices.
    pub choices: Vec<Word<Lit>>,
    /// For each part, whether each of its alternatives is taken.
    pub took: Vec<Vec<Lit>>,
}

impl<'a> BitScope<'a> {
    /// The state alone.
    pub fn of_states(layout: &'a Layout) -> Self {
        BitScope { layout, choices: Vec::new(), took: Vec::new() }
    }
}

impl Scope<Aig> for BitScope<'_> {
    fn slot(&self, aig: &mut Aig, slot: usize) -> Result<Plain<Lit, Word<Lit>>, Infallible> {
        Ok(Plain::Int(self.layout.word(aig, slot)))
    }

    fn choice(&self, _: &mut Aig, position: usize) -> Result<Plain<Lit, Word<Lit>>, Infallible> {
        Ok(Plain::Int(self.choices[position].clone()))
    }

    fn took(&self, _: &mut Aig, part: usize, alternative: usize) -> Result<Lit, Infallible> {
        Ok(self.took[part][alternative])
    }

    fn range(&self, slot: usize) -> Option<(i64, i64)> {
        let place = &self.layout.places[slot];
        Some((place.lo, place.hi))
    }
}

#[cfg(test)]
mod tests {
    use synod_core::{Rule, System, VarId};
    use synod_symbolic::testing::{Assignment, Fields, Instance, agrees_with_the_evaluator, bounds};

    use super::super::layout::{Place, code_width};
    use super::super::selectors::one_hot;
    use super::*;

    /// Which inputs are true at each sample.
    struct Circuit {
        samples: Vec<Vec<Lit>>,
    }

    impl Instance for Circuit {
        type Algebra = Aig;
        type Scope = BitScope<'static>;

        fn new(system: &System, rule: &Rule, samples: &[Assignment]) -> (Self, Aig, BitScope<'static>) {
            let mut aig = Aig::default();
            let mut circuit = Circuit { samples: vec![Vec::new(); samples.len()] };
            let Fields { slots, choices, parts } = Fields::new(system, rule, samples, |ty, values| {
                let (lo, hi) = bounds(system, ty);
                let bits = (0..code_width(lo, hi)).map(|_| aig.input()).collect();
                let place = Place { var: VarId(0), element: None, name: String::new(), lo, hi, bits };
                for (inputs, value) in std::iter::zip(&mut circuit.samples, values) {
                    let set = place.bits.iter().enumerate().filter(|(bit, _)| place.code_bit(value, *bit));
                    inputs.extend(set.map(|(_, input)| *input));
                }
                place
            });
            let word = |place: &Place| Word::of_code(&mut aig, &place.bits, place.lo, place.hi);
            let choices = choices.iter().map(word).collect();
            let took = std::iter::zip(&parts, &rule.parts)
                .map(|(place, part)| one_hot(&mut aig, &place.bits, part.alternatives.len()))
                .collect();
            let layout = Layout { places: slots, ranges: Vec::new(), windowed: false };
            (circuit, aig, BitScope { layout: Box::leak(Box::new(layout)), choices, took })
        }

        fn bit(&self, aig: &Aig, bit: &Lit, sample: usize) -> bool {
            aig.simulate(|input| self.samples[sample].contains(&input)).of(*bit)
        }

        fn int(&self, aig: &Aig, int: &Word<Lit>, sample: usize) -> i128 {
            let values = aig.simulate(|input| self.samples[sample].contains(&input));
            int.value(|bit| values.of(*bit))
        }
    }

    #[test]
    fn circuits_agree_with_the_evaluator() {
        agrees_with_the_evaluator::<Circuit>(40);
    }
}
