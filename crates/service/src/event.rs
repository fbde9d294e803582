//! News of work that is going on.

use std::sync::Mutex;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Tick;
use synod_core::clock::Instant;
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
    /// The engine that tells this; null if it is not known.
    pub engine: Option<String>,
    /// How many states a second there were since the last news.
    #[schemars(range(min = 0))]
    pub rate: f64,
}

/// Seconds between two news of progress at least.
const PAUSE: f64 = 0.1;

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
    /// When something was told last, and how many states there were.
    last: Option<(f64, u64)>,
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
        let (before, states) = task.last.unwrap_or((0.0, 0));
        if now - before < PAUSE {
            return;
        }
        task.last = Some((now, done.states));
        let rate = done.states.saturating_sub(states) as f64 / (now - before);
        let done = Progress { property: task.property.clone(), time_seconds: now, ..done };
        drop(task);
        (self.listener)(JobEvent::Progress(JobProgress { done, engine: self.engine.clone(), rate }));
    }
}

impl synod_core::Progress for Reporter<'_> {
    fn tick(&self, tick: Tick) {
        self.progress(Progress::from(tick));
    }
}
