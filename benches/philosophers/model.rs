//! Dining philosophers as a system: philosophers and forks are agents, and taking or putting down a fork
//! is one step with the two of them as participants.

use synod_core::{
    Agent, AgentId, Alternative, ExprId, Mode, Observation, Part, Rule, Sort, System, Type, Update, VarId,
    Variable,
};

/// What a philosopher does in turn: take left, take right, put left, put right.
const STAGES: i64 = 4;

/// So many philosophers, each with a fork on the left.
pub fn philosophers(count: usize) -> System {
    let mut system = System::new(format!("{count} philosophers"));
    let stages = ["thinks", "has left", "eats", "has right"];
    let stage = system.add_enum("stage", stages.map(str::to_string).to_vec());
    let mut places = Vec::new();
    for number in 0..count {
        let philosopher = add(&mut system, format!("philosopher{number}"), Type::Enum(stage));
        let fork = add(&mut system, format!("fork{number}"), Type::Bool);
        places.push((philosopher, fork));
    }
    let mut initial = Vec::new();
    for ((_, at), (_, taken)) in &places {
        initial.push(is(&mut system, *at, 0));
        initial.push(is(&mut system, *taken, 0));
    }
    system.init = system.exprs.and(initial);
    for number in 0..count {
        let (left, right) = (places[number].1, places[(number + 1) % count].1);
        for from in 0..STAGES {
            let fork = if from % 2 == 0 { left } else { right };
            let taken = i64::from(from < 2);
            let own = places[number].0;
            let name = format!("philosopher{number}-{}", stages[from as usize]);
            // Forks alternate: left taken, right taken, left put down, right put down.
            step(&mut system, name, own, (from, (from + 1) % STAGES), fork, (1 - taken, taken));
        }
    }
    system
}

type Place = (AgentId, VarId);

fn add(system: &mut System, name: String, ty: Type) -> Place {
    let agent = system.add_agent(Agent {
        name: name.clone(),
        role: name.trim_end_matches(char::is_numeric).to_string(),
        owns: vec![],
        observes: vec![],
        automaton: None,
        span: Default::default(),
    });
    let variable = Variable { name, ty, len: None, owner: Some(agent), span: Default::default() };
    (agent, system.add_var(variable))
}

fn constant(system: &mut System, var: VarId, value: i64) -> ExprId {
    let sort: Sort = system.var(var).ty.sort();
    system.exprs.constant(sort, value)
}

fn is(system: &mut System, var: VarId, value: i64) -> ExprId {
    let (place, value) = (system.exprs.var(var), constant(system, var, value));
    system.exprs.eq(place, value)
}

/// One participant's share: from one value to another.
fn share(system: &mut System, (agent, var): Place, (from, to): (i64, i64)) -> Part {
    let guard = is(system, var, from);
    let value = constant(system, var, to);
    let updates = vec![Update { var, index: None, value }];
    Part { agent: Some(agent), alternatives: vec![Alternative { guard, updates, action: None }] }
}

fn step(
    system: &mut System,
    name: String,
    philosopher: Place,
    stages: (i64, i64),
    fork: Place,
    taken: (i64, i64),
) {
    let parts = vec![share(system, philosopher, stages), share(system, fork, taken)];
    let guard = system.exprs.bool(true);
    system.add_rule(Rule {
        name,
        choices: vec![],
        guard,
        parts,
        observation: Observation {
            mode: Mode::Message,
            actor: Some(philosopher.0),
            partner: None,
            channel: None,
            broadcast: None,
            data: vec![],
        },
        span: Default::default(),
    });
}
