//! One worker's part of the search for a run that an automaton accepts: the product of the states with the automaton, a
//! distributed search for cycles in it, and a lasso.
//!
//! The search for cycles is one-way-catch-them-young (Černá and Pelánek 2003) for several acceptance conditions that belong to
//! steps (after Emerson and Lei): of all nodes those are kept that can be reached, within what is kept, from a step that
//! fulfils the first condition, then the second, and so on, until nothing changes. What is left then is empty, or behind
//! each of its nodes lies, within it, a step of each condition, and so a cycle with all of them. Only steps forward
//! are followed: no worker knows who leads to its nodes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use synod_core::{Stop, Trace};
use synod_explicit::{MemoryShape, PartitionedModel, RunExpander, RunMemory, RunNode, Runs, StateShare};

use crate::exchange::Exchange;
use crate::search::{Allowance, Cut, Recent, Share, agree, find, owner, sum};

/// Bits of a node's key that say which memory it has.
const MEMORY_BITS: u32 = 24;

/// Nodes between two looks at the limits and at what has arrived.
const NODES: u64 = 256;

/// A distance that is not known, of a node that was not reached.
const FAR: u32 = u32::MAX;

/// The share of the product that belongs to the share of states of one worker.
struct Product<'a> {
    share: &'a Share,
    expander: RunExpander<'a>,
    shape: MemoryShape,
    /// Each a position in the share of states, and the number of a memory.
    nodes: StateShare,
    levels: Vec<u64>,
    memories: Vec<RunMemory>,
    numbers: HashMap<RunMemory, u64>,
    /// A node from which every run is a violation.
    discharged: Option<u64>,
    /// For each acceptance condition how far each node is from a step that fulfils it, if it is kept.
    distances: Vec<Vec<u32>>,
    allowance: &'a Allowance,
}

/// A node, as all workers know it.
#[derive(Clone)]
struct Place {
    state: Vec<u64>,
    memory: RunMemory,
    /// Its level in the breadth-first search, and its distances.
    numbers: Vec<u64>,
}

/// A run that the automaton accepts, if there is one among the states of all shares. With `initial` only the initial states
/// are looked at. All workers must call it; only the first is given the run.
pub fn accepted_run(
    share: &Share,
    runs: &Runs,
    initial: bool,
    exchange: &mut Exchange,
    allowance: &Allowance,
) -> Result<Option<Option<Trace>>, Cut> {
    let model: Arc<PartitionedModel> = Arc::clone(&share.model);
    let expander = RunExpander::new(&model, runs);
    let mut product = Product {
        share,
        shape: expander.shape(),
        expander,
        nodes: StateShare::new(1),
        levels: vec![0],
        memories: Vec::new(),
        numbers: HashMap::new(),
        discharged: None,
        distances: Vec::new(),
        allowance,
    };
    let Some((nodes, loop_start)) = product.run(exchange, initial)? else { return Ok(None) };
    if exchange.index() > 0 {
        return Ok(Some(None));
    }
    let trace = product
        .expander
        .trace(&nodes, loop_start)
        .ok_or(Cut::Inconsistent("no run through the nodes of a violation"))?;
    Ok(Some(Some(trace)))
}

/// Nodes on a run, and where its loop begins if it has one.
type Found = (Vec<RunNode>, Option<usize>);

impl Product<'_> {
    fn run(&mut self, exchange: &mut Exchange, initial: bool) -> Result<Option<Found>, Cut> {
        if let Some(place) = self.explore(exchange, initial)? {
            return Ok(Some((self.path_to(exchange, place)?, None)));
        }
        if initial || self.expander.is_cosafe() {
            return Ok(None);
        }
        if !self.catch_them_young(exchange)? {
            return Ok(None);
        }
        let cycle = self.cycle(exchange)?;
        let Some(entry) = cycle.first().cloned() else { return Err(Cut::Inconsistent("an empty cycle")) };
        let mut nodes = self.path_to(exchange, entry.0)?;
        let loop_start = nodes.len() - 1;
        nodes.extend(cycle.into_iter().skip(1).map(|(place, fulfilled)| place.node(fulfilled)));
        Ok(Some((nodes, Some(loop_start))))
    }

    fn words(&self) -> usize {
        self.share.model.words()
    }

    /// How many words a node takes that is sent: those of its state, then those of its memory.
    fn size(&self) -> usize {
        self.words() + self.shape.words()
    }

    /// Puts the targets of the steps of a node at the end of a list, as they are sent, of those that do not put off some
    /// conditions.
    fn targets(&mut self, state: &[u64], memory: RunMemory, fulfilled: u128, records: &mut Vec<u64>) {
        let shape = self.shape;
        self.expander.expand(state, memory, &mut |step| {
            if step.postponed & fulfilled == 0 {
                records.extend_from_slice(step.next);
                shape.write(step.memory, records);
            }
        });
    }

    fn key(&self, position: u64, memory: u64) -> u64 {
        position << MEMORY_BITS | memory
    }

    /// The state and the memory of a node.
    fn parts(&self, node: u64, state: &mut Vec<u64>) -> (u64, RunMemory) {
        let mut key = Vec::with_capacity(1);
        self.nodes.append_to(node..node + 1, &mut key);
        let (position, memory) = (key[0] >> MEMORY_BITS, key[0] & ((1 << MEMORY_BITS) - 1));
        state.clear();
        self.share.states.append_to(position..position + 1, state);
        (position, self.memories[memory as usize])
    }

    /// Adds nodes, if their states are known.
    fn insert(&mut self, records: &[u64]) -> Result<(), Stop> {
        let words = self.words();
        for record in records.chunks_exact(self.size()) {
            let Some(position) = self.share.states.find(&record[..words]) else { continue };
            let memory = self.shape.read(&record[words..]);
            let next = self.memories.len() as u64;
            let number = *self.numbers.entry(memory).or_insert(next);
            if number == next {
                if next >> MEMORY_BITS != 0 {
                    return Err(Stop::Memory);
                }
                self.memories.push(memory);
            }
            let before = self.nodes.len();
            self.nodes.insert(&[self.key(position, number)], self.allowance.budget.memory_left())?;
            if self.nodes.len() > before && memory.is_discharged() {
                self.discharged.get_or_insert(before);
            }
        }
        Ok(())
    }

    /// The node of some words, if it is one.
    fn node(&self, record: &[u64]) -> Option<u64> {
        let (state, memory) = record.split_at(self.words());
        let position = self.share.states.find(state)?;
        let number = self.numbers.get(&self.shape.read(memory))?;
        self.nodes.find(&[self.key(position, *number)])
    }

    fn level_of(&self, node: u64) -> usize {
        self.levels.partition_point(|begin| *begin <= node) - 1
    }

    fn level(&self, level: usize) -> Range<u64> {
        let end = self.levels.get(level + 1).copied().unwrap_or(self.nodes.len());
        self.levels.get(level).copied().unwrap_or(end)..end
    }

    /// A node in words for others: its level, its distances, its state and its memory.
    fn tell(&self, node: u64) -> Vec<u64> {
        let mut state = Vec::new();
        let (_, memory) = self.parts(node, &mut state);
        let distances = self.distances.iter().map(|distances| u64::from(distances[node as usize]));
        let mut told: Vec<u64> = std::iter::once(self.level_of(node) as u64).chain(distances).collect();
        told.extend_from_slice(&state);
        self.shape.write(memory, &mut told);
        told
    }

    /// What [`Product::tell`] told.
    fn place(&self, told: &[u64]) -> Place {
        let (numbers, record) = told.split_at(1 + self.distances.len());
        let (state, memory) = record.split_at(self.words());
        Place { state: state.to_vec(), memory: self.shape.read(memory), numbers: numbers.to_vec() }
    }

    /// Finds all nodes. If it meets one from which every run is a violation, gives that.
    fn explore(&mut self, exchange: &mut Exchange, initial: bool) -> Result<Option<Place>, Cut> {
        let (index, peers) = (exchange.index(), exchange.peers());
        let start = self.expander.initial();
        let (mut state, mut records) = (Vec::new(), Vec::new());
        let mut stop = None;
        for position in self.share.level(0) {
            state.clear();
            self.share.states.append_to(position..position + 1, &mut state);
            self.shape.write(start, &mut state);
            stop = stop.or(self.insert(&state).err());
        }
        let mut recent = Recent::new(self.size());
        // States from here on are not expanded: their steps may lead beyond what is explored.
        let explored = if self.share.complete {
            self.share.states.len()
        } else {
            self.share.levels[self.share.levels.len() - 1]
        };
        loop {
            let here = self.level(self.levels.len() - 1);
            let (mut own, mut bad) = (Vec::new(), None);
            for node in here.clone() {
                if node.is_multiple_of(NODES) {
                    let bytes = self.bytes();
                    stop = stop.or(self.allowance.budget.check(bytes).err());
                    stop = stop.or(self.insert(&std::mem::take(&mut own)).err());
                    exchange.poll(&mut |records| stop = stop.or(self.insert(records).err()));
                }
                if stop.is_some() || exchange.is_halted() {
                    break;
                }
                let (position, memory) = self.parts(node, &mut state);
                let at_end = initial || position >= explored;
                if self.expander.is_violated_here(&state, memory, at_end) {
                    bad.get_or_insert(node);
                }
                if initial {
                    continue;
                }
                records.clear();
                self.targets(&state, memory, 0, &mut records);
                for record in records.chunks_exact(self.size()) {
                    let owner = owner(&record[..state.len()], peers);
                    if owner == index {
                        own.extend_from_slice(record);
                    } else if !recent.knows(record) {
                        exchange.send(owner, record);
                    }
                }
            }
            stop = stop.or(self.insert(&own).err());
            if stop.is_some() {
                exchange.halt();
            }
            // One of the next level is told of when that is at hand.
            let discharged = self.discharged.filter(|node| *node < here.end);
            let news = discharged.or(bad).map(|node| self.tell(node)).unwrap_or_default();
            let mut said = vec![here.end - here.start];
            said.extend(news);
            let mut late = None;
            let told =
                agree(exchange, stop, &said, &mut |records| late = late.or(self.insert(records).err()))?;
            stop = late;
            self.levels.push(here.end);
            let nearest = told.iter().filter(|news| news.len() > 1).min_by_key(|news| news[1]);
            if let Some(news) = nearest {
                return Ok(Some(self.place(&news[1..])));
            }
            // Somebody had nodes in this level, and may have led to more.
            if sum(&told, 0) == 0 {
                return Ok(None);
            }
            self.allowance.gauges.depth.store(self.levels.len() as u64, Ordering::Relaxed);
        }
    }

    fn bytes(&self) -> u64 {
        let distances: usize = self.distances.iter().map(Vec::len).sum();
        self.share.states.bytes() + self.nodes.bytes() + distances as u64 * 4
    }

    /// The nodes from an initial one to a place, by shortest steps.
    fn path_to(&mut self, exchange: &mut Exchange, place: Place) -> Result<Vec<RunNode>, Cut> {
        let mut path = vec![place];
        for level in (0..path[0].numbers[0] as usize).rev() {
            let target = path[path.len() - 1].clone();
            let allowance = self.allowance;
            let found = find(exchange, self.level(level), allowance, &mut |node| {
                self.leads(node, &target, 0).then(|| self.tell(node))
            })?;
            path.push(self.place(&found.ok_or(Cut::Inconsistent("a node without predecessor"))?));
        }
        path.reverse();
        Ok(path.into_iter().map(|place| place.node(0)).collect())
    }

    /// Whether a step leads from a node to a place and does not put off some conditions.
    fn leads(&mut self, node: u64, target: &Place, fulfilled: u128) -> bool {
        let mut state = Vec::new();
        let (_, memory) = self.parts(node, &mut state);
        let mut leads = false;
        self.expander.expand(&state, memory, &mut |step| {
            leads |=
                step.postponed & fulfilled == 0 && step.memory == target.memory && step.next == target.state;
        });
        leads
    }

    /// The acceptance conditions, one by one; a formula without any has one that every step fulfils.
    fn conditions(&self) -> Vec<u128> {
        let all = self.expander.conditions();
        let each: Vec<u128> = (0..u128::BITS).map(|bit| 1 << bit).filter(|bit| all & bit != 0).collect();
        if each.is_empty() { vec![0] } else { each }
    }

    /// Leaves of all nodes those that have, behind them, a step of each condition, again and again. Says whether there are
    /// any.
    fn catch_them_young(&mut self, exchange: &mut Exchange) -> Result<bool, Cut> {
        let conditions = self.conditions();
        let len = self.nodes.len() as usize;
        let mut kept: Vec<bool> = vec![true; len];
        self.distances = vec![Vec::new(); conditions.len()];
        let mut before = u64::MAX;
        loop {
            let mut left = 0;
            for (number, condition) in conditions.iter().enumerate() {
                let (distances, count) = self.reach(exchange, &kept, *condition)?;
                kept = distances.iter().map(|distance| *distance != FAR).collect();
                self.distances[number] = distances;
                left = count;
                if left == 0 {
                    return Ok(false);
                }
            }
            if left == before {
                return Ok(true);
            }
            before = left;
        }
    }

    /// How far nodes are, within those that are kept, from steps that fulfil a condition; and how many there are in all shares.
    fn reach(
        &mut self,
        exchange: &mut Exchange,
        kept: &[bool],
        condition: u128,
    ) -> Result<(Vec<u32>, u64), Cut> {
        let mut distances = vec![FAR; kept.len()];
        let mut frontier: Vec<u64> = (0..kept.len() as u64).filter(|node| kept[*node as usize]).collect();
        let mut count = 0;
        for distance in 0.. {
            let mut next = Vec::new();
            let fulfilled = if distance == 0 { condition } else { 0 };
            let size = self.follow(exchange, &frontier, fulfilled, &mut |node| {
                let known = &mut distances[node as usize];
                if kept[node as usize] && *known == FAR {
                    *known = distance;
                    next.push(node);
                }
            })?;
            if distance > 0 {
                count += size;
            }
            if size == 0 {
                break;
            }
            frontier = next;
        }
        Ok((distances, count))
    }

    /// Gives all nodes to `reached`, in whatever share they are, that steps of some nodes lead to which do not put off
    /// some conditions. Says how many those are that the steps are of, in all shares.
    fn follow(
        &mut self,
        exchange: &mut Exchange,
        nodes: &[u64],
        fulfilled: u128,
        reached: &mut dyn FnMut(u64),
    ) -> Result<u64, Cut> {
        let (index, peers) = (exchange.index(), exchange.peers());
        let size = self.size();
        let mut recent = Recent::new(size);
        let (mut state, mut targets, mut stop) = (Vec::new(), Vec::new(), None);
        for (number, node) in nodes.iter().enumerate() {
            if (number as u64).is_multiple_of(NODES) {
                stop = self.allowance.budget.check(self.bytes()).err();
                exchange.poll(&mut |records| {
                    records.chunks_exact(size).filter_map(|record| self.node(record)).for_each(&mut *reached);
                });
            }
            if stop.is_some() || exchange.is_halted() {
                break;
            }
            let (_, memory) = self.parts(*node, &mut state);
            targets.clear();
            self.targets(&state, memory, fulfilled, &mut targets);
            for record in targets.chunks_exact(size) {
                let owner = owner(&record[..state.len()], peers);
                if owner == index {
                    self.node(record).into_iter().for_each(&mut *reached);
                } else if !recent.knows(record) {
                    exchange.send(owner, record);
                }
            }
        }
        if stop.is_some() {
            exchange.halt();
        }
        let told = agree(exchange, stop, &[nodes.len() as u64], &mut |records| {
            records.chunks_exact(size).filter_map(|record| self.node(record)).for_each(&mut *reached);
        })?;
        Ok(sum(&told, 0))
    }

    /// A cycle with steps of all conditions among the nodes that are left: places, each with the conditions that the step to
    /// it fulfils; the first and the last are the same. It is walked backwards, from each node to one that is nearer to a step
    /// of the condition at hand.
    fn cycle(&mut self, exchange: &mut Exchange) -> Result<Vec<(Place, u128)>, Cut> {
        let conditions = self.conditions();
        let allowance = self.allowance;
        let all = 0..self.nodes.len();
        let first =
            find(exchange, all.clone(), allowance, &mut |node| self.is_kept(node).then(|| self.tell(node)))?;
        let first = self.place(&first.ok_or(Cut::Inconsistent("no node on a cycle"))?);
        // Backwards: each with the conditions of the step from the one after it in the list.
        let mut walk: Vec<(Place, u128)> = vec![(first, 0)];
        let mut rounds: Vec<usize> = Vec::new();
        loop {
            let last = walk.len() - 1;
            let known = rounds.iter().find(|begin| walk[**begin].0.is(&walk[last].0));
            if let Some(begin) = known.copied() {
                let mut cycle = walk.split_off(begin);
                cycle.reverse();
                return Ok(cycle);
            }
            rounds.push(last);
            for (number, condition) in conditions.iter().enumerate() {
                loop {
                    let (target, _) = walk[walk.len() - 1].clone();
                    let distance = target.numbers[1 + number];
                    let fulfilled = if distance == 0 { *condition } else { 0 };
                    let found = find(exchange, all.clone(), allowance, &mut |node| {
                        let here = u64::from(self.distances[number][node as usize]);
                        let is_nearer = if distance == 0 { self.is_kept(node) } else { here == distance - 1 };
                        (is_nearer && self.leads(node, &target, fulfilled)).then(|| self.tell(node))
                    })?;
                    let found = self.place(&found.ok_or(Cut::Inconsistent("a way that ends"))?);
                    if let Some((_, of_step)) = walk.last_mut() {
                        *of_step = fulfilled;
                    }
                    walk.push((found, 0));
                    if distance == 0 {
                        break;
                    }
                }
            }
        }
    }

    fn is_kept(&self, node: u64) -> bool {
        self.distances.last().is_some_and(|distances| distances[node as usize] != FAR)
    }
}

impl Place {
    fn is(&self, other: &Place) -> bool {
        self.state == other.state && self.memory == other.memory
    }

    fn node(self, fulfilled: u128) -> RunNode {
        RunNode { state: self.state, memory: self.memory, fulfilled }
    }
}
