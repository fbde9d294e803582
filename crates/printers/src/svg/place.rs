//! Coordinates: across the ranks with lines as straight as can be, along them by the room needed.

use super::layers::{Kind, Layers};
use super::simplex::{Span, solve};

/// Least distance between items of one rank.
const GAP: f64 = 14.0;
/// Distance between ranks.
const STEP: f64 = 26.0;
/// Where everything is: along the ranks' axis and across it.
#[derive(Debug)]
pub struct Places {
    /// For each item.
    pub across: Vec<f64>,
    /// For each rank: where its room begins and ends.
    pub along: Vec<(f64, f64)>,
}

/// Places the items of ordered ranks.
pub fn place(layers: &Layers) -> Places {
    let across = across(layers);
    let along = along(layers, &across);
    Places { across, along }
}

/// Lines between bends are kept straight before those that end at states.
fn stiffness(a: Kind, b: Kind) -> i64 {
    match (a == Kind::State, b == Kind::State) {
        (false, false) => 8,
        _ => 2,
    }
}

/// Items of a rank keep their distance; for each link a further point lies before both of its ends, as
/// near to them as can be, so that the cost is the distance between the ends.
fn across(layers: &Layers) -> Vec<f64> {
    let count = layers.items.len();
    let mut spans = Vec::new();
    for (low, high) in layers.ranks.iter().flat_map(|rank| rank.windows(2)).map(|pair| (pair[0], pair[1])) {
        let distance = layers.items[low].room.after + GAP + layers.items[high].room.before;
        spans.push(Span { low, high, least: distance.ceil() as i64, weight: 0 });
    }
    let mut points = count;
    for (a, b) in layers.links() {
        let weight = stiffness(layers.items[a].kind, layers.items[b].kind);
        spans.extend([a, b].map(|high| Span { low: points, high, least: 0, weight }));
        points += 1;
    }
    solve(points, &spans)[..count].iter().map(|place| *place as f64).collect()
}

/// The places nearest to the wishes (place and weight), in order, with at least these distances:
/// neighbours that come too near are merged into blocks that share a weighted mean.
pub fn spread(wishes: &[(f64, f64)], distances: &[f64]) -> Vec<f64> {
    let mut offsets = vec![0.0; wishes.len()];
    for i in 1..wishes.len() {
        offsets[i] = offsets[i - 1] + distances[i - 1];
    }
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (wish, offset) in std::iter::zip(wishes, &offsets) {
        let mut block = (wish.0 - offset, wish.1, 1);
        while let Some((mean, weight, size)) = blocks.last().copied()
            && mean > block.0
        {
            blocks.pop();
            let total = weight + block.1;
            block = ((mean * weight + block.0 * block.1) / total, total, size + block.2);
        }
        blocks.push(block);
    }
    let means = blocks.into_iter().flat_map(|(mean, _, size)| std::iter::repeat_n(mean, size));
    std::iter::zip(means, offsets).map(|(mean, offset)| mean + offset).collect()
}

/// Ranks are as wide as their widest item; where lines must climb far, the way there is longer.
fn along(layers: &Layers, across: &[f64]) -> Vec<(f64, f64)> {
    let mut climb = vec![0.0f64; layers.ranks.len()];
    for (a, b) in layers.links() {
        let rank = layers.items[b].rank;
        climb[rank] = climb[rank].max((across[a] - across[b]).abs());
    }
    let mut at = 0.0;
    let mut places = Vec::new();
    for (rank, items) in layers.ranks.iter().enumerate() {
        if rank > 0 {
            at += STEP + (climb[rank] / 6.0).min(30.0);
        }
        let width = items.iter().map(|item| layers.items[*item].room.along).fold(0.0, f64::max);
        places.push((at, at + width));
        at += width;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_met_where_there_is_room() {
        assert_eq!(spread(&[(0.0, 1.0), (10.0, 1.0)], &[5.0]), [0.0, 10.0]);
    }

    #[test]
    fn those_too_near_are_moved_apart_evenly() {
        assert_eq!(spread(&[(0.0, 1.0), (0.0, 1.0)], &[10.0]), [-5.0, 5.0]);
        assert_eq!(spread(&[(0.0, 3.0), (0.0, 1.0)], &[8.0]), [-2.0, 6.0]);
    }
}
