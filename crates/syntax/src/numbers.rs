//! Numbers in words, with nouns that agree with them.

use std::fmt::Display;

/// `1 step`, `20 000 steps`, `1 property`, `2 properties`.
pub fn counted<N: Display>(number: N, noun: &str) -> String {
    let digits = number.to_string();
    let noun = if digits == "1" { noun.to_string() } else { plural(noun) };
    format!("{} {noun}", apart(&digits))
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    apart(&number.to_string())
}

/// The digits of a number with its thousands apart.
pub fn apart(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// The regular plural of a noun: `steps`, `properties`, `branches`.
fn plural(noun: &str) -> String {
    let before_y = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_number() {
        assert_eq!([counted(1, "step"), counted(20_000, "step")], ["1 step", "20 000 steps"]);
        assert_eq!([counted(0, "property"), counted(1, "property")], ["0 properties", "1 property"]);
        assert_eq!([counted(2, "branch"), counted(2, "way")], ["2 branches", "2 ways"]);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1 234 567");
    }
}
