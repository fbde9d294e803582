//! A folder of its own for one process, with files that are there in full or not at all, whatever stops the process or the machine.

use std::fs::{self, File, TryLockError};
use std::io::{BufReader, BufWriter, Read, Result, Write};
use std::path::{Path, PathBuf};

use synod_core::Folder;

use super::shown;

/// While a process works in the folder, it holds a lock on this file.
pub(super) const LOCK: &str = "lock";

/// What files that are being written end with.
const UNFINISHED: &str = ".unfinished";

/// Content that is written a piece at a time.
const BUFFER: usize = 1 << 20;

/// A folder that no other process works in.
#[derive(Debug)]
pub struct DurableFolder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl DurableFolder {
    /// A folder that is there.
    pub fn open(path: &Path) -> std::result::Result<Self, String> {
        let refused = |error: std::io::Error| format!("cannot use the folder `{}`: {error}", shown(path));
        // The process may go to another folder.
        let path = fs::canonicalize(path).map_err(refused)?;
        let lock = File::create(path.join(LOCK)).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => Ok(DurableFolder { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(format!(
                "another process works in the folder `{}`: wait for its end, or stop it",
                shown(&path)
            )),
            Err(TryLockError::Error(error)) => Err(refused(error)),
        }
    }

    /// A folder with nothing in it, which is made unless it is there.
    pub fn create(path: &Path) -> std::result::Result<Self, String> {
        let refused = |error: std::io::Error| format!("cannot make the folder `{}`: {error}", shown(path));
        fs::create_dir_all(path).map_err(refused)?;
        let mut entries = fs::read_dir(path).map_err(refused)?;
        match entries.next() {
            Some(_) => Err(format!("the folder `{}` is not empty: name another one", shown(path))),
            None => Self::open(path),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Folder for DurableFolder {
    fn names(&self) -> Result<Vec<String>> {
        let entries = fs::read_dir(&self.path)?.collect::<Result<Vec<_>>>()?;
        let names = entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok());
        Ok(names.filter(|name| name != LOCK && !name.ends_with(UNFINISHED)).collect())
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read + '_>> {
        let file = File::open(self.path.join(name))?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
    }

    fn write(&self, name: &str, content: &mut dyn FnMut(&mut dyn Write) -> Result<()>) -> Result<()> {
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let mut file = BufWriter::with_capacity(BUFFER, File::create(&unfinished)?);
        let written = content(&mut file).and_then(|()| {
            // What is renamed has to be on the disk already, and then the new name.
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&unfinished, self.path.join(name))?;
            sync(&self.path)
        });
        if written.is_err() {
            // It takes room that others may need.
            let _ = fs::remove_file(&unfinished);
        }
        written
    }

    fn remove(&self, name: &str) -> Result<()> {
        fs::remove_file(self.path.join(name))
    }
}

/// Waits until the names in a folder are on the disk, where a folder can be opened for that.
fn sync(folder: &Path) -> Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
