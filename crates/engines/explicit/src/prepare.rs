//! What kind of question a formula is: which searches its conjuncts need, with the automata for them.

use synod_core::{Formula, System, Unsupported};
use synod_passes::under_fairness;

use crate::automata::Automata;
use crate::ltl::{Automaton, Linear, TooLarge};

/// A formula, ready to be decided: its conjuncts, each with the search that decides it. What is built here is built
/// once, to say whether the formula is supported and to decide it.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub conjuncts: Vec<Conjunct>,
}

/// One of [`Formula::conjuncts`].
#[derive(Debug)]
pub(crate) struct Conjunct {
    /// The formula; if it is about one run, without fairness.
    pub formula: Formula,
    pub search: SearchKind,
}

/// Which search decides a formula.
#[derive(Debug)]
pub(crate) enum SearchKind {
    /// For `G p`: no position satisfies this formula.
    Positions(Linear),
    /// No run from an initial state is accepted.
    Runs(Box<Automaton>),
    /// Labelling, which needs these automata at most.
    Labelling(Automata),
}

impl Prepared {
    /// A formula that the engine decides; or why it does not.
    pub fn new(system: &System, formula: &Formula) -> Result<Self, Unsupported> {
        formula.check_coalitions(system).map_err(|reason| Unsupported(reason.to_string()))?;
        let conjuncts = formula.conjuncts().into_iter().map(|conjunct| Conjunct::new(system, conjunct));
        let conjuncts = conjuncts.collect::<Result<_, TooLarge>>().map_err(|TooLarge| {
            Unsupported(format!(
                "the formula has more than {} different temporal operators or atoms in one piece",
                u128::BITS
            ))
        })?;
        Ok(Prepared { conjuncts })
    }
}

impl Conjunct {
    fn new(system: &System, formula: Formula) -> Result<Self, TooLarge> {
        let fair = under_fairness(&formula, &system.fairness);
        // Conditions of fairness may be about more than one run too.
        if !fair.is_linear() {
            let search = SearchKind::Labelling(Automata::new(system, &formula)?);
            return Ok(Conjunct { formula, search });
        }
        let formula = fair;
        let violated = |formula: &Formula| Linear::new(formula, false, &mut |_| None);
        let search = match formula.as_invariant() {
            Some(inner) if inner.arrivals().is_empty() => SearchKind::Positions(violated(inner)?),
            _ => SearchKind::Runs(Box::new(Automaton::new(violated(&formula)?)?)),
        };
        Ok(Conjunct { formula, search })
    }

    /// Whether it looks at the initial states only.
    pub fn is_initial(&self) -> bool {
        matches!(self.search, SearchKind::Runs(_)) && self.formula.is_about_point()
    }
}
