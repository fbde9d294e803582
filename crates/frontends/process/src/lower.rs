//! From a network to the core: counters become variables, triples become rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use synod_core::{
    Action, Agent, AgentId, Alternative, Automaton, AutomatonEdge, ControlThread, EnumId, ExprId, Mode,
    Observation, Part, Role, Rule, RuleId, Sort, System, Type, Update, VarId, Variable,
};
use synod_syntax::{Span, checkpoint};
use synod_triples::{Assignment, Component, Triple};

use crate::network::{Label, Network, apart};
use crate::observer::Observer;
use crate::places::Places;

/// A system whose rules have labels.
pub(crate) struct Lowered {
    pub system: System,
    /// What each rule does.
    pub labels: Vec<Label>,
    /// All threads have ended.
    pub terminated: ExprId,
    /// The steps so far are steps of the observer, which has ended if all threads have.
    pub followed: Option<ExprId>,
    /// The program counters.
    pub counters: Vec<Counter>,
}

/// What it is when all threads have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A dead end like any other.
    Stuck,
    /// No deadlock: it stays so.
    Done,
}

/// Builds the system.
pub(crate) fn lower(name: &str, network: &Network, observer: Option<&Observer>, ending: Ending) -> Lowered {
    let mut lowering = Lowering { network, system: System::new(name), counters: Vec::new() };
    lowering.add_parties();
    lowering.add_counters();
    lowering.add_initial_condition();
    let watch = observer.map(|observer| Watch::new(&mut lowering.system, observer));
    let mut labels = Vec::new();
    let mut names = BTreeMap::new();
    for triple in &network.structure.triples {
        checkpoint();
        let label = label(network, triple);
        if let Some(rule) = lowering.rule(triple, &label, watch.as_ref(), &mut names) {
            lowering.system.add_rule(rule);
            labels.push(label);
        }
    }
    let ended: Vec<ExprId> = (0..lowering.counters.len()).map(|c| lowering.ended(c)).collect();
    let terminated = lowering.system.exprs.and(ended);
    if ending == Ending::Done {
        lowering.system.add_rule(all_ended(terminated));
        labels.push(Label {
            text: ALL_ENDED.to_string(),
            names: Vec::new(),
            actor: None,
            partner: None,
            places: Places::default(),
        });
    }
    let followed = watch.map(|watch| watch.followed(&mut lowering.system, terminated));
    Lowered { system: lowering.system, labels, terminated, followed, counters: lowering.counters }
}

/// What a triple does; leaving a composition is nothing to be seen.
fn label(network: &Network, triple: &Triple<Label>) -> Label {
    match triple.label.action() {
        Some(label) => label.clone(),
        None => {
            let owner = triple.entry.keys().next().and_then(|component| network.owner(*component));
            let name = owner.map_or("", |owner| network.parties[owner].name.as_str());
            Label { actor: owner, ..Label::tau(format!("{name}: τ(join)")) }
        }
    }
}

const ALL_ENDED: &str = "all have ended";

/// Staying where all have ended. No property can name it.
fn all_ended(terminated: ExprId) -> Rule {
    Rule {
        name: ALL_ENDED.to_string(),
        choices: Vec::new(),
        guard: terminated,
        parts: Vec::new(),
        observation: Observation::of(Mode::Joint),
        span: Span::default(),
    }
}

/// A counter: always the same, or a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counter {
    Constant(u32),
    Variable(VarId, EnumId),
}

struct Lowering<'n> {
    network: &'n Network,
    system: System,
    counters: Vec<Counter>,
}

impl Lowering<'_> {
    fn add_parties(&mut self) {
        for party in &self.network.parties {
            self.system.add_agent(Agent {
                name: party.name.clone(),
                role: party.role.clone(),
                owns: Vec::new(),
                observes: Vec::new(),
                automaton: None,
                span: party.span,
            });
        }
    }

    fn add_counters(&mut self) {
        for (component, values) in self.network.values().into_iter().enumerate() {
            let counter = match values.iter().next() {
                Some(only) if values.len() == 1 => Counter::Constant(*only),
                _ => self.add_counter(component),
            };
            self.counters.push(counter);
        }
        for (i, party) in self.network.parties.iter().enumerate() {
            self.system.agents[i].automaton = self.automaton(party.component);
        }
    }

    fn add_counter(&mut self, component: Component) -> Counter {
        let owner = self.network.owner(component);
        let name = self.network.counter_name(component);
        let ty = self.system.add_enum(name.clone(), self.network.places(component));
        let var = self.system.add_var(Variable {
            name,
            ty: Type::Enum(ty),
            len: None,
            owner: owner.map(|owner| AgentId(owner as u32)),
            span: owner.map_or(Span::default(), |owner| self.network.parties[owner].span),
        });
        Counter::Variable(var, ty)
    }

    /// The control graphs of a party, one for each of its threads.
    fn automaton(&self, component: Component) -> Option<Automaton> {
        let structure = &self.network.structure;
        let components = (0..structure.threads.len()).filter(|c| structure.is_within(*c, component));
        let threads: Vec<ControlThread> = components.map(|component| self.control(component)).collect();
        (!threads.is_empty()).then_some(Automaton { threads })
    }

    fn control(&self, component: Component) -> ControlThread {
        let structure = &self.network.structure;
        let mut edges = Vec::new();
        for (_, triple) in structure.alone.iter().filter(|(at, _)| *at == component) {
            let Some(from) = triple.entry.get(&component) else { continue };
            let label = label(self.network, triple);
            for to in triple.exit.iter().filter_map(|way| way.get(&component)) {
                // A co-name is the end of a meeting that gives.
                let role = if label.text.starts_with('\'') { Role::Sends } else { Role::Acts };
                let action = Action { role, ..action(&label) };
                edges.push(AutomatonEdge { from: *from, to: *to, action });
            }
        }
        let (state, first) = match self.counters[component] {
            Counter::Variable(state, _) => (Some(state), None),
            Counter::Constant(value) => (None, Some(value)),
        };
        let initial = match first {
            Some(value) => vec![value],
            None => structure.begins(component, self.network.starts.iter().flatten()),
        };
        ControlThread { state, states: structure.values(component), initial, edges }
    }

    /// `counter = value`
    fn at(&mut self, component: Component, value: u32) -> ExprId {
        match self.counters[component] {
            Counter::Constant(constant) => self.system.exprs.bool(constant == value),
            Counter::Variable(var, ty) => {
                let counter = self.system.exprs.var(var);
                let value = self.system.exprs.constant(Sort::Enum(ty), i64::from(value));
                self.system.exprs.eq(counter, value)
            }
        }
    }

    fn all_at(&mut self, values: &Assignment) -> ExprId {
        let equal: Vec<ExprId> =
            values.iter().map(|(component, value)| self.at(*component, *value)).collect();
        self.system.exprs.and(equal)
    }

    fn ended(&mut self, component: Component) -> ExprId {
        let values: Vec<u32> = self.network.ended[component].iter().copied().collect();
        let equal: Vec<ExprId> = values.into_iter().map(|value| self.at(component, value)).collect();
        self.system.exprs.or(equal)
    }

    fn add_initial_condition(&mut self) {
        let mut conditions = Vec::new();
        let mut started = BTreeSet::new();
        for ways in &self.network.starts {
            let components: BTreeSet<Component> = ways.iter().flat_map(|way| way.keys().copied()).collect();
            let idle: Assignment = components.iter().map(|component| (*component, 0)).collect();
            let whole = ways.iter().map(|way| {
                let mut all = idle.clone();
                all.extend(way);
                all
            });
            let ways: Vec<ExprId> = whole.map(|way| self.all_at(&way)).collect();
            conditions.push(self.system.exprs.or(ways));
            started.extend(components);
        }
        for component in (0..self.counters.len()).filter(|component| !started.contains(component)) {
            conditions.push(self.at(component, 0));
        }
        conditions.push(self.system.init);
        self.system.init = self.system.exprs.and(conditions);
    }

    /// The rule of a triple, unless it can never happen.
    fn rule(
        &mut self,
        triple: &Triple<Label>,
        label: &Label,
        watch: Option<&Watch>,
        names: &mut BTreeMap<String, usize>,
    ) -> Option<Rule> {
        let guard = self.all_at(&triple.entry);
        if self.system.exprs.is_false(guard) {
            return None;
        }
        let always = self.system.exprs.bool(true);
        let alternatives = triple
            .exit
            .iter()
            .map(|way| Alternative {
                guard: always,
                updates: self.updates(way),
                action: Some(Arc::new(action(label))),
            })
            .collect();
        let mut parts = vec![Part { agent: None, alternatives }];
        if let (Some(watch), Some(seen)) = (watch, label.visible()) {
            parts.push(watch.part(&mut self.system, seen));
        }
        let count = names.entry(label.text.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { label.text.clone() } else { format!("{} #{count}", label.text) };
        let mode = if label.partner.is_some() { Mode::Joint } else { Mode::Local };
        let agent = |party: usize| AgentId(party as u32);
        let (actor, partner) = (label.actor.map(agent), label.partner.map(agent));
        let mut parties: Vec<AgentId> =
            triple.entry.keys().filter_map(|component| self.network.owner(*component)).map(agent).collect();
        parties.sort_unstable();
        parties.dedup();
        Some(Rule {
            name,
            choices: Vec::new(),
            guard,
            parts,
            observation: Observation { actor, partner, parties, ..Observation::of(mode) },
            span: label.places.first(),
        })
    }

    fn updates(&mut self, way: &Assignment) -> Vec<Update> {
        let mut updates = Vec::new();
        for (component, value) in way {
            if let Counter::Variable(var, ty) = self.counters[*component] {
                let value = self.system.exprs.constant(Sort::Enum(ty), i64::from(*value));
                updates.push(Update { var, index: None, value });
            }
        }
        updates
    }
}

fn action(label: &Label) -> Action {
    Action {
        role: Role::Acts,
        label: None,
        short: label.text.clone(),
        guard: None,
        text: label.text.clone(),
        span: label.places.first(),
    }
}

/// An observer in a system: a variable that follows what can be seen.
struct Watch<'o> {
    observer: &'o Observer,
    var: VarId,
    ty: EnumId,
}

impl<'o> Watch<'o> {
    fn new(system: &mut System, observer: &'o Observer) -> Self {
        let names = observer.states.iter().map(|state| state.expects.clone());
        let ty = system.add_enum("choreography", apart(names.chain(["left".to_string()])));
        let var = system.add_var(Variable {
            name: "choreography".to_string(),
            ty: Type::Enum(ty),
            len: None,
            owner: None,
            span: Span::default(),
        });
        let watch = Watch { observer, var, ty };
        let first = watch.at(system, 0);
        system.init = system.exprs.and([system.init, first]);
        watch
    }

    fn value(&self, system: &mut System, state: usize) -> ExprId {
        system.exprs.constant(Sort::Enum(self.ty), state as i64)
    }

    fn at(&self, system: &mut System, state: usize) -> ExprId {
        let (var, value) = (system.exprs.var(self.var), self.value(system, state));
        system.exprs.eq(var, value)
    }

    /// Where a step that looks like this leads to, by the state it is seen in.
    fn part(&self, system: &mut System, seen: &str) -> Part {
        let left = self.observer.states.len();
        let mut sources: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(left, vec![left])]);
        for (state, known) in self.observer.states.iter().enumerate() {
            let target = known.moves.get(seen).copied().unwrap_or(left);
            sources.entry(target).or_default().push(state);
        }
        let alternatives = sources
            .into_iter()
            .map(|(target, sources)| {
                let sources: Vec<ExprId> = sources.into_iter().map(|s| self.at(system, s)).collect();
                let guard = system.exprs.or(sources);
                let value = self.value(system, target);
                let updates = vec![Update { var: self.var, index: None, value }];
                Alternative { guard, updates, action: None }
            })
            .collect();
        Part { agent: None, alternatives }
    }

    fn followed(&self, system: &mut System, terminated: ExprId) -> ExprId {
        let left = self.at(system, self.observer.states.len());
        let on = system.exprs.not(left);
        let complete: Vec<usize> =
            (0..self.observer.states.len()).filter(|s| self.observer.states[*s].complete).collect();
        let complete: Vec<ExprId> = complete.into_iter().map(|s| self.at(system, s)).collect();
        let complete = system.exprs.or(complete);
        let ended_well = system.exprs.implies(terminated, complete);
        system.exprs.and([on, ended_well])
    }
}

/// The guards of the rules that satisfy a test.
pub(crate) fn guards(
    system: &System,
    labels: &[Label],
    test: impl Fn(&Label) -> bool,
) -> Vec<(RuleId, ExprId)> {
    let rules = std::iter::zip(system.rule_ids(), labels);
    rules.filter(|(_, label)| test(label)).map(|((id, rule), _)| (id, rule.guard)).collect()
}
