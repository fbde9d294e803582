//! Random models, as text. They keep to what MCMAS does without crashing: no `<g>(p U q)`, no temporal
//! operators in fairness, and ranges that are powers of two, which it counts right.

use std::fmt::Write;

use synod_testing::Dice;

#[derive(Clone)]
enum Kind {
    Bool,
    Enum(Vec<String>),
    Range(i64, i64),
}

#[derive(Clone)]
struct Var {
    name: String,
    kind: Kind,
}

impl Var {
    fn declaration(&self) -> String {
        match &self.kind {
            Kind::Bool => format!("{} : boolean;", self.name),
            Kind::Enum(values) => format!("{} : {{{}}};", self.name, values.join(", ")),
            Kind::Range(lo, hi) => format!("{} : {lo}..{hi};", self.name),
        }
    }

    fn value(&self, random: &mut Dice) -> String {
        match &self.kind {
            Kind::Bool => random.one_of(&["true", "false"]).to_string(),
            Kind::Enum(values) => random.one_of(values),
            Kind::Range(lo, hi) => (lo + random.below((hi - lo + 1) as usize) as i64).to_string(),
        }
    }

    /// A comparison of the variable, as `name`.
    fn test(&self, name: &str, random: &mut Dice) -> String {
        let value = self.value(random);
        let operator = match self.kind {
            Kind::Range(..) => random.one_of(&["=", "<>", "<", "<=", ">", ">="]),
            _ => random.one_of(&["=", "=", "<>"]),
        };
        format!("{name} {operator} {value}")
    }
}

struct Agent {
    name: String,
    vars: Vec<Var>,
    /// For the environment: variables that all agents see.
    shown: Vec<Var>,
    /// The hidden variables of the environment that it sees all the same.
    lobsvars: Vec<Var>,
    actions: Vec<String>,
}

pub fn model(random: &mut Dice) -> String {
    let count = 1 + random.below(3);
    let environment = agent("Environment", 0, random);
    let mut agents: Vec<Agent> = (1..=count).map(|i| agent(&format!("P{i}"), i, random)).collect();
    for agent in &mut agents {
        agent.lobsvars = environment.vars.iter().filter(|_| random.below(2) == 0).cloned().collect();
    }
    let single = random.below(2) == 0;
    let mut out = String::new();
    if single {
        out.push_str("Semantics = SingleAssignment;\n");
    }
    let all: Vec<&Agent> = std::iter::once(&environment).chain(&agents).collect();
    for agent in &all {
        write_agent(&mut out, agent, &environment, &all, single, random);
    }
    out.push_str("Evaluation\n");
    for i in 0..3 {
        let _ = writeln!(out, "  p{i} if {};", global_condition(&all, random));
    }
    out.push_str("end Evaluation\nInitStates\n  ");
    let mut init = Vec::new();
    for agent in &all {
        for var in agent.shown.iter().chain(&agent.vars) {
            if random.below(6) > 0 || init.is_empty() {
                init.push(format!("{}.{} = {}", agent.name, var.name, var.value(random)));
            }
        }
    }
    let _ = writeln!(out, "{};\nend InitStates", init.join(" and "));
    let names: Vec<String> = all.iter().map(|agent| agent.name.clone()).collect();
    let _ = writeln!(out, "Groups\n  g1 = {{{}}};\n  g2 = {{{}}};\nend Groups", names[1], names.join(", "));
    let fair = random.below(4) == 0;
    if fair {
        let conditions: Vec<String> = (0..=random.below(2)).map(|_| proposition(random)).collect();
        let _ = writeln!(out, "Fairness\n  {};\nend Fairness", conditions.join("; "));
    }
    out.push_str("Formulae\n");
    let draw = Formulas { names, fair };
    for _ in 0..5 {
        let _ = writeln!(out, "  {};", draw.state(3, random));
    }
    for _ in 0..2 {
        let _ = writeln!(out, "  LTL {};", draw.linear(3, random));
    }
    out.push_str("end Formulae\n");
    out
}

fn agent(name: &str, number: usize, random: &mut Dice) -> Agent {
    let mut fresh = 0;
    let mut var = |random: &mut Dice| {
        fresh += 1;
        let name = format!("v{number}{fresh}");
        let kind = match random.below(4) {
            0 => Kind::Bool,
            1 => Kind::Enum((0..2 + random.below(3)).map(|i| format!("e{i}")).collect()),
            2 => Kind::Range(0, 1),
            _ => Kind::Range(-1, 2),
        };
        Var { name, kind }
    };
    let environment = number == 0;
    Agent {
        name: name.to_string(),
        shown: if environment { (0..random.below(2)).map(|_| var(random)).collect() } else { vec![] },
        vars: (0..1 + random.below(2)).map(|_| var(random)).collect(),
        lobsvars: vec![],
        actions: (0..1 + random.below(3)).map(|i| format!("a{number}{i}")).collect(),
    }
}

fn write_agent(
    out: &mut String,
    agent: &Agent,
    environment: &Agent,
    all: &[&Agent],
    single: bool,
    random: &mut Dice,
) {
    let _ = writeln!(out, "Agent {}", agent.name);
    let is_environment = agent.name == "Environment";
    let declare = |vars: &[Var]| vars.iter().map(Var::declaration).collect::<Vec<_>>().join(" ");
    if !agent.shown.is_empty() {
        let _ = writeln!(out, "  Obsvars: {} end Obsvars", declare(&agent.shown));
    }
    if !is_environment && !agent.lobsvars.is_empty() {
        let names: Vec<&str> = agent.lobsvars.iter().map(|var| var.name.as_str()).collect();
        let _ = writeln!(out, "  Lobsvars = {{{}}};", names.join(", "));
    }
    let _ = writeln!(out, "  Vars: {} end Vars", declare(&agent.vars));
    let _ = writeln!(out, "  Actions = {{{}}};", agent.actions.join(", "));
    let mut seen: Vec<(String, Var)> =
        agent.shown.iter().chain(&agent.vars).map(|var| (var.name.clone(), var.clone())).collect();
    if !is_environment {
        let shown = environment.shown.iter().chain(&agent.lobsvars);
        seen.extend(shown.map(|var| (format!("Environment.{}", var.name), var.clone())));
    }
    let local = |random: &mut Dice| {
        let test = |random: &mut Dice| {
            let (name, var) = random.one_of(&seen);
            var.test(&name, random)
        };
        match random.below(3) {
            0 => format!("({} or {})", test(random), test(random)),
            1 => format!("!({})", test(random)),
            _ => test(random),
        }
    };
    out.push_str("  Protocol:\n");
    for _ in 0..random.below(3) {
        let _ = writeln!(out, "    {} : {{{}}};", local(random), some_of(&agent.actions, random).join(", "));
    }
    if random.below(8) > 0 {
        let _ = writeln!(out, "    Other : {{{}}};", some_of(&agent.actions, random).join(", "));
    } else {
        let _ = writeln!(out, "    {} : {{{}}};", local(random), agent.actions[0]);
    }
    out.push_str("  end Protocol\n  Evolution:\n");
    let own: Vec<Var> = agent.shown.iter().chain(&agent.vars).cloned().collect();
    for _ in 0..1 + random.below(4) {
        let mut targets = vec![random.one_of(&own)];
        if !single && random.below(3) == 0 {
            targets.extend(own.iter().find(|var| var.name != targets[0].name).cloned());
        }
        let assigns: Vec<String> = targets
            .iter()
            .map(|var| match var.kind {
                Kind::Range(..) if random.below(2) == 0 => {
                    format!("{0} = {0} {1} 1", var.name, random.one_of(&["+", "-"]))
                }
                _ => format!("{} = {}", var.name, var.value(random)),
            })
            .collect();
        let mut condition = Vec::new();
        if !random.one_in(3) {
            condition.push(local(random));
        }
        if !random.one_in(3) || condition.is_empty() {
            let other = random.one_of(all);
            let action = random.one_of(&other.actions);
            // The environment may not name itself.
            let whose = if other.name == agent.name { String::new() } else { format!("{}.", other.name) };
            condition.push(format!("{whose}Action = {action}"));
        }
        let _ = writeln!(out, "    {} if {};", assigns.join(" and "), condition.join(" and "));
    }
    out.push_str("  end Evolution\nend Agent\n");
}

/// At least one, in order.
fn some_of(list: &[String], random: &mut Dice) -> Vec<String> {
    let some: Vec<String> = list.iter().filter(|_| random.below(2) == 0).cloned().collect();
    if some.is_empty() { vec![random.one_of(list)] } else { some }
}

fn global_condition(all: &[&Agent], random: &mut Dice) -> String {
    let agent = random.one_of(all);
    let vars: Vec<&Var> = agent.shown.iter().chain(&agent.vars).collect();
    let var = random.one_of(&vars);
    var.test(&format!("{}.{}", agent.name, var.name), random)
}

fn proposition(random: &mut Dice) -> String {
    format!("p{}", random.below(3))
}

struct Formulas {
    names: Vec<String>,
    fair: bool,
}

impl Formulas {
    fn state(&self, depth: usize, random: &mut Dice) -> String {
        if depth == 0 {
            return proposition(random);
        }
        let a = self.state(depth - 1, random);
        let group = random.one_of(&["g1", "g2"]);
        match random.below(20) {
            0 => format!("!({a})"),
            1 => format!("({a} and {})", self.state(depth - 1, random)),
            2 => format!("({a} or {})", self.state(depth - 1, random)),
            3 => format!("({a} -> {})", self.state(depth - 1, random)),
            4 => format!("AG ({a})"),
            5 => format!("EG ({a})"),
            6 => format!("AX ({a})"),
            7 => format!("EX ({a})"),
            8 => format!("AF ({a})"),
            9 => format!("EF ({a})"),
            10 => format!("A (({a}) U ({}))", self.state(depth - 1, random)),
            11 => format!("E (({a}) U ({}))", self.state(depth - 1, random)),
            12 => format!("K({}, {a})", random.one_of(&self.names)),
            13 => format!("GK({group}, {a})"),
            14 => format!("GCK({group}, {a})"),
            15 => format!("DK({group}, {a})"),
            16 if !self.fair => format!("<{group}> X ({a})"),
            17 if !self.fair => format!("<{group}> G ({a})"),
            18 => format!("O({}, {a})", random.one_of(&self.names)),
            _ => format!("<{group}> F ({a})"),
        }
    }

    fn linear(&self, depth: usize, random: &mut Dice) -> String {
        if depth == 0 {
            return proposition(random);
        }
        let a = self.linear(depth - 1, random);
        match random.below(8) {
            0 => format!("!({a})"),
            1 => format!("(({a}) and ({}))", self.linear(depth - 1, random)),
            2 => format!("(({a}) or ({}))", self.linear(depth - 1, random)),
            3 => format!("X ({a})"),
            4 => format!("F ({a})"),
            5 => format!("G ({a})"),
            6 => format!("(({a}) U ({}))", self.linear(depth - 1, random)),
            _ => proposition(random),
        }
    }
}
