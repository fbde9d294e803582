//! The options that the program has, from its own help, and values for them: good ones, and others.

use std::io;
use std::path::Path;
use std::process::Command;

use synod_simulate::Random;

use crate::mutate::one;

/// The commands, each with how many files it reads.
pub const COMMANDS: [&str; 8] =
    ["check", "cutoff", "simulate", "estimate", "interact", "show", "replay", "certify"];

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
    "../..",
    "ä💥",
    "a=b=c",
];

/// Values that are right somewhere.
const USEFUL: [&str; 30] = [
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
    "out.json",
    "out.itf.json",
    "out.cert",
    "x = 0",
];

/// An option of a command.
struct CommandOption {
    /// With its dashes.
    name: String,
    takes_value: bool,
    /// The values that the help lists.
    values: Vec<String>,
}

/// The options of all commands.
pub struct Vocabulary(Vec<Vec<CommandOption>>);

impl Vocabulary {
    /// The options that the program in this file tells of.
    pub fn of(synod: &Path) -> io::Result<Vocabulary> {
        let help = |command: &&str| {
            let said = Command::new(synod).args(["help", command]).output()?;
            let mut known = options(&String::from_utf8_lossy(&said.stdout));
            // It waits for the user for ever.
            known.retain(|option| option.name != "--watch-files");
            Ok(known)
        };
        let all: io::Result<Vec<_>> = COMMANDS.iter().map(help).collect();
        match all {
            Ok(all) if all.iter().all(|options| !options.is_empty()) => Ok(Vocabulary(all)),
            Ok(_) => Err(io::Error::other("`synod help` does not tell the options of its commands")),
            Err(error) => Err(error),
        }
    }

    /// Some options of a command with values, most of them good.
    pub fn some(&self, command: &str, random: &mut Random) -> Vec<String> {
        let known = COMMANDS.iter().zip(&self.0).find(|(name, _)| **name == command);
        let Some((_, options)) = known else { return Vec::new() };
        let mut words = Vec::new();
        for _ in 0..random.below(5) {
            let option = &options[random.below(options.len())];
            // Long work is for those who ask for it.
            if ["--timeout", "--memory", "--help", "--runs", "--steps"].contains(&option.name.as_str()) {
                continue;
            }
            words.push(option.name.clone());
            if option.takes_value {
                words.push(option.value(random));
            }
        }
        words
    }

    /// Any words at all: options of any command, names of files, and what is neither.
    pub fn any(&self, files: &[&str], random: &mut Random) -> Vec<String> {
        let mut words = Vec::new();
        for _ in 0..random.below(9) {
            match random.below(6) {
                0 => words.push(one(&ODD, random).to_string()),
                1 => words.push(one(files, random).to_string()),
                2 => words.push(format!("{}={}", one(&["n", "Robot", "", "x"], random), one(&ODD, random))),
                _ => {
                    let options = &self.0[random.below(self.0.len())];
                    let option = &options[random.below(options.len())];
                    words.push(option.name.clone());
                    if random.below(4) > 0 {
                        words.push(option.value(random));
                    }
                }
            }
        }
        words
    }
}

impl CommandOption {
    fn value(&self, random: &mut Random) -> String {
        match random.below(8) {
            0 => one(&ODD, random).to_string(),
            1..6 if !self.values.is_empty() => self.values[random.below(self.values.len())].clone(),
            _ => one(&USEFUL, random).to_string(),
        }
    }
}

/// The options in a help text: `-p, --property <PROPERTY>`, and below `- name: meaning` for each value.
fn options(help: &str) -> Vec<CommandOption> {
    let mut found: Vec<CommandOption> = Vec::new();
    for line in help.lines().map(str::trim_start) {
        if line.starts_with("--") || line.starts_with('-') && line.contains(", --") {
            let name = line.split_whitespace().find(|word| word.starts_with("--")).unwrap_or_default();
            found.push(CommandOption {
                name: name.to_string(),
                takes_value: line.contains('<'),
                values: Vec::new(),
            });
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
                    -q, --quiet\n          Not -p, nor that\n";
        let found = options(help);
        assert_eq!(
            found.iter().map(|option| option.name.as_str()).collect::<Vec<_>>(),
            ["--atlk", "--quiet"]
        );
        assert!(found[0].takes_value && !found[1].takes_value);
        assert_eq!(found[0].values, ["0"]);
    }
}
