//! What a solver answers.

use std::fmt;

/// An answer: a word, or a list of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A word, or a quoted text with its quotes.
    Atom(String),
    /// A list.
    List(Vec<Reply>),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reply::Atom(word) => f.write_str(word),
            Reply::List(list) => {
                f.write_str("(")?;
                for (number, part) in list.iter().enumerate() {
                    let space = if number == 0 { "" } else { " " };
                    write!(f, "{space}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// How deep answers may be nested.
const DEEPEST: usize = 2_000;

/// The answer that a text begins with; `None` if it is not complete.
pub fn read(text: &str) -> Option<Reply> {
    let mut open: Vec<Vec<Reply>> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let done = match first {
            '(' if open.len() < DEEPEST => {
                open.push(Vec::new());
                rest = &rest[1..];
                None
            }
            ')' => {
                rest = &rest[1..];
                Some(Reply::List(open.pop()?))
            }
            _ => {
                let end = match first {
                    '|' | '"' => rest[1..].find(first)? + 2,
                    ';' => rest.find('\n')?,
                    _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')')?.max(1),
                };
                let word = rest[..end].to_string();
                rest = &rest[end..];
                (first != ';').then_some(Reply::Atom(word))
            }
        };
        if let Some(done) = done {
            match open.last_mut() {
                Some(list) => list.push(done),
                None => return Some(done),
            }
        }
        rest = rest.trim_start();
    }
    None
}

impl Reply {
    /// The values in an answer to `get-value`; truth values are 0 and 1.
    pub fn values(&self) -> Option<Vec<i64>> {
        let Reply::List(pairs) = self else { return None };
        let value = |pair: &Reply| match pair {
            Reply::List(pair) => pair.get(1)?.value(),
            Reply::Atom(_) => None,
        };
        pairs.iter().map(value).collect()
    }

    fn value(&self) -> Option<i64> {
        match self {
            Reply::Atom(word) if word == "true" => Some(1),
            Reply::Atom(word) if word == "false" => Some(0),
            Reply::Atom(word) => word.parse().ok(),
            Reply::List(parts) => match parts.as_slice() {
                [Reply::Atom(minus), Reply::Atom(number)] if minus == "-" => {
                    format!("-{number}").parse().ok()
                }
                _ => None,
            },
        }
    }

    /// The definitions in an answer to `get-model`.
    pub fn definitions(&self) -> Option<Vec<&Reply>> {
        let Reply::List(parts) = self else { return None };
        let is_definition = |part: &&Reply| match part {
            Reply::List(list) => list.first() == Some(&Reply::Atom("define-fun".to_string())),
            Reply::Atom(_) => false,
        };
        Some(parts.iter().filter(is_definition).collect())
    }

    /// The same with other words where there are some.
    pub fn renamed(&self, other: &dyn Fn(&str) -> Option<String>) -> Reply {
        match self {
            Reply::Atom(word) => Reply::Atom(other(word).unwrap_or_else(|| word.clone())),
            Reply::List(list) => Reply::List(list.iter().map(|part| part.renamed(other)).collect()),
        }
    }

    /// Whether all words are of some kind.
    pub fn all_words(&self, is_one: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Reply::Atom(word) => is_one(word),
            Reply::List(list) => list.iter().all(|part| part.all_words(is_one)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_their_signs() {
        let reply = read("((x 5)\n (|y@1| (- 9223372036854775808)) (b true))\n").unwrap();
        assert_eq!(reply.values(), Some(vec![5, i64::MIN, 1]));
    }

    #[test]
    fn an_answer_is_waited_for_until_it_is_complete() {
        assert_eq!((read(""), read("((x 5)\n"), read("sa")), (None, None, None));
        assert_eq!(read("sat\n"), Some(Reply::Atom("sat".to_string())));
        assert_eq!(read("(error \"a ) b\")\n").unwrap().to_string(), "(error \"a ) b\")");
    }

    #[test]
    fn what_is_too_large_has_no_value() {
        assert_eq!(read("((x 9223372036854775808))\n").unwrap().values(), None);
    }
}
