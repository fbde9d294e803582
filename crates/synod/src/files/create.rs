//! Files that must not be there yet.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::shown;
use super::target::described;
use crate::failure::Failure;

/// Writes a new file; one that there is stays as it is.
pub fn create(path: &str, content: &[u8]) -> Result<(), Failure> {
    let refused = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists if Path::new(path).is_dir() => {
            Failure::Input(format!("`{}` is a directory: name a file in it", shown(path)))
        }
        ErrorKind::AlreadyExists => Failure::Input(format!(
            "`{}` is there already, and stays as it is: name another file",
            shown(path)
        )),
        _ => {
            Failure::Input(format!("cannot write `{}`: {}", shown(path), described(Path::new(path), &error)))
        }
    };
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(refused)?;
    file.write_all(content).map_err(refused)
}
