//! Reading files and standard input, with errors that say what to do.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use synod_core::checkpoint_now;
use synod_session::languages;

use super::{STANDARD_STREAM, shown};
use crate::failure::Failure;

/// No model, trace or certificate has more bytes; devices have no end.
const MOST_BYTES: u64 = 512 << 20;

/// So many bytes are read before limits are looked at again.
const PIECE: u64 = 1 << 20;

/// The text of a model: what [`read`] reads, or the text that a binary file stands for.
pub fn read_model(path: &str) -> Result<String, Failure> {
    let bytes = bytes(path)?;
    match languages().decode(&bytes) {
        Some(decoded) => decoded.map_err(|why| Failure::Input(format!("`{}`: {why}", shown(path)))),
        None => text(path, bytes),
    }
}

/// The text of a file, or of standard input for `-`, without the byte order mark that some editors put
/// first.
pub fn read(path: &str) -> Result<String, Failure> {
    text(path, bytes(path)?)
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::Input(format!("`{}` is not a text in UTF-8 (see byte {at})", shown(path)))
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// The bytes of a file, or of standard input for `-`.
pub fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    if path == STANDARD_STREAM {
        let read = all(std::io::stdin().lock(), "standard input");
        return read.map_err(|error| Failure::Input(format!("cannot read standard input: {error}")))?;
    }
    let read = fs::File::open(path).and_then(|file| all(file, &format!("`{}`", shown(path))));
    read.map_err(|error| Failure::Input(describe(path, &error)))?
}

/// Everything that can be read, unless it is too much.
fn all(mut from: impl Read, name: &str) -> std::io::Result<Result<Vec<u8>, Failure>> {
    let mut bytes = Vec::new();
    while from.by_ref().take(PIECE).read_to_end(&mut bytes)? > 0 {
        checkpoint_now();
        if bytes.len() as u64 > MOST_BYTES {
            return Ok(Err(Failure::Input(format!("{name} has more than {} MB", MOST_BYTES >> 20))));
        }
    }
    Ok(Ok(bytes))
}

fn describe(path: &str, error: &std::io::Error) -> String {
    let name = shown(path);
    match error.kind() {
        _ if Path::new(path).is_dir() => format!("`{name}` is a directory, not a file"),
        ErrorKind::NotFound => format!("there is no file `{name}`"),
        ErrorKind::PermissionDenied => format!("no permission to read `{name}`"),
        _ => format!("cannot read `{name}`: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_say_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let text = |path: &Path| match read(path.to_str().unwrap()).unwrap_err() {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        };
        assert!(text(folder.path()).ends_with("is a directory, not a file"));
        assert_eq!(text(Path::new("no/such\n\x1b")), "there is no file `no/such␊␛`");
        let binary = folder.path().join("b");
        fs::write(&binary, [b'a', 0xff]).unwrap();
        assert!(text(&binary).contains("UTF-8 (see byte 1)"));
    }
}
