//! The letter of each state, and those of its steps that are not kept elsewhere.

use rustc_hash::FxHashMap;
use synod_core::Stop;

use crate::alphabet::{Alphabet, Marks};
use crate::explore::Space;
use crate::graph::{Graph, Repeat, StateGraph};
use crate::ltl::Letter;
use crate::model::PackedModel;
use crate::steps::Steps;
use crate::sweep::{PIECE, Sweeper};

/// What an automaton can tell of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub letter: Letter,
    /// Nothing is known of what follows.
    pub is_end: bool,
}

/// States and steps of a space as an automaton sees them.
pub(super) struct Letters<'a> {
    /// Where steps lead, if nothing else of them matters.
    steps: Option<&'a Steps>,
    /// What states are like, each once.
    pub kinds: Vec<Kind>,
    /// What steps are like, each once. The first is that of a step that makes no atom true.
    pub marks: Vec<Marks>,
    /// The number of the kind of each state.
    of_states: Vec<u32>,
    pieces: Vec<OwnSteps>,
}

/// Steps of some states that follow each other.
#[derive(Debug, Default)]
struct OwnSteps {
    /// For each state where its steps end.
    ends: Vec<u32>,
    /// Where each leads, and the number of its marks.
    steps: Vec<(u32, u32)>,
}

/// What one thread finds about some states that follow each other.
struct Piece {
    number: usize,
    kinds: Numbering<Kind>,
    marks: Numbering<Marks>,
    of_states: Vec<u32>,
    own: OwnSteps,
}

/// Things, each once, by number.
struct Numbering<T> {
    things: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T: Copy + Eq + std::hash::Hash> Numbering<T> {
    fn new() -> Self {
        Numbering { things: Vec::new(), numbers: FxHashMap::default() }
    }

    fn number(&mut self, thing: T) -> u32 {
        *self.numbers.entry(thing).or_insert_with(|| {
            self.things.push(thing);
            self.things.len() as u32 - 1
        })
    }
}

/// The steps of a state.
#[derive(Clone, Copy)]
pub(super) enum StepList<'l> {
    Kept(&'l [u32]),
    Own(&'l [(u32, u32)]),
}

impl StepList<'_> {
    /// Where a step leads, and the number of its marks.
    pub fn get(self, number: usize) -> Option<(u32, u32)> {
        match self {
            StepList::Kept(targets) => targets.get(number).map(|to| (*to, 0)),
            StepList::Own(steps) => steps.get(number).copied(),
        }
    }
}

impl<'a> Letters<'a> {
    pub fn new(
        model: &'a PackedModel,
        space: &'a Space,
        alphabet: &'a Alphabet,
        repeat: Repeat,
        sweeper: &Sweeper,
    ) -> Result<Self, Stop> {
        let kept = space.steps.as_ref().filter(|_| !alphabet.watches_steps());
        // There are no more than a graph can have.
        let states = space.store.len() as u32;
        let count = (states as usize).div_ceil(PIECE);
        let mut pieces = sweeper.pieces(count, states as usize, |number, found| {
            let mut graph = StateGraph::new(model, space, alphabet, repeat);
            let (mut kinds, mut marks) = (Numbering::new(), Numbering::new());
            let (mut of_states, mut own, mut edges) = (Vec::new(), OwnSteps::default(), Vec::new());
            let begin = (number * PIECE) as u32;
            for state in begin..states.min(begin + PIECE as u32) {
                let letter = graph.look(state, &mut edges);
                of_states.push(kinds.number(Kind { letter, is_end: graph.is_end() }));
                if kept_steps(kept, state).is_none() {
                    own.steps.extend(edges.iter().map(|edge| (edge.to, marks.number(edge.marks))));
                }
                own.ends.push(own.steps.len() as u32);
            }
            found.push(Piece { number, kinds, marks, of_states, own });
        })?;
        pieces.sort_unstable_by_key(|piece| piece.number);
        Ok(Letters::together(pieces, kept))
    }

    /// Puts together what threads found.
    fn together(found: Vec<Piece>, steps: Option<&'a Steps>) -> Self {
        let (mut kinds, mut marks) = (Numbering::new(), Numbering::new());
        marks.number(Marks::default());
        let (mut of_states, mut pieces) = (Vec::new(), Vec::new());
        for mut piece in found {
            let numbers: Vec<u32> = piece.kinds.things.iter().map(|kind| kinds.number(*kind)).collect();
            of_states.extend(piece.of_states.iter().map(|kind| numbers[*kind as usize]));
            let numbers: Vec<u32> = piece.marks.things.iter().map(|own| marks.number(*own)).collect();
            piece.own.steps.iter_mut().for_each(|(_, own)| *own = numbers[*own as usize]);
            pieces.push(piece.own);
        }
        Letters { steps, kinds: kinds.things, marks: marks.things, of_states, pieces }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.of_states.len()
    }

    /// The number of the kind of a state.
    pub fn kind(&self, state: u32) -> u32 {
        self.of_states[state as usize]
    }

    /// The steps of a state.
    pub fn steps(&self, state: u32) -> StepList<'_> {
        if let Some(targets) = kept_steps(self.steps, state) {
            return StepList::Kept(targets);
        }
        let (piece, place) = (&self.pieces[state as usize / PIECE], state as usize % PIECE);
        let begin = if place == 0 { 0 } else { piece.ends[place - 1] };
        StepList::Own(&piece.steps[begin as usize..piece.ends[place] as usize])
    }

    /// Bytes in use, without the steps that are kept elsewhere.
    pub fn bytes(&self) -> u64 {
        let own: usize = self.pieces.iter().map(|piece| piece.ends.len() * 4 + piece.steps.len() * 8).sum();
        (own + self.of_states.len() * 4) as u64
    }
}

/// Where the steps of a state lead, if that is kept and there are any.
fn kept_steps(steps: Option<&Steps>, state: u32) -> Option<&[u32]> {
    steps?.of(state).map(|(_, targets)| targets).filter(|targets| !targets.is_empty())
}
