//! The thread that reads texts. A text that has changed meanwhile is not read to its end.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, unbounded};
use synod_core::Budget;
use synod_session::editing::Analysis;
use synod_session::{Reader, Reading, languages, settings};
use synod_syntax::Source;

/// Deeply nested texts are walked by recursion.
const STACK: usize = 256 << 20;

/// A text to be read.
pub struct Task {
    pub name: String,
    pub version: i32,
    pub text: String,
    /// Values of parameters for all models.
    pub parameters: Vec<String>,
    pub loader: Arc<dyn synod_session::Loader>,
    /// Cancelled when the text has changed.
    pub budget: Budget,
}

/// A text that was read.
pub struct Read {
    pub name: String,
    pub version: i32,
    /// Or why it is in no language.
    pub analysis: Result<Arc<Analysis>, String>,
}

/// Starts the thread: tasks go in, and texts that were read come out.
pub fn start() -> std::io::Result<(Sender<Task>, Receiver<Read>)> {
    let (tasks, to_do) = unbounded::<Task>();
    let (done, results) = unbounded();
    let work = move || {
        while let Ok(task) = to_do.recv() {
            if let Some(read) = read(task)
                && done.send(read).is_err()
            {
                return;
            }
        }
    };
    std::thread::Builder::new().name("analyst".to_string()).stack_size(STACK).spawn(work)?;
    Ok((tasks, results))
}

/// Reads a text; `None` if it has changed meanwhile.
fn read(task: Task) -> Option<Read> {
    let Task { name, version, text, parameters, loader, budget } = task;
    if budget.is_cancelled() {
        return None;
    }
    let analysis = analyse(&name, text, &parameters, loader, &budget);
    match analysis {
        Err(_) if budget.is_cancelled() => None,
        analysis => Some(Read { name, version, analysis: analysis.map(Arc::new) }),
    }
}

fn analyse(
    name: &str,
    text: String,
    general: &[String],
    loader: Arc<dyn synod_session::Loader>,
    budget: &Budget,
) -> Result<Analysis, String> {
    let parameters = settings::parameters_of(name, &text, general, &|file: &str| loader.load(file))?;
    let reading = Reading { parameters, ..Reading::default() };
    let reader = Reader::new(&languages(), name, &text, &reading).map_err(|rejection| rejection.message)?;
    let reader = reader.with_loader(move |file: &str| loader.load(file));
    reader.analyse(Source::new(name, text), budget).map_err(|rejection| rejection.message)
}
