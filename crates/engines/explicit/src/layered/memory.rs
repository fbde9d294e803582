//! Files that are in memory.

use std::io::{Error, ErrorKind, Result};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use synod_core::Scratch;

/// What was appended at a time, with where it begins. Whatever is read lies in one such piece.
type Pieces = Vec<(u64, Box<[u8]>)>;

#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<FxHashMap<String, Pieces>>);

impl Memory {
    fn files(&self) -> MutexGuard<'_, FxHashMap<String, Pieces>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scratch for Memory {
    fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut files = self.files();
        let pieces = files.entry(name.to_string()).or_default();
        let end = pieces.last().map_or(0, |(begin, piece)| begin + piece.len() as u64);
        pieces.push((end, bytes.into()));
        Ok(())
    }

    fn read_at(&self, name: &str, place: u64, bytes: &mut [u8]) -> Result<()> {
        let files = self.files();
        let pieces = files.get(name).map_or(&[][..], Vec::as_slice);
        let behind = pieces.partition_point(|(begin, _)| *begin <= place);
        let piece = behind.checked_sub(1).and_then(|number| {
            let (begin, piece) = &pieces[number];
            let from = (place - begin) as usize;
            piece.get(from..from + bytes.len())
        });
        bytes.copy_from_slice(piece.ok_or(Error::from(ErrorKind::UnexpectedEof))?);
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.files().remove(name);
        Ok(())
    }
}
