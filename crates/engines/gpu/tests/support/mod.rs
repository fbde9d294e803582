//! What the tests on a device share: the device itself, and systems that grow.
#![allow(dead_code)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use synod_core::{
    Alternative, BinaryOp, Budget, Choice, ExprId, Mode, Observation, Part, Rule, System, Type, Update,
    Variable,
};
use synod_gpu::devices;

/// The device, for one test at a time: PoCL does not bear several threads that compile. `None` if there is none.
pub fn device() -> Option<MutexGuard<'static, ()>> {
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

pub fn budget() -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (1, 3);
    budget
}

pub fn add_rule(
    system: &mut System,
    name: String,
    choices: Vec<Choice>,
    guard: ExprId,
    updates: Vec<Update>,
) {
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
pub fn counters(count: usize, last: i64) -> System {
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
