//! Random families: whatever the procedures conclude has to agree with every instance of a size that can
//! be explored. `SYNOD_CASES` says how many families of each kind are tried.

use std::time::Duration;

use synod_core::Budget;

use super::generate::{Flavour, family, synchronous};
use super::{Judge, holds, oracle};
use crate::classes::Corrections;
use crate::template::*;
use crate::verification::Verification;
use crate::verify::{Procedures, answer};
use crate::*;

/// All sizes from the least ones up to these.
pub(crate) fn all_sizes(least: &[u32], most: &[u32]) -> Vec<Sizes> {
    let mut all = vec![vec![]];
    for (low, high) in std::iter::zip(least, most) {
        let with = |sizes: &Sizes, n: u32| sizes.iter().copied().chain([n]).collect::<Sizes>();
        all = all.iter().flat_map(|sizes| (*low..=*high).map(move |n| with(sizes, n))).collect();
    }
    all
}

pub(crate) fn cases(default: u64) -> u64 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

pub(crate) const LIMITS: Limits = Limits { threshold: 2, more_agents: 2, attempt: Duration::from_secs(600) };

/// What the procedures conclude, and the first instance that disagrees with it.
pub(crate) fn disagreement(
    family: &Family<Interleaved>,
    corrections: Corrections,
    beyond: u32,
) -> (ParameterisedAnswer, Option<Sizes>) {
    let property = &family.properties()[0];
    let budget = Budget::unlimited();
    let answer = answer(
        &mut Verification::new(family, ParameterisedQuery::new(property, &oracle, &budget).within(LIMITS)),
        corrections,
    );
    let largest = |role: usize| match &answer.conclusion {
        Conclusion::Holds(Reason::Cutoff { sizes, .. }) => sizes[role],
        _ => answer.domain[role] + 1,
    };
    let most: Sizes = (0..answer.domain.len()).map(|role| largest(role) + beyond).collect();
    let wrong = match &answer.conclusion {
        Conclusion::Unknown { .. } => None,
        Conclusion::Violated { sizes, .. } => holds(family, property, sizes).then(|| sizes.clone()),
        Conclusion::Holds(_) => {
            all_sizes(&answer.domain, &most).into_iter().find(|sizes| !holds(family, property, sizes))
        }
    };
    (answer, wrong)
}

fn conclusions_agree_with_instances(flavour: Flavour, default: u64) {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(default) {
        let family = family(seed, flavour);
        let (answer, wrong) = disagreement(&family, Corrections::ALL, 2);
        assert_eq!(wrong, None, "seed {seed}: {:?}", answer.conclusion);
        let reason = match &answer.conclusion {
            Conclusion::Holds(Reason::Cutoff { class, .. }) => class.name(),
            Conclusion::Holds(Reason::Covered(_)) => "covered",
            Conclusion::Holds(Reason::Unreachable(_)) => "unreachable",
            other => other.word(),
        };
        *words.entry(reason).or_insert(0) += 1;
    }
    // Seen with `--nocapture`.
    println!("{flavour:?}: {words:?}");
    assert!(words.len() > 1, "{words:?}");
}

#[test]
fn conclusions_by_sfe_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Sfe), 60);
}

#[test]
fn conclusions_by_sgs_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Sgs), 60);
}

#[test]
fn conclusions_by_smr_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Of(Class::Smr), 60);
}

#[test]
fn conclusions_without_a_class_agree_with_instances() {
    conclusions_agree_with_instances(Flavour::Any, 60);
}

/// Fixes the size of the first role, and asks for all sizes of the others.
fn mixed_sizes_agree_with_instances<D: Procedures>(families: impl Fn(u64) -> Family<D>) {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(60) {
        let mut family = families(seed);
        if family.roles().len() < 2 {
            continue;
        }
        let property = &family.properties()[0].clone();
        let size = family.indices(property)[0].max(1) + (seed % 3) as u32;
        family.fixed.insert(RoleId(0), size);
        let (answer, emergence) =
            family.emergence(ParameterisedQuery::new(property, &Judge, &Budget::unlimited()).within(LIMITS));
        assert_eq!(answer.domain[0], size);
        let most: Sizes = answer.domain.iter().map(|n| n + 2).collect();
        let all = all_sizes(&answer.domain, &most).into_iter().filter(|sizes| sizes[0] == size);
        let verdicts: Vec<(Sizes, bool)> =
            all.map(|sizes| (sizes.clone(), holds(&family, property, &sizes))).collect();
        match &answer.conclusion {
            Conclusion::Holds(_) => assert!(verdicts.iter().all(|(_, holds)| *holds), "seed {seed}"),
            Conclusion::Violated { sizes, .. } => {
                assert_eq!(sizes[0], size, "seed {seed}");
                assert!(!holds(&family, property, sizes), "seed {seed}");
            }
            Conclusion::Unknown { .. } => {}
        }
        if let Emergence::From { sizes, .. } | Emergence::Never { sizes, .. } = &emergence {
            assert_eq!(sizes[0], size, "seed {seed}");
        }
        emergence_agrees(seed, &emergence, &verdicts);
        *words.entry(answer.conclusion.word()).or_insert(0) += 1;
    }
    println!("mixed sizes: {words:?}");
    assert!(words.len() > 1, "{words:?}");
}

#[test]
fn conclusions_about_mixed_sizes_agree_with_instances() {
    for flavour in [Flavour::Any, Flavour::Of(Class::Sgs), Flavour::Of(Class::Smr)] {
        mixed_sizes_agree_with_instances(|seed| family(seed, flavour));
    }
}

#[test]
fn conclusions_about_mixed_sizes_of_synchronous_families_agree_with_instances() {
    mixed_sizes_agree_with_instances(synchronous);
}

#[test]
fn conclusions_about_synchronous_families_agree_with_instances() {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(60) {
        let family = synchronous(seed);
        let property = &family.properties()[0];
        let (answer, emergence) =
            family.emergence(ParameterisedQuery::new(property, &Judge, &Budget::unlimited()).within(LIMITS));
        let most: Sizes = answer.domain.iter().map(|n| n + 2).collect();
        let verdicts: Vec<(Sizes, bool)> = all_sizes(&answer.domain, &most)
            .into_iter()
            .map(|sizes| (sizes.clone(), holds(&family, property, &sizes)))
            .collect();
        match &answer.conclusion {
            Conclusion::Holds(_) => assert!(verdicts.iter().all(|(_, holds)| *holds), "seed {seed}"),
            Conclusion::Violated { sizes, .. } => assert!(!holds(&family, property, sizes), "seed {seed}"),
            Conclusion::Unknown { .. } => {}
        }
        emergence_agrees(seed, &emergence, &verdicts);
        *words.entry(answer.conclusion.word()).or_insert(0) += 1;
    }
    println!("synchronous: {words:?}");
    assert!(words.len() > 1, "{words:?}");
}

/// Whether what is said to hold, or to fail, from some size on does.
fn emergence_agrees(seed: u64, emergence: &Emergence, verdicts: &[(Sizes, bool)]) {
    let (from, expected) = match emergence {
        Emergence::From { sizes, .. } => (sizes, true),
        Emergence::Never { sizes, .. } => (sizes, false),
        Emergence::Unknown { .. } => return,
    };
    let beyond = |sizes: &Sizes| std::iter::zip(sizes, from).all(|(n, from)| n >= from);
    for (sizes, holds) in verdicts.iter().filter(|(sizes, _)| beyond(sizes)) {
        assert_eq!(*holds, expected, "seed {seed}: {emergence:?} at {sizes:?}");
    }
}

#[test]
fn what_emerges_stays() {
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(60) {
        let family = family(seed, Flavour::Any);
        let property = &family.properties()[0];
        let (answer, emergence) =
            family.emergence(ParameterisedQuery::new(property, &oracle, &Budget::unlimited()).within(LIMITS));
        let most: Sizes = answer.domain.iter().map(|n| n + 3).collect();
        let verdicts: Vec<(Sizes, bool)> = all_sizes(&answer.domain, &most)
            .into_iter()
            .map(|sizes| (sizes.clone(), holds(&family, property, &sizes)))
            .collect();
        emergence_agrees(seed, &emergence, &verdicts);
        let word = match &emergence {
            Emergence::From { sizes, .. } if *sizes == answer.domain => "always",
            Emergence::From { .. } => "from",
            Emergence::Never { because: Persistence::Simulation, .. } => "never, by simulation",
            Emergence::Never { .. } => "never",
            Emergence::Unknown { .. } => "unknown",
        };
        *words.entry(word).or_insert(0) += 1;
    }
    println!("emergence: {words:?}");
    assert!(words.len() > 2, "{words:?}");
}

#[test]
fn the_search_backwards_agrees_with_instances() {
    let budget = Budget::unlimited();
    let mut words = std::collections::BTreeMap::new();
    for seed in 0..cases(60) {
        let family = family(seed, Flavour::Any);
        let property = &family.properties()[0];
        let fragment = Fragment::of(property);
        if !fragment.invariant {
            continue;
        }
        let mut verification =
            Verification::new(&family, ParameterisedQuery::new(property, &oracle, &budget).within(LIMITS));
        let word = match unreachable::decide(&mut verification, &fragment) {
            Ok(Some(Conclusion::Holds(Reason::Unreachable(certificate)))) => {
                assert_eq!(certificate.check(&family, property, &Budget::unlimited()), Ok(()));
                let most: Sizes = verification.least.iter().map(|n| n + 2).collect();
                let mut sizes = all_sizes(&verification.least, &most).into_iter();
                assert!(sizes.all(|sizes| holds(&family, property, &sizes)), "seed {seed}");
                "holds"
            }
            Ok(None) => "nothing",
            Ok(other) => panic!("seed {seed}: {other:?}"),
            Err(_) => "violated",
        };
        *words.entry(word).or_insert(0) += 1;
    }
    println!("backwards: {words:?}");
    assert!(words.len() > 2, "{words:?}");
}
