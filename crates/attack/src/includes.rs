//! Cases with R-CHECK models that include other files, and with constants.

use synod_simulate::Random;

use crate::case::Case;
use crate::corpus::Model;
use crate::mutate::{mutated, one};
use crate::vocabulary::Vocabulary;

/// What an include may name that is no model.
const PATHS: [&str; 14] = [
    "m.rcp",
    "./m.rcp",
    "d/../m.rcp",
    "none.rcp",
    ".",
    "d",
    "",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/mem",
    "../../../../../../../../etc/passwd",
    "\u{1b}[2J.rcp",
    "a.rcp\\",
    "d/e.rcp",
];

/// Constants, good ones and others.
const CONSTANTS: [&str; 12] = [
    "const n = 3",
    "const n = 2 * (k + 1);",
    "const k = 1",
    "const k = k",
    "const z = 1 / 0",
    "const huge = 9223372036854775807 * 9223372036854775807",
    "const low = -9223372036854775808 - 1",
    "const const = 1",
    "const include = 1",
    "const n",
    "const n = ",
    "const n = n + n + n",
];

/// A model in several files.
pub fn case(vocabulary: &Vocabulary, model: &Model, random: &mut Random) -> Case {
    let mut files = vec![("a.rcp".to_string(), Vec::new()), ("d/e.rcp".to_string(), Vec::new())];
    let lines: Vec<&[u8]> = model.text.split_inclusive(|byte| *byte == b'\n').collect();
    let (from, to) = (random.below(lines.len().max(1)), random.below(lines.len() + 1));
    let (from, to) = (from.min(to), from.max(to).min(lines.len()));
    let [before, moved, after] = [&lines[..from], &lines[from..to], &lines[to..]].map(<[&[u8]]>::concat);
    files[0].1 = moved;
    let mut text = constants(random);
    text.extend(before);
    text.extend(b"include \"a.rcp\"\n");
    for _ in 0..random.below(3) {
        text.extend(format!("include \"{}\"\n", one(&PATHS, random)).into_bytes());
    }
    text.extend(after);
    let mut is_included = true;
    match random.below(8) {
        // Files that include each other.
        0 => files[0].1.extend(b"include \"d/e.rcp\"\n"),
        1 => {
            files[0].1.extend(b"include \"d/e.rcp\"\n");
            files[1].1.extend(b"include \"../a.rcp\"\n");
        }
        // A long chain.
        2 => {
            let length = [3, 60, 400][random.below(3)];
            files[0].1.extend(b"include \"c0.rcp\"\n");
            for number in 0..length {
                let next = format!("include \"c{}.rcp\"\n", number + 1);
                files.push((format!("c{number}.rcp"), next.repeat(1 + random.below(2)).into_bytes()));
            }
        }
        // Large files.
        3 => {
            let line =
                one(&["// a comment\n", "const n = 1\n", "SPEC G true\n", "include \"d/e.rcp\"\n"], random);
            files[1].1 = line.repeat([10, 5000, 100_000][random.below(3)]).into_bytes();
            files[0].1.extend(b"include \"d/e.rcp\"\n");
        }
        4 => files[0].1 = mutated(&files[0].1, &[], random),
        5 => {
            text = mutated(&text, &[], random);
            is_included = false;
        }
        _ => {}
    }
    let command = one(&["check", "check", "show", "lint", "fmt", "simulate", "interact"], random);
    let mut arguments = vec![command.to_string(), "m.rcp".to_string()];
    let mut parts = 1;
    match random.below(6) {
        _ if command == "fmt" => {}
        0 => arguments.push(format!("n={}", one(&["5", "0", "-1", "x", "99999999999999999999"], random))),
        1 if command == "check" => {
            arguments.push("n=2..4".to_string());
            parts = 3;
        }
        _ => {}
    }
    // What is included is read, and must stay; other options may be refused before.
    if is_included && random.below(12) == 0 {
        let option = one(&["--csv", "--coverage"], random);
        let output = format!("{option}={}", one(&["a.rcp", "d/../a.rcp"], random));
        arguments = vec!["check".to_string(), "m.rcp".to_string(), output];
        parts = 1;
    } else {
        arguments.extend(vocabulary.some(command, model, random));
    }
    files.insert(0, ("m.rcp".to_string(), text));
    let mut case = Case::bare(files, arguments);
    case.limit(vocabulary, parts, random);
    case
}

/// Some constants, or a great many.
fn constants(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..random.below(4) {
        text += one(&CONSTANTS, random);
        text += "\n";
    }
    if random.below(12) == 0 {
        text += "const c0 = 1\n";
        text.extend((1..3000).map(|number| format!("const c{number} = c{} + c0\n", number - 1)));
    }
    text.into_bytes()
}
