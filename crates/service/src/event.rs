//! News of work that is going on.

use std::sync::Mutex;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::clock::Instant;
use synod_core::{Tick, memory, threads};
use synod_documents::{CutoffProperty, Diagnostic, Probability, Progress, PropertyReport, RunCounts};

use crate::Listener;

/// News of work that is going on, in the order in which it comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobEvent {
    /// Work on a property begins, or goes on.
    Begins {
        /// Its name.
        property: String,
    },
    /// How far it is.
    Progress(JobProgress),
    /// A property is answered.
    Answer {
        /// The answer.
        property: Box<PropertyReport>,
    },
    /// A property is answered for any number of agents.
    CutoffAnswer {
        /// The answer.
        property: Box<CutoffProperty>,
    },
    /// Something is odd about the model as a whole.
    Finding {
        /// What.
        finding: Box<Diagnostic>,
    },
    /// What random runs say so far.
    Interval {
        /// The name of the property.
        property: String,
        /// With which probability it holds.
        probability: Probability,
        /// What was counted.
        runs: RunCounts,
    },
}

/// How far a question is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JobProgress {
    /// What was done so far.
    #[serde(flatten)]
    pub done: Progress,
    /// How many states a second there were since the last news.
    #[schemars(range(min = 0))]
    pub rate: f64,
}

/// Seconds between two news of progress at least.
const PAUSE: f64 = 0.1;
/// How often the last news is repeated where none comes, so that one sees that the work goes on.
const PULSE: Duration = Duration::from_millis(500);

/// Turns what engines tell into news.
pub(crate) struct Reporter<'a> {
    listener: Listener<'a>,
    engine: Option<String>,
    task: Mutex<Task>,
}

/// What is being worked on.
struct Task {
    property: String,
    begin: Instant,
    /// When something was told last, and what.
    last: Option<(f64, Progress)>,
}

impl Task {
    /// Whether there was no news of it for a while.
    fn is_silent(&self) -> bool {
        let last = self.last.as_ref().map_or(0.0, |(time, _)| *time);
        !self.property.is_empty() && self.begin.elapsed().as_secs_f64() - last >= PULSE.as_secs_f64()
    }
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(listener: Listener<'a>, engine: Option<String>) -> Self {
        let task = Task { property: String::new(), begin: Instant::now(), last: None };
        Reporter { listener, engine, task: Mutex::new(task) }
    }

    /// Work on a property begins.
    pub(crate) fn begin(&self, property: &str) {
        if let Ok(mut task) = self.task.lock() {
            *task = Task { property: property.to_string(), begin: Instant::now(), last: None };
        }
        (self.listener)(JobEvent::Begins { property: property.to_string() });
    }

    /// Tells something else.
    pub(crate) fn tell(&self, event: JobEvent) {
        (self.listener)(event);
    }

    /// Tells how far the work is, unless that was told just now.
    pub(crate) fn progress(&self, done: Progress) {
        let Ok(mut task) = self.task.lock() else { return };
        let now = task.begin.elapsed().as_secs_f64();
        let last = task.last.as_ref();
        let before = last.map_or(0.0, |(time, _)| *time);
        if now - before < PAUSE {
            return;
        }
        // In a race, another engine counts from its own beginning.
        let states = last.filter(|(_, last)| last.engine == done.engine).map_or(0, |(_, last)| last.states);
        let rate = done.states.saturating_sub(states) as f64 / (now - before);
        task.last = Some((now, done.clone()));
        let memory_bytes = match done.memory_bytes {
            0 => memory::resident_here().unwrap_or(0),
            said => said,
        };
        let engine = done.engine.or_else(|| self.engine.clone());
        let property = task.property.clone();
        let done = Progress { property, time_seconds: now, memory_bytes, engine, ..done };
        drop(task);
        (self.listener)(JobEvent::Progress(JobProgress { done, rate }));
    }

    /// Does work on properties; where an engine is silent for long, what it told last is told again.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        threads::alongside(work, PULSE, || {
            let silent = self.task.lock().ok().filter(|task| task.is_silent());
            let last =
                silent.map(|task| task.last.as_ref().map(|(_, last)| last.clone()).unwrap_or_default());
            last.into_iter().for_each(|last| self.progress(last));
        })
    }
}

impl synod_core::Progress for Reporter<'_> {
    fn tick(&self, tick: Tick) {
        self.progress(Progress::from(tick));
    }
}
