//! The answers expected for the families of the literature.

use synod_core::Budget;

use super::{Judge, holds, models, oracle};
use crate::template::*;
use crate::*;

fn verify(family: &Family<Interleaved>) -> ParameterisedAnswer {
    family.verify(ParameterisedQuery::new(&family.properties()[0], &oracle, &Budget::unlimited()))
}

fn violated_at(answer: &ParameterisedAnswer) -> &[u32] {
    match &answer.conclusion {
        Conclusion::Violated { sizes, .. } => sizes,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_train_gate_is_safe_by_the_cutoff_of_sgs() {
    let answer = verify(&models::train_gate());
    let Conclusion::Holds(Reason::Cutoff { class: Class::Sgs, sizes }) = &answer.conclusion else {
        panic!("{:?}", answer.conclusion)
    };
    assert_eq!((sizes, &answer.domain), (&vec![2, 2], &vec![2, 2]));
    let sfe = answer.classes[0].cutoff.as_ref().unwrap_err();
    assert_eq!(sfe.to_string(), "the action `p_enter` is agent-environment");
}

#[test]
fn robots_do_not_know_what_was_found() {
    let answer = verify(&models::foraging());
    assert_eq!(violated_at(&answer), [1, 1]);
    assert_eq!(answer.classes[2].cutoff, Ok(vec![2, 3]));
}

#[test]
fn instances_without_a_rest_are_not_forgotten() {
    let family = models::boundary();
    assert_eq!(violated_at(&verify(&family)), [1]);
    let property = &family.properties()[0];
    assert!((2..=4).all(|n| holds(&family, property, &[n])));
}

#[test]
fn agents_are_tested_after_renaming() {
    let answer = verify(&models::rename_first());
    let sgs = answer.classes[1].cutoff.as_ref().unwrap_err().to_string();
    assert_eq!(
        sgs,
        "there is no agent-environment simulation: at the start, an agent of `P` in s0 may perform `c` when the \
         environment is in e1, not only when it is in e0"
    );
    assert_eq!(violated_at(&answer), [3]);
}

#[test]
fn guards_are_demanded() {
    let answer = verify(&models::unguarded());
    let smr = answer.classes[2].cutoff.as_ref().unwrap_err().to_string();
    assert_eq!(smr, "the multi-role action `m` moves both roles: s0 to s1, l to dead");
    assert_eq!(violated_at(&answer), [1, 3]);
}

#[test]
fn robots_with_a_shared_sensor_stop_in_time_by_the_cutoff_of_sfe() {
    let family = models::shared_sensor();
    let answer = verify(&family);
    let Conclusion::Holds(Reason::Cutoff { class: Class::Sfe, sizes }) = &answer.conclusion else {
        panic!("{:?}", answer.conclusion)
    };
    assert_eq!(sizes, &[1, 1]);
    for sizes in [[2, 2], [3, 3], [1, 4]] {
        assert!(holds(&family, &family.properties()[0], &sizes));
    }
}

#[test]
fn autonomous_robots_never_notice_each_other() {
    let family = models::autonomous_robots();
    let property = &family.properties()[0];
    let answer = family.verify(ParameterisedQuery::new(property, &oracle, &Budget::unlimited()));
    let Conclusion::Holds(Reason::Independent { sizes }) = &answer.conclusion else {
        panic!("{:?}", answer.conclusion)
    };
    assert_eq!(sizes, &[2]);
    assert!((2..=3).all(|n| holds(&family, property, &[n])));
}

#[test]
fn a_loop_needs_more_agents_than_its_unfoldings() {
    // True below q (K + 1) + 1 agents, false from there on.
    for (q, k) in [(1, 1), (2, 1), (1, 2)] {
        let family = models::tired_workers(q, k);
        let property = &family.properties()[0];
        let flip = q * (k + 1) + 1;
        assert!((1..flip).all(|n| holds(&family, property, &[n])), "{q} {k}");
        assert!((flip..=flip + 1).all(|n| !holds(&family, property, &[n])), "{q} {k}");
        let limits = Limits { more_agents: 0, ..Limits::default() };
        let answer =
            family.verify(ParameterisedQuery::new(property, &oracle, &Budget::unlimited()).within(limits));
        assert_eq!(violated_at(&answer), [flip]);
    }
}

#[test]
fn a_run_of_many_agents_is_followed_without_a_search() {
    for (q, k) in [(2, 2), (3, 4)] {
        let family = models::tired_workers(q, k);
        let property = &family.properties()[0];
        let limits = Limits { more_agents: 0, ..Limits::default() };
        let answer =
            family.verify(ParameterisedQuery::new(property, &Judge, &Budget::unlimited()).within(limits));
        assert_eq!(violated_at(&answer), [q * (k + 1) + 1]);
        let instances = answer.trials.iter().filter(|t| matches!(t.question, TrialSubject::Instance(_)));
        assert_eq!(instances.count(), 3, "the least and two more");
    }
}

#[test]
fn two_workers_do_what_one_alone_does_not() {
    let family = models::boundary();
    let property = &family.properties()[0];
    let (_, emergence) = family.emergence(ParameterisedQuery::new(property, &oracle, &Budget::unlimited()));
    let Emergence::From { sizes, fewer, .. } = emergence else { panic!("{emergence:?}") };
    assert_eq!((sizes, fewer), (vec![2], vec![Some(Fewer::Violated(vec![1]))]));
}

#[test]
fn violations_stay_when_agents_may_stand_still() {
    let family = models::unguarded();
    let property = &family.properties()[0];
    let (_, emergence) = family.emergence(ParameterisedQuery::new(property, &oracle, &Budget::unlimited()));
    let Emergence::Never { sizes, because } = emergence else { panic!("{emergence:?}") };
    assert_eq!((sizes, because), (vec![1, 3], Persistence::StandStill));
}

#[test]
fn robots_that_signal_halt_together() {
    let family = models::signalling_robots();
    let verify = |n: usize| {
        family
            .verify(ParameterisedQuery::new(&family.properties()[n], &oracle, &Budget::unlimited()))
            .conclusion
    };
    let Conclusion::Holds(Reason::Covered(covers)) = verify(0) else { panic!() };
    assert_eq!(covers.len(), 2);
    let Conclusion::Violated { sizes, .. } = verify(1) else { panic!() };
    assert_eq!(sizes, [2]);
}
