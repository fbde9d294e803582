//! The families of the literature.

use crate::template::*;
use crate::*;

/// Local states by name, for one template.
fn state(template: &Template, name: &str) -> StateId {
    template.state_ids().find(|s| template.show_state(*s) == name).unwrap_or_else(|| panic!("{name}"))
}

/// Writes families down by names.
pub(crate) struct Writer {
    pub builder: Builder<Interleaved>,
    roles: Vec<Template>,
    environment: Option<Template>,
    actions: Vec<String>,
}

impl Writer {
    pub fn new(name: &str) -> Self {
        let builder = Family::interleaved(name, NullStep::Always);
        Writer { builder, roles: vec![], environment: None, actions: vec![] }
    }

    pub fn role(&mut self, name: &str, states: &[&str]) -> RoleId {
        let template = Template::named(name, "state", states.iter().copied(), 0);
        self.roles.push(template.clone());
        self.builder.role(template)
    }

    pub fn environment(&mut self, states: &[&str]) {
        let template = Template::named("Environment", "state", states.iter().copied(), 0);
        self.environment = Some(template.clone());
        self.builder.environment(template);
    }

    pub fn action(&mut self, name: &str, kind: Kind) {
        self.actions.push(name.to_string());
        self.builder.action(name, kind);
    }

    fn named(&self, action: &str) -> ActionId {
        let position = self.actions.iter().position(|a| a == action);
        ActionId(position.unwrap_or_else(|| panic!("{action}")) as u32)
    }

    /// `from -action-> to`, for a role.
    pub fn moves(&mut self, role: RoleId, moves: &[(&str, &str, &str)]) {
        for (from, action, to) in moves {
            let template = &self.roles[role.0 as usize];
            let (from, to) = (state(template, from), state(template, to));
            self.builder.agent_move(role, from, self.named(action), to);
        }
    }

    /// `from -action-> to`, for the environment.
    pub fn environment_moves(&mut self, moves: &[(&str, &str, &str)]) {
        for (from, action, to) in moves {
            let template = self.environment.as_ref().unwrap();
            let (from, to) = (state(template, from), state(template, to));
            self.builder.environment_move(from, self.named(action), to);
        }
    }

    pub fn proposition(&mut self, name: &str, role: RoleId, states: &[&str]) -> PropositionId {
        let template = &self.roles[role.0 as usize];
        let states = states.iter().map(|name| state(template, name)).collect();
        self.builder.proposition(name, Subject::Role(role), states)
    }

    pub fn property(&mut self, variables: &[RoleId], formula: IndexedFormula) {
        self.builder.property(property(variables, formula));
    }

    pub fn finish(self) -> Family<Interleaved> {
        self.builder.finish().unwrap()
    }
}

pub(crate) fn property(variables: &[RoleId], formula: IndexedFormula) -> IndexedProperty {
    let named = |(i, role): (usize, &RoleId)| IndexedVariable { name: format!("v{i}"), role: *role };
    IndexedProperty {
        name: "p".into(),
        text: format!("{formula:?}"),
        variables: variables.iter().enumerate().map(named).collect(),
        formula,
        span: Default::default(),
    }
}

pub(crate) fn holds_of(proposition: PropositionId, variable: u32) -> IndexedFormula {
    IndexedFormula::Holds(proposition, VariableId(variable))
}

/// Train-gate-controller with prioritised and normal trains.
pub(crate) fn train_gate() -> Family<Interleaved> {
    let mut w = Writer::new("train gate");
    let p = w.role("PTrain", &["W", "T", "A", "TL"]);
    let n = w.role("NTrain", &["TL", "W", "T", "A"]);
    w.environment(&["PG", "NG", "R"]);
    w.action("p_approach", Kind::Asynchronous(p));
    w.action("n_approach", Kind::Asynchronous(n));
    for action in ["p_enter", "p_exit"] {
        w.action(action, Kind::AgentEnvironment(p));
    }
    for action in ["n_enter", "n_exit"] {
        w.action(action, Kind::AgentEnvironment(n));
    }
    for action in ["p_lock", "n_lock"] {
        w.action(action, Kind::GlobalSynchronous);
    }
    w.environment_moves(&[
        ("PG", "n_lock", "NG"),
        ("PG", "p_enter", "R"),
        ("NG", "p_lock", "PG"),
        ("NG", "n_enter", "R"),
        ("R", "p_exit", "PG"),
        ("R", "n_exit", "NG"),
    ]);
    w.moves(
        p,
        &[
            ("W", "p_enter", "T"),
            ("T", "p_exit", "A"),
            ("A", "p_approach", "W"),
            ("A", "n_lock", "TL"),
            ("TL", "p_lock", "A"),
        ],
    );
    w.moves(
        n,
        &[
            ("W", "n_enter", "T"),
            ("W", "p_lock", "TL"),
            ("T", "n_exit", "A"),
            ("A", "n_approach", "W"),
            ("A", "p_lock", "TL"),
            ("TL", "n_lock", "A"),
        ],
    );
    let pt = w.proposition("pt", p, &["T"]);
    let nt = w.proposition("nt", n, &["T"]);
    let alone = |own: IndexedFormula, variable: u32, same: IndexedFormula, other: IndexedFormula| {
        let nobody = IndexedFormula::And(vec![same.not(), other.not()]);
        own.implies(nobody.known_to(VariableId(variable)))
    };
    let prioritised = alone(holds_of(pt, 0), 0, holds_of(pt, 1), holds_of(nt, 2));
    let normal = alone(holds_of(nt, 2), 2, holds_of(nt, 3), holds_of(pt, 0));
    w.property(&[p, p, n, n], IndexedFormula::And(vec![prioritised, normal]).always());
    w.finish()
}

/// Robots that look for sources of food.
pub(crate) fn foraging() -> Family<Interleaved> {
    let mut w = Writer::new("foraging");
    let robot = w.role("Robot", &["R", "RW", "MF", "SA"]);
    let source = w.role("Source", &["N", "F"]);
    w.action("search", Kind::Asynchronous(robot));
    w.action("fail", Kind::Asynchronous(robot));
    for action in ["observe", "reached", "deposit", "scan"] {
        w.action(action, Kind::MultiRole(robot, source));
    }
    w.moves(
        robot,
        &[
            ("R", "search", "RW"),
            ("RW", "fail", "R"),
            ("SA", "fail", "R"),
            ("RW", "observe", "MF"),
            ("SA", "observe", "MF"),
            ("MF", "reached", "MF"),
            ("MF", "deposit", "R"),
            ("MF", "scan", "SA"),
        ],
    );
    w.moves(
        source,
        &[("N", "observe", "N"), ("N", "scan", "N"), ("N", "reached", "F"), ("F", "deposit", "F")],
    );
    let found = w.proposition("found", source, &["F"]);
    let known = holds_of(found, 1).implies(holds_of(found, 1).known_to(VariableId(0)));
    w.property(&[robot, source], known.always());
    w.finish()
}

/// One agent alone reaches the bad state; two or more never do.
pub(crate) fn boundary() -> Family<Interleaved> {
    let mut w = Writer::new("boundary");
    let worker = w.role("Worker", &["i", "x", "bad"]);
    w.environment(&["e0", "e1"]);
    w.action("take", Kind::AgentEnvironment(worker));
    w.action("g", Kind::GlobalSynchronous);
    w.environment_moves(&[("e0", "take", "e1"), ("e1", "g", "e1")]);
    w.moves(worker, &[("i", "take", "x"), ("x", "g", "bad")]);
    let bad = w.proposition("bad", worker, &["bad"]);
    w.property(&[worker], holds_of(bad, 0).not().always());
    w.finish()
}

/// True for two agents, false for three: agents are to be tested after renaming.
pub(crate) fn rename_first() -> Family<Interleaved> {
    let mut w = Writer::new("rename first");
    let p = w.role("P", &["s0", "s1", "s2"]);
    w.environment(&["e0", "e1"]);
    w.action("a", Kind::AgentEnvironment(p));
    w.action("c", Kind::AgentEnvironment(p));
    w.environment_moves(&[("e0", "a", "e1"), ("e0", "c", "e0"), ("e1", "c", "e0")]);
    w.moves(p, &[("s0", "a", "s1"), ("s0", "c", "s2")]);
    let one = w.proposition("one", p, &["s1"]);
    w.property(&[p, p], IndexedFormula::And(vec![holds_of(one, 0), holds_of(one, 1)]).not().always());
    w.finish()
}

/// A multi-role action that changes both partners.
pub(crate) fn unguarded() -> Family<Interleaved> {
    let mut w = Writer::new("unguarded");
    let mover = w.role("Mover", &["s0", "s1", "s2", "s3"]);
    let key = w.role("Key", &["l", "dead"]);
    w.action("m", Kind::MultiRole(mover, key));
    w.moves(mover, &[("s0", "m", "s1"), ("s1", "m", "s2"), ("s2", "m", "s3")]);
    w.moves(key, &[("l", "m", "dead")]);
    let done = w.proposition("done", mover, &["s3"]);
    w.property(&[mover], holds_of(done, 0).not().always());
    w.finish()
}

fn integers(names: &[&str]) -> Vec<LocalVariable> {
    names.iter().map(|n| LocalVariable { name: n.to_string(), ty: LocalType::Integer }).collect()
}

fn template(name: &str, variables: &[&str], states: &[Vec<i64>]) -> Template {
    Template {
        name: name.to_string(),
        variables: integers(variables),
        states: states.to_vec(),
        initial: vec![StateId(0)],
        span: Default::default(),
    }
}

fn find(states: &[Vec<i64>], wanted: &[i64]) -> StateId {
    StateId(states.iter().position(|s| s == wanted).unwrap() as u32)
}

/// Robots on a track of eight places with one sensor for all, and others that are told when to halt.
pub(crate) fn shared_sensor() -> Family<Interleaved> {
    let mut builder = Family::interleaved("shared sensor", NullStep::Always);
    // Position, reading and whether halted.
    let mut sensing = vec![vec![0, 0, 0]];
    for p in 0..=7 {
        for s in (p - 1..=p + 1).filter(|s| p > 0 || *s != 0) {
            sensing.push(vec![p, s, 0]);
        }
        sensing.extend((p - 1..=p + 1).map(|s| vec![p, s, 1]));
    }
    let blind: Vec<Vec<i64>> = (0..=7).flat_map(|p| [vec![p, 0], vec![p, 1]]).collect();
    let first = builder.role(template("Sensing", &["p", "s", "h"], &sensing));
    let second = builder.role(template("Blind", &["p", "h"], &blind));
    builder.environment(template("Environment", &["p", "h"], &blind));
    let halt = builder.action("halt", Kind::RoleSynchronous(first));
    let signal = builder.action("signal", Kind::GlobalSynchronous);
    for (name, error) in [("exact", 0), ("over", 1), ("under", -1)] {
        let action = builder.action(name, Kind::GlobalSynchronous);
        for state in sensing.iter().filter(|s| s[0] < 7 && s[1] < 3 && s[2] == 0) {
            let p = state[0] + 1;
            builder.agent_move(first, find(&sensing, state), action, find(&sensing, &[p, p + error, 0]));
        }
        for p in 0..7 {
            let (from, to) = (find(&blind, &[p, 0]), find(&blind, &[p + 1, 0]));
            builder.agent_move(second, from, action, to);
            builder.environment_move(from, action, to);
        }
    }
    for state in sensing.iter().filter(|s| s[1] >= 3 && s[2] == 0) {
        builder.agent_move(first, find(&sensing, state), halt, find(&sensing, &[state[0], state[1], 1]));
    }
    for state in sensing.iter().filter(|s| s[2] == 1) {
        builder.agent_move(first, find(&sensing, state), signal, find(&sensing, state));
    }
    for p in 0..=7 {
        let (moving, halted) = (find(&blind, &[p, 0]), find(&blind, &[p, 1]));
        builder.environment_move(moving, halt, halted);
        builder.environment_move(halted, signal, halted);
        builder.agent_move(second, moving, signal, halted);
    }
    let matching = |states: &[Vec<i64>], test: &dyn Fn(&Vec<i64>) -> bool| {
        states.iter().filter(|s| test(s)).map(|s| find(states, s)).collect::<Vec<_>>()
    };
    let goal = |s: &Vec<i64>| (2..=4).contains(&s[0]);
    let mut stop = Vec::new();
    for (variable, (role, states)) in [(first, &sensing), (second, &blind)].into_iter().enumerate() {
        let halted = matching(states, &|s| s.last() == Some(&1));
        let halted = builder.proposition(format!("h{variable}"), Subject::Role(role), halted);
        let goal = builder.proposition(format!("gr{variable}"), Subject::Role(role), matching(states, &goal));
        let variable = variable as u32;
        stop.push(
            holds_of(halted, variable).implies(holds_of(goal, variable).known_to(VariableId(variable))),
        );
    }
    builder.property(property(&[first, second], IndexedFormula::And(stop).always()));
    builder.finish().unwrap()
}

fn offer(action: ActionId, to: StateId) -> Offer<ActionId> {
    Offer { action, moves: vec![Move { when: Condition::always(), to }] }
}

/// Robots on a track of eight places, each with its own unreliable sensor, moved by the environment.
pub(crate) fn autonomous_robots() -> Family<Synchronous> {
    let mut builder = Family::synchronous("autonomous robots");
    let mut states = vec![vec![0, 0, 0]];
    for p in 1..=7 {
        states.extend((p - 1..=p + 1).map(|s| vec![p, s, 0]));
        states.extend((p - 1..=p + 1).filter(|s| *s >= 3).map(|s| vec![p, s, 1]));
    }
    let robot = builder.role(template("Robot", &["p", "s", "h"], &states));
    let track: Vec<Vec<i64>> = (0..=7).map(|p| vec![p]).collect();
    builder.environment(template("Environment", &["p"], &track));
    let step = builder.environment_action("move");
    for p in 0..=7u32 {
        let moves = vec![Move { when: Condition::always(), to: StateId((p + 1).min(7)) }];
        builder.environment_offer(StateId(p), Offer { action: step, moves });
    }
    let [eq, plus, minus, halt, nothing] =
        ["eq", "plus", "minus", "halt", "nothing"].map(|name| builder.action(name));
    for state in &states {
        let (from, p) = (find(&states, state), state[0] + 1);
        match (state[2] == 0, state[1] >= 3) {
            (true, true) => {
                let to = find(&states, &[state[0], state[1], 1]);
                builder.agent_offer(robot, from, offer(halt, to));
            }
            (true, false) if p <= 7 => {
                for (action, error) in [(eq, 0), (plus, 1), (minus, -1)] {
                    let to = find(&states, &[p, p + error, 0]);
                    builder.agent_offer(robot, from, offer(action, to));
                }
            }
            _ => builder.agent_offer(robot, from, offer(nothing, from)),
        }
    }
    let halted = states.iter().filter(|s| s[2] == 1).map(|s| find(&states, s)).collect();
    let halted = builder.proposition("halted", Subject::Role(robot), halted);
    let soon = holds_of(halted, 1).after_every_step().after_every_step();
    let formula = holds_of(halted, 0).implies(soon.known_to(VariableId(0))).always();
    builder.property(property(&[robot, robot], formula));
    builder.finish().unwrap()
}

/// An observer is kept waiting as long as in every round workers perform `q` different actions; a worker
/// that performed one rests for `k` rounds. In any other round everybody fails.
pub(crate) fn tired_workers(q: u32, k: u32) -> Family<Synchronous> {
    let mut builder = Family::synchronous("tired workers");
    let states: Vec<Vec<i64>> = (0..i64::from(k) + 3).map(|s| vec![s]).collect();
    // The observer, failure, ready, and the rounds of rest left.
    let (observer, failed, ready) = (StateId(0), StateId(1), StateId(2));
    let mut worker = template("Worker", &["state"], &states);
    worker.initial = [observer, ready].into_iter().chain((1..=k).map(|rest| StateId(2 + rest))).collect();
    let worker = builder.role(worker);
    let works: Vec<ActionId> = (0..q).map(|n| builder.action(format!("work{n}"))).collect();
    let idle = builder.action("idle");
    let all = || Condition::All(works.iter().map(|work| Condition::Occurs(*work)).collect());
    let moves = |to| {
        let otherwise = Move { when: Condition::Not(Box::new(all())), to: failed };
        vec![Move { when: all(), to }, otherwise]
    };
    for work in &works {
        builder.agent_offer(worker, ready, Offer { action: *work, moves: moves(StateId(2 + k)) });
    }
    for rest in 1..=k {
        builder.agent_offer(
            worker,
            StateId(2 + rest),
            Offer { action: idle, moves: moves(StateId(1 + rest)) },
        );
    }
    builder.agent_offer(worker, observer, Offer { action: idle, moves: moves(observer) });
    builder.agent_offer(worker, failed, offer(idle, failed));
    let not_observer = (1..states.len() as u32).map(StateId).collect();
    let p = builder.proposition("p", Subject::Role(worker), not_observer);
    builder.property(property(&[worker], holds_of(p, 0).inevitable()));
    builder.finish().unwrap()
}

/// Robots that signal when they have halted, and halt when they notice a signal.
pub(crate) fn signalling_robots() -> Family<Synchronous> {
    let mut builder = Family::synchronous("signalling robots");
    let mut states = vec![vec![0, 0, 0]];
    for p in 1..=7 {
        states.extend((p - 1..=p + 1).map(|s| vec![p, s, 0]));
    }
    let halted: Vec<Vec<i64>> = states.iter().map(|s| vec![s[0], s[1], 1]).collect();
    states.extend(halted);
    let robot = builder.role(template("Robot", &["p", "s", "h"], &states));
    let [low, exact, high, signal] = ["low", "exact", "high", "signal"].map(|name| builder.action(name));
    for state in &states {
        let from = find(&states, state);
        if state[2] == 1 {
            builder.agent_offer(robot, from, offer(signal, from));
            continue;
        }
        for (action, error) in [(low, -1), (exact, 0), (high, 1)] {
            let stop = find(&states, &[state[0], state[1], 1]);
            let noticed = Condition::Occurs(signal);
            let mut moves = vec![Move { when: noticed.clone(), to: stop }];
            let p = state[0] + 1;
            if state[1] >= 3 {
                moves.push(Move { when: Condition::always(), to: stop });
            } else if p <= 7 {
                let to = find(&states, &[p, p + error, 0]);
                moves.push(Move { when: Condition::Not(Box::new(noticed)), to });
            }
            builder.agent_offer(robot, from, Offer { action, moves });
        }
    }
    let halted = states.iter().filter(|s| s[2] == 1).map(|s| find(&states, s)).collect();
    let halted = builder.proposition("halted", Subject::Role(robot), halted);
    let then = |later: IndexedFormula| holds_of(halted, 0).implies(later.known_to(VariableId(0))).always();
    builder.property(property(&[robot, robot], then(holds_of(halted, 1).after_every_step())));
    builder.property(property(&[robot, robot], then(holds_of(halted, 1))));
    builder.finish().unwrap()
}
