//! Changes to a text or to bytes: some that a tired person makes, some that nobody makes by accident.

use synod_simulate::Random;

/// Numbers at the edges of what can be counted.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "100",
    "1000",
    "65536",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1e9",
];

/// What must not reach a page or a picture as it is.
pub const MARKUP: &str = "<attack onload='x'>";

/// Pieces that mean something somewhere, or nothing anywhere.
const PIECES: [&str; 42] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    ",",
    ".",
    "=",
    "!=",
    "<=",
    "->",
    ":=",
    "<-",
    "*",
    "&",
    "|",
    "!",
    "\"",
    "'",
    "\\",
    "/*",
    "//",
    "--",
    "#",
    "\0",
    "\r",
    "\u{1b}[2J",
    "\u{7}",
    "\u{202e}",
    "\u{feff}",
    "ä",
    "💥",
    "\n\n",
    "true",
    "undef",
    "end",
    "𝔘",
    MARKUP,
    "expect: violated",
];

/// How often changes that leave a text as it was are made anew; the empty text may stay.
const ATTEMPTS: usize = 4;

/// A text after a few changes; `others` are texts of the same kind to take pieces of.
pub fn mutated(bytes: &[u8], others: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut attempts = (0..ATTEMPTS).map(|_| attempt(bytes, others, random));
    attempts.find(|changed| changed != bytes).unwrap_or_else(|| bytes.to_vec())
}

fn attempt(bytes: &[u8], others: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match random.below(2) {
        // What is almost right gets further.
        0 => (0..=random.below(2)).for_each(|_| bytes = altered(&bytes, random)),
        _ => (0..=random.below(4)).for_each(|_| bytes = changed(&bytes, others, random)),
    }
    bytes
}

/// Operators that stand where others of their list may stand.
const OPERATORS: [&[&str]; 6] = [
    &["=", "!=", "<", "<=", ">", ">=", "=="],
    &["+", "-", "*", "/", "%"],
    &["and", "or"],
    &["&", "|", "->"],
    &["G", "F", "X", "AG", "AF", "EG", "EF", "always", "eventually", "finally"],
    &["true", "false", "forall", "exists"],
];

/// A change after which the text may well be right: another number, name or operator.
fn altered(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let words = pieces(bytes);
    if words.is_empty() {
        return bytes.to_vec();
    }
    let (from, to) = words[random.below(words.len())];
    let word = std::str::from_utf8(&bytes[from..to]).unwrap_or_default();
    if let Ok(number) = word.parse::<i64>() {
        let near = [number.saturating_add(1), (number - 1).max(0), number.saturating_mul(2), 0, 1];
        return replaced(bytes, from, to, near[random.below(near.len())].to_string().as_bytes());
    }
    if let Some(list) = OPERATORS.iter().find(|list| list.contains(&word)) {
        return replaced(bytes, from, to, one(list, random).as_bytes());
    }
    let is_alike = |(other, _): &&(usize, usize)| {
        bytes[*other].is_ascii_alphabetic() == bytes[from].is_ascii_alphabetic()
    };
    let alike: Vec<_> = words.iter().filter(is_alike).collect();
    let (other, end) = *alike[random.below(alike.len())];
    replaced(bytes, from, to, &bytes[other..end])
}

fn changed(bytes: &[u8], others: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let words = pieces(bytes);
    let word = |random: &mut Random| words.get(random.below(words.len().max(1))).copied().unwrap_or((0, 0));
    let (from, to) = word(random);
    match random.below(14) {
        // Words and marks.
        0 => replaced(bytes, from, to, b""),
        1 => replaced(bytes, to, to, &bytes[from..to]),
        2 => {
            let (other, end) = word(random);
            replaced(bytes, from, to, &bytes[other..end])
        }
        3 => replaced(bytes, from, to, one(&PIECES, random).as_bytes()),
        4 => replaced(bytes, from, from, one(&PIECES, random).as_bytes()),
        // A word that is almost right.
        5 if to - from > 2 => {
            let at = from + random.below(to - from - 1);
            let mut swapped = bytes.to_vec();
            swapped.swap(at, at + 1);
            swapped
        }
        // Numbers.
        6 | 7 => {
            let numbers: Vec<_> =
                words.iter().filter(|(from, _)| bytes[*from].is_ascii_digit()).copied().collect();
            match numbers.is_empty() {
                true => replaced(bytes, from, to, one(&NUMBERS, random).as_bytes()),
                false => {
                    let (from, to) = numbers[random.below(numbers.len())];
                    replaced(bytes, from, to, one(&NUMBERS, random).as_bytes())
                }
            }
        }
        // Lines and blocks.
        8 => {
            let (from, to) = lines(bytes, random);
            replaced(bytes, from, to, b"")
        }
        9 => {
            let (from, to) = lines(bytes, random);
            let times = [1, 2, 30, 300][random.below(4)];
            replaced(bytes, to, to, &bytes[from..to].repeat(times.min(60_000 / (to - from).max(1))))
        }
        10 if !others.is_empty() => {
            let other = others[random.below(others.len())];
            let (begin, end) = lines(other, random);
            let (from, _) = lines(bytes, random);
            replaced(bytes, from, from, &other[begin..end])
        }
        // All of it.
        11 => bytes[..random.below(bytes.len().max(1))].to_vec(),
        12 => {
            let opening = one(&["(", "!", "{", "[", "-", "G ", "AG ", "not ", "1 + (", "if x then "], random);
            let times = [3, 100, 20_000][random.below(3)];
            replaced(bytes, from, from, opening.repeat(times).as_bytes())
        }
        _ => {
            let mut flipped = bytes.to_vec();
            if let Some(byte) = (!flipped.is_empty()).then(|| random.below(bytes.len())) {
                flipped[byte] = random.next_u64() as u8;
            }
            flipped
        }
    }
}

/// One of some words.
pub fn one<'w>(words: &[&'w str], random: &mut Random) -> &'w str {
    words[random.below(words.len())]
}

fn replaced(bytes: &[u8], from: usize, to: usize, with: &[u8]) -> Vec<u8> {
    [&bytes[..from], with, &bytes[to..]].concat()
}

/// Names, numbers and marks, without the space between them.
pub fn pieces(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| is_word(**byte)).count().max(1);
        if !bytes[at].is_ascii_whitespace() {
            found.push((at, at + length));
        }
        at += length;
    }
    found
}

/// Some lines, one after the other.
fn lines(bytes: &[u8], random: &mut Random) -> (usize, usize) {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut starts: Vec<usize> = std::iter::once(0).chain(breaks).collect();
    if starts.last() != Some(&bytes.len()) {
        starts.push(bytes.len());
    }
    let first = random.below(starts.len());
    let last = (first + 1 + random.below(8)).min(starts.len() - 1);
    (starts[first.min(last)], starts[last])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_follow_from_the_seed_and_never_fail() {
        for text in ["", "a", "agent A\n  x : 0..3\n", "\n\n\n", "ä\u{1f4a5}"] {
            for seed in 0..500 {
                let mutate = || mutated(text.as_bytes(), &[b"one\ntwo\n", b""], &mut Random::new(seed));
                assert_eq!(mutate(), mutate());
            }
        }
    }

    #[test]
    fn most_changes_change_something() {
        let text = b"Agent A\n  Vars: x : 0..3; end Vars\nend Agent\n";
        let same = (0..200).filter(|seed| mutated(text, &[], &mut Random::new(*seed)) == text).count();
        assert!(same < 20, "{same}");
    }
}
