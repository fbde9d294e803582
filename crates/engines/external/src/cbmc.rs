//! What CBMC is query, and what it answers.

use std::ffi::OsString;
use std::path::Path;

use serde_json::Value;
use synod_printers::c::ENDED;

use crate::VerifierAnswer;

/// The command line. The loop of a program has as many rounds as it says, so it is unrolled as far as it
/// goes and no bound must be given, which might cut it short.
pub(crate) fn arguments(file: &Path, version: Option<u32>) -> Vec<OsString> {
    let mut list: Vec<OsString> = ["--trace", "--json-ui"].map(OsString::from).to_vec();
    // From version 6 on, CBMC checks more than it is query to unless it is told not to.
    if version.is_some_and(|version| version >= 6) {
        list.push("--no-standard-checks".into());
    }
    list.push(file.into());
    list
}

/// What CBMC says about the claims of a program. The claim that all runs have ended comes last: it counts
/// only where no other fails.
pub fn read(output: &str) -> VerifierAnswer {
    let Ok(Value::Array(messages)) = serde_json::from_str::<Value>(output) else {
        return VerifierAnswer::Inconclusive("CBMC printed something that is not JSON".to_string());
    };
    let complaint = messages.iter().find(|message| message["messageType"] == "ERROR");
    if let Some(text) = complaint.and_then(|message| message["messageText"].as_str()) {
        return VerifierAnswer::Inconclusive(format!("CBMC complains: {text}"));
    }
    let Some(results) = messages.iter().find_map(|message| message["result"].as_array()) else {
        return VerifierAnswer::Inconclusive("CBMC printed no result".to_string());
    };
    let failed: Vec<&Value> = results.iter().filter(|result| result["status"] == "FAILURE").collect();
    let is_end = |result: &&&Value| result["description"] == ENDED;
    if let Some(result) = failed.iter().find(|result| !is_end(result)).or(failed.first()) {
        let claim = result["description"].as_str().unwrap_or("?").to_string();
        let trace = result["trace"].as_array().map_or(&[][..], Vec::as_slice);
        return match trace.iter().filter(|step| is_choice(step)).map(value).collect() {
            Some(chosen) => VerifierAnswer::Fails { claim, chosen },
            None => VerifierAnswer::Inconclusive(
                "the counterexample of CBMC has a choice without a number".to_string(),
            ),
        };
    }
    match results.iter().find(|result| result["status"] != "SUCCESS") {
        Some(result) => VerifierAnswer::Inconclusive(format!("CBMC says {} of a claim", result["status"])),
        None => VerifierAnswer::Holds,
    }
}

/// Whether a step of a counterexample is one where the program chooses.
fn is_choice(step: &Value) -> bool {
    step["stepType"] == "assignment"
        && step["lhs"] == "chosen"
        && step["sourceLocation"]["function"] == "choose"
}

/// The number that a step assigns. Its bits are printed without ornaments, unlike its decimal form.
fn value(step: &Value) -> Option<i64> {
    let bits = step["value"]["binary"].as_str()?;
    let width = u32::try_from(bits.len()).ok().filter(|width| (1..=64).contains(width))?;
    let unsigned = u64::from_str_radix(bits, 2).ok()?;
    let shift = 64 - width;
    Some(((unsigned << shift) as i64) >> shift)
}
