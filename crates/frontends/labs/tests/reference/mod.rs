//! The rules of the language, executed directly on the syntax tree: slow, obvious, and without a line
//! of code in common with the checker and the lowering.

mod eval;
mod process;

use std::collections::{BTreeMap, BTreeSet};

use synod_labs::ast::{Arrow, Expr, ExprKind, File, Init, Process, Statement};
use synod_labs::{Blocked, Options};

use eval::{Oracle, Scene};
pub use process::Rest;

/// Values of a variable: one, or those of an array; `None` is undefined.
type Values = Vec<Option<i64>>;

/// An agent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Agent {
    pub attributes: BTreeMap<String, Values>,
    pub stigmergic: BTreeMap<String, Values>,
    /// The rank of its version of each tuple.
    pub ranks: Vec<usize>,
    pub confirm: BTreeSet<usize>,
    pub propagate: BTreeSet<usize>,
    pub rest: Rest,
}

/// A state of the system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub environment: BTreeMap<String, Values>,
    pub agents: Vec<Agent>,
    pub turn: usize,
}

/// The rules for one file. Parameters have been written into it.
pub struct Rules<'a> {
    pub file: &'a File,
    pub options: &'a Options,
    /// The type of each agent, by position in the file.
    pub types: Vec<usize>,
    /// The variables of each tuple, and the position of its stigmergy.
    pub tuples: Vec<(Vec<String>, usize)>,
}

impl<'a> Rules<'a> {
    pub fn new(file: &'a File, options: &'a Options) -> Self {
        let mut spawn: Vec<(String, i64)> =
            file.spawn.iter().map(|(name, count)| (name.text.clone(), eval::constant(count, -1))).collect();
        spawn.sort();
        let mut types = Vec::new();
        for (name, count) in spawn {
            let position = file.agents.iter().position(|a| a.name.text == name).expect("a known type");
            types.extend(std::iter::repeat_n(position, count as usize));
        }
        let tuples = file
            .stigmergies
            .iter()
            .enumerate()
            .flat_map(|(s, stigmergy)| {
                stigmergy.tuples.iter().map(move |t| (t.iter().map(|d| d.name.text.clone()).collect(), s))
            })
            .collect();
        Rules { file, options, types, tuples }
    }

    /// The tuple of a stigmergic variable.
    pub fn tuple_of(&self, name: &str) -> Option<usize> {
        self.tuples.iter().position(|(names, _)| names.iter().any(|n| n == name))
    }

    pub fn takes_part(&self, agent: usize, stigmergy: usize) -> bool {
        let name = &self.file.stigmergies[stigmergy].name.text;
        self.file.agents[self.types[agent]].stigmergies.iter().any(|s| s.text == *name)
    }

    /// All initial states.
    pub fn initial(&self) -> Vec<State> {
        let empty = State { environment: BTreeMap::new(), agents: Vec::new(), turn: 0 };
        let mut states = vec![empty];
        for declared in &self.file.environment {
            states = spread(states, &values(&declared.sizes, &declared.init, -1), |state, values| {
                state.environment.insert(declared.name.text.clone(), values);
            });
        }
        for (id, ty) in self.types.iter().enumerate() {
            let ranks = self
                .tuples
                .iter()
                .map(|(_, s)| {
                    let outsiders = (0..self.types.len()).filter(|a| !self.takes_part(*a, *s)).count();
                    let before = (0..id).filter(|a| self.takes_part(*a, *s)).count();
                    if self.takes_part(id, *s) { outsiders + before } else { outsiders - 1 }
                })
                .collect();
            let agent = Agent {
                attributes: BTreeMap::new(),
                stigmergic: BTreeMap::new(),
                ranks,
                confirm: BTreeSet::new(),
                propagate: BTreeSet::new(),
                rest: Rest::Run("Behavior".into()),
            };
            states.iter_mut().for_each(|state| state.agents.push(agent.clone()));
            for declared in &self.file.agents[*ty].interface {
                states =
                    spread(states, &values(&declared.sizes, &declared.init, id as i64), |state, values| {
                        state.agents[id].attributes.insert(declared.name.text.clone(), values);
                    });
            }
            for (position, stigmergy) in self.file.stigmergies.iter().enumerate() {
                for declared in stigmergy.tuples.iter().flatten() {
                    let all = if self.takes_part(id, position) {
                        values(&declared.sizes, &declared.init, id as i64)
                    } else {
                        vec![vec![Some(0); length(&declared.sizes)]]
                    };
                    states = spread(states, &all, |state, values| {
                        state.agents[id].stigmergic.insert(declared.name.text.clone(), values);
                    });
                }
            }
        }
        states.retain(|state| {
            self.file.assumptions.iter().all(|assumption| {
                let mut scene = Scene::new(self, state, None);
                scene.condition(&assumption.predicate, &mut Oracle::none()) == Some(true)
            })
        });
        states
    }

    /// All states that one step leads to.
    pub fn successors(&self, state: &State) -> Vec<State> {
        let mut found = Vec::new();
        for agent in 0..state.agents.len() {
            if self.options.fair && state.turn != agent {
                continue;
            }
            let next = self.actions(state, agent);
            if self.options.fair && self.options.blocked == Blocked::Skip && self.is_blocked(state, agent) {
                let mut next = state.clone();
                next.turn = (agent + 1) % state.agents.len();
                found.push(next);
            }
            found.extend(next);
        }
        for sender in 0..state.agents.len() {
            for tuple in state.agents[sender].propagate.clone() {
                found.extend(self.message(state, sender, tuple, false));
            }
            for tuple in state.agents[sender].confirm.clone() {
                found.extend(self.message(state, sender, tuple, true));
            }
        }
        found
    }

    fn actions(&self, state: &State, agent: usize) -> Vec<State> {
        let mut found = Vec::new();
        for way in self.ways(self.types[agent], &state.agents[agent].rest) {
            let quiet = state.agents[agent].confirm.is_empty() && state.agents[agent].propagate.is_empty();
            if !quiet && !way.passes() {
                continue;
            }
            for mut oracle in Oracle::all(|oracle| {
                self.act(state, agent, &way, oracle);
            }) {
                if let Some(mut next) = self.act(state, agent, &way, &mut oracle) {
                    next.agents[agent].rest = way.rest.clone();
                    if self.options.fair {
                        next.turn = (agent + 1) % state.agents.len();
                    }
                    found.push(next);
                }
            }
        }
        found
    }

    /// Whether no action is possible. One that picks values is if its guards hold and there are values to pick, also
    /// where all of them meet a fault.
    fn is_blocked(&self, state: &State, agent: usize) -> bool {
        let quiet = state.agents[agent].confirm.is_empty() && state.agents[agent].propagate.is_empty();
        self.ways(self.types[agent], &state.agents[agent].rest).iter().all(|way| {
            if !quiet && !way.passes() {
                return true;
            }
            let statements = format!("{:?}", way.statements);
            if !statements.contains("Fresh(") && !statements.contains("Pick {") {
                return self.act(state, agent, way, &mut Oracle::none()).is_none();
            }
            let mut scene = Scene::new(self, state, Some(agent));
            let unmet = way
                .guards
                .iter()
                .any(|(guard, wanted, _)| scene.condition(guard, &mut Oracle::none()) != Some(*wanted));
            let too_few = way.statements.iter().any(|statement| match statement {
                Statement::Pick { target, count, of, condition, .. } => {
                    let mut pick = |oracle: &mut Oracle| {
                        let count = eval::constant(count, -1);
                        scene.pick(&target.text, count, of.as_ref(), condition.as_ref(), oracle)
                    };
                    let complete = Oracle::all(|oracle| {
                        pick(oracle);
                    });
                    !complete.into_iter().any(|mut oracle| pick(&mut oracle).is_some())
                }
                Statement::Assign(_) => false,
            });
            let mut unguarded = way.clone();
            unguarded.guards.clear();
            let asked = Oracle::all(|oracle| {
                self.act(state, agent, &unguarded, oracle);
            });
            unmet || too_few || asked.is_empty()
        })
    }

    /// One action with the values that the oracle picks; `None` if it is not possible.
    fn act(&self, state: &State, agent: usize, way: &process::Way, oracle: &mut Oracle) -> Option<State> {
        let mut scene = Scene::new(self, state, Some(agent));
        for (guard, wanted, _) in &way.guards {
            if scene.condition(guard, oracle)? != *wanted {
                return None;
            }
        }
        let statements: Vec<&Statement> = way.statements.iter().collect();
        for statement in &statements {
            if let Statement::Pick { target, count, of, condition, .. } = statement {
                scene.pick(
                    &target.text,
                    eval::constant(count, -1),
                    of.as_ref(),
                    condition.as_ref(),
                    oracle,
                )?;
            }
        }
        let mut written = BTreeSet::new();
        let mut read = BTreeSet::new();
        if self.options.semantics.confirms_all_reads {
            for statement in &statements {
                if let Statement::Pick { condition: Some(condition), .. } = statement {
                    self.reads(condition, &mut read);
                }
            }
        }
        let mut all_assigned: BTreeSet<String> = BTreeSet::new();
        for statement in statements {
            let Statement::Assign(assign) = statement else { continue };
            scene.assign(assign, oracle)?;
            let assigned: BTreeSet<String> = assign.targets.iter().map(|t| t.name.text.clone()).collect();
            let mut here = BTreeSet::new();
            assign.values.iter().for_each(|value| self.reads(value, &mut here));
            if self.options.semantics.confirms_all_reads {
                assign.targets.iter().flat_map(|t| &t.index).for_each(|e| self.reads(e, &mut here));
            }
            read.extend(
                here.into_iter()
                    .filter(|v| self.options.semantics.confirms_assigned || !assigned.contains(v)),
            );
            if assign.arrow == Arrow::Stigmergy {
                written.extend(assigned.iter().filter_map(|name| self.tuple_of(name)));
            }
            all_assigned.extend(assigned);
        }
        if !way.passes() {
            let mut here = BTreeSet::new();
            for (guard, _, conditional) in &way.guards {
                if !conditional || self.options.semantics.confirms_all_reads {
                    self.reads(guard, &mut here);
                }
            }
            let kept = |v: &String| self.options.semantics.confirms_assigned || !all_assigned.contains(v);
            read.extend(here.into_iter().filter(kept));
        }
        let mut next = scene.state;
        for tuple in &written {
            let newest = next.agents.iter().map(|a| a.ranks[*tuple]).max()? + 1;
            next.agents[agent].ranks[*tuple] = newest;
            renumber(&mut next, *tuple);
            next.agents[agent].propagate.insert(*tuple);
        }
        let read: BTreeSet<usize> = read.iter().filter_map(|name| self.tuple_of(name)).collect();
        next.agents[agent].confirm.extend(&read);
        if self.options.sync {
            for tuple in read {
                next = self.message(&next, agent, tuple, true)?;
            }
            for tuple in written {
                next = self.message(&next, agent, tuple, false)?;
            }
        }
        Some(next)
    }

    /// A message of `sender` about a tuple, unless it meets a fault: in the link to somebody to whom it matters.
    fn message(&self, state: &State, sender: usize, tuple: usize, confirm: bool) -> Option<State> {
        let (names, stigmergy) = &self.tuples[tuple];
        let link = &self.file.stigmergies[*stigmergy].link;
        let mut next = state.clone();
        let stamp = state.agents[sender].ranks[tuple];
        for receiver in (0..state.agents.len()).filter(|r| *r != sender) {
            let own = state.agents[receiver].ranks[tuple];
            let answers = confirm && (own > stamp || self.options.semantics.equal_answers);
            let mut scene = Scene::new(self, state, None);
            scene.pair = (sender, receiver);
            if !(own < stamp || answers) || !scene.condition(link, &mut Oracle::none())? {
                continue;
            }
            if own < stamp {
                for name in names {
                    let values = state.agents[sender].stigmergic[name].clone();
                    next.agents[receiver].stigmergic.insert(name.clone(), values);
                }
                next.agents[receiver].ranks[tuple] = stamp;
                next.agents[receiver].propagate.insert(tuple);
                next.agents[receiver].confirm.remove(&tuple);
            } else {
                next.agents[receiver].propagate.insert(tuple);
            }
        }
        if confirm {
            next.agents[sender].confirm.remove(&tuple);
        } else {
            next.agents[sender].propagate.remove(&tuple);
        }
        renumber(&mut next, tuple);
        Some(next)
    }

    /// Stigmergic variables that an expression reads.
    fn reads(&self, expr: &Expr, found: &mut BTreeSet<String>) {
        let all = self.options.semantics.confirms_all_reads;
        match &expr.kind {
            ExprKind::Ref { name, index, of } => {
                if self.tuple_of(&name.text).is_some() {
                    found.insert(name.text.clone());
                }
                index.iter().for_each(|e| self.reads(e, found));
                if let (Some(of), true) = (of, all) {
                    self.reads(of, found);
                }
            }
            ExprKind::If(condition, a, b) => {
                if all {
                    self.reads(condition, found);
                }
                self.reads(a, found);
                self.reads(b, found);
            }
            ExprKind::Quantified { body, .. } | ExprKind::Count { body, .. } if all => {
                self.reads(body, found)
            }
            ExprKind::Binary(_, a, b) | ExprKind::Fresh(a, b) => {
                self.reads(a, found);
                self.reads(b, found);
            }
            ExprKind::Unary(_, a) => self.reads(a, found),
            _ => {}
        }
    }

    pub fn process(&self, ty: usize, name: &str) -> &'a Process {
        let own = &self.file.agents[ty].processes;
        let found = own.iter().chain(&self.file.processes).find(|d| d.name.text == name);
        &found.expect("a known process").process
    }
}

/// The rank of an agent is the number of others whose version is no newer.
fn renumber(state: &mut State, tuple: usize) {
    let stamps: Vec<usize> = state.agents.iter().map(|a| a.ranks[tuple]).collect();
    for agent in &mut state.agents {
        agent.ranks[tuple] = stamps.iter().filter(|stamp| **stamp <= agent.ranks[tuple]).count() - 1;
    }
}

fn length(sizes: &[Expr]) -> usize {
    sizes.iter().map(|size| eval::constant(size, -1) as usize).product()
}

/// All arrays of initial values.
fn values(sizes: &[Expr], init: &Init, id: i64) -> Vec<Values> {
    let each: Values = match init {
        Init::OneOf(list) => list.iter().map(|e| Some(eval::constant(e, id))).collect(),
        Init::Range(low, high) => (eval::constant(low, id)..eval::constant(high, id)).map(Some).collect(),
        Init::Value(e) => vec![Some(eval::constant(e, id))],
        Init::Undefined(_) => vec![None],
    };
    let mut all = vec![vec![]];
    for _ in 0..length(sizes) {
        all = all.iter().flat_map(|v: &Values| each.iter().map(|x| [v.clone(), vec![*x]].concat())).collect();
    }
    all
}

fn spread(states: Vec<State>, all: &[Values], set: impl Fn(&mut State, Values)) -> Vec<State> {
    let mut found = Vec::new();
    for state in states {
        for values in all {
            let mut next = state.clone();
            set(&mut next, values.clone());
            found.push(next);
        }
    }
    found
}
