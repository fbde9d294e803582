//! Formulas of branching time and knowledge as formulas about single runs, where that says the same in every
//! instance. A violation of those is a run, which enough agents can follow.
//!
//! What holds on all runs from all points of a run holds on all runs. What an agent knows at every point is
//! so at every point, and the other way round: a point looks like itself. The same goes for what an agent
//! knows wherever something is so that it sees: all that looks the same to it is such a point, too.

use crate::formula::{IndexedFormula, IndexedProperty, VariableId};
use crate::template::{Family, Proposition, PropositionId, Subject, Synchronous};
use IndexedFormula::*;

impl Family<Synchronous> {
    /// A property about single runs that says the same, with the family extended by what it needs; `None` if
    /// none is found, or the property is such a one.
    pub(crate) fn linearised(&self, property: &IndexedProperty) -> Option<(Self, IndexedProperty)> {
        let mut linearisation = Linearisation { family: self.clone(), property };
        let path = linearisation.at_start(&property.formula)?;
        let formula = AllRuns(Box::new(path));
        let is_new = formula != property.formula;
        is_new.then(|| (linearisation.family, IndexedProperty { formula, ..property.clone() }))
    }
}

struct Linearisation<'p> {
    family: Family<Synchronous>,
    property: &'p IndexedProperty,
}

impl Linearisation<'_> {
    /// That a formula holds wherever instances start: what all runs satisfy.
    fn at_start(&mut self, formula: &IndexedFormula) -> Option<IndexedFormula> {
        match formula {
            And(list) => Some(And(list.iter().map(|part| self.at_start(part)).collect::<Option<_>>()?)),
            AllRuns(path) => match &**path {
                Globally(inner) => self.everywhere(inner),
                And(_) | AllRuns(_) => self.at_start(path),
                _ => along(formula),
            },
            // The points that look to an agent like the start are those where it is as at the start.
            Knows(knower, inner) => {
                let starts = self.starts(*knower);
                self.everywhere(&Or(vec![starts.not(), (**inner).clone()]))
            }
            other => along(other),
        }
    }

    /// That a formula holds at every point that can be reached: what all runs satisfy.
    fn everywhere(&mut self, formula: &IndexedFormula) -> Option<IndexedFormula> {
        match formula {
            And(list) => Some(And(list.iter().map(|part| self.everywhere(part)).collect::<Option<_>>()?)),
            Knows(_, inner) => self.everywhere(inner),
            Or(list) => {
                let (sides, rest): (Vec<_>, Vec<_>) = list.iter().partition(|part| is_about_point(part));
                match rest.as_slice() {
                    [Knows(knower, inner)] if sides.iter().all(|side| sees(*knower, side)) => {
                        let parts = sides.into_iter().cloned().chain([(**inner).clone()]);
                        self.everywhere(&flat(parts))
                    }
                    _ => Some(Globally(Box::new(along(formula)?))),
                }
            }
            AllRuns(path) => match &**path {
                Globally(inner) => self.everywhere(inner),
                _ => Some(Globally(Box::new(along(formula)?))),
            },
            other => Some(Globally(Box::new(along(other)?))),
        }
    }

    /// That an agent is where agents of its role start.
    fn starts(&mut self, variable: VariableId) -> IndexedFormula {
        let role = self.property.variables[variable.0 as usize].role;
        let states = self.family.role(role).initial.clone();
        let name = format!("start of {}", self.family.role(role).name);
        let known = self.family.propositions.iter().position(|known| known.name == name);
        let position = known.unwrap_or_else(|| {
            self.family.propositions.push(Proposition { name, subject: Subject::Role(role), states });
            self.family.propositions.len() - 1
        });
        Holds(PropositionId(position as u32), variable)
    }
}

/// What all runs from a point satisfy exactly if the formula, without knowledge, holds there.
fn along(formula: &IndexedFormula) -> Option<IndexedFormula> {
    if is_about_point(formula) {
        return Some(formula.clone());
    }
    match formula {
        And(list) => Some(And(list.iter().map(along).collect::<Option<_>>()?)),
        Or(list) => {
            // Different runs may make different sides true, unless one side at most is about runs.
            let about_runs = list.iter().filter(|part| !is_about_point(part)).count();
            let parts = list.iter().map(along).collect::<Option<Vec<_>>>()?;
            (about_runs <= 1).then(|| flat(parts))
        }
        AllRuns(path) => match &**path {
            Globally(inner) => Some(Globally(Box::new(along(inner)?))),
            Next(inner) => Some(Next(Box::new(along(inner)?))),
            Finally(inner) if is_about_point(inner) => Some((**path).clone()),
            Until(first, second) if is_about_point(first) && is_about_point(second) => Some((**path).clone()),
            inner @ (AllRuns(_) | And(_) | Or(_)) => along(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Made of propositions and connectives.
fn is_about_point(formula: &IndexedFormula) -> bool {
    !formula.any(&mut |part| !matches!(part, Holds(..) | Environment(_) | Not(_) | And(_) | Or(_)))
}

/// Whether a formula is about nothing but the local state of one agent.
fn sees(agent: VariableId, formula: &IndexedFormula) -> bool {
    !formula.any(&mut |part| match part {
        Holds(_, other) => *other != agent,
        Not(_) | And(_) | Or(_) => false,
        _ => true,
    })
}

/// A disjunction, with disjunctions in it taken apart.
fn flat(parts: impl IntoIterator<Item = IndexedFormula>) -> IndexedFormula {
    Or(parts.into_iter().flat_map(|part| if let Or(list) = part { list } else { vec![part] }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::RoleId;
    use crate::testing::generate::synchronous;

    fn p(agent: u32) -> IndexedFormula {
        Holds(PropositionId(0), VariableId(agent))
    }

    fn k(agent: u32, inner: IndexedFormula) -> IndexedFormula {
        inner.known_to(VariableId(agent))
    }

    fn globally(inner: IndexedFormula) -> IndexedFormula {
        Globally(Box::new(inner))
    }

    fn next(inner: IndexedFormula) -> IndexedFormula {
        Next(Box::new(inner))
    }

    fn straight(formula: IndexedFormula) -> Option<IndexedFormula> {
        let family = synchronous(0);
        let variable = |name: &str| crate::IndexedVariable { name: name.to_string(), role: RoleId(0) };
        let property = IndexedProperty {
            name: "p".to_string(),
            text: String::new(),
            variables: vec![variable("u"), variable("v")],
            formula,
            span: Default::default(),
        };
        match family.linearised(&property)?.1.formula {
            AllRuns(path) => Some(*path),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn runs_from_every_point_are_runs() {
        assert_eq!(straight(p(1).after_every_step().always()), Some(globally(next(p(1)))));
        assert_eq!(straight(p(1).always().after_every_step()), Some(next(globally(p(1)))));
        let either = Or(vec![p(0), p(1).after_every_step()]).always();
        assert_eq!(straight(either), Some(globally(Or(vec![p(0), next(p(1))]))));
        let both_about_runs = Or(vec![p(0).after_every_step(), p(1).after_every_step()]).always();
        assert_eq!(straight(both_about_runs), None);
        assert_eq!(straight(p(0).always().inevitable()), None);
    }

    #[test]
    fn what_is_known_everywhere_is_so_everywhere() {
        assert_eq!(straight(k(0, p(1)).always()), Some(globally(p(1))));
        let sees = p(0).implies(k(0, p(1).after_every_step())).always();
        assert_eq!(straight(sees), Some(globally(Or(vec![p(0).not(), next(p(1))]))));
        let of_another = p(1).implies(k(0, p(1))).always();
        assert_eq!(straight(of_another), None);
        assert_eq!(straight(k(0, p(1)).after_every_step().always()), None);
    }
}
