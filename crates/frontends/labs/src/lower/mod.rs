//! From the resolved model to the core: agents with their variables, actions and messages as rules,
//! properties as formulas.

mod expr;
mod messages;
mod properties;
mod reads;
mod stamps;
mod steps;
mod store;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use synod_core::{
    Action as CoreAction, Agent, AgentId, Automaton, AutomatonEdge, ControlThread, ExprId, IS_DEFINED,
    Property, Role, SideQuestion, Sort, System, Type, VarId, Variable as CoreVariable,
};
use synod_passes::{OpenChoice, narrow};
use synod_syntax::{Diagnostics, Span};

pub(crate) use steps::SKIPS_ITS_TURN;

use crate::StepKind;
use crate::model::{AgentType, Init, Model, Variable, VariableRef};
use crate::options::Options;
use expr::Frame;

/// Where a variable of the model is kept.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub value: VarId,
    /// Whether it has a value, for variables that start without one.
    pub defined: Option<VarId>,
    /// The sizes of an array.
    pub sizes: Vec<u32>,
}

/// Where the system keeps the variables of a model.
#[derive(Clone, Debug)]
pub struct Stores {
    pub(crate) environment: Vec<Cell>,
    /// For each agent its attributes.
    pub(crate) attributes: Vec<FxHashMap<usize, Cell>>,
    /// For each agent its copy of each stigmergic variable.
    pub(crate) stigmergic: Vec<Vec<Cell>>,
    /// For each agent the rank of its version of each tuple; `None` for tuples that are never sent.
    pub(crate) ranks: Vec<Vec<Option<VarId>>>,
    /// Holds where all agents have come to their end.
    pub(crate) terminated: ExprId,
    /// The guards of the rules as they were written: what never changes may have made them constant since.
    pub(crate) guards: Vec<ExprId>,
    /// The program counters of all agents.
    pub(crate) counters: Vec<VarId>,
    /// What agents still have to send.
    pub(crate) pending: Vec<VarId>,
    /// Whose turn it is, if they take turns.
    pub(crate) turn: Option<VarId>,
    /// Under which condition a sender reaches a receiver, by stigmergy.
    pub(crate) links: Vec<Vec<(AgentId, AgentId, ExprId)>>,
}

/// What an agent keeps for a tuple: the rank of its time stamp, and what it still has to send.
#[derive(Clone, Copy, Debug)]
struct Share {
    rank: VarId,
    /// It has to confirm the tuple; `None` if that never happens.
    confirm: Option<VarId>,
    /// It has to propagate the tuple.
    propagate: VarId,
}

/// What was lowered.
pub(crate) struct Lowered {
    pub system: System,
    pub properties: Vec<Property>,
    pub side_questions: Vec<SideQuestion>,
    pub steps: Vec<StepKind>,
    pub stores: Stores,
}

struct Lowering<'m> {
    model: &'m Model,
    options: &'m Options,
    system: System,
    /// The type of integers before ranges are inferred.
    width: Type,
    environment: Vec<Cell>,
    /// For each agent its attributes.
    attributes: Vec<FxHashMap<usize, Cell>>,
    /// For each agent its copy of each stigmergic variable.
    stigmergic: Vec<Vec<Cell>>,
    /// For each agent its share in each tuple; `None` for tuples that are never sent.
    shares: Vec<Vec<Option<Share>>>,
    /// For each agent its program counters; `None` for one that has a single value.
    counters: Vec<Vec<Option<VarId>>>,
    turn: Option<VarId>,
    step: Option<VarId>,
    init: Vec<ExprId>,
    /// Choices whose bounds are not constant: rule, position, lower bound, just above the upper one.
    open_choices: Vec<OpenChoice>,
    steps: Vec<StepKind>,
    /// For ranks of all agents what the ranks without gaps are.
    counts: FxHashMap<Vec<ExprId>, Rc<[ExprId]>>,
}

/// Lowers a model.
pub(crate) fn lower(name: &str, model: &Model, options: &Options, diagnostics: &mut Diagnostics) -> Lowered {
    let half = 1_i64 << (options.bits.clamp(2, 62) - 1);
    let mut lowering = Lowering {
        model,
        options,
        system: System::new(name),
        width: Type::Range { lo: -half, hi: half - 1 },
        environment: Vec::new(),
        attributes: Vec::new(),
        stigmergic: Vec::new(),
        shares: Vec::new(),
        counters: Vec::new(),
        turn: None,
        step: None,
        init: Vec::new(),
        open_choices: Vec::new(),
        steps: Vec::new(),
        counts: FxHashMap::default(),
    };
    lowering.choices_in_guards(diagnostics);
    lowering.add_variables();
    lowering.add_assumptions();
    lowering.add_steps();
    lowering.system.name_rules_apart();
    lowering.add_messages();
    let guards = lowering.system.rules.iter().map(|rule| rule.guard).collect();
    // After an error the system is not used, and need not be sound.
    if !diagnostics.has_errors() {
        narrow(&mut lowering.system, &lowering.open_choices);
    }
    let ended = lowering.ended();
    lowering.system.ended = Some(ended).filter(|ended| !lowering.system.exprs.is_false(*ended));
    let properties = lowering.properties(diagnostics);
    let side_questions = lowering.side_questions();
    let rank = |share: &Option<Share>| share.map(|share| share.rank);
    let shares = lowering.shares.iter().flatten().flatten();
    let pending = shares.flat_map(|share| share.confirm.into_iter().chain([share.propagate])).collect();
    let stores = Stores {
        guards,
        counters: lowering.counters.iter().flatten().flatten().copied().collect(),
        pending,
        turn: lowering.turn,
        terminated: lowering.terminated(),
        links: lowering.links(),
        ranks: lowering.shares.iter().map(|shares| shares.iter().map(rank).collect()).collect(),
        environment: lowering.environment,
        attributes: lowering.attributes,
        stigmergic: lowering.stigmergic,
    };
    Lowered { system: lowering.system, properties, side_questions, steps: lowering.steps, stores }
}

impl Lowering<'_> {
    fn agent(&self, agent: usize) -> AgentId {
        AgentId(agent as u32)
    }

    /// Where an agent keeps a variable; `None` if it has no such attribute.
    fn cell(&self, agent: usize, variable: VariableRef) -> Option<Cell> {
        match variable {
            VariableRef::Environment(position) => Some(self.environment[position].clone()),
            VariableRef::Attribute(position) => self.attributes[agent].get(&position).cloned(),
            VariableRef::Stigmergic(position) => Some(self.stigmergic[agent][position].clone()),
        }
    }

    fn add_variables(&mut self) {
        let model = self.model;
        for agent in 0..model.agents() {
            self.system.add_agent(Agent {
                name: model.agent_name(agent),
                role: model.type_of(agent).name.clone(),
                owns: Vec::new(),
                observes: Vec::new(),
                automaton: None,
                span: model.type_of(agent).span,
            });
        }
        for variable in &model.environment {
            let cell = self.add_cell(&variable.name, variable, None, true);
            for var in std::iter::once(cell.value).chain(cell.defined) {
                self.system.agents.iter_mut().for_each(|agent| agent.observes.push(var));
            }
            self.environment.push(cell);
        }
        let sent = self.sent_tuples();
        for agent in 0..model.agents() {
            let ty = model.type_of(agent);
            let name = model.agent_name(agent);
            self.add_counters(agent, &name);
            let mut attributes = FxHashMap::default();
            for (attribute, variable) in &ty.attributes {
                let cell =
                    self.add_cell(&format!("{} of {name}", variable.name), variable, Some(agent), true);
                attributes.insert(*attribute, cell);
            }
            self.attributes.push(attributes);
            let mut copies = Vec::new();
            for stigmergic in &model.stigmergic {
                let listed = ty.stigmergies.contains(&model.tuples[stigmergic.tuple].stigmergy);
                let variable = &stigmergic.variable;
                copies.push(self.add_cell(
                    &format!("{} of {name}", variable.name),
                    variable,
                    Some(agent),
                    listed,
                ));
            }
            self.stigmergic.push(copies);
            let shares = (0..model.tuples.len())
                .map(|tuple| {
                    sent[tuple].any.then(|| self.add_share(agent, tuple, sent[tuple].confirmed_by(ty)))
                })
                .collect();
            self.shares.push(shares);
        }
        if self.options.fair {
            let name = self.unused("turn");
            self.turn = Some(self.add_counter(&name, model.agents().saturating_sub(1) as i64, 0, None));
        }
        if let Some(steps) = self.options.steps {
            let name = self.unused("step");
            self.step = Some(self.add_counter(&name, steps as i64, 0, None));
        }
    }

    /// A name for a variable that is in no text: the word, with as many primes as tell it from variables of the model.
    fn unused(&self, word: &str) -> String {
        let model = self.model;
        let declared = |name: &str| {
            model.attributes.iter().any(|attribute| attribute == name)
                || model.environment.iter().any(|variable| variable.name == name)
                || model.stigmergic.iter().any(|stigmergic| stigmergic.variable.name == name)
        };
        let mut name = word.to_string();
        while declared(&name) {
            name.push('\'');
        }
        name
    }

    /// A variable from 0 to `most` that starts at `first`.
    fn add_counter(&mut self, name: &str, most: i64, first: i64, owner: Option<usize>) -> VarId {
        let var = self.add_var(name, Type::Range { lo: 0, hi: most }, None, owner, Span::default());
        self.starts(var, first);
        var
    }

    fn add_var(&mut self, name: &str, ty: Type, len: Option<u32>, owner: Option<usize>, span: Span) -> VarId {
        let owner = owner.map(|agent| self.agent(agent));
        self.system.add_var(CoreVariable { name: name.to_string(), ty, len, owner, span })
    }

    /// A scalar has this value at first.
    fn starts(&mut self, var: VarId, value: i64) {
        let exprs = &mut self.system.exprs;
        let read = exprs.var(var);
        let value = exprs.constant(exprs.sort(read), value);
        self.init.push(exprs.eq(read, value));
    }

    /// A variable of the model; one that does not take part in its initialisation starts at 0.
    fn add_cell(&mut self, name: &str, variable: &Variable, owner: Option<usize>, initialised: bool) -> Cell {
        let len = variable.elements();
        let value = self.add_var(name, self.width, len, owner, variable.span);
        let undefined = matches!(variable.init, Init::Undefined);
        let defined = undefined
            .then(|| self.add_var(&format!("{name}{IS_DEFINED}"), Type::Bool, len, owner, variable.span));
        for element in 0..len.unwrap_or(1) {
            let index = len.map(|_| self.system.exprs.int(i64::from(element)));
            let exprs = &mut self.system.exprs;
            let read = |exprs: &mut synod_core::Exprs, var| match index {
                Some(index) => exprs.element(var, index),
                None => exprs.var(var),
            };
            let now = read(exprs, value);
            let condition = match &variable.init {
                Init::OneOf(values) if initialised => {
                    let options: Vec<ExprId> = values
                        .iter()
                        .map(|offset| {
                            let value = exprs.int(offset.at(owner));
                            exprs.eq(now, value)
                        })
                        .collect();
                    exprs.or(options)
                }
                Init::Range(low, high) if initialised => {
                    let (low, high) = (exprs.int(low.at(owner)), exprs.int(high.at(owner) - 1));
                    let (above, below) = (exprs.le(low, now), exprs.le(now, high));
                    exprs.and([above, below])
                }
                _ => {
                    let zero = exprs.int(0);
                    exprs.eq(now, zero)
                }
            };
            self.init.push(condition);
            if let Some(flag) = defined {
                let exprs = &mut self.system.exprs;
                let flag = read(exprs, flag);
                // Who does not take part starts with 0, which is a value.
                let condition = if initialised { exprs.not(flag) } else { flag };
                self.init.push(condition);
            }
        }
        Cell { value, defined, sizes: variable.sizes.clone() }
    }

    fn add_share(&mut self, agent: usize, tuple: usize, confirms: bool) -> Share {
        let model = self.model;
        let name = model.agent_name(agent);
        let tuple_name = &model.tuples[tuple].name;
        // Those who take part have different stamps, growing with the id; the rest share the oldest.
        let takes_part = |a: usize| model.type_of(a).stigmergies.contains(&model.tuples[tuple].stigmergy);
        let outsiders = (0..model.agents()).filter(|a| !takes_part(*a)).count();
        let before = (0..agent).filter(|a| takes_part(*a)).count();
        let rank = if takes_part(agent) { outsiders + before } else { outsiders - 1 };
        let most = model.agents() as i64 - 1;
        let rank_var = self.add_var(
            &format!("{tuple_name} rank of {name}"),
            Type::Range { lo: 0, hi: most },
            None,
            None,
            Span::default(),
        );
        self.starts(rank_var, rank as i64);
        let mut pending = |what: &str| {
            let text = format!("{tuple_name} to {what} of {name}");
            let var = self.add_var(&text, Type::Bool, None, Some(agent), Span::default());
            self.starts(var, 0);
            var
        };
        let confirm = confirms.then(|| pending("confirm"));
        Share { rank: rank_var, confirm, propagate: pending("propagate") }
    }

    /// The program counters of an agent, and its control graph.
    fn add_counters(&mut self, agent: usize, name: &str) {
        let ty = self.model.type_of(agent);
        let structure = &ty.behaviour;
        let mut values: Vec<Vec<u32>> = vec![Vec::new(); structure.threads.len()];
        let exits = structure.triples.iter().chain([&structure.start]).flat_map(|triple| &triple.exit);
        for (component, value) in exits.flatten() {
            if !values[*component].contains(value) {
                values[*component].push(*value);
            }
        }
        let initial = structure.initial().first().cloned().unwrap_or_default();
        let mut counters = Vec::new();
        for (component, values) in values.iter().enumerate() {
            // A thread that is not running yet stands at 0.
            let first = initial.get(&component).copied().unwrap_or(0);
            if values.iter().all(|value| *value == first) {
                counters.push(None);
                continue;
            }
            let text = match component {
                0 => format!("{} of {name}", self.unused("pc")),
                _ => format!("pc {component} of {name}"),
            };
            let most = i64::from(structure.values(component)) - 1;
            counters.push(Some(self.add_counter(&text, most, i64::from(first), Some(agent))));
        }
        let threads = counters.iter().enumerate().map(|(component, state)| control(ty, component, *state));
        self.system.agents[agent].automaton = Some(Automaton { threads: threads.collect() });
        self.counters.push(counters);
    }

    fn add_assumptions(&mut self) {
        for (_, predicate) in &self.model.assumptions {
            let condition = self.condition(predicate, &mut Frame::default());
            self.init.push(condition);
        }
        let init = std::mem::take(&mut self.init);
        self.system.init = self.system.exprs.and(init);
    }

    /// The value of a program counter.
    fn counter(&mut self, agent: usize, component: usize) -> ExprId {
        let model = self.model;
        match self.counters[agent][component] {
            Some(var) => self.system.exprs.var(var),
            None => {
                let initial = model.type_of(agent).behaviour.initial().first();
                let value = initial.and_then(|way| way.get(&component)).copied().unwrap_or(0);
                self.system.exprs.int(i64::from(value))
            }
        }
    }

    /// All agents have come to their end.
    fn terminated(&mut self) -> ExprId {
        let mut ends = Vec::new();
        for agent in 0..self.model.agents() {
            let counter = self.counter(agent, 0);
            let zero = self.system.exprs.constant(Sort::Int, 0);
            ends.push(self.system.exprs.eq(counter, zero));
        }
        self.system.exprs.and(ends)
    }
}

/// An action for traces and pictures.
/// The control graph of a thread of an agent. A composition of threads is left when all of them have ended.
fn control(ty: &AgentType, component: usize, state: Option<VarId>) -> ControlThread {
    let structure = &ty.behaviour;
    let mut edges = Vec::new();
    for triple in &structure.triples {
        let Some(from) = triple.entry.get(&component) else { continue };
        let action = match triple.label.action() {
            Some(label) => {
                let action = &ty.actions[label.action];
                core_action(label.text.to_string(), &action.text, action.span)
            }
            None => core_action("all its threads have ended".to_string(), "all threads end", Span::default()),
        };
        for to in triple.exit.iter().filter_map(|way| way.get(&component)) {
            edges.push(AutomatonEdge { from: *from, to: *to, action: action.clone() });
        }
    }
    let initial = structure.begins(component, structure.initial());
    ControlThread { state, states: structure.values(component), initial, edges }
}

fn core_action(text: String, written: &str, span: Span) -> CoreAction {
    let mut short: String = written.to_string();
    if short.chars().count() > 40 {
        short = short.chars().take(39).chain(['…']).collect();
    }
    // The text is that of the action with its guards in front.
    let guard =
        text.strip_suffix(written).map(|guard| guard.trim_end().trim_end_matches(['-', '=', '>']).trim_end());
    let guard = guard.filter(|guard| !guard.is_empty()).map(str::to_string);
    CoreAction { role: Role::Acts, label: None, short, guard, text, span }
}
