//! The nodes, the table that makes them unique, the cache of results, and the collection of garbage.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use synod_core::{Budget, Stop};

use super::handles::{Diagram, Handles};
use super::image::Frame;

/// A place in the order of variables; smaller is nearer the root.
pub(crate) type Level = u32;

/// The level of the terminal: below all others.
pub(super) const BOTTOM: Level = Level::MAX;

/// A node with a sign: the function of the node, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge(pub u32);

impl Edge {
    pub const TRUE: Edge = Edge(0);
    pub const FALSE: Edge = Edge(1);

    pub fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }

    pub fn is_terminal(self) -> bool {
        self.0 <= 1
    }

    /// The edge to a node that is not negated.
    pub fn to(node: u32) -> Edge {
        Edge(node << 1)
    }

    pub fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The opposite if `sign` says so.
    pub fn signed(self, sign: bool) -> Edge {
        Edge(self.0 ^ u32::from(sign))
    }
}

/// A node: if its variable then `high` else `low`. `high` is never negated, which makes nodes unique.
#[derive(Clone, Copy, Debug)]
struct Node {
    level: Level,
    low: Edge,
    high: Edge,
    /// The next node of the same bucket, or of the list of free nodes; 0 ends both.
    next: u32,
}

/// What an entry of the cache is the result of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Op {
    /// Marks an unused entry.
    None,
    And,
    Xor,
    Ite,
    Exists,
    AndExists,
    Restrict,
    Constrain,
    /// Next to current.
    ShiftUp,
    /// Current to next.
    ShiftDown,
    Image,
    /// Within a set.
    Preimage,
    Saturate,
    Close,
    ImageSaturated,
}

impl Op {
    const ALL: [Op; 15] = [
        Op::None,
        Op::And,
        Op::Xor,
        Op::Ite,
        Op::Exists,
        Op::AndExists,
        Op::Restrict,
        Op::Constrain,
        Op::ShiftUp,
        Op::ShiftDown,
        Op::Image,
        Op::Preimage,
        Op::Saturate,
        Op::Close,
        Op::ImageSaturated,
    ];

    /// How many of the operands are diagrams.
    fn diagrams(self) -> usize {
        match self {
            Op::None => 0,
            Op::Saturate | Op::Close => 1,
            Op::And
            | Op::Xor
            | Op::Exists
            | Op::Restrict
            | Op::Constrain
            | Op::ShiftUp
            | Op::ShiftDown
            | Op::Image
            | Op::ImageSaturated => 2,
            Op::Ite | Op::AndExists | Op::Preimage => 3,
        }
    }
}

/// The operands of an operation, and which operation: what a cached result is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The operation in the low byte, a frame above.
    tag: u32,
    operands: [u32; 3],
}

impl Key {
    pub fn new(op: Op, a: Edge, b: Edge, c: Edge) -> Self {
        Key { tag: op as u32, operands: [a.0, b.0, c.0] }
    }

    /// With a number below 2^24 beside the operands.
    pub fn tagged(op: Op, a: Edge, b: Edge, c: Edge, small: u32) -> Self {
        Key { tag: op as u32 | small << 8, operands: [a.0, b.0, c.0] }
    }

    /// With a number beside the operands, and another below 2^24.
    pub fn numbered(op: Op, a: Edge, b: Edge, number: u32, small: u32) -> Self {
        Key { tag: op as u32 | small << 8, operands: [a.0, b.0, number] }
    }

    fn hash(&self) -> usize {
        let [a, b, c] = self.operands.map(u64::from);
        let mixed = (a | b << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ (c | u64::from(self.tag) << 32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) as usize >> 20
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    result: Edge,
}

const UNUSED: Entry = Entry { key: Key { tag: Op::None as u32, operands: [0; 3] }, result: Edge::FALSE };

/// What is in use, readable by other threads.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    pub bytes: AtomicU64,
    pub nodes: AtomicU64,
    pub steps: AtomicU64,
    /// Layers of points found.
    pub layers: AtomicU64,
}

/// How many results are computed between two looks at the clock.
const STEPS_BETWEEN_CHECKS: u32 = 1 << 12;
const FIRST_BUCKETS: usize = 1 << 12;
const FIRST_CACHE: usize = 1 << 14;
/// More cached results than this do not pay.
const MOST_CACHE: usize = 1 << 24;
/// Garbage is first looked for at this many nodes.
const FIRST_COLLECTION: usize = 1 << 18;
/// Bytes that a node takes with its bucket, and with its share of the cache.
const BYTES_PER_NODE: u64 = 24 + 24;

/// Where diagrams live.
#[derive(Debug)]
pub(crate) struct Manager {
    nodes: Vec<Node>,
    /// First of the free nodes, and how many there are.
    free: u32,
    free_count: usize,
    buckets: Vec<u32>,
    cache: Vec<Entry>,
    cache_limit: usize,
    node_limit: usize,
    /// How many nodes were made so far, and how many may be; see [`Manager::attempt`].
    made: usize,
    made_limit: usize,
    collect_at: usize,
    /// Garbage is not looked for below this many nodes.
    collect_least: usize,
    handles: Arc<Mutex<Handles>>,
    /// What running operations hold.
    pub(super) held: Vec<Edge>,
    /// For each level whether it is that of a next value; its current one is just above.
    pub(super) is_next: Vec<bool>,
    pub(super) frames: Vec<Frame>,
    budget: Budget,
    steps: u32,
    usage: Arc<Usage>,
    most_bytes: u64,
}

impl Manager {
    /// A manager without variables, that works until the budget is used up.
    pub fn new(budget: &Budget) -> Self {
        let terminal = Node { level: BOTTOM, low: Edge::TRUE, high: Edge::TRUE, next: 0 };
        let mut manager = Manager {
            nodes: vec![terminal],
            free: 0,
            free_count: 0,
            buckets: vec![0; FIRST_BUCKETS],
            cache: vec![UNUSED; FIRST_CACHE],
            cache_limit: 0,
            node_limit: 0,
            made: 0,
            made_limit: usize::MAX,
            collect_at: FIRST_COLLECTION,
            collect_least: FIRST_COLLECTION,
            handles: Arc::default(),
            held: Vec::new(),
            is_next: Vec::new(),
            frames: Vec::new(),
            budget: budget.clone(),
            steps: 0,
            usage: Arc::default(),
            most_bytes: 0,
        };
        manager.set_budget(budget);
        manager
    }

    /// Works until this budget is used up.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.limit_nodes();
        self.cache_limit = (self.node_limit / 2 + 1).next_power_of_two().clamp(FIRST_CACHE, MOST_CACHE);
        self.collect_at = self.collect_at.min(self.node_limit / 2).max(FIRST_CACHE);
    }

    /// Sets how many nodes there may be with the memory that is left.
    fn limit_nodes(&mut self) {
        let fitting = self
            .budget
            .memory_left()
            .map_or(u64::MAX, |left| (left / BYTES_PER_NODE).saturating_add(self.nodes.len() as u64));
        self.node_limit = fitting.min(1 << 30) as usize;
    }

    /// Does a piece of work, or gives up (`None`) once it has made so many nodes.
    pub fn attempt<T>(
        &mut self,
        nodes: usize,
        work: impl FnOnce(&mut Manager) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let outer = self.made_limit;
        self.made_limit = outer.min(self.made.saturating_add(nodes));
        let done = work(self);
        let gave_up = self.made >= self.made_limit;
        self.made_limit = outer;
        match done {
            Err(Stop::Memory) if gave_up => Ok(None),
            done => done.map(Some),
        }
    }

    /// How many nodes were made so far: a measure of work.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Says that a search has found one layer of points more.
    pub fn count_layer(&self) {
        self.usage.layers.fetch_add(1, Ordering::Relaxed);
    }

    /// What is in use, for other threads to read.
    pub fn usage(&self) -> Arc<Usage> {
        Arc::clone(&self.usage)
    }

    /// The most bytes that were in use at a time.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes.max(self.bytes())
    }

    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>()
            + self.buckets.capacity() * size_of::<u32>()
            + self.cache.capacity() * size_of::<Entry>()) as u64
    }

    /// A manager that goes on with the same work, without any functions: at each place it has the level that an
    /// order names.
    pub fn anew(&self, order: &[Level]) -> Manager {
        let mut anew = Manager::new(&self.budget);
        anew.is_next = order.iter().map(|level| self.is_next[*level as usize]).collect();
        (anew.usage, anew.most_bytes) = (Arc::clone(&self.usage), self.most_bytes());
        anew
    }

    /// A new level below all others.
    pub fn add_level(&mut self) -> Level {
        self.is_next.push(false);
        self.is_next.len() as Level - 1
    }

    /// Two new levels below all others, for the current and the next value of a bit. Gives the first.
    pub fn add_pair(&mut self) -> Level {
        let current = self.add_level();
        self.is_next.push(true);
        current
    }

    pub(super) fn hold(&self, edge: Edge) -> Diagram {
        Diagram::hold(edge, &self.handles)
    }

    /// `true` or `false`.
    pub fn constant(&self, value: bool) -> Diagram {
        self.hold(if value { Edge::TRUE } else { Edge::FALSE })
    }

    /// The function that is the value at a level.
    pub fn literal(&mut self, level: Level, value: bool) -> Result<Diagram, Stop> {
        self.begin()?;
        let (low, high) = if value { (Edge::FALSE, Edge::TRUE) } else { (Edge::TRUE, Edge::FALSE) };
        let edge = self.node(level, low, high)?;
        Ok(self.hold(edge))
    }

    /// Called at the start of every operation: the moment to collect garbage and to look at the clock.
    pub(super) fn begin(&mut self) -> Result<(), Stop> {
        self.held.clear();
        self.collect_if_due();
        self.step()
    }

    /// Counts a step of work, and looks at the budget from time to time.
    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_BETWEEN_CHECKS) { self.look_at_budget() } else { Ok(()) }
    }

    /// Looks at the budget, where much is done without diagrams.
    pub fn poll(&self) -> Result<(), Stop> {
        self.budget.check(self.bytes())
    }

    #[cold]
    pub(super) fn look_at_budget(&mut self) -> Result<(), Stop> {
        let bytes = self.bytes();
        self.most_bytes = self.most_bytes.max(bytes);
        self.usage.bytes.store(bytes, Ordering::Relaxed);
        self.usage.nodes.store((self.nodes.len() - self.free_count) as u64, Ordering::Relaxed);
        self.usage.steps.fetch_add(u64::from(STEPS_BETWEEN_CHECKS), Ordering::Relaxed);
        self.limit_nodes();
        self.budget.check(bytes)
    }

    pub(super) fn level(&self, edge: Edge) -> Level {
        self.nodes[edge.index()].level
    }

    /// The function where the variable of `level`, which must not be below the root, is false and true.
    pub(super) fn branches(&self, edge: Edge, level: Level) -> (Edge, Edge) {
        let node = &self.nodes[edge.index()];
        if node.level != level {
            return (edge, edge);
        }
        let sign = edge.is_negated();
        (node.low.signed(sign), node.high.signed(sign))
    }

    /// The node with these branches, made if there is none.
    pub(super) fn node(&mut self, level: Level, low: Edge, high: Edge) -> Result<Edge, Stop> {
        if low == high {
            return Ok(low);
        }
        let sign = high.is_negated();
        let (low, high) = (low.signed(sign), high.signed(sign));
        let bucket = bucket_of(level, low, high, self.buckets.len());
        let mut at = self.buckets[bucket];
        while at != 0 {
            let node = &self.nodes[at as usize];
            if node.high == high && node.low == low && node.level == level {
                return Ok(Edge::to(at).signed(sign));
            }
            at = node.next;
        }
        let made = self.add_node(Node { level, low, high, next: self.buckets[bucket] })?;
        self.buckets[bucket] = made;
        if self.nodes.len() - self.free_count > self.buckets.len() {
            self.grow();
        }
        Ok(Edge::to(made).signed(sign))
    }

    fn add_node(&mut self, node: Node) -> Result<u32, Stop> {
        if self.made >= self.made_limit {
            return Err(Stop::Memory);
        }
        self.made += 1;
        if self.free != 0 {
            let place = self.free;
            self.free = self.nodes[place as usize].next;
            self.free_count -= 1;
            self.nodes[place as usize] = node;
            return Ok(place);
        }
        if self.nodes.len() >= self.node_limit {
            return Err(Stop::Memory);
        }
        self.nodes.push(node);
        Ok(self.nodes.len() as u32 - 1)
    }

    /// Twice the buckets, and a cache that keeps pace.
    fn grow(&mut self) {
        self.buckets = vec![0; self.buckets.len() * 2];
        self.file_nodes();
        let wanted = self.buckets.len().min(self.cache_limit);
        if wanted > self.cache.len() {
            let old = std::mem::replace(&mut self.cache, vec![UNUSED; wanted]);
            for entry in old.into_iter().filter(|entry| entry.key.tag != Op::None as u32) {
                self.remember(entry.key, entry.result);
            }
        }
    }

    /// Puts every node that is not free (whose level says so) into its bucket.
    fn file_nodes(&mut self) {
        let buckets = self.buckets.len();
        for place in 1..self.nodes.len() {
            let node = self.nodes[place];
            if node.level == BOTTOM {
                continue;
            }
            let bucket = bucket_of(node.level, node.low, node.high, buckets);
            self.nodes[place].next = self.buckets[bucket];
            self.buckets[bucket] = place as u32;
        }
    }

    pub(super) fn lookup(&self, key: Key) -> Option<Edge> {
        let entry = &self.cache[key.hash() & (self.cache.len() - 1)];
        (entry.key == key).then_some(entry.result)
    }

    pub(super) fn remember(&mut self, key: Key, result: Edge) {
        let place = key.hash() & (self.cache.len() - 1);
        self.cache[place] = Entry { key, result };
    }

    /// Forgets results that depend on which relations were fired.
    pub(super) fn forget_saturation(&mut self) {
        let fired = [Op::Saturate, Op::Close, Op::ImageSaturated].map(|op| op as u32);
        for entry in &mut self.cache {
            if fired.contains(&(entry.key.tag & 0xFF)) {
                *entry = UNUSED;
            }
        }
    }

    /// Collects garbage if there are many nodes. Only what is pinned or held survives.
    pub(super) fn collect_if_due(&mut self) {
        if self.nodes.len() - self.free_count >= self.collect_at {
            self.collect();
            let live = self.nodes.len() - self.free_count;
            let live = if self.collect_least == 0 { 0 } else { live };
            self.collect_at = (live * 2).max(self.collect_least).min(self.node_limit / 8 * 7);
        }
    }

    /// From now on collects garbage whenever it may.
    #[cfg(test)]
    pub(super) fn collect_always(&mut self) {
        (self.collect_at, self.collect_least) = (0, 0);
    }

    pub(super) fn collect(&mut self) {
        self.most_bytes = self.most_bytes.max(self.bytes());
        let mut marked = vec![false; self.nodes.len()];
        marked[0] = true;
        let mut todo = self.held.clone();
        todo.extend(self.handles.lock().unwrap_or_else(PoisonError::into_inner).edges());
        while let Some(edge) = todo.pop() {
            if !std::mem::replace(&mut marked[edge.index()], true) {
                let node = &self.nodes[edge.index()];
                todo.extend([node.low, node.high]);
            }
        }
        self.free = 0;
        self.free_count = 0;
        for place in (1..self.nodes.len()).rev() {
            if !marked[place] {
                let node = &mut self.nodes[place];
                node.level = BOTTOM;
                node.next = self.free;
                self.free = place as u32;
                self.free_count += 1;
            }
        }
        self.buckets.fill(0);
        self.file_nodes();
        for entry in &mut self.cache {
            let op = Op::ALL[(entry.key.tag & 0xFF) as usize];
            let operands = entry.key.operands[..op.diagrams()].iter().map(|operand| Edge(*operand));
            if !operands.chain([entry.result]).all(|edge| marked[edge.index()]) {
                *entry = UNUSED;
            }
        }
    }

    /// How many nodes a diagram has.
    pub fn size(&self, diagram: &Diagram) -> usize {
        self.visit(diagram, |_| ())
    }

    /// The levels that a diagram depends on, in order.
    pub fn support(&self, diagram: &Diagram) -> Vec<Level> {
        self.support_and_size(diagram).0
    }

    /// The levels that a diagram depends on, in order, and how many nodes it has.
    pub fn support_and_size(&self, diagram: &Diagram) -> (Vec<Level>, usize) {
        let mut mentioned = vec![false; self.is_next.len()];
        let size = self.visit(diagram, |level| mentioned[level as usize] = true);
        let levels = (0..self.is_next.len() as Level).filter(|level| mentioned[*level as usize]);
        (levels.collect(), size)
    }

    /// Visits each node of a diagram, and counts them.
    fn visit(&self, diagram: &Diagram, mut visit: impl FnMut(Level)) -> usize {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = vec![diagram.edge()];
        while let Some(edge) = todo.pop() {
            if !edge.is_terminal() && seen.insert(edge.index()) {
                let node = &self.nodes[edge.index()];
                visit(node.level);
                todo.extend([node.low, node.high]);
            }
        }
        seen.len()
    }
}

fn bucket_of(level: Level, low: Edge, high: Edge, buckets: usize) -> usize {
    let mixed = (u64::from(low.0) | u64::from(high.0) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(level).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    ((mixed ^ mixed >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20) as usize & (buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one_node_and_opposites_share_it() {
        let mut m = Manager::new(&Budget::unlimited());
        let (a, b) = (m.add_level(), m.add_level());
        let (x, y) = (m.literal(a, true).unwrap(), m.literal(b, true).unwrap());
        let both = m.and(&x, &y).unwrap();
        let neither_absent = m.or(&x.not(), &y.not()).unwrap();
        assert_eq!(both, neither_absent.not());
        assert_eq!(m.literal(a, false).unwrap(), x.not());
        assert_eq!(m.support(&both), [a, b]);
        assert_eq!(m.size(&both), 2);
    }

    #[test]
    fn collection_frees_what_nobody_holds_and_keeps_the_rest() {
        let mut m = Manager::new(&Budget::unlimited());
        let levels: Vec<Level> = (0..8).map(|_| m.add_level()).collect();
        let literals: Vec<Diagram> = levels.iter().map(|l| m.literal(*l, true).unwrap()).collect();
        let parity = literals.iter().fold(m.constant(false), |p, l| m.xor(&p, l).unwrap());
        let kept = m.size(&parity);
        m.collect();
        // The parity, the literals (the last one is part of the parity) and the terminal.
        assert_eq!(m.nodes.len() - m.free_count, kept + 7 + 1);
        let again = literals.iter().fold(m.constant(false), |p, l| m.xor(&p, l).unwrap());
        assert_eq!(parity, again);
        drop((parity, again, literals));
        m.collect();
        assert_eq!(m.nodes.len() - m.free_count, 1);
    }

    #[test]
    fn too_many_nodes_and_cancellation_stop_an_operation() {
        let mut budget = Budget::unlimited();
        budget.memory = Some(1);
        let mut m = Manager::new(&budget);
        let level = m.add_level();
        assert_eq!(m.literal(level, true), Err(Stop::Memory));
        let budget = Budget::unlimited();
        budget.cancel();
        let mut m = Manager::new(&budget);
        let level = m.add_level();
        let stopped = (0..=STEPS_BETWEEN_CHECKS).find_map(|_| m.literal(level, true).err());
        assert_eq!(stopped, Some(Stop::Cancelled));
    }
}
