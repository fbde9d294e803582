//! The cluster engine agrees with the explicit engine on random systems and formulas: verdicts, counts, and runs that the
//! interpreter accepts; on threads, and on processes that exchange states over the network.

use std::cell::Cell;

use proptest::prelude::*;
use synod_cluster::{Cluster, ClusterOptions, Launch, SharedCluster};
use synod_core::{Budget, Engine, Formula, Silent, System, Verdict};
use synod_explicit::Explicit;
use synod_passes::under_fairness;
use synod_simulate::{Interpreter, judge};
use synod_testing::{Fragment, fair_questions, property, runner};

fn cluster(processes: usize) -> SharedCluster {
    let options = ClusterOptions { processes, launch: Some(Launch::Thread), ..ClusterOptions::alone() };
    SharedCluster::new(options)
}

fn budget(threads: usize) -> Budget {
    let mut budget = Budget::unlimited();
    (budget.threads, budget.int_bound) = (threads, 3);
    budget
}

/// What both engines say of a formula.
fn compare(
    system: &System,
    formula: &Formula,
    cluster: &SharedCluster,
    budget: &Budget,
) -> Result<Verdict, TestCaseError> {
    let property = property(formula.clone());
    let explicit = Explicit::new(system).check(&property, budget, &Silent);
    let found = Cluster::new(system, Some(cluster)).check(&property, budget, &Silent);
    match (&explicit.verdict, &found.verdict) {
        (Verdict::Violated(_), Verdict::Violated(counterexample)) => {
            let interpreter = Interpreter::new(system).with_int_bound(budget.int_bound);
            let judged = judge(&interpreter, &under_fairness(formula, &system.fairness), counterexample);
            prop_assert_eq!(judged, Ok(()));
        }
        (Verdict::Holds(a), Verdict::Holds(b)) => {
            prop_assert_eq!(a, b);
            let figures = |s: &synod_core::Statistics| (s.states, s.transitions, s.depth);
            prop_assert_eq!(figures(&explicit.statistics), figures(&found.statistics));
            prop_assert_eq!(format!("{:?}", explicit.remarks), format!("{:?}", found.remarks));
        }
        (Verdict::Bounded { within: a }, Verdict::Bounded { within: b }) => prop_assert_eq!(a, b),
        (a, b) => prop_assert!(false, "explicit: {a:?}, cluster: {b:?}"),
    }
    Ok(found.verdict)
}

fn agree(cases: u32, processes: usize, threads: usize, depth: Option<u64>) {
    let (violated, holds) = (Cell::new(0), Cell::new(0));
    let shared = cluster(processes);
    let mut budget = budget(threads);
    budget.depth = depth;
    let test = |(system, formula): (System, Formula)| {
        // What is kept from one question to the next is another matter: here threads are started for each.
        let own = (processes == 1).then(|| cluster(1));
        match compare(&system, &formula, own.as_ref().unwrap_or(&shared), &budget)? {
            Verdict::Violated(_) => violated.set(violated.get() + 1),
            _ => holds.set(holds.get() + 1),
        }
        Ok(())
    };
    runner(cases).run(&fair_questions(Fragment::Linear), test).unwrap();
    let (violated, holds) = (violated.get(), holds.get());
    assert!(violated > cases / 10 && holds > cases / 10, "{violated} violated, {holds} hold");
}

#[test]
fn one_worker_agrees_with_the_explicit_engine() {
    agree(600, 1, 1, None);
}

#[test]
fn several_threads_agree_with_the_explicit_engine() {
    agree(200, 1, 3, None);
}

#[test]
fn several_processes_agree_with_the_explicit_engine() {
    agree(100, 2, 2, None);
    agree(50, 3, 6, None);
}

#[test]
fn a_bounded_search_looks_as_far_as_that_of_the_explicit_engine() {
    agree(200, 1, 2, Some(2));
}
