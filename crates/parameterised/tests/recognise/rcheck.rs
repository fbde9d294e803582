//! Random models in R-CHECK: a property of the family's instance has the verdict it has for the model with
//! so many agents.

use synod_core::{Property, System};
use synod_parameterised::{Asked, Recognised, Unmet};
use synod_rcheck::{Options, breadths, load};
use synod_syntax::{Source, Style, render};

use crate::{Random, cases, holds};

fn read(text: &str) -> (System, Vec<Property>) {
    let source = Source::new("random.rcp", text);
    let loaded = load(&source, &Options::default());
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    let model = loaded.model.unwrap_or_else(|| panic!("{text}\n{problems}"));
    (model.system, model.properties)
}

/// The family of the agents of a role.
fn recognise(text: &str, role: &str) -> Result<Recognised, Unmet> {
    let (system, properties) = read(text);
    let agents = breadths(&Source::new("random.rcp", text), &Options::default(), role);
    let agents =
        agents.into_iter().map(|agents| agents.ok_or("it depends on how many there are".to_string()));
    let asked = std::iter::zip(&properties, agents).map(|(property, agents)| Asked { property, agents });
    synod_parameterised::recognise(&system, &asked.collect::<Vec<_>>(), role)
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

#[test]
fn instances_of_the_family_are_the_models_with_so_many_agents() {
    let (mut compared, mut violated) = (0, 0);
    for seed in 0..cases() {
        let mut random = Random::new(seed);
        let (copies, others) = (2 + random.below(4), 1 + random.below(3));
        let (copy, other) = (commands(&mut random, copies), commands(&mut random, others));
        let guards = ["chan = c", "false", "chan = c & t"];
        let listens = [random.pick(&guards), random.pick(&guards)];
        let text = model(&copy, &other, listens, 2);
        let found = match recognise(&text, "Copy") {
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
    recognise(&guests(instances), role).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn what_is_not_met_is_told() {
    let two = "Guest(g1, !here) || Guest(g2, !here)";
    assert!(unmet(two, "Door").starts_with("`d` is the only agent of the role"));
    assert_eq!(unmet(two, "Dor"), "there is no such role; there are Door, Guest");
    assert_eq!(unmet("Guest(g1, !here) || Guest(g2, here)", "Guest"), "`g1` and `g2` start differently");
    assert!(unmet("Guest(g1, !here) || Guest(g2, true)", "Guest").starts_with("`g2-here` can start"));
}

#[test]
fn quantifiers_are_read_for_more_agents_only_if_that_says_the_same() {
    let (two, three) = ("Guest(g1, !here) || Guest(g2, !here)", "Guest(g3, !here)");
    let asked = |instances: &str, spec: &str| {
        let text = guests(instances).replace("G !(g1-here & d-open)", spec);
        recognise(&text, "Guest").unwrap().properties.remove(0).map(drop)
    };
    let not_all = asked(two, "G !(forall k : Guest . k-here)").unwrap_err();
    assert_eq!(not_all, "it depends on how many there are");
    // One guest may be the exception of each part: with two of them that is never so.
    let apart =
        "G ((forall k : Guest . k-here) | (forall k : Guest . !k-here) | (forall k : Guest . d-open))";
    let too_few = asked(two, apart).unwrap_err();
    assert_eq!(too_few, "it speaks of 3 agents of the role at once, and the model has 2: give it 3");
    assert_eq!(asked(&format!("{two} || {three}"), apart), Ok(()));
}
