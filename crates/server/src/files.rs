//! The files of the folder that is served, and drafts of them that were not saved. No path leads out of the folder: neither by
//! `..` nor by links.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use synod_service::{Failure, FailureKind, FileEntry, FileText, SaveText};

use crate::guard::hexadecimal;

/// Longer texts are no models.
const MOST_BYTES: u64 = 2 << 20;
/// More files are not listed.
const MOST_FILES: usize = 5_000;
/// Nor those in folders that lie deeper.
const DEEPEST: usize = 12;
/// Where drafts are kept in the folder.
const DRAFTS: &str = ".synod/drafts";

/// The files of a folder.
pub struct Files {
    root: PathBuf,
}

/// A text that was written, and not saved.
#[derive(Serialize, Deserialize)]
struct Draft {
    path: String,
    text: String,
}

fn missing(path: &str) -> Failure {
    Failure::new(FailureKind::Missing, format!("there is no file `{path}`"))
}

fn forbidden(message: impl Into<String>) -> Failure {
    Failure::new(FailureKind::Forbidden, message)
}

fn failed(path: &str, error: &std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => missing(path),
        ErrorKind::PermissionDenied => forbidden(format!("`{path}` may not be used")),
        _ => Failure::new(FailureKind::Rejected, format!("`{path}`: {error}")),
    }
}

fn version(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

impl Files {
    /// Those of a folder, which must be there.
    pub fn new(folder: &Path) -> Result<Self, String> {
        let root = fs::canonicalize(folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
        match root.is_dir() {
            true => Ok(Files { root }),
            false => Err(format!("`{}` is not a folder", folder.display())),
        }
    }

    /// The place of a path that clients name. What is on the way to it, and is there, is no link.
    fn place(&self, path: &str) -> Result<PathBuf, Failure> {
        let is_plain = |name: &str| {
            !name.is_empty()
                && !name.starts_with('.')
                && !name.contains(|c: char| c.is_control() || "\\:".contains(c))
        };
        if path.len() > 1_000 || !path.split('/').all(is_plain) {
            return Err(forbidden(
                "paths are names with `/` between them; none is empty, begins with a dot or has a backslash, a colon or a \
                 control character",
            ));
        }
        let relative = Path::new(path);
        if relative.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(forbidden("paths lead into the folder"));
        }
        let mut place = self.root.clone();
        for part in relative.components() {
            place.push(part);
            match fs::symlink_metadata(&place) {
                Ok(found) if found.file_type().is_symlink() => {
                    return Err(forbidden(format!("`{path}`: links are not followed")));
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(failed(path, &error)),
            }
        }
        Ok(place)
    }

    fn draft_place(&self, path: &str) -> Result<PathBuf, Failure> {
        self.place(path)?;
        let mut folder = self.root.clone();
        for part in Path::new(DRAFTS).components() {
            folder.push(part);
            if fs::symlink_metadata(&folder).is_ok_and(|found| found.file_type().is_symlink()) {
                return Err(forbidden("the folder of drafts is a link"));
            }
        }
        Ok(folder.join(format!("{}.json", version(path))))
    }

    /// All files and folders, in the order of their paths.
    pub fn list(&self) -> Result<Vec<FileEntry>, Failure> {
        let languages = synod_session::languages();
        let drafts = self.drafts();
        let mut found = Vec::new();
        let mut left = vec![(self.root.clone(), String::new(), 0)];
        while let Some((folder, prefix, depth)) = left.pop() {
            // A folder that cannot be read has nothing in it for us.
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let Ok(name) = entry.file_name().into_string() else { continue };
                let Ok(kind) = entry.file_type() else { continue };
                let is_left_out = matches!(name.as_str(), "target" | "node_modules");
                if name.starts_with('.') || kind.is_symlink() || is_left_out || found.len() >= MOST_FILES {
                    continue;
                }
                let path = format!("{prefix}{name}");
                if kind.is_dir() && depth < DEEPEST {
                    left.push((entry.path(), format!("{path}/"), depth + 1));
                }
                if kind.is_dir() || kind.is_file() {
                    found.push(FileEntry {
                        is_folder: kind.is_dir(),
                        bytes: entry.metadata().map_or(0, |found| found.len()),
                        language: languages
                            .iter()
                            .find(|frontend| kind.is_file() && frontend.language().owns(&path))
                            .map(|frontend| frontend.language().name.to_string()),
                        has_draft: drafts.iter().any(|draft| draft.path == path),
                        path,
                    });
                }
            }
        }
        let is_listed = |path: &str| found.iter().any(|entry| entry.path == path);
        let unsaved: Vec<FileEntry> = drafts
            .iter()
            .filter(|draft| !is_listed(&draft.path))
            .map(|draft| FileEntry {
                path: draft.path.clone(),
                is_folder: false,
                bytes: draft.text.len() as u64,
                language: None,
                has_draft: true,
            })
            .collect();
        found.extend(unsaved);
        found.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(found)
    }

    fn drafts(&self) -> Vec<Draft> {
        let entries = fs::read_dir(self.root.join(DRAFTS)).into_iter().flatten().flatten();
        entries.take(MOST_FILES).filter_map(|entry| read_draft(&entry.path())).collect()
    }

    /// The text of a file as it is saved, and its draft.
    pub fn read(&self, path: &str) -> Result<FileText, Failure> {
        let place = self.place(path)?;
        let text = match fs::symlink_metadata(&place) {
            Ok(found) if found.is_file() => Some(read_text(path, &place)?),
            Ok(_) => return Err(Failure::rejected(format!("`{path}` is not a file"))),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed(path, &error)),
        };
        let draft = read_draft(&self.draft_place(path)?).map(|draft| draft.text);
        let draft = draft.filter(|draft| Some(draft) != text.as_ref());
        match (&text, &draft) {
            (None, None) => Err(missing(path)),
            _ => Ok(FileText { path: path.to_string(), version: text.as_deref().map(version), text, draft }),
        }
    }

    /// Saves a text. A file that has changed since its version is left alone.
    pub fn save(&self, path: &str, new: SaveText) -> Result<FileText, Failure> {
        let place = self.place(path)?;
        let there = match self.read(path) {
            Ok(found) => found.version,
            Err(failure) if failure.kind == FailureKind::Missing => None,
            Err(failure) => return Err(failure),
        };
        if there != new.version {
            let message = match there {
                Some(_) => format!("`{path}` has changed meanwhile; nothing was saved"),
                None => format!("`{path}` is gone; nothing was saved"),
            };
            return Err(Failure::new(FailureKind::Conflict, message));
        }
        write(path, &place, new.text.as_bytes())?;
        self.remove_draft(path)?;
        self.read(path)
    }

    /// Removes a file and its draft.
    pub fn remove(&self, path: &str) -> Result<(), Failure> {
        let place = self.place(path)?;
        let had_draft = fs::remove_file(self.draft_place(path)?).is_ok();
        match fs::remove_file(place) {
            Err(error) if error.kind() == ErrorKind::NotFound && had_draft => Ok(()),
            removed => removed.map_err(|error| failed(path, &error)),
        }
    }

    /// Keeps a text that is not saved.
    pub fn save_draft(&self, path: &str, text: String) -> Result<(), Failure> {
        let place = self.draft_place(path)?;
        let draft = Draft { path: path.to_string(), text };
        let content = serde_json::to_vec(&draft).map_err(|error| Failure::rejected(error.to_string()))?;
        write(path, &place, &content)
    }

    /// Forgets a draft.
    pub fn remove_draft(&self, path: &str) -> Result<(), Failure> {
        match fs::remove_file(self.draft_place(path)?) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(path, &error)),
            _ => Ok(()),
        }
    }
}

/// A draft, unless what stands there is none: a folder from somewhere else may bring a link, or what never ends.
fn read_draft(place: &Path) -> Option<Draft> {
    let is_file = fs::symlink_metadata(place).is_ok_and(|found| found.is_file());
    let text = is_file.then(|| read_text("", place).ok()).flatten()?;
    serde_json::from_str(&text).ok()
}

fn read_text(path: &str, place: &Path) -> Result<String, Failure> {
    let file = fs::File::open(place).map_err(|error| failed(path, &error))?;
    let mut text = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(|error| failed(path, &error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(Failure::new(
            FailureKind::TooLarge,
            format!("`{path}` has more than {MOST_BYTES} bytes"),
        ));
    }
    String::from_utf8(text).map_err(|_| Failure::rejected(format!("`{path}` is not a text in UTF-8")))
}

/// Writes beside and renames, so that nobody sees half a text, and a text is never lost.
fn write(path: &str, place: &Path, content: &[u8]) -> Result<(), Failure> {
    if content.len() as u64 > MOST_BYTES {
        return Err(Failure::new(
            FailureKind::TooLarge,
            format!("`{path}` has more than {MOST_BYTES} bytes"),
        ));
    }
    let written = || {
        let folder = place.parent().ok_or_else(|| std::io::Error::other("it has no folder"))?;
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".synod-").tempfile_in(folder)?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        if let Ok(there) = fs::metadata(place) {
            file.as_file().set_permissions(there.permissions())?;
        }
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    };
    written().map_err(|error: std::io::Error| failed(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(files: &Files, path: &str, text: &str, version: Option<String>) -> Result<FileText, Failure> {
        files.save(path, SaveText { text: text.to_string(), version })
    }

    #[test]
    fn texts_are_saved_kept_as_drafts_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path()).unwrap();
        let first = save(&files, "a/m.rcp", "one", None).unwrap();
        assert_eq!(first.text.as_deref(), Some("one"));
        assert_eq!(save(&files, "a/m.rcp", "two", None).unwrap_err().kind, FailureKind::Conflict);
        files.save_draft("a/m.rcp", "draft".to_string()).unwrap();
        files.save_draft("new.labs", "only a draft".to_string()).unwrap();
        let again = Files::new(folder.path()).unwrap();
        assert_eq!(again.read("a/m.rcp").unwrap().draft.as_deref(), Some("draft"));
        assert_eq!(again.read("new.labs").unwrap().text, None);
        let listed: Vec<(String, bool)> =
            again.list().unwrap().into_iter().map(|entry| (entry.path, entry.has_draft)).collect();
        let expected = [("a", false), ("a/m.rcp", true), ("new.labs", true)];
        assert_eq!(listed, expected.map(|(path, draft)| (path.to_string(), draft)));
        fs::write(folder.path().join("a/m.rcp"), "changed").unwrap();
        assert_eq!(save(&files, "a/m.rcp", "two", first.version).unwrap_err().kind, FailureKind::Conflict);
        let there = files.read("a/m.rcp").unwrap().version;
        assert_eq!(save(&files, "a/m.rcp", "two", there).unwrap().draft, None);
        files.remove("a/m.rcp").unwrap();
        files.remove("new.labs").unwrap();
        assert_eq!(files.read("a/m.rcp").unwrap_err().kind, FailureKind::Missing);
        assert_eq!(files.remove("a/m.rcp").unwrap_err().kind, FailureKind::Missing);
    }

    #[cfg(unix)]
    #[test]
    fn no_path_leads_out_of_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.rcp"), "secret").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path()).unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret.rcp"), folder.path().join("file.rcp"))
            .unwrap();
        let secret = outside.path().join("secret.rcp").display().to_string();
        let hostile = [
            "../secret.rcp",
            "a/../../secret.rcp",
            "link/secret.rcp",
            "file.rcp",
            "/etc/passwd",
            "..",
            ".",
            "",
            "a//b",
            "a/",
            ".synod/drafts/x.json",
            "a\\..\\b",
            "a\0b",
            "C:/x",
            &secret,
        ];
        for path in hostile {
            assert!(files.read(path).is_err(), "{path:?}");
            assert_eq!(save(&files, path, "x", None).unwrap_err().kind, FailureKind::Forbidden, "{path:?}");
            assert!(files.save_draft(path, "x".to_string()).is_err(), "{path:?}");
            assert!(files.remove(path).is_err(), "{path:?}");
        }
        assert!(files.list().unwrap().is_empty());
        assert_eq!(fs::read_to_string(outside.path().join("secret.rcp")).unwrap(), "secret");
    }

    #[cfg(unix)]
    #[test]
    fn drafts_that_somebody_else_brought_are_no_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path()).unwrap();
        files.save_draft("m.rcp", "mine".to_string()).unwrap();
        let place = files.draft_place("m.rcp").unwrap();
        let aside = folder.path().join("aside.json");
        fs::rename(&place, &aside).unwrap();
        std::os::unix::fs::symlink(&aside, &place).unwrap();
        std::os::unix::fs::symlink("/dev/zero", place.with_file_name("zero.json")).unwrap();
        assert_eq!(files.read("m.rcp").unwrap_err().kind, FailureKind::Missing);
        assert_eq!(files.list().unwrap().len(), 1, "only what lies aside");
        // Saving replaces the link, and leaves alone what it leads to.
        files.save_draft("m.rcp", "new".to_string()).unwrap();
        assert_eq!(files.read("m.rcp").unwrap().draft.as_deref(), Some("new"));
        assert!(fs::read_to_string(&aside).unwrap().contains("mine"));
    }

    #[test]
    fn what_is_no_text_or_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path()).unwrap();
        fs::write(folder.path().join("binary.rcp"), [0xff, 0xfe]).unwrap();
        assert_eq!(files.read("binary.rcp").unwrap_err().kind, FailureKind::Rejected);
        let long = "x".repeat(MOST_BYTES as usize + 1);
        assert_eq!(save(&files, "long.rcp", &long, None).unwrap_err().kind, FailureKind::TooLarge);
        fs::write(folder.path().join("long.rcp"), &long).unwrap();
        assert_eq!(files.read("long.rcp").unwrap_err().kind, FailureKind::TooLarge);
        assert!(Files::new(&folder.path().join("none")).is_err());
        assert!(Files::new(&folder.path().join("long.rcp")).is_err());
    }
}
