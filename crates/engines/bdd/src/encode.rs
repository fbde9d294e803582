//! Decision diagrams as an algebra, and what expressions read in them.

use synod_core::Stop;
use synod_symbolic::{BitBlasted, Bits, Encoder, Plain, Scope, Word};

use crate::diagram::{Diagram, Manager};
use crate::layout::{Field, Layout};

/// Encodes expressions as diagrams.
pub(crate) type DiagramEncoder<'a> = Encoder<'a, Manager>;

/// What the choices and the alternatives of a step are read from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepFields<'a> {
    pub choices: &'a [Field],
    /// For each part of the rule where the alternative it takes is written, if it is.
    pub taken: &'a [Option<Field>],
}

/// The current levels of the state, and a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepScope<'a> {
    pub layout: &'a Layout,
    pub step: StepFields<'a>,
}

impl Scope<Manager> for StepScope<'_> {
    fn slot(&self, m: &mut Manager, slot: usize) -> Result<Plain<Diagram, Word<Diagram>>, Stop> {
        Ok(Plain::Int(self.layout.slots[slot].value(m)?))
    }

    fn choice(&self, m: &mut Manager, position: usize) -> Result<Plain<Diagram, Word<Diagram>>, Stop> {
        Ok(Plain::Int(self.step.choices[position].value(m)?))
    }

    fn took(&self, m: &mut Manager, part: usize, alternative: usize) -> Result<Diagram, Stop> {
        match &self.step.taken[part] {
            Some(field) => m.cube_of(field.literals(alternative as i64, 0).collect()),
            None => Ok(m.constant(false)),
        }
    }

    fn range(&self, slot: usize) -> Option<(i64, i64)> {
        let field = &self.layout.slots[slot];
        Some((field.lo, field.hi))
    }
}

impl Bits for Manager {
    type Bit = Diagram;
    type Error = Stop;

    fn constant(&mut self, value: bool) -> Diagram {
        Manager::constant(self, value)
    }

    fn as_constant(&self, bit: &Diagram) -> Option<bool> {
        (bit.is_true() || bit.is_false()).then(|| bit.is_true())
    }

    fn not(&mut self, bit: &Diagram) -> Diagram {
        bit.not()
    }

    fn all(&mut self, bits: Vec<Diagram>) -> Result<Diagram, Stop> {
        Manager::all(self, bits)
    }

    fn any(&mut self, bits: Vec<Diagram>) -> Result<Diagram, Stop> {
        Manager::any(self, bits)
    }

    fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        Manager::and(self, a, b)
    }

    fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        Manager::or(self, a, b)
    }

    fn xor(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Stop> {
        Manager::xor(self, a, b)
    }

    fn ite(&mut self, condition: &Diagram, then: &Diagram, otherwise: &Diagram) -> Result<Diagram, Stop> {
        Manager::ite(self, condition, then, otherwise)
    }
}

impl BitBlasted for Manager {}

#[cfg(test)]
mod tests {
    use synod_core::{Budget, Rule, System};
    use synod_symbolic::testing::{Assignment, Fields, Instance, agrees_with_the_evaluator, bounds};

    use super::*;
    use crate::diagram::Level;

    /// Which levels are true at each sample.
    struct Diagrams {
        samples: Vec<Vec<Level>>,
    }

    impl Instance for Diagrams {
        type Algebra = Manager;
        type Scope = StepScope<'static>;

        fn new(system: &System, rule: &Rule, samples: &[Assignment]) -> (Self, Manager, StepScope<'static>) {
            let mut m = Manager::new(&Budget::unlimited());
            let mut diagrams = Diagrams { samples: vec![Vec::new(); samples.len()] };
            let Fields { slots, choices, parts } = Fields::new(system, rule, samples, |ty, values| {
                let (lo, hi) = bounds(system, ty);
                let field = Field { lo, hi, bits: (0..Field::width(lo, hi)).map(|_| m.add_pair()).collect() };
                for (levels, value) in std::iter::zip(&mut diagrams.samples, values) {
                    let set = field.literals(value, 0).filter(|(_, is_set)| *is_set);
                    levels.extend(set.map(|(level, _)| level));
                }
                field
            });
            let taken: Vec<Option<Field>> = parts.into_iter().map(Some).collect();
            let layout = Box::leak(Box::new(Layout { slots, choices: Vec::new(), tableau: Vec::new() }));
            let step = StepFields { choices: choices.leak(), taken: taken.leak() };
            (diagrams, m, StepScope { layout, step })
        }

        fn bit(&self, m: &Manager, bit: &Diagram, sample: usize) -> bool {
            m.holds(bit, &|level| self.samples[sample].contains(&level))
        }

        fn int(&self, m: &Manager, int: &Word<Diagram>, sample: usize) -> i128 {
            int.value(|bit| self.bit(m, bit, sample))
        }
    }

    #[test]
    fn diagrams_agree_with_the_evaluator() {
        agrees_with_the_evaluator::<Diagrams>(100);
    }
}
