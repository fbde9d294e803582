//! The engine on a device agrees with explicit-state search: on figures, on verdicts, on the length of shortest runs. Where
//! there is no OpenCL these tests say that they were skipped, unless `SYNOD_NEEDS_OPENCL` is set: then they fail.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proptest::prelude::*;
use synod_core::{
    Alternative, BinaryOp, Budget, Choice, Engine, ExprId, Formula, Mode, Observation, Part, Rule, Silent,
    Sort, Stop, System, Type, Update, VarId, Variable, Verdict,
};
use synod_explicit::Explicit;
use synod_gpu::{Gpu, devices};
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, property, questions, runner, systems};

/// The device, for one test at a time: PoCL does not bear several threads that compile. `None` if there is none.
fn device() -> Option<MutexGuard<'static, ()>> {
    static ALONE: Mutex<()> = Mutex::new(());
    has_device().then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner))
}

fn has_device() -> bool {
    let usable = devices().map(|found| found.iter().any(|device| device.lacks.is_none()));
    let is_there = usable == Ok(true);
    if !is_there {
        assert!(
            std::env::var_os("SYNOD_NEEDS_OPENCL").is_none(),
            "there is no device with OpenCL: {usable:?}"
        );
        eprintln!("skipped: there is no device with OpenCL (install pocl-opencl-icd)");
    }
    is_there
}

fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (1, 3);
    budget
}

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
    runner(24).run(&systems(), test).unwrap();
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

fn add_rule(system: &mut System, name: String, choices: Vec<Choice>, guard: ExprId, updates: Vec<Update>) {
    let alternatives = vec![Alternative { guard, updates, action: None }].into();
    system.add_rule(Rule {
        name,
        choices,
        guard,
        parts: vec![Part { agent: None, alternatives }],
        observation: Observation::of(Mode::Local),
        span: Default::default(),
    });
}

/// Some counters that count to the same number, each by itself.
fn counters(count: usize, last: i64) -> System {
    let mut system = System::new("counters");
    for number in 0..count {
        let name = format!("n{number}");
        let ty = Type::Range { lo: 0, hi: last };
        let var = system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
        let exprs = &mut system.exprs;
        let (value, zero, one, most) = (exprs.var(var), exprs.int(0), exprs.int(1), exprs.int(last));
        let (start, guard, next) =
            (exprs.eq(value, zero), exprs.lt(value, most), exprs.binary(BinaryOp::Add, value, one));
        system.init = exprs.and([system.init, start]);
        let updates = vec![Update { var, index: None, value: next }];
        add_rule(&mut system, format!("count {number}"), vec![], guard, updates);
    }
    system
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
fn runs_longer_than_stamps_are_rebuilt() {
    let Some(_alone) = device() else { return };
    // 61 bits leave three for the stamp, and so six levels that are told apart.
    let mut system = counters(1, 40);
    for number in 0..11 {
        let ty = Type::Range { lo: 0, hi: 31 };
        let name = format!("wide{number}");
        let var = system.add_var(Variable { name, ty, len: None, owner: None, span: Default::default() });
        let exprs = &mut system.exprs;
        let (value, seven) = (exprs.var(var), exprs.int(7));
        let start = exprs.eq(value, seven);
        system.init = exprs.and([system.init, start]);
        // It could have other values, as far as anybody can tell without looking: twice a number is never 3.
        let (counter, three) = (exprs.var(VarId(0)), exprs.int(3));
        let twice = exprs.binary(BinaryOp::Add, counter, counter);
        let guard = exprs.eq(twice, three);
        let updates = vec![Update { var, index: None, value: exprs.choice(0, Sort::Int) }];
        let choices = vec![Choice { name: "any".to_string(), ty, agent: None }];
        add_rule(&mut system, format!("never {number}"), choices, guard, updates);
    }
    let no_end = property(Formula::Globally(Box::new(Formula::Deadlock.not())));
    let verdict = Gpu::new(&system).check(&no_end, &budget(), &Silent).verdict;
    let Verdict::Violated(found) = verdict else { panic!("{verdict:?}") };
    assert_eq!(found.trace.steps.len(), 40);
    let interpreter = Interpreter::new(&system);
    assert_eq!(judge(&interpreter, &no_end.formula, &found), Ok(()));
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
