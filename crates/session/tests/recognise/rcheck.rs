//! Random models in R-CHECK: a property of the family's instance has the verdict it has for the model with
//! so many agents.

use synod_core::{Property, System};
use synod_parameterised::{Asked, Recognised, Unmet};
use synod_rcheck::{Options, load};
use synod_syntax::{Source, Style, render};
use synod_testing::Dice;

use crate::{cases, holds};

fn read(text: &str) -> (System, Vec<Property>) {
    let source = Source::new("random.rcp", text);
    let loaded = load(&source, &Options::default());
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    let model = loaded.model.unwrap_or_else(|| panic!("{text}\n{problems}"));
    (model.system, model.properties)
}

/// Why there is no family: somebody is named, or the conditions for systems are not met.
#[derive(Debug)]
enum No {
    Named,
    Unmet(Unmet),
}

/// The family of the agents of a role.
fn recognise(text: &str, role: &str) -> Result<Recognised, No> {
    let (system, properties) = read(text);
    let loaded = load(&Source::new("random.rcp", text), &Options::default()).model;
    let agents = loaded.expect("a model").interchangeable(role).map_err(|_| No::Named)?;
    let agents =
        agents.into_iter().map(|agents| agents.ok_or("it depends on how many there are".to_string()));
    let asked = std::iter::zip(&properties, agents).map(|(property, agents)| Asked { property, agents });
    synod_parameterised::recognise(&system, &asked.collect::<Vec<_>>(), role).map_err(No::Unmet)
}

/// Something about a location, of whose names there are few: of a copy, of the other, or of neither.
fn about(random: &mut Dice, location: &str) -> String {
    let sign = random.one_of(&["=", "!="]);
    let known = random.one_of(&["e", "e", "w", "myself", "p1", "p2", "known"]);
    match (known, sign) {
        ("known", "=") => format!("known({location})"),
        ("known", _) => format!("!known({location})"),
        _ => format!("{location} {sign} {known}"),
    }
}

/// Some commands of an agent with the locals `s`, `t`, `n` and `w`.
fn commands(random: &mut Dice, count: u64) -> String {
    let values = ["v0", "v1", "v2"];
    let mut lines = Vec::new();
    for number in 0..count {
        let guard = match random.below(8) {
            0 | 1 => "true".to_string(),
            2..=4 => format!("s = {}", random.one_of(&values)),
            5 => format!("!(6 / n > {})", 2 + random.below(4)),
            _ => format!("s != {}", random.one_of(&values)),
        };
        let update = match random.below(6) {
            0 => String::new(),
            1 => format!("t := {}", random.one_of(&["true", "false", "!t"])),
            2 => format!("n := {}", random.one_of(&["1", "2", "3 - n"])),
            _ => format!("s := {}", random.one_of(&values)),
        };
        let (channel, message) = (random.one_of(&["*", "*", "c"]), random.one_of(&["a", "b"]));
        let rarely = random.below(4) == 0;
        lines.push(match random.below(2) {
            0 => {
                let asked = if rarely { about(random, "@me") } else { "true".to_string() };
                let who = random.one_of(&["myself", "myself", "w"]);
                format!(
                    "m{number}: {{{guard}}} {channel}! ({asked}) (MSG := {message}, WHO := {who})[{update}]"
                )
            }
            _ => {
                let from = if rarely { about(random, "WHO") } else { "true".to_string() };
                format!("m{number}: {{{guard} & MSG = {message} & {from}}} {channel}? [{update}]")
            }
        });
    }
    lines.join("\n      + ")
}

/// A model but for the number of copies of the first agent.
struct Draft {
    /// What each agent does, which channels it listens to, and where it starts.
    agents: [[String; 3]; 2],
}

impl Draft {
    fn new(random: &mut Dice) -> Self {
        let counts = [2 + random.below(4), 1 + random.below(3)];
        let agents = counts.map(|count| {
            let commands = commands(random, count);
            let listens = random.one_of(&["chan = c", "false", "chan = c & t"]).to_string();
            let start = match random.below(24) {
                0 => "w = p1".to_string(),
                1 => "(w = e & (myself = e | myself = p1 | myself = p2) | w = myself & !known(myself))"
                    .to_string(),
                2 => "w = e & t".to_string(),
                _ => "w = e".to_string(),
            };
            [commands, listens, start]
        });
        Draft { agents }
    }

    fn with(&self, copies: usize) -> String {
        let agent = |name: &str, [commands, listens, start]: &[String; 3]| {
            format!(
                "agent {name}
    local: s : values, t : bool, n : 0..2, w : location
    init: s = v0 & !t & n = 0 & {start}
    relabel: me <- myself
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
message-structure: MSG : kinds, WHO : location
property-variables: me : location
guard known(x : location) := x = p1 | x = p2;
{}{}system = {} || Other(e, true)
SPEC one: G !(p1-s = v2 & p1-t)
SPEC two: G !(p1-s = v1 & p2-s = v1)
SPEC both: G (p1-s = v1 -> (p2-t | e-s != v2))
SPEC other: G !(e-s = v2)
SPEC later: G (p1-t -> G p1-t)
SPEC fault: G !(6 / p1-n > 4 & p1-s = v1)
SPEC faults: G (6 / e-n = 3 -> (6 / p1-n > 2 & e-s = v0))
SPEC all: G forall k : Copy . (!(6 / k-n > 4) | k-t)
SPEC known: forall k : Copy . G (known(k) | k-s != v2)
",
            agent("Copy", &self.agents[0]),
            agent("Other", &self.agents[1]),
            instances.join(" || "),
        )
    }
}

#[test]
fn instances_of_the_family_are_the_models_with_so_many_agents() {
    let (mut compared, mut violated, mut named, mut without_start) = (0, 0, 0, 0);
    for seed in 0..cases() {
        let draft = Draft::new(&mut Dice::new(seed));
        let text = draft.with(2);
        let found = match recognise(&text, "Copy") {
            Ok(found) => found,
            Err(No::Unmet(Unmet::SeveralReactions { .. })) => continue,
            Err(No::Unmet(Unmet::NoStart)) => {
                without_start += 1;
                continue;
            }
            Err(No::Named) => {
                named += 1;
                continue;
            }
            Err(No::Unmet(unmet)) => panic!("{unmet}\n{text}"),
        };
        for size in 2..=4 {
            let (whole, asked) = read(&draft.with(size));
            let mut instance = found.family.instance(&[size as u32]).expect("agents");
            for (property, indexed) in std::iter::zip(&asked, &found.properties) {
                let indexed = match indexed {
                    Ok(indexed) => indexed,
                    Err(why) if property.name == "known" => {
                        assert!(why.starts_with("it is about 3 agents of the role"), "{why}");
                        continue;
                    }
                    Err(why) => panic!("{}: {why}\n{text}", property.name),
                };
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
    assert!(named > 0 && without_start > 0, "{named} with names, {without_start} without a start");
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
    match recognise(&guests(instances), role) {
        Err(No::Unmet(unmet)) => unmet.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_met_is_told() {
    let two = "Guest(g1, !here) || Guest(g2, !here)";
    assert!(unmet(two, "Door").starts_with("`d` is the only agent of the role"));
    assert_eq!(unmet(two, "Dor"), "there is no such role; there are Door, Guest");
    assert_eq!(unmet("Guest(g1, !here) || Guest(g2, here)", "Guest"), "`g1` and `g2` start differently");
    assert!(unmet("Guest(g1, !here) || Guest(g2, true)", "Guest").starts_with("`g2-here` can start"));
    assert!(unmet("Guest(g1, here & !here) || Guest(g2, here)", "Guest").contains("has no initial state"));
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
    assert_eq!(too_few, "it is about 3 agents of the role at once, and the model has 2: give it 3");
    assert_eq!(asked(&format!("{two} || {three}"), apart), Ok(()));
}
