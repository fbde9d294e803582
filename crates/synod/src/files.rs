//! Reading texts and writing files, with errors that say what to do.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use synod_session::certificates::{Form, WrittenCertificate};

use crate::failure::Failure;
use crate::terminal;

/// The text of a file, or of standard input for `-`, without the byte order mark that some editors put
/// first.
pub fn read(path: &str) -> Result<String, Failure> {
    let mut text = String::from_utf8(bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::Input(format!("`{path}` is not a text in UTF-8 (see byte {at})"))
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// The bytes of a file, or of standard input for `-`.
pub fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    if path != "-" {
        return fs::read(path).map_err(|error| Failure::Input(describe_read_error(path, &error)));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|e| Failure::Input(format!("cannot read standard input: {e}")))?;
    Ok(bytes)
}

fn describe_read_error(path: &str, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("there is no file `{path}`"),
        _ if Path::new(path).is_dir() => format!("`{path}` is a directory, not a file"),
        ErrorKind::PermissionDenied => format!("no permission to read `{path}`"),
        _ => format!("cannot read `{path}`: {error}"),
    }
}

/// Writes a file so that readers see the old content or the new one, never a part.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let content = content.as_ref();
    let failed = |error: std::io::Error| {
        let why = if path.is_dir() { "it is a directory".to_string() } else { error.to_string() };
        Failure::Input(format!("cannot write `{}`: {why}", path.display()))
    };
    // Devices, pipes and links are written through, not replaced.
    let special = fs::symlink_metadata(path).is_ok_and(|m| !m.is_file());
    if special {
        return fs::write(path, content).map_err(failed);
    }
    let beside = temporary_name(path);
    let written = fs::File::create_new(&beside).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(failed)
}

/// `dir/trace.itf.json` with `spec-2` in it is `dir/trace.spec-2.itf.json`, if that ending is known.
pub fn with_name(path: &Path, name: &str, endings: &[&str]) -> PathBuf {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = endings.iter().find(|e| file.ends_with(**e)).copied().unwrap_or("");
    let stem = &file[..file.len() - ending.len()];
    let name: String =
        name.chars().map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' }).collect();
    path.with_file_name(format!("{stem}.{name}{ending}"))
}

/// Writes certificates, each into a file with the name of its property if there are several, and says which.
pub fn write_certificates(path: &Path, written: Vec<WrittenCertificate>, quiet: bool) -> Result<(), Failure> {
    let several = written.len() > 1;
    let mut unwritten = Vec::new();
    for WrittenCertificate { property, content } in written {
        let file = if several { with_name(path, &property, &Form::ENDINGS) } else { path.to_path_buf() };
        match content {
            Ok(content) => {
                write(&file, content)?;
                if !quiet {
                    terminal::tell(&format!("wrote {}", file.display()));
                }
            }
            Err(why) => unwritten.push(format!("the proof of {property} was not written: {why}")),
        }
    }
    match unwritten.is_empty() {
        true => Ok(()),
        false => Err(Failure::input(unwritten.join("\n"))),
    }
}

fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("synod-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn writing_replaces_the_file_and_leaves_nothing_else() {
        let folder = folder("replace");
        let path = folder.join("a.json");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(read(path.to_str().unwrap()).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn failures_say_what_is_wrong() {
        let folder = folder("failures");
        let text = |failure| match failure {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        };
        let name = folder.to_str().unwrap();
        assert!(text(read(name).unwrap_err()).ends_with("is a directory, not a file"));
        assert!(text(write(&folder, "").unwrap_err()).ends_with("it is a directory"));
        assert!(text(read("no/such").unwrap_err()).starts_with("there is no file"));
        let binary = folder.join("b");
        fs::write(&binary, [b'a', 0xff]).unwrap();
        assert!(text(read(binary.to_str().unwrap()).unwrap_err()).contains("UTF-8 (see byte 1)"));
        fs::remove_dir_all(folder).unwrap();
    }
}
