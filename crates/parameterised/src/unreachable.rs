//! A complete method for invariants with knowledge, where more agents can do all that fewer can: search
//! backwards from what the property excludes. Elsewhere the same search, made more generous, can still
//! prove.
//!
//! The fragment where it is complete: asynchronous, agent-environment and multi-role actions of any kind,
//! and role- or global-synchronous actions that are enabled in every local state of the roles concerned.
//! A synchronous action that some agent can block makes more agents able to do less, and is outside.

use synod_core::clock::Instant;
use synod_core::{Budget, Outcome, Property, Statistics, Stop, System, Verdict};

use crate::answer::{Conclusion, ParameterisedQuery, Reason, Trial, TrialSubject, TrialVerdict};
use crate::certificate::{Certificate, Refused};
use crate::coverability::{Coverability, backwards};
use crate::formula::IndexedProperty;
use crate::fragment::Fragment;
use crate::petri_net::{Configuration, Net};
use crate::reach::Reach;
use crate::template::*;
use crate::verification::{Verification, Violation};
use crate::verify::undecided;
use crate::views::Views;

/// Decides the property by searching backwards, if it is an invariant; `None` if that says nothing.
pub(crate) fn decide(
    verification: &mut Verification<Interleaved>,
    fragment: &Fragment,
) -> Result<Option<Conclusion>, Violation> {
    if !fragment.invariant || !verification.family.is_environment_listed() {
        return Ok(None);
    }
    let begin = Instant::now();
    let (family, property) = (verification.family, verification.property);
    let reach = Reach::of(family);
    let net = Net::of(family, &reach);
    let mut basis: Vec<Configuration> = Vec::new();
    // An instance of this size can reach every view that was found to be reachable.
    let mut enough = verification.least.clone();
    let budget = verification.budget;
    let mut possible = |targets: &[Configuration]| -> Result<bool, Stop> {
        match backwards(&net, targets.to_vec(), budget)? {
            Coverability::Reachable(start) => {
                for (size, place) in std::iter::zip(&mut enough, &net.initial) {
                    *size = (*size).max(start.counts[*place]);
                }
                Ok(true)
            }
            Coverability::Unreachable(excluded) => {
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
    let question = TrialSubject::Backwards { exact: net.exact };
    let asked = verification.asks(&enough);
    let mut tell = |verdict, reason| {
        let (states, elapsed) = (None, begin.elapsed());
        verification.trials.push(Trial { question: question.clone(), verdict, reason, states, elapsed });
    };
    match satisfied {
        Err(stop) => {
            tell(TrialVerdict::Unknown, Some(stop.reason().to_string()));
            Ok(None)
        }
        Ok(true) => {
            let certificate = certificate(family, &reach, basis);
            Ok(match certificate.check(family, property, budget) {
                Ok(()) => {
                    tell(TrialVerdict::Holds, None);
                    Some(Conclusion::Holds(Reason::Unreachable(Box::new(certificate))))
                }
                Err(Refused::Stopped(stop)) => {
                    tell(TrialVerdict::Unknown, Some(stop.reason().to_string()));
                    None
                }
                Err(Refused::Wrong(why)) => {
                    tell(
                        TrialVerdict::Unknown,
                        Some(format!("internal error: the proof was refused: {why}")),
                    );
                    None
                }
            })
        }
        Ok(false) if !net.exact => {
            tell(
                TrialVerdict::Unknown,
                Some("blocking agents are over-approximated: they may leave".to_string()),
            );
            Ok(None)
        }
        Ok(false) if !asked => {
            tell(
                TrialVerdict::Unknown,
                Some("it is violated with more agents of a role than there are".to_string()),
            );
            Ok(None)
        }
        Ok(false) => {
            tell(TrialVerdict::Violated, None);
            // Small instances have violations that are easier to read.
            verification.search(1..=2)?;
            let reason = verification.try_instance(&enough)?;
            let reason = reason.unwrap_or_else(|| "internal error: it should be violated".to_string());
            Ok(Some(undecided(verification, &enough, reason)))
        }
    }
}

impl Family<Interleaved> {
    /// A certificate for a property that holds for every size, if it is an invariant and the search finds
    /// one.
    pub fn certificate(&self, property: &IndexedProperty, budget: &Budget) -> Option<Certificate> {
        // Instances need not be asked.
        let nobody = |_: &System, _: &Property, _: &Budget| Outcome {
            verdict: Verdict::Unknown { reason: String::new(), advice: None },
            statistics: Statistics::default(),
            remarks: vec![],
        };
        let mut verification = Verification::new(self, ParameterisedQuery::new(property, &nobody, budget));
        match decide(&mut verification, &Fragment::of(property)) {
            Ok(Some(Conclusion::Holds(Reason::Unreachable(certificate)))) => Some(*certificate),
            _ => None,
        }
    }
}

/// What was found, with what the search took for granted: where nobody can get on his own.
fn certificate(family: &Family<Interleaved>, reach: &Reach, basis: Vec<Configuration>) -> Certificate {
    let unreached = |role: RoleId| {
        let reached = &reach.roles[role.0 as usize];
        let states = family.role(role).state_ids().filter(|state| !reached.contains(state));
        states.map(move |state| (role, state)).collect::<Vec<_>>()
    };
    let nowhere = family.environment().state_ids().filter(|state| !reach.environment.contains(state));
    Certificate { basis, nobody: family.role_ids().flat_map(unreached).collect(), nowhere: nowhere.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IndexedFormula;
    use crate::testing::models::{Writer, holds_of};
    use crate::testing::oracle;

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
        let mut verification = Verification::new(family, ParameterisedQuery::new(property, &oracle, &budget));
        match decide(&mut verification, &Fragment::of(property)) {
            Ok(Some(Conclusion::Holds(Reason::Unreachable(certificate)))) => *certificate,
            _ => panic!("not proved"),
        }
    }

    #[test]
    fn a_token_keeps_all_others_out() {
        let family = one_token();
        let certificate = proof(&family);
        assert_eq!(certificate.check(&family, &family.properties()[0], &Budget::unlimited()), Ok(()));
        let mut basis: Vec<(u32, Vec<u32>)> =
            certificate.basis.into_iter().map(|c| (c.environment.0, c.counts)).collect();
        basis.sort();
        // Somebody in while the token is free and another one could enter, or two.
        assert_eq!(basis, [(0, vec![0, 2]), (0, vec![1, 1]), (1, vec![0, 2])]);
    }
}
