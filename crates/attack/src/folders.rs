//! Cases with several models in files and folders, and with ranges of parameters.

use synod_simulate::Random;

use crate::case::Case;
use crate::corpus::Corpus;
use crate::mutate::one;
use crate::vocabulary::Vocabulary;

/// Ranges of parameters, each with the number of values it stands for; none for those that are refused.
const SWEEPS: [(&str, u64); 14] = [
    ("2..4", 3),
    ("2,3", 2),
    ("1..2,2..3,3", 3),
    ("-1..1", 3),
    ("0", 1),
    ("3..2", 0),
    ("1..", 0),
    ("..", 0),
    (",", 0),
    ("a..b", 0),
    ("0..99999999999999999999", 0),
    ("0..9223372036854775807", 0),
    ("-9223372036854775808..9223372036854775807", 0),
    ("1..2..3", 0),
];

/// Folders and names of files, without the ending.
const PLACES: [&str; 9] = ["", "d/", "d/", "d/e/", "d/.f/", "d/ä b", "d/\u{1b}[2J", "d/\u{202e}", "-"];

/// Several models, some of them mutated, some named more than once.
pub fn case(corpus: &Corpus, vocabulary: &Vocabulary, random: &mut Random) -> Case {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let first = random.below(corpus.models.len());
    for number in 0..=random.below(4) {
        // What the small ones do not show is shown by single models.
        let all: Vec<_> = corpus.models.iter().filter(|model| model.text.len() < 3000).collect();
        let model = if all.is_empty() { &corpus.models[first] } else { all[random.below(all.len())] };
        let ending = match random.below(8) {
            0 => one(&["", ".txt", ".rcp", ".labs", ".ispl~"], random).to_string(),
            _ => format!(".{}", model.language.ending),
        };
        let text = if random.below(3) == 0 { corpus.mutated(model, random) } else { model.text.clone() };
        files.push((format!("{}m{number}{ending}", one(&PLACES, random)), text));
    }
    let model = &corpus.models[first];
    let command = one(&["check", "check", "check", "lint", "fmt", "fmt", "show", "cutoff"], random);
    let mut arguments = vec![command.to_string()];
    for _ in 0..=random.below(2) {
        arguments.push(match random.below(4) {
            0 => ".".to_string(),
            1 => one(&["d", "d/", "d/../d", "d/e", "none", "", "-"], random).to_string(),
            _ => files[random.below(files.len())].0.clone(),
        });
    }
    let mut parts = (files.len() * arguments.len()) as u64;
    for _ in 0..random.below(3) {
        let (values, count) = SWEEPS[random.below(SWEEPS.len())];
        arguments.push(format!("{}={values}", one(&["n", "n", "Robot", "x", ""], random)));
        parts *= count.max(1);
    }
    for option in ["--expect", "--allow-empty"] {
        if command == "check" && random.below(3) == 0 {
            arguments.push(option.to_string());
        }
    }
    arguments.extend(vocabulary.some(command, model, random));
    let mut case = Case::bare(files, arguments);
    case.limit(vocabulary, parts, random);
    case
}
