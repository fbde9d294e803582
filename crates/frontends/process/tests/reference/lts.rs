//! Labelled transition systems and ways to compare them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

use synod_process::Model;
use synod_simulate::Interpreter;

/// `None` is invisible.
pub type Label = Option<String>;

/// What a state looks like when nothing is done in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Something can be done.
    Running,
    /// Nothing can be done, though something is left to do.
    Stuck,
    /// Nothing is left to do.
    Done,
}

/// The block of a state, and the blocks that its steps lead to.
type Signature<'a> = (usize, BTreeSet<(&'a Label, usize)>);

#[derive(Clone, Debug, Default)]
pub struct Lts {
    pub initial: Vec<usize>,
    pub edges: Vec<Vec<(Label, usize)>>,
    pub marks: Vec<Mark>,
}

impl Lts {
    /// Explores from some states; `None` if there are more than `most`.
    pub fn explore<S: Clone + Eq + Hash>(
        initial: Vec<S>,
        most: usize,
        steps: impl Fn(&S) -> Vec<(Label, S)>,
        done: impl Fn(&S) -> bool,
    ) -> Option<Lts> {
        let mut index: HashMap<S, usize> = HashMap::new();
        let mut states: Vec<S> = Vec::new();
        let mut found = Lts::default();
        let mut number = |state: S, states: &mut Vec<S>| {
            *index.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        for state in initial {
            let state = number(state, &mut states);
            found.initial.push(state);
        }
        while let Some(state) = states.get(found.edges.len()).cloned() {
            if states.len() > most {
                return None;
            }
            let steps = steps(&state);
            found.marks.push(match steps.is_empty() {
                _ if done(&state) => Mark::Done,
                true => Mark::Stuck,
                false => Mark::Running,
            });
            let edges = steps.into_iter().map(|(label, next)| (label, number(next, &mut states))).collect();
            found.edges.push(edges);
        }
        Some(found)
    }

    /// What the interpreter makes of a model; all but the observer's variable at 0 means done, and what
    /// stays there for ever is left out.
    pub fn of_model(model: &Model) -> Lts {
        let interpreter = Interpreter::new(&model.system);
        let observer = model.system.find_var("choreography").map(|var| model.system.slot(var));
        let initial = interpreter.initial(100_000).states;
        let moves = |state: &Vec<i64>| {
            let mut moves = interpreter.moves(state).enabled;
            moves.retain(|m| model.system.rules[m.taken.rule.0 as usize].name != "all have ended");
            moves
        };
        let steps = |state: &Vec<i64>| {
            let moves = moves(state).into_iter();
            moves.map(|m| (model.seen[m.taken.rule.0 as usize].clone(), m.target)).collect()
        };
        let done = |state: &Vec<i64>| {
            let ended = |(slot, value): (usize, &i64)| *value == 0 || observer == Some(slot);
            moves(state).is_empty() && state.iter().enumerate().all(ended)
        };
        Lts::explore(initial, 200_000, steps, done).expect("a small model")
    }

    /// Strong bisimilarity of the (single) initial states.
    pub fn is_bisimilar(&self, other: &Lts) -> bool {
        let shift = self.edges.len();
        let mut edges = self.edges.clone();
        let shifted = other.edges.iter();
        edges
            .extend(shifted.map(|list| list.iter().map(|(l, t)| (l.clone(), t + shift)).collect::<Vec<_>>()));
        let mut blocks = vec![0usize; edges.len()];
        let mut count = 1;
        loop {
            let mut signatures: BTreeMap<Signature, usize> = BTreeMap::new();
            let mut next = Vec::new();
            for (state, list) in edges.iter().enumerate() {
                let signature = list.iter().map(|(label, target)| (label, blocks[*target])).collect();
                let fresh = signatures.len();
                next.push(*signatures.entry((blocks[state], signature)).or_insert(fresh));
            }
            if signatures.len() == count {
                break;
            }
            (count, blocks) = (signatures.len(), next);
        }
        self.initial.len() == 1
            && other.initial.len() == 1
            && blocks[self.initial[0]] == blocks[other.initial[0] + shift]
    }

    fn quietly(&self, states: BTreeSet<usize>, hidden: bool) -> BTreeSet<usize> {
        let mut found = states.clone();
        let mut left: Vec<usize> = if hidden { states.into_iter().collect() } else { Vec::new() };
        while let Some(state) = left.pop() {
            for (label, target) in &self.edges[state] {
                if label.is_none() && found.insert(*target) {
                    left.push(*target);
                }
            }
        }
        found
    }

    fn after(&self, states: &BTreeSet<usize>, label: &Label, hidden: bool) -> BTreeSet<usize> {
        let steps = states.iter().flat_map(|state| &self.edges[*state]);
        self.quietly(steps.filter(|(l, _)| l == label).map(|(_, t)| *t).collect(), hidden)
    }

    fn labels(&self, states: &BTreeSet<usize>, hidden: bool) -> BTreeSet<Label> {
        let steps = states.iter().flat_map(|state| &self.edges[*state]);
        steps.map(|(label, _)| label.clone()).filter(|label| !hidden || label.is_some()).collect()
    }

    /// A trace of this one that the other does not have, or after which the other does not have one of
    /// the marks in `marks` that this one has. Invisible steps are left out of traces if `hidden`.
    pub fn distinguishing(&self, other: &Lts, hidden: bool, marks: &[Mark]) -> Option<Vec<Label>> {
        type Pair = (BTreeSet<usize>, BTreeSet<usize>);
        let start = |lts: &Lts| lts.quietly(lts.initial.iter().copied().collect(), hidden);
        let first: Pair = (start(self), start(other));
        let mut seen: BTreeSet<Pair> = BTreeSet::from([first.clone()]);
        let mut left = std::collections::VecDeque::from([(first, Vec::new())]);
        while let Some(((ours, theirs), trace)) = left.pop_front() {
            let has = |lts: &Lts, set: &BTreeSet<usize>, mark| set.iter().any(|s| lts.marks[*s] == mark);
            if marks.iter().any(|mark| has(self, &ours, *mark) && !has(other, &theirs, *mark)) {
                return Some(trace);
            }
            for label in self.labels(&ours, hidden) {
                let mut longer = trace.clone();
                longer.push(label.clone());
                let next = (self.after(&ours, &label, hidden), other.after(&theirs, &label, hidden));
                if next.1.is_empty() {
                    return Some(longer);
                }
                if seen.insert(next.clone()) {
                    left.push_back((next, longer));
                }
            }
        }
        None
    }

    /// All visible traces up to a length.
    pub fn traces(&self, length: usize) -> BTreeSet<Vec<Label>> {
        let start = self.quietly(self.initial.iter().copied().collect(), true);
        let mut found = BTreeSet::new();
        let mut left = vec![(start, Vec::new())];
        while let Some((states, trace)) = left.pop() {
            if trace.len() < length {
                for label in self.labels(&states, true) {
                    let mut longer = trace.clone();
                    longer.push(label.clone());
                    left.push((self.after(&states, &label, true), longer));
                }
            }
            found.insert(trace);
        }
        found
    }
}
