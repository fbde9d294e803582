//! Files and standard streams: what commands read, and what they write and how.

mod create;
mod durable;
mod folders;
mod output;
mod read;
mod scratch;
mod target;

use std::path::Path;

pub use create::create;
pub use durable::DurableFolder;
pub use folders::{models_of, texts_of};
pub use output::{Output, Outputs, Part, protect};
pub use read::{bytes, read, read_model};
pub use scratch::ScratchFolder;

/// The name that stands for standard input where something is read and for standard output where it is written.
pub const STANDARD_STREAM: &str = "-";

/// Replaces the content of a file that was read, as a whole; or says why it cannot.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), String> {
    let written = target::Target::find(path).and_then(|target| target.write(content));
    written.map_err(|why| format!("cannot write `{}`: {why}", shown(path)))
}

/// A path in a message, in one line and without anything that a terminal would obey.
pub fn shown(path: impl AsRef<Path>) -> String {
    synod_session::diagnostics::visible_line(&path.as_ref().to_string_lossy())
}
