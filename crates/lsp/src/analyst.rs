//! The thread that reads texts. A text that has changed meanwhile is not read to its end.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, unbounded};
use synod_core::Budget;
use synod_session::editing::{Analysis, Early};
use synod_session::{Reader, Reading, languages, settings};
use synod_syntax::Source;

/// What is wrong with texts of fewer bytes is told once, when all is known: that is so soon that more would only flicker.
const LARGE: usize = 64 << 10;

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

/// What the thread has to say.
pub enum News {
    /// Something is known of a text that is still being read.
    Early { name: String, version: i32, early: Early },
    /// A text was read.
    Read(Read),
}

/// A text that was read.
pub struct Read {
    pub name: String,
    pub version: i32,
    /// Or why it is in no language.
    pub analysis: Result<Arc<Analysis>, String>,
}

/// Starts the thread: tasks go in, and texts that were read come out.
pub fn start() -> std::io::Result<(Sender<Task>, Receiver<News>)> {
    let (tasks, to_do) = unbounded::<Task>();
    let (done, results) = unbounded();
    let work = move || {
        while let Ok(task) = to_do.recv() {
            if let Some(read) = read(task, &done)
                && done.send(News::Read(read)).is_err()
            {
                return;
            }
        }
    };
    std::thread::Builder::new().name("analyst".to_string()).stack_size(STACK).spawn(work)?;
    Ok((tasks, results))
}

/// Reads a text; `None` if it has changed meanwhile.
fn read(task: Task, news: &Sender<News>) -> Option<Read> {
    let Task { name, version, text, parameters, loader, budget } = task;
    if budget.is_cancelled() {
        return None;
    }
    let tell = (text.len() >= LARGE).then(|| {
        let (name, news) = (name.clone(), news.clone());
        Box::new(move |early| {
            // Who has gone needs no news.
            let _ = news.send(News::Early { name: name.clone(), version, early });
        }) as Box<dyn Fn(Early)>
    });
    let analysis = analyse(&name, text, &parameters, loader, &budget, tell);
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
    tell: Option<Box<dyn Fn(Early)>>,
) -> Result<Analysis, String> {
    let parameters = settings::parameters_of(name, &text, general, &|file: &str| loader.load(file))?;
    let reading = Reading { parameters, ..Reading::default() };
    let reader = Reader::new(&languages(), name, &text, &reading).map_err(|rejection| rejection.message)?;
    let reader = reader.with_loader(move |file: &str| loader.load(file));
    reader.analyse_telling(Source::new(name, text), budget, tell).map_err(|rejection| rejection.message)
}
