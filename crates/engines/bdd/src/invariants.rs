//! Invariants that are watched while points are found, so that a violation ends the search at the layer that shows it.

use rustc_hash::FxHashMap;
use synod_core::{Formula, Stop};

use crate::diagram::{Diagram, Manager};
use crate::relation::Relation;

/// Conditions that every point has to satisfy, each made of atoms with `not`, `and` and `or`.
#[derive(Debug, Default)]
pub(crate) struct Invariants {
    conditions: Vec<Formula>,
    /// Where the atoms are true, apart from `deadlock`, which depends on the steps.
    atoms: FxHashMap<Formula, Diagram>,
}

impl Invariants {
    /// What can be watched of a property; `atom` says where an atom is true.
    pub fn of(
        property: &Formula,
        mut atom: impl FnMut(&Formula) -> Result<Diagram, Stop>,
    ) -> Result<Self, Stop> {
        let mut found = Invariants::default();
        for conjunct in property.conjuncts() {
            if let Formula::Globally(condition) = conjunct
                && is_of_atoms(&condition)
            {
                found.conditions.push(*condition);
            }
        }
        let Invariants { conditions, atoms } = &mut found;
        let mut todo: Vec<&Formula> = conditions.iter().collect();
        while let Some(part) = todo.pop() {
            let is_atom = matches!(part, Formula::State(_) | Formula::Arrived(_) | Formula::Faulty);
            if is_atom && !atoms.contains_key(part) {
                atoms.insert(part.clone(), atom(part)?);
            }
            todo.extend(part.children());
        }
        Ok(found)
    }

    /// Whether there is nothing to watch.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Some points of a set that violate one of the conditions: all those that violate the first that any point
    /// violates.
    pub fn violating(&self, m: &mut Manager, points: &Diagram, steps: &[&Relation]) -> Result<Diagram, Stop> {
        for condition in &self.conditions {
            let good = self.satisfying(m, condition, points, steps)?;
            let bad = m.minus(points, &good)?;
            if !bad.is_false() {
                return Ok(bad);
            }
        }
        Ok(m.constant(false))
    }

    fn satisfying(
        &self,
        m: &mut Manager,
        condition: &Formula,
        points: &Diagram,
        steps: &[&Relation],
    ) -> Result<Diagram, Stop> {
        match condition {
            Formula::Not(inner) => {
                let inner = self.satisfying(m, inner, points, steps)?;
                m.minus(points, &inner)
            }
            Formula::And(list) => {
                let mut all = points.clone();
                for part in list {
                    all = self.satisfying(m, part, &all, steps)?;
                }
                Ok(all)
            }
            Formula::Or(list) => {
                let mut any = m.constant(false);
                for part in list {
                    let part = self.satisfying(m, part, points, steps)?;
                    any = m.or(&any, &part)?;
                }
                Ok(any)
            }
            Formula::Deadlock => {
                let everywhere = m.constant(true);
                let mut dead = points.clone();
                for step in steps {
                    let enabled = step.preimage(m, &everywhere, &dead)?;
                    dead = m.minus(&dead, &enabled)?;
                }
                Ok(dead)
            }
            atom => match self.atoms.get(atom) {
                Some(set) => m.and(points, set),
                None => unreachable!("conditions are made of atoms that are known"),
            },
        }
    }
}

fn is_of_atoms(condition: &Formula) -> bool {
    match condition {
        Formula::State(_) | Formula::Arrived(_) | Formula::Deadlock | Formula::Faulty => true,
        Formula::Not(_) | Formula::And(_) | Formula::Or(_) => {
            condition.children().into_iter().all(is_of_atoms)
        }
        _ => false,
    }
}
