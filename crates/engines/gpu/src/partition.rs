//! Search on several cards, and of more states than they hold at a time: states are partitioned by their hash.
//!
//! Each card has a shard of them, and expands its part of a level; what belongs to others is exchanged before the next
//! level. When a card is full, entries are made smaller if they can be ([`crate::condense`]); then all shards are divided into two, and
//! those that are not at work wait in memory of the processor ([`crate::shards`]). The level at hand is expanded again then, and what
//! was found stays found.

use std::ops::ControlFlow;
use std::time::Duration;

use synod_core::{Listing, Stop, System, initial_states_within, threads};
use synod_printers::opencl::{Layout, SearchProgram};

use crate::device::{DeviceKind, Machine};
use crate::search::{Elsewhere, Failure, Figures, Limits, Search};
use crate::shards::Outgoing;
use crate::table::Small;

/// There are at most so many shards.
const MOST_SHARDS: u32 = 1 << 12;

/// A search on one card or on several.
pub(crate) struct Partition<'a> {
    system: &'a System,
    /// What initial states remember besides their values.
    first_memory: u64,
    /// Shards may be divided further.
    may_divide: bool,
    /// Never empty. They are all at the same level.
    cards: Vec<Search>,
}

impl<'a> Partition<'a> {
    /// The initial states of a system, in the tables. In a product they remember where the automaton begins; its cycles are
    /// looked for in one table, so it is never divided.
    pub fn new(
        system: &'a System,
        machines: Vec<Machine>,
        program: &SearchProgram,
        first_memory: u64,
        limits: Limits,
    ) -> Result<Self, Failure> {
        let may_divide = program.layout.memory.is_none();
        let used = if may_divide { machines.len() } else { 1 };
        let cards = std::iter::zip(0.., machines.into_iter().take(used))
            .map(|(number, machine)| Search::new(machine, program, (number, used as u32), limits))
            .collect::<Result<Vec<Search>, Failure>>()?;
        let mut partition = Partition { system, first_memory, may_divide, cards };
        partition.begin(limits)?;
        Ok(partition)
    }

    /// The one card of a search that is never divided.
    pub fn only_card(&mut self) -> &mut Search {
        &mut self.cards[0]
    }

    fn first(&self) -> &Search {
        &self.cards[0]
    }

    pub fn layout(&self) -> &Layout {
        &self.first().layout
    }

    /// The distance of the level at hand from the initial states.
    pub fn depth(&self) -> u64 {
        self.first().depth
    }

    /// Levels before this one are not told apart.
    pub fn base(&self) -> u64 {
        self.first().base
    }

    /// The level at hand is not expanded yet; if not, the search is complete.
    pub fn is_open(&self) -> bool {
        self.first().is_open
    }

    /// The greatest stamp that all cards have room for.
    fn last_stamp(&self) -> u32 {
        self.cards.iter().map(Search::last_stamp).min().unwrap_or(0)
    }

    /// How many levels have stamps of their own.
    pub fn window(&self) -> u64 {
        u64::from(self.last_stamp()) - 1
    }

    /// What was found on all cards.
    pub fn figures(&self) -> Figures {
        self.cards.iter().fold(Figures::default(), |all, card| all.with(&card.figures))
    }

    /// The bytes in use, on cards and beside them.
    pub fn bytes(&self) -> u64 {
        self.cards.iter().map(|card| card.bytes() + card.shards.bytes()).sum()
    }

    /// The most bytes that were in use.
    pub fn peak(&self) -> u64 {
        self.cards.iter().map(|card| card.peak).sum()
    }

    /// How long programs were built.
    pub fn building(&self) -> Duration {
        self.cards.iter().map(Search::building).sum()
    }

    /// The cards, by name.
    pub fn devices(&self) -> String {
        let name = &self.first().machine.info.name;
        match self.cards.len() {
            1 => name.clone(),
            count => format!("{count} × {name}"),
        }
    }

    /// The same search with another condition to watch for.
    pub fn watch(&mut self, program: &SearchProgram) {
        self.cards.iter_mut().for_each(|card| card.watch(program));
    }

    /// Begins anew: nothing is in the tables but the initial states.
    pub fn restart(&mut self, limits: Limits) -> Result<(), Failure> {
        self.cards.iter_mut().try_for_each(Search::restart)?;
        self.begin(limits)
    }

    fn begin(&mut self, limits: Limits) -> Result<(), Failure> {
        const TOGETHER: u64 = 1 << 20;
        let (system, layout, first_memory) = (self.system, self.layout().clone(), self.first_memory);
        let mut arriving = self.nothing_outgoing();
        let mut failure = None;
        let mut cut = false;
        let listing = initial_states_within(system, limits.budget, &mut |state| {
            match layout.pack(state) {
                Err(_) => cut = true,
                Ok(mut state) => {
                    if let Some(memory) = layout.memory {
                        memory.write(&mut state, first_memory);
                    }
                    arriving.add(&state);
                }
            }
            if arriving.bytes() >= TOGETHER {
                let states = arriving.take();
                if let Err(met) = self.absorb(states, 0, limits) {
                    failure = Some(met);
                    return Ok(ControlFlow::Break(()));
                }
                arriving = self.nothing_outgoing();
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.absorb(arriving.take(), 0, limits)?;
        self.arrive(limits)?;
        let initial = self.figures().states;
        let first = &mut self.cards[0].figures;
        (first.initial, first.cut) = (initial, cut || listing == Listing::Cut);
        Ok(())
    }

    fn nothing_outgoing(&self) -> Outgoing {
        Outgoing::new(self.layout().words, self.first().shards.all)
    }

    /// Expands the level at hand and goes to the next. Says which states of it are bad.
    pub fn advance(&mut self, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        let depth = self.depth();
        if self.first().stamp(depth + 1) > self.last_stamp() {
            self.forget_before(depth)?;
        }
        let figures: Vec<Figures> = self.cards.iter().map(|card| card.figures).collect();
        let all = self.figures();
        for card in &mut self.cards {
            card.elsewhere = Elsewhere {
                states: all.states - card.figures.states,
                transitions: all.transitions - card.figures.transitions,
            };
        }
        let bad = loop {
            let expanded = self.on_cards(|card| card.expand_level(limits));
            match expanded {
                Ok(bad) => break bad.concat(),
                Err(Failure::Full) => {
                    self.make_room(depth + 1, limits)?;
                    for (card, figures) in std::iter::zip(&mut self.cards, &figures) {
                        card.figures = *figures;
                    }
                }
                Err(failure) => return Err(failure),
            }
        };
        if self.first().shards.is_divided() {
            let mut arriving = self.nothing_outgoing();
            for card in &mut self.cards {
                card.shards.outgoing.take().iter().for_each(|states| arriving.add(states));
            }
            self.absorb(arriving.take(), depth + 1, limits)?;
        }
        self.cards.iter_mut().for_each(|card| card.depth += 1);
        self.arrive(limits)?;
        if !self.is_open() {
            self.cards.iter_mut().for_each(|card| card.depth -= 1);
        }
        Ok(bad)
    }

    /// Puts states of a level where they belong; they are given by shard.
    fn absorb(&mut self, mut states: Vec<Vec<u64>>, depth: u64, limits: Limits) -> Result<(), Failure> {
        loop {
            let given = &states;
            let absorbed = self.on_cards(|card| {
                for shard in card.shards.order() {
                    let states = &given[card.shards.first as usize + shard];
                    if !states.is_empty() {
                        card.enter(shard, limits)?;
                        card.seed(states, depth, limits)?;
                    }
                }
                Ok(())
            });
            match absorbed {
                Err(Failure::Full) => {
                    self.make_room(depth, limits)?;
                    let mut divided = self.nothing_outgoing();
                    states.iter().for_each(|states| divided.add(states));
                    states = divided.take();
                }
                other => return other.map(|_| ()),
            }
        }
    }

    /// What was found of the next level is the level at hand.
    fn arrive(&mut self, limits: Limits) -> Result<(), Failure> {
        let found: u64 = self.cards.iter().flat_map(|card| &card.shards.found).sum();
        for card in &mut self.cards {
            card.arrive(limits)?;
            card.is_open = found > 0;
        }
        Ok(())
    }

    /// Makes room where a card is full. What was found of a level stays so.
    fn make_room(&mut self, level: u64, limits: Limits) -> Result<(), Failure> {
        match self.condense(level, limits)? {
            true => Ok(()),
            false => self.divide(level, limits),
        }
    }

    /// Makes the entries of all tables small, if they are not and can be. Says whether it did. What has the stamp of a level counts
    /// as found, all else as stored.
    pub fn condense(&mut self, level: u64, limits: Limits) -> Result<bool, Failure> {
        let small: Option<Vec<Small>> = self.cards.iter().map(Search::could_condense).collect();
        let Some(small) = small else { return Ok(false) };
        // Stamps have fewer bits then.
        let last = small.iter().map(|small| small.last_stamp()).min();
        if last.is_some_and(|last| self.first().stamp(level) > last) {
            self.forget_before(self.depth())?;
        }
        std::iter::zip(&mut self.cards, small)
            .try_for_each(|(card, small)| card.condense(small, level, limits))?;
        Ok(true)
    }

    /// Divides all shards into two.
    fn divide(&mut self, level: u64, limits: Limits) -> Result<(), Failure> {
        if !self.may_divide || self.first().shards.all > MOST_SHARDS / 2 {
            return Err(Stop::Memory.into());
        }
        self.cards.iter_mut().try_for_each(|card| card.divide(level, limits))
    }

    /// Does something on all cards: at the same time, if these are not the processor itself.
    fn on_cards<T: Send>(
        &mut self,
        work: impl Fn(&mut Search) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let work = &work;
        let is_separate = self.first().machine.info.kind == DeviceKind::Gpu;
        if !is_separate || self.cards.len() == 1 {
            return self.cards.iter_mut().map(work).collect();
        }
        threads::scope(|scope| {
            let running: Vec<_> = self.cards.iter_mut().map(|card| scope.spawn(move || work(card))).collect();
            // All are waited for before anything is said.
            let ended: Vec<_> = running.into_iter().map(|thread| thread.join()).collect();
            let ended =
                ended.into_iter().map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect()
        })
    }

    /// Lets levels before this one have the same stamp.
    pub fn forget_before(&mut self, depth: u64) -> Result<(), Failure> {
        self.cards.iter_mut().try_for_each(|card| card.forget_before(depth))
    }

    /// The states of a level that violate the condition that is watched.
    pub fn look(&mut self, depth: u64, limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        self.shown(limits, |card| card.look(depth, limits))
    }

    /// States of a level with a step to this one.
    pub fn before(&mut self, depth: u64, state: &[u64], limits: Limits) -> Result<Vec<Vec<u64>>, Failure> {
        self.shown(limits, |card| card.before(depth, state, limits))
    }

    /// States that all cards show between two levels. Shards that do not come back into a table are divided.
    fn shown(
        &mut self,
        limits: Limits,
        show: impl Fn(&mut Search) -> Result<Vec<Vec<u64>>, Failure> + Sync,
    ) -> Result<Vec<Vec<u64>>, Failure> {
        loop {
            match self.on_cards(&show) {
                Err(Failure::Full) => self.divide(self.depth() + 1, limits)?,
                shown => return Ok(shown?.concat()),
            }
        }
    }
}
