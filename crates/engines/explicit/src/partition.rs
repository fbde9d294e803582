//! What a search needs that is spread over several processes: each of its workers keeps a share of the states, expands them
//! and sends what it finds to those whose share it is. How they exchange states is left to them.

use std::ops::{ControlFlow, Range};

use synod_core::{
    Budget, Formula, Listing, State, Step, Stop, System, Trace, Unsupported, initial_states_within,
};

use crate::alphabet::{Alphabet, Marks};
use crate::batch::BatchExpander;
use crate::checkpoint::fingerprint;
use crate::expand::{Expander, FoundStep, StateSummary};
use crate::explore::InvariantWatch;
use crate::graph::Repeat;
use crate::ltl::{Atom, Automaton, Letter, Linear, Set};
use crate::model::PackedModel;
use crate::path::{add_violating_step, find_step};
use crate::prepare::{Prepared, SearchKind};
use crate::program::Registers;
use crate::store::{Reserve, Store};

/// States that are expanded at a time.
const TOGETHER: usize = 512;

/// A system ready for a search that is spread over workers.
#[derive(Debug)]
pub struct PartitionedModel {
    model: PackedModel,
    fingerprint: u64,
}

impl PartitionedModel {
    /// Integers without a bound of their own are explored from `-int_bound` to `int_bound`.
    pub fn new(system: &System, int_bound: i64) -> Self {
        let model = PackedModel::new(system, int_bound);
        // A copy knows nothing yet of what is found out about a system when somebody asks.
        let fingerprint = fingerprint(&(system.clone(), &model.layout, int_bound));
        PartitionedModel { model, fingerprint }
    }

    /// A number that tells it from models that have other states, or have them in other words.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The greatest absolute value of unbounded integers.
    pub fn int_bound(&self) -> i64 {
        self.model.int_bound
    }

    /// Words in a state.
    pub fn words(&self) -> usize {
        self.model.layout.words
    }

    /// Gives all initial states to `keep`, some perhaps twice. Says whether some are not explored, because an integer is too
    /// large; or why there is no time or memory for them, and how many were found.
    pub fn initial(
        &self,
        system: &System,
        budget: &Budget,
        keep: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<bool, (Stop, u32)> {
        let (mut cut, mut seen) = (false, 0u32);
        let listing = initial_states_within(system, budget, &mut |state| {
            seen = seen.wrapping_add(1);
            if seen.is_multiple_of(256) {
                budget.check(0)?;
            }
            match self.model.layout.pack(state) {
                Ok(words) => keep(&words)?,
                Err(_) => cut = true,
            }
            Ok(ControlFlow::Continue(()))
        });
        Ok(listing.map_err(|stop| (stop, seen))? == Listing::Cut || cut)
    }

    /// The values of a packed state.
    pub fn unpack(&self, state: &[u64]) -> State {
        self.model.layout.unpack(state)
    }
}

/// A share of the states, in the order in which they were inserted.
#[derive(Debug)]
pub struct StateShare {
    store: Store,
    reserve: Reserve,
    places: Vec<u64>,
}

impl StateShare {
    /// No states yet, of so many words.
    pub fn new(words: usize) -> Self {
        StateShare { store: Store::new(words), reserve: Reserve::default(), places: Vec::new() }
    }

    /// How many states there are.
    pub fn len(&self) -> u64 {
        self.store.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    /// Adds those states of a list that are not there, while so many more bytes may be used.
    pub fn insert(&mut self, states: &[u64], memory: Option<u64>) -> Result<(), Stop> {
        let words = self.store.words();
        let mut rest = states;
        while !rest.is_empty() {
            self.places.clear();
            let all = self.store.insert_all(rest, &mut self.reserve, &mut self.places);
            rest = &rest[self.places.len() * words..];
            if !all {
                self.store.make_more_room(memory)?;
            }
        }
        Ok(())
    }

    /// Copies the states at some positions to the end of a list.
    pub fn append_to(&self, positions: Range<u64>, states: &mut Vec<u64>) {
        let mut state = Vec::with_capacity(self.store.words());
        for position in positions {
            self.store.read(position, &mut state);
            states.extend_from_slice(&state);
        }
    }

    /// Where a state is, if it is there.
    pub fn find(&self, state: &[u64]) -> Option<u64> {
        self.store.find(state)
    }
}

/// What must never hold at a position of a run.
#[derive(Debug)]
pub struct Watch {
    alphabet: Alphabet,
    never: Linear,
}

/// A formula about runs, as the automaton of its violations.
#[derive(Debug)]
pub struct Runs {
    alphabet: Alphabet,
    automaton: Automaton,
    repeat: Repeat,
}

/// A conjunct of a formula, ready for a search that is spread over workers.
#[derive(Debug)]
pub enum PartitionedConjunct {
    /// A condition on every state, or on every state and the step that leaves it.
    States(Box<Watch>),
    /// A formula about runs. If it is `initial`, it looks at nothing but the initial states.
    Runs {
        /// Its automaton.
        runs: Box<Runs>,
        /// Whether only initial states matter.
        initial: bool,
    },
}

impl PartitionedModel {
    /// The conjuncts of a formula; or why it is not supported.
    pub fn conjuncts(
        &self,
        system: &System,
        formula: &Formula,
    ) -> Result<Vec<PartitionedConjunct>, Unsupported> {
        let alphabet = |atoms: &[Atom]| Alphabet::new(system, &self.model.layout, atoms);
        let conjunct = |conjunct: crate::prepare::Conjunct| {
            let initial = conjunct.is_initial();
            Ok(match conjunct.search {
                SearchKind::Positions(never) => {
                    let alphabet = alphabet(&never.atoms);
                    PartitionedConjunct::States(Box::new(Watch { alphabet, never }))
                }
                SearchKind::Runs(automaton) => {
                    let every_state = conjunct.formula.as_invariant().is_some() || initial;
                    let atoms = &automaton.linear.atoms;
                    let repeat = if every_state { Repeat::for_positions(atoms) } else { Repeat::Deadlocks };
                    let alphabet = alphabet(atoms);
                    let runs = Box::new(Runs { alphabet, automaton: *automaton, repeat });
                    PartitionedConjunct::Runs { runs, initial }
                }
                SearchKind::Labelling(_) => return Err(unsupported()),
            })
        };
        Prepared::new(system, formula)?.conjuncts.into_iter().map(conjunct).collect()
    }
}

fn unsupported() -> Unsupported {
    Unsupported("it supports linear time only".to_string())
}

/// Whether a formula can be decided by a search that is spread over workers.
pub fn supports_partitioned(system: &System, formula: &Formula) -> Result<(), Unsupported> {
    let prepared = Prepared::new(system, formula)?;
    let is_linear = |search: &SearchKind| !matches!(search, SearchKind::Labelling(_));
    match prepared.conjuncts.iter().all(|conjunct| is_linear(&conjunct.search)) {
        true => Ok(()),
        false => Err(unsupported()),
    }
}

/// What is known of some states that were expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpansionFigures {
    /// Steps between states that are explored.
    pub transitions: u64,
    /// States without any step.
    pub deadlocks: u64,
    /// States with a step that meets a fault.
    pub faults: u64,
    /// Some step leads to a state that is not explored, because an integer is too large.
    pub cut: bool,
}

impl ExpansionFigures {
    fn add(&mut self, local: StateSummary) {
        self.transitions += local.steps;
        self.deadlocks += u64::from(local.is_deadlock());
        self.faults += u64::from(local.faulty);
        self.cut |= local.cut;
    }
}

/// Expands states; each worker has one.
pub struct ShareExpander<'a> {
    model: &'a PartitionedModel,
    watch: Option<&'a Watch>,
    batches: Option<BatchExpander<'a>>,
    expander: Expander<'a>,
    registers: Registers,
    marks: Vec<Marks>,
    /// Where steps lead that were found last, one state after the other.
    pub targets: Vec<u64>,
    /// What is known of all states that were expanded.
    pub figures: ExpansionFigures,
}

impl<'a> ShareExpander<'a> {
    /// Looks for violations of a watch too, if there is one.
    pub fn new(model: &'a PartitionedModel, watch: Option<&'a Watch>) -> Self {
        let watches_steps = watch.is_some_and(|watch| watch.alphabet.watches_steps());
        let possible = model.model.has_kernels && !watches_steps;
        ShareExpander {
            model,
            watch,
            batches: possible.then(|| BatchExpander::new(&model.model)),
            expander: Expander::new(&model.model),
            registers: Registers::new(),
            marks: Vec::new(),
            targets: Vec::new(),
            figures: ExpansionFigures::default(),
        }
    }

    /// How many states are best expanded at a time.
    pub const fn chunk() -> usize {
        TOGETHER
    }

    /// Puts the targets of all steps of some states in `targets`, and says which of them violates the watch first.
    /// `None` if `check`, which is asked now and then, says no.
    pub fn expand(&mut self, states: &[u64], check: &mut dyn FnMut() -> bool) -> Option<Option<usize>> {
        let model = &self.model.model;
        let words = model.layout.words;
        let mut violation = None;
        if let Some(batches) = &mut self.batches {
            let mut stopped = false;
            let found = batches.expand(states, &mut || {
                stopped |= !check();
                !stopped
            });
            if stopped {
                return None;
            }
            if found.is_ok() {
                std::mem::swap(&mut self.targets, &mut batches.targets);
                for (number, state) in states.chunks_exact(words).enumerate() {
                    let local = batches.summaries[number];
                    self.figures.add(local);
                    if violation.is_none()
                        && is_violated(self.watch, model, state, local, &[], &mut self.registers)
                    {
                        violation = Some(number);
                    }
                }
                return Some(violation);
            }
        }
        self.targets.clear();
        let alphabet = self.watch.map(|watch| &watch.alphabet).filter(|alphabet| alphabet.watches_steps());
        for (number, state) in states.chunks_exact(words).enumerate() {
            self.marks.clear();
            let ShareExpander { expander, registers, marks, targets, .. } = self;
            let ended = expander.expand_while(&mut &mut *check, state, &mut |step| {
                targets.extend_from_slice(step.next);
                if let Some(alphabet) = alphabet {
                    let mark = alphabet.of_step(model, state, &step, registers);
                    if !marks.contains(&mark) {
                        marks.push(mark);
                    }
                }
                ControlFlow::Continue(())
            });
            let ControlFlow::Continue(local) = ended else { return None };
            self.figures.add(local);
            if violation.is_none()
                && is_violated(self.watch, model, state, local, &self.marks, &mut self.registers)
            {
                violation = Some(number);
            }
        }
        Some(violation)
    }

    /// Which of some states violates the watch first. What it finds is not part of the figures.
    pub fn look(&mut self, states: &[u64], check: &mut dyn FnMut() -> bool) -> Option<Option<usize>> {
        let Some(watch) = self.watch else { return Some(None) };
        if watch.alphabet.needs_steps() {
            let figures = self.figures;
            let found = self.expand(states, check);
            self.figures = figures;
            return found;
        }
        let model = &self.model.model;
        let bad =
            |state| is_violated(Some(watch), model, state, StateSummary::default(), &[], &mut self.registers);
        Some(states.chunks_exact(model.layout.words).position(bad))
    }

    /// Whether some step leads from one state to another.
    pub fn leads(&mut self, from: &[u64], to: &[u64]) -> bool {
        find_step(&mut self.expander, from, |step| step.next == to).is_some()
    }

    /// The run through some states, the last of which violates the watch.
    pub fn trace(&mut self, states: &[Vec<u64>]) -> Trace {
        let model = &self.model.model;
        let step = |pair: &[Vec<u64>]| find_step(&mut self.expander, &pair[0], |step| step.next == pair[1]);
        let steps = states.windows(2).filter_map(step).collect();
        let unpacked = states.iter().map(|state| model.layout.unpack(state)).collect();
        let mut trace = Trace { states: unpacked, steps, loop_start: None };
        if let (Some(last), Some(watch)) = (states.last(), self.watch) {
            let watch = InvariantWatch { alphabet: &watch.alphabet, never: &watch.never };
            add_violating_step(model, &watch, last, &mut trace);
        }
        trace
    }
}

fn is_violated(
    watch: Option<&Watch>,
    model: &PackedModel,
    state: &[u64],
    local: StateSummary,
    marks: &[Marks],
    registers: &mut Registers,
) -> bool {
    watch.is_some_and(|Watch { alphabet, never }| {
        InvariantWatch { alphabet, never }.is_violated(model, state, local, marks, registers)
    })
}

/// What a run has still to do, besides its state: a set of obligations of the automaton, and the atoms about the step that
/// led there. It means the same in all processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RunMemory {
    obligations: Set,
    arrived: Letter,
}

impl RunMemory {
    /// Nothing is left to do: every run from here is a violation.
    pub fn is_discharged(&self) -> bool {
        self.obligations == 0
    }
}

/// How the memories of runs are written as words: sets as wide as the formula needs.
#[derive(Clone, Copy, Debug)]
pub struct MemoryShape {
    obligations: usize,
    arrived: usize,
}

impl MemoryShape {
    /// How many words a memory takes.
    pub fn words(self) -> usize {
        self.obligations + self.arrived
    }

    /// Puts a memory at the end of a list of words.
    pub fn write(self, memory: RunMemory, words: &mut Vec<u64>) {
        let halves = |set: u128| [set as u64, (set >> 64) as u64];
        words.extend_from_slice(&halves(memory.obligations)[..self.obligations]);
        words.extend_from_slice(&halves(memory.arrived)[..self.arrived]);
    }

    /// The memory that was written as these words.
    pub fn read(self, words: &[u64]) -> RunMemory {
        let whole = |words: &[u64]| words.iter().rev().fold(0u128, |set, word| set << 64 | u128::from(*word));
        let (obligations, arrived) = words.split_at(self.obligations.min(words.len()));
        RunMemory { obligations: whole(obligations), arrived: whole(arrived) }
    }
}

/// A step of the product of states and automaton.
#[derive(Clone, Copy, Debug)]
pub struct ProductStep<'s> {
    /// The state where it leads.
    pub next: &'s [u64],
    /// What is left to do there.
    pub memory: RunMemory,
    /// The acceptance conditions that it puts off.
    pub postponed: u128,
}

/// Enumerates the steps of the product; each worker has one.
pub struct RunExpander<'a> {
    model: &'a PartitionedModel,
    runs: &'a Runs,
    automaton: Automaton,
    expander: Expander<'a>,
    registers: Registers,
    /// The state that was looked at last, its letter, and its steps.
    state: Vec<u64>,
    letter: Letter,
    edges: Vec<(Marks, u32)>,
    targets: Vec<u64>,
    is_stuck: bool,
}

impl<'a> RunExpander<'a> {
    /// For a formula about runs.
    pub fn new(model: &'a PartitionedModel, runs: &'a Runs) -> Self {
        RunExpander {
            model,
            runs,
            automaton: runs.automaton.clone(),
            expander: Expander::new(&model.model),
            registers: Registers::new(),
            state: Vec::new(),
            letter: 0,
            edges: Vec::new(),
            targets: Vec::new(),
            is_stuck: false,
        }
    }

    /// How memories are written as words.
    pub fn shape(&self) -> MemoryShape {
        let atoms = &self.automaton.linear.atoms;
        let last = atoms.iter().rposition(|atom| matches!(atom, Atom::Arrived(_)));
        let arrived = last.map_or(0, |last| last / 64 + 1);
        MemoryShape { obligations: self.automaton.elements().div_ceil(64).max(1), arrived }
    }

    /// What is to do at the start.
    pub fn initial(&self) -> RunMemory {
        RunMemory { obligations: self.automaton.set(self.automaton.initial), arrived: 0 }
    }

    /// All acceptance conditions: a run is accepted if its steps put off none of them for ever.
    pub fn conditions(&self) -> u128 {
        self.automaton.untils()
    }

    /// Whether every violation has a finite prefix that shows it.
    pub fn is_cosafe(&self) -> bool {
        self.automaton.linear.is_cosafe()
    }

    /// Finds the steps of a state, unless they are known from the last time.
    fn look(&mut self, state: &[u64]) {
        if self.state == state {
            return;
        }
        let RunExpander { runs, expander, registers, edges, targets, .. } = self;
        let model = &self.model.model;
        edges.clear();
        targets.clear();
        let words = state.len();
        let ended = expander.expand(state, &mut |step: FoundStep| {
            let marks = runs.alphabet.of_step(model, state, &step, registers);
            edges.push((marks, (targets.len() / words) as u32));
            targets.extend_from_slice(step.next);
            ControlFlow::Continue(())
        });
        let ControlFlow::Continue(local) = ended else { unreachable!("the visitor never breaks") };
        self.is_stuck = edges.is_empty() && !local.is_deadlock();
        if local.is_deadlock() {
            edges.push((Marks::default(), 0));
            targets.extend_from_slice(state);
        }
        self.letter = runs.alphabet.of_state(model, state, local, registers);
        self.state.clear();
        self.state.extend_from_slice(state);
    }

    /// Calls `visit` for every step of a node.
    pub fn expand(&mut self, state: &[u64], memory: RunMemory, visit: &mut dyn FnMut(ProductStep)) {
        self.look(state);
        let from = self.automaton.obligations(memory.obligations);
        let letter = self.letter | memory.arrived;
        for (marks, target) in &self.edges {
            let range = self.automaton.read(from, letter | marks.now);
            let next = &self.targets[*target as usize * state.len()..][..state.len()];
            for position in range.0..range.1 {
                let read = self.automaton.moves_in((position, position + 1))[0];
                let memory = RunMemory { obligations: self.automaton.set(read.to), arrived: marks.then };
                visit(ProductStep { next, memory, postponed: read.postponed });
            }
        }
    }

    /// Whether the state of a node alone shows a violation, where no step of it is explored. `at_end` says that its steps
    /// lead beyond what is explored.
    pub fn is_violated_here(&mut self, state: &[u64], memory: RunMemory, at_end: bool) -> bool {
        self.look(state);
        if self.runs.repeat != Repeat::Everywhere || !(at_end || self.is_stuck) {
            return false;
        }
        let from = self.automaton.obligations(memory.obligations);
        let range = self.automaton.read(from, self.letter | memory.arrived);
        self.automaton.moves_in(range).iter().any(|read| read.to == 0)
    }

    /// A step between two nodes that puts off none of some conditions.
    fn step(&mut self, from: &RunNode, to: &RunNode, fulfilled: u128) -> Option<Step> {
        let model = &self.model.model;
        let obligations = self.automaton.obligations(from.memory.obligations);
        self.look(&from.state);
        let letter = self.letter | from.memory.arrived;
        let RunExpander { runs, automaton, expander, registers, .. } = self;
        let mut fits = |marks: Marks| {
            let range = automaton.read(obligations, letter | marks.now);
            let moves = automaton.moves_in(range).to_vec();
            marks.then == to.memory.arrived
                && moves.iter().any(|read| {
                    automaton.set(read.to) == to.memory.obligations && read.postponed & fulfilled == 0
                })
        };
        let taken = find_step(expander, &from.state, |step| {
            step.next == to.state && fits(runs.alphabet.of_step(model, &from.state, step, registers))
        });
        taken.or_else(|| (from.state == to.state && fits(Marks::default())).then_some(Step::Stutter))
    }

    /// The run through some nodes. Each knows the conditions that the step to it must not put off; a lasso goes on from
    /// the last to the one at `loop_start`. `None` if there is no such run.
    pub fn trace(&mut self, nodes: &[RunNode], loop_start: Option<usize>) -> Option<Trace> {
        let layout = &self.model.model.layout;
        let states: Vec<State> = nodes.iter().map(|node| layout.unpack(&node.state)).collect();
        let step = |pair: &[RunNode]| self.step(&pair[0], &pair[1], pair[1].fulfilled);
        let steps: Option<Vec<Step>> = nodes.windows(2).map(step).collect();
        let mut trace = Trace { states, steps: steps?, loop_start };
        match loop_start {
            Some(_) => {
                // The last node is the one where the loop begins.
                trace.states.pop();
                trace.fold();
            }
            None => {
                let atoms = &self.automaton.linear.atoms;
                let steps_matter = atoms.iter().any(|atom| matches!(atom, Atom::Step(_)));
                let is_discharged = nodes.last().is_some_and(|last| last.memory.is_discharged());
                let idle = trace.steps.last() == Some(&Step::Stutter);
                if is_discharged && !trace.steps.is_empty() && (idle || !steps_matter) {
                    trace.states.pop();
                    trace.steps.pop();
                }
            }
        }
        Some(trace)
    }
}

/// A node on a run through the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunNode {
    /// Its state.
    pub state: Vec<u64>,
    /// What is left to do there.
    pub memory: RunMemory,
    /// The conditions that the step to it does not put off.
    pub fulfilled: u128,
}
