//! Where the content of an output goes: a file that is replaced as a whole, a stream, or standard output.

use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{STANDARD_STREAM, shown};
use crate::failure::Failure;
use crate::terminal;

/// How many links lead from a name to a file at most.
const MOST_LINKS: usize = 40;

/// Where the system lists what processes have opened; the links there are none to names of files.
const OPEN_FILES: &str = "/proc";

/// Where content goes. Links have been followed, so that they stay and what they lead to is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    StandardOutput,
    /// A device or a pipe, which is written to.
    Stream(PathBuf),
    /// A file, which is written beside and renamed: readers see the old content or the new one, never a part.
    Replaced(PathBuf),
    /// A file that can be written although nothing can be put beside it.
    Overwritten(PathBuf),
}

impl Target {
    /// Where content of this name goes; or why it cannot be written. Nothing has changed then.
    pub fn find(path: &Path) -> Result<Target, String> {
        if path == Path::new(STANDARD_STREAM) {
            return Ok(Target::StandardOutput);
        }
        if path.as_os_str().is_empty() {
            return Err("its name is empty".to_string());
        }
        let Some(path) = follow(path).map_err(|error| described(path, &error))? else {
            return Ok(Target::Stream(path.to_path_buf()));
        };
        let known = match fs::metadata(&path) {
            Ok(known) => Some(known),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(described(&path, &error)),
        };
        let is_directory = path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.file_name().is_none();
        match &known {
            Some(known) if known.is_dir() => return Err("it is a directory".to_string()),
            None if is_directory => return Err("it names a directory".to_string()),
            Some(known) if !known.is_file() => return Ok(Target::Stream(path)),
            // Who may not write a file may not replace it either.
            Some(_) => {
                let opened = OpenOptions::new().write(true).open(&path);
                opened.map_err(|error| described(&path, &error))?;
            }
            None => {}
        }
        match beside(&path, None) {
            Ok(_) => Ok(Target::Replaced(path)),
            Err(_) if known.is_some() => Ok(Target::Overwritten(path)),
            Err(error) => Err(described(&path, &error)),
        }
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Target::Replaced(path) | Target::Overwritten(path) => Some(path),
            Target::StandardOutput | Target::Stream(_) => None,
        }
    }

    /// Writes all of the content; or says why it cannot.
    pub fn write(&self, content: &[u8]) -> Result<(), String> {
        match self {
            Target::StandardOutput => match terminal::print_bytes(content) {
                // Nobody reads it any more, which is no mistake.
                Ok(()) | Err(Failure::OutputClosed) => Ok(()),
                Err(Failure::Input(why)) => Err(why),
                Err(Failure::Reported | Failure::Stopped(_)) => Err("it could not be written".to_string()),
            },
            // A file that was opened before, such as standard output, goes on where it was.
            Target::Stream(path) => {
                let written =
                    OpenOptions::new().append(true).open(path).and_then(|mut f| f.write_all(content));
                match written {
                    Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(described(path, &error)),
                    _ => Ok(()),
                }
            }
            Target::Replaced(path) => replace(path, content).map_err(|error| described(path, &error)),
            Target::Overwritten(path) => fs::write(path, content).map_err(|error| described(path, &error)),
        }
    }
}

/// Where a name leads: `None` if that is something that a process has opened.
fn follow(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if path.starts_with(OPEN_FILES) {
            return Ok(None);
        }
        match fs::symlink_metadata(&path) {
            Ok(known) if known.is_symlink() => {
                let next = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(next);
            }
            _ => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// A new file in the same folder, readable for those who may read what is there.
fn beside(path: &Path, known: Option<&Metadata>) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".synod-");
    match known.map(Metadata::permissions).or_else(usual) {
        Some(permissions) => builder.permissions(permissions).tempfile_in(folder),
        None => builder.tempfile_in(folder),
    }
}

/// The permissions of a new file, before the mask of the process.
#[cfg(unix)]
fn usual() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<Permissions> {
    None
}

/// Replaces a file, or makes it; permissions and, where that is allowed, the owner stay.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let known = fs::metadata(path).ok();
    let mut file = beside(path, known.as_ref())?;
    file.write_all(content)?;
    if let Some(known) = &known {
        keep_owner(file.path(), known);
        // The mask of the process is for new files only.
        file.as_file().set_permissions(known.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn keep_owner(path: &Path, known: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    // Most people may not give files away; the file is then theirs.
    let _ = std::os::unix::fs::chown(path, Some(known.uid()), Some(known.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) {}

/// Why a file cannot be written.
pub fn described(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (error.kind(), folder) {
        (ErrorKind::NotFound, Some(folder)) if !folder.exists() => {
            format!("there is no directory `{}`", shown(folder))
        }
        (ErrorKind::NotADirectory, Some(folder)) => format!("`{}` is not a directory", shown(folder)),
        (ErrorKind::PermissionDenied, _) => "no permission".to_string(),
        _ => error.to_string(),
    }
}
