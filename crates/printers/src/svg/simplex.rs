//! Whole-number places for points such that weighted lengths are least, by the network simplex method.
//!
//! Both kinds of coordinates are such a problem: the ranks of states (arrows should be short, and go up
//! by at least one), and the places across a rank (lines should be straight, and items apart).

use std::collections::VecDeque;

use synod_core::checkpoint;

/// Point `high` lies at least `least` beyond point `low`; each unit between them costs `weight`.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The lower point.
    pub low: usize,
    /// The higher point.
    pub high: usize,
    /// Least distance.
    pub least: i64,
    /// Cost of the distance.
    pub weight: i64,
}

/// Places for `count` points, none below 0, at least cost. The spans must have no cycles.
pub fn solve(count: usize, spans: &[Span]) -> Vec<i64> {
    // A further point before all others holds everything together.
    let root = count;
    let mut spans = spans.to_vec();
    spans.extend((0..count).map(|high| Span { low: root, high, least: 0, weight: 0 }));
    let mut problem = Problem { at: feasible(count + 1, &spans), in_tree: vec![false; spans.len()], spans };
    problem.grow_tree(root);
    // The method ends by itself; the limit guards against going round among equal costs.
    for _ in 0..8 * count + 64 {
        checkpoint();
        if !problem.improve(root) {
            break;
        }
    }
    let least = problem.at[..count].iter().min().copied().unwrap_or(0);
    problem.at[..count].iter().map(|place| place - least).collect()
}

/// Places that keep all least distances: each point as low as it can be.
fn feasible(count: usize, spans: &[Span]) -> Vec<i64> {
    let mut waits = vec![0usize; count];
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, span) in spans.iter().enumerate() {
        waits[span.high] += 1;
        above[span.low].push(i);
    }
    let mut at = vec![0; count];
    let mut ready: VecDeque<usize> = (0..count).filter(|point| waits[*point] == 0).collect();
    while let Some(point) = ready.pop_front() {
        for span in above[point].iter().map(|i| &spans[*i]) {
            at[span.high] = at[span.high].max(at[point] + span.least);
            waits[span.high] -= 1;
            if waits[span.high] == 0 {
                ready.push_back(span.high);
            }
        }
    }
    at
}

struct Problem {
    spans: Vec<Span>,
    at: Vec<i64>,
    in_tree: Vec<bool>,
}

/// The tree of tight spans, walked from its root.
struct Walk {
    /// The points, each after its parent.
    order: Vec<usize>,
    /// For each point, the span to its parent.
    parent: Vec<Option<usize>>,
    /// For each point, when it was met and how many points hang below it, itself included.
    met: Vec<usize>,
    size: Vec<usize>,
}

impl Problem {
    fn slack(&self, span: &Span) -> i64 {
        self.at[span.high] - self.at[span.low] - span.least
    }

    /// Chooses a spanning tree of tight spans, moving points until there is one.
    fn grow_tree(&mut self, root: usize) {
        let mut inside = vec![false; self.at.len()];
        inside[root] = true;
        loop {
            let border = (0..self.spans.len())
                .filter(|i| inside[self.spans[*i].low] != inside[self.spans[*i].high])
                .min_by_key(|i| self.slack(&self.spans[*i]));
            let Some(next) = border else { return };
            let slack = self.slack(&self.spans[next]);
            let span = self.spans[next];
            let towards = if inside[span.low] { slack } else { -slack };
            for point in (0..self.at.len()).filter(|point| inside[*point]) {
                self.at[point] += towards;
            }
            self.in_tree[next] = true;
            inside[span.low] = true;
            inside[span.high] = true;
        }
    }

    fn walk(&self, root: usize) -> Walk {
        let count = self.at.len();
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (i, span) in self.spans.iter().enumerate().filter(|(i, _)| self.in_tree[*i]) {
            beside[span.low].push(i);
            beside[span.high].push(i);
        }
        let mut walk =
            Walk { order: Vec::new(), parent: vec![None; count], met: vec![0; count], size: vec![1; count] };
        let mut todo = vec![root];
        while let Some(point) = todo.pop() {
            walk.met[point] = walk.order.len();
            walk.order.push(point);
            let back = walk.parent[point];
            for i in beside[point].iter().copied().filter(|i| back != Some(*i)) {
                let other = self.spans[i].low + self.spans[i].high - point;
                walk.parent[other] = Some(i);
                todo.push(other);
            }
        }
        for point in walk.order.iter().rev() {
            if let Some(i) = walk.parent[*point] {
                let above = self.spans[i].low + self.spans[i].high - point;
                walk.size[above] += walk.size[*point];
            }
        }
        walk
    }

    /// Exchanges a span of the tree for one that lowers the cost; `false` if there is none.
    fn improve(&mut self, root: usize) -> bool {
        let walk = self.walk(root);
        // What moving everything below a point up by one would gain: the weights that lead out of it
        // upwards, less those that lead into it from below.
        let mut gain = vec![0i64; self.at.len()];
        for span in &self.spans {
            gain[span.low] += span.weight;
            gain[span.high] -= span.weight;
        }
        let mut leaving: Option<(i64, usize)> = None;
        for point in walk.order.iter().rev() {
            let Some(i) = walk.parent[*point] else { continue };
            let up = self.spans[i].low == *point;
            let above = self.spans[i].low + self.spans[i].high - point;
            gain[above] += gain[*point];
            let cut = if up { gain[*point] } else { -gain[*point] };
            if cut < 0 && leaving.is_none_or(|(worst, _)| cut < worst) {
                leaving = Some((cut, *point));
            }
        }
        let Some((_, top)) = leaving else { return false };
        let Some(old) = walk.parent[top] else { return false };
        let below = |point: usize| (walk.met[top]..walk.met[top] + walk.size[top]).contains(&walk.met[point]);
        // The part of the low end moves down, or that of the high end up, until a span is tight.
        let low_moves = self.spans[old].low == top;
        let entering = (0..self.spans.len())
            .filter(|i| {
                let span = &self.spans[*i];
                !self.in_tree[*i] && below(span.low) != below(span.high) && below(span.high) == low_moves
            })
            .min_by_key(|i| self.slack(&self.spans[*i]));
        let Some(new) = entering else { return false };
        let slack = self.slack(&self.spans[new]);
        let shift = if low_moves { -slack } else { slack };
        for point in (0..self.at.len()).filter(|point| below(*point)) {
            self.at[point] += shift;
        }
        self.in_tree[old] = false;
        self.in_tree[new] = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(at: &[i64], spans: &[Span]) -> i64 {
        spans.iter().map(|s| s.weight * (at[s.high] - at[s.low])).sum()
    }

    #[test]
    fn short_spans_are_preferred_by_weight() {
        let span = |low, high, weight| Span { low, high, least: 1, weight };
        let spans = [span(0, 1, 1), span(1, 2, 1), span(0, 3, 1), span(3, 2, 5), span(0, 2, 1)];
        assert_eq!(solve(4, &spans), [0, 1, 2, 1]);
    }

    #[test]
    fn results_are_feasible_and_no_single_move_is_better() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..200 {
            let count = 2 + random(12) as usize;
            let spans: Vec<Span> = (0..random(30))
                .map(|_| {
                    let low = random(count as u64 - 1) as usize;
                    let high = low + 1 + random((count - low - 1) as u64) as usize;
                    Span { low, high, least: random(4) as i64, weight: random(5) as i64 }
                })
                .collect();
            let at = solve(count, &spans);
            assert!(spans.iter().all(|s| at[s.high] - at[s.low] >= s.least));
            // The cost is convex, so a better solution would show as a better set of points to move;
            // with this few points all sets can be tried.
            for set in 0u32..1 << count {
                for by in [-1, 1] {
                    let moved: Vec<i64> =
                        (0..count).map(|i| if set >> i & 1 == 1 { at[i] + by } else { at[i] }).collect();
                    let allowed = spans.iter().all(|s| moved[s.high] - moved[s.low] >= s.least);
                    assert!(!allowed || cost(&moved, &spans) >= cost(&at, &spans));
                }
            }
        }
    }
}
