//! Random models in LAbS: a property of the family's instance has the verdict it has for the model with so
//! many agents, and so has the answer for all sizes.

use synod_core::{Budget, Engine, Property, Silent, System};
use synod_explicit::Explicit;
use synod_labs::{Options, interchangeable, load};
use synod_parameterised::{Asked, Conclusion, Limits, ParameterisedQuery, Recognised, Unmet, recognise};
use synod_syntax::{Source, Style, render};
use synod_testing::Dice;

use crate::{cases, holds};

fn read(text: &str, copies: i64) -> (System, Vec<Property>, synod_labs::model::Model, Options) {
    let source = Source::new("random.labs", text);
    let options = Options { parameters: vec![("n".to_string(), copies)], ..Options::default() };
    let loaded = load(&source, &options);
    let problems: String = loaded.diagnostics.iter().map(|d| render(&source, d, Style::Plain)).collect();
    let model = loaded.model.unwrap_or_else(|| panic!("{text}\n{problems}"));
    (model.system, model.properties, model.resolved, options)
}

/// The family of the copies, as seen with so many of them; `None` if agents are named by their ids.
fn family(text: &str, copies: i64) -> Option<Result<Recognised, Unmet>> {
    let (system, properties, resolved, options) = read(text, copies);
    let questions = interchangeable(&resolved, &options, "Copy").ok()?;
    let asked = properties.iter().map(|property| {
        let agents = questions[&property.name].clone();
        Asked { property, agents }
    });
    Some(recognise(&system, &asked.collect::<Vec<_>>(), "Copy"))
}

/// A guarded step.
fn step(random: &mut Dice, own: &str) -> String {
    let value = |random: &mut Dice| random.below(3);
    let guard = match random.below(10) {
        0 => String::new(),
        1 => format!("{own} = {} -> ", value(random)),
        2 => format!("e != {} -> ", value(random)),
        3 => format!("forall Copy c, s of c != {} -> ", value(random)),
        4 => format!("e = {} and {own} != {} -> ", value(random), value(random)),
        5 => format!("b = {} -> ", random.below(2)),
        6 => format!("!(6 / {own} > {}) -> ", 2 + random.below(3)),
        7 if random.below(4) == 0 => "id < 2 -> ".to_string(),
        _ => format!("e = {} -> ", value(random)),
    };
    let act = match random.below(7) {
        0 => format!("e, b <-- {}, {}", value(random), random.below(2)),
        1 => format!("e <-- {own}"),
        2 => format!("{own} <- e"),
        3 => format!("{{ e <-- {}; {own} <- {} }}", value(random), value(random)),
        4 => format!("b <-- {}", random.below(2)),
        _ => format!("{own} <- {}", value(random)),
    };
    format!("{guard}{act}")
}

/// A process that goes on for ever.
fn behaviour(random: &mut Dice, own: &str) -> String {
    let lines = (0..1 + random.below(3)).map(|_| {
        let steps = (0..1 + random.below(2)).map(|_| step(random, own)).collect::<Vec<_>>();
        format!("({})", steps.join("; "))
    });
    let lines = lines.collect::<Vec<_>>();
    format!("({}); Behavior", lines.join(random.one_of(&[" ++ ", " ++ ", "; "])))
}

fn model(random: &mut Dice) -> String {
    let (copy, other) = (behaviour(random, "s"), behaviour(random, "o"));
    let (v, w) = (random.below(3), random.below(3));
    let assumed = match random.below(24) {
        0 => "assume {\n    Impossible = e = 1\n}\n",
        1 => "assume {\n    Impossible = forall Copy x, s of x = 1\n}\n",
        2..=5 => "assume {\n    Given = forall Copy x, s of x = 0 and e = 0\n}\n",
        _ => "",
    };
    format!(
        "system {{
    extern = _n
    environment = e: 0; b: 0
    spawn = Copy: _n, Other: {}
}}
agent Copy {{
    interface = s: 0
    Behavior = {copy}
}}
agent Other {{
    interface = o: 0
    Behavior = {other}
}}
{assumed}check {{
    One = always forall Copy x, s of x != {v}
    Two = always forall Copy x, forall Copy y, x = y or s of x != {v} or s of y != {w}
    Mixed = always forall Copy x, e != {v} or b = 1 or s of x = {w}
    Rest = always e != {w}
    Later = ltl forall Copy x, G (s of x = {v} -> G (s of x = {v} or e != {w}))
    Never = always !(exists Copy x, s of x = {w} and e = {v})
    Others = always forall Other x, o of x != {v}
    Fault = always forall Copy x, !(6 / s of x > 4 and b = 1)
    Faults = ltl forall Copy x, G (6 / e = 3 -> 6 / s of x > 4)
    Sure = always !(6 / e > 4) or e = {v}
    Until = ctl A ((forall Copy x, s of x != {v}) W e = {w})
}}
",
        1 + random.below(2)
    )
}

#[test]
fn instances_of_the_family_are_the_models_with_so_many_agents() {
    let (mut compared, mut violated, mut proved, mut named, mut without_start) = (0, 0, 0, 0, 0);
    for seed in 0..cases() / 3 {
        let mut random = Dice::new(seed);
        let text = model(&mut random);
        let found = match family(&text, 2) {
            Some(Ok(found)) => found,
            Some(Err(Unmet::NoStart)) => {
                without_start += 1;
                continue;
            }
            Some(Err(unmet)) => panic!("{unmet}\n{text}"),
            None => {
                named += 1;
                continue;
            }
        };
        let oracle = |system: &System, property: &Property, budget: &Budget| {
            Explicit::new(system).check(property, budget, &Silent)
        };
        let limits = Limits { threshold: 1, more_agents: 2, ..Limits::default() };
        let whole: Vec<_> = (2..=4).map(|size| read(&text, size)).collect();
        for (number, indexed) in found.properties.iter().enumerate() {
            let name = &whole[0].1[number].name;
            let indexed = indexed.as_ref().unwrap_or_else(|why| panic!("{name}: {why}"));
            let mut verdicts = Vec::new();
            for (size, (system, properties, ..)) in std::iter::zip(2_u32.., &whole) {
                let expected = holds(system, &properties[number]);
                let mut instance = found.family.instance(&[size]).expect("agents");
                let same = instance.property(&found.family, indexed).expect("enough agents");
                assert_eq!(holds(&instance.system, &same), expected, "{name} with {size} copies\n{text}");
                verdicts.push(expected);
                compared += 1;
                violated += usize::from(!expected);
            }
            if seed % 4 != 0 {
                continue;
            }
            match found
                .family
                .verify(ParameterisedQuery::new(indexed, &oracle, &Budget::unlimited()).within(limits))
                .conclusion
            {
                Conclusion::Holds(_) => {
                    assert!(verdicts.iter().all(|holds| *holds), "{name}: {verdicts:?}\n{text}");
                    proved += 1;
                }
                Conclusion::Violated { sizes, .. } => {
                    let (system, properties, ..) = read(&text, i64::from(sizes[0]));
                    assert!(!holds(&system, &properties[number]), "{name} at {sizes:?}\n{text}");
                }
                Conclusion::Unknown { .. } => {}
            }
        }
    }
    assert!(violated > compared / 20 && violated < compared, "{violated} of {compared} are violated");
    assert!(proved > 0, "nothing is proved");
    assert!(named > 0 && without_start > 0, "{named} with ids, {without_start} without a start");
}
