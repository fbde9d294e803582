//! What expressions read, in bits.

use std::convert::Infallible;

use synod_symbolic::{Plain, Scope, Word};

use super::layout::Layout;
use crate::aig::{Aig, Lit};

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
    use synod_core::{Rule, System};
    use synod_symbolic::testing::{Assignment, Instance, agrees_with_the_evaluator, bounds};

    use super::super::layout::{Place, code_width};
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
            let mut code = |(lo, hi), value: &dyn Fn(&Assignment) -> i64| -> Vec<Lit> {
                let bits: Vec<Lit> = (0..code_width(lo, hi)).map(|_| aig.input()).collect();
                for (inputs, sample) in std::iter::zip(&mut circuit.samples, samples) {
                    let code = value(sample) - lo;
                    inputs.extend(
                        (0..).zip(&bits).filter(|(place, _)| code >> place & 1 == 1).map(|(_, bit)| *bit),
                    );
                }
                bits
            };
            let mut places = Vec::new();
            for (var, of) in system.var_ids() {
                let (lo, hi) = bounds(system, of.ty);
                for slot in system.slots(var) {
                    let bits = code((lo, hi), &|sample| sample.state[slot]);
                    places.push(Place { var, element: None, name: String::new(), lo, hi, bits });
                }
            }
            let choices: Vec<(i64, i64, Vec<Lit>)> = (rule.choices.iter().enumerate())
                .map(|(position, choice)| {
                    let (lo, hi) = bounds(system, choice.ty);
                    (lo, hi, code((lo, hi), &|sample| sample.choices[position]))
                })
                .collect();
            let took = (rule.parts.iter().enumerate()).map(|(number, part)| {
                let took = |way| move |sample: &Assignment| i64::from(sample.taken[number] as usize == way);
                (0..part.alternatives.len()).map(|way| code((0, 1), &took(way))[0]).collect()
            });
            let took = took.collect();
            let layout = Box::leak(Box::new(Layout { places, ranges: Vec::new(), windowed: false }));
            let choices =
                choices.iter().map(|(lo, hi, bits)| Word::of_code(&mut aig, bits, *lo, *hi)).collect();
            (circuit, aig, BitScope { layout, choices, took })
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
