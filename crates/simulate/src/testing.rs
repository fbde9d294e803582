//! Small systems for the tests of this crate.

use std::sync::Arc;

use synod_core::{
    Action, Agent, AgentId, Alternative, Choice, Datum, ExprId, Mode, Observation, Part, Role, Rule, RuleId,
    Sort, Step, StepPredicate, StepPredicateId, System, Taken, Trace, Type, Update, VarId, Variable,
};

pub fn variable(system: &mut System, name: &str, ty: Type, owner: Option<AgentId>) -> VarId {
    system.add_var(Variable { name: name.into(), ty, len: None, owner, span: Default::default() })
}

pub fn agent(system: &mut System, name: &str) -> AgentId {
    system.add_agent(Agent {
        name: name.into(),
        role: "Agent".into(),
        owns: vec![],
        observes: vec![],
        automaton: None,
        span: Default::default(),
    })
}

pub fn action(role: Role, label: &str) -> Option<Arc<Action>> {
    let label = (!label.is_empty()).then(|| label.to_string());
    let text = label.clone().unwrap_or_else(|| "?".into());
    Some(Arc::new(Action { role, short: text.clone(), label, guard: None, text, span: Default::default() }))
}

fn assign(var: VarId, value: ExprId) -> Vec<Update> {
    vec![Update { var, index: None, value }]
}

/// `n := n + 1`, from 0, in `0..hi`; at the top the step faults.
pub fn counter(hi: i64) -> System {
    let mut system = System::new("counter");
    let who = agent(&mut system, "c");
    let n = variable(&mut system, "c-n", Type::Range { lo: 0, hi }, Some(who));
    let (now, one, zero) = (system.exprs.var(n), system.exprs.int(1), system.exprs.int(0));
    system.init = system.exprs.eq(now, zero);
    let value = system.exprs.binary(synod_core::BinaryOp::Add, now, one);
    let guard = system.exprs.bool(true);
    let alternative = Alternative { guard, updates: assign(n, value), action: action(Role::Acts, "up") };
    system.add_rule(Rule {
        name: "up".into(),
        choices: vec![],
        guard,
        parts: vec![Part { agent: Some(who), alternatives: vec![alternative].into() }],
        observation: Observation { actor: Some(who), ..Observation::of(Mode::Local) },
        span: Default::default(),
    });
    system
}

/// `c-n` goes round from 0 to `hi`, with a step predicate that holds of the step back to 0.
pub fn ring(hi: i64) -> (System, StepPredicateId) {
    let mut system = counter(hi);
    let n = system.exprs.var(VarId(0));
    let (top, zero, one) = (system.exprs.int(hi), system.exprs.int(0), system.exprs.int(1));
    let at_top = system.exprs.eq(n, top);
    let up = system.exprs.binary(synod_core::BinaryOp::Add, n, one);
    system.rules[0].parts[0].alternatives[0].updates[0].value = system.exprs.ite(at_top, zero, up);
    let predicate = StepPredicate { text: "wraps".into(), cases: [(synod_core::RuleId(0), at_top)].into() };
    let predicate = system.add_step_predicate(predicate);
    (system, predicate)
}

/// `s` broadcasts once; `a` and `b` must each receive in one of two ways.
pub fn broadcast() -> System {
    let mut system = System::new("broadcast");
    let channel = system.add_enum("channel", vec!["*".into(), "c".into()]);
    let names = ["s", "a", "b"];
    let agents: Vec<AgentId> = names.iter().map(|n| agent(&mut system, n)).collect();
    let three = Type::Range { lo: 0, hi: 2 };
    let vars: Vec<VarId> = std::iter::zip(names, &agents)
        .map(|(n, a)| variable(&mut system, &format!("{n}-x"), three, Some(*a)))
        .collect();
    let exprs = &mut system.exprs;
    let zero = exprs.int(0);
    let at_zero: Vec<ExprId> = vars
        .iter()
        .map(|v| {
            let now = exprs.var(*v);
            exprs.eq(now, zero)
        })
        .collect();
    let init = exprs.and(at_zero.iter().copied());
    let (one, two, yes) = (exprs.int(1), exprs.int(2), exprs.bool(true));
    let star = exprs.constant(Sort::Enum(channel), 0);
    let receives = |v: VarId| {
        let alternative = |value, label| Alternative {
            guard: yes,
            updates: assign(v, value),
            action: action(Role::Receives, label),
        };
        vec![alternative(one, "first"), alternative(two, "")]
    };
    let sends = Alternative { guard: yes, updates: assign(vars[0], one), action: action(Role::Sends, "hi") };
    let part = |agent, alternatives: Vec<Alternative>| Part {
        agent: Some(agent),
        alternatives: alternatives.into(),
    };
    system.init = init;
    system.add_rule(Rule {
        name: "s:hi".into(),
        choices: vec![],
        guard: at_zero[0],
        parts: vec![
            part(agents[0], vec![sends]),
            part(agents[1], receives(vars[1])),
            part(agents[2], receives(vars[2])),
        ],
        observation: Observation {
            mode: Mode::Message,
            actor: Some(agents[0]),
            partner: None,
            parties: Vec::new(),
            channel: Some(star),
            broadcast: Some(yes),
            data: vec![Datum { name: "MSG".into(), value: two, from: agents[0] }],
        },
        span: Default::default(),
    });
    system
}

/// Two integers; the step asks for `x = 0` in its guard and `4 / y = 2` in its part, and picks `z`.
pub fn divider() -> System {
    let mut system = System::new("divider");
    let x = variable(&mut system, "x", Type::Range { lo: 0, hi: 1 }, None);
    let y = variable(&mut system, "y", Type::Range { lo: 0, hi: 2 }, None);
    let exprs = &mut system.exprs;
    let (x_now, y_now) = (exprs.var(x), exprs.var(y));
    let (zero, two, four) = (exprs.int(0), exprs.int(2), exprs.int(4));
    let guard = exprs.eq(x_now, zero);
    let quotient = exprs.binary(synod_core::BinaryOp::Div, four, y_now);
    let halves = exprs.eq(quotient, two);
    let picked = exprs.choice(0, Sort::Int);
    let alternative = Alternative { guard: halves, updates: assign(x, picked), action: None };
    system.add_rule(Rule {
        name: "divide".into(),
        choices: vec![Choice { name: "z".into(), ty: Type::Range { lo: 1, hi: 1 }, agent: None }],
        guard,
        parts: vec![Part { agent: None, alternatives: vec![alternative].into() }],
        observation: Observation::of(Mode::Local),
        span: Default::default(),
    });
    system
}

/// The first variable has this value.
pub fn is(system: &mut System, value: i64) -> synod_core::Formula {
    let (n, value) = (system.exprs.var(VarId(0)), system.exprs.int(value));
    synod_core::Formula::State(system.exprs.eq(n, value))
}

/// `c-n` goes from `begin` up and down, as likely, until it is 0 or `all`.
pub fn gambler(begin: i64, all: i64) -> System {
    let mut system = counter(all);
    let (now, start) = (system.exprs.var(VarId(0)), system.exprs.int(begin));
    system.init = system.exprs.eq(now, start);
    let (zero, one, top) = (system.exprs.int(0), system.exprs.int(1), system.exprs.int(all));
    let (above, below) = (system.exprs.lt(zero, now), system.exprs.lt(now, top));
    let guard = system.exprs.and([above, below]);
    system.rules[0].guard = guard;
    let mut down = system.rules[0].clone();
    down.name = "down".into();
    down.parts[0].alternatives[0].updates[0].value = system.exprs.binary(synod_core::BinaryOp::Sub, now, one);
    system.add_rule(down);
    system
}

/// The step of a system with one rule that makes no choice.
pub fn up() -> Step {
    Step::Take(Taken { rule: RuleId(0), choices: vec![], alternatives: vec![0] })
}

/// A trace of a system with one variable.
pub fn trace(states: &[i64], steps: Vec<Step>, loop_start: Option<usize>) -> Trace {
    Trace { states: states.iter().map(|v| vec![*v]).collect(), steps, loop_start }
}
