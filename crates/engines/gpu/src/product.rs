//! Runs of a product, told as runs of the system: which steps the automaton followed.

use synod_core::{Env, State, Step, eval_bool};
use synod_passes::ltl::{Atom, Buchi, Letter};
use synod_printers::opencl::Layout;
use synod_simulate::Interpreter;

/// An automaton that follows the runs of a system.
pub(crate) struct Follower<'a> {
    pub interpreter: Interpreter<'a>,
    pub buchi: &'a Buchi,
    pub layout: &'a Layout,
}

impl Follower<'_> {
    /// What a packed state remembers: the state of the automaton, and which predicates on arrivals are true.
    fn memory(&self, packed: &[u64]) -> (u64, u64) {
        let memory = self.layout.memory.map_or(0, |bits| bits.read(packed));
        (memory & ((1 << self.buchi.bits()) - 1), memory >> self.buchi.bits())
    }

    /// The letter where a step leaves a state, and which predicates on arrivals it makes true.
    fn letter(&self, state: &State, arrived: u64, step: &Step) -> (Letter, u64) {
        let system = self.interpreter.system();
        let (mut letter, mut then, mut arrivals) = (0, 0, 0);
        for (number, atom) in self.buchi.atoms.iter().enumerate() {
            let holds = match atom {
                Atom::State(id) => eval_bool(&system.exprs, *id, Env::of(system, state)) == Ok(true),
                Atom::Deadlock => *step == Step::Stutter,
                Atom::Step(predicate) => self.interpreter.satisfies(state, step, *predicate),
                Atom::Arrived(predicate) => {
                    then |= u64::from(self.interpreter.satisfies(state, step, *predicate)) << arrivals;
                    arrivals += 1;
                    arrived >> (arrivals - 1) & 1 == 1
                }
                Atom::Faulty | Atom::Label(_) => false,
            };
            letter |= Letter::from(holds) << number;
        }
        (letter, then)
    }

    /// The step between two states of the product.
    pub fn step(&self, from: &[u64], to: &[u64]) -> Option<Step> {
        let (state, target) = (self.layout.unpack(from), self.layout.unpack(to));
        let ((code, arrived), (next, arrives)) = (self.memory(from), self.memory(to));
        let fits = |step: &Step| {
            let (letter, then) = self.letter(&state, arrived, step);
            then == arrives && self.buchi.read(code, letter).contains(&next)
        };
        if state == target && self.interpreter.is_deadlock(&state) {
            return Some(Step::Stutter).filter(fits);
        }
        let found = self
            .interpreter
            .find_move(&state, |_, step| step.target == target && fits(&Step::Take(step.taken.clone())));
        found.map(|step| Step::Take(step.taken))
    }
}
