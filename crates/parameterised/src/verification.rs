//! The verification of one property of one family: which instances and abstractions were checked, and what came of it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use synod_core::clock::Instant;
use synod_core::{Budget, Counterexample, Outcome, Stop, Verdict, threads};

use crate::abstraction::{Extent, Population};
use crate::answer::{
    Conclusion, Cover, Limits, Oracle, ParameterisedAnswer, ParameterisedQuery, Trial, TrialSubject,
    TrialVerdict,
};
use crate::classes::{Membership, Obstacle};
use crate::formula::IndexedProperty;
use crate::instance::{Instance, Steps};
use crate::template::{Family, Sizes};

/// What is known of an instance.
#[derive(Clone, Debug)]
pub(crate) enum InstanceVerdict {
    Holds,
    Violated(Box<Counterexample>),
    Unknown(String),
}

/// A violation of an instance, which ends every search.
pub(crate) struct Violation {
    pub sizes: Sizes,
    pub counterexample: Box<Counterexample>,
}

impl Violation {
    pub fn conclusion(self) -> Conclusion {
        Conclusion::Violated { sizes: self.sizes, counterexample: self.counterexample }
    }
}

/// What came of an attempt to prove a property by abstraction.
pub(crate) enum Covering {
    /// These stand for all sizes.
    Proved(Vec<Cover>),
    /// An abstraction has a violation, or is not decided.
    Failed { populations: Vec<Population>, counterexample: Option<Box<Counterexample>> },
    /// An instance is not decided, or an abstraction too large.
    Undecided,
}

/// How a family is abstracted: by populations and a threshold; not at all if that is too large.
pub(crate) type Abstraction<'a, D> = &'a dyn Fn(&Family<D>, &[Population], u32) -> Option<Instance>;

pub(crate) struct Verification<'a, D> {
    pub family: &'a Family<D>,
    pub property: &'a IndexedProperty,
    pub oracle: &'a dyn Oracle,
    pub budget: &'a Budget,
    pub indices: Sizes,
    /// The least sizes that are asked about: one agent of each role, and those that the property names, or
    /// as many as there are.
    pub least: Sizes,
    pub trials: Vec<Trial>,
    pub limits: Limits,
    /// Whether there are other ways to go than by instances.
    pub time_limited: bool,
    known: BTreeMap<Sizes, InstanceVerdict>,
}

impl<'a, D: Steps> Verification<'a, D> {
    pub fn new(family: &'a Family<D>, query: ParameterisedQuery<'a>) -> Self {
        let ParameterisedQuery { property, oracle, limits, budget } = query;
        let indices = family.indices(property);
        let least = family.least(property);
        let (trials, known) = (Vec::new(), BTreeMap::new());
        Verification {
            family,
            property,
            oracle,
            budget,
            indices,
            least,
            trials,
            limits,
            time_limited: false,
            known,
        }
    }

    fn ask(&mut self, instance: Instance, question: TrialSubject) -> InstanceVerdict {
        let budget = match question {
            TrialSubject::Instance(_) if !self.time_limited => self.budget.clone(),
            _ => self.budget.at_most(self.limits.attempt),
        };
        let (known, trial) = self.examine(instance, question, &budget);
        self.trials.extend(trial);
        known
    }

    fn examine(
        &self,
        mut instance: Instance,
        question: TrialSubject,
        budget: &Budget,
    ) -> (InstanceVerdict, Option<Trial>) {
        let begin = Instant::now();
        let Some(property) = instance.property(self.family, self.property) else {
            return (
                InstanceVerdict::Unknown("there are fewer agents than the property names".to_string()),
                None,
            );
        };
        let Outcome { verdict, statistics, .. } = self.oracle.check(&instance.system, &property, budget);
        let found = TrialVerdict::from(&verdict);
        let known = match verdict {
            Verdict::Holds(_) => InstanceVerdict::Holds,
            Verdict::Violated(counterexample) => InstanceVerdict::Violated(counterexample),
            Verdict::Bounded { within } => InstanceVerdict::Unknown(format!("no violation {within}")),
            Verdict::Unknown { reason, .. } => InstanceVerdict::Unknown(reason),
        };
        let reason = match &known {
            InstanceVerdict::Unknown(reason) => Some(reason.clone()),
            _ => None,
        };
        let (states, elapsed) = (statistics.states, begin.elapsed());
        (known, Some(Trial { question, verdict: found, reason, states, elapsed }))
    }

    /// What is known of an instance.
    pub fn instance(&mut self, sizes: &[u32]) -> InstanceVerdict {
        if let Some(known) = self.known.get(sizes) {
            return known.clone();
        }
        let known = match self.family.instance(sizes) {
            Ok(instance) => self.ask(instance, TrialSubject::Instance(sizes.to_vec())),
            Err(empty) => InstanceVerdict::Unknown(empty.to_string()),
        };
        if !self.time_limited || !matches!(known, InstanceVerdict::Unknown(_)) {
            self.known.insert(sizes.to_vec(), known.clone());
        }
        known
    }

    /// The same, with a violation as an error; `Some` reason if it is not known.
    pub fn try_instance(&mut self, sizes: &[u32]) -> Result<Option<String>, Violation> {
        match self.instance(sizes) {
            InstanceVerdict::Holds => Ok(None),
            InstanceVerdict::Unknown(reason) => Ok(Some(reason)),
            InstanceVerdict::Violated(counterexample) => {
                Err(Violation { sizes: sizes.to_vec(), counterexample })
            }
        }
    }

    /// So many agents of each role more than the property names, or as many as there are.
    pub fn from(&self, more: u32) -> Sizes {
        let fixed = self.family.role_ids().map(|role| self.family.fixed_size(role));
        std::iter::zip(fixed, &self.indices).map(|(fixed, m)| fixed.unwrap_or(m + more)).collect()
    }

    /// Whether instances of these sizes are asked about.
    pub fn asks(&self, sizes: &[u32]) -> bool {
        let mut roles = std::iter::zip(self.family.role_ids(), sizes);
        roles.all(|(role, size)| self.family.fixed_size(role).is_none_or(|fixed| fixed == *size))
    }

    /// The sizes that are asked about with so many agents more than these.
    pub fn sizes_with(&self, from: &[u32], more: u32) -> Vec<Sizes> {
        let mut all = sizes_with(from, more);
        all.retain(|sizes| self.asks(sizes));
        all
    }

    pub fn stopped(&self) -> Option<Stop> {
        self.budget.check(0).err()
    }

    /// Looks for a violation in instances with so many agents more than the least one.
    pub fn search(&mut self, more: RangeInclusive<u32>) -> Result<(), Violation> {
        let least = self.least.clone();
        self.search_from(&least, more)
    }

    /// The same, from other sizes on.
    pub fn search_from(&mut self, from: &[u32], more: RangeInclusive<u32>) -> Result<(), Violation> {
        let all: Vec<Sizes> = more.flat_map(|more| self.sizes_with(from, more)).collect();
        for together in all.chunks(self.budget.threads.max(1)) {
            if self.stopped().is_some() {
                return Ok(());
            }
            self.ask_together(together);
            for sizes in together {
                self.try_instance(sizes)?;
            }
        }
        Ok(())
    }

    /// Asks about several instances at the same time. Once one has a violation, those after it are not
    /// needed any more.
    fn ask_together(&mut self, together: &[Sizes]) {
        let open: Vec<&Sizes> = together.iter().filter(|sizes| !self.known.contains_key(*sizes)).collect();
        if open.len() < 2 || self.time_limited {
            return;
        }
        let threads = (self.budget.threads / open.len()).max(1);
        let part = |_: &&Sizes| {
            let mut part = self.budget.part();
            part.threads = threads;
            part
        };
        let parts: Vec<Budget> = open.iter().map(part).collect();
        let (verification, parts) = (&*self, parts.as_slice());
        let work = |number: usize| {
            let sizes = open[number];
            let instance = verification.family.instance(sizes).ok()?;
            let answer =
                verification.examine(instance, TrialSubject::Instance(sizes.clone()), &parts[number]);
            if let (InstanceVerdict::Violated(_), _) = answer {
                parts[number + 1..].iter().for_each(Budget::cancel);
            }
            Some(answer)
        };
        let answers = threads::each(open.len(), work);
        for (sizes, answer) in std::iter::zip(open, answers) {
            let Some((known, trial)) = answer else { return };
            let ends = matches!(known, InstanceVerdict::Violated(_));
            self.trials.extend(trial);
            self.known.insert(sizes.clone(), known);
            if ends {
                return;
            }
        }
    }

    /// Tries to prove the property for all sizes from these on, by the abstraction where every role has
    /// more agents than are tracked, and for the sizes it does not stand for by fixing the size of a role.
    pub fn cover(
        &mut self,
        abstraction: Abstraction<D>,
        from: &[u32],
        threshold: u32,
        empty_rest: bool,
    ) -> Result<Covering, Violation> {
        let mut covers = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        let given = self.family.role_ids().map(|role| self.family.fixed_size(role));
        let mut todo: Vec<Vec<Option<u32>>> = vec![given.collect()];
        while let Some(fixed) = todo.pop() {
            if !seen.insert(fixed.clone()) {
                continue;
            }
            let cover = if let Some(sizes) = fixed.iter().copied().collect::<Option<Sizes>>() {
                if self.try_instance(&sizes)?.is_some() {
                    return Ok(Covering::Undecided);
                }
                Cover { sizes: sizes.into_iter().map(Extent::Exactly).collect(), threshold: None }
            } else {
                let extents = self.extents(&fixed, threshold);
                let populations: Vec<Population> = std::iter::zip(&fixed, &self.indices)
                    .map(|(fixed, m)| Population { tracked: fixed.unwrap_or(*m), rest: fixed.is_none() })
                    .collect();
                let Some(instance) = abstraction(self.family, &populations, threshold) else {
                    return Ok(Covering::Undecided);
                };
                match self.ask(instance, TrialSubject::Abstraction(extents.clone(), threshold)) {
                    InstanceVerdict::Holds => {}
                    InstanceVerdict::Violated(counterexample) => {
                        return Ok(Covering::Failed { populations, counterexample: Some(counterexample) });
                    }
                    InstanceVerdict::Unknown(_) => {
                        return Ok(Covering::Failed { populations, counterexample: None });
                    }
                }
                Cover { sizes: extents, threshold: Some(threshold) }
            };
            covers.push(cover);
            for (role, free) in fixed.iter().enumerate().filter(|_| empty_rest) {
                if free.is_none() {
                    for size in from[role]..self.indices[role] + threshold {
                        let mut fixed = fixed.clone();
                        fixed[role] = Some(size);
                        todo.push(fixed);
                    }
                }
            }
        }
        Ok(Covering::Proved(covers))
    }

    /// The answer that came of an attempt.
    pub fn answer(
        &mut self,
        attempt: Result<Conclusion, Violation>,
        classes: Vec<Membership>,
        abstraction: Result<(), Obstacle>,
    ) -> ParameterisedAnswer {
        let conclusion = attempt.unwrap_or_else(Violation::conclusion);
        let (indices, domain) = (self.indices.clone(), self.least.clone());
        ParameterisedAnswer { indices, domain, conclusion, classes, abstraction, trials: self.trials.clone() }
    }

    /// The sizes that the abstraction with these fixed sizes stands for.
    fn extents(&self, fixed: &[Option<u32>], threshold: u32) -> Vec<Extent> {
        std::iter::zip(fixed, &self.indices)
            .map(|(fixed, m)| match fixed {
                Some(size) => Extent::Exactly(*size),
                None => Extent::AtLeast(m + threshold),
            })
            .collect()
    }
}

/// All sizes with so many agents more than the least ones, in lexicographic order.
fn sizes_with(least: &[u32], more: u32) -> Vec<Sizes> {
    let Some((first, rest)) = least.split_first() else { return vec![] };
    if rest.is_empty() {
        return vec![vec![first + more]];
    }
    let with = |here: u32| {
        let others = sizes_with(rest, more - here);
        others.into_iter().map(move |others| std::iter::once(first + here).chain(others).collect())
    };
    (0..=more).flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_in_all_ways() {
        assert_eq!(sizes_with(&[1, 2], 0), [[1, 2]]);
        assert_eq!(sizes_with(&[1, 2], 2), [[1, 4], [2, 3], [3, 2]]);
    }
}
