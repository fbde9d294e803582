//! The language of the prompt.

use super::text::HELP;
use super::walk::{Answer, Walk};
use crate::cli::{is_whole, random_steps};

/// What comes of a line.
pub enum Reply {
    /// Text to show.
    Text(String),
    /// The line was wrong, and this is why.
    Mistake(String),
    /// The user wants to leave.
    Quit,
}

const NAMES: [&str; 17] = [
    "state", "steps", "take", "back", "reset", "random", "init", "check", "load", "next", "view", "trace",
    "save", "help", "quit", "exit", "q",
];

/// Carries out a line.
pub fn execute(walk: &mut Walk, line: &str) -> Reply {
    let line = line.trim();
    let (name, rest) = match line.split_once(char::is_whitespace) {
        Some((name, rest)) => (name, rest.trim()),
        None => (line, ""),
    };
    if matches!(name, "quit" | "exit" | "q") {
        return Reply::Quit;
    }
    match answer(walk, name, rest) {
        Ok(text) => Reply::Text(text),
        Err(mistake) => Reply::Mistake(mistake),
    }
}

fn answer(walk: &mut Walk, name: &str, rest: &str) -> Answer {
    let optional = (!rest.is_empty()).then_some(rest);
    let required = |what: &str| optional.ok_or_else(|| format!("say {what}: `{name} …`"));
    match name {
        "" => Ok(String::new()),
        _ if name.starts_with('#') => Ok(String::new()),
        "state" => walk.state(optional),
        "steps" => walk.steps(),
        "take" => walk.take(number(required("which step")?)?),
        "back" => walk.back(optional.map_or(Ok(1), number)?),
        "reset" => walk.reset(optional.map(number).transpose()?),
        "random" => {
            let mut words = required("how many steps")?.split_whitespace();
            let count = random_steps(words.next().unwrap_or_default())?;
            let seed = words.next().map_or(Ok(0), number)?;
            walk.random(count, seed as u64)
        }
        "init" => match optional {
            None => walk.list_initial(),
            Some(text) => match text.parse() {
                Ok(number) => walk.reset(Some(number)),
                Err(_) => walk.narrow(text),
            },
        },
        "check" => walk.check(rest),
        "load" => walk.load(optional),
        "next" => walk.next(),
        "view" => walk.view(required("which agent")?),
        "trace" => walk.trace(),
        "save" => walk.save(required("to which file")?),
        "help" => Ok(HELP.to_string()),
        _ => match name.parse() {
            Ok(number) => walk.take(number),
            Err(_) if is_whole(name) => Err(format!("there is no step {name}; `steps` lists them")),
            Err(_) => Err(match synod_syntax::nearest(name, NAMES) {
                Some(near) => format!("there is no command `{name}`; did you mean `{near}`?"),
                None => format!("there is no command `{name}`; `help` lists the commands"),
            }),
        },
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| match is_whole(text) {
        true => format!("`{text}` is out of range"),
        false => format!("`{text}` is not a whole number"),
    })
}
