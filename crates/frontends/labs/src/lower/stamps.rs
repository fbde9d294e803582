//! Time stamps as ranks: for each tuple, how many older versions are around. Ranks have no gaps, so
//! that states that differ only in when things happened are one state.

use synod_core::{BinaryOp, ExprId};

use super::Lowering;
use super::store::Store;

/// What happens to a receiver of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivery {
    pub agent: usize,
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
        let exprs = &mut self.system.exprs;
        let one = exprs.int(1);
        let others = || ranks.iter().enumerate().filter(|(other, _)| *other != agent);
        let differ: Vec<ExprId> = others().map(|(_, rank)| exprs.ne(*rank, own)).collect();
        // The version that it leaves behind vanishes if nobody else has it.
        let alone = exprs.and(differ);
        let top = others().fold(own, |top, (_, rank)| exprs.binary(BinaryOp::Max, top, *rank));
        let above = exprs.binary(BinaryOp::Add, top, one);
        let newest = exprs.ite(alone, top, above);
        let moved: Vec<(usize, ExprId)> = others()
            .map(|(other, rank)| {
                let newer = exprs.lt(own, *rank);
                let slides = exprs.and([alone, newer]);
                let below = exprs.binary(BinaryOp::Sub, *rank, one);
                (other, exprs.ite(slides, below, *rank))
            })
            .collect();
        self.set_rank(agent, tuple, newest, store);
        for (other, rank) in moved {
            self.set_rank(other, tuple, rank, store);
        }
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
                takes: exprs.and([linked, older]),
                answers: exprs.and([linked, newer]),
                agrees: exprs.and([linked, same]),
            });
        }
        found
    }

    /// The ranks after those who take the message have the version of the sender.
    pub(super) fn spread(&mut self, sender: usize, tuple: usize, deliveries: &[Delivery], store: &mut Store) {
        let ranks = self.ranks(tuple, store);
        let takes = |agent: usize| deliveries.iter().find(|d| d.agent == agent).map(|d| d.takes);
        let exprs = &mut self.system.exprs;
        // A version vanishes if all who have it take the new one; later ones then move down.
        let mut gone = Vec::new();
        for version in 0..ranks.len() as i64 - 1 {
            let version = exprs.int(version);
            let all: Vec<ExprId> = ranks
                .iter()
                .enumerate()
                .map(|(agent, rank)| {
                    let has_other = exprs.ne(*rank, version);
                    match takes(agent) {
                        Some(takes) => exprs.or([has_other, takes]),
                        None => has_other,
                    }
                })
                .collect();
            gone.push((version, exprs.and(all)));
        }
        let mut moved = Vec::new();
        for (agent, rank) in ranks.iter().enumerate() {
            let exprs = &mut self.system.exprs;
            let raised = match takes(agent) {
                Some(takes) => exprs.ite(takes, ranks[sender], *rank),
                None => *rank,
            };
            let mut below = self.system.exprs.int(0);
            for (version, vanishes) in &gone {
                let older = self.system.exprs.lt(*version, raised);
                let counts = self.system.exprs.and([older, *vanishes]);
                let one = self.one_if(counts);
                below = self.add(below, one);
            }
            let exprs = &mut self.system.exprs;
            moved.push(if exprs.as_const(below) == Some(0) {
                raised
            } else {
                exprs.binary(BinaryOp::Sub, raised, below)
            });
        }
        for (agent, rank) in moved.into_iter().enumerate() {
            self.set_rank(agent, tuple, rank, store);
        }
    }
}
