//! Groups of agents that can be exchanged: which they are, and which names belong to them.
//!
//! A guess comes first. Agents of a role with the same kinds of variables may be interchangeable; where the initial
//! condition or the rules of one have a name and those of another have a different one in the same place, these may
//! be the names of the agents. Then the guess is verified: exchanging two agents together with their names, and
//! rotating all of them, must leave the system as it is. These two generate all permutations.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use synod_core::{AgentId, BinaryOp, Expr, ExprId, Formula, RuleId, System, VarId, checkpoint};

use super::domains::{Domain, Domains};
use super::renaming::{AtomRef, Forms, Renaming, atoms};

/// Agents of which any can be exchanged with any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub agents: Vec<AgentId>,
    /// Names, one of each agent in the order of the agents.
    pub names: Vec<(Domain, Vec<i64>)>,
}

impl Group {
    /// The renaming that puts each agent into the place of another.
    fn renaming(&self, system: &System, to: impl Fn(usize) -> usize) -> Renaming {
        let mut renaming = Renaming::default();
        for (from, agent) in self.agents.iter().enumerate().filter(|(from, _)| to(*from) != *from) {
            let image = self.agents[to(from)];
            let pairs = std::iter::zip(&system.agent(*agent).owns, &system.agent(image).owns);
            renaming.vars.extend(pairs.map(|(var, image)| (*var, *image)));
            let names = self.names.iter().map(|(domain, names)| ((*domain, names[from]), names[to(from)]));
            renaming.names.extend(names);
        }
        renaming
    }

    /// The renaming that exchanges two.
    fn exchange(&self, system: &System, a: usize, b: usize) -> Renaming {
        self.renaming(system, |member| match member {
            _ if member == a => b,
            _ if member == b => a,
            _ => member,
        })
    }

    fn is_symmetric(&self, forms: &mut Forms, system: &System) -> bool {
        let count = self.agents.len();
        let distinct =
            self.names.iter().all(|(_, names)| names.iter().collect::<BTreeSet<_>>().len() == count);
        distinct
            && forms.is_automorphism(&self.exchange(system, 0, 1))
            && (count == 2 || forms.is_automorphism(&self.renaming(system, |member| (member + 1) % count)))
    }

    fn all_names(&self) -> impl Iterator<Item = (Domain, i64)> {
        self.names.iter().flat_map(|(domain, names)| names.iter().map(|name| (*domain, *name)))
    }

    /// Only some of its members.
    fn only(&self, members: &[usize]) -> Group {
        Group {
            agents: members.iter().map(|member| self.agents[*member]).collect(),
            names: (self.names.iter())
                .map(|(domain, names)| (*domain, members.iter().map(|member| names[*member]).collect()))
                .collect(),
        }
    }
}

/// The groups of a system, of two agents or more. No agent and no name is in two of them.
pub(super) fn groups(system: &System, domains: &Domains, forms: &mut Forms) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut begun: FxHashMap<AgentId, Vec<RuleId>> = FxHashMap::default();
    for (id, actor) in system.rule_ids().filter_map(|(id, rule)| Some((id, rule.observation.actor?))) {
        begun.entry(actor).or_default().push(id);
    }
    let mut find = |agents: &[AgentId]| Guess { system, domains, agents, begun: &begun }.verified(forms);
    for agents in alike(system) {
        match find(&agents) {
            Some(group) => found.push(group),
            None => {
                let mut classes: Vec<Vec<AgentId>> = Vec::new();
                for agent in agents {
                    match classes.iter_mut().find(|class| find(&[class[0], agent]).is_some()) {
                        Some(class) => class.push(agent),
                        None => classes.push(vec![agent]),
                    }
                }
                found.extend(classes.iter().filter(|class| class.len() > 1).filter_map(|class| find(class)));
            }
        }
    }
    let mut taken: BTreeSet<(Domain, i64)> = BTreeSet::new();
    found.retain(|group| {
        let names: Vec<(Domain, i64)> = group.all_names().collect();
        let is_free = names.iter().all(|name| !taken.contains(name));
        taken.extend(names.into_iter().filter(|_| is_free));
        is_free
    });
    found
}

/// Agents of one role whose variables are of the same kinds, if there are several.
pub(super) fn alike(system: &System) -> Vec<Vec<AgentId>> {
    let mut found: Vec<Vec<AgentId>> = Vec::new();
    let kinds = |agent: AgentId| -> (&str, Vec<_>) {
        let agent = system.agent(agent);
        let kind = |var: &VarId| (system.var(*var).ty.sort(), system.var(*var).len);
        (&agent.role, agent.owns.iter().map(kind).collect())
    };
    for (agent, _) in system.agent_ids() {
        match found.iter_mut().find(|alike| kinds(alike[0]) == kinds(agent)) {
            Some(alike) => alike.push(agent),
            None => found.push(vec![agent]),
        }
    }
    found.retain(|agents| agents.len() > 1);
    found
}

/// Names of the first of some agents, each with that of another one in the same place.
type Pairs = BTreeMap<(Domain, i64), i64>;

/// Guesses the names of agents that may be a group.
struct Guess<'a> {
    system: &'a System,
    domains: &'a Domains,
    agents: &'a [AgentId],
    /// The rules that an agent begins.
    begun: &'a FxHashMap<AgentId, Vec<RuleId>>,
}

impl Guess<'_> {
    /// The agents as a group, if they are one.
    fn verified(&self, forms: &mut Forms) -> Option<Group> {
        if forms.is_exhausted() {
            return None;
        }
        let initial: Vec<Pairs> = self.agents.iter().map(|agent| self.initial_names(*agent)).collect();
        let members: FxHashSet<AgentId> = self.agents.iter().copied().collect();
        let written =
            self.agents.iter().map(|agent| self.written_names(*agent, &members)).collect::<Vec<_>>();
        let both = self.names(&[&initial, &written]);
        let some = self.names(&[&initial]);
        let mut guesses = vec![both, some, Vec::new()];
        guesses.dedup();
        let group = |names| Group { agents: self.agents.to_vec(), names };
        guesses.into_iter().map(group).find(|group| group.is_symmetric(forms, self.system))
    }

    /// Names that all agents have, and no two the same.
    fn names(&self, pairs: &[&[Pairs]]) -> Vec<(Domain, Vec<i64>)> {
        let mut found: Vec<(Domain, Vec<i64>)> = Vec::new();
        for pairs in pairs {
            let keys: BTreeSet<(Domain, i64)> =
                pairs.iter().flat_map(|pairs| pairs.keys().copied()).collect();
            for key in keys {
                let others = pairs[1..].iter().map(|pairs| pairs.get(&key).copied());
                let Some(names) = [Some(key.1)].into_iter().chain(others).collect::<Option<Vec<i64>>>()
                else {
                    continue;
                };
                let distinct: BTreeSet<i64> = names.iter().copied().collect();
                let known = found.iter().filter(|(domain, _)| *domain == key.0).flat_map(|(_, names)| names);
                if distinct.len() == names.len() && known.into_iter().all(|name| !distinct.contains(name)) {
                    found.push((key.0, names));
                }
            }
        }
        found
    }

    /// What the initial condition gives to a variable of the first agent, and to that of another one.
    fn initial_names(&self, agent: AgentId) -> Pairs {
        let exprs = &self.system.exprs;
        let given: FxHashMap<VarId, i64> = (exprs.conjuncts(self.system.init).into_iter())
            .filter_map(|conjunct| match exprs[conjunct] {
                Expr::Binary(BinaryOp::Eq, var, value) => {
                    Some((exprs[var].as_var()?, exprs.as_const(value)?))
                }
                _ => None,
            })
            .collect();
        let owned = |agent: AgentId| &self.system.agent(agent).owns;
        let mut pairs = Pairs::new();
        for (a, b) in std::iter::zip(owned(self.agents[0]), owned(agent)) {
            if let (Some(domain), Some(a), Some(b)) = (self.domains.of_var(*a), given.get(a), given.get(b))
                && a != b
            {
                pairs.entry((domain, *a)).or_insert(*b);
            }
        }
        pairs
    }

    /// Names in the rules that the first agent begins, and in those of another one; `members` are the agents.
    fn written_names(&self, agent: AgentId, members: &FxHashSet<AgentId>) -> Pairs {
        let begun = |agent: AgentId| {
            let rules = self.begun.get(&agent).into_iter().flatten();
            rules.map(|id| (*id, self.system.rule(*id)))
        };
        let mut walk = Walk { guess: self, rule: None, pairs: Pairs::new(), seen: FxHashSet::default() };
        for ((id, a), (_, b)) in std::iter::zip(begun(self.agents[0]), begun(agent)) {
            walk.rule = Some(id);
            if !a.choices.is_empty() {
                walk.seen.clear();
            }
            walk.expr(a.guard, b.guard, None);
            // What the agent itself does, and what those do that are others to both.
            for part in &a.parts {
                checkpoint();
                let same = match part.agent {
                    Some(other) if other == self.agents[0] => Some(agent),
                    other => other.filter(|other| !members.contains(other)),
                };
                let Some(same) = same.and_then(|same| b.parts.iter().find(|part| part.agent == Some(same)))
                else {
                    continue;
                };
                for (x, y) in std::iter::zip(&part.alternatives, &same.alternatives) {
                    walk.expr(x.guard, y.guard, None);
                    for (x, y) in std::iter::zip(&x.updates, &y.updates) {
                        walk.expr(x.value, y.value, self.domains.of_var(x.var));
                    }
                }
            }
        }
        walk.pairs
    }
}

/// Goes through two expressions at the same time.
struct Walk<'g, 'a> {
    guess: &'g Guess<'a>,
    rule: Option<RuleId>,
    pairs: Pairs,
    seen: FxHashSet<(ExprId, ExprId, Option<Domain>)>,
}

impl Walk<'_, '_> {
    fn expr(&mut self, a: ExprId, b: ExprId, domain: Option<Domain>) {
        if !self.seen.insert((a, b, domain)) {
            return;
        }
        let Guess { system, domains, .. } = *self.guess;
        let of = |id| domains.of_expr(system, self.rule, id);
        let within = match (&system.exprs[a], &system.exprs[b]) {
            (Expr::Const(_, a), Expr::Const(_, b)) => {
                if let Some(domain) = domain.filter(|_| a != b) {
                    self.pairs.entry((domain, *a)).or_insert(*b);
                }
                return;
            }
            (Expr::Binary(BinaryOp::Eq, x, y), Expr::Binary(BinaryOp::Eq, ..)) => of(*x).or_else(|| of(*y)),
            (Expr::Ite(..), Expr::Ite(..)) => domain,
            (x, y) if std::mem::discriminant(x) != std::mem::discriminant(y) => return,
            _ => None,
        };
        for (a, b) in std::iter::zip(system.exprs.operands(a), system.exprs.operands(b)) {
            self.expr(a, b, within);
        }
    }
}

/// A part of a property that is asked by itself, and the groups of agents that it does not tell apart.
#[derive(Clone, Debug)]
pub(super) struct SymmetricQuestion {
    pub formula: Formula,
    pub groups: Vec<Group>,
}

/// The questions that together are as hard as a list of them: those that a renaming maps to an earlier one have the
/// same answer.
pub(super) fn questions(
    system: &System,
    forms: &mut Forms,
    groups: &[Group],
    formulas: Vec<Formula>,
) -> Vec<SymmetricQuestion> {
    let mut found: Vec<(SymmetricQuestion, Vec<AtomRef>)> = Vec::new();
    for formula in formulas {
        let asked = atoms(&formula);
        let same_as = |(earlier, atoms): &(SymmetricQuestion, Vec<AtomRef>)| {
            has_same_operators(&earlier.formula, &formula)
                && groups.iter().any(|group| {
                    let told_apart =
                        |agent: &AgentId| !earlier.groups.iter().any(|kept| kept.agents.contains(agent));
                    let members = 0..group.agents.len();
                    members.clone().filter(|member| told_apart(&group.agents[*member])).any(|member| {
                        members
                            .clone()
                            .filter(|other| *other != member)
                            .any(|other| forms.maps(&group.exchange(system, member, other), atoms, &asked))
                    })
                })
        };
        if found.iter().any(same_as) {
            continue;
        }
        let mut kept = Vec::new();
        for group in groups {
            let mut classes: Vec<Vec<usize>> = Vec::new();
            for member in 0..group.agents.len() {
                let mut fits = |class: &Vec<usize>| {
                    forms.maps(&group.exchange(system, class[0], member), &asked, &asked)
                };
                match classes.iter_mut().find(|class| fits(class)) {
                    Some(class) => class.push(member),
                    None => classes.push(vec![member]),
                }
            }
            kept.extend(classes.iter().filter(|class| class.len() > 1).map(|class| group.only(class)));
        }
        found.push((SymmetricQuestion { formula, groups: kept }, asked));
    }
    found.into_iter().map(|(question, _)| question).collect()
}

/// Whether formulas differ in their atoms only.
fn has_same_operators(a: &Formula, b: &Formula) -> bool {
    use Formula::{Arrived, State, Step};
    match (a, b) {
        (State(_), State(_)) | (Step(_), Step(_)) | (Arrived(_), Arrived(_)) => true,
        _ => {
            let (below_a, below_b) = (a.children(), b.children());
            std::mem::discriminant(a) == std::mem::discriminant(b)
                && below_a.len() == below_b.len()
                && std::iter::zip(below_a, below_b).all(|(a, b)| has_same_operators(a, b))
        }
    }
}
