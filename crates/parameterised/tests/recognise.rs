//! Families found in systems of one size, against the same systems of other sizes: on random models in
//! R-CHECK, a property of the family's instance has the verdict it has for the model with so many agents.

use synod_core::{Budget, Engine, Property, Silent, System, Verdict};
use synod_explicit::Explicit;
use synod_parameterised::{Unmet, recognise};
use synod_rcheck::{Options, load};
use synod_syntax::{Source, Style, render};

/// How many random models to try.
fn cases() -> u64 {
    std::env::var("SYNOD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// Small random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

fn read(text: &str) -> (System, Vec<Property>) {
    let source = Source::new("random.rcp", text);
    let loaded = load(&source, &Options::default());
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    let model = loaded.model.unwrap_or_else(|| panic!("{text}\n{problems}"));
    (model.system, model.properties)
}

/// Some commands of an agent with the locals `s` and `t`.
fn commands(random: &mut Random, count: u64) -> String {
    let values = ["v0", "v1", "v2"];
    let mut lines = Vec::new();
    for number in 0..count {
        let guard = match random.below(3) {
            0 => "true".to_string(),
            1 => format!("s = {}", random.pick(&values)),
            _ => format!("s != {}", random.pick(&values)),
        };
        let update = match random.below(4) {
            0 => String::new(),
            1 => format!("t := {}", random.pick(&["true", "false", "!t"])),
            _ => format!("s := {}", random.pick(&values)),
        };
        let (channel, message) = (random.pick(&["*", "*", "c"]), random.pick(&["a", "b"]));
        lines.push(match random.below(2) {
            0 => format!("m{number}: {{{guard}}} {channel}! true (MSG := {message})[{update}]"),
            _ => format!("m{number}: {{{guard} & MSG = {message}}} {channel}? [{update}]"),
        });
    }
    lines.join("\n      + ")
}

/// A model with so many copies of the first agent.
fn model(copy: &str, other: &str, listens: [&str; 2], copies: usize) -> String {
    let agent = |name: &str, listens: &str, commands: &str| {
        format!(
            "agent {name}
    local: s : values, t : bool
    init: s = v0 & !t
    receive-guard: {listens}
    repeat: {commands}
"
        )
    };
    let instances: Vec<String> = (1..=copies).map(|n| format!("Copy(p{n}, true)")).collect();
    format!(
        "enum channel {{c}}
enum values {{v0, v1, v2}}
enum kinds {{a, b}}
message-structure: MSG : kinds
{}{}system = {} || Other(e, true)
SPEC one: G !(p1-s = v2 & p1-t)
SPEC two: G !(p1-s = v1 & p2-s = v1)
SPEC both: G (p1-s = v1 -> (p2-t | e-s != v2))
SPEC other: G !(e-s = v2)
SPEC later: G (p1-t -> G p1-t)
",
        agent("Copy", listens[0], copy),
        agent("Other", listens[1], other),
        instances.join(" || "),
    )
}

fn holds(system: &System, property: &Property) -> bool {
    match Explicit::new(system).check(property, &Budget::unlimited(), &Silent).verdict {
        Verdict::Holds(_) => true,
        Verdict::Violated(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn instances_of_the_family_are_the_models_with_so_many_agents() {
    let (mut compared, mut violated) = (0, 0);
    for seed in 0..cases() {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
        let (copies, others) = (2 + random.below(4), 1 + random.below(3));
        let (copy, other) = (commands(&mut random, copies), commands(&mut random, others));
        let guards = ["chan = c", "false", "chan = c & t"];
        let listens = [random.pick(&guards), random.pick(&guards)];
        let text = model(&copy, &other, listens, 2);
        let (system, properties) = read(&text);
        let found = match recognise(&system, &properties, "Copy") {
            Ok(found) => found,
            Err(Unmet::SeveralReactions { .. }) => continue,
            Err(unmet) => panic!("{unmet}\n{text}"),
        };
        for size in 2..=4 {
            let (whole, asked) = read(&model(&copy, &other, listens, size));
            let mut instance = found.family.instance(&[size as u32]).expect("agents");
            for (property, indexed) in std::iter::zip(&asked, &found.properties) {
                let indexed = indexed.as_ref().unwrap_or_else(|why| panic!("{}: {why}", property.name));
                let same = instance.property(&found.family, indexed).expect("enough agents");
                let expected = holds(&whole, property);
                assert_eq!(
                    holds(&instance.system, &same),
                    expected,
                    "{} with {size} copies\n{text}",
                    property.name
                );
                compared += 1;
                violated += usize::from(!expected);
            }
        }
    }
    assert!(violated > compared / 20 && violated < compared, "{violated} of {compared} are violated");
}

/// Guests who enter by a door that remembers, or does not, who came.
fn guests(instances: &str) -> String {
    format!(
        "enum channel {{c}}
message-structure: MSG : bool
agent Guest
    local: here : bool
    receive-guard: false
    repeat: enter: {{!here}} c! true (MSG := true)[here := true]
agent Door
    local: open : bool
    init: open
    receive-guard: chan = c
    repeat: let: {{open & MSG}} c? [open := false]
system = {instances} || Door(d, true)
SPEC G !(g1-here & d-open)
"
    )
}

fn unmet(instances: &str, role: &str) -> String {
    let (system, properties) = read(&guests(instances));
    recognise(&system, &properties, role).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn what_is_not_met_is_told() {
    let two = "Guest(g1, !here) || Guest(g2, !here)";
    assert!(unmet(two, "Door").starts_with("`d` is the only agent of the role"));
    assert_eq!(unmet(two, "Dor"), "there is no such role; there are Door, Guest");
    assert_eq!(unmet("Guest(g1, !here) || Guest(g2, here)", "Guest"), "`g1` and `g2` start differently");
    assert!(unmet("Guest(g1, !here) || Guest(g2, true)", "Guest").starts_with("`g2-here` can start"));
}
