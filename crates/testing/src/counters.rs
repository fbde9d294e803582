//! A system whose states and steps can be counted by hand.

use synod_core::{
    Agent, Alternative, BinaryOp, Mode, Observation, Part, Rule, System, Type, Update, Variable,
};

/// Counters that count up to a number, each for itself.
pub fn counters(count: usize, most: i64) -> System {
    let mut system = System::new("counters");
    let mut initial = Vec::new();
    for number in 0..count {
        let (name, role) = (format!("a{number}"), "agent".to_string());
        let agent = system.add_agent(Agent {
            name,
            role,
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
        let var = system.add_var(Variable {
            name: format!("v{number}"),
            ty: Type::Range { lo: 0, hi: most },
            len: None,
            owner: Some(agent),
            span: Default::default(),
        });
        let exprs = &mut system.exprs;
        let (place, zero, one, last) = (exprs.var(var), exprs.int(0), exprs.int(1), exprs.int(most));
        initial.push(exprs.eq(place, zero));
        let (yes, guard, value) =
            (exprs.bool(true), exprs.lt(place, last), exprs.binary(BinaryOp::Add, place, one));
        let update = Update { var, index: None, value };
        let alternative = Alternative { guard: yes, updates: vec![update], action: None };
        system.add_rule(Rule {
            name: format!("up{number}"),
            choices: vec![],
            guard,
            parts: vec![Part { agent: Some(agent), alternatives: vec![alternative].into() }],
            observation: Observation::of(Mode::Local),
            span: Default::default(),
        });
    }
    system.init = system.exprs.and(initial);
    system
}
