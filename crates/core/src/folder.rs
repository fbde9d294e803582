//! The seam to files that outlive the process: libraries write and read them through this, and a face says where they are.

use std::fmt::Debug;
use std::io::{Read, Result, Write};

/// A folder of files that are written once, as a whole, and never changed.
pub trait Folder: Debug + Send + Sync {
    /// The names of all files in it, in any order.
    fn names(&self) -> Result<Vec<String>>;

    /// Opens a file for reading.
    fn open(&self, name: &str) -> Result<Box<dyn Read + '_>>;

    /// Writes a file, in the place of one of this name. When it returns, the file is there to stay; whenever it does not, be it
    /// that the machine stops, the file is not there or is the one that was there before.
    fn write(&self, name: &str, content: &mut dyn FnMut(&mut dyn Write) -> Result<()>) -> Result<()>;

    /// Removes a file.
    fn remove(&self, name: &str) -> Result<()>;
}

/// Files for what does not fit into memory: they are of use to this process alone, and gone when it has ended.
pub trait Scratch: Debug + Send + Sync {
    /// Adds bytes at the end of a file, which is made unless it is there.
    fn append(&self, name: &str, bytes: &[u8]) -> Result<()>;

    /// Reads as many bytes as there is room for, from a place in a file on. That there are fewer is an error.
    fn read_at(&self, name: &str, place: u64, bytes: &mut [u8]) -> Result<()>;

    /// Removes a file.
    fn remove(&self, name: &str) -> Result<()>;
}
