//! Deciding one conjunct of a property: which search it needs, and what comes of it.

use std::ops::Range;

use synod_core::{Counterexample, Formula, Stop, System, Trace};

use crate::alphabet::Alphabet;
use crate::emptiness::accepting_component;
use crate::expand::Expander;
use crate::explain::explained;
use crate::explore::{Ended, Space, Watch};
use crate::forever::Forever;
use crate::fragment::{has_arrivals, invariant, is_linear};
use crate::graph::{Graph, Reachable, Repeat};
use crate::ltl::{Atom, Automaton, Linear, TooLarge};
use crate::model::Model;
use crate::pace::Pace;
use crate::path::{find_step, path_to};
use crate::points::{Points, View};
use crate::product::{Product, Search, Witness};
use crate::sets::{Failure, Sets};

/// What a search says about a conjunct.
pub(crate) enum Answer {
    /// There is no violation among the states that were explored.
    NoViolation,
    Violated(Box<Counterexample>),
    Stopped(Stop),
    /// Something was violated, but states that were not explored might matter.
    Doubtful,
    TooLarge,
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop) => Answer::Stopped(stop),
            Failure::TooLarge => Answer::TooLarge,
        }
    }
}

/// How many states are found before runs are looked at for the first time, and how many times as many
/// before each next time.
const FIRST_LOOK: u32 = 4096;
const GROWTH: u32 = 4;

/// A system with its reachable states, and limits.
pub(crate) struct Inquiry<'a> {
    pub system: &'a System,
    pub model: &'a Model,
    pub space: &'a mut Space,
    pub pace: &'a Pace<'a>,
}

impl Inquiry<'_> {
    /// Decides a formula that is one of [`Formula::conjuncts`].
    pub fn decide(&mut self, formula: &Formula) -> Answer {
        let answer = match invariant(formula) {
            Some(inner) if is_linear(inner) && !has_arrivals(inner) => self.invariant(inner),
            // Such a formula looks at the initial states only.
            _ if is_linear(formula) && formula.is_about_point() => self.linear(formula),
            _ if is_linear(formula) => self.on_the_fly(formula),
            _ => match self.space.explore(self.model, self.pace, None) {
                Ended::Stopped(stop) if stop != Stop::Depth => return Answer::Stopped(stop),
                _ => self.points(formula),
            },
        };
        answer.unwrap_or_else(Answer::from)
    }

    /// A formula about one run, looked at each time the known states have multiplied: a violation among
    /// the nearest states is found without the others. All those looks together cost a third of the last.
    fn on_the_fly(&mut self, formula: &Formula) -> Result<Answer, Failure> {
        self.space.keep_steps(self.model, self.pace)?;
        let mut enough = self.space.store.len().max(FIRST_LOOK);
        loop {
            match self.space.explore_up_to(enough, self.model, self.pace, None) {
                Ended::Enough => {
                    let answer = self.linear(formula)?;
                    if !matches!(answer, Answer::NoViolation) {
                        return Ok(answer);
                    }
                    enough = self.space.store.len().saturating_mul(GROWTH);
                }
                Ended::Stopped(stop) if stop != Stop::Depth => return Ok(Answer::Stopped(stop)),
                _ => return self.linear(formula),
            }
        }
    }

    /// `G p`, checked while states are found.
    fn invariant(&mut self, inner: &Formula) -> Result<Answer, Failure> {
        let never = linear(inner, false)?;
        let alphabet = Alphabet::new(self.system, &self.model.layout, &never.atoms);
        let watch = Watch { alphabet: &alphabet, never: &never };
        Ok(match self.space.explore(self.model, self.pace, Some(&watch)) {
            Ended::Complete | Ended::Stopped(Stop::Depth) => Answer::NoViolation,
            Ended::Stopped(stop) => Answer::Stopped(stop),
            Ended::Enough => unreachable!("no number of states is enough"),
            Ended::Violated(position) => {
                let mut trace = path_to(self.model, self.space, position);
                self.add_violating_step(&watch, position, &mut trace);
                Answer::Violated(Box::new(Counterexample::of(trace)))
            }
        })
    }

    /// If the violation lies in a step, the step belongs to the evidence.
    fn add_violating_step(&self, watch: &Watch, position: u32, trace: &mut Trace) {
        if !watch.alphabet.watches_steps() {
            return;
        }
        let mut state = Vec::new();
        self.space.store.read(position, &mut state);
        let (mut expander, mut registers) = (Expander::new(self.model), Vec::new());
        let local = expander.local(&state);
        let letter = watch.alphabet.of_state(self.model, &state, local, &mut registers);
        let mut target = Vec::new();
        let step = find_step(&mut expander, &state, |step| {
            let marks = watch.alphabet.of_step(self.model, &state, step, &mut registers);
            target = step.next.to_vec();
            watch.never.holds(watch.never.root, letter | marks.now)
        });
        if let Some(step) = step {
            trace.steps.push(step);
            trace.states.push(self.model.layout.unpack(&target));
        }
    }

    /// A formula about one run, on the reachable states.
    fn linear(&self, formula: &Formula) -> Result<Answer, Failure> {
        let negated = linear(formula, false)?;
        let alphabet = Alphabet::new(self.system, &self.model.layout, &negated.atoms);
        if let (Some(condition), Some(steps)) = (negated.forever(), &self.space.steps)
            && !alphabet.watches_steps()
        {
            let Inquiry { model, space, pace, .. } = self;
            let (linear, alphabet) = (&negated, &alphabet);
            let found = Forever { model, space, steps, alphabet, linear, condition, pace }.find()?;
            return Ok(match found {
                None => Answer::NoViolation,
                Some(trace) => Answer::Violated(Box::new(Counterexample::of(trace))),
            });
        }
        let automaton = Automaton::new(negated)?;
        let every_state = invariant(formula).is_some() || formula.is_about_point();
        let repeat =
            if every_state { Repeat::for_positions(&automaton.linear.atoms) } else { Repeat::Deadlocks };
        let graph = Reachable::new(self.model, self.space, &alphabet, repeat);
        let starts = 0..graph.starts();
        let witness = witness(graph, automaton, starts, self.pace, self.space.bytes())?;
        Ok(match witness {
            None => Answer::NoViolation,
            Some(witness) => Answer::Violated(Box::new(Counterexample::of(witness.trace))),
        })
    }

    /// A formula about knowledge or about more than one run.
    fn points(&self, formula: &Formula) -> Result<Answer, Failure> {
        let points = Points::new(self.system, self.model, self.space, formula, self.pace)?;
        let mut sets = Sets::new(&points, self.pace);
        let every_point = invariant(formula).is_some() || formula.is_about_point();
        let automaton = sets.linear(formula, false)?;
        let mut view = View::new(&points, &sets.sets, &automaton.linear.atoms);
        if every_point {
            view = view.repeating(Repeat::for_positions(&automaton.linear.atoms));
        }
        let held = points.bytes() + self.space.store.bytes();
        let Some(witness) = witness(view, automaton, 0..points.starts(), self.pace, held)? else {
            return Ok(Answer::NoViolation);
        };
        if self.space.cut || !self.space.complete {
            return Ok(Answer::Doubtful);
        }
        Ok(Answer::Violated(Box::new(explained(&mut sets, formula, witness, self.pace)?)))
    }
}

/// A formula about one run, or its negation if not `positive`.
fn linear(formula: &Formula, positive: bool) -> Result<Linear, TooLarge> {
    Linear::new(formula, positive, &mut |_| unreachable!("the formula is about one run"))
}

/// A run from one of the nodes that the automaton accepts.
pub(crate) fn witness<G: Graph>(
    graph: G,
    automaton: Automaton,
    starts: Range<u32>,
    pace: &Pace,
    bytes_elsewhere: u64,
) -> Result<Option<Witness>, Stop> {
    let steps_matter = automaton.linear.atoms.iter().any(|atom| matches!(atom, Atom::Step(_)));
    let cosafe = automaton.linear.is_cosafe();
    let mut product = Product::new(graph, automaton, pace, bytes_elsewhere);
    match product.search(starts, true)? {
        Search::Discharged(node) => return Ok(Some(product.finite_witness(node, steps_matter))),
        Search::Exhausted if cosafe => return Ok(None),
        Search::Exhausted => {}
    }
    let component = accepting_component(&product)?;
    Ok(component.map(|component| product.lasso(&component)))
}
