//! The thread that checks properties.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, unbounded};
use synod_core::{Budget, Progress, Tick};
use synod_session::check::EngineChoice;
use synod_session::editing::{Analysis, CheckEvent, Checked};
use synod_session::wording;

/// Engines recurse through formulas and models.
pub const STACK: usize = 256 << 20;

/// Properties to be checked.
pub struct CheckTask {
    pub name: String,
    pub version: i32,
    pub analysis: Arc<Analysis>,
    /// Their names; all if there are none.
    pub wanted: Vec<String>,
    pub engine: EngineChoice,
    /// Whether to say how often commands are used.
    pub coverage: bool,
    pub budget: Budget,
    /// Under which the client knows it, for progress.
    pub number: u64,
}

/// News about a check.
pub enum CheckNews {
    /// How far it is, in a line.
    Progress { number: u64, text: String },
    /// It is done, or refused.
    Done { number: u64, name: String, version: i32, meaning: u64, checked: Result<Box<Checked>, String> },
}

/// Starts the thread: tasks go in, and news come out.
pub fn start() -> std::io::Result<(Sender<CheckTask>, Receiver<CheckNews>)> {
    let (tasks, to_do) = unbounded::<CheckTask>();
    let (news, results) = unbounded();
    let work = move || {
        while let Ok(task) = to_do.recv() {
            check(task, &news);
        }
    };
    std::thread::Builder::new().name("checker".to_string()).stack_size(STACK).spawn(work)?;
    Ok((tasks, results))
}

struct ProgressSender<'a> {
    news: &'a Sender<CheckNews>,
    number: u64,
}

impl Progress for ProgressSender<'_> {
    fn tick(&self, tick: Tick) {
        let text = wording::progress(tick, None);
        // Nobody listens any more: the work is ended with its budget.
        let _ = self.news.send(CheckNews::Progress { number: self.number, text });
    }
}

fn check(task: CheckTask, news: &Sender<CheckNews>) {
    let CheckTask { name, version, analysis, wanted, engine, coverage, budget, number } = task;
    let sender = ProgressSender { news, number };
    let checked = analysis.check(&wanted, &engine, coverage, &budget, &sender, &mut |event| {
        let text = match event {
            CheckEvent::Begins(name) => format!("checking {name}"),
            CheckEvent::Answered { name, reason } => format!("{name}: {reason}"),
        };
        let _ = news.send(CheckNews::Progress { number, text });
    });
    let checked = checked.map(Box::new).map_err(|rejection| rejection.message);
    let _ = news.send(CheckNews::Done { number, name, version, meaning: analysis.meaning(), checked });
}
