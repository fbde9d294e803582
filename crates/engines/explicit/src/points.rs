//! The graph of points, for formulas about more than one run: reachable states, told apart by what the step that led
//! there satisfies as far as the formula can tell, with all transitions between them.

use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashMap;
use synod_core::{Formula, State, Step, System, Tick, Trace};
use synod_labelling::{Run, Runs};

use crate::alphabet::{Alphabet, Marks};
use crate::bits::BitSet;
use crate::enumerated::Failure;
use crate::expand::{Expander, FoundStep};
use crate::explore::Space;
use crate::graph::{Edge, Graph, Repeat, StateGraph, nodes};
use crate::limits::Limits;
use crate::ltl::{Atom, Letter, Set};
use crate::model::PackedModel;
use crate::program::Registers;

/// The atoms of a formula with all its subformulas.
pub(crate) fn base_atoms(formula: &Formula, atoms: &mut Vec<Atom>) {
    let atom = match formula {
        Formula::State(expr) => Some(Atom::State(*expr)),
        Formula::Step(predicate) => Some(Atom::Step(*predicate)),
        Formula::Arrived(predicate) => Some(Atom::Arrived(*predicate)),
        Formula::Deadlock => Some(Atom::Deadlock),
        Formula::Faulty => Some(Atom::Faulty),
        _ => None,
    };
    if let Some(atom) = atom.filter(|atom| !atoms.contains(atom)) {
        atoms.push(atom);
    }
    for child in formula.children() {
        base_atoms(child, atoms);
    }
}

/// A step between two points.
#[derive(Clone, Copy, Debug)]
struct Transition {
    to: u32,
    /// The number of its marks.
    marks: u32,
}

pub(crate) struct Points<'a> {
    pub system: &'a System,
    pub model: &'a PackedModel,
    pub space: &'a Space,
    atoms: Vec<Atom>,
    alphabet: Alphabet,
    /// The state of each point.
    pub states: Vec<u32>,
    /// The atoms that are true at each point, apart from those about the step that leaves.
    letters: Vec<Letter>,
    /// For each point the one it was found from; its own number for those at the start.
    parents: Vec<u32>,
    starts: u32,
    transitions: Vec<Transition>,
    /// Where the transitions of each point begin, and where the last end.
    begins: Vec<usize>,
    marks: Vec<Marks>,
}

impl<'a> Points<'a> {
    pub fn new(
        system: &'a System,
        model: &'a PackedModel,
        space: &'a Space,
        formula: &Formula,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let mut atoms = Vec::new();
        base_atoms(formula, &mut atoms);
        system.fairness.iter().for_each(|condition| base_atoms(condition, &mut atoms));
        let alphabet = Alphabet::new(system, &model.layout, &atoms);
        let mut points = Points {
            system,
            model,
            space,
            atoms,
            alphabet,
            states: Vec::new(),
            letters: Vec::new(),
            parents: Vec::new(),
            starts: nodes(space.store.len()).map(|_| space.initial as u32)?,
            transitions: Vec::new(),
            begins: vec![0],
            marks: Vec::new(),
        };
        points.build(limits)?;
        Ok(points)
    }

    fn build(&mut self, limits: &Limits) -> Result<(), Failure> {
        let mut index: FxHashMap<(u32, Letter), u32> = FxHashMap::default();
        let mut mark_index: FxHashMap<Marks, u32> = FxHashMap::default();
        // For each point the atoms about its arrival.
        let mut arrivals: Vec<Letter> = Vec::new();
        for start in 0..self.starts {
            index.insert((start, 0), start);
            self.states.push(start);
            self.parents.push(start);
            arrivals.push(0);
        }
        let mut edges = Vec::new();
        let (model, space) = (self.model, self.space);
        let alphabet = std::mem::replace(&mut self.alphabet, Alphabet::new(self.system, &model.layout, &[]));
        let mut graph = StateGraph::new(model, space, &alphabet, Repeat::Deadlocks);
        let mut point = 0;
        while point < self.states.len() {
            if point.is_multiple_of(256) {
                nodes(self.states.len() as u64)?;
                let memory = space.store.bytes() + self.bytes();
                limits.check(memory, || Tick { states: point as u64, memory, ..Tick::default() })?;
            }
            let letter = graph.look(self.states[point], &mut edges) | arrivals[point];
            for edge in &edges {
                let to = *index.entry((edge.to, edge.marks.then)).or_insert_with(|| {
                    self.states.push(edge.to);
                    self.parents.push(point as u32);
                    arrivals.push(edge.marks.then);
                    self.states.len() as u32 - 1
                });
                let marks = *mark_index.entry(edge.marks).or_insert_with(|| {
                    self.marks.push(edge.marks);
                    self.marks.len() as u32 - 1
                });
                self.transitions.push(Transition { to, marks });
            }
            self.letters.push(letter);
            self.begins.push(self.transitions.len());
            point += 1;
        }
        drop(graph);
        self.alphabet = alphabet;
        Ok(())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        // States, arrivals, letters, parents, begins and the index, for each point; then transitions.
        (self.states.len() * 88 + self.transitions.len() * size_of::<Transition>()) as u64
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// Whether there is only one point for each state.
    pub fn are_states(&self) -> bool {
        self.states.len() == self.space.store.len() as usize
    }

    /// The points where an atom is true.
    pub fn atom(&self, atom: Atom) -> BitSet {
        let bit = self.bit(atom);
        BitSet::collect(self.len(), |point| self.letters[point as usize] & bit != 0)
    }

    fn bit(&self, atom: Atom) -> Letter {
        self.atoms.iter().position(|known| *known == atom).map_or(0, |number| 1 << number)
    }

    /// The values of the state of a point.
    pub fn state(&self, point: u32) -> State {
        let mut words = Vec::new();
        self.space.store.read(self.states[point as usize].into(), &mut words);
        self.model.layout.unpack(&words)
    }

    /// The positions of the transitions of a point.
    pub fn transition_range(&self, point: u32) -> Range<usize> {
        self.begins[point as usize]..self.begins[point as usize + 1]
    }

    /// Where the transition at a position leads to.
    pub fn target(&self, position: usize) -> u32 {
        self.transitions[position].to
    }

    /// Where a point leads to.
    pub fn targets(&self, point: u32) -> impl Iterator<Item = u32> + '_ {
        self.transitions(point).iter().map(|transition| transition.to)
    }

    /// Calls `visit` with every step of a point and the point it leads to; says whether there is none.
    pub fn for_each_step(&self, point: u32, visit: &mut dyn FnMut(&FoundStep, u32)) -> bool {
        let mut words = Vec::new();
        self.space.store.read(self.states[point as usize].into(), &mut words);
        let (mut expander, mut registers) = (Expander::new(self.model), Registers::new());
        let transitions = self.transitions(point);
        let ended = expander.expand(&words, &mut |step| {
            let marks = self.alphabet.of_step(self.model, &words, &step, &mut registers);
            let to = self.space.store.find(step.next).map(|position| position as u32);
            let same = |transition: &&Transition| {
                Some(self.states[transition.to as usize]) == to
                    && self.marks[transition.marks as usize] == marks
            };
            if let Some(transition) = transitions.iter().find(same) {
                visit(&step, transition.to);
            }
            ControlFlow::Continue(())
        });
        matches!(ended, ControlFlow::Continue(local) if local.is_deadlock())
    }

    fn transitions(&self, point: u32) -> &[Transition] {
        &self.transitions[self.transition_range(point)]
    }

    /// A step behind a transition.
    fn step(&self, from: u32, transition: Transition) -> Step {
        let edge =
            Edge { marks: self.marks[transition.marks as usize], to: self.states[transition.to as usize] };
        let mut graph = StateGraph::new(self.model, self.space, &self.alphabet, Repeat::Deadlocks);
        graph.step(self.states[from as usize], edge)
    }

    /// A shortest run to a point.
    pub fn path_to(&self, point: u32) -> Run<u32> {
        let mut nodes = vec![point];
        let mut trace = Trace { states: vec![self.state(point)], steps: vec![], loop_start: None };
        let mut at = point;
        while self.parents[at as usize] != at {
            let parent = self.parents[at as usize];
            if let Some(transition) = self.transitions(parent).iter().find(|transition| transition.to == at) {
                trace.steps.push(self.step(parent, *transition));
                trace.states.push(self.state(parent));
                nodes.push(parent);
            }
            at = parent;
        }
        trace.states.reverse();
        trace.steps.reverse();
        nodes.reverse();
        Run { trace, points: nodes }
    }
}

/// The points from which a step leads to a point, for all points.
pub(crate) struct Predecessors {
    points: Vec<u32>,
    /// Where those of each point begin, and where the last end.
    begins: Vec<usize>,
}

impl Predecessors {
    pub fn new(points: &Points) -> Self {
        let mut begins = vec![0; points.len() + 1];
        for transition in &points.transitions {
            begins[transition.to as usize + 1] += 1;
        }
        for point in 0..points.len() {
            begins[point + 1] += begins[point];
        }
        let mut next = begins.clone();
        let mut from = vec![0; points.transitions.len()];
        for point in 0..points.len() as u32 {
            for to in points.targets(point) {
                from[next[to as usize]] = point;
                next[to as usize] += 1;
            }
        }
        Predecessors { points: from, begins }
    }

    pub fn of(&self, point: u32) -> &[u32] {
        &self.points[self.begins[point as usize]..self.begins[point as usize + 1]]
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.points.len() * size_of::<u32>() + self.begins.len() * size_of::<usize>()) as u64
    }
}

/// Points that runs have to visit infinitely often, as conditions of acceptance.
#[derive(Clone, Copy)]
pub(crate) struct Fairness<'p>(pub &'p [BitSet]);

impl Fairness<'_> {
    /// All conditions: bits from the highest on downwards, as automata use them from the lowest on upwards.
    pub fn all(self) -> Set {
        (0..self.0.len()).fold(0, |all, number| all | Self::bit(number))
    }

    /// The conditions that a point does not meet.
    pub fn unmet(self, point: u32) -> Set {
        let unmet = self.0.iter().enumerate().filter(|(_, condition)| !condition.contains(point));
        unmet.fold(0, |unmet, (number, _)| unmet | Self::bit(number))
    }

    fn bit(number: usize) -> Set {
        1 << (Set::BITS as usize - 1 - number)
    }
}

/// The points as the automaton of one formula sees them: with its own numbering of atoms, among those that count.
pub(crate) struct View<'p> {
    points: &'p Points<'p>,
    sources: Vec<Source<'p>>,
    only: Option<&'p BitSet>,
    fairness: Fairness<'p>,
}

/// Where the truth of an atom is from.
enum Source<'p> {
    /// A bit in the marks of the step that leaves.
    Step(Letter),
    Label(&'p BitSet),
}

impl<'p> View<'p> {
    /// The points for an automaton over labels, with the sets that it numbers.
    pub fn new(
        points: &'p Points<'p>,
        atoms: &[Atom],
        labels: &[&'p BitSet],
        runs: &Runs<'p, BitSet>,
    ) -> Self {
        let source = |atom: &Atom| match atom {
            Atom::Label(label) => Source::Label(labels[*label]),
            other => Source::Step(points.bit(*other)),
        };
        let fairness = Fairness(runs.fairness);
        // Without fairness all points count.
        let only = (!runs.fairness.is_empty()).then_some(runs.points);
        View { points, sources: atoms.iter().map(source).collect(), only, fairness }
    }

    /// The atoms about a point.
    fn letter(&self, point: u32) -> Letter {
        self.collect(|source| matches!(source, Source::Label(set) if set.contains(point)))
    }

    /// The atoms about a step.
    fn now(&self, transition: &Transition) -> Letter {
        let now = self.points.marks[transition.marks as usize].now;
        self.collect(|source| matches!(source, Source::Step(bit) if now & bit != 0))
    }

    fn collect(&self, holds: impl Fn(&Source) -> bool) -> Letter {
        let bits =
            self.sources.iter().enumerate().map(|(number, source)| Letter::from(holds(source)) << number);
        bits.fold(0, |a, b| a | b)
    }
}

impl Graph for View<'_> {
    fn look(&mut self, node: u32, edges: &mut Vec<Edge>) -> Letter {
        edges.clear();
        for transition in self.points.transitions(node) {
            if self.only.is_none_or(|only| only.contains(transition.to)) {
                let edge = Edge { marks: Marks { now: self.now(transition), then: 0 }, to: transition.to };
                edges.push(edge);
            }
        }
        edges.sort_unstable_by_key(|edge| (edge.to, edge.marks.now));
        edges.dedup();
        self.letter(node)
    }

    fn state(&self, node: u32) -> State {
        self.points.state(node)
    }

    fn step(&mut self, from: u32, edge: Edge) -> Step {
        let same =
            |transition: &&Transition| transition.to == edge.to && self.now(transition) == edge.marks.now;
        match self.points.transitions(from).iter().find(same) {
            Some(transition) => self.points.step(from, *transition),
            None => Step::Stutter,
        }
    }

    fn fairness(&self) -> Set {
        self.fairness.all()
    }

    fn unmet(&self, node: u32) -> Set {
        self.fairness.unmet(node)
    }
}
