//! A complete method for invariants with knowledge, where more agents can do all that fewer can: search
//! backwards from what the property excludes. Elsewhere the same search, made more generous, can still
//! prove.
//!
//! The fragment where it is complete: asynchronous, agent-environment and multi-role actions of any kind,
//! and role- or global-synchronous actions that are enabled in every local state of the roles concerned.
//! A synchronous action that some agent can block makes more agents able to do less, and is outside.

use std::time::Instant;

use synod_core::Stop;

use crate::answer::{Conclusion, Question, Reason, Trial};
use crate::backwards::{Backwards, backwards};
use crate::counting::{Configuration, Effect, Net, Transition};
use crate::formula::IndexedProperty;
use crate::fragment::Fragment;
use crate::inquiry::{Inquiry, Violation};
use crate::reach::Reach;
use crate::template::*;
use crate::verify::undecided;
use crate::views::Views;

/// A proof that holds for every size: a set of configurations, closed upwards, that can only be entered
/// from within, that no instance starts in, and outside of which the property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The least configurations of the set. Counts are for the local states of all roles, in order.
    pub basis: Vec<Configuration>,
}

impl Certificate {
    /// Checks the proof anew, by taking steps forwards.
    pub fn check(&self, family: &Family<Interleaved>, property: &IndexedProperty) -> Result<(), String> {
        let fragment = Fragment::of(property);
        if !fragment.invariant || fragment.universal.is_err() || !family.is_environment_listed() {
            return Err("the proof is not of a kind that can be checked".to_string());
        }
        let reach = Reach::of(family);
        let net = Net::of(family, &reach);
        let covers = |c: &Configuration| self.basis.iter().any(|b| c.covers(b));
        if self.basis.iter().any(|b| b.counts.len() != net.width) {
            return Err("a configuration of the proof has the wrong size".to_string());
        }
        if self.basis.iter().any(|b| net.is_initial(b)) {
            return Err("instances can start in the excluded set".to_string());
        }
        for target in &self.basis {
            for transition in &net.transitions {
                for (environment, _) in &transition.environment {
                    let enters = |counts: Vec<u32>| {
                        let from = Configuration { environment: *environment, counts };
                        transition.apply(&from).is_some_and(|to| to.covers(target)) && !covers(&from)
                    };
                    if candidates(transition, target).into_iter().any(enters) {
                        return Err("the excluded set can be entered".to_string());
                    }
                }
            }
        }
        let mut outside = |targets: &[Configuration]| Ok(!targets.iter().all(covers));
        let views = Views::new(family, property, &net, &reach, &mut outside);
        match views.map(|mut views| views.satisfy()) {
            Some(Ok(true)) => Ok(()),
            _ => Err("the property does not follow".to_string()),
        }
    }
}

/// Counts among which are all least ones that a transition takes to the target: those that differ from
/// it only at places which the transition touches, and there by no more than the transition can move.
fn candidates(transition: &Transition, target: &Configuration) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    match &transition.effect {
        Effect::Few(steps) => {
            let most = steps.len() as u32;
            for (place, count) in target.counts.iter().enumerate() {
                let touched = steps.iter().any(|(from, to)| *from == place || *to == place);
                let slack = if touched { most } else { 0 };
                all = extended(all, |_| count.saturating_sub(slack)..=count + slack);
            }
        }
        Effect::All(targets) => {
            for to in targets {
                // No more than arrive where they go.
                all = extended(all, |counts: &[u32]| {
                    let arrived = std::iter::zip(counts, targets).filter(|(_, other)| *other == to);
                    let arrived: u32 = arrived.map(|(count, _)| count).sum();
                    0..=to.map_or(0, |to| target.counts[to].saturating_sub(arrived))
                });
            }
        }
    }
    all
}

/// All lists with one count more, from a range that may depend on those before it.
fn extended(lists: Vec<Vec<u32>>, range: impl Fn(&[u32]) -> std::ops::RangeInclusive<u32>) -> Vec<Vec<u32>> {
    let with = |counts: &[u32], count: u32| counts.iter().copied().chain([count]).collect();
    lists.iter().flat_map(|counts| range(counts).map(move |n| with(counts, n))).collect()
}

/// Decides the property by searching backwards, if it is an invariant; `None` if that says nothing.
pub(crate) fn decide(
    inquiry: &mut Inquiry<Interleaved>,
    fragment: &Fragment,
) -> Result<Option<Conclusion>, Violation> {
    if !fragment.invariant || !inquiry.family.is_environment_listed() {
        return Ok(None);
    }
    let begin = Instant::now();
    let (family, property) = (inquiry.family, inquiry.property);
    let reach = Reach::of(family);
    let net = Net::of(family, &reach);
    let mut basis: Vec<Configuration> = Vec::new();
    // An instance of this size can reach every view that was found to be reachable.
    let mut enough = inquiry.least.clone();
    let budget = inquiry.budget;
    let mut possible = |targets: &[Configuration]| -> Result<bool, Stop> {
        match backwards(&net, targets.to_vec(), budget)? {
            Backwards::Reachable(start) => {
                for (size, place) in std::iter::zip(&mut enough, &net.initial) {
                    *size = (*size).max(start.counts[*place]);
                }
                Ok(true)
            }
            Backwards::Unreachable(excluded) => {
                for next in excluded {
                    if !basis.iter().any(|known| next.covers(known)) {
                        basis.retain(|known| !known.covers(&next));
                        basis.push(next);
                    }
                }
                Ok(false)
            }
        }
    };
    let Some(satisfied) =
        Views::new(family, property, &net, &reach, &mut possible).map(|mut views| views.satisfy())
    else {
        return Ok(None);
    };
    let question = Question::Backwards { exact: net.exact };
    let asked = inquiry.asks(&enough);
    let mut tell = |verdict, reason| {
        let (states, elapsed) = (None, begin.elapsed());
        inquiry.trials.push(Trial { question: question.clone(), verdict, reason, states, elapsed });
    };
    match satisfied {
        Err(stop) => {
            tell("unknown", Some(stop.reason().to_string()));
            Ok(None)
        }
        Ok(true) => {
            let certificate = Certificate { basis };
            Ok(match certificate.check(family, property) {
                Ok(()) => {
                    tell("holds", None);
                    Some(Conclusion::Holds(Reason::Unreachable(Box::new(certificate))))
                }
                Err(complaint) => {
                    tell("unknown", Some(format!("internal error: the proof was refused: {complaint}")));
                    None
                }
            })
        }
        Ok(false) if !net.exact => {
            tell("unknown", Some("agents that block others are taken to vanish".to_string()));
            Ok(None)
        }
        Ok(false) if !asked => {
            tell("unknown", Some("it is violated with more agents of a role than there are".to_string()));
            Ok(None)
        }
        Ok(false) => {
            tell("violated", None);
            // Small instances have violations that are easier to read.
            inquiry.search(1..=2)?;
            let reason = inquiry.try_instance(&enough)?;
            let reason = reason.unwrap_or_else(|| "internal error: it should be violated".to_string());
            Ok(Some(undecided(inquiry, &enough, reason)))
        }
    }
}

#[cfg(test)]
mod tests {
    use synod_core::Budget;

    use super::*;
    use crate::testing::models::{Writer, holds_of};
    use crate::testing::oracle;
    use crate::{IndexedFormula, Limits};

    /// Whoever is in has the only token.
    fn one_token() -> Family<Interleaved> {
        let mut w = Writer::new("one token");
        let agent = w.role("Agent", &["out", "in"]);
        w.environment(&["free", "taken"]);
        w.action("enter", Kind::AgentEnvironment(agent));
        w.action("leave", Kind::AgentEnvironment(agent));
        w.environment_moves(&[("free", "enter", "taken"), ("taken", "leave", "free")]);
        w.moves(agent, &[("out", "enter", "in"), ("in", "leave", "out")]);
        let inside = w.proposition("inside", agent, &["in"]);
        let both = IndexedFormula::And(vec![holds_of(inside, 0), holds_of(inside, 1)]);
        w.property(&[agent, agent], both.not().always());
        w.finish()
    }

    fn proof(family: &Family<Interleaved>) -> Certificate {
        let (property, budget) = (&family.properties()[0], Budget::unlimited());
        let mut inquiry = Inquiry::new(family, property, &oracle, Limits::default(), &budget);
        match decide(&mut inquiry, &Fragment::of(property)) {
            Ok(Some(Conclusion::Holds(Reason::Unreachable(certificate)))) => *certificate,
            _ => panic!("not proved"),
        }
    }

    #[test]
    fn a_token_keeps_all_others_out() {
        let family = one_token();
        let certificate = proof(&family);
        assert_eq!(certificate.check(&family, &family.properties()[0]), Ok(()));
        let mut basis: Vec<(u32, Vec<u32>)> =
            certificate.basis.into_iter().map(|c| (c.environment.0, c.counts)).collect();
        basis.sort();
        // Somebody in while the token is free and another one could enter, or two.
        assert_eq!(basis, [(0, vec![0, 2]), (0, vec![1, 1]), (1, vec![0, 2])]);
    }

    #[test]
    fn a_proof_with_a_hole_is_refused() {
        let family = one_token();
        let certificate = proof(&family);
        for hole in 0..certificate.basis.len() {
            let mut damaged = certificate.clone();
            damaged.basis.remove(hole);
            assert!(damaged.check(&family, &family.properties()[0]).is_err());
            let mut damaged = certificate.clone();
            damaged.basis[hole].counts = vec![0, 0];
            assert!(damaged.check(&family, &family.properties()[0]).is_err());
        }
    }
}
