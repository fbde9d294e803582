//! A static order of variables: what an agent owns stays together, and agents that share rules come
//! near each other. What others see of an agent, such as an environment, is placed near them instead.
//!
//! Blocks of variables are moved to the middle of what they are used with, again and again, as long as
//! that shortens the distances (the FORCE heuristic). The order of declaration is where it starts, and
//! what is kept when nothing is gained.
//!
//! Who deals with nearly everybody, such as a controller that says whose turn it is, comes before all others: what the
//! others do is then decided for each of its values. Among them, a diagram would have to remember what all those
//! above it do until it is known which of them matters.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{AgentId, Alternative, Expr, ExprId, Rule, System, VarId};

/// Rounds of moving; in practice it settles in far fewer.
const ROUNDS: usize = 64;
/// So many are few.
const FEW: usize = 4;
/// So many nets are too many to compare each with all others.
const MANY: usize = 1000;

/// Slots of the state that stay together: those of an agent, of a single variable that nobody owns or that is its
/// owner's only by name, an element of an array of that kind, or some whose bits are placed in turn. The agent's
/// choices are placed with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub agent: Option<AgentId>,
    pub slots: Vec<usize>,
    pub interleaved: bool,
}

/// The blocks, in a good order; some sets of variables are to be interleaved.
pub(crate) fn blocks(system: &System, interleaved: Vec<Vec<VarId>>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut of_agent: FxHashMap<AgentId, usize> = FxHashMap::default();
    let mut of_slot: Vec<usize> = vec![0; system.width()];
    let mut is_placed = vec![false; system.vars.len()];
    let mut place = |blocks: &mut Vec<Block>, block: usize, slots: Range<usize>| {
        of_slot[slots.clone()].fill(block);
        blocks[block].slots.extend(slots);
    };
    for vars in interleaved {
        let block = push(&mut blocks, Block { interleaved: true, ..Block::default() });
        for var in vars {
            place(&mut blocks, block, system.slots(var));
            is_placed[var.0 as usize] = true;
        }
    }
    let open: Vec<bool> = system.agent_ids().map(|(agent, _)| is_seen_by_others(system, agent)).collect();
    for (agent, _) in system.agent_ids().filter(|(agent, _)| open[agent.0 as usize]) {
        of_agent.insert(agent, push(&mut blocks, Block { agent: Some(agent), ..Block::default() }));
    }
    let whole = indexed_by_values(system);
    for (id, var) in system.var_ids().filter(|(id, _)| !is_placed[id.0 as usize]) {
        if let Some(agent) = var.owner.filter(|agent| !open[agent.0 as usize]) {
            let new = || push(&mut blocks, Block { agent: Some(agent), ..Block::default() });
            let block = *of_agent.entry(agent).or_insert_with(new);
            place(&mut blocks, block, system.slots(id));
        } else if whole.contains(&id) {
            let block = push(&mut blocks, Block::default());
            place(&mut blocks, block, system.slots(id));
        } else {
            for slot in system.slots(id) {
                let block = push(&mut blocks, Block::default());
                place(&mut blocks, block, slot..slot + 1);
            }
        }
    }
    let nets = nets(system, &of_agent, &of_slot);
    let order = with_hubs_first(blocks.len(), nets);
    let mut placed: Vec<(usize, Block)> = std::iter::zip(order, blocks).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, block)| block).collect()
}

/// Adds a block and tells its position.
fn push(blocks: &mut Vec<Block>, block: Block) -> usize {
    blocks.push(block);
    blocks.len() - 1
}

/// Arrays of which some element is chosen while the system runs: all elements are then used together.
fn indexed_by_values(system: &System) -> FxHashSet<VarId> {
    let is_value = |index: ExprId| system.exprs.as_const(index).is_none();
    let ids = (0..system.exprs.len() as u32).map(ExprId);
    let read = ids.filter_map(|id| match system.exprs[id] {
        Expr::Element(var, index) => Some((var, index)),
        _ => None,
    });
    let parts = system.rules.iter().flat_map(|rule| &rule.parts);
    let updates = parts.flat_map(|part| &part.alternatives).flat_map(|alternative| &alternative.updates);
    let written = updates.filter_map(|update| Some((update.var, update.index?)));
    read.chain(written).filter(|(_, index)| is_value(*index)).map(|(var, _)| var).collect()
}

/// The slots of an array among which the one at an index is.
fn element(system: &System, var: VarId, index: ExprId) -> Range<usize> {
    let all = system.slots(var);
    let at = system.exprs.as_const(index).and_then(|at| usize::try_from(at).ok());
    match at.map(|at| all.start + at).filter(|slot| all.contains(slot)) {
        Some(slot) => slot..slot + 1,
        None => all,
    }
}

/// Whether other agents see some of what an agent owns.
fn is_seen_by_others(system: &System, agent: AgentId) -> bool {
    let owns = |var: &VarId| system.var(*var).owner == Some(agent);
    system.agent_ids().any(|(other, of)| other != agent && of.observes.iter().any(owns))
}

/// Sets of blocks that occur together: in a part of a rule, or in a conjunct of its guard; where these are nearly all
/// blocks, in the largest expressions within that are about fewer.
fn nets(system: &System, of_agent: &FxHashMap<AgentId, usize>, of_slot: &[usize]) -> Vec<Vec<usize>> {
    let all = of_slot.iter().max().map_or(0, |last| last + 1);
    let mut nets = Nets { system, of_agent, of_slot, all, found: Vec::new(), about: Abouts::default() };
    system.rules.iter().for_each(|rule| nets.add_rule(rule));
    nets.found
}

/// The blocks that an expression is about, a bit each.
type Blocks = Rc<[u64]>;

/// What expressions are about: of variables that they read, and of agents whose choices they read.
#[derive(Default)]
struct Abouts {
    /// Those without choices, which are about the same in every rule.
    everywhere: FxHashMap<ExprId, Blocks>,
    /// Those with choices, in the rule at hand.
    here: FxHashMap<ExprId, Blocks>,
}

impl Abouts {
    fn get(&self, id: ExprId) -> Option<&Blocks> {
        self.everywhere.get(&id).or_else(|| self.here.get(&id))
    }
}

/// The numbers of the bits that are set.
fn numbers(blocks: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let bits = |(word, bits): (usize, &u64)| {
        let left = std::iter::successors(Some(*bits), |bits| Some(bits & bits.wrapping_sub(1)));
        left.take_while(|bits| *bits != 0).map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    };
    blocks.iter().enumerate().flat_map(bits)
}

/// Sets of blocks that occur together, as far as they were found.
struct Nets<'a> {
    system: &'a System,
    of_agent: &'a FxHashMap<AgentId, usize>,
    of_slot: &'a [usize],
    /// How many blocks there are.
    all: usize,
    found: Vec<Vec<usize>>,
    about: Abouts,
}

impl Nets<'_> {
    fn add_rule(&mut self, rule: &Rule) {
        let conjuncts = self.system.exprs.conjuncts(rule.guard);
        let updates = |alternative: &Alternative| -> Vec<ExprId> {
            let updates = alternative.updates.iter();
            updates.flat_map(|update| [Some(update.value), update.index]).flatten().collect()
        };
        self.about.here.clear();
        let mut whole = BTreeSet::new();
        for conjunct in conjuncts {
            whole.extend(numbers(&self.about(rule, conjunct)));
            self.add_expr(rule, conjunct);
        }
        for part in &rule.parts {
            let (mut net, mut exprs) = (BTreeSet::new(), Vec::new());
            for alternative in &part.alternatives {
                exprs.extend([vec![alternative.guard], updates(alternative)].concat());
                for update in &alternative.updates {
                    let written = match update.index {
                        Some(index) => element(self.system, update.var, index),
                        None => self.system.slots(update.var),
                    };
                    net.extend(written.map(|slot| self.of_slot[slot]));
                }
            }
            for id in &exprs {
                net.extend(numbers(&self.about(rule, *id)));
            }
            whole.extend(&net);
            if self.tells(net.len()) {
                self.add(net);
            } else {
                exprs.into_iter().for_each(|id| self.add_expr(rule, id));
            }
        }
        if self.tells(whole.len()) {
            self.add(whole);
        }
    }

    /// Whether a set of so many is not one of nearly everything, which says nothing about who belongs together.
    fn tells(&self, len: usize) -> bool {
        len <= FEW || len * 2 <= self.all
    }

    fn add(&mut self, net: impl IntoIterator<Item = usize>) {
        let net: Vec<usize> = net.into_iter().collect();
        if net.len() > 1 {
            self.found.push(net);
        }
    }

    /// Adds what an expression is about, or else what its operands are.
    fn add_expr(&mut self, rule: &Rule, id: ExprId) {
        let (mut todo, mut seen) = (vec![id], FxHashSet::default());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let blocks = self.about(rule, id);
            if self.tells(blocks.iter().map(|word| word.count_ones() as usize).sum()) {
                self.add(numbers(&blocks));
            } else {
                todo.extend(self.system.exprs.operands(id));
            }
        }
    }

    /// The blocks that an expression of a rule is about.
    fn about(&mut self, rule: &Rule, id: ExprId) -> Blocks {
        // Operands come before what is made of them.
        let mut todo = vec![(id, false)];
        while let Some((id, is_ready)) = todo.pop() {
            if self.about.get(id).is_some() {
                continue;
            }
            let operands = self.system.exprs.operands(id);
            if !is_ready {
                todo.push((id, true));
                todo.extend(operands.into_iter().map(|operand| (operand, false)));
                continue;
            }
            let mut blocks = vec![0_u64; self.all.div_ceil(64)];
            let mut add = |block: usize| blocks[block / 64] |= 1 << (block % 64);
            let mut is_here = operands.iter().any(|operand| self.about.here.contains_key(operand));
            match self.system.exprs[id] {
                Expr::Var(var) => self.system.slots(var).for_each(|slot| add(self.of_slot[slot])),
                Expr::Element(var, index) => {
                    element(self.system, var, index).for_each(|slot| add(self.of_slot[slot]));
                }
                Expr::Choice(position, _) => {
                    is_here = true;
                    let agent = rule.choices.get(position as usize).and_then(|choice| choice.agent);
                    agent
                        .and_then(|agent| self.of_agent.get(&agent))
                        .into_iter()
                        .for_each(|block| add(*block));
                }
                _ => {}
            }
            for operand in operands.iter().filter_map(|operand| self.about.get(*operand)) {
                std::iter::zip(&mut blocks, operand.iter()).for_each(|(all, more)| *all |= more);
            }
            let map = if is_here { &mut self.about.here } else { &mut self.about.everywhere };
            map.insert(id, blocks.into());
        }
        self.about.get(id).cloned().unwrap_or_default()
    }
}

/// A place for each of `count` things: first those that occur together with at least half of all others, if there
/// are few of that kind, and then the others such that the nets are short.
fn with_hubs_first(count: usize, nets: Vec<Vec<usize>>) -> Vec<usize> {
    let mut nets = told_by_absence(nets);
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    for net in &nets {
        net.iter().for_each(|thing| near[*thing].extend(net.iter().filter(|other| *other != thing)));
    }
    let is_hub: Vec<bool> =
        near.iter().map(|others| others.len() > FEW && 2 * others.len() >= count - 1).collect();
    let hubs = is_hub.iter().filter(|hub| **hub).count();
    if hubs * FEW > count {
        return arrange(count, &nets);
    }
    nets.iter_mut().for_each(|net| net.retain(|thing| !is_hub[*thing]));
    nets.retain(|net| net.len() > 1);
    let places = arrange(count, &nets);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|thing| (!is_hub[*thing], places[*thing]));
    let mut moved = vec![0; count];
    order.into_iter().enumerate().for_each(|(place, thing)| moved[thing] = place);
    moved
}

/// Where many nets are all of some things but a few, such as what each agent sees of all others, those few tell them
/// apart: such a net becomes what it lacks of the usual, with what it has besides, and with what none of them lacks if
/// that is little. Nets of nearly the same things would put them all into the same place.
fn told_by_absence(mut nets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut large: Vec<BTreeSet<usize>> = Vec::new();
    let is_large = |net: &Vec<usize>| net.len() > 2 * FEW;
    large.extend(nets.iter().filter(|net| is_large(net)).map(|net| net.iter().copied().collect()));
    large.sort_unstable();
    large.dedup();
    if large.len() > MANY {
        return nets;
    }
    let mut told: FxHashMap<Vec<usize>, Vec<usize>> = FxHashMap::default();
    for net in &large {
        let alike = |other: &&BTreeSet<usize>| {
            net.len().abs_diff(other.len()) <= FEW && net.symmetric_difference(other).nth(FEW).is_none()
        };
        let siblings: Vec<&BTreeSet<usize>> = large.iter().filter(alike).collect();
        let mut times: FxHashMap<usize, usize> = FxHashMap::default();
        siblings.iter().copied().flatten().for_each(|thing| *times.entry(*thing).or_default() += 1);
        let usual: BTreeSet<usize> =
            times.iter().filter(|(_, times)| 2 * **times > siblings.len()).map(|(thing, _)| *thing).collect();
        if siblings.len() > FEW && !usual.is_subset(net) {
            let mut few: BTreeSet<usize> = net.symmetric_difference(&usual).copied().collect();
            let always = || times.iter().filter(|(_, times)| **times == siblings.len());
            if always().count() <= FEW {
                few.extend(always().map(|(thing, _)| *thing));
            }
            told.insert(net.iter().copied().collect(), few.into_iter().collect());
        }
    }
    for net in nets.iter_mut().filter(|net| is_large(net)) {
        if let Some(few) = told.get(net) {
            net.clone_from(few);
        }
    }
    nets
}

/// A place for each of `count` things, such that the nets are short.
fn arrange(count: usize, nets: &[Vec<usize>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let span = |places: &[usize]| -> usize {
        let length = |net: &Vec<usize>| {
            let ends = net.iter().map(|thing| places[*thing]);
            ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0)
        };
        nets.iter().map(length).sum()
    };
    let mut best = (span(&places), places.clone());
    for _ in 0..ROUNDS {
        let mut pulls = vec![(0.0, 0.0); count];
        for net in nets {
            let middle = net.iter().map(|thing| places[*thing] as f64).sum::<f64>() / net.len() as f64;
            for thing in net {
                pulls[*thing].0 += middle;
                pulls[*thing].1 += 1.0;
            }
        }
        let wish = |thing: usize| match pulls[thing] {
            (_, 0.0) => places[thing] as f64,
            (sum, weight) => sum / weight,
        };
        let mut sorted: Vec<usize> = (0..count).collect();
        sorted.sort_by(|a, b| wish(*a).total_cmp(&wish(*b)).then(places[*a].cmp(&places[*b])));
        let mut moved = vec![0; count];
        for (place, thing) in sorted.into_iter().enumerate() {
            moved[thing] = place;
        }
        if moved == places {
            break;
        }
        places = moved;
        let length = span(&places);
        if length < best.0 {
            best = (length, places.clone());
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_in_disorder_is_put_in_order() {
        let nets: Vec<Vec<usize>> = [(0, 3), (3, 1), (1, 4), (4, 2)].map(|(a, b)| vec![a, b]).to_vec();
        let places = arrange(5, &nets);
        let length: usize = nets.iter().map(|net| places[net[0]].abs_diff(places[net[1]])).sum();
        assert!(length <= 5, "{places:?}");
    }

    #[test]
    fn who_deals_with_all_others_comes_first() {
        // Number 6 deals with everybody; the others form a chain in disorder.
        let chain = [(0, 3), (3, 1), (1, 4), (4, 2), (2, 5)];
        let star = (0..6).map(|other| vec![other, 6]);
        let nets = chain.map(|(a, b)| vec![a, b]).into_iter().chain(star).collect();
        let places = with_hubs_first(7, nets);
        assert_eq!(places[6], 0);
        let length: usize = chain.iter().map(|(a, b)| places[*a].abs_diff(places[*b])).sum();
        assert!(length <= 6, "{places:?}");
    }

    #[test]
    fn who_deals_with_all_but_one_comes_near_that_one() {
        // Each of the numbers from 12 on deals with all numbers below 12 but one.
        let net = |who: usize| (0..12).filter(|other| *other != who).chain([12 + who]).collect();
        let places = with_hubs_first(24, (0..12).map(net).collect());
        assert!((0..12).all(|who| places[who].abs_diff(places[12 + who]) == 1), "{places:?}");
    }

    #[test]
    fn without_anything_shared_the_order_of_declaration_stays() {
        assert_eq!(arrange(4, &[]), [0, 1, 2, 3]);
    }
}
