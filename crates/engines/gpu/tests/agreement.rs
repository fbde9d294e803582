//! The engine on a device agrees with explicit-state search: on figures, on verdicts, on the length of shortest runs. Where
//! there is no OpenCL these tests say that they were skipped, unless `SYNOD_NEEDS_OPENCL` is set: then they fail.

mod support;

use std::cell::Cell;
use std::time::Duration;

use proptest::prelude::*;
use support::{add_rule, budget, counters, device};
use synod_core::{
    BinaryOp, Choice, Engine, Formula, Silent, Sort, Stop, System, Type, Update, VarId, Variable, Verdict,
};
use synod_explicit::Explicit;
use synod_gpu::{Cards, DeviceKind, Gpu, devices};
use synod_printers::opencl::SearchProgram;
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, property, questions, runner, systems};

#[test]
fn figures_of_random_systems_are_those_of_explicit_search() {
    let Some(_alone) = device() else { return };
    let budget = budget();
    let test = |system: System| {
        let Ok(ours) = Gpu::new(&system).explore(&budget, &Silent) else {
            // Only a variable that is too wide is refused.
            return Ok(());
        };
        let known = Explicit::new(&system).explore(&budget, &Silent);
        prop_assert_eq!(ours.states, known.states);
        prop_assert_eq!(ours.transitions, known.transitions);
        prop_assert_eq!(ours.deadlocks, known.deadlocks);
        prop_assert_eq!(ours.faults, known.faults);
        prop_assert_eq!((ours.initial, ours.cut), (known.initial, known.cut));
        if known.states > 0 {
            prop_assert_eq!(ours.depth, known.depth);
        }
        Ok(())
    };
    runner(40).run(&systems(), test).unwrap();
}

#[test]
fn invariants_of_random_systems_are_decided_alike_with_runs_as_short() {
    let Some(_alone) = device() else { return };
    let budget = budget();
    let (held, violated) = (Cell::new(0), Cell::new(0));
    let test = |(system, formula): (System, Formula)| {
        let engine = Gpu::new(&system);
        if engine.supports(&formula).is_err() {
            return Err(TestCaseError::reject("it is about how states are reached"));
        }
        let asked = property(formula.clone());
        let ours = engine.check(&asked, &budget, &Silent).verdict;
        let known = Explicit::new(&system).check(&asked, &budget, &Silent).verdict;
        prop_assert_eq!(ours.word(), known.word(), "{:?}", ours);
        match (&ours, &known) {
            (Verdict::Violated(ours), Verdict::Violated(known)) => {
                violated.set(violated.get() + 1);
                prop_assert_eq!(ours.trace.steps.len(), known.trace.steps.len());
                let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
                prop_assert_eq!(judge(&interpreter, &formula, ours), Ok(()));
            }
            _ => held.set(held.get() + 1),
        }
        Ok(())
    };
    runner(24).run(&questions(Fragment::Invariant), test).unwrap();
    assert!(violated.get() > 0 && held.get() > 0, "{} violated, {} not", violated.get(), held.get());
}

#[test]
fn tables_and_lists_grow_and_nothing_is_lost() {
    let Some(_alone) = device() else { return };
    // Far more states than there are places at first.
    let system = counters(6, 9);
    let found = Gpu::new(&system).explore(&budget(), &Silent).unwrap();
    assert_eq!((found.states, found.deadlocks, found.depth), (1_000_000, 1, 54));
    assert_eq!(found.transitions, 6 * 9 * 100_000);
}

#[test]
fn variables_that_fill_a_word_are_explored() {
    let Some(_alone) = device() else { return };
    for bits in [52, 53, 57, 60] {
        let mut system = counters(1, (1 << bits) - 1);
        let exprs = &mut system.exprs;
        let (counter, two) = (exprs.var(VarId(0)), exprs.int(2));
        let never_two = property(Formula::Globally(Box::new(Formula::State(exprs.eq(counter, two)).not())));
        let verdict = Gpu::new(&system).check(&never_two, &budget(), &Silent).verdict;
        let Verdict::Violated(found) = verdict else { panic!("{bits} bits: {verdict:?}") };
        assert_eq!(found.trace.steps.len(), 2);
        assert_eq!(judge(&Interpreter::new(&system), &never_two.formula, &found), Ok(()));
    }
}

#[test]
fn entries_become_smaller_where_memory_is_short_and_nothing_is_lost() {
    let Some(_alone) = device() else { return };
    // States of one word; of one with few bits for stamps; of two words.
    let (narrow, mut full, mut long) = (counters(5, 9), counters(5, 9), counters(5, 9));
    wide(&mut full, 2, 7);
    wide(&mut long, 2, 21);
    for (system, bits) in [(&narrow, 20), (&full, 34), (&long, 62)] {
        let layout = SearchProgram::new(system, None, 3).unwrap().layout;
        assert_eq!(layout.bits(), bits);
        let no_end = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
        // Too little for all entries as they are at first; with some of these a table is full almost to the last place, and does not take
        // its states back in another order.
        for memory in [1 << 20, 33 << 15, 38 << 15, 5 << 18] {
            let engine = Gpu::on_cards(system, Cards { count: 1, memory, small: false });
            let found = engine.explore(&budget(), &Silent).unwrap();
            let figures = (found.states, found.transitions, found.deadlocks, found.depth);
            assert_eq!(figures, (100_000, 5 * 9 * 10_000, 1, 45), "{bits} bits, {memory} bytes");
            let verdict = engine.check(&no_end, &budget(), &Silent).verdict;
            let Verdict::Violated(found) = verdict else {
                panic!("{bits} bits, {memory} bytes: {verdict:?}")
            };
            assert_eq!(found.trace.steps.len(), 45);
            assert_eq!(judge(&Interpreter::new(system), &no_end.formula, &found), Ok(()));
        }
    }
}

/// One card with little memory, two, and three with little.
const DIVIDED: [Cards; 3] = [
    Cards { count: 1, memory: 1 << 19, small: false },
    Cards { count: 2, memory: 1 << 30, small: false },
    Cards { count: 3, memory: 1 << 18, small: false },
];

#[test]
fn states_are_shared_by_cards_and_wait_beside_them_and_nothing_is_lost() {
    let Some(_alone) = device() else { return };
    let system = counters(5, 9);
    let no_end = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
    for cards in DIVIDED {
        let engine = Gpu::on_cards(&system, cards);
        let found = engine.explore(&budget(), &Silent).unwrap();
        assert_eq!((found.states, found.deadlocks, found.depth), (100_000, 1, 45), "{cards:?}");
        assert_eq!((found.transitions, found.initial), (5 * 9 * 10_000, 1), "{cards:?}");
        let verdict = engine.check(&no_end, &budget(), &Silent).verdict;
        let Verdict::Violated(found) = verdict else { panic!("{cards:?}: {verdict:?}") };
        assert_eq!(found.trace.steps.len(), 45);
        assert_eq!(judge(&Interpreter::new(&system), &no_end.formula, &found), Ok(()));
    }
}

#[test]
fn random_systems_on_two_cards_or_with_small_entries_are_those_on_one() {
    let Some(_alone) = device() else { return };
    let budget = budget();
    let test = |((system, formula), kind): ((System, Formula), usize)| {
        let (count, small) = [(2, false), (1, true), (2, true)][kind];
        let cards = Cards { count, memory: 1 << 30, small };
        let (divided, whole) = (Gpu::on_cards(&system, cards), Gpu::new(&system));
        if whole.supports(&formula).is_err() {
            return Err(TestCaseError::reject("it is about how states are reached"));
        }
        let figures = |engine: &Gpu| {
            let found = engine.explore(&budget, &Silent);
            found.map(|found| {
                let counts = (found.states, found.transitions, found.deadlocks, found.faults);
                (counts, found.depth, found.initial, found.cut)
            })
        };
        prop_assert_eq!(figures(&divided), figures(&whole));
        let asked = property(formula.clone());
        let ours = divided.check(&asked, &budget, &Silent).verdict;
        let known = whole.check(&asked, &budget, &Silent).verdict;
        prop_assert_eq!(ours.word(), known.word(), "{:?}", ours);
        if let (Verdict::Violated(ours), Verdict::Violated(known)) = (&ours, &known) {
            prop_assert_eq!(ours.trace.steps.len(), known.trace.steps.len());
            let interpreter = Interpreter::new(&system).with_int_bound(budget.int_bound);
            prop_assert_eq!(judge(&interpreter, &formula, ours), Ok(()));
        }
        Ok(())
    };
    runner(18).run(&(questions(Fragment::Invariant), 0..3_usize), test).unwrap();
}

#[test]
fn runs_longer_than_stamps_are_rebuilt() {
    let Some(_alone) = device() else { return };
    // 61 bits leave three for the stamp, and so six levels that are told apart.
    let mut system = counters(1, 40);
    wide(&mut system, 11, 5);
    let no_end = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
    let interpreter = Interpreter::new(&system);
    for engine in
        [Gpu::new(&system), Gpu::on_cards(&system, Cards { count: 2, memory: 1 << 30, small: false })]
    {
        let verdict = engine.check(&no_end, &budget(), &Silent).verdict;
        let Verdict::Violated(found) = verdict else { panic!("{verdict:?}") };
        assert_eq!(found.trace.steps.len(), 40);
        assert_eq!(judge(&interpreter, &no_end.formula, &found), Ok(()));
    }
}

/// Counters beside variables that no rule changes but that could have any value, as far as anybody can tell.
fn wide(counters: &mut System, count: usize, bits: u32) {
    for number in 0..count {
        let ty = Type::Range { lo: 0, hi: (1 << bits) - 1 };
        let name = format!("wide{number}");
        let var = counters.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
        let exprs = &mut counters.exprs;
        let (value, start) = (exprs.var(var), exprs.int((1 << bits) - 1 - number as i64));
        let start = exprs.eq(value, start);
        counters.init = exprs.and([counters.init, start]);
        let (counter, three) = (exprs.var(VarId(0)), exprs.int(3));
        let twice = exprs.binary(BinaryOp::Add, counter, counter);
        let guard = exprs.eq(twice, three);
        let updates = vec![Update { var, index: None, value: exprs.choice(0, Sort::Int) }];
        let choices = vec![Choice { name: "any".to_string(), ty, agent: None }];
        add_rule(counters, format!("never {number}"), choices, guard, updates);
    }
}

#[test]
fn states_of_two_three_and_more_words_are_told_apart() {
    let Some(_alone) = device() else { return };
    for count in [1, 2, 5, 9] {
        let mut system = counters(4, 9);
        wide(&mut system, count, 50);
        let layout = SearchProgram::new(&system, None, 3).unwrap().layout;
        assert_eq!(layout.words, count + 1, "each has a word of its own beside the counters");
        let engine = Gpu::new(&system);
        let found = engine.explore(&budget(), &Silent).unwrap();
        assert_eq!((found.states, found.deadlocks, found.depth), (10_000, 1, 36), "{count}");
        // What was explored is looked at again.
        let no_end = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
        let verdict = engine.check(&no_end, &budget(), &Silent).verdict;
        let Verdict::Violated(found) = verdict else { panic!("{verdict:?}") };
        assert_eq!(found.trace.steps.len(), 36);
        assert_eq!(judge(&Interpreter::new(&system), &no_end.formula, &found), Ok(()));
    }
}

#[test]
fn nobody_who_did_not_ask_waits_for_what_is_no_graphics_processor() {
    let Some(_alone) = device() else { return };
    let has_gpu = devices().unwrap().iter().any(|device| device.kind == DeviceKind::Gpu);
    let asked = property(Formula::Globally(Box::new(Formula::Faulty.not())));
    let system = counters(2, 2);
    let verdict = Gpu::on_graphics_processor(&system).check(&asked, &budget(), &Silent).verdict;
    match &verdict {
        Verdict::Holds(_) => assert!(has_gpu),
        Verdict::Unknown { reason, .. } => {
            assert!(!has_gpu && reason.contains("no graphics processor"), "{reason}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_who_did_not_ask_waits_for_a_driver_that_limits_have_no_room_for() {
    let asked = property(Formula::Globally(Box::new(Formula::Faulty.not())));
    let system = counters(2, 2);
    let soon = budget().timeout(Duration::from_secs(1));
    let mut little = budget();
    little.memory = Some(1);
    for tight in [soon, little] {
        let verdict = Gpu::on_graphics_processor(&system).check(&asked, &tight, &Silent).verdict;
        assert!(
            matches!(&verdict, Verdict::Unknown { reason, .. } if reason.contains("no room")),
            "{verdict:?}"
        );
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let Some(_alone) = device() else { return };
    let system = counters(8, 9);
    let asked = property(Formula::Globally(Box::new(Formula::Faulty.not())));
    let cancelled = budget();
    cancelled.cancel();
    let verdict = Gpu::new(&system).check(&asked, &cancelled, &Silent).verdict;
    assert!(
        matches!(&verdict, Verdict::Unknown { reason, .. } if reason.starts_with(Stop::Cancelled.reason())),
        "{verdict:?}"
    );
    let mut small = budget();
    small.memory = Some(1 << 20);
    let verdict = Gpu::new(&system).check(&asked, &small, &Silent).verdict;
    assert!(
        matches!(&verdict, Verdict::Unknown { reason, .. } if reason.starts_with(Stop::Memory.reason())),
        "{verdict:?}"
    );
    let mut shallow = budget();
    shallow.depth = Some(3);
    let verdict = Gpu::new(&system).check(&asked, &shallow, &Silent).verdict;
    assert!(matches!(verdict, Verdict::Bounded { .. }), "{verdict:?}");
}
