//! Searches that survive an interruption: what was found is written to files now and then, and read again later.
//!
//! A search is saved in numbered *parts*: each has what was found since the one before it, and how far the search had come by
//! then. No part is ever changed. It is written in blocks with checksums, each of which depends on all that came before, parts
//! before it included ([`blocks`]): a part that is torn, changed, or of another search does not fit and is not believed, nor is
//! any after it. What counts is the longest sequence of parts, from the first on, in which all are whole.

mod blocks;
mod journal;
mod saved;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use synod_core::Folder;

pub(crate) use blocks::mix;
pub(crate) use journal::{Journal, Unready};

/// A folder that searches are saved in, and how often.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// Where files are.
    pub folder: Arc<dyn Folder>,
    /// How long a search goes on before it is saved, and saved again.
    pub every: Duration,
    /// Whether files of an earlier process are there to go on from.
    pub resumes: bool,
}

impl PartialEq for Checkpoints {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.folder, &other.folder)
    }
}

impl Eq for Checkpoints {}

/// A number for something that can be printed: the same for the same text, and else almost certainly another.
pub fn fingerprint(what: &dyn std::fmt::Debug) -> u64 {
    let mut text = blocks::TextSum::default();
    // A sum takes any text.
    let _ = write!(text, "{what:?}");
    text.sum()
}
