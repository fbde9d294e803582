//! A better order of levels for functions that have grown large, found by sifting.
//!
//! The functions are copied to a structure in which two neighbouring levels can change places. One after the other,
//! each level is moved through the whole order and left where the functions are smallest. Levels of the current and
//! the next value of a bit stay neighbours. Nothing changes in the manager: who likes the order begins anew with it.

use rustc_hash::FxHashMap;
use synod_core::Stop;

use super::handles::Diagram;
use super::table::{Edge, Level, Manager};

/// A level moves on in one direction while the functions are at most so many hundredths of their best size.
const GROWTH: usize = 120;
/// Nodes that may change their level before what was found has to do.
const MOVES: usize = 100_000_000;
/// Levels are sifted again as long as that makes the functions smaller than so many hundredths.
const WORTHWHILE: usize = 90;
/// Where one of so many levels, those with most nodes first, was sifted in vain, the others are not.
const TRIED_FIRST: usize = 4;

/// Functions in another order of levels.
#[derive(Debug)]
pub(crate) struct Sifted<const N: usize> {
    /// Where they live: a manager that goes on with the same work, and knows nothing else.
    pub manager: Manager,
    /// For each level where it is now.
    pub moved: Vec<Level>,
    /// The functions that were asked for.
    pub functions: [Diagram; N],
}

impl Manager {
    /// Some functions in another order of the levels from `first` on, if one is found in which they and others have
    /// at most so many hundredths of the nodes that they have now.
    pub fn sift<const N: usize>(
        &mut self,
        functions: [&Diagram; N],
        others: &[&Diagram],
        first: Level,
        worthwhile: usize,
    ) -> Result<Option<Sifted<N>>, Stop> {
        let mut sifter = Sifter::new(self, first);
        let roots = functions.map(|function| sifter.add(self, function));
        others.iter().for_each(|other| {
            sifter.add(self, other);
        });
        let before = sifter.live;
        loop {
            let last = sifter.live;
            let mut units: Vec<usize> = (0..sifter.units.len()).collect();
            units.retain(|unit| sifter.nodes_of(*unit) > 0);
            units.sort_by_key(|unit| std::cmp::Reverse(sifter.nodes_of(*unit)));
            let tried_first = units.len().div_ceil(TRIED_FIRST);
            for (number, unit) in units.into_iter().enumerate() {
                self.look_at_budget()?;
                let is_hopeless = number == tried_first && sifter.live == last;
                if sifter.moves >= MOVES || is_hopeless {
                    break;
                }
                sifter.sift(unit);
            }
            if sifter.live * 100 >= last * WORTHWHILE || sifter.moves >= MOVES {
                break;
            }
        }
        if sifter.live * 100 > before * worthwhile {
            return Ok(None);
        }
        let order = sifter.order(first);
        let mut moved: Vec<Level> = vec![0; order.len()];
        for (place, level) in order.iter().enumerate() {
            moved[*level as usize] = place as Level;
        }
        let mut manager = self.anew(&order);
        let functions = sifter.functions_in(&mut manager, &order, roots)?;
        Ok(Some(Sifted { manager, moved, functions }))
    }
}

/// A node that may change its level.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The variable: the level that it had at first.
    variable: Level,
    low: Edge,
    high: Edge,
    /// How many nodes and functions lead here.
    uses: u32,
}

/// Functions in an order that changes.
struct Sifter {
    nodes: Vec<Node>,
    free: Vec<u32>,
    /// For each variable its nodes, by their branches.
    tables: Vec<FxHashMap<(Edge, Edge), u32>>,
    /// Variables that move together: one, or those of the current and the next value of a bit.
    units: Vec<Vec<Level>>,
    /// For each place the unit there, and for each unit its place.
    at: Vec<usize>,
    place: Vec<usize>,
    /// The copies of nodes of the manager.
    copies: FxHashMap<usize, u32>,
    /// How many nodes are in use.
    live: usize,
    /// How many changed their level so far.
    moves: usize,
}

impl Sifter {
    fn new(m: &Manager, first: Level) -> Self {
        let levels = m.is_next.len();
        let mut units: Vec<Vec<Level>> = Vec::new();
        for level in first..levels as Level {
            match units.last_mut() {
                Some(unit) if m.is_next[level as usize] => unit.push(level),
                _ => units.push(vec![level]),
            }
        }
        let places: Vec<usize> = (0..units.len()).collect();
        let terminal = Node { variable: Level::MAX, low: Edge::TRUE, high: Edge::TRUE, uses: 1 };
        Sifter {
            nodes: vec![terminal],
            free: Vec::new(),
            tables: vec![FxHashMap::default(); levels],
            units,
            at: places.clone(),
            place: places,
            copies: FxHashMap::from_iter([(0, 0)]),
            live: 0,
            moves: 0,
        }
    }

    /// Adds a function, before anything is moved.
    fn add(&mut self, m: &Manager, function: &Diagram) -> Edge {
        let root = self.copy(m, function.edge());
        self.nodes[root.index()].uses += 1;
        root
    }

    /// Copies a function from the manager; the branches of a node before the node.
    fn copy(&mut self, m: &Manager, root: Edge) -> Edge {
        let mut todo = vec![root];
        while let Some(edge) = todo.pop() {
            if self.copies.contains_key(&edge.index()) {
                continue;
            }
            let level = m.level(edge);
            let (low, high) = m.branches(Edge::to(edge.index() as u32), level);
            let missing: Vec<Edge> =
                [low, high].into_iter().filter(|branch| !self.copies.contains_key(&branch.index())).collect();
            if !missing.is_empty() {
                todo.push(edge);
                todo.extend(missing);
                continue;
            }
            let [low, high] =
                [low, high].map(|branch| Edge::to(self.copies[&branch.index()]).signed(branch.is_negated()));
            let made = self.node(level, low, high);
            self.copies.insert(edge.index(), made.index() as u32);
        }
        Edge::to(self.copies[&root.index()]).signed(root.is_negated())
    }

    /// The node with these branches, made if there is none. The caller counts its use.
    fn node(&mut self, variable: Level, low: Edge, high: Edge) -> Edge {
        if low == high {
            return low;
        }
        let sign = high.is_negated();
        let (low, high) = (low.signed(sign), high.signed(sign));
        if let Some(known) = self.tables[variable as usize].get(&(low, high)) {
            return Edge::to(*known).signed(sign);
        }
        let node = Node { variable, low, high, uses: 0 };
        let made = match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.tables[variable as usize].insert((low, high), made);
        self.nodes[low.index()].uses += 1;
        self.nodes[high.index()].uses += 1;
        self.live += 1;
        Edge::to(made).signed(sign)
    }

    /// Takes back a use of a node; nodes without use go.
    fn release(&mut self, edge: Edge) {
        let mut todo = vec![edge];
        while let Some(edge) = todo.pop() {
            let node = &mut self.nodes[edge.index()];
            node.uses -= 1;
            if node.uses == 0 {
                let node = *node;
                self.tables[node.variable as usize].remove(&(node.low, node.high));
                self.free.push(edge.index() as u32);
                self.live -= 1;
                todo.extend([node.low, node.high]);
            }
        }
    }

    fn branches(&self, edge: Edge, variable: Level) -> (Edge, Edge) {
        let node = &self.nodes[edge.index()];
        if node.variable != variable {
            return (edge, edge);
        }
        (node.low.signed(edge.is_negated()), node.high.signed(edge.is_negated()))
    }

    /// Puts a variable below the one that follows it.
    fn swap(&mut self, upper: Level, lower: Level) {
        if self.tables[upper as usize].is_empty() || self.tables[lower as usize].is_empty() {
            return;
        }
        let asks_lower = |nodes: &[Node], node: u32| {
            let node = &nodes[node as usize];
            [node.low, node.high].iter().any(|branch| nodes[branch.index()].variable == lower)
        };
        let table = &mut self.tables[upper as usize];
        self.moves += table.len();
        let mut moving = Vec::new();
        table.retain(|branches, node| {
            let moves = asks_lower(&self.nodes, *node);
            if moves {
                moving.push((*branches, *node));
            }
            !moves
        });
        for ((low, high), place) in moving {
            let ((low_low, low_high), (high_low, high_high)) =
                (self.branches(low, lower), self.branches(high, lower));
            // The function stays that of the same node, now decided by the other variable first.
            let new_low = self.node(upper, low_low, high_low);
            let new_high = self.node(upper, low_high, high_high);
            self.nodes[new_low.index()].uses += 1;
            self.nodes[new_high.index()].uses += 1;
            let uses = self.nodes[place as usize].uses;
            self.nodes[place as usize] = Node { variable: lower, low: new_low, high: new_high, uses };
            self.tables[lower as usize].insert((new_low, new_high), place);
            self.release(low);
            self.release(high);
        }
    }

    /// Exchanges the unit at a place with the one that follows it.
    fn exchange(&mut self, place: usize) {
        let (upper, lower) = (self.at[place], self.at[place + 1]);
        // Each of the lower unit rises above the whole upper one.
        for below in self.units[lower].clone() {
            for above in self.units[upper].clone().into_iter().rev() {
                self.swap(above, below);
            }
        }
        self.at.swap(place, place + 1);
        (self.place[upper], self.place[lower]) = (place + 1, place);
    }

    fn nodes_of(&self, unit: usize) -> usize {
        self.units[unit].iter().map(|variable| self.tables[*variable as usize].len()).sum()
    }

    /// Moves a unit to the best place for it.
    fn sift(&mut self, unit: usize) {
        if self.nodes_of(unit) == 0 {
            return;
        }
        let last = self.units.len() - 1;
        let start = self.place[unit];
        let mut best = (self.live, start);
        let down_first = last - start <= start;
        for down in [down_first, !down_first] {
            let here = self.place[unit];
            let ahead = if down { here + 1..last + 1 } else { 0..here };
            let mut changing: usize = ahead.map(|place| self.nodes_of(self.at[place])).sum();
            while self.place[unit] != if down { last } else { 0 } {
                // At best nothing is left of what is ahead and of the unit; all else stays as it is.
                if self.live - changing - self.nodes_of(unit) >= best.0 {
                    break;
                }
                let place = self.place[unit];
                changing -= self.nodes_of(self.at[if down { place + 1 } else { place - 1 }]);
                self.exchange(if down { place } else { place - 1 });
                best = best.min((self.live, self.place[unit]));
                if self.live * 100 > best.0 * GROWTH {
                    break;
                }
            }
        }
        while self.place[unit] != best.1 {
            let place = self.place[unit];
            self.exchange(if place < best.1 { place } else { place - 1 });
        }
    }

    /// Some of the functions, made in a manager with the order found.
    fn functions_in<const N: usize>(
        &self,
        m: &mut Manager,
        order: &[Level],
        roots: [Edge; N],
    ) -> Result<[Diagram; N], Stop> {
        let mut copies: Vec<Edge> = vec![Edge::TRUE; self.nodes.len()];
        let copy = |copies: &[Edge], edge: Edge| {
            let copy = copies[edge.index()];
            copy.signed(edge.is_negated())
        };
        for (level, variable) in order.iter().enumerate().rev() {
            for ((low, high), place) in &self.tables[*variable as usize] {
                let (low, high) = (copy(&copies, *low), copy(&copies, *high));
                copies[*place as usize] = m.node(level as Level, low, high)?;
            }
        }
        Ok(roots.map(|root| m.hold(copy(&copies, root))))
    }

    fn order(&self, first: Level) -> Vec<Level> {
        let sifted = self.at.iter().flat_map(|unit| self.units[*unit].iter().copied());
        (0..first).chain(sifted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use synod_core::Budget;

    /// How many bits the functions are about.
    const BITS: usize = 6;

    /// A function: for some of the assignments to all levels, true.
    fn function(m: &mut Manager, levels: usize, truths: &[u64]) -> Diagram {
        let mut function = m.constant(false);
        for truth in truths {
            let cube = (0..levels).map(|level| (level as Level, truth >> level & 1 == 1));
            let some = cube.filter(|(level, _)| truth >> (32 + level) & 1 == 1).collect();
            let cube = m.cube_of(some).unwrap();
            function = m.xor(&function, &cube).unwrap();
        }
        function
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn functions_stay_the_same_in_another_order_and_bits_stay_together(
            a in proptest::collection::vec(any::<u64>(), 1..12),
            b in proptest::collection::vec(any::<u64>(), 1..12),
            first in 0..3u32,
        ) {
            let mut m = Manager::new(&Budget::unlimited());
            let pairs: Vec<Level> = (0..BITS).map(|_| m.add_pair()).collect();
            let levels = 2 * BITS;
            let (f, g) = (function(&mut m, levels, &a), function(&mut m, levels, &b));
            let sizes = m.size(&f) + m.size(&g);
            let first = 2 * first;
            // Not worthwhile is impossible: the order that there is counts as well.
            let sifted = m.sift([&f, &g], &[], first, 100).unwrap().unwrap();
            let Sifted { manager, moved, functions: [f_moved, g_moved] } = sifted;
            prop_assert!(manager.size(&f_moved) <= sizes);
            prop_assert!((0..first).all(|level| moved[level as usize] == level));
            prop_assert!(pairs.iter().all(|level| moved[*level as usize + 1] == moved[*level as usize] + 1));
            for assignment in 0..1u64 << levels {
                let before = |level: Level| assignment >> level & 1 == 1;
                let after = |level: Level| before(moved.iter().position(|to| *to == level).unwrap() as Level);
                prop_assert_eq!(m.holds(&f, &before), manager.holds(&f_moved, &after));
                prop_assert_eq!(m.holds(&g, &before), manager.holds(&g_moved, &after));
            }
        }
    }

    #[test]
    fn equal_bits_far_from_each_other_come_together() {
        let mut m = Manager::new(&Budget::unlimited());
        let levels: Vec<Level> = (0..16).map(|_| m.add_level()).collect();
        let mut equal = m.constant(true);
        for bit in 0..8 {
            let [x, y] = [levels[bit], levels[bit + 8]].map(|level| m.literal(level, true).unwrap());
            let same = m.iff(&x, &y).unwrap();
            equal = m.and(&equal, &same).unwrap();
        }
        assert!(m.size(&equal) > 500);
        let sifted = m.sift([&equal], &[], 0, 50).unwrap().expect("a much better order");
        assert_eq!(sifted.manager.size(&sifted.functions[0]), 3 * 8 - 1);
    }
}
