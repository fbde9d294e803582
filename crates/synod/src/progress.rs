//! News of long work on standard error: one line that changes on a terminal, else a line now and then, or documents.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use synod_core::Tick;
use synod_documents::{self as documents, Progress};
use synod_session::diagnostics::visible_line;
use synod_session::wording;

use crate::cli::ProgressForm;
use crate::files::STANDARD_STREAM;
use crate::terminal;

/// What is worked on until it is a property.
const PREPARATION: &str = "preparing the model";

/// How often the clock looks whether there was no news for too long.
const LOOK: Duration = Duration::from_millis(200);

/// Tells the user how the work goes, if it takes long. Where no news comes, a clock tells that the work goes on.
pub struct Reporter(Arc<Desk>);

/// What the work and the clock share.
struct Desk {
    mode: Mode,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing.
    Silent,
    /// One line that is written over.
    Line,
    /// A new line now and then; the first soon if the user asked for them.
    Log { asked: bool },
    /// A document a line.
    Documents,
}

impl Mode {
    fn new(form: Option<ProgressForm>, quiet: bool, is_terminal: bool) -> Self {
        match (form, is_terminal) {
            _ if quiet => Mode::Silent,
            (Some(ProgressForm::Json), _) => Mode::Documents,
            (_, true) => Mode::Line,
            (form, false) => Mode::Log { asked: form.is_some() },
        }
    }

    /// How long there is nothing to tell of new work, and how long to wait between two lines.
    fn pauses(self) -> (Duration, Duration) {
        let (short, second, long) =
            (Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(10));
        match self {
            Mode::Silent => (Duration::MAX, Duration::MAX),
            Mode::Line => (second, short),
            Mode::Log { asked: true } => (second, long),
            Mode::Log { asked: false } => (long, long),
            Mode::Documents => (Duration::ZERO, short),
        }
    }

    /// Whether to tell something: so long after the work began, and since something was told, if it was.
    fn is_due(self, of_work: Duration, since: Option<Duration>) -> bool {
        let (quiet, pause) = self.pauses();
        match (self, since) {
            // Work in many short parts is told of too.
            (Mode::Log { .. }, Some(since)) => since >= pause,
            (_, since) => of_work >= quiet && since.is_none_or(|since| since >= pause),
        }
    }
}

struct State {
    /// When all work began, for a log, or the present task.
    begin: Instant,
    task: String,
    task_begin: Instant,
    /// When something was told last.
    last: Option<Instant>,
    /// The last news of this task.
    news: Option<String>,
    /// Whether a line stands on the terminal.
    shown: bool,
    /// Whether nothing is worked on, so that the clock says nothing.
    idle: bool,
    /// Whether there will be no more work.
    is_over: bool,
}

impl Reporter {
    /// A reporter of work that has not begun; with `quiet`, for nobody.
    pub fn new(form: Option<ProgressForm>, quiet: bool) -> Self {
        let now = Instant::now();
        let state = State {
            begin: now,
            task: PREPARATION.to_string(),
            task_begin: now,
            last: None,
            news: None,
            shown: false,
            idle: true,
            is_over: false,
        };
        let mode = Mode::new(form, quiet, std::io::stderr().is_terminal());
        let desk = Arc::new(Desk { mode, state: Mutex::new(state) });
        if matches!(mode, Mode::Line | Mode::Log { .. }) {
            let watched = Arc::clone(&desk);
            // Without a thread for it, news is told as it comes.
            let _ = std::thread::Builder::new().spawn(move || watched.watch());
        }
        Reporter(desk)
    }

    /// Reads and prepares a model from a file. While somebody may be typing it, nothing is told.
    pub fn preparing<T>(&self, model: &str, work: impl FnOnce() -> T) -> T {
        match model == STANDARD_STREAM && std::io::stdin().is_terminal() {
            true => work(),
            false => self.during(PREPARATION, work),
        }
    }

    /// Does a piece of work that sends no news.
    pub fn during<T>(&self, task: &str, work: impl FnOnce() -> T) -> T {
        self.begin(task);
        let done = work();
        self.clear();
        done
    }

    /// A new piece of work begins.
    pub fn begin(&self, task: &str) {
        self.clear();
        let mut state = self.0.lock();
        (state.task, state.task_begin) = (task.to_string(), Instant::now());
        (state.news, state.idle) = (None, false);
        if !matches!(self.0.mode, Mode::Log { .. }) {
            (state.begin, state.last) = (state.task_begin, None);
        }
    }

    /// Removes the line from the terminal, before something else is written; until there is news, nothing follows.
    pub fn clear(&self) {
        self.0.lock().clear();
    }

    /// Tells how much was done, if it is time for that: a document (but for the task and its time), or what `text` says of
    /// it, given the time that the task has taken.
    pub fn news(&self, done: Progress, text: impl FnOnce(Duration) -> String) {
        // Another thread is telling already.
        let Ok(mut state) = self.0.state.try_lock() else { return };
        state.idle = false;
        let elapsed = state.task_begin.elapsed();
        if !state.is_due(self.0.mode) {
            return;
        }
        match self.0.mode {
            Mode::Documents => {
                let (property, time_seconds) = (state.task.clone(), elapsed.as_secs_f64());
                let line = documents::line(&Progress { property, time_seconds, ..done }).unwrap_or_default();
                state.write(self.0.mode, &line);
            }
            mode => {
                state.news = Some(text(elapsed));
                let line = state.line();
                state.write(mode, &line);
            }
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.clear();
        state.is_over = true;
    }
}

impl synod_core::Progress for Reporter {
    fn tick(&self, tick: Tick) {
        self.news(tick.into(), |elapsed| wording::progress(tick, Some(elapsed)));
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Repeats the last news, with the time, whenever there was none for too long.
    fn watch(&self) {
        loop {
            std::thread::sleep(LOOK);
            let mut state = self.lock();
            if state.is_over {
                return;
            }
            if !state.idle && state.is_due(self.mode) {
                let line = state.line();
                state.write(self.mode, &line);
            }
        }
    }
}

impl State {
    fn is_due(&self, mode: Mode) -> bool {
        mode.is_due(self.begin.elapsed(), self.last.map(|last| last.elapsed()))
    }

    fn line(&self) -> String {
        let news = self.news.as_ref().map(|news| format!(" {news},")).unwrap_or_default();
        format!("{}:{news} {} s", self.task, self.task_begin.elapsed().as_secs())
    }

    fn write(&mut self, mode: Mode, line: &str) {
        self.last = Some(Instant::now());
        let text = visible_line(line);
        let mut stderr = std::io::stderr().lock();
        let _ = match mode {
            Mode::Line => {
                let line = fitting(&text, terminal::error_width());
                write!(stderr, "\r\x1b[K{line}").and_then(|()| stderr.flush())
            }
            _ => writeln!(stderr, "{text}"),
        };
        self.shown = mode == Mode::Line;
    }

    fn clear(&mut self) {
        self.idle = true;
        if self.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            self.shown = false;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_terminal_there_is_a_line_every_ten_seconds() {
        let log = Mode::new(None, false, false);
        let (short, long) = (Duration::from_secs(9), Duration::from_secs(10));
        assert!(!log.is_due(short, None) && log.is_due(long, None), "work that is soon done says nothing");
        assert!(!log.is_due(Duration::MAX, Some(short)) && log.is_due(Duration::MAX, Some(long)));
        // What was asked for begins sooner.
        let asked = Mode::new(Some(ProgressForm::Text), false, false);
        assert!(asked.is_due(Duration::from_secs(1), None) && !asked.is_due(short, Some(short)));
        for (form, is_terminal) in
            [(None, false), (Some(ProgressForm::Text), true), (Some(ProgressForm::Json), false)]
        {
            assert!(!Mode::new(form, true, is_terminal).is_due(long, None), "`--quiet` is quiet");
        }
    }

    #[test]
    fn a_line_says_what_is_done_and_how_long() {
        let reporter = Reporter::new(None, true);
        reporter.begin("spec-1");
        assert_eq!(reporter.0.lock().line(), "spec-1: 0 s");
        reporter.0.lock().news = Some("1 state".to_string());
        assert_eq!(reporter.0.lock().line(), "spec-1: 1 state, 0 s");
        reporter.begin("spec-2");
        assert_eq!(reporter.0.lock().line(), "spec-2: 0 s");
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
