//! "Did you mean …": the known name closest to a misspelt one, and the sentence that says so.

use crate::checkpoint;

/// The candidate closest to `wanted`, if one is close enough to be a likely misspelling.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name that shares no letter is no misspelling, however short.
    let length = wanted.chars().count();
    let limit = (length / 3).max(1).min(length.saturating_sub(1));
    candidates
        .into_iter()
        .inspect(|_| checkpoint())
        .filter(|c| *c != wanted)
        .map(|c| (distance(wanted, c, limit), c))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// That there is no such thing of a kind, and which one may be meant, or else which there are.
pub fn no_such<'a>(kind: &str, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 20;
    let mut all: Vec<&str> = Vec::new();
    for name in known {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    if let Some(near) = nearest(wanted, all.iter().copied()) {
        return format!("there is no {kind} `{wanted}`; did you mean `{near}`?");
    }
    let names: Vec<String> = all.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match all.len() {
        0 => format!("there is no {kind} `{wanted}`"),
        1 => format!("there is no {kind} `{wanted}`; there is {}", names[0]),
        count if count > MOST => {
            format!("there is no {kind} `{wanted}`; there are {} and {} more", names.join(", "), count - MOST)
        }
        _ => format!("there is no {kind} `{wanted}`; there are {}", names.join(", ")),
    }
}

/// Edit distance with adjacent swaps, letters compared without case; anything above `limit` may be
/// reported as any number above `limit`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{nearest, no_such};

    #[test]
    fn says_what_may_be_meant() {
        let said = |wanted, known: &[&'static str]| no_such("agent", wanted, known.iter().copied());
        assert_eq!(said("clietn", &["client"]), "there is no agent `clietn`; did you mean `client`?");
        assert_eq!(said("x", &["client", "cook"]), "there is no agent `x`; there are `client`, `cook`");
        assert_eq!(said("x", &[]), "there is no agent `x`");
    }

    #[test]
    fn finds_misspellings_and_nothing_else() {
        assert_eq!(nearest("clietn", ["manager", "client"]), Some("client"));
        assert_eq!(nearest("TRUE", ["true", "chan"]), Some("true"));
        assert_eq!(nearest("x", ["machine"]), None);
        assert_eq!(nearest("x", ["a", "y"]), None);
        assert_eq!(nearest("x", ["a", "X"]), Some("X"));
        assert_eq!(nearest("", ["a"]), None);
    }
}
