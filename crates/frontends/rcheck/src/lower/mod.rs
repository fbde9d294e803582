//! From the resolved model to the core: instances become agents, commands become rules, specifications
//! become properties.

mod formula;
mod given;
mod observation;
mod pinned;
mod receivers;
mod scope;
mod steps;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use synod_core::{
    Action as CoreAction, Agent, AgentId, Automaton, AutomatonEdge, ControlThread, EnumId, ExprId,
    PerAlternatives, Property, Role, Rule, RuleId, SideQuestion, Sort, System, Type as CoreType, VarId,
    Variable,
};
use synod_syntax::{Diagnostics, Span};

use crate::hir::{Action, AgentType, Command, Expr, ExprKind, Model, Served, Type, Whom};
pub use given::Given;
use observation::Observed;
use steps::{Heard, Hearing};

/// What is built of a model.
pub struct Lowered {
    /// The system.
    pub system: System,
    /// Its specifications.
    pub properties: Vec<Property>,
    /// What is asked besides.
    pub side_questions: Vec<SideQuestion>,
    /// Values that commands give to locals and message variables, where there is doubt that they fit.
    pub given: Vec<Given>,
}

/// Builds the system and its properties. Fails only where a specification quantifies over more values
/// than can be written out. There may be doubt whether values fit that are given at some places.
pub fn lower(name: &str, model: &Model, doubtful: &[Span]) -> Result<Lowered, Diagnostics> {
    let mut lowering = Lowering::new(name, model);
    lowering.add_agents();
    lowering.add_initial_condition();
    lowering.pin();
    lowering.add_messages();
    lowering.add_exchanges();
    lowering.system.name_rules_apart();
    let mut problems = Diagnostics::new();
    let mut properties = Vec::new();
    for spec in &model.specs {
        match lowering.property(spec) {
            Ok(property) => properties.push(property),
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let side_questions = model.specs.iter().flat_map(|spec| lowering.side_questions(spec)).collect();
    let given = lowering.doubtful_values(doubtful);
    Ok(Lowered { system: lowering.system, properties, side_questions, given })
}

/// A system under construction.
struct Lowering<'m> {
    model: &'m Model,
    system: System,
    channel: EnumId,
    location: EnumId,
    /// For each enumeration of the model its counterpart.
    enums: Vec<EnumId>,
    /// For each instance its variables.
    stores: Vec<Store>,
    /// For each rule what observations see of it.
    observed: Vec<Observed<'m>>,
    /// Who begins which rule, or is the other end of its exchange, by which command.
    participations: Vec<Participation>,
    /// For each list of alternatives of a receiver the commands behind them.
    receptions: PerAlternatives<Rc<[usize]>>,
    /// For each instance the locals that always have the same value.
    pinned: Vec<Vec<Option<ExprId>>>,
    /// The values that messages carry, numbered.
    messages: FxHashMap<Vec<Option<ExprId>>, u32>,
    /// For each agent type what its commands are in words.
    actions: Vec<Vec<Arc<CoreAction>>>,
    /// What messages are to receivers; `None` if they do not concern them.
    hearings: FxHashMap<Heard, Option<Rc<Hearing>>>,
}

/// The variables of an instance.
struct Store {
    locals: Vec<VarId>,
    control: VarId,
}

/// An instance takes part in all steps of a rule by one of its commands.
struct Participation {
    instance: usize,
    command: usize,
    rule: RuleId,
}

impl<'m> Lowering<'m> {
    fn new(name: &str, model: &'m Model) -> Self {
        let mut system = System::new(name);
        let channels = model.channels.iter().cloned().chain(["*".to_string()]).collect();
        let channel = system.add_enum("channel", channels);
        let instances = model.instances.iter().map(|i| i.name.clone()).collect();
        let location = system.add_enum("location", instances);
        let enums = model.enums.iter().map(|e| system.add_enum(&e.name, e.cases.clone())).collect();
        Lowering {
            model,
            system,
            channel,
            location,
            enums,
            stores: Vec::new(),
            observed: Vec::new(),
            participations: Vec::new(),
            receptions: PerAlternatives::default(),
            pinned: Vec::new(),
            actions: Vec::new(),
            messages: FxHashMap::default(),
            hearings: FxHashMap::default(),
        }
    }

    fn core_type(&self, ty: Type) -> CoreType {
        match ty {
            Type::Bool => CoreType::Bool,
            Type::Int => CoreType::Int,
            Type::Range { lo, hi } => CoreType::Range { lo, hi },
            Type::Channel => CoreType::Enum(self.channel),
            Type::Location => CoreType::Enum(self.location),
            Type::Enum(position) => CoreType::Enum(self.enums[position]),
        }
    }

    fn sort(&self, ty: Type) -> Sort {
        self.core_type(ty).sort()
    }

    fn add_agents(&mut self) {
        let in_words = |agent: &AgentType| {
            agent.commands.iter().map(|command| Arc::new(self.in_words(agent, command))).collect()
        };
        self.actions = self.model.agents.iter().map(in_words).collect();
        for instance in &self.model.instances {
            let agent = &self.model.agents[instance.agent];
            let id = self.system.add_agent(Agent {
                name: instance.name.clone(),
                role: agent.name.clone(),
                owns: Vec::new(),
                observes: Vec::new(),
                automaton: None,
                span: instance.span,
            });
            let types: Vec<CoreType> = agent.locals.iter().map(|field| self.core_type(field.ty)).collect();
            let mut add = |name: &str, ty: CoreType, span: Span| {
                let name = format!("{}-{name}", instance.name);
                self.system.add_var(Variable { name, ty, len: None, owner: Some(id), span })
            };
            let last = i64::from(agent.states) - 1;
            let control = add("automaton-state", CoreType::Range { lo: 0, hi: last }, agent.span);
            let locals =
                std::iter::zip(&agent.locals, types).map(|(f, ty)| add(&f.name, ty, f.span)).collect();
            let edges = std::iter::zip(&agent.commands, &self.actions[instance.agent])
                .map(|(c, action)| AutomatonEdge {
                    from: c.from,
                    to: c.to,
                    action: CoreAction::clone(action),
                })
                .collect();
            self.system.agents[id.0 as usize].automaton = Some(Automaton::of(ControlThread {
                state: Some(control),
                states: agent.states,
                initial: vec![0],
                edges,
            }));
            self.stores.push(Store { locals, control });
        }
    }

    /// What an instance does by a command, in words.
    fn action(&self, instance: usize, command: usize) -> &Arc<CoreAction> {
        &self.actions[self.model.instances[instance].agent][command]
    }

    fn in_words(&self, agent: &AgentType, command: &Command) -> CoreAction {
        let named = |otherwise: String| command.label.clone().unwrap_or(otherwise);
        let place = |expr: &Expr| match expr.kind {
            ExprKind::Local(position) => agent.locals[position].name.clone(),
            ExprKind::Const(value) if expr.ty == Type::Location => {
                self.model.instances[value as usize].name.clone()
            }
            ExprKind::Const(value) if expr.ty == Type::Channel => {
                self.model.channels.get(value as usize).cloned().unwrap_or("*".to_string())
            }
            _ => "…".to_string(),
        };
        let (role, short) = match &command.action {
            Action::Send { channel, .. } => (Role::Sends, named(place(channel)) + "!"),
            Action::Receive { channel } => (Role::Receives, named(place(channel)) + "?"),
            Action::Get { from, .. } => {
                let whom = match from {
                    Whom::Location(expr) => place(expr),
                    Whom::Predicate(expr) if matches!(expr.kind, ExprKind::Const(1)) => "any".to_string(),
                    Whom::Predicate(_) => asked(&command.text),
                };
                (Role::Gets, named(format!("GET@{whom}")))
            }
            Action::Supply { to, .. } => {
                let whom = match to {
                    Served::ByName => "myself".to_string(),
                    Served::Any => "any".to_string(),
                    Served::Predicate(_) => asked(&command.text),
                    Served::Location(expr) => place(expr),
                };
                (Role::Supplies, named(format!("SUPPLY@{whom}")))
            }
        };
        CoreAction {
            role,
            label: command.label.clone(),
            short,
            guard: condition(&command.text),
            text: command.text.clone(),
            span: command.span,
        }
    }

    /// The agent of an instance.
    fn agent(&self, instance: usize) -> AgentId {
        AgentId(instance as u32)
    }

    /// Whether an instance is in a control state.
    fn is_at(&mut self, instance: usize, state: u32) -> ExprId {
        let exprs = &mut self.system.exprs;
        let control = exprs.var(self.stores[instance].control);
        let state = exprs.int(i64::from(state));
        exprs.eq(control, state)
    }

    fn add_initial_condition(&mut self) {
        let mut conditions = Vec::new();
        for (position, instance) in self.model.instances.iter().enumerate() {
            conditions.push(self.is_at(position, 0));
            let agent = &self.model.agents[instance.agent];
            for condition in [&agent.init, &instance.init] {
                let scope = scope::Scope::of(position);
                let condition = self.value(condition, &scope);
                // A condition that speaks of a message cannot hold where there is none.
                conditions.push(condition.unwrap_or_else(|| self.system.exprs.bool(false)));
            }
        }
        self.system.init = self.system.exprs.and(conditions);
    }

    fn add_rule(&mut self, rule: Rule, observed: Observed<'m>) -> RuleId {
        self.observed.push(observed);
        self.system.add_rule(rule)
    }
}

/// The condition in front of a command, if it says something.
fn condition(command: &str) -> Option<String> {
    let mut depth = 0;
    let end = command.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth <= 0
    });
    let (end, _) = end.filter(|(_, c)| *c == '}')?;
    Some(command[1..end].trim().to_string()).filter(|text| text != "true")
}

/// What stands in parentheses after the `@` of a get or supply.
fn asked(command: &str) -> String {
    let after = command.split_once('@').map_or("", |(_, after)| after);
    let mut depth = 0;
    let end = after.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth <= 0
    });
    match end {
        Some((end, ')')) => after[..=end].to_string(),
        _ => "(…)".to_string(),
    }
}
