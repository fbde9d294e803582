//! Properties about single points, decided on what can be seen of the agents they name.
//!
//! A view is a local state for each variable of the property and, if it speaks of the environment, the
//! state of that. Which views can be reached decides all propositions and all knowledge.

use std::collections::HashMap;

use synod_core::Stop;

use crate::formula::{IndexedFormula, IndexedProperty, VariableId};
use crate::petri_net::{Configuration, Net};
use crate::reach::Reach;
use crate::template::*;

/// What can be seen of the agents that a property names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    /// For each variable.
    agents: Vec<StateId>,
    /// `None` if the property does not speak of it.
    environment: Option<StateId>,
}

/// Whether a view can be reached.
pub(crate) type Possible<'a> = dyn FnMut(&[Configuration]) -> Result<bool, Stop> + 'a;

/// More views than this are not looked at one by one.
const MOST: usize = 50_000;

pub(crate) struct Views<'a> {
    family: &'a Family<Interleaved>,
    property: &'a IndexedProperty,
    net: &'a Net,
    views: Vec<View>,
    possible: &'a mut Possible<'a>,
    known: HashMap<View, bool>,
}

impl<'a> Views<'a> {
    /// All views of a property; `None` if there are too many.
    pub fn new(
        family: &'a Family<Interleaved>,
        property: &'a IndexedProperty,
        net: &'a Net,
        reach: &Reach,
        possible: &'a mut Possible<'a>,
    ) -> Option<Self> {
        let speaks = property.formula.any(&mut |f| matches!(f, IndexedFormula::Environment(_)));
        let environments = match speaks {
            true => net.environments.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        let mut views: Vec<View> = Vec::new();
        views.extend(environments.into_iter().map(|environment| View { agents: vec![], environment }));
        for variable in &property.variables {
            let states = &reach.roles[variable.role.0 as usize];
            if views.len().saturating_mul(states.len()) > MOST {
                return None;
            }
            let with = |view: &View, state: StateId| {
                let mut view = view.clone();
                view.agents.push(state);
                view
            };
            views = views.iter().flat_map(|v| states.iter().map(move |s| with(v, *s))).collect();
        }
        Some(Views { family, property, net, views, possible, known: HashMap::new() })
    }

    /// Whether the property holds of the views that can be reached.
    pub fn satisfy(&mut self) -> Result<bool, Stop> {
        self.invariant(&self.property.formula)
    }

    fn invariant(&mut self, formula: &'a IndexedFormula) -> Result<bool, Stop> {
        match formula {
            IndexedFormula::And(list) => {
                for part in list {
                    if !self.invariant(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            IndexedFormula::AllRuns(inner) => self.invariant(inner),
            IndexedFormula::Globally(inner) => self.everywhere(inner, None),
            other => {
                let initial = |v: &crate::IndexedVariable| self.family.role(v.role).initial[0];
                let start = View {
                    agents: self.property.variables.iter().map(initial).collect(),
                    environment: self.views[0].environment.map(|_| self.net.initial_environment),
                };
                self.truth(other, &start)
            }
        }
    }

    /// Whether a formula holds of all views that can be reached, or of those that look to an agent like
    /// this one.
    fn everywhere(
        &mut self,
        formula: &'a IndexedFormula,
        like: Option<(VariableId, &View)>,
    ) -> Result<bool, Stop> {
        for i in 0..self.views.len() {
            let view = self.views[i].clone();
            let alike =
                |(v, other): (VariableId, &View)| view.agents[v.0 as usize] == other.agents[v.0 as usize];
            if like.is_none_or(alike) && !self.truth(formula, &view)? && self.is_possible(&view)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn truth(&mut self, formula: &'a IndexedFormula, view: &View) -> Result<bool, Stop> {
        let states = |p: &PropositionId| &self.family.proposition(*p).states;
        Ok(match formula {
            IndexedFormula::Holds(p, variable) => states(p).contains(&view.agents[variable.0 as usize]),
            IndexedFormula::Environment(p) => view.environment.is_some_and(|e| states(p).contains(&e)),
            IndexedFormula::Not(inner) => !self.truth(inner, view)?,
            IndexedFormula::And(list) | IndexedFormula::Or(list) => {
                let unit = matches!(formula, IndexedFormula::And(_));
                for part in list {
                    if self.truth(part, view)? != unit {
                        return Ok(!unit);
                    }
                }
                unit
            }
            IndexedFormula::Knows(variable, inner) => self.everywhere(inner, Some((*variable, view)))?,
            // Not asked: the formula is about single points.
            _ => false,
        })
    }

    fn is_possible(&mut self, view: &View) -> Result<bool, Stop> {
        if let Some(known) = self.known.get(view) {
            return Ok(*known);
        }
        let mut counts = vec![0; self.net.width];
        for (variable, state) in std::iter::zip(&self.property.variables, &view.agents) {
            counts[self.net.offsets[variable.role.0 as usize] + state.0 as usize] += 1;
        }
        let environments = match view.environment {
            Some(environment) => vec![environment],
            None => self.net.environments.clone(),
        };
        let with = |environment| Configuration { environment, counts: counts.clone() };
        let targets: Vec<Configuration> = environments.into_iter().map(with).collect();
        let possible = (self.possible)(&targets)?;
        self.known.insert(view.clone(), possible);
        Ok(possible)
    }
}
