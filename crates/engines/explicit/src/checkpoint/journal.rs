//! The parts of one search: writing the next, and reading those that are there.

use std::io::{Error, ErrorKind};
use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{Budget, Remark, Stop, Verdict, grouped};

use super::Checkpoints;
use super::blocks::{BlockReader, BlockWriter};
use super::saved::{LoadError, Marks, load, store};
use crate::explore::Space;

/// Searches that are over sooner are not worth a file.
const WORTH_SAVING: Duration = Duration::from_secs(1);

/// Why a search could not begin.
#[derive(Debug)]
pub(crate) enum Unready {
    /// Not all initial states were listed, but so many.
    Listing(Stop, u64),
    /// Not all states of a checkpoint were read, but so many.
    Loading(Stop, u64),
    /// A checkpoint is there and cannot be read, because of this.
    Unreadable(String),
}

impl Unready {
    /// What kept it from beginning, if it has to be one of the limits.
    pub fn stop(&self) -> Stop {
        match self {
            Unready::Listing(stop, _) | Unready::Loading(stop, _) => *stop,
            Unready::Unreadable(_) => Stop::Cancelled,
        }
    }

    pub fn verdict(self) -> Verdict {
        let found = |states: u64| format!("{} found so far", grouped(states));
        match self {
            Unready::Listing(stop, states) => {
                let doing = format!("while listing initial states ({})", found(states));
                stop.verdict(doing, "try `--engine bdd`, which does not list states")
            }
            Unready::Loading(stop, states) => {
                let doing = format!("while reading a checkpoint ({})", found(states));
                stop.verdict(doing, "begin anew with `--reduction all`, which visits fewer states")
            }
            Unready::Unreadable(why) => Verdict::Unknown {
                reason: format!("a checkpoint cannot be read: {why}"),
                advice: Some("see that you may read the files of the folder, and try again".to_string()),
            },
        }
    }
}

/// The parts of one search.
#[derive(Debug)]
pub(crate) struct Journal {
    checkpoints: Checkpoints,
    /// What tells the search from others in the same folder.
    key: u64,
    /// How many parts there are.
    parts: u64,
    /// The checksum of all of them.
    sum: u64,
    /// What is in them.
    saved: Marks,
    begin: Instant,
    /// When the search is to be saved again.
    due: Instant,
    /// Why it was not when it was to be.
    failure: Option<String>,
    /// What a person should know about how the search began.
    remarks: Vec<Remark>,
}

impl Journal {
    /// The journal of a search that has no part yet.
    fn new(checkpoints: &Checkpoints, key: u64) -> Self {
        let begin = Instant::now();
        Journal {
            checkpoints: checkpoints.clone(),
            key,
            parts: 0,
            sum: key,
            saved: Marks::default(),
            begin,
            due: begin + checkpoints.every,
            failure: None,
            remarks: Vec::new(),
        }
    }

    /// Goes on with a search of which there are parts; otherwise `begin` begins one.
    pub fn open(
        checkpoints: &Checkpoints,
        key: u64,
        words: usize,
        budget: &Budget,
        begin: impl FnOnce() -> Result<Space, Unready>,
    ) -> Result<Space, Unready> {
        let unreadable = |error: Error| Unready::Unreadable(error.to_string());
        let names = checkpoints.folder.names().map_err(unreadable)?;
        let ours = format!("{key:016x}-");
        let mut numbers: Vec<u64> = names.iter().filter_map(|name| number(name, &ours)).collect();
        numbers.sort_unstable();
        let mut journal = Journal::new(checkpoints, key);
        let last = numbers.last().copied().unwrap_or(0);
        let loaded = journal.load_up_to(last, words, budget)?;
        if journal.parts < last {
            let states = journal.saved.states;
            let file = journal.name(journal.parts + 1);
            journal.remarks.push(Remark::DamagedCheckpoint { file, states });
            // They would not fit what comes now; and if they stay, they are not believed either.
            for number in numbers.into_iter().filter(|number| *number > journal.parts) {
                let _ = journal.checkpoints.folder.remove(&journal.name(number));
            }
        }
        let mut space = match loaded {
            Some(space) => {
                let states = space.store.len();
                journal.remarks.extend(checkpoints.resumes.then_some(Remark::Resumed { states }));
                space
            }
            None => begin()?,
        };
        space.journal = Some(journal);
        Ok(space)
    }

    /// Reads as many parts as are whole, this many at the most. `None` if not even the first is.
    fn load_up_to(&mut self, last: u64, words: usize, budget: &Budget) -> Result<Option<Space>, Unready> {
        let mut most = last;
        // What a damaged part has added cannot be taken back: those before it are read again.
        while most > 0 {
            (self.parts, self.sum, self.saved) = (0, self.key, Marks::default());
            let mut space = Space::empty(words);
            space.store.allow_more(budget.memory_left());
            while self.parts < most && self.load_next(&mut space, budget)? {}
            if self.parts == most {
                return Ok(Some(space));
            }
            most = self.parts;
        }
        (self.parts, self.sum, self.saved) = (0, self.key, Marks::default());
        Ok(None)
    }

    /// Reads the next part; says whether it is whole.
    fn load_next(&mut self, space: &mut Space, budget: &Budget) -> Result<bool, Unready> {
        let name = self.name(self.parts + 1);
        let file = match self.checkpoints.folder.open(&name) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(Unready::Unreadable(format!("`{name}`: {error}"))),
        };
        let mut reader = BlockReader::new(file, self.sum);
        let loaded = load(&mut reader, space, &mut self.saved, budget);
        match loaded.and_then(|()| Ok(reader.end()?)) {
            Ok(sum) => {
                (self.parts, self.sum) = (self.parts + 1, sum);
                Ok(true)
            }
            Err(LoadError::Damaged) => Ok(false),
            Err(LoadError::Stopped(stop)) => Err(Unready::Loading(stop, space.store.len())),
        }
    }

    fn name(&self, number: u64) -> String {
        format!("{:016x}-{number:06}.part", self.key)
    }

    /// When the search is to be saved.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Steps are kept anew, so that all of them are to be saved.
    pub fn forget_steps(&mut self) {
        self.saved.steps = None;
    }

    /// Saves a search if it is time, or if it ends and was worth it.
    pub fn save(&mut self, space: &Space, is_end: bool) {
        let now = Instant::now();
        let is_worth = self.parts > 0 || now >= self.due || now.duration_since(self.begin) >= WORTH_SAVING;
        if now < self.due && !(is_end && is_worth) || self.saved == Marks::of(space) {
            return;
        }
        let (before, saved) = (self.sum, self.saved);
        let mut sum = 0;
        let written = self.checkpoints.folder.write(&self.name(self.parts + 1), &mut |to| {
            let mut writer = BlockWriter::new(to, before);
            store(&mut writer, space, &saved)?;
            sum = writer.end()?;
            Ok(())
        });
        match written {
            Ok(()) => {
                (self.parts, self.sum, self.saved) = (self.parts + 1, sum, Marks::of(space));
                self.failure = None;
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
        self.due = Instant::now() + self.checkpoints.every;
    }

    /// What a person should know.
    pub fn remarks(&self) -> impl Iterator<Item = Remark> {
        let failure = self.failure.clone().map(|why| Remark::CheckpointNotWritten { why });
        self.remarks.iter().cloned().chain(failure)
    }
}

/// The number of a part of this search, if the file is one.
fn number(name: &str, ours: &str) -> Option<u64> {
    name.strip_prefix(ours)?.strip_suffix(".part")?.parse().ok()
}
