//! One worker's part of the search for all reachable states: level by level, each worker expands the states of its share
//! and sends what it finds to those whose share it is. All workers call the same functions in the same order, and learn
//! the same from them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use synod_core::{Budget, Stop, System, Trace};
use synod_explicit::{ExpansionFigures, PartitionedModel, ShareExpander, StateShare, Watch};

use crate::exchange::{Exchange, Lost};

/// Log2 of how many states a worker remembers to have sent lately.
const RECENT: u32 = 15;

/// What the search has come to, for those who watch it.
#[derive(Debug, Default)]
pub struct Gauges {
    /// States found by the workers of this process.
    pub states: AtomicU64,
    /// Steps found by them.
    pub transitions: AtomicU64,
    /// The level at hand.
    pub depth: AtomicU64,
}

/// What a worker may use, and where it says how far it is.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The limits of its process.
    pub budget: Budget,
    /// How many workers share them.
    pub threads: u64,
    /// Where it tells how it goes.
    pub gauges: Arc<Gauges>,
}

impl Allowance {
    /// The bytes that this worker may use in addition.
    fn memory(&self) -> Option<u64> {
        self.budget.memory_left().map(|left| left / self.threads)
    }
}

/// Why a piece of work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Some worker was told to stop, or has no more room.
    Stopped(Stop),
    /// Another process is gone.
    Lost,
    /// Workers have found what cannot be.
    Inconsistent(&'static str),
}

impl From<Lost> for Cut {
    fn from(_: Lost) -> Self {
        Cut::Lost
    }
}

/// The figures of all workers together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// States found.
    pub states: u64,
    /// Steps, deadlocks, faults.
    pub figures: ExpansionFigures,
    /// Initial states.
    pub initial: u64,
    /// Bytes of all shares.
    pub bytes: u64,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All states were expanded.
    Complete,
    /// The greatest depth was reached.
    Depth,
    /// This state, so many steps from the initial ones, violates the watch; none is nearer.
    Violated(Vec<u64>, usize),
}

/// The share of one worker.
pub struct Share {
    pub model: Arc<PartitionedModel>,
    pub states: StateShare,
    /// Where each level begins; the last is not expanded unless the search is complete.
    pub levels: Vec<u64>,
    figures: ExpansionFigures,
    /// Some initial state is not explored.
    cut: bool,
    pub complete: bool,
    /// Of the share: how many initial states.
    initial: u64,
    /// The last level with a state, in any share, as far as is known.
    pub depth: u64,
    /// There was no room for a state that arrived late.
    late: Option<Stop>,
}

/// The worker that keeps a state. It must not depend on the same bits as the place in its table.
#[inline]
pub fn owner(state: &[u64], peers: usize) -> usize {
    let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    let hash = state.iter().fold(0x2545_f491_4f6c_dd1d, mix).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (((hash >> 32) * peers as u64) >> 32) as usize
}

/// States that were sent lately, so that many need not be sent again.
pub struct Recent {
    words: usize,
    table: Vec<u64>,
    taken: Vec<bool>,
}

impl Recent {
    pub fn new(words: usize) -> Self {
        Recent { words, table: vec![0; words << RECENT], taken: vec![false; 1 << RECENT] }
    }

    /// Whether it was sent; if it was not, it is from now on.
    #[inline]
    pub fn knows(&mut self, record: &[u64]) -> bool {
        let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(0xa076_1d64_78bd_642f);
        let place = (record.iter().fold(0, mix) >> (64 - RECENT)) as usize;
        let known = &mut self.table[place * self.words..][..self.words];
        if self.taken[place] && known == record {
            return true;
        }
        self.taken[place] = true;
        known.copy_from_slice(record);
        false
    }
}

/// Reasons to stop as numbers that are told to others; 0 is none.
fn code(stop: Option<Stop>) -> u64 {
    match stop {
        None => 0,
        Some(Stop::Cancelled) => 1,
        Some(Stop::Time) => 2,
        Some(Stop::Memory) => 3,
        Some(Stop::Depth) => 4,
    }
}

/// The first reason that any worker gives.
fn stopped(told: &[Vec<u64>]) -> Result<(), Cut> {
    let stop = match told.iter().map(|news| news[0]).find(|code| *code != 0) {
        None => return Ok(()),
        Some(2) => Stop::Time,
        Some(3) => Stop::Memory,
        Some(4) => Stop::Depth,
        Some(_) => Stop::Cancelled,
    };
    Err(Cut::Stopped(stop))
}

/// Barriers of a piece of work: each worker says whether it has to stop, and if one does all do.
pub fn agree(
    exchange: &mut Exchange,
    stop: Option<Stop>,
    news: &[u64],
    take: &mut dyn FnMut(&[u64]),
) -> Result<Vec<Vec<u64>>, Cut> {
    let mut said = vec![code(stop)];
    said.extend_from_slice(news);
    let mut told = exchange.barrier(&said, take)?;
    stopped(&told)?;
    told.iter_mut().for_each(|news| {
        news.remove(0);
    });
    Ok(told)
}

/// The sum of what workers tell at a position.
pub fn sum(told: &[Vec<u64>], at: usize) -> u64 {
    told.iter().filter_map(|news| news.get(at)).sum()
}

impl Share {
    /// The initial states of this worker's share.
    pub fn new(
        system: &System,
        model: Arc<PartitionedModel>,
        exchange: &mut Exchange,
        allowance: &Allowance,
    ) -> Result<Self, Cut> {
        let mut states = StateShare::new(model.words());
        let (index, peers) = (exchange.index(), exchange.peers());
        let listed = model.initial(system, &allowance.budget, &mut |state| {
            if owner(state, peers) == index { states.insert(state, allowance.memory()) } else { Ok(()) }
        });
        let stop = listed.as_ref().err().map(|(stop, _)| *stop);
        let told = agree(exchange, stop, &[model.fingerprint()], &mut |_| {})?;
        if told.iter().any(|news| news != &told[0]) {
            return Err(Cut::Inconsistent("other states"));
        }
        let initial = states.len();
        allowance.gauges.states.fetch_add(initial, Ordering::Relaxed);
        Ok(Share {
            model,
            states,
            levels: vec![0],
            figures: ExpansionFigures::default(),
            cut: listed == Ok(true),
            complete: false,
            initial,
            depth: 0,
            late: None,
        })
    }

    /// Where a level lies.
    pub fn level(&self, level: usize) -> Range<u64> {
        let end = self.levels.get(level + 1).copied().unwrap_or(self.states.len());
        self.levels.get(level).copied().unwrap_or(end)..end
    }

    /// Finds states until all are expanded, the greatest depth is reached, or the watch is violated.
    pub fn explore(
        &mut self,
        exchange: &mut Exchange,
        watch: Option<&Watch>,
        allowance: &Allowance,
    ) -> Result<End, Cut> {
        let model = Arc::clone(&self.model);
        let mut expander = ShareExpander::new(&model, watch);
        if watch.is_some()
            && let Some(end) = self.scan(exchange, &mut expander, allowance)?
        {
            return Ok(end);
        }
        let mut recent = Recent::new(model.words());
        while !self.complete {
            let level = self.levels.len() - 1;
            if allowance.budget.depth.is_some_and(|limit| level as u64 > limit) {
                let here = self.level(level);
                let sizes = agree(exchange, self.late.take(), &[here.end - here.start], &mut |_| {})?;
                self.complete = sum(&sizes, 0) == 0;
                self.depth = level as u64 - u64::from(self.complete);
                return Ok(if self.complete { End::Complete } else { End::Depth });
            }
            allowance.gauges.depth.store(level as u64, Ordering::Relaxed);
            let here = self.level(level);
            let found = self.advance(exchange, &mut expander, &mut recent, allowance)?;
            self.levels.push(here.end);
            self.figures = {
                let ExpansionFigures { transitions, deadlocks, faults, cut } = expander.figures;
                expander.figures = ExpansionFigures::default();
                ExpansionFigures {
                    transitions: self.figures.transitions + transitions,
                    deadlocks: self.figures.deadlocks + deadlocks,
                    faults: self.figures.faults + faults,
                    cut: self.figures.cut || cut,
                }
            };
            if let Some(violation) = found {
                return Ok(End::Violated(violation, level));
            }
        }
        Ok(End::Complete)
    }

    /// Expands the last level. Gives a state in it that violates the watch, if there is one.
    fn advance(
        &mut self,
        exchange: &mut Exchange,
        expander: &mut ShareExpander,
        recent: &mut Recent,
        allowance: &Allowance,
    ) -> Result<Option<Vec<u64>>, Cut> {
        let words = self.model.words();
        let here = self.level(self.levels.len() - 1);
        let (index, peers) = (exchange.index(), exchange.peers());
        let (mut stop, mut violation) = (self.late.take(), None);
        let (mut chunk, mut own) = (Vec::new(), Vec::new());
        let mut at = here.start;
        while at < here.end && stop.is_none() && !exchange.is_halted() {
            let end = here.end.min(at + ShareExpander::chunk() as u64);
            chunk.clear();
            self.states.append_to(at..end, &mut chunk);
            stop = allowance.budget.check(0).err();
            let before = (expander.figures.transitions, self.states.len());
            let bad = expander.expand(&chunk, &mut || {
                stop = stop.or(allowance.budget.check(0).err());
                stop.is_none()
            });
            let Some(bad) = bad else { break };
            if let (Some(number), None) = (bad, &violation) {
                violation = Some(chunk[number * words..][..words].to_vec());
            }
            own.clear();
            for target in expander.targets.chunks_exact(words) {
                let owner = owner(target, peers);
                if owner == index {
                    own.extend_from_slice(target);
                } else if !recent.knows(target) {
                    exchange.send(owner, target);
                }
            }
            stop = stop.or(self.states.insert(&own, allowance.memory()).err());
            exchange.poll(&mut |records| {
                stop = stop.or(self.states.insert(records, allowance.memory()).err());
            });
            let gauges = &allowance.gauges;
            gauges.states.fetch_add(self.states.len() - before.1, Ordering::Relaxed);
            gauges.transitions.fetch_add(expander.figures.transitions - before.0, Ordering::Relaxed);
            at = end;
        }
        if stop.is_some() {
            exchange.halt();
        }
        let mut news = vec![here.end - here.start];
        news.extend(violation.into_iter().flatten());
        let known = self.states.len();
        let told = agree(exchange, stop, &news, &mut |records| {
            self.late = self.late.or(self.states.insert(records, allowance.memory()).err());
        })?;
        allowance.gauges.states.fetch_add(self.states.len() - known, Ordering::Relaxed);
        // What is new is known only now, and told at the next barrier.
        self.complete = sum(&told, 0) == 0;
        if !self.complete {
            self.depth = self.levels.len() as u64 - 1;
        }
        Ok(told.into_iter().find(|news| news.len() > 1).map(|news| news[1..].to_vec()))
    }

    /// Looks for a violation among the states expanded before.
    fn scan(
        &self,
        exchange: &mut Exchange,
        expander: &mut ShareExpander,
        allowance: &Allowance,
    ) -> Result<Option<End>, Cut> {
        let expanded = if self.complete { self.states.len() } else { self.levels[self.levels.len() - 1] };
        if self.levels.len() == 1 {
            return Ok(None);
        }
        let words = self.model.words();
        let (mut stop, mut violation) = (None, None);
        let mut chunk = Vec::new();
        let mut at = 0;
        while at < expanded && stop.is_none() && violation.is_none() && !exchange.is_halted() {
            let end = expanded.min(at + ShareExpander::chunk() as u64);
            chunk.clear();
            self.states.append_to(at..end, &mut chunk);
            stop = allowance.budget.check(0).err();
            let bad = expander.look(&chunk, &mut || {
                stop = stop.or(allowance.budget.check(0).err());
                stop.is_none()
            });
            if let Some(Some(number)) = bad {
                violation = Some((at + number as u64, chunk[number * words..][..words].to_vec()));
            }
            exchange.poll(&mut |_| {});
            at = end;
        }
        if stop.is_some() {
            exchange.halt();
        }
        let news: Vec<u64> = violation
            .into_iter()
            .flat_map(|(position, state)| {
                let level = self.levels.partition_point(|begin| *begin <= position) as u64 - 1;
                std::iter::once(level).chain(state)
            })
            .collect();
        let told = agree(exchange, stop, &news, &mut |_| {})?;
        let nearest = told.into_iter().filter(|news| !news.is_empty()).min_by_key(|news| news[0]);
        Ok(nearest.map(|news| End::Violated(news[1..].to_vec(), news[0] as usize)))
    }

    /// A shortest run to a state of a level, from an initial state on. Predecessors are not kept: the level before is
    /// expanded again.
    pub fn path_to(
        &self,
        exchange: &mut Exchange,
        state: Vec<u64>,
        level: usize,
        allowance: &Allowance,
    ) -> Result<Vec<Vec<u64>>, Cut> {
        let model = Arc::clone(&self.model);
        let mut expander = ShareExpander::new(&model, None);
        let mut path = vec![state];
        for level in (0..level).rev() {
            let target = &path[path.len() - 1];
            let mut candidate = Vec::new();
            let found = find(exchange, self.level(level), allowance, &mut |position| {
                candidate.clear();
                self.states.append_to(position..position + 1, &mut candidate);
                expander.leads(&candidate, target).then(|| candidate.clone())
            })?;
            path.push(found.ok_or(Cut::Inconsistent("a state without predecessor"))?);
        }
        path.reverse();
        Ok(path)
    }

    /// The run through some states, the last of which violates a watch.
    pub fn trace(&self, watch: &Watch, path: &[Vec<u64>]) -> Trace {
        ShareExpander::new(&self.model, Some(watch)).trace(path)
    }

    /// The figures of all workers together.
    pub fn totals(&self, exchange: &mut Exchange) -> Result<Totals, Cut> {
        let ExpansionFigures { transitions, deadlocks, faults, cut } = self.figures;
        let cut = u64::from(cut || self.cut);
        let bytes = self.states.bytes();
        let own = [self.states.len(), transitions, deadlocks, faults, cut, self.initial, bytes];
        let told = agree(exchange, None, &own, &mut |_| {})?;
        Ok(Totals {
            states: sum(&told, 0),
            figures: ExpansionFigures {
                transitions: sum(&told, 1),
                deadlocks: sum(&told, 2),
                faults: sum(&told, 3),
                cut: sum(&told, 4) > 0,
            },
            initial: sum(&told, 5),
            bytes: sum(&told, 6),
        })
    }
}

/// Positions that are tried between two looks at the limits and at what others have found.
const TRIES: u64 = 256;

/// What a test gives for a position, of some worker that has such a position; `None` if no worker has.
pub fn find(
    exchange: &mut Exchange,
    positions: Range<u64>,
    allowance: &Allowance,
    test: &mut dyn FnMut(u64) -> Option<Vec<u64>>,
) -> Result<Option<Vec<u64>>, Cut> {
    let (mut stop, mut found) = (None, None);
    for position in positions {
        if position.is_multiple_of(TRIES) {
            exchange.poll(&mut |_| {});
            stop = allowance.budget.check(0).err();
        }
        if exchange.is_halted() || stop.is_some() {
            break;
        }
        found = test(position);
        if found.is_some() {
            break;
        }
    }
    if stop.is_some() || found.is_some() {
        exchange.halt();
    }
    let told = agree(exchange, stop, &found.unwrap_or_default(), &mut |_| {})?;
    Ok(told.into_iter().find(|news| !news.is_empty()))
}
