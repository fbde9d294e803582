//! BTOR2 in words: its steps are those of the circuit in bits, and its arithmetic is that of the evaluator.

#[allow(dead_code)]
mod checker;

use checker::aiger::Circuit;
use checker::btor2::Model;
use checker::{Machine, State};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use synod_core::{
    Alternative, BinaryOp, Env, ExprId, Formula, Mode, Observation, Part, Rule, System, Type, Update, VarId,
    Variable, eval,
};
use synod_printers::circuit::Printable;
use synod_printers::{aiger, btor2};
use synod_testing::{Fragment, assert_valid, property, questions, runner};

fn bits(model: &Model, state: &State) -> State {
    let of = |(word, width): (&u128, u32)| (0..width).map(move |place| word >> place & 1).collect::<Vec<_>>();
    std::iter::zip(state, model.state_widths()).flat_map(of).collect()
}

/// Walks through the model in words, and compares each step with the same one in bits.
fn walk(system: &System, formula: &Formula, numbers: &[u128]) -> Result<(), TestCaseError> {
    let property = property(formula.clone());
    let Ok(printable) = Printable::new(system, &property, 3) else {
        return Err(TestCaseError::reject("not printable"));
    };
    let words = Printable::with_words(system, &property, 3).expect("words print what bits print");
    let (circuit, model) = (Circuit::read(&aiger::text(&printable)), Model::read(&btor2::text(&words)));
    if circuit.input_bits() >= 128 {
        return Err(TestCaseError::reject("too many inputs"));
    }
    let mut numbers = numbers.iter().copied();
    let mut state = model.some_first(&mut numbers);
    // In bits, the first values of what is free are inputs.
    let first = bits(&model, &state);
    let latches = printable.circuit.latches.iter().map(|latch| latch.now);
    let chosen =
        std::iter::zip(latches, &first).filter(|(latch, _)| printable.free.iter().any(|(f, _)| f == latch));
    let chosen: u128 = chosen.zip(0..).map(|((_, bit), place)| bit << place).sum();
    let mut in_bits = circuit.first().unwrap().remove(0);
    let mut is_first = true;
    for number in numbers {
        let inputs = number & ((1 << model.input_bits()) - 1);
        let free = if is_first { chosen << model.input_bits() } else { 0 };
        let (edge, expected) = (model.edge(&state, inputs), circuit.edge(&in_bits, inputs | free));
        let Some(((next, justice), bad)) = edge else {
            // A first state need not be an initial one; what is fixed in bits then differs.
            prop_assert!(is_first || expected.is_none());
            continue;
        };
        let flat = ((bits(&model, &next), justice), bad);
        prop_assert_eq!(Some(&flat), expected.as_ref());
        (state, in_bits, is_first) = (next, flat.0.0, false);
    }
    Ok(())
}

#[test]
fn steps_in_words_are_steps_in_bits() {
    let test =
        |((system, formula), numbers): ((System, Formula), Vec<u128>)| walk(&system, &formula, &numbers);
    for fragment in [Fragment::Invariant, Fragment::Linear] {
        runner(200).run(&(questions(fragment), vec(any::<u128>(), 24)), test).unwrap();
    }
}

/// One step computes one of the expressions of two variables into a third.
fn calculator(lo: i64, hi: i64) -> (System, Vec<ExprId>) {
    let mut system = System::new("calculator");
    let [a, b, result] = ["a", "b", "result"].map(|name| {
        let (name, ty) = (name.to_string(), Type::Range { lo, hi });
        system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() })
    });
    let [a, b] = [a, b].map(|var| system.exprs.var(var));
    use BinaryOp::*;
    let mut list: Vec<ExprId> =
        [Add, Sub, Mul, Div, Rem, Mod, Min, Max].map(|op| system.exprs.binary(op, a, b)).to_vec();
    list.extend([system.exprs.neg(a), system.exprs.abs(a)]);
    for op in [Eq, Lt, Le] {
        let (condition, zero) = (system.exprs.binary(op, a, b), system.exprs.int(0));
        list.push(system.exprs.ite(condition, b, zero));
    }
    let always = system.exprs.bool(true);
    system.init = always;
    let alternative = |value: &ExprId| Alternative {
        guard: always,
        updates: vec![Update { var: result, index: None, value: *value }],
        action: None,
    };
    let parts = vec![Part { agent: None, alternatives: list.iter().map(alternative).collect() }];
    let observation = Observation::of(Mode::Local);
    let (name, choices) = ("compute".to_string(), Vec::new());
    system.add_rule(Rule { name, choices, guard: always, parts, observation, span: Default::default() });
    (system, list)
}

#[test]
fn arithmetic_of_words_is_that_of_the_evaluator() {
    const WIDE: i64 = 1 << 62;
    for (lo, hi) in [(-1000, 1000), (-WIDE, WIDE), (-3, 40), (5, 12), (-9, -2)] {
        let (mut system, list) = calculator(lo, hi);
        let result = system.exprs.var(VarId(2));
        let least = system.exprs.int(lo);
        let never_least = system.exprs.ne(result, least);
        let formula = Formula::Globally(Box::new(Formula::State(never_least)));
        let property = property(formula);
        assert_valid(&system, std::slice::from_ref(&property));
        let words = Printable::with_words(&system, &property, 3).unwrap();
        let text = btor2::text(&words);
        for op in ["add", "sub", "mul", "udiv", "urem", "ite"] {
            assert!(lo > -1000 || text.contains(&format!(" {op} ")), "{op}");
        }
        let model = Model::read(&text);
        let samples = [lo, lo + 1, -7, -1, 0, 1, 2, hi].into_iter();
        let samples: Vec<i64> = samples.filter(|value| (lo..=hi).contains(value)).collect();
        for (a, b) in samples.iter().flat_map(|a| samples.iter().map(move |b| (*a, *b))) {
            let state = vec![a, b, hi];
            let env = Env::of(&system, &state);
            let code = |value: i64| value.wrapping_sub(lo) as u64 as u128;
            for (alternative, id) in list.iter().enumerate() {
                // A fault, or a value that does not fit, leaves the state as it is.
                let value = eval(&system.exprs, *id, env).ok().filter(|value| (lo..=hi).contains(value));
                let before: State = state.iter().map(|value| code(*value)).chain([1]).collect();
                let ((after, _), _) = model.edge(&before, alternative as u128).unwrap();
                let shown = synod_core::show_expr(&system, *id);
                assert_eq!(after[2], code(value.unwrap_or(hi)), "{shown} at {a}, {b}");
            }
        }
    }
}
