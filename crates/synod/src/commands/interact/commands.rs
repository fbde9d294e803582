//! The language of the prompt.

use synod_core::{Budget, uninterrupted};

use super::prompt::{Answer, Prompt};
use super::text::HELP;
use crate::cli::{is_whole, random_steps};
use crate::progress::Reporter;

/// What comes of a line.
pub enum Reply {
    /// Text to show.
    Text(String),
    /// The line was wrong, and this is why.
    Mistake(String),
    /// The user wants to leave.
    Quit,
}

const NAMES: [&str; 20] = [
    "state", "steps", "why", "take", "back", "reset", "random", "init", "check", "eval", "find", "load",
    "next", "view", "trace", "save", "help", "quit", "exit", "q",
];

/// What other tools call some of them.
const OTHERWISE: [(&str, &str); 8] = [
    ("undo", "back"),
    ("step", "take"),
    ("run", "random"),
    ("restart", "reset"),
    ("print", "eval"),
    ("goto", "find"),
    ("list", "steps"),
    ("verify", "check"),
];

/// Carries out a line within a budget.
pub fn execute(prompt: &mut Prompt, line: &str, budget: &Budget, reporter: &Reporter) -> Reply {
    let line = line.trim();
    let (name, rest) = match line.split_once(char::is_whitespace) {
        Some((name, rest)) => (name, rest.trim()),
        None => (line, ""),
    };
    if matches!(name, "quit" | "exit" | "q") {
        return Reply::Quit;
    }
    match answer(prompt, name, rest, budget, reporter) {
        Ok(text) => Reply::Text(text),
        Err(mistake) => Reply::Mistake(mistake),
    }
}

fn answer(prompt: &mut Prompt, name: &str, rest: &str, budget: &Budget, reporter: &Reporter) -> Answer {
    let optional = (!rest.is_empty()).then_some(rest);
    let required = |what: &str| optional.ok_or_else(|| format!("`{name}` needs {what}: `{name} …`"));
    match name {
        "" => Ok(String::new()),
        _ if name.starts_with('#') => Ok(String::new()),
        "state" => prompt.state(optional),
        "steps" => prompt.steps(),
        "why" => prompt.why(optional),
        "take" => prompt.take(number(required("the number of a step")?)?),
        "back" => prompt.back(optional.map_or(Ok(1), number)?),
        "reset" => prompt.reset(optional.map(number).transpose()?),
        "random" => {
            let mut words = required("a number of steps")?.split_whitespace();
            let count = words.next().unwrap_or_default();
            let count = random_steps(count).map_err(|why| format!("`{count}`: {why}"))?;
            let seed = words.next().map_or(Ok(0), number)?;
            prompt.random(count, seed as u64, budget)
        }
        "init" => match optional {
            None => prompt.list_initial(),
            Some(text) => match text.parse() {
                Ok(number) => prompt.reset(Some(number)),
                Err(_) => prompt.narrow(text),
            },
        },
        // Engines look at the budget themselves, and report how far they came.
        "check" => uninterrupted(|| prompt.check(rest, budget, reporter)),
        "eval" => prompt.eval(required("an expression")?),
        "find" => prompt.find(required("a condition")?, budget),
        "load" => prompt.load(optional),
        "next" => prompt.next(),
        "view" => prompt.view(optional),
        "trace" => prompt.trace(budget),
        "save" => prompt.save(required("a file")?),
        "help" => Ok(HELP.to_string()),
        _ => match name.parse() {
            Ok(number) => prompt.take(number),
            Err(_) if is_whole(name) => Err(format!("there is no step {name}; `steps` lists them")),
            Err(_) => Err(
                match OTHERWISE
                    .into_iter()
                    .find_map(|(theirs, ours)| (theirs == name).then_some(ours))
                    .or_else(|| synod_session::diagnostics::nearest(name, NAMES))
                {
                    Some(near) => format!("there is no command `{name}`; did you mean `{near}`?"),
                    None => format!("there is no command `{name}`; `help` lists the commands"),
                },
            ),
        },
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| match is_whole(text) {
        true => format!("`{text}` is out of range"),
        false => format!("`{text}` is not a whole number"),
    })
}
