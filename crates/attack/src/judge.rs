//! What is wrong with what came of a case.

use std::process::ExitStatus;
use std::time::Duration;

use synod_syntax::{Style, for_terminal};

use crate::case::{Case, Signal};
use crate::execution::Outcome;
use crate::mutate::MARKUP;

/// How much a run may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A run that takes longer hangs.
    pub longest: Duration,
    /// A run that prints more floods.
    pub most_output: u64,
    /// How much longer than it was told a run may take; `None` on machines that are too busy to say.
    pub grace: Option<Duration>,
}

/// What a run needs whatever it is told, in bytes.
const BASE_MEMORY: u64 = 48 << 20;

/// How long a run may take after a signal, apart from the grace.
const AFTER_SIGNAL: Duration = Duration::from_secs(1);

/// How lines of comma-separated values end (RFC 4180).
const LINE_END_OF_TABLES: &str = "\r\n";

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of thing, in a word or two.
    pub sort: &'static str,
    /// What exactly.
    pub details: String,
}

/// Everything that is wrong with what came of a case.
pub fn judge(case: &Case, outcome: &Outcome, patience: Patience) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut find = |sort, details: String| found.push(Finding { sort, details });
    let err = String::from_utf8_lossy(&outcome.err);
    let tail =
        || err.lines().rev().take(6).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
    let is_killed = matches!(case.signal, Some((Signal::Kill, _)));
    match outcome.status {
        None if outcome.elapsed > patience.longest => {
            find("hang", format!("it did not end within {:?}", patience.longest));
        }
        None => find("flood", format!("it printed {} bytes", outcome.out.len() + outcome.err.len())),
        Some(status) if !is_allowed(status, case) => find("exit code", format!("{status}\n{}", tail())),
        Some(_) => {}
    }
    if err.contains("panicked at") || err.contains("this is a defect") || err.contains("overflowed its stack")
    {
        find("panic", tail());
    }
    // Colour that was asked for is obeyed, and nothing else.
    let style = match case.arguments.iter().any(|word| word.starts_with("--color")) {
        true => Style::Colour,
        false => Style::Plain,
    };
    for (name, text) in [("standard output", &outcome.out), ("standard error", &outcome.err)] {
        match std::str::from_utf8(text) {
            Err(error) => find("text", format!("{name} is not UTF-8: {error}")),
            Ok(text) => {
                let text = text.replace(LINE_END_OF_TABLES, "\n");
                let shown = for_terminal(&text, style);
                if let Some(at) =
                    std::iter::zip(text.chars(), shown.chars()).position(|(told, shown)| told != shown)
                {
                    let around: String = text.chars().skip(at).take(20).collect();
                    find("control characters", format!("{name} at character {at}: {around:?}"));
                }
            }
        }
    }
    let code = outcome.status.and_then(|status| status.code());
    // What stands behind `--` is no option.
    let is_given =
        |option: &str| case.arguments.iter().take_while(|word| *word != "--").any(|word| word == option);
    // Help is asked for instead of an answer.
    let is_document = is_given("--json")
        && !is_given("--help")
        && !is_given("-h")
        && (matches!(code, Some(0 | 1 | 3)) || code == Some(2) && !outcome.out.is_empty());
    if is_document && let Err(error) = serde_json::from_slice::<serde_json::Value>(&outcome.out) {
        find("JSON", format!("exit code {code:?}, and standard output is not JSON: {error}"));
    }
    if let Some(grace) = patience.grace {
        let allowed = case.timeout_tenths.map(|tenths| Duration::from_millis(tenths * 100) + grace);
        // On a busy machine others take their share.
        let taken = |elapsed: Duration| elapsed.saturating_sub(outcome.starved);
        let elapsed = taken(outcome.elapsed);
        if let Some(allowed) = allowed.filter(|allowed| elapsed > *allowed) {
            find(
                "time",
                format!("{:.1} s; {:.1} s are allowed", elapsed.as_secs_f64(), allowed.as_secs_f64()),
            );
        }
        if let Some(after) = outcome.after_signal.filter(|after| taken(*after) > AFTER_SIGNAL + grace) {
            find("signal", format!("it went on for {:.1} s", after.as_secs_f64()));
        }
        let allowed = case.memory_megabytes.map(|megabytes| megabytes * (1 << 20) * 6 / 5 + BASE_MEMORY);
        if let Some(allowed) = allowed.filter(|allowed| outcome.peak > *allowed) {
            find("memory", format!("{} MB; {} MB are allowed", outcome.peak >> 20, allowed >> 20));
        }
    }
    for model in &outcome.overwritten {
        find("overwritten", format!("`{model}` is not what it was"));
    }
    let total: usize = outcome.written.iter().map(|(_, text)| text.len()).sum();
    if total as u64 > patience.most_output {
        find("flood", format!("it wrote {total} bytes"));
    }
    // These write what they write into files of any name.
    let is_by_ending =
        !["--csv", "--witness-dot", "--certificate", "--output", "-o"].into_iter().any(is_given);
    for (name, text) in &outcome.written {
        judge_file(name, text, is_by_ending, &mut find);
    }
    if outcome.has_orphans {
        find("orphans", "something that it started runs on".to_string());
    }
    if !is_killed && case.signal.is_none() && outcome.status.is_some() && !outcome.leftovers.is_empty() {
        find("leftovers", outcome.leftovers.join(", "));
    }
    found
}

/// What is wrong with a file that was written.
fn judge_file(name: &str, bytes: &[u8], is_by_ending: bool, find: &mut impl FnMut(&'static str, String)) {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    // Binary, by its format.
    if ends(&[".aig"]) {
        return;
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return find("text", format!("`{name}` is not UTF-8"));
    };
    if is_by_ending
        && ends(&[".json", ".sarif"])
        && let Err(error) = serde_json::from_str::<serde_json::Value>(text)
    {
        find("JSON", format!("`{name}` is not JSON: {error}"));
    }
    if ends(&[".html", ".svg", ".xml"]) && text.contains(MARKUP) {
        find("markup", format!("`{name}` has markup of the model in it"));
    }
    let text = text.replace(LINE_END_OF_TABLES, "\n");
    let shown = for_terminal(&text, Style::Plain);
    if let Some(at) = std::iter::zip(text.chars(), shown.chars()).position(|(told, shown)| told != shown) {
        let around: String = text.chars().skip(at).take(20).collect();
        find("control characters", format!("`{name}` at character {at}: {around:?}"));
    }
}

/// Whether a run may end like this: with a code that tells a verdict or bad input, or by the signal that it was sent.
fn is_allowed(status: ExitStatus, case: &Case) -> bool {
    match (status.code(), case.signal) {
        (Some(0..=3), _) => true,
        (Some(130), Some(_)) => true,
        (None, Some((signal, _))) => killed_by(status) == Some(signal),
        _ => false,
    }
}

#[cfg(unix)]
fn killed_by(status: ExitStatus) -> Option<Signal> {
    let number = std::os::unix::process::ExitStatusExt::signal(&status)?;
    let all = [Signal::Interrupt, Signal::Terminate, Signal::Kill];
    all.into_iter().find(|signal| signal.number() == number)
}

#[cfg(not(unix))]
fn killed_by(_: ExitStatus) -> Option<Signal> {
    None
}
