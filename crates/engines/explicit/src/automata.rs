//! The automata of the formulas about one run that stand in a formula, each built once.

use rustc_hash::FxHashMap;
use synod_core::{Formula, System};

use crate::ltl::{Automaton, Linear, Set, TooLarge};
use crate::points::base_atoms;

/// An automaton over labels.
#[derive(Debug)]
pub(crate) struct LabelledAutomaton {
    pub automaton: Automaton,
    /// The subformulas about points that it reads, by the numbers of [`crate::ltl::Atom::Label`].
    pub labels: Vec<Formula>,
}

/// Automata, by formula and whether they accept the runs that satisfy it or those that violate it.
#[derive(Debug, Default)]
pub(crate) struct Automata {
    known: FxHashMap<(Formula, bool), LabelledAutomaton>,
}

impl Automata {
    /// The automata that labelling and explaining a formula need at most, unless one is too large.
    pub fn new(system: &System, formula: &Formula) -> Result<Self, TooLarge> {
        let mut automata = Automata::default();
        let mut todo = vec![(formula, false)];
        todo.extend(system.fairness.iter().map(|condition| (condition, false)));
        let mut atoms = Vec::new();
        todo.iter().for_each(|(formula, _)| base_atoms(formula, &mut atoms));
        if atoms.len() > Set::BITS as usize {
            return Err(TooLarge);
        }
        while let Some((path, positive)) = todo.pop() {
            let found = automata.of(path, positive)?;
            // Fairness conditions are conditions of acceptance too.
            if found.automaton.elements() + system.fairness.len() > Set::BITS as usize {
                return Err(TooLarge);
            }
            todo.extend(path.about_more_runs().into_iter().flat_map(|(part, _)| operands(part)));
        }
        Ok(automata)
    }

    /// The automaton of a formula about one run, or of its negation if not `positive`.
    pub fn of(&mut self, path: &Formula, positive: bool) -> Result<&mut LabelledAutomaton, TooLarge> {
        let key = (path.clone(), positive);
        if !self.known.contains_key(&key) {
            let mut labels: Vec<Formula> = Vec::new();
            let linear = Linear::new(path, positive, &mut |part| {
                let known = labels.iter().position(|label| label == part);
                Some(known.unwrap_or_else(|| {
                    labels.push(part.clone());
                    labels.len() - 1
                }))
            })?;
            let automaton = Automaton::new(linear)?;
            self.known.insert(key.clone(), LabelledAutomaton { automaton, labels });
        }
        Ok(self.known.get_mut(&key).expect("it was built if it was missing"))
    }
}

/// What an operator about more than one run is about, each with whether runs that satisfy it are looked for.
fn operands(formula: &Formula) -> Vec<(&Formula, bool)> {
    match formula {
        Formula::SomeRun(path) => vec![(path, true)],
        Formula::Coalition(_, path) => path.children().into_iter().map(|part| (part, false)).collect(),
        other => other.children().into_iter().map(|part| (part, false)).collect(),
    }
}
