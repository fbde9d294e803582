//! Dining philosophers who take one fork after the other; the last one takes them the other way round,
//! so that they never all wait.

use synod_core::{
    Agent, AgentId, Alternative, ExprId, Mode, Observation, Part, Rule, System, Type, Update, VarId, Variable,
};

const THINKS: i64 = 0;
const HUNGRY: i64 = 1;
const HAS_ONE: i64 = 2;
const EATS: i64 = 3;
const HAS_ONE_LEFT: i64 = 4;

struct Table {
    system: System,
    who: Vec<VarId>,
    forks: Vec<VarId>,
}

/// `n` philosophers around a table.
pub fn system(n: usize) -> System {
    let mut system = System::new(format!("philosophers {n}"));
    let states = ["thinks", "hungry", "has-one", "eats", "has-one-left"];
    let activity = system.add_enum("activity", states.map(str::to_string).to_vec());
    let (mut who, mut forks) = (Vec::new(), Vec::new());
    for i in 0..n {
        let agent = system.add_agent(Agent {
            name: format!("p{i}"),
            role: "philosopher".to_string(),
            owns: vec![],
            observes: vec![],
            automaton: None,
            span: Default::default(),
        });
        let mut add = |name: String, ty| {
            system.add_var(Variable { name, ty, len: None, owner: Some(agent), span: Default::default() })
        };
        who.push(add(format!("p{i}-does"), Type::Enum(activity)));
        forks.push(add(format!("p{i}-fork-taken"), Type::Bool));
    }
    let mut table = Table { system, who, forks };
    let mut start = Vec::new();
    for i in 0..n {
        start.push(table.does(i, THINKS));
        let fork = table.taken(i);
        start.push(table.system.exprs.not(fork));
    }
    table.system.init = table.system.exprs.and(start);
    for i in 0..n {
        let (mut first, mut second) = (i, (i + 1) % n);
        if i + 1 == n {
            std::mem::swap(&mut first, &mut second);
        }
        table.rule(i, "wants", THINKS, HUNGRY, None);
        table.rule(i, "takes-first", HUNGRY, HAS_ONE, Some((first, true)));
        table.rule(i, "takes-second", HAS_ONE, EATS, Some((second, true)));
        table.rule(i, "puts-first", EATS, HAS_ONE_LEFT, Some((first, false)));
        table.rule(i, "puts-second", HAS_ONE_LEFT, THINKS, Some((second, false)));
    }
    table.system
}

impl Table {
    fn does(&mut self, i: usize, what: i64) -> ExprId {
        let exprs = &mut self.system.exprs;
        let var = exprs.var(self.who[i]);
        let value = exprs.constant(exprs.sort(var), what);
        exprs.eq(var, value)
    }

    fn taken(&mut self, fork: usize) -> ExprId {
        self.system.exprs.var(self.forks[fork])
    }

    fn rule(&mut self, i: usize, name: &str, from: i64, to: i64, fork: Option<(usize, bool)>) {
        let mut guard = vec![self.does(i, from)];
        let exprs = &mut self.system.exprs;
        let sort = {
            let var = exprs.var(self.who[i]);
            exprs.sort(var)
        };
        let mut updates = vec![Update { var: self.who[i], index: None, value: exprs.constant(sort, to) }];
        if let Some((fork, take)) = fork {
            let taken = self.taken(fork);
            let exprs = &mut self.system.exprs;
            guard.push(if take { exprs.not(taken) } else { taken });
            updates.push(Update { var: self.forks[fork], index: None, value: exprs.bool(take) });
        }
        let guard = self.system.exprs.and(guard);
        let yes = self.system.exprs.bool(true);
        self.system.add_rule(Rule {
            name: format!("p{i}-{name}"),
            choices: vec![],
            guard,
            parts: vec![Part {
                agent: Some(AgentId(i as u32)),
                alternatives: vec![Alternative { guard: yes, updates, action: None }].into(),
            }],
            observation: Observation { actor: Some(AgentId(i as u32)), ..Observation::of(Mode::Local) },
            span: Default::default(),
        });
    }
}
