//! Files for what does not fit into memory, in a folder of their own: gone when they are needed no more.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use synod_core::Scratch;

use super::durable::{DurableFolder, LOCK};

/// A folder in which only files of this process are. They go with it, and so does the folder if it was made for them.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: DurableFolder,
    is_made: bool,
    /// The files there are. None is kept open: there may be more than a process can have open.
    files: Mutex<HashSet<String>>,
}

impl ScratchFolder {
    /// A folder with nothing in it, which is made unless it is there.
    pub fn create(path: &Path) -> std::result::Result<Self, String> {
        let is_made = !path.exists();
        let folder = DurableFolder::create(path)?;
        Ok(ScratchFolder { folder, is_made, files: Mutex::default() })
    }

    fn files(&self) -> MutexGuard<'_, HashSet<String>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scratch for ScratchFolder {
    fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.path().join(name);
        let is_there = self.files().contains(name);
        let mut file = if is_there {
            File::options().append(true).open(path)?
        } else {
            // What somebody else has put there is not touched.
            File::create_new(path)?
        };
        self.files().insert(name.to_string());
        file.write_all(bytes)
    }

    fn read_at(&self, name: &str, place: u64, bytes: &mut [u8]) -> Result<()> {
        let mut file = File::open(self.folder.path().join(name))?;
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }

    fn remove(&self, name: &str) -> Result<()> {
        if self.files().remove(name) { fs::remove_file(self.folder.path().join(name)) } else { Ok(()) }
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let path = self.folder.path();
        let files = self.files.get_mut().unwrap_or_else(PoisonError::into_inner);
        for name in files.drain() {
            let _ = fs::remove_file(path.join(name));
        }
        let _ = fs::remove_file(path.join(LOCK));
        if self.is_made {
            // Unless somebody else has put something there.
            let _ = fs::remove_dir(path);
        }
    }
}
