//! Fewer crossings: ranks are reordered by the barycentres of their neighbours, then neighbours on a
//! rank are swapped while that helps.

use synod_core::checkpoint;

use super::layers::Layers;

/// How often all ranks are swept over, in turn from the first to the last and back.
const SWEEPS: usize = 24;

/// The neighbours of each item on the rank below and on the rank above.
struct Links {
    below: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
}

/// Reorders the items of each rank so that few lines cross.
pub fn reduce_crossings(layers: &mut Layers) {
    let mut links =
        Links { below: vec![Vec::new(); layers.items.len()], above: vec![Vec::new(); layers.items.len()] };
    for (a, b) in layers.links() {
        links.above[a].push(b);
        links.below[b].push(a);
    }
    let mut ranks = layers.ranks.clone();
    let mut best = (crossings(&ranks, &links, layers.items.len()), ranks.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let upward = sweep % 2 == 0;
        let mut place = places(&ranks, layers.items.len());
        let order: Vec<usize> = if upward {
            (1..ranks.len()).collect()
        } else {
            (0..ranks.len().saturating_sub(1)).rev().collect()
        };
        for rank in order {
            let neighbours = if upward { &links.below } else { &links.above };
            sort_by_barycentre(&mut ranks[rank], neighbours, &place);
            for (i, item) in ranks[rank].iter().enumerate() {
                place[*item] = i;
            }
        }
        swap_neighbours(&mut ranks, &links, &mut place);
        let found = crossings(&ranks, &links, layers.items.len());
        if found < best.0 {
            best = (found, ranks.clone());
        }
    }
    layers.ranks = best.1;
}

fn places(ranks: &[Vec<usize>], count: usize) -> Vec<usize> {
    let mut place = vec![0; count];
    for rank in ranks {
        for (i, item) in rank.iter().enumerate() {
            place[*item] = i;
        }
    }
    place
}

/// Items without neighbours on that side keep their place among the others.
fn sort_by_barycentre(rank: &mut [usize], neighbours: &[Vec<usize>], place: &[usize]) {
    let key = |item: usize| {
        let list = &neighbours[item];
        match list.is_empty() {
            true => place[item] as f64,
            false => list.iter().map(|n| place[*n] as f64).sum::<f64>() / list.len() as f64,
        }
    };
    rank.sort_by(|a, b| key(*a).total_cmp(&key(*b)));
}

fn swap_neighbours(ranks: &mut [Vec<usize>], links: &Links, place: &mut [usize]) {
    // Each swap lowers the number of crossings, so this ends; the limit bounds the time.
    for _ in 0..8 {
        let mut swapped = false;
        for rank in ranks.iter_mut() {
            for i in 1..rank.len() {
                let (a, b) = (rank[i - 1], rank[i]);
                let now = pair_crossings(a, b, links, place);
                if pair_crossings(b, a, links, place) < now {
                    rank.swap(i - 1, i);
                    (place[a], place[b]) = (i, i - 1);
                    swapped = true;
                }
            }
        }
        if !swapped {
            return;
        }
    }
}

/// Crossings between the lines of two items when the first stands before the second.
fn pair_crossings(first: usize, second: usize, links: &Links, place: &[usize]) -> usize {
    checkpoint();
    let side = |lists: &[Vec<usize>]| {
        let pairs = lists[first].iter().flat_map(|a| lists[second].iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| place[**a] > place[**b]).count()
    };
    side(&links.below) + side(&links.above)
}

fn crossings(ranks: &[Vec<usize>], links: &Links, count: usize) -> usize {
    let place = places(ranks, count);
    let crossed = |a: &usize, b: &usize| {
        let pairs = links.above[*a].iter().flat_map(|x| links.above[*b].iter().map(move |y| (x, y)));
        pairs.filter(|(x, y)| place[**x] > place[**y]).count()
    };
    ranks
        .iter()
        .flat_map(|rank| {
            rank.iter().enumerate().flat_map(move |(i, a)| rank[i + 1..].iter().map(move |b| (a, b)))
        })
        .map(|(a, b)| crossed(a, b))
        .sum()
}
