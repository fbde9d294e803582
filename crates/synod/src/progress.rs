//! News of long work on standard error: one line that changes on a terminal, else a line now and then, or documents.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use synod_core::Tick;
use synod_documents::{self as documents, Progress};
use synod_session::diagnostics::visible_line;
use synod_session::grouped;

use crate::cli::ProgressForm;
use crate::terminal;

/// What is worked on until it is a property.
const PREPARATION: &str = "preparing the model";

const QUIET_TIME: Duration = Duration::from_secs(1);

/// Tells the user how the work goes, if it takes long.
pub struct Reporter {
    mode: Mode,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing.
    Silent,
    /// One line that is written over.
    Line,
    /// A new line now and then.
    Log,
    /// A document a line.
    Documents,
}

struct State {
    task: String,
    begin: Instant,
    last: Option<Instant>,
    shown: bool,
}

impl Reporter {
    /// A reporter for a terminal; if a form is asked for, also for a file; with `quiet`, for nobody.
    pub fn new(form: Option<ProgressForm>, quiet: bool) -> Self {
        let mode = match (form, std::io::stderr().is_terminal()) {
            _ if quiet => Mode::Silent,
            (Some(ProgressForm::Json), _) => Mode::Documents,
            (_, true) => Mode::Line,
            (Some(ProgressForm::Text), false) => Mode::Log,
            (None, false) => Mode::Silent,
        };
        let state = State { task: PREPARATION.to_string(), begin: Instant::now(), last: None, shown: false };
        Reporter { mode, state: Mutex::new(state) }
    }

    /// A new piece of work begins.
    pub fn begin(&self, task: &str) {
        self.clear();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State { task: task.to_string(), begin: Instant::now(), last: None, shown: false };
    }

    /// Removes the line from the terminal, before something else is written.
    pub fn clear(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.mode == Mode::Line && state.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            state.shown = false;
        }
    }
}

impl synod_core::Progress for Reporter {
    fn tick(&self, tick: Tick) {
        self.news(tick.into(), |task, elapsed| describe(task, tick, elapsed));
    }
}

impl Reporter {
    /// Tells how much was done, if it is time for that: a document (but for the task and its time), or what `text` says of
    /// the task and the time it has taken.
    pub fn news(&self, done: Progress, text: impl FnOnce(&str, Duration) -> String) {
        let pause = match self.mode {
            Mode::Silent => return,
            Mode::Line | Mode::Documents => Duration::from_millis(200),
            Mode::Log => Duration::from_secs(10),
        };
        // Another thread is telling already.
        let Ok(mut state) = self.state.try_lock() else { return };
        let elapsed = state.begin.elapsed();
        let is_early = elapsed < QUIET_TIME && self.mode != Mode::Documents;
        if is_early || state.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        state.last = Some(Instant::now());
        let text = match self.mode {
            Mode::Documents => {
                let (property, time_seconds) = (state.task.clone(), elapsed.as_secs_f64());
                documents::line(&Progress { property, time_seconds, ..done }).unwrap_or_default()
            }
            _ => text(&state.task, elapsed),
        };
        let text = visible_line(&text);
        let mut stderr = std::io::stderr().lock();
        let _ = match self.mode {
            Mode::Line => {
                let line = fitting(&text, terminal::error_width());
                write!(stderr, "\r\x1b[K{line}").and_then(|()| stderr.flush())
            }
            _ => writeln!(stderr, "{text}"),
        };
        state.shown = true;
    }
}

/// As much of a text as fits on a line without moving on to the next.
fn fitting(text: &str, width: Option<usize>) -> String {
    let most = width.map_or(usize::MAX, |width| width.saturating_sub(1));
    match text.chars().count() <= most {
        true => text.to_string(),
        false => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A bar that is filled up to a part of its length.
pub fn bar(part: u64, whole: u64) -> String {
    const LENGTH: u64 = 20;
    let full = (part.min(whole) * LENGTH).checked_div(whole).unwrap_or(0) as usize;
    format!("[{}{}]", "█".repeat(full), "·".repeat(LENGTH as usize - full))
}

fn describe(task: &str, tick: Tick, elapsed: Duration) -> String {
    let rate = tick.states as f64 / elapsed.as_secs_f64().max(1e-9);
    format!(
        "{task}: {} states, {} a second, depth {}, {}, {:.0} s",
        grouped(tick.states),
        grouped(rate as u64),
        grouped(tick.depth),
        bytes(tick.memory),
        elapsed.as_secs_f64()
    )
}

/// An amount of memory.
fn bytes(amount: u64) -> String {
    match amount {
        0..1024 => format!("{amount} B"),
        1024..1_048_576 => format!("{:.0} KiB", amount as f64 / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.0} MiB", amount as f64 / 1_048_576.0),
        _ => format!("{:.1} GiB", amount as f64 / 1_073_741_824.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_news_is_short_and_readable() {
        let tick = Tick { states: 1_234_567, transitions: 9, depth: 31, memory: 200 << 20 };
        let line = describe("spec-1", tick, Duration::from_secs(2));
        assert_eq!(line, "spec-1: 1 234 567 states, 617 283 a second, depth 31, 200 MiB, 2 s");
        assert_eq!(bytes(3 << 30), "3.0 GiB");
    }

    #[test]
    fn a_line_of_news_fits_the_terminal() {
        assert_eq!(fitting("abcdef", None), "abcdef");
        assert_eq!(fitting("abcdef", Some(7)), "abcdef");
        assert_eq!(fitting("abcdef", Some(6)), "abcd…");
    }

    #[test]
    fn a_bar_is_filled_in_proportion() {
        assert_eq!(bar(0, 0), format!("[{}]", "·".repeat(20)));
        assert_eq!(bar(5, 10), format!("[{}{}]", "█".repeat(10), "·".repeat(10)));
        assert_eq!(bar(11, 10), format!("[{}]", "█".repeat(20)));
    }
}
