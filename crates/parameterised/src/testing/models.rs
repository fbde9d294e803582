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
