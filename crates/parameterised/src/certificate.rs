//! Proofs for every size by what cannot be reached, and their judge. It reads the templates anew, and
//! shares no code with the search that finds the proofs.

use std::collections::BTreeSet;

use synod_core::{Budget, Stop};

use crate::formula::{IndexedFormula, IndexedProperty, VariableId};
use crate::fragment::Fragment;
use crate::petri_net::Configuration;
use crate::template::*;

/// A proof that holds for every size: a set of configurations that can only be entered from within, that no
/// instance starts in, and outside of which the property holds. Whatever has more agents than a
/// configuration of the set is in the set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The least configurations of the set, besides those below. Counts are for the local states of all
    /// roles, in order.
    pub basis: Vec<Configuration>,
    /// Local states where nobody ever is.
    pub nobody: Vec<(RoleId, StateId)>,
    /// States where the environment never is.
    pub nowhere: Vec<StateId>,
}

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no proof of the property.
    Wrong(String),
    /// There was not enough time to tell.
    Stopped(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Refused::Stopped(stop)
    }
}

impl Certificate {
    /// Whether it proves a property of a family.
    pub fn check(
        &self,
        family: &Family<Interleaved>,
        property: &IndexedProperty,
        budget: &Budget,
    ) -> Result<(), Refused> {
        let fragment = Fragment::of(property);
        if !fragment.invariant || fragment.universal.is_err() || !family.is_environment_listed() {
            return Err(wrong("only invariants of a listed environment are proved in this way"));
        }
        let judge = Judge::new(self, family, property, budget)?;
        judge.starts_outside()?;
        judge.is_entered_from_within()?;
        judge.follows(&property.formula)
    }
}

fn wrong(why: impl Into<String>) -> Refused {
    Refused::Wrong(why.into())
}

/// Some of the configurations of the set: those with this state of the environment, or any, and at least
/// so many agents everywhere.
type Target = (Option<StateId>, Vec<u32>);

struct Judge<'a> {
    family: &'a Family<Interleaved>,
    property: &'a IndexedProperty,
    budget: &'a Budget,
    /// Role and local state of each position of counts, in order.
    places: Vec<(RoleId, StateId)>,
    /// For each state of the environment the least counts that are excluded with it.
    excluded: Vec<Vec<&'a [u32]>>,
    /// For each position of counts, whether nobody is there.
    nobody: Vec<bool>,
    /// For each state of the environment, whether it is never in it.
    nowhere: Vec<bool>,
    targets: Vec<Target>,
}

impl<'a> Judge<'a> {
    fn new(
        certificate: &'a Certificate,
        family: &'a Family<Interleaved>,
        property: &'a IndexedProperty,
        budget: &'a Budget,
    ) -> Result<Self, Refused> {
        let places: Vec<(RoleId, StateId)> = family
            .role_ids()
            .flat_map(|role| family.role(role).state_ids().map(move |state| (role, state)))
            .collect();
        let states = family.environment().states.len();
        let mut judge = Judge {
            family,
            property,
            budget,
            nobody: vec![false; places.len()],
            places,
            excluded: vec![Vec::new(); states],
            nowhere: vec![false; states],
            targets: Vec::new(),
        };
        let strange = || wrong("it names something that the model does not have");
        for (role, state) in &certificate.nobody {
            let place = judge.place(*role, *state).ok_or_else(strange)?;
            judge.nobody[place] = true;
            judge.targets.push((None, judge.counts([place])));
        }
        for state in &certificate.nowhere {
            *judge.nowhere.get_mut(state.0 as usize).ok_or_else(strange)? = true;
            judge.targets.push((Some(*state), judge.counts([])));
        }
        for least in &certificate.basis {
            let with = judge.excluded.get_mut(least.environment.0 as usize).ok_or_else(strange)?;
            if least.counts.len() != judge.places.len() {
                return Err(strange());
            }
            with.push(&least.counts);
            judge.targets.push((Some(least.environment), least.counts.clone()));
        }
        Ok(judge)
    }

    fn place(&self, role: RoleId, state: StateId) -> Option<usize> {
        self.places.binary_search(&(role, state)).ok()
    }

    /// One agent at each of some places.
    fn counts(&self, agents: impl IntoIterator<Item = usize>) -> Vec<u32> {
        let mut counts = vec![0; self.places.len()];
        agents.into_iter().for_each(|place| counts[place] += 1);
        counts
    }

    /// Whether a configuration is in the set.
    fn excludes(&self, environment: StateId, counts: &[u32]) -> bool {
        let at_least = |least: &&[u32]| std::iter::zip(*least, counts).all(|(least, count)| count >= least);
        self.nowhere[environment.0 as usize]
            || std::iter::zip(&self.nobody, counts).any(|(nobody, count)| *nobody && *count > 0)
            || self.excluded[environment.0 as usize].iter().any(at_least)
    }

    /// No instance starts in the set: all agents are at the beginning, however many they are.
    fn starts_outside(&self) -> Result<(), Refused> {
        let begins = |template: &Template, state: StateId| template.initial.contains(&state);
        let starts = |(environment, counts): &Target| {
            environment.is_none_or(|environment| begins(self.family.environment(), environment))
                && std::iter::zip(&self.places, counts)
                    .all(|((role, state), count)| *count == 0 || begins(self.family.role(*role), *state))
        };
        match self.targets.iter().any(starts) {
            true => Err(wrong("an instance can start in an excluded configuration")),
            false => Ok(()),
        }
    }

    /// Every step into the set is one from within.
    fn is_entered_from_within(&self) -> Result<(), Refused> {
        for (action, shared) in self.family.dynamics().action_ids() {
            for target in &self.targets {
                self.budget.check(0)?;
                for counts in self.before(action, shared.kind, &target.1)? {
                    if let Some(environment) = self.enters(action, target, &counts) {
                        let from = self.family.environment().show_state(environment);
                        return Err(wrong(format!(
                            "the action `{}` leads into an excluded configuration, from environment {from}",
                            shared.name
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// A state of the environment with which an action leads from counts outside of the set into it.
    fn enters(&self, action: ActionId, target: &Target, counts: &[u32]) -> Option<StateId> {
        let leads = |from: &StateId| {
            let to = self.family.dynamics().environment_step(*from, action);
            to.is_some_and(|to| target.0.is_none_or(|wanted| wanted == to)) && !self.excludes(*from, counts)
        };
        self.family.environment().state_ids().find(leads)
    }

    /// The least counts from which agents that perform an action get to so many.
    fn before(&self, action: ActionId, kind: Kind, target: &[u32]) -> Result<Vec<Vec<u32>>, Refused> {
        let moves = |role: RoleId| {
            let from = move |(place, (of, state)): (usize, &(RoleId, StateId))| {
                let to = if *of == role { self.family.dynamics().step(role, *state, action) } else { None };
                Some((place, self.place(role, to?)?))
            };
            self.places.iter().enumerate().filter_map(from).collect::<Vec<(usize, usize)>>()
        };
        match kind {
            Kind::Asynchronous(role) | Kind::AgentEnvironment(role) => {
                let alone = |step: (usize, usize)| undone(target, &[step]);
                Ok(moves(role).into_iter().map(alone).collect())
            }
            Kind::MultiRole(first, second) => {
                let (first, second) = (moves(first), moves(second));
                let both = |one: (usize, usize)| {
                    second.iter().map(move |other| undone(target, &[one, *other])).collect::<Vec<_>>()
                };
                Ok(first.into_iter().flat_map(both).collect())
            }
            Kind::RoleSynchronous(_) | Kind::GlobalSynchronous => {
                let together: Vec<RoleId> =
                    self.family.role_ids().filter(|role| kind.needs_all(*role)).collect();
                let moves: Vec<(usize, usize)> = together.iter().flat_map(|role| moves(*role)).collect();
                self.all_back(&together, &moves, target)
            }
        }
    }

    /// The same where all agents of some roles move. Each agent of the target came from some place; and of
    /// each role there is somebody, who moved too.
    fn all_back(
        &self,
        together: &[RoleId],
        moves: &[(usize, usize)],
        target: &[u32],
    ) -> Result<Vec<Vec<u32>>, Refused> {
        let mut origins: Vec<Vec<usize>> = Vec::new();
        for (place, count) in target.iter().enumerate() {
            let origin = match together.contains(&self.places[place].0) {
                true => moves.iter().filter(|(_, to)| *to == place).map(|(from, _)| *from).collect(),
                false => vec![place],
            };
            origins.extend(std::iter::repeat_n(origin, *count as usize));
        }
        for role in together {
            let of_role = |place: usize| self.places[place].0 == *role;
            if !(0..target.len()).any(|place| of_role(place) && target[place] > 0) {
                origins.push(moves.iter().map(|(from, _)| *from).filter(|from| of_role(*from)).collect());
            }
        }
        let mut all = BTreeSet::from([self.counts([])]);
        for origin in &origins {
            self.budget.check(0)?;
            let with = |counts: &Vec<u32>, place: usize| {
                let mut counts = counts.clone();
                counts[place] += 1;
                counts
            };
            all =
                all.iter().flat_map(|counts| origin.iter().map(move |place| with(counts, *place))).collect();
        }
        Ok(all.into_iter().collect())
    }

    /// Whether a formula holds outside of the set: everywhere, or at the start.
    fn follows(&self, formula: &IndexedFormula) -> Result<(), Refused> {
        match formula {
            IndexedFormula::And(list) => list.iter().try_for_each(|part| self.follows(part)),
            IndexedFormula::AllRuns(inner) => self.follows(inner),
            IndexedFormula::Globally(inner) => match self.everywhere(inner, &|_| true)? {
                true => Ok(()),
                false => Err(wrong("the excluded configurations do not imply the property")),
            },
            other => {
                let first = |variable: &crate::IndexedVariable| self.family.role(variable.role).initial[0];
                let agents = self.property.variables.iter().map(first).collect();
                match self
                    .holds(other, &View { agents, environment: self.family.environment().initial[0] })?
                {
                    true => Ok(()),
                    false => Err(wrong("the property does not hold at the start")),
                }
            }
        }
    }

    /// Whether a formula holds wherever some views are outside of the set.
    fn everywhere(&self, formula: &IndexedFormula, among: &dyn Fn(&View) -> bool) -> Result<bool, Refused> {
        let mut view =
            View { agents: vec![StateId(0); self.property.variables.len()], environment: StateId(0) };
        // States of the environment that the formula does not see are looked at only if need be.
        let sees = formula.any(&mut |part| matches!(part, IndexedFormula::Environment(_)));
        loop {
            self.budget.check(0)?;
            if among(&view) && !self.holds(formula, &view)? && self.can_be(&view, sees) {
                return Ok(false);
            }
            if !self.next(&mut view, sees) {
                return Ok(true);
            }
        }
    }

    /// The next view, like the next number with so many digits.
    fn next(&self, view: &mut View, sees: bool) -> bool {
        let templates = self.property.variables.iter().map(|variable| self.family.role(variable.role));
        for (state, template) in std::iter::zip(&mut view.agents, templates) {
            state.0 += 1;
            if (state.0 as usize) < template.states.len() {
                return true;
            }
            *state = StateId(0);
        }
        view.environment.0 += 1;
        sees && (view.environment.0 as usize) < self.nowhere.len()
    }

    /// Whether agents can be seen in these local states, with this state of the environment or with any.
    fn can_be(&self, view: &View, with_this: bool) -> bool {
        let agents = std::iter::zip(&self.property.variables, &view.agents);
        let counts = self.counts(agents.filter_map(|(variable, state)| self.place(variable.role, *state)));
        match with_this {
            true => !self.excludes(view.environment, &counts),
            false => self.family.environment().state_ids().any(|state| !self.excludes(state, &counts)),
        }
    }

    fn holds(&self, formula: &IndexedFormula, view: &View) -> Result<bool, Refused> {
        let states = |proposition: &PropositionId| &self.family.proposition(*proposition).states;
        let agent = |variable: &VariableId, view: &View| view.agents[variable.0 as usize];
        Ok(match formula {
            IndexedFormula::Holds(proposition, variable) => {
                states(proposition).contains(&agent(variable, view))
            }
            IndexedFormula::Environment(proposition) => states(proposition).contains(&view.environment),
            IndexedFormula::Not(inner) => !self.holds(inner, view)?,
            IndexedFormula::And(list) => {
                let mut holds = true;
                for part in list {
                    holds = holds && self.holds(part, view)?;
                }
                holds
            }
            IndexedFormula::Or(list) => {
                let mut holds = false;
                for part in list {
                    holds = holds || self.holds(part, view)?;
                }
                holds
            }
            IndexedFormula::Knows(knower, inner) => {
                self.everywhere(inner, &|other| agent(knower, other) == agent(knower, view))?
            }
            _ => return Err(wrong("the property is not about single points")),
        })
    }
}

/// What is seen of the agents that a property names, and of the environment.
struct View {
    agents: Vec<StateId>,
    environment: StateId,
}

/// The least counts from which some agents, one from each first place to the second, get to so many.
fn undone(target: &[u32], steps: &[(usize, usize)]) -> Vec<u32> {
    let mut counts = target.to_vec();
    for (_, to) in steps {
        counts[*to] = counts[*to].saturating_sub(1);
    }
    for (from, _) in steps {
        counts[*from] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::{Writer, holds_of};

    /// Whoever is in has the only token; nobody can fly, and everybody hears the bell.
    fn one_token() -> Family<Interleaved> {
        let mut w = Writer::new("one token");
        let agent = w.role("Agent", &["out", "in", "up"]);
        w.environment(&["free", "taken", "lost"]);
        w.action("enter", Kind::AgentEnvironment(agent));
        w.action("leave", Kind::AgentEnvironment(agent));
        w.action("ring", Kind::RoleSynchronous(agent));
        w.action("fly", Kind::RoleSynchronous(agent));
        w.environment_moves(&[
            ("free", "enter", "taken"),
            ("taken", "leave", "free"),
            ("free", "ring", "free"),
            ("free", "fly", "lost"),
        ]);
        w.moves(
            agent,
            &[("out", "enter", "in"), ("in", "leave", "out"), ("out", "ring", "out"), ("in", "ring", "in")],
        );
        w.moves(agent, &[("up", "fly", "out")]);
        let inside = w.proposition("inside", agent, &["in", "up"]);
        let both = IndexedFormula::And(vec![holds_of(inside, 0), holds_of(inside, 1)]);
        w.property(&[agent, agent], both.not().always());
        let alone = holds_of(inside, 0).implies(holds_of(inside, 1).not().known_to(VariableId(0)));
        w.property(&[agent, agent], alone.always());
        w.finish()
    }

    fn excluding(least: &[(u32, [u32; 3])]) -> Certificate {
        let with = |(environment, counts): &(u32, [u32; 3])| Configuration {
            environment: StateId(*environment),
            counts: counts.to_vec(),
        };
        Certificate {
            basis: least.iter().map(with).collect(),
            nobody: vec![(RoleId(0), StateId(2))],
            nowhere: vec![StateId(2)],
        }
    }

    /// Nobody is in while the token is free, and never two.
    const PROOF: [(u32, [u32; 3]); 2] = [(0, [0, 1, 0]), (1, [0, 2, 0])];

    fn judged(certificate: &Certificate, property: usize) -> Result<(), Refused> {
        let family = one_token();
        certificate.check(&family, &family.properties()[property], &Budget::unlimited())
    }

    #[test]
    fn a_set_that_is_entered_from_within_only_proves() {
        for property in [0, 1] {
            assert_eq!(judged(&excluding(&PROOF), property), Ok(()));
        }
    }

    #[test]
    fn every_change_that_matters_is_refused() {
        let refused = |certificate: &Certificate| match judged(certificate, 0) {
            Err(Refused::Wrong(why)) => why,
            other => panic!("{other:?}"),
        };
        let enters = |action: &str| format!("the action `{action}` leads into an excluded configuration");
        let without_free = refused(&excluding(&PROOF[1..]));
        assert!(without_free.starts_with(&enters("enter")), "{without_free}");
        let without_taken = refused(&excluding(&PROOF[..1]));
        assert!(without_taken.starts_with(&enters("leave")), "{without_taken}");
        assert_eq!(refused(&excluding(&[])), "the excluded configurations do not imply the property");
        let at_start = refused(&excluding(&[(0, [1, 0, 0]), PROOF[0], PROOF[1]]));
        assert_eq!(at_start, "an instance can start in an excluded configuration");
        let one = refused(&excluding(&[PROOF[0], (1, [0, 1, 0])]));
        assert!(one.starts_with(&enters("enter")), "{one}");
        let flying = Certificate { nobody: vec![], ..excluding(&PROOF) };
        assert!(refused(&flying).starts_with(&enters("fly")));
        let lost = Certificate { nowhere: vec![], ..excluding(&PROOF) };
        assert_eq!(refused(&lost), "the excluded configurations do not imply the property");
        let strange = Certificate { nowhere: vec![StateId(3)], ..excluding(&PROOF) };
        assert_eq!(refused(&strange), "it names something that the model does not have");
    }

    #[test]
    fn what_is_more_than_needed_does_no_harm() {
        assert_eq!(judged(&excluding(&[PROOF[0], PROOF[1], (0, [1, 1, 0])]), 0), Ok(()));
    }
}
