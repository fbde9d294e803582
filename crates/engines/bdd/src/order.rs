//! A static order of variables: what an agent owns stays together, and agents that share rules come
//! near each other. What others see of an agent, such as an environment, is placed near them instead.
//!
//! Blocks of variables are moved to the middle of what they are used with, again and again, as long as
//! that shortens the distances (the FORCE heuristic). The order of declaration is where it starts, and
//! what is kept when nothing is gained.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{AgentId, Expr, ExprId, Rule, System, VarId};

/// Rounds of moving; in practice it settles in far fewer.
const ROUNDS: usize = 64;

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
    let order = arrange(blocks.len(), &nets);
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

/// The slots that an expression reads.
fn reads(system: &System, id: ExprId) -> Vec<usize> {
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    let (mut todo, mut slots) = (vec![id], Vec::new());
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match system.exprs[id] {
            Expr::Var(var) => slots.extend(system.slots(var)),
            Expr::Element(var, index) => slots.extend(element(system, var, index)),
            _ => {}
        }
        todo.extend(system.exprs.operands(id));
    }
    slots
}

/// Whether other agents see some of what an agent owns.
fn is_seen_by_others(system: &System, agent: AgentId) -> bool {
    let owns = |var: &VarId| system.var(*var).owner == Some(agent);
    system.agent_ids().any(|(other, of)| other != agent && of.observes.iter().any(owns))
}

/// Sets of blocks that occur together: in a part of a rule, or in a conjunct of its guard.
fn nets(system: &System, of_agent: &FxHashMap<AgentId, usize>, of_slot: &[usize]) -> Vec<Vec<usize>> {
    let mut nets = Vec::new();
    for rule in &system.rules {
        let blocks = |exprs: &[ExprId]| -> Vec<usize> {
            let of_expr = |id: &ExprId| {
                let read = reads(system, *id).into_iter().map(|slot| of_slot[slot]);
                read.chain(owners(system, rule, *id).filter_map(|a| of_agent.get(&a).copied()))
                    .collect::<Vec<_>>()
            };
            exprs.iter().flat_map(of_expr).collect()
        };
        let mut whole = Vec::new();
        for conjunct in system.exprs.conjuncts(rule.guard) {
            nets.push(blocks(&[conjunct]));
            whole.extend(blocks(&[conjunct]));
        }
        for part in &rule.parts {
            let mut net = Vec::new();
            for alternative in &part.alternatives {
                net.extend(blocks(&[alternative.guard]));
                for update in &alternative.updates {
                    let written = match update.index {
                        Some(index) => element(system, update.var, index),
                        None => system.slots(update.var),
                    };
                    net.extend(written.map(|slot| of_slot[slot]));
                    net.extend(blocks(&[update.value]));
                    net.extend(update.index.map(|index| blocks(&[index])).unwrap_or_default());
                }
            }
            whole.extend_from_slice(&net);
            nets.push(net);
        }
        nets.push(whole);
    }
    for net in &mut nets {
        net.sort_unstable();
        net.dedup();
    }
    // A set of nearly everything says nothing about who belongs together.
    let all = of_slot.iter().max().map_or(0, |last| last + 1);
    nets.retain(|net| net.len() > 1 && (net.len() <= 4 || net.len() * 2 <= all));
    nets
}

/// The agents whose choices an expression reads.
fn owners(system: &System, rule: &Rule, id: ExprId) -> impl Iterator<Item = AgentId> {
    let choices = system.exprs.choices(id).into_iter();
    choices.filter_map(|choice| rule.choices.get(choice as usize)?.agent).collect::<Vec<_>>().into_iter()
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
    fn without_anything_shared_the_order_of_declaration_stays() {
        assert_eq!(arrange(4, &[]), [0, 1, 2, 3]);
    }
}
