//! Variables that steps change together, so that the transition relation can be a conjunction: SMV's tools
//! keep its parts apart, and are much faster for it than with one long disjunction of steps.

use std::collections::{BTreeSet, HashMap};

use synod_core::VarId;

use super::Writer;
use super::layout::Doc;
use super::rules::SmvRule;

/// Variables about whose next values one conjunct speaks.
#[derive(Debug)]
pub struct Block {
    /// Whose they are, for people.
    pub title: String,
    /// The variables.
    pub vars: BTreeSet<VarId>,
}

impl Writer<'_> {
    /// The groups of the frame, joined where a step has several ways to change variables of both.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let groups = self.frame.groups();
        let mut blocks: Vec<Block> =
            groups.iter().map(|g| Block { title: g.title.clone(), vars: g.vars.clone() }).collect();
        for plan in self.plans {
            for together in plan.chosen_together(self.system.rule(plan.id)) {
                join(&mut blocks, &together);
            }
        }
        blocks
    }

    /// What steps do to the variables of a block: which event, and what then.
    pub(super) fn effects(&self, block: &Block) -> Doc {
        let mut cases: Vec<(Doc, Vec<String>)> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut add = |doc: Doc, name: &String| {
            let at = *known.entry(doc.flat()).or_insert(cases.len());
            if at == cases.len() {
                cases.push((doc, Vec::new()));
            }
            cases[at].1.push(name.clone());
        };
        for plan in self.plans {
            add(self.effect(plan, block), &self.rule_names[&plan.id]);
        }
        add(Doc::all(self.frame.keep(&self.scope(), block.vars.clone())), &self.rest);
        Doc::any(cases.into_iter().map(|(doc, names)| Doc::all([self.event_in(&names), doc])))
    }

    fn effect(&self, plan: &SmvRule, block: &Block) -> Doc {
        let rule = self.system.rule(plan.id);
        self.in_step(plan.id, |scope| plan.effect(scope, rule, self.events, self.frame, block))
    }
}

/// Makes one block of all that have variables of a set.
fn join(blocks: &mut Vec<Block>, vars: &BTreeSet<VarId>) {
    let mut met = blocks.extract_if(.., |block| !block.vars.is_disjoint(vars));
    let Some(mut first) = met.next() else { return };
    for other in met {
        first.title = format!("{}, {}", first.title, other.title);
        first.vars.extend(other.vars);
    }
    blocks.push(first);
}
