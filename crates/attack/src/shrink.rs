//! Smaller inputs that are as bad: words of the command line and parts of files are left out while that makes no
//! difference.

use std::time::{Duration, Instant};

use crate::case::Case;

/// How long may be spent on one finding.
const LONGEST: Duration = Duration::from_secs(60);

/// A smaller case that is as bad, as far as there is time for it.
pub fn shrink(case: &Case, is_as_bad: impl Fn(&Case) -> bool) -> Case {
    let begin = Instant::now();
    let is_as_bad = |case: &Case| begin.elapsed() < LONGEST && is_as_bad(case);
    let mut best = case.clone();
    // The command and its model stay.
    let (kept, words) = best.arguments.split_at(best.arguments.len().min(2));
    let kept = kept.to_vec();
    let fewer = reduced(words.to_vec(), |words: &[String]| {
        is_as_bad(&Case { arguments: [&kept, words].concat(), ..best.clone() })
    });
    best.arguments = [kept, fewer].concat();
    for at in 0..best.files.len() {
        let lines: Vec<Vec<u8>> =
            best.files[at].1.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let with = |content: Vec<u8>| {
            let mut smaller = best.clone();
            smaller.files[at].1 = content;
            smaller
        };
        let lines = reduced(lines, |lines: &[Vec<u8>]| is_as_bad(&with(lines.concat())));
        let bytes = reduced(lines.concat(), |bytes: &[u8]| is_as_bad(&with(bytes.to_vec())));
        best.files[at].1 = bytes;
    }
    best
}

/// Delta debugging: leaves out parts, smaller and smaller ones, while what remains is as bad.
fn reduced<T: Clone>(mut all: Vec<T>, is_as_bad: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut part = all.len().div_ceil(2);
    while part > 0 {
        let mut at = 0;
        while at < all.len() {
            let rest = [&all[..at], &all[(at + part).min(all.len())..]].concat();
            if is_as_bad(&rest) {
                all = rest;
            } else {
                at += part;
            }
        }
        part = if part == 1 { 0 } else { part.div_ceil(2) };
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let case = Case {
            arguments: ["check", "m.rcp", "--quiet", "--bad"].map(str::to_string).to_vec(),
            files: vec![("m.rcp".to_string(), b"one\ntwo\nxthreex\nfour\n".to_vec())],
            models: 1,
            input: Vec::new(),
            signal: None,
            timeout_tenths: None,
            memory_megabytes: None,
        };
        let has = |case: &Case, part: &[u8]| case.files[0].1.windows(part.len()).any(|found| found == part);
        let small =
            shrink(&case, |case| has(case, b"three") && case.arguments.contains(&"--bad".to_string()));
        assert_eq!(small.arguments, ["check", "m.rcp", "--bad"]);
        assert_eq!(small.files[0].1, b"three");
    }
}
