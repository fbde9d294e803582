//! Layers: every state gets a rank, and every arrow a chain of items through the ranks between its ends.
//!
//! States stand on even ranks. The middle of a chain, on an odd rank, carries the label, so labels have
//! their own place in the layout and nothing else is put there.

use super::simplex::{Span, solve};
use crate::control::Picture;

/// Room needed by an item, around the point where its state has its centre or its line passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Along the ranks' axis, in all.
    pub along: f64,
    /// Across, before the point.
    pub before: f64,
    /// Across, after the point.
    pub after: f64,
}

/// What stands on a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A state, by its number.
    State,
    /// Where an arrow passes.
    Bend,
    /// Where an arrow passes with its label.
    Label,
}

/// Something on a rank.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Its rank.
    pub rank: usize,
    /// The room it needs.
    pub room: Room,
}

/// The way of an arrow, from low to high rank.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The position of the arrow in the picture.
    pub arrow: usize,
    /// The items passed, both states included.
    pub items: Vec<usize>,
    /// Whether the arrow points from high to low rank.
    pub backward: bool,
}

/// A layered picture. The first items are the states.
#[derive(Debug)]
pub struct Layers {
    /// All items.
    pub items: Vec<Item>,
    /// All arrows except those from a state to itself.
    pub chains: Vec<Chain>,
    /// The items of each rank, in order.
    pub ranks: Vec<Vec<usize>>,
}

impl Layers {
    /// Layers for a picture whose states and labels need the given room.
    pub fn new(picture: &Picture, states: &[Room], labels: &[Room]) -> Self {
        let count = picture.states.len();
        let ends: Vec<(usize, usize)> = picture.arrows.iter().map(|a| (a.from, a.to)).collect();
        let initial = picture.initial.first().copied().unwrap_or(0);
        let backward = backward(count, initial, &ends);
        let forward: Vec<(usize, usize)> = std::iter::zip(&ends, &backward)
            .map(|((from, to), backward)| if *backward { (*to, *from) } else { (*from, *to) })
            .collect();
        let steps: Vec<(usize, usize)> = forward.iter().copied().filter(|(a, b)| a != b).collect();
        let rank = ranks(count, &steps);
        let state = |i: usize| Item { kind: Kind::State, rank: rank[i], room: states[i] };
        let mut items: Vec<Item> = (0..count).map(state).collect();
        let mut chains = Vec::new();
        for (arrow, (low, high)) in forward.iter().enumerate().filter(|(_, (a, b))| a != b) {
            let (first, last) = (rank[*low], rank[*high]);
            // An odd rank near the middle.
            let middle = ((first + last) / 2) | 1;
            let mut chain = vec![*low];
            for rank in first + 1..last {
                let (kind, room) = if rank == middle {
                    (Kind::Label, labels[arrow])
                } else {
                    (Kind::Bend, Room { along: 0.0, before: 4.0, after: 4.0 })
                };
                chain.push(items.len());
                items.push(Item { kind, rank, room });
            }
            chain.push(*high);
            chains.push(Chain { arrow, items: chain, backward: backward[arrow] });
        }
        let mut layers = Layers { items, chains, ranks: Vec::new() };
        layers.ranks = layers.first_order(initial);
        layers
    }

    /// The links between items of neighbouring ranks.
    pub fn links(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.chains.iter().flat_map(|chain| chain.items.windows(2).map(|pair| (pair[0], pair[1])))
    }

    /// Orders ranks as a depth-first walk from the initial state meets the items.
    fn first_order(&self, initial: usize) -> Vec<Vec<usize>> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.items.len()];
        for (a, b) in self.links() {
            next[a].push(b);
            next[b].push(a);
        }
        let height = self.items.iter().map(|item| item.rank + 1).max().unwrap_or(0);
        let mut ranks = vec![Vec::new(); height];
        let mut met = vec![false; self.items.len()];
        for root in std::iter::once(initial).chain(0..self.items.len()) {
            let mut todo = vec![root];
            while let Some(item) = todo.pop() {
                if item < met.len() && !std::mem::replace(&mut met[item], true) {
                    ranks[self.items[item].rank].push(item);
                    todo.extend(next[item].iter().rev());
                }
            }
        }
        ranks
    }
}

/// Which arrows close a cycle, as a depth-first walk from the initial state meets them.
fn backward(count: usize, initial: usize, ends: &[(usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        Open,
        Done,
    }
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (arrow, (from, _)) in ends.iter().enumerate() {
        out[*from].push(arrow);
    }
    let mut colour = vec![Colour::New; count];
    let mut backward = vec![false; ends.len()];
    for root in std::iter::once(initial).chain(0..count).filter(|root| *root < count) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if colour[root] == Colour::New {
            colour[root] = Colour::Open;
            path.push((root, 0));
        }
        while let Some((state, tried)) = path.last_mut() {
            let Some(arrow) = out[*state].get(*tried).copied() else {
                colour[*state] = Colour::Done;
                path.pop();
                continue;
            };
            *tried += 1;
            let to = ends[arrow].1;
            match colour[to] {
                Colour::New => {
                    colour[to] = Colour::Open;
                    path.push((to, 0));
                }
                Colour::Open => backward[arrow] = true,
                Colour::Done => {}
            }
        }
    }
    backward
}

/// Even ranks, each step going up by at least two, with steps as short as can be. The steps have no
/// cycles.
fn ranks(count: usize, steps: &[(usize, usize)]) -> Vec<usize> {
    let span = |(low, high): &(usize, usize)| Span { low: *low, high: *high, least: 1, weight: 1 };
    let spans: Vec<Span> = steps.iter().map(span).collect();
    solve(count, &spans).into_iter().map(|rank| 2 * usize::try_from(rank).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arrows_that_close_a_cycle_point_back() {
        let ends = [(0, 1), (1, 2), (2, 0), (0, 2), (2, 1), (1, 1)];
        assert_eq!(backward(3, 0, &ends), [false, false, true, false, true, true]);
    }

    #[test]
    fn ranks_leave_room_for_labels_and_are_tight() {
        assert_eq!(ranks(4, &[(0, 1), (1, 2), (0, 2), (3, 2)]), [0, 2, 4, 2]);
    }
}
