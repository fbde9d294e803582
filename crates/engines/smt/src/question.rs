//! One conjunct of a property as a run to look for in a machine.

use std::convert::Infallible;

use synod_core::{Formula, StepPredicateId, System};
use synod_symbolic::{ConjunctForm, Encoder, Obligations, Tableau, Violation};

use crate::integers::TermScope;
use crate::machine::{Machine, Refusal, is};
use crate::terms::{Op, Sort, Symbol, Term, Terms};

/// One way from a state to the next.
#[derive(Clone, Debug)]
pub struct Move {
    /// Over the state and the inputs.
    pub condition: Term,
    /// The new value of each symbol of the state.
    pub next: Vec<Term>,
}

/// What run would violate the property.
#[derive(Clone, Debug)]
pub enum Goal {
    /// One that comes to a position where this holds.
    Reach(Term),
    /// One that goes on for ever, or one that comes to an end.
    Lasso {
        /// The acceptance condition: each holds infinitely often on it.
        accepting: Vec<Term>,
        /// Whatever comes after a position where this holds, the run violates the property.
        end: Term,
    },
}

/// A machine with what watches the property, and the run to look for.
#[derive(Clone, Debug)]
pub struct TermQuestion<'a> {
    /// The machine.
    pub machine: Machine<'a>,
    /// The symbols of the state: those of the machine, then those that watch.
    pub state: Vec<Symbol>,
    /// The inputs: those of the machine, then which obligations are passed on.
    pub inputs: Vec<Symbol>,
    /// Where runs begin.
    pub init: Term,
    /// Holds of all states on runs.
    pub invariant: Term,
    /// How runs go on.
    pub moves: Vec<Move>,
    /// What is looked for.
    pub goal: Goal,
    /// Whether the step that leaves the last position matters.
    pub with_step: bool,
}

impl<'a> TermQuestion<'a> {
    /// The question whether a formula about one run can fail.
    pub fn new(system: &'a System, conjunct: &Formula) -> Result<Self, Refusal> {
        let ConjunctForm { violation, body, with_step, arrivals, needs } = ConjunctForm::of(conjunct);
        let rests = violation == Violation::Run || violation == Violation::Reach && !arrivals.is_empty();
        let mut machine = Machine::new(system)?;
        let never = machine.terms.bool(false);
        let deadlock = if needs.deadlock { machine.deadlock()? } else { never };
        let faulty = if needs.faulty { machine.faulty()? } else { never };
        let mut watch = Watch {
            state: machine.state.clone(),
            inputs: machine.inputs.symbols(),
            begins: vec![machine.init, machine.in_range],
            arrived: Vec::new(),
            deadlock,
            faulty,
            machine: &mut machine,
        };
        let after: Vec<Term> = arrivals.iter().map(|predicate| watch.arrival(*predicate)).collect();
        let moved = watch.machine.moves();
        let waits = watch.machine.rests();
        let waits = watch.machine.terms.and([waits, deadlock]);
        let settled = watch.machine.terms.or([moved, waits]);
        let (goal, met, passed_on) = match violation {
            Violation::Start | Violation::Reach => {
                let Ok(holds) = watch.position(body);
                let terms = &mut watch.machine.terms;
                let fails = terms.not(holds);
                let bad = if with_step { terms.and([fails, settled]) } else { fails };
                (Goal::Reach(bad), terms.bool(true), Vec::new())
            }
            Violation::Run => {
                let Ok(obligations) = Obligations::of_negation(&mut watch, body, true);
                watch.begins.push(obligations.list[0].due);
                let terms = &mut watch.machine.terms;
                let Ok(met) = obligations.met(terms);
                let Ok(idle) = obligations.settled(terms);
                let position = if with_step { terms.and([met, settled]) } else { met };
                let end = terms.and([position, idle]);
                let passed_on = obligations.list.iter().map(|one| one.passed_on.unwrap_or(never)).collect();
                (Goal::Lasso { accepting: obligations.accepting, end }, met, passed_on)
            }
        };
        let Watch { state, inputs, begins, .. } = watch;
        let init = machine.terms.and(begins);
        let mut moves = Vec::new();
        if violation != Violation::Start {
            for rule in &machine.rules {
                let next = rule.next.iter().chain(&after).chain(&passed_on).copied().collect();
                moves.push(Move { condition: machine.terms.and([rule.taken, met]), next });
            }
            if rests {
                let stays = machine.state.iter().map(|symbol| symbol.term);
                let next = stays.chain(after.iter().map(|_| never)).chain(passed_on).collect();
                moves.push(Move { condition: machine.terms.and([waits, met]), next });
            }
        }
        let invariant = machine.in_range;
        Ok(TermQuestion { machine, state, inputs, init, invariant, moves, goal, with_step })
    }

    /// For a run that goes on for ever, the question whether one can meet the acceptance condition more than
    /// `limit` times (k-liveness).
    pub fn k_liveness(mut self, limit: u64) -> Self {
        let Goal::Lasso { accepting, .. } = &self.goal else { return self };
        let terms = &mut self.machine.terms;
        let (turn, count) =
            (terms.symbol("turn".to_string(), Sort::Int), terms.symbol("count".to_string(), Sort::Int));
        let (zero, one) = (terms.int(0), terms.int(1));
        let more = terms.apply(Op::Add, count.term, one);
        // The conditions are waited for one after the other; after the last, a round is counted.
        let (mut next_turn, mut next_count) =
            (turn.term, if accepting.is_empty() { more } else { count.term });
        for (number, condition) in accepting.iter().enumerate() {
            let waits = is(terms, turn.term, number as i128);
            let comes = terms.and([waits, *condition]);
            let last = number + 1 == accepting.len();
            let then = if last { zero } else { terms.int(number as i128 + 1) };
            next_turn = terms.ite(comes, then, next_turn);
            next_count = if last { terms.ite(comes, more, next_count) } else { next_count };
        }
        for step in &mut self.moves {
            step.next.extend([next_turn, next_count]);
        }
        let begin = [is(terms, turn.term, 0), is(terms, count.term, 0)];
        self.init = terms.and([self.init, begin[0], begin[1]]);
        let (least, last) =
            (terms.apply(Op::Le, zero, turn.term), terms.int(accepting.len().max(1) as i128 - 1));
        let most = terms.apply(Op::Le, turn.term, last);
        let counted = terms.apply(Op::Le, zero, count.term);
        self.invariant = terms.and([self.invariant, least, most, counted]);
        let limit = terms.int(limit.into());
        self.goal = Goal::Reach(terms.apply(Op::Lt, limit, count.term));
        self.state.extend([turn, count]);
        self.with_step = false;
        self
    }
}

/// A machine to which what watches a run is added.
struct Watch<'m, 'a> {
    machine: &'m mut Machine<'a>,
    state: Vec<Symbol>,
    inputs: Vec<Symbol>,
    /// What holds at the start.
    begins: Vec<Term>,
    /// For each predicate, whether the step that led here satisfies it.
    arrived: Vec<(StepPredicateId, Term)>,
    deadlock: Term,
    faulty: Term,
}

impl Watch<'_, '_> {
    /// Adds a symbol that remembers whether the last step satisfied a predicate; returns what it becomes.
    fn arrival(&mut self, predicate: StepPredicateId) -> Term {
        let symbol = self.machine.terms.symbol(format!("after{}", predicate.0), Sort::Bool);
        self.begins.push(self.machine.terms.not(symbol.term));
        self.arrived.push((predicate, symbol.term));
        self.state.push(symbol);
        self.machine.predicate(predicate)
    }

    fn signal(&mut self, formula: &Formula) -> Term {
        match formula {
            Formula::State(expr) => {
                let Machine { system, slots, terms, .. } = &mut *self.machine;
                let Ok(truth) = Encoder::new(system).truth(terms, &TermScope::of_states(slots), *expr);
                truth.yes
            }
            Formula::Step(predicate) => self.machine.predicate(*predicate),
            Formula::Deadlock => self.deadlock,
            Formula::Faulty => self.faulty,
            Formula::Arrived(predicate) => {
                let known = self.arrived.iter().find(|(known, _)| known == predicate);
                known.map_or_else(|| self.machine.terms.bool(false), |(_, term)| *term)
            }
            // Connectives are not atoms, and formulas about more than one run are refused before.
            _ => self.machine.terms.bool(false),
        }
    }
}

impl Tableau for Watch<'_, '_> {
    type Algebra = Terms;

    fn algebra(&mut self) -> &mut Terms {
        &mut self.machine.terms
    }

    fn obligation(&mut self, number: usize) -> Term {
        let symbol = self.machine.terms.symbol(format!("obligation{number}"), Sort::Bool);
        self.state.push(symbol.clone());
        symbol.term
    }

    fn passed_on(&mut self, number: usize) -> Term {
        let symbol = self.machine.terms.symbol(format!("next{number}"), Sort::Bool);
        self.inputs.push(symbol.clone());
        symbol.term
    }

    fn atom(&mut self, formula: &Formula) -> Result<Term, Infallible> {
        Ok(self.signal(formula))
    }
}
