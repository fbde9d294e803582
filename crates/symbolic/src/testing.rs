//! What every instance must pass: the encodings of random expressions and rules against the reference
//! evaluator, faults included.

use synod_core::{Alternative, Env, Expr, ExprId, Fault, Rule, Sort, State, System, Type, eval};
use synod_testing::{runner, systems};

use crate::algebra::{Bits, Integers};
use crate::encoder::{Encoder, Plain, Scope};

/// An assignment to everything that expressions read.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The state.
    pub state: State,
    /// The values of the choices.
    pub choices: Vec<i64>,
    /// The alternative of each part.
    pub taken: Vec<u32>,
}

/// An instance under test: how a system is laid out in it, and how its functions are evaluated.
pub trait Instance: Sized {
    /// The algebra.
    type Algebra: Integers;
    /// What the expressions of a rule read.
    type Scope: Scope<Self::Algebra>;

    /// The algebra and the scope of a rule. Everything has the values of [`bounds`]; what is asked about are
    /// the samples.
    fn new(system: &System, rule: &Rule, samples: &[Assignment]) -> (Self, Self::Algebra, Self::Scope);
    /// The value of a bit at the sample of a number.
    fn bit(&self, algebra: &Self::Algebra, bit: &BitOf<Self>, sample: usize) -> bool;
    /// The value of an integer at the sample of a number.
    fn int(&self, algebra: &Self::Algebra, int: &IntOf<Self>, sample: usize) -> i128;
}

/// The bits of an instance.
pub type BitOf<T> = <<T as Instance>::Algebra as Bits>::Bit;
/// The integers of an instance.
pub type IntOf<T> = <<T as Instance>::Algebra as Integers>::Int;

/// Integers without bounds are tested between minus this and this.
pub const WINDOW: i64 = 5;

/// Least and greatest value that is tested.
pub fn bounds(system: &System, ty: Type) -> (i64, i64) {
    ty.bounds(&system.enums).unwrap_or((-WINDOW, WINDOW))
}

/// What the expressions of a rule read, in the form that an instance gives to values.
pub struct Fields<F> {
    /// The slots of the state.
    pub slots: Vec<F>,
    /// The choices of the rule.
    pub choices: Vec<F>,
    /// For each part the position of its alternative.
    pub parts: Vec<F>,
}

impl<F> Fields<F> {
    /// Makes a field of each type and its values at the samples.
    pub fn new(
        system: &System,
        rule: &Rule,
        samples: &[Assignment],
        mut field: impl FnMut(Type, Vec<i64>) -> F,
    ) -> Self {
        let mut field =
            |ty: Type, value: &dyn Fn(&Assignment) -> i64| field(ty, samples.iter().map(value).collect());
        let mut slots = Vec::new();
        for (var, of) in system.var_ids() {
            slots.extend(system.slots(var).map(|slot| field(of.ty, &|sample| sample.state[slot])));
        }
        let choices = rule.choices.iter().enumerate();
        let choices = choices.map(|(i, choice)| field(choice.ty, &|sample| sample.choices[i])).collect();
        let parts = rule.parts.iter().enumerate().map(|(i, part)| {
            let ty = Type::Range { lo: 0, hi: part.alternatives.len() as i64 - 1 };
            field(ty, &|sample| i64::from(sample.taken[i]))
        });
        Fields { slots, choices, parts: parts.collect() }
    }
}

/// Tests an instance on random systems, or panics.
pub fn agrees_with_the_evaluator<T: Instance>(cases: u32)
where
    <T::Algebra as Bits>::Error: std::fmt::Debug,
{
    let strategy = (systems(), proptest::collection::vec(proptest::prelude::any::<u16>(), 64));
    let test = |(system, numbers): (System, Vec<u16>)| {
        // A part without alternatives takes none of them.
        let has_steps = |rule: &&Rule| rule.parts.iter().all(|part| !part.alternatives.is_empty());
        for rule in system.rules.iter().filter(has_steps) {
            check_rule::<T>(&system, rule, &numbers);
        }
        Ok(())
    };
    runner(cases).run(&strategy, test).unwrap();
}

/// So many samples are drawn for each rule.
const SAMPLES: usize = 8;

fn draw(system: &System, rule: &Rule, mut numbers: impl Iterator<Item = u16>) -> Assignment {
    let mut value = |(lo, hi): (i64, i64)| lo + i64::from(numbers.next().unwrap_or(0)) % (hi - lo + 1);
    let mut state = vec![0; system.width()];
    for (id, var) in system.var_ids() {
        system.slots(id).for_each(|slot| state[slot] = value(bounds(system, var.ty)));
    }
    let choices = rule.choices.iter().map(|choice| value(bounds(system, choice.ty))).collect();
    let taken = rule.parts.iter().map(|part| value((0, part.alternatives.len() as i64 - 1)) as u32).collect();
    Assignment { state, choices, taken }
}

fn check_rule<T: Instance>(system: &System, rule: &Rule, numbers: &[u16])
where
    <T::Algebra as Bits>::Error: std::fmt::Debug,
{
    let mut drawn = numbers.iter().copied().cycle();
    let samples: Vec<Assignment> = (0..SAMPLES).map(|_| draw(system, rule, &mut drawn)).collect();
    let (instance, mut algebra, scope) = T::new(system, rule, &samples);
    let algebra = &mut algebra;
    let mut encoder = Encoder::new(system);
    let exprs: Vec<ExprId> =
        (0..system.exprs.len() as u32).map(ExprId).filter(|id| fits(system, rule, *id)).collect();
    let truths: Vec<_> = exprs.iter().map(|id| encoder.truth(algebra, &scope, *id).unwrap()).collect();
    let values: Vec<_> = exprs.iter().map(|id| encoder.number(algebra, &scope, *id).unwrap()).collect();
    let encoded = encoder.rule(algebra, &scope, rule).unwrap();
    let enabled = encoded.enabled(algebra).unwrap();
    let faulty = encoded.faulty(algebra).unwrap();
    for (number, at) in samples.iter().enumerate() {
        let holds = |bit: &BitOf<T>| instance.bit(algebra, bit, number);
        let read = |int: &IntOf<T>| instance.int(algebra, int, number);
        let env = Env { system, state: &at.state, choices: &at.choices, taken: &at.taken };
        let value = |id| eval(&system.exprs, id, env);
        for (id, (truth, number)) in exprs.iter().zip(std::iter::zip(&truths, &values)) {
            let expected = value(*id);
            let shown = || format!("{} at {at:?}: {expected:?}", synod_core::show_expr(system, *id));
            assert_eq!(holds(&number.valid), expected.is_ok(), "defined: {}", shown());
            if let Ok(expected) = expected {
                assert_eq!(read(&number.int), expected.into(), "{}", shown());
                let (lo, hi) = algebra.bounds(&number.int);
                assert!((lo..=hi).contains(&expected.into()), "bounds: {}", shown());
            }
            if system.exprs.sort(*id) == Sort::Bool {
                assert_eq!(
                    [&truth.yes, &truth.no].map(holds),
                    [expected == Ok(1), expected == Ok(0)],
                    "{}",
                    shown()
                );
            }
        }
        let guard = value(rule.guard);
        let (mut possible, mut able, mut fault) = (guard != Ok(0), guard == Ok(1), guard.is_err());
        for (part, encoded) in std::iter::zip(&rule.parts, &encoded.parts) {
            let (mut some_possible, mut some_able) = (false, false);
            for (alternative, encoded) in std::iter::zip(&part.alternatives, encoded) {
                let guard = value(alternative.guard);
                let after = after(system, alternative, at, value);
                assert_eq!(holds(&encoded.fits), after.is_ok(), "{alternative:?} at {at:?}");
                some_possible |= guard != Ok(0);
                some_able |= guard == Ok(1) && after.is_ok();
                fault |= guard != Ok(0) && (guard.is_err() || after.is_err());
                let Some(after) = after.ok().filter(|_| holds(&encoded.in_range)) else { continue };
                let mut next = at.state.clone();
                for (slot, value) in &encoded.writes {
                    next[*slot] = match value {
                        Plain::Bit(bit) => i64::from(holds(bit)),
                        Plain::Int(int) => read(int) as i64,
                    };
                }
                assert_eq!(next, after, "{alternative:?} at {at:?}");
            }
            possible &= some_possible;
            able &= some_able;
        }
        assert_eq!(enabled.iter().all(holds), able, "enabled at {at:?}");
        assert_eq!(faulty.iter().all(holds), possible && fault, "faulty at {at:?}");
    }
}

/// Whether an expression reads nothing that the rule does not have.
fn fits(system: &System, rule: &Rule, id: ExprId) -> bool {
    let here = match system.exprs[id] {
        Expr::Choice(position, sort) => {
            rule.choices.get(position as usize).is_some_and(|choice| choice.ty.sort() == sort)
        }
        Expr::Took { part, alternative } => {
            let part = rule.parts.get(part as usize);
            part.is_some_and(|part| (alternative as usize) < part.alternatives.len())
        }
        _ => true,
    };
    here && system.exprs.operands(id).iter().all(|operand| fits(system, rule, *operand))
}

/// The state after the updates of an alternative.
fn after(
    system: &System,
    alternative: &Alternative,
    at: &Assignment,
    value: impl Fn(ExprId) -> Result<i64, Fault>,
) -> Result<State, Fault> {
    let mut next = at.state.clone();
    for update in &alternative.updates {
        let (slots, new) = (system.slots(update.var), value(update.value)?);
        let index = update.index.map_or(Ok(0), &value)?;
        if !(0..slots.len() as i64).contains(&index) {
            return Err(Fault::OutsideArray { array: update.var, index });
        }
        if !system.var(update.var).ty.contains(new, &system.enums) {
            return Err(Fault::OutOfRange { variable: update.var, value: new });
        }
        next[slots.start + index as usize] = new;
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use synod_core::{BinaryOp, Variable};

    use super::*;
    use crate::word::{BitBlasted, Word};

    /// Truth tables over the samples.
    struct Tables;

    impl Bits for Tables {
        type Bit = u64;
        type Error = Infallible;

        fn constant(&mut self, value: bool) -> u64 {
            if value { u64::MAX } else { 0 }
        }

        fn as_constant(&self, bit: &u64) -> Option<bool> {
            // That samples agree says nothing about all other states.
            [0, u64::MAX].contains(bit).then_some(*bit != 0)
        }

        fn not(&mut self, bit: &u64) -> u64 {
            !bit
        }

        fn all(&mut self, bits: Vec<u64>) -> Result<u64, Infallible> {
            Ok(bits.iter().fold(u64::MAX, |all, bit| all & bit))
        }

        fn any(&mut self, bits: Vec<u64>) -> Result<u64, Infallible> {
            Ok(bits.iter().fold(0, |any, bit| any | bit))
        }
    }

    impl BitBlasted for Tables {}

    struct Sampled {
        fields: Fields<Sample>,
    }

    /// Bounds, and the values at the samples.
    type Sample = ((i64, i64), Vec<i64>);

    fn word(tables: &mut Tables, ((lo, hi), values): &Sample) -> Plain<u64, Word<u64>> {
        let bit =
            |place: i64| table(values, |value| value.wrapping_sub(*lo).cast_unsigned() >> place & 1 == 1);
        let code: Vec<u64> = (0..64).map(bit).collect();
        Plain::Int(Word::of_code(tables, &code, *lo, *hi))
    }

    fn table(values: &[i64], bit: impl Fn(i64) -> bool) -> u64 {
        values.iter().enumerate().map(|(number, value)| u64::from(bit(*value)) << number).sum()
    }

    impl Scope<Tables> for Sampled {
        fn slot(&self, tables: &mut Tables, slot: usize) -> Result<Plain<u64, Word<u64>>, Infallible> {
            Ok(word(tables, &self.fields.slots[slot]))
        }

        fn choice(&self, tables: &mut Tables, position: usize) -> Result<Plain<u64, Word<u64>>, Infallible> {
            Ok(word(tables, &self.fields.choices[position]))
        }

        fn took(&self, _: &mut Tables, part: usize, alternative: usize) -> Result<u64, Infallible> {
            Ok(table(&self.fields.parts[part].1, |value| value == alternative as i64))
        }

        fn range(&self, slot: usize) -> Option<(i64, i64)> {
            Some(self.fields.slots[slot].0)
        }
    }

    struct Reader;

    impl Instance for Reader {
        type Algebra = Tables;
        type Scope = Sampled;

        fn new(system: &System, rule: &Rule, samples: &[Assignment]) -> (Self, Tables, Sampled) {
            let fields = Fields::new(system, rule, samples, |ty, values| (bounds(system, ty), values));
            (Reader, Tables, Sampled { fields })
        }

        fn bit(&self, _: &Tables, bit: &u64, sample: usize) -> bool {
            bit >> sample & 1 == 1
        }

        fn int(&self, _: &Tables, int: &Word<u64>, sample: usize) -> i128 {
            int.value(|bit| bit >> sample & 1 == 1)
        }
    }

    #[test]
    fn truth_tables_agree_with_the_evaluator() {
        agrees_with_the_evaluator::<Reader>(300);
    }

    #[test]
    fn operators_agree_with_the_evaluator_up_to_the_ends_of_64_bits() {
        let mut system = System::new("two integers");
        let [a, b] = ["a", "b"].map(|name| {
            let name = name.to_string();
            system.add_var(Variable { name, ty: Type::Int, len: None, owner: None, span: Default::default() })
        });
        let [a, b] = [a, b].map(|var| system.exprs.var(var));
        use BinaryOp::*;
        let mut list: Vec<ExprId> = [Eq, Lt, Le, Add, Sub, Mul, Div, Rem, Mod, Min, Max]
            .map(|op| system.exprs.binary(op, a, b))
            .to_vec();
        list.extend([system.exprs.neg(a), system.exprs.abs(a)]);
        let extremes = [i64::MIN, i64::MIN + 1, -3, -1, 0, 1, 2, i64::MAX];
        let samples: Vec<State> =
            extremes.iter().flat_map(|a| extremes.iter().map(move |b| vec![*a, *b])).collect();
        for bounds in [(i64::MIN, i64::MAX), (-3, 2)] {
            let slot = |slot: usize| (bounds, samples.iter().map(|state| state[slot]).collect());
            let fields = Fields { slots: vec![slot(0), slot(1)], choices: vec![], parts: vec![] };
            let scope = Sampled { fields };
            let mut encoder = Encoder::new(&system);
            for id in &list {
                let Ok(number) = encoder.number(&mut Tables, &scope, *id);
                for (position, sample) in samples.iter().enumerate() {
                    if !sample.iter().all(|value| (bounds.0..=bounds.1).contains(value)) {
                        continue;
                    }
                    let expected = eval(&system.exprs, *id, Env::of(&system, sample));
                    let shown = format!("{} at {sample:?}", synod_core::show_expr(&system, *id));
                    assert_eq!(number.valid >> position & 1 == 1, expected.is_ok(), "{shown}");
                    if let Ok(expected) = expected {
                        let value = number.int.value(|bit| bit >> position & 1 == 1);
                        assert_eq!(value, expected.into(), "{shown}");
                    }
                }
            }
        }
    }
}
