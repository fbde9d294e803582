//! The options that the program has, from its own help, and values for them: good ones, and others.

use std::io;
use std::path::Path;
use std::process::Command;

use synod_simulate::Random;

use crate::corpus::Model;
use crate::expressions::{expression, name};
use crate::mutate::one;

/// The commands that read a model.
pub const COMMANDS: [&str; 10] =
    ["check", "lint", "fmt", "cutoff", "simulate", "estimate", "interact", "show", "replay", "certify"];

/// The commands that read none.
const OTHERS: [&str; 5] = ["init", "schema", "completions", "man", "help"];

/// Values that are wrong in most places.
const ODD: [&str; 24] = [
    "",
    "-",
    "--",
    "0",
    "-1",
    "1",
    "3",
    "99999999999999999999",
    "1e-400",
    "nan",
    "inf",
    "0.5",
    "a",
    "*",
    "?",
    "[",
    "spec-1",
    "spec-999",
    "no-deadlock",
    "\u{1b}[2J\u{7}\r",
    "\u{202e}",
    "../none",
    "ä💥",
    "a=b=c",
];

/// Values that are right somewhere.
const USEFUL: [&str; 27] = [
    "1",
    "2",
    "3",
    "5",
    "10",
    "100",
    "0.1",
    "0.9",
    "auto",
    "explicit",
    "bdd",
    "bmc",
    "kind",
    "ic3",
    "cbmc",
    "smt",
    "100M",
    "1G",
    "spec-1",
    "spec-2",
    "no-deadlock",
    "no-fault",
    "*",
    "text",
    "json",
    "svg",
    "x = 0",
];

/// Files to write to, good and bad ones.
const TARGETS: [&str; 30] = [
    "out.json",
    "out.json",
    "out.itf.json",
    "out.csv",
    "out.csv",
    "out.ndjson",
    "out.svg",
    "out.mmd",
    "out.puml",
    "out.sarif",
    "out.sarif",
    "out.junit.xml",
    "out.junit.xml",
    "out.html",
    "out.html",
    "out.dot",
    "out.cert",
    "out.smt2",
    "out.aag",
    "out.aig",
    "out.lcov",
    "out",
    "-",
    "/dev/stdout",
    "/dev/full",
    "/dev/null",
    "none/out.json",
    ".",
    "out\u{1b}[2J.json",
    "out.\u{202e}nosj",
];

/// Options whose values are files that are written.
const WRITING: [&str; 7] =
    ["--report", "--csv", "--trace-out", "--witness-dot", "--certificate", "--coverage", "--output"];

/// Options whose values are formulas, conditions or expressions in the language of the model.
const ASKING: [&str; 5] = ["--formula", "--watch", "--weak-fair", "--strong-fair", "--constraint"];

/// Options whose values are names of the model.
const NAMING: [&str; 5] = ["--only", "--fair-agent", "--agent", "--any-number", "--property"];

/// How an option takes its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// `--coverage` or `--coverage=FILE`.
    AtMostOne,
    /// So many words.
    Words(usize),
}

/// An option of a command.
struct CommandOption {
    /// With its dashes.
    name: String,
    takes: Takes,
    /// The values that the help lists.
    values: Vec<String>,
}

/// The options of all commands that read models.
pub struct Vocabulary(Vec<Vec<CommandOption>>);

impl Vocabulary {
    /// The options that the program in this file tells of.
    pub fn of(synod: &Path) -> io::Result<Vocabulary> {
        let help = |command: &&str| {
            let said = Command::new(synod).args(["help", command]).output()?;
            Ok(options(&String::from_utf8_lossy(&said.stdout)))
        };
        let all: io::Result<Vec<_>> = COMMANDS.iter().map(help).collect();
        match all {
            Ok(all) if all.iter().all(|options| !options.is_empty()) => Ok(Vocabulary(all)),
            Ok(_) => Err(io::Error::other("`synod help` does not tell the options of its commands")),
            Err(error) => Err(error),
        }
    }

    fn options(&self, command: &str) -> &[CommandOption] {
        let known = COMMANDS.iter().zip(&self.0).find(|(name, _)| **name == command);
        known.map_or(&[], |(_, options)| options)
    }

    /// Whether a command has an option.
    pub fn has(&self, command: &str, option: &str) -> bool {
        self.options(command).iter().any(|known| known.name == option)
    }

    /// Some options of a command with values, most of them good.
    pub fn some(&self, command: &str, model: &Model, random: &mut Random) -> Vec<String> {
        let mut options: Vec<&CommandOption> = self.options(command).iter().collect();
        // Limits are given apart from the others; help would be all that is done.
        options.retain(|option| !["--timeout", "--memory", "--help"].contains(&option.name.as_str()));
        if options.is_empty() {
            return Vec::new();
        }
        let count = random.below(5);
        (0..count).flat_map(|_| options[random.below(options.len())].words(model, random)).collect()
    }

    /// Any words at all: options of any command, names of files, and what is neither.
    pub fn any(&self, model: &Model, files: &[&str], random: &mut Random) -> Vec<String> {
        let mut words = Vec::new();
        for _ in 0..random.below(9) {
            match random.below(6) {
                0 => words.push(one(&ODD, random).to_string()),
                1 => words.push(one(files, random).to_string()),
                2 => words.push(format!("{}={}", one(&["n", "Robot", "", "x"], random), one(&ODD, random))),
                _ => {
                    let options = &self.0[random.below(self.0.len())];
                    let mut option = options[random.below(options.len())].words(model, random);
                    if random.below(4) == 0 {
                        option.truncate(1);
                    }
                    words.append(&mut option);
                }
            }
        }
        words
    }

    /// Any command.
    pub fn command(random: &mut Random) -> &'static str {
        match random.below(6) {
            0 => one(&OTHERS, random),
            _ => COMMANDS[random.below(COMMANDS.len())],
        }
    }
}

impl CommandOption {
    /// The option with values.
    fn words(&self, model: &Model, random: &mut Random) -> Vec<String> {
        let name = self.name.clone();
        match self.takes {
            Takes::Nothing => vec![name],
            Takes::AtMostOne => match random.below(2) {
                0 => vec![name],
                _ => vec![format!("{name}={}", self.value(model, random))],
            },
            Takes::Words(count) => {
                let values = (0..count).map(|_| self.value(model, random)).collect::<Vec<_>>();
                [vec![name], values].concat()
            }
        }
    }

    fn value(&self, model: &Model, random: &mut Random) -> String {
        let is_one_of = |list: &[&str]| list.contains(&self.name.as_str());
        match random.below(8) {
            0 => one(&ODD, random).to_string(),
            1..6 if !self.values.is_empty() => self.values[random.below(self.values.len())].clone(),
            1 if is_one_of(&WRITING) => model.file(),
            2.. if is_one_of(&WRITING) => one(&TARGETS, random).to_string(),
            1.. if is_one_of(&ASKING) => expression(model, random),
            2.. if self.name == "--fair-agent" => {
                format!("{}{}", one(&["", "strong:", "all"], random), name(model, random))
            }
            3.. if is_one_of(&NAMING) => name(model, random),
            _ => one(&USEFUL, random).to_string(),
        }
    }
}

/// The options in a help text: `-p, --property <PROPERTY>`, and below `- name: meaning` for each value.
fn options(help: &str) -> Vec<CommandOption> {
    let mut found: Vec<CommandOption> = Vec::new();
    for line in help.lines().map(str::trim_start) {
        if line.starts_with("--") || line.starts_with('-') && line.contains(", --") {
            let word = line.split_whitespace().find(|word| word.starts_with("--")).unwrap_or_default();
            let (name, takes) = match word.split_once("[=") {
                Some((name, _)) => (name, Takes::AtMostOne),
                None => match line.matches('<').count() {
                    0 => (word, Takes::Nothing),
                    words => (word, Takes::Words(words)),
                },
            };
            found.push(CommandOption { name: name.to_string(), takes, values: Vec::new() });
        } else if let (Some(value), Some(option)) = (line.strip_prefix("- "), found.last_mut()) {
            option.values.extend(value.split(':').next().map(str::to_string));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_from_the_help() {
        let help = "Options:\n      --atlk <0|1>\n          What: x\n\n          Possible values:\n          - 0: No\n  \
                    -q, --quiet\n          Not -p, nor that\n      --coverage[=<FILE>]\n      --strong-fair <WHEN> <THEN>\n";
        let found = options(help);
        let told: Vec<_> = found.iter().map(|option| (option.name.as_str(), option.takes)).collect();
        assert_eq!(
            told,
            [
                ("--atlk", Takes::Words(1)),
                ("--quiet", Takes::Nothing),
                ("--coverage", Takes::AtMostOne),
                ("--strong-fair", Takes::Words(2)),
            ]
        );
        assert_eq!(found[0].values, ["0"]);
    }
}
