//! What ESBMC is query, and what it answers.

use std::ffi::OsString;
use std::path::Path;

use crate::VerifierAnswer;

/// The command line: proofs by induction for programs without end; those with an end are unrolled as far
/// as they go.
pub(crate) fn arguments(file: &Path, endless: bool) -> Vec<OsString> {
    let mut list: Vec<OsString> = vec![file.into()];
    if endless {
        list.extend(["--k-induction", "--unlimited-k-steps"].map(OsString::from));
    }
    // Without slicing, the counterexample has all choices, also those that do not matter.
    let rest = ["--no-slice", "--no-bounds-check", "--no-pointer-check", "--no-div-by-zero-check"];
    list.extend(rest.map(OsString::from));
    list
}

/// What ESBMC says about the claims of a program.
pub fn read(output: &str) -> VerifierAnswer {
    let says = |words: &str| output.lines().any(|line| line.trim() == words);
    if says("VERIFICATION SUCCESSFUL") {
        return VerifierAnswer::Holds;
    }
    if says("VERIFICATION UNKNOWN") {
        return VerifierAnswer::Inconclusive("ESBMC says that it does not know".to_string());
    }
    if !says("VERIFICATION FAILED") {
        let last = output.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("nothing at all");
        return VerifierAnswer::Inconclusive(format!("ESBMC gave no verdict; its output ends with: {last}"));
    }
    // Induction prints what it supposes as well; the last counterexample is the one of the verdict.
    let lines: Vec<&str> = output.lines().map(str::trim).collect();
    let begin = lines.iter().rposition(|line| line.trim_matches(['[', ']', ':']) == "Counterexample");
    let lines = &lines[begin.unwrap_or(0)..];
    let mut chosen = Vec::new();
    let mut in_choose = false;
    let mut claim = None;
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with("State ") {
            in_choose = line.contains(" function choose ") || line.ends_with(" function choose");
        } else if *line == "Violated property:" {
            // Below stand the place, the name and the condition.
            claim = lines.get(number + 2).map(|name| name.to_string());
        } else if in_choose && let Some(value) = line.strip_prefix("chosen = ") {
            let digits = value.split_whitespace().next().unwrap_or_default();
            match digits.trim_end_matches(['l', 'L']).parse() {
                Ok(value) => chosen.push(value),
                Err(_) => return VerifierAnswer::Inconclusive(format!("ESBMC prints the choice `{value}`")),
            }
        }
    }
    VerifierAnswer::Fails { claim: claim.unwrap_or_else(|| "?".to_string()), chosen }
}
