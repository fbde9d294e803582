//! Time stamps as ranks: for each tuple and agent, how many others have a version that is no newer. Only the order of
//! stamps shows in them, so that states that differ only in when things happened are one state. A message changes
//! the ranks of those who take it, and of those with an older version who are out of reach; a new version those of
//! the agents that were not older.

use std::rc::Rc;

use synod_core::{AgentId, BinaryOp, ExprId};

use super::Lowering;
use super::store::Store;

/// What happens to a receiver of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivery {
    pub agent: usize,
    /// The sender reaches it.
    pub linked: ExprId,
    /// It is linked and has an older version.
    pub takes: ExprId,
    /// It is linked and has a newer version.
    pub answers: ExprId,
    /// It is linked and has the same version.
    pub agrees: ExprId,
}

impl Lowering<'_> {
    fn rank(&mut self, agent: usize, tuple: usize, store: &Store) -> Option<ExprId> {
        let share = self.shares[agent][tuple]?;
        Some(store.read(&mut self.system.exprs, share.rank, None))
    }

    fn ranks(&mut self, tuple: usize, store: &Store) -> Vec<ExprId> {
        (0..self.model.agents()).filter_map(|agent| self.rank(agent, tuple, store)).collect()
    }

    fn set_rank(&mut self, agent: usize, tuple: usize, rank: ExprId, store: &mut Store) {
        if let Some(share) = self.shares[agent][tuple] {
            store.write(share.rank, None, rank);
        }
    }

    /// The agent makes a new version of the tuple.
    pub(super) fn refresh(&mut self, agent: usize, tuple: usize, store: &mut Store) {
        let ranks = self.ranks(tuple, store);
        let Some(own) = ranks.get(agent).copied() else { return };
        let newest = self.system.exprs.int(ranks.len() as i64 - 1);
        let counts = if self.renumbers_at_once() { Rc::from([]) } else { self.counts(&ranks) };
        for (other, rank) in ranks.iter().enumerate().filter(|(other, _)| *other != agent) {
            let moved = if self.renumbers_at_once() {
                // Whoever counted the version that is left behind counts one less.
                let exprs = &mut self.system.exprs;
                let (counted, one) = (exprs.le(own, *rank), exprs.int(1));
                let less = exprs.binary(BinaryOp::Sub, *rank, one);
                exprs.ite(counted, less, *rank)
            } else {
                let counted = self.system.exprs.le(own, *rank);
                let gone = self.one_if(counted);
                self.system.exprs.binary(BinaryOp::Sub, counts[other], gone)
            };
            self.set_rank(other, tuple, moved, store);
        }
        self.set_rank(agent, tuple, newest, store);
    }

    /// For each of these ranks how many of the others are at most that. They are the same for all who make versions, and
    /// made once.
    fn counts(&mut self, ranks: &[ExprId]) -> Rc<[ExprId]> {
        if let Some(known) = self.counts.get(ranks) {
            return known.clone();
        }
        let mut counts = Vec::new();
        for (position, rank) in ranks.iter().enumerate() {
            let others = ranks.iter().enumerate().filter(|(at, _)| *at != position);
            let others: Vec<_> = others.map(|(_, rank)| (None, *rank)).collect();
            counts.push(self.count(others, *rank));
        }
        let counts: Rc<[ExprId]> = counts.into();
        self.counts.insert(ranks.to_vec(), counts.clone());
        counts
    }

    /// How many of these have at most a rank, where a condition holds if there is one.
    fn count(&mut self, ranks: impl IntoIterator<Item = (Option<ExprId>, ExprId)>, most: ExprId) -> ExprId {
        let mut sum = self.system.exprs.int(0);
        for (condition, rank) in ranks {
            let exprs = &mut self.system.exprs;
            let within = exprs.le(rank, most);
            let counted = exprs.and(condition.into_iter().chain([within]));
            let one = self.one_if(counted);
            sum = self.add(sum, one);
        }
        sum
    }

    /// Whether ranks are counted anew with every message. That takes an expression for any three agents. For many
    /// agents they are counted anew only with new versions, which takes one for any two: until then some states
    /// are told apart that differ only in when things happened.
    fn renumbers_at_once(&self) -> bool {
        self.model.agents() <= self.options.renumbered_agents
    }

    /// What a message of the sender about the tuple does to everybody else.
    pub(super) fn deliveries(&mut self, sender: usize, tuple: usize, store: &Store) -> Vec<Delivery> {
        let model = self.model;
        let link = &model.links[model.tuples[tuple].stigmergy];
        let ranks = self.ranks(tuple, store);
        let mut found = Vec::new();
        for agent in (0..model.agents()).filter(|agent| *agent != sender) {
            let mut frame =
                super::Frame { pair: (sender, agent), store: store.clone(), ..Default::default() };
            let linked = self.condition(link, &mut frame);
            let exprs = &mut self.system.exprs;
            let older = exprs.lt(ranks[agent], ranks[sender]);
            let newer = exprs.lt(ranks[sender], ranks[agent]);
            let same = exprs.eq(ranks[sender], ranks[agent]);
            found.push(Delivery {
                agent,
                linked,
                takes: exprs.and([linked, older]),
                answers: exprs.and([linked, newer]),
                agrees: exprs.and([linked, same]),
            });
        }
        found
    }

    /// Under which condition a sender reaches a receiver, for each stigmergy of which something is sent at all.
    pub(super) fn links(&mut self) -> Vec<Vec<(AgentId, AgentId, ExprId)>> {
        let model = self.model;
        let sent = self.sent_tuples();
        let mut links = vec![Vec::new(); model.links.len()];
        for (stigmergy, found) in links.iter_mut().enumerate() {
            let tuples = std::iter::zip(&model.tuples, &sent);
            if !tuples.into_iter().any(|(tuple, sent)| sent.any && tuple.stigmergy == stigmergy) {
                continue;
            }
            let takes_part = |agent: &usize| model.type_of(*agent).stigmergies.contains(&stigmergy);
            let members: Vec<usize> = (0..model.agents()).filter(takes_part).collect();
            for (sender, receiver) in members.iter().flat_map(|a| members.iter().map(move |b| (*a, *b))) {
                if sender != receiver {
                    let mut frame = super::Frame { pair: (sender, receiver), ..Default::default() };
                    let linked = self.condition(&model.links[stigmergy], &mut frame);
                    found.push((self.agent(sender), self.agent(receiver), linked));
                }
            }
        }
        links
    }

    /// The ranks after those who take the message have the version of the sender.
    pub(super) fn spread(&mut self, sender: usize, tuple: usize, deliveries: &[Delivery], store: &mut Store) {
        let ranks = self.ranks(tuple, store);
        let top = ranks[sender];
        let mut moved = Vec::new();
        for delivery in deliveries {
            let rank = ranks[delivery.agent];
            let mut kept = rank;
            // Only who is out of reach stays behind with an older version; those that it counted have moved on.
            if self.renumbers_at_once() && !self.system.exprs.is_true(delivery.linked) {
                let others = deliveries.iter().filter(|other| other.agent != delivery.agent);
                let takers: Vec<_> = others.map(|other| (Some(other.takes), ranks[other.agent])).collect();
                let gone = self.count(takers, rank);
                let exprs = &mut self.system.exprs;
                if exprs.as_const(gone) != Some(0) {
                    let (older, less) = (exprs.lt(rank, top), exprs.binary(BinaryOp::Sub, rank, gone));
                    kept = exprs.ite(older, less, rank);
                }
            }
            moved.push((delivery.agent, self.system.exprs.ite(delivery.takes, top, kept)));
        }
        for (agent, rank) in moved {
            self.set_rank(agent, tuple, rank, store);
        }
    }
}
