//! A static order of variables: what an agent owns stays together, and agents that share rules come
//! near each other. What others see of an agent, such as an environment, is placed near them instead.
//!
//! Blocks of variables are moved to the middle of what they are used with, again and again, as long as
//! that shortens the distances (the FORCE heuristic). The order of declaration is where it starts, and
//! what is kept when nothing is gained.

use rustc_hash::FxHashMap;
use synod_core::{AgentId, ExprId, Rule, System, VarId};

/// Rounds of moving; in practice it settles in far fewer.
const ROUNDS: usize = 64;

/// Variables that stay together: those of an agent, a single one that nobody owns or that is its
/// owner's only by name, or some whose bits are placed in turn. The agent's choices are placed with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub agent: Option<AgentId>,
    pub vars: Vec<VarId>,
    pub woven: bool,
}

/// The blocks, in a good order; some sets of variables are to be woven.
pub(crate) fn blocks(system: &System, woven: Vec<Vec<VarId>>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut of_agent: FxHashMap<AgentId, usize> = FxHashMap::default();
    let mut of_var: Vec<usize> = Vec::new();
    let mut of_woven: FxHashMap<VarId, usize> = FxHashMap::default();
    for vars in woven {
        of_woven.extend(vars.iter().map(|var| (*var, blocks.len())));
        blocks.push(Block { vars, woven: true, ..Block::default() });
    }
    let open: Vec<bool> = system.agent_ids().map(|(agent, _)| is_seen_by_others(system, agent)).collect();
    for (agent, _) in system.agent_ids().filter(|(agent, _)| open[agent.0 as usize]) {
        of_agent.insert(agent, blocks.len());
        blocks.push(Block { agent: Some(agent), ..Block::default() });
    }
    for (id, var) in system.var_ids() {
        if let Some(block) = of_woven.get(&id) {
            of_var.push(*block);
            continue;
        }
        let block = match var.owner.filter(|agent| !open[agent.0 as usize]) {
            Some(agent) => *of_agent.entry(agent).or_insert_with(|| {
                blocks.push(Block { agent: Some(agent), ..Block::default() });
                blocks.len() - 1
            }),
            None => {
                blocks.push(Block::default());
                blocks.len() - 1
            }
        };
        blocks[block].vars.push(id);
        of_var.push(block);
    }
    let nets = nets(system, &of_agent, &of_var);
    let order = arrange(blocks.len(), &nets);
    let mut placed: Vec<(usize, Block)> = std::iter::zip(order, blocks).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, block)| block).collect()
}

/// Whether other agents see some of what an agent owns.
fn is_seen_by_others(system: &System, agent: AgentId) -> bool {
    let owns = |var: &VarId| system.var(*var).owner == Some(agent);
    system.agent_ids().any(|(other, of)| other != agent && of.observes.iter().any(owns))
}

/// Sets of blocks that occur together: in a part of a rule, or in a conjunct of its guard.
fn nets(system: &System, of_agent: &FxHashMap<AgentId, usize>, of_var: &[usize]) -> Vec<Vec<usize>> {
    let mut nets = Vec::new();
    for rule in &system.rules {
        let blocks = |exprs: &[ExprId]| -> Vec<usize> {
            let of_expr = |id: &ExprId| {
                let vars = system.exprs.variables(*id).into_iter().map(|var| of_var[var.0 as usize]);
                vars.chain(owners(system, rule, *id).filter_map(|a| of_agent.get(&a).copied()))
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
                    net.push(of_var[update.var.0 as usize]);
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
    let all = of_var.iter().max().map_or(0, |last| last + 1);
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
