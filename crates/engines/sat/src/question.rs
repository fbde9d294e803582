//! One conjunct of a property as a circuit and a run to look for in it.

use synod_core::{Formula, StepPredicateId, System};
use synod_symbolic::{ConjunctForm, Encoder, Tableau, Violation};

use crate::circuit::{Circuit, Goal, Lasso, Latch, Meaning};
use crate::encode::layout::Layout;
use crate::encode::{BitScope, Machine, Selectors, TooLarge};
use crate::monitor::{Monitor, Monitored};
use crate::partial_order::step_classes;
use synod_symbolic::aig::{Aig, Lit, Values};

/// A circuit, and the run in it that would violate the property.
#[derive(Clone, Debug)]
pub struct CircuitQuestion {
    /// The circuit.
    pub circuit: Circuit,
    /// The run.
    pub goal: Goal,
    /// Where the variables of the system are.
    pub layout: Layout,
    /// Where the steps of the system are.
    pub selectors: Selectors,
    /// Whether the inputs select a step that can be taken.
    pub moves: Lit,
    /// Nothing can be done, and the state repeats.
    pub stutter: Lit,
    /// Whether integers were cut to a window, so that nothing can be proved.
    pub windowed: bool,
}

impl CircuitQuestion {
    /// The question whether one of the [`synod_symbolic::conjuncts`] of a property about one run can fail.
    pub fn new(system: &System, conjunct: &Formula, int_bound: i64) -> Result<Self, TooLarge> {
        Self::of(Aig::default(), system, conjunct, int_bound)
    }

    /// The same in a graph that keeps words, for formats that have them.
    pub fn with_words(system: &System, conjunct: &Formula, int_bound: i64) -> Result<Self, TooLarge> {
        Self::of(Aig::with_words(), system, conjunct, int_bound)
    }

    fn of(aig: Aig, system: &System, conjunct: &Formula, int_bound: i64) -> Result<Self, TooLarge> {
        let ConjunctForm { violation, body, with_step, arrivals, needs } = ConjunctForm::of(conjunct);
        let machine = Machine::new(aig, system, int_bound, &needs)?;
        let stutter = machine.deadlock.unwrap_or(Lit::FALSE);
        let mut signals = Signals { system, machine: &machine, arrived: Vec::new() };
        let mut circuit = base(&machine);
        if violation == Violation::Reach {
            circuit.step_classes = step_classes(&mut circuit.aig, &circuit.latches, &machine.effects);
        }
        signals.watch_arrivals(&mut circuit, &arrivals, stutter);
        let proceeds = circuit.aig.or(machine.moves, stutter);
        let mut atom = |circuit: &mut Circuit, formula: &Formula| signals.atom(circuit, formula);
        let mut monitored = Monitored::new(&mut circuit, &mut atom);
        let goal = match violation {
            Violation::Start => {
                let Ok(good) = monitored.position(body);
                Goal::Start { bad: !good }
            }
            Violation::Reach => {
                let Ok(good) = monitored.position(body);
                // Of a state that nothing leaves, no step predicate is true.
                let bad = if with_step { circuit.aig.and(!good, proceeds) } else { !good };
                Goal::Reach { bad, with_step }
            }
            Violation::Run => {
                let monitor = Monitor::of_negation(monitored, body, !machine.windowed);
                let along = circuit.aig.and(proceeds, monitor.met);
                let position = if with_step { along } else { monitor.met };
                let end = circuit.aig.and(position, monitor.settled);
                let Monitor { accepting, obligations, .. } = monitor;
                Goal::Lasso(Lasso { along, accepting, end, with_step, obligations })
            }
        };
        let Machine { layout, selectors, moves, windowed, .. } = machine;
        Ok(CircuitQuestion { circuit, goal, layout, selectors, moves, stutter, windowed })
    }

    /// The signals that the goal is made of.
    pub fn roots(&self) -> Vec<Lit> {
        match &self.goal {
            Goal::Start { bad } | Goal::Reach { bad, .. } => vec![*bad],
            Goal::Lasso(lasso) => {
                [lasso.along, lasso.end].into_iter().chain(lasso.accepting.iter().copied()).collect()
            }
        }
    }

    /// A name for a bit of state.
    pub fn name(&self, latch: &Latch) -> String {
        match &latch.meaning {
            Meaning::State { slot, bit } => format!("{}.{bit}", self.layout.places[*slot].name),
            Meaning::Extra(name) => name.clone(),
        }
    }

    /// The step that the inputs select, or nothing if none can be taken.
    pub fn step(&self, system: &System, values: &Values) -> Option<synod_core::Taken> {
        if values.of(self.moves) { self.selectors.taken(system, values) } else { None }
    }
}

/// The circuit of the system alone.
fn base(machine: &Machine) -> Circuit {
    let mut latches = Vec::new();
    for (slot, (place, next)) in std::iter::zip(&machine.layout.places, &machine.next).enumerate() {
        for (bit, (now, next)) in std::iter::zip(&place.bits, next).enumerate() {
            latches.push(Latch { now: *now, next: *next, meaning: Meaning::State { slot, bit } });
        }
    }
    Circuit {
        aig: machine.aig.clone(),
        latches,
        inputs: machine.selectors.inputs(),
        init: machine.init,
        invariant: machine.in_range,
        step_classes: Vec::new(),
        distance: Vec::new(),
    }
}

/// The signals of atoms.
struct Signals<'a> {
    system: &'a System,
    machine: &'a Machine,
    /// For each predicate, whether the step that led here satisfies it.
    arrived: Vec<(StepPredicateId, Lit)>,
}

impl Signals<'_> {
    /// Adds bits that remember which predicates the last step satisfied. Where the state only seems to
    /// repeat, because the inputs select no step, nothing changes.
    fn watch_arrivals(&mut self, circuit: &mut Circuit, predicates: &[StepPredicateId], stutter: Lit) {
        for predicate in predicates {
            let latch = circuit.latch(format!("after {}", predicate.0));
            let now = circuit.latches[latch].now;
            let stays = circuit.aig.and(now, !stutter);
            let next = circuit.aig.mux(self.machine.moves, self.machine.predicate(*predicate), stays);
            circuit.latches[latch].next = next;
            circuit.begin_with(!now);
            self.arrived.push((*predicate, now));
        }
    }

    fn atom(&self, circuit: &mut Circuit, formula: &Formula) -> Lit {
        match formula {
            Formula::State(expr) => {
                let scope = BitScope::of_states(&self.machine.layout);
                let Ok(truth) = Encoder::new(self.system).truth(&mut circuit.aig, &scope, *expr);
                truth.yes
            }
            Formula::Step(predicate) => self.machine.predicate(*predicate),
            Formula::Arrived(predicate) => {
                let known = self.arrived.iter().find(|(known, _)| known == predicate);
                known.map_or(Lit::FALSE, |(_, lit)| *lit)
            }
            Formula::Deadlock => self.machine.deadlock.unwrap_or(Lit::FALSE),
            Formula::Faulty => self.machine.faulty.unwrap_or(Lit::FALSE),
            // Connectives are not atoms, and formulas about more than one run are refused before.
            _ => Lit::FALSE,
        }
    }
}
