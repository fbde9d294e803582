//! A deterministic automaton of what can be seen of a process, for others to be compared with.

use std::collections::{BTreeMap, BTreeSet};

use synod_triples::{Assignment, Structure};

use crate::network::Label;

/// How many steps may be looked at.
const MOST_WORK: usize = 500_000;

/// A state: all that the process may be doing after the same things were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// What can be seen next, in words.
    pub expects: String,
    /// Where what is seen next leads to.
    pub moves: BTreeMap<String, usize>,
    /// Whether the process may have ended.
    pub complete: bool,
}

/// The automaton; it begins in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observer {
    pub states: Vec<Expectation>,
}

/// Too much to be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// All counters.
type Place = Vec<u32>;

impl Observer {
    /// Follows a process, whose counter 0 is at 0 when it has ended.
    pub fn new(structure: &Structure<Label>) -> Result<Observer, TooLarge> {
        let mut walk = Walk { structure, work: 0 };
        let nowhere = vec![0; structure.threads.len()];
        let firsts = structure.initial().iter().map(|way| moved(&nowhere, way)).collect();
        let mut sets: Vec<BTreeSet<Place>> = vec![walk.quietly(firsts)?];
        let mut index: BTreeMap<BTreeSet<Place>, usize> = BTreeMap::from([(sets[0].clone(), 0)]);
        let mut states = Vec::new();
        while let Some(set) = sets.get(states.len()).cloned() {
            let mut next: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
            for place in &set {
                for (seen, target) in walk.steps(place)? {
                    if let Some(seen) = seen {
                        next.entry(seen).or_default().insert(target);
                    }
                }
            }
            let mut moves = BTreeMap::new();
            for (seen, targets) in next {
                let targets = walk.quietly(targets)?;
                let position = *index.entry(targets.clone()).or_insert(sets.len());
                if position == sets.len() {
                    sets.push(targets);
                }
                moves.insert(seen, position);
            }
            let complete = set.iter().any(|place| place[0] == 0);
            let mut expected: Vec<&str> = moves.keys().map(String::as_str).collect();
            if complete {
                expected.push("the end");
            }
            states.push(Expectation {
                expects: format!("expects {}", expected.join(" or ")),
                moves,
                complete,
            });
        }
        Ok(Observer { states })
    }
}

struct Walk<'s> {
    structure: &'s Structure<Label>,
    work: usize,
}

impl Walk<'_> {
    /// What can be done at a place, and where it leads to.
    fn steps(&mut self, place: &Place) -> Result<Vec<(Option<String>, Place)>, TooLarge> {
        let mut found = Vec::new();
        for triple in &self.structure.triples {
            if triple.entry.iter().all(|(component, value)| place[*component] == *value) {
                let seen = triple.label.action().and_then(Label::visible);
                found.extend(triple.exit.iter().map(|way| (seen.map(str::to_string), moved(place, way))));
            }
        }
        self.work += found.len() + 1;
        if self.work > MOST_WORK { Err(TooLarge) } else { Ok(found) }
    }

    /// Places and all those that can be reached from them unseen.
    fn quietly(&mut self, mut places: BTreeSet<Place>) -> Result<BTreeSet<Place>, TooLarge> {
        let mut left: Vec<Place> = places.iter().cloned().collect();
        while let Some(place) = left.pop() {
            for (seen, target) in self.steps(&place)? {
                if seen.is_none() && places.insert(target.clone()) {
                    left.push(target);
                }
            }
        }
        Ok(places)
    }
}

fn moved(place: &Place, way: &Assignment) -> Place {
    let mut place = place.clone();
    for (component, value) in way {
        place[*component] = *value;
    }
    place
}
