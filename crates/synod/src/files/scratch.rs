//! Files for what does not fit into memory, in a folder of their own: gone when they are needed no more.

use std::collections::HashMap;
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
    files: Mutex<HashMap<String, File>>,
}

impl ScratchFolder {
    /// A folder with nothing in it, which is made unless it is there.
    pub fn create(path: &Path) -> std::result::Result<Self, String> {
        let is_made = !path.exists();
        let folder = DurableFolder::create(path)?;
        Ok(ScratchFolder { folder, is_made, files: Mutex::default() })
    }

    fn files(&self) -> MutexGuard<'_, HashMap<String, File>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scratch for ScratchFolder {
    fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut files = self.files();
        if !files.contains_key(name) {
            let path = self.folder.path().join(name);
            let file = File::options().read(true).write(true).create_new(true).open(path)?;
            files.insert(name.to_string(), file);
        }
        let Some(file) = files.get_mut(name) else { return Ok(()) };
        file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)
    }

    fn read_at(&self, name: &str, place: u64, bytes: &mut [u8]) -> Result<()> {
        let mut files = self.files();
        let file = files.get_mut(name).ok_or(std::io::Error::from(std::io::ErrorKind::NotFound))?;
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }

    fn remove(&self, name: &str) -> Result<()> {
        match self.files().remove(name) {
            Some(_) => fs::remove_file(self.folder.path().join(name)),
            None => Ok(()),
        }
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let path = self.folder.path();
        let files = self.files.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (name, _) in files.drain() {
            let _ = fs::remove_file(path.join(name));
        }
        let _ = fs::remove_file(path.join(LOCK));
        if self.is_made {
            // Unless somebody else has put something there.
            let _ = fs::remove_dir(path);
        }
    }
}
