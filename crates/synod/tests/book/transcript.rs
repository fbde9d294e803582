//! Console blocks: commands that are typed, and what the tool prints.
//!
//! ```text
//! $ synod check model.rcp
//! expected output
//! $ synod interact model.rcp
//! what it says first
//! 0> steps
//! what it answers
//! $ synod show model.rcp --format svg > docs/src/images/picture.svg
//! ```
//!
//! Lines such as `0> steps` are typed at the prompt of `synod interact`; what stands before `>` is not
//! compared, since the tool shows a prompt on terminals only. In the expected output `[..]` stands for any text within a line, and a line `...` for any lines. A
//! redirected output is compared with the file. Commands run in the root of the repository, and standard
//! output and standard error are read together. A block ```` ```console,exit=1 ```` expects that exit code
//! of its commands; without it, 0 is expected.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// One command of a block.
pub struct Typed {
    /// The line, without the prompt.
    pub line: String,
    /// What should be printed.
    pub expected: Vec<String>,
}

/// What a command did.
pub struct Outcome {
    pub output: String,
    pub exit: Option<i32>,
}

/// The commands of a block.
pub fn commands(lines: &[String]) -> Vec<Typed> {
    let mut commands: Vec<Typed> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(typed), _) => commands.push(Typed { line: typed.to_string(), expected: Vec::new() }),
            (None, Some(command)) => command.expected.push(line.clone()),
            (None, None) => panic!("a console block begins with `$ `, not with `{line}`"),
        }
    }
    commands
}

impl Typed {
    /// The file that the output is redirected to.
    pub fn redirected_to(&self) -> Option<&str> {
        self.line.split_once(" > ").map(|(_, file)| file.trim())
    }

    /// Runs the command in a folder. `None` if it is not one of ours, such as `cargo install`.
    ///
    /// The answer to each line typed at a prompt is what the tool prints more than without that line.
    pub fn run(&self, tool: fn() -> Command, folder: &Path) -> Option<Outcome> {
        let line = self.line.split(" > ").next().unwrap_or_default();
        let words = words(line);
        let (program, arguments) = words.split_first()?;
        if program != "synod" {
            return None;
        }
        let mut outcome = run(tool(), arguments, folder, "");
        let mut input = String::new();
        let mut printed = outcome.output.len();
        for prompt in self.expected.iter().filter(|line| typed_at_prompt(line).is_some()) {
            input += typed_at_prompt(prompt)?;
            input.push('\n');
            let longer = run(tool(), arguments, folder, &input);
            outcome.output +=
                &format!("{prompt}\n{}", longer.output.get(printed..).unwrap_or("(other output)\n"));
            outcome.exit = longer.exit;
            printed = longer.output.len();
        }
        Some(outcome)
    }
}

/// What was typed, if the line is `0> something`.
fn typed_at_prompt(line: &str) -> Option<&str> {
    let (number, typed) = line.split_once("> ")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(typed)
}

fn run(mut command: Command, arguments: &[String], folder: &Path, input: &str) -> Outcome {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer);
    let mut child = command.spawn().expect("the tool starts");
    // The command keeps the writing ends of the pipe; reading ends when they are closed.
    drop(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    // A tool that does not read its input closes the pipe; that is no concern of ours.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let mut output = String::new();
    reader.read_to_string(&mut output).expect("the output is text");
    let exit = child.wait().expect("the tool ends").code();
    Outcome { output, exit }
}

/// The words of a command line; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Whether an output is as expected.
pub fn matches(expected: &[String], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..]))
        }
        Some((line, rest)) => match actual.split_first() {
            Some((first, others)) => line_matches(line, first) && matches(rest, others),
            None => false,
        },
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = if parts.peek().is_none() {
            rest.ends_with(part).then(|| rest.len() - part.len())
        } else {
            rest.find(part)
        };
        match end {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// An output as it is written into the book: times are masked, blanks at the ends of lines removed.
pub fn masked(output: &str) -> Vec<String> {
    tidy(output).into_iter().map(mask_figures).collect()
}

/// The lines of an output without what cannot be seen: blanks at ends, empty lines at the end.
pub fn tidy(output: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    while lines.last() == Some(&"") {
        lines.pop();
    }
    lines
}

/// Fields of JSON documents that differ from run to run or from machine to machine.
const VARYING: [&str; 5] =
    ["\"time_seconds\": ", "\"memory_bytes\": ", "\"states\": ", "\"transitions\": ", "\"depth\": "];

fn mask_figures(line: &str) -> String {
    match VARYING
        .iter()
        .find_map(|field| line.split_once(field).map(|(before, after)| (before, field, after)))
    {
        Some((before, field, after)) if after.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{before}{field}[..]{}", if after.ends_with(',') { "," } else { "" })
        }
        _ => mask_times(line),
    }
}

/// `0.25 s` becomes `[..] s`.
fn mask_times(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(" s") {
        let (before, after) = rest.split_at(at);
        let number = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let ends = !after[2..].starts_with(|c: char| c.is_alphanumeric());
        let is_time = ends && before[before.len() - number..].contains('.');
        out.push_str(if is_time { &before[..before.len() - number] } else { before });
        out.push_str(if is_time { "[..] s" } else { " s" });
        rest = &after[2..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_text_and_for_lines() {
        let expected: Vec<String> = ["a [..] c", "...", "end"].map(String::from).to_vec();
        assert!(matches(&expected, &["a b c", "end"]));
        assert!(matches(&expected, &["a x y c", "1", "2", "end"]));
        assert!(!matches(&expected, &["a b d", "end"]));
        assert!(!matches(&expected, &["a b c", "end", "more"]));
    }

    #[test]
    fn times_are_masked_and_other_numbers_are_not() {
        assert_eq!(
            mask_times("    all 306 states, explicit, 0.01 s"),
            "    all 306 states, explicit, [..] s"
        );
        assert_eq!(mask_times("3 steps in 1.5 seconds"), "3 steps in 1.5 seconds");
        assert_eq!(mask_figures("  \"time_seconds\": 0.5,"), "  \"time_seconds\": [..],");
    }

    #[test]
    fn quotes_keep_blanks_together() {
        assert_eq!(words("synod check 'a b' --x \"\""), ["synod", "check", "a b", "--x", ""]);
    }

    #[test]
    fn prompts_have_a_number() {
        assert_eq!(typed_at_prompt("12> take 1"), Some("take 1"));
        assert_eq!(typed_at_prompt("   1  a -> b"), None);
        assert_eq!(typed_at_prompt("a-> b"), None);
    }
}
