//! Formulas, conditions and names for options that take them: parts of the model, put together anew.

use synod_simulate::Random;

use crate::corpus::Model;
use crate::mutate::{mutated, one, pieces};

/// Expressions that mean something in some language.
const KNOWN: [&str; 24] = [
    "true",
    "false",
    "G true",
    "F false",
    "G F true",
    "!X true",
    "true U false",
    "deadlock",
    "progress",
    "AG EF true",
    "EX true",
    "always true",
    "eventually false",
    "finally true",
    "K(a, true)",
    "<g> F true",
    "E (F true and G false)",
    "forall x : Agent . G true",
    "exists A a, id of a = 0",
    "can(a)",
    "1 + 1",
    "1 / 0",
    "9223372036854775807 + 1 > 0",
    "0",
];

/// What stands between two expressions.
const JOINTS: [&str; 14] =
    [" & ", " | ", " -> ", " <-> ", " and ", " or ", " U ", " = ", " != ", " <= ", " + ", " * ", " / ", ", "];

/// What stands before one.
const OPENINGS: [&str; 12] =
    ["!", "G ", "F ", "X ", "AG ", "EF ", "-", "(", "not ", "always ", "forall x : A . ", "sender-"];

/// The system takes no longer arguments.
const LONGEST: usize = 100_000;

/// An expression, most often one that is almost right for the model.
pub fn expression(model: &Model, random: &mut Random) -> String {
    let mut text = any(model, random);
    let end = (0..=LONGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(end);
    text
}

fn any(model: &Model, random: &mut Random) -> String {
    match random.below(12) {
        0 => one(&KNOWN, random).to_string(),
        1..4 => phrase(model, random),
        4..7 => property(model, random),
        7 => format!("{}{}", one(&OPENINGS, random), property(model, random)),
        8 => format!("({}){}({})", phrase(model, random), one(&JOINTS, random), phrase(model, random)),
        9 => one(&OPENINGS, random).repeat([2, 100, 20_000][random.below(3)]) + &phrase(model, random),
        10 => vec![phrase(model, random); [2, 50, 3000][random.below(3)]].join(one(&JOINTS, random)),
        _ => {
            let changed = mutated(property(model, random).as_bytes(), &[], random);
            // The system takes no NUL in arguments.
            String::from_utf8_lossy(&changed).replace('\0', "")
        }
    }
}

/// A name of the model.
pub fn name(model: &Model, random: &mut Random) -> String {
    let is_name = |(from, _): &(usize, usize)| model.text[*from].is_ascii_alphabetic();
    let names: Vec<(usize, usize)> = pieces(&model.text).into_iter().filter(is_name).collect();
    match names.is_empty() {
        true => String::new(),
        false => {
            let (from, to) = names[random.below(names.len())];
            String::from_utf8_lossy(&model.text[from..to]).into_owned()
        }
    }
}

/// A few words of the model, as they stand there.
fn phrase(model: &Model, random: &mut Random) -> String {
    let words = pieces(&model.text);
    if words.is_empty() {
        return String::new();
    }
    let first = random.below(words.len());
    let last = (first + random.below(9)).min(words.len() - 1);
    String::from_utf8_lossy(&model.text[words[first].0..words[last].1]).replace('\0', "")
}

/// What looks like a property of the model, without its name.
fn property(model: &Model, random: &mut Random) -> String {
    const SIGNS: [&str; 10] =
        ["SPEC", "always", "finally", "eventually", "AG", "EF", "AF", "property", " if ", "K("];
    let text = String::from_utf8_lossy(&model.text);
    let alike: Vec<&str> =
        text.lines().filter(|line| SIGNS.iter().any(|sign| line.contains(sign))).map(str::trim).collect();
    if alike.is_empty() {
        return phrase(model, random);
    }
    let line = alike[random.below(alike.len())].trim_end_matches(';');
    let line = line.strip_prefix("SPEC").unwrap_or(line);
    let told = line.split_once(": ").or_else(|| line.split_once(" = ")).map_or(line, |(_, formula)| formula);
    told.trim().replace('\0', "")
}
