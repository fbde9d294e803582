//! The states that can come of a strategy, and the steps between them.

use std::collections::HashMap;

use synod_core::State;

/// A graph of states that grows as they are looked at, the nearest first.
pub(crate) struct Outcomes {
    states: Vec<State>,
    numbers: HashMap<State, usize>,
    targets: Vec<Vec<usize>>,
    /// How many were looked at.
    done: usize,
}

impl Outcomes {
    pub fn new(starts: &[State]) -> Self {
        let mut outcomes =
            Outcomes { states: Vec::new(), numbers: HashMap::new(), targets: Vec::new(), done: 0 };
        starts.iter().for_each(|start| {
            outcomes.number(start.clone());
        });
        outcomes
    }

    fn number(&mut self, state: State) -> usize {
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.states.len();
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.targets.push(Vec::new());
        number
    }

    /// The next state to look at.
    pub fn next(&mut self) -> Option<(usize, State)> {
        let number = self.done;
        let state = self.states.get(number)?.clone();
        self.done += 1;
        Some((number, state))
    }

    /// A step leads from a state to another.
    pub fn lead(&mut self, from: usize, to: State) {
        let to = self.number(to);
        if !self.targets[from].contains(&to) {
            self.targets[from].push(to);
        }
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn states(&self) -> &[State] {
        &self.states
    }

    pub fn targets(&self, from: usize) -> Vec<usize> {
        self.targets[from].clone()
    }

    /// The states that are reached from the first ones by a path among those that `stay`, themselves among
    /// them.
    pub fn reached(&self, first: usize, stay: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut todo: Vec<usize> = (0..first.min(self.len())).collect();
        while let Some(number) = todo.pop() {
            if !reached[number] && stay(number) {
                reached[number] = true;
                todo.extend(&self.targets[number]);
            }
        }
        reached
    }

    /// The states from which a path among those that `stay` goes on for ever and meets each of some
    /// conditions again and again.
    pub fn go_on(&self, conditions: &[Vec<bool>], stay: impl Fn(usize) -> bool) -> Vec<bool> {
        let everywhere = [vec![true; self.len()]];
        let conditions = if conditions.is_empty() { &everywhere[..] } else { conditions };
        let mut alive: Vec<bool> = (0..self.len()).map(stay).collect();
        // Those that can reach each condition, by a step at least, among those that remain; until none is
        // taken away any more.
        loop {
            let before = alive.clone();
            for condition in conditions {
                let mut leads: Vec<bool> = (0..self.len()).map(|n| alive[n] && condition[n]).collect();
                let mut next = vec![false; self.len()];
                loop {
                    let mut changed = false;
                    for number in (0..self.len()).rev().filter(|number| alive[*number]) {
                        if !next[number] && self.targets[number].iter().any(|target| leads[*target]) {
                            next[number] = true;
                            changed |= !leads[number];
                            leads[number] = true;
                        }
                    }
                    if !changed {
                        break;
                    }
                }
                alive = next;
            }
            if alive == before {
                return alive;
            }
        }
    }
}
