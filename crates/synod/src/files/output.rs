//! What a command writes: planned before the work starts, written when it is done, and never over what it reads.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use synod_session::Rejection;

use super::target::Target;
use super::{STANDARD_STREAM, shown};
use crate::failure::{Done, Failure};
use crate::terminal;

/// Longer names of files are cut; file systems allow 255 bytes.
const LONGEST_NAME: usize = 200;

/// Files that models include, as they are met: what is planned already is refused when it is to be written.
static INCLUDED: Mutex<Vec<(String, Identity)>> = Mutex::new(Vec::new());

/// A model includes this file, which no output may replace.
pub fn protect(included: &str) {
    if let Some(identity) = identity(Path::new(included)) {
        INCLUDED.lock().unwrap_or_else(PoisonError::into_inner).push((included.to_string(), identity));
    }
}

/// Everything that a command writes to files.
pub struct Outputs {
    /// What the command reads: names and files.
    inputs: Vec<(String, Identity)>,
    /// What has been planned.
    planned: Vec<Target>,
    /// Whether files that were written are left unmentioned.
    quiet: bool,
    /// What could not be written, and why.
    failures: Vec<String>,
}

/// Something that a command writes, into one file or several.
pub struct Output {
    path: PathBuf,
    target: Target,
    /// Endings of such files, before which the name of a part is put if there are several.
    endings: &'static [&'static str],
}

/// A part of an output: its name, and its content or why there is none.
pub type Part = (String, Result<Vec<u8>, String>);

impl Output {
    /// Where it goes, as it was typed.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Outputs {
    /// Outputs of a command that reads these files.
    pub fn new<'i>(inputs: impl IntoIterator<Item = &'i str>, quiet: bool) -> Self {
        let mut outputs = Outputs { inputs: Vec::new(), planned: Vec::new(), quiet, failures: Vec::new() };
        inputs.into_iter().for_each(|input| outputs.reads(input));
        outputs
    }

    /// The command reads this file too.
    fn reads(&mut self, input: &str) {
        let opened = if input == STANDARD_STREAM { "/dev/stdin" } else { input };
        if let Some(identity) = identity(Path::new(opened)) {
            self.inputs.push((input.to_string(), identity));
        }
    }

    /// Plans to write there; what cannot be written is refused now.
    pub fn plan(
        &mut self,
        path: Option<&Path>,
        endings: &'static [&'static str],
    ) -> Result<Option<Output>, Rejection> {
        let Some(path) = path else { return Ok(None) };
        let target = self.find(path).map_err(Rejection::because)?;
        if self.planned.contains(&target) {
            let why = format!("cannot write `{}`: it is to be written twice", shown(path));
            return Err(Rejection::because(why));
        }
        self.planned.push(target.clone());
        Ok(Some(Output { path: path.to_path_buf(), target, endings }))
    }

    /// Where a file goes to standard output, what people read goes to standard error; a document has no other place.
    pub fn make_room(&self, for_document: bool) -> Result<(), Rejection> {
        match (self.planned.contains(&Target::StandardOutput), for_document) {
            (true, true) => Err(Rejection::because(
                "standard output takes one document: leave out `--json`, or name a file",
            )),
            (true, false) => {
                terminal::free_standard_output();
                Ok(())
            }
            (false, _) => Ok(()),
        }
    }

    fn find(&self, path: &Path) -> Result<Target, String> {
        let target = Target::find(path).map_err(|why| format!("cannot write `{}`: {why}", shown(path)))?;
        self.harmless(path, target)
    }

    /// A target, unless it is a file that the command reads.
    fn harmless(&self, path: &Path, target: Target) -> Result<Target, String> {
        let refused = |why: String| format!("cannot write `{}`: {why}", shown(path));
        let written = target.file().and_then(identity);
        let included = INCLUDED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut read = self.inputs.iter().chain(included.iter());
        match read.find(|(_, input)| Some(input) == written.as_ref()) {
            Some((name, _)) if name == STANDARD_STREAM => {
                Err(refused("standard input is read from it".to_string()))
            }
            Some((name, _)) if Path::new(name) != path => {
                Err(refused(format!("it is the same file as `{}`, which is read", shown(name))))
            }
            Some(_) => Err(refused("it is read, and would be lost".to_string())),
            None => Ok(target),
        }
    }

    /// Writes parts: a single one under the name that was asked for, several with their own names in it. What cannot
    /// be written is told by [`Outputs::verdict`] or [`Outputs::done`].
    pub fn write(&mut self, output: &Output, parts: Vec<Part>) {
        let several = parts.len() > 1 && output.target != Target::StandardOutput;
        let mut taken: Vec<PathBuf> = Vec::new();
        for (name, content) in parts {
            let content = match content {
                Ok(content) => content,
                Err(why) => {
                    self.failures.push(why);
                    continue;
                }
            };
            let (path, target) = match several {
                false => (output.path.clone(), self.harmless(&output.path, output.target.clone())),
                true => {
                    let path = unused(&output.path, &name, output.endings, &taken);
                    taken.push(path.clone());
                    let target = self.find(&path);
                    (path, target)
                }
            };
            let write = |target: Target| {
                let written = target.write(&content);
                written.map_err(|why| format!("cannot write `{}`: {why}", shown(&path))).map(|()| target)
            };
            match target.and_then(write) {
                Ok(Target::StandardOutput) => {}
                Ok(_) if self.quiet => {}
                Ok(_) => terminal::tell(&format!("wrote {}", shown(&path))),
                Err(why) => self.failures.push(why),
            }
        }
    }

    /// Something else could not be written, for this reason.
    pub fn fail(&mut self, why: String) {
        self.failures.push(why);
    }

    /// The exit code of verdicts: it tells them even if a file could not be written, and so do we.
    pub fn verdict(self, code: u8) -> u8 {
        let meaning = match code {
            0 => "every property holds",
            1 => "some property is violated",
            _ => "something is undecided, or a denied warning",
        };
        for failure in &self.failures {
            terminal::tell(&format!("{} {failure}", terminal::error_word()));
        }
        if !self.failures.is_empty() {
            terminal::tell(&format!("the verdicts stand all the same: {meaning} (exit code {code})"));
        }
        code
    }

    /// The exit code of a command that only writes: what could not be written is a failure.
    pub fn done(self, code: u8) -> Done {
        match self.failures.is_empty() {
            true => Ok(code),
            false => Err(Failure::Input(self.failures.join("\n"))),
        }
    }
}

/// `dir/trace.itf.json` with `spec-2` in it is `dir/trace.spec-2.itf.json`, if that ending is known; with a number
/// if that is taken.
fn unused(path: &Path, name: &str, endings: &[&str], taken: &[PathBuf]) -> PathBuf {
    let numbers = std::iter::once(String::new()).chain((2..).map(|number| format!("-{number}")));
    let mut named = numbers.map(|number| with_name(path, name, &number, endings));
    named.find(|path| !taken.contains(path)).unwrap_or_else(|| path.to_path_buf())
}

fn with_name(path: &Path, name: &str, number: &str, endings: &[&str]) -> PathBuf {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ending = endings.iter().find(|ending| file.ends_with(**ending)).copied().unwrap_or("");
    let stem = &file[..file.len() - ending.len()];
    let legal = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let mut name: String = name.chars().map(legal).collect();
    let mut end = LONGEST_NAME.saturating_sub(file.len()).min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    path.with_file_name(format!("{stem}.{name}{number}{ending}"))
}

/// What makes two names those of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

/// Which file this is; `None` for what is none.
fn identity(path: &Path) -> Option<Identity> {
    let known = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
    #[cfg(unix)]
    return Some(Identity((
        std::os::unix::fs::MetadataExt::dev(&known),
        std::os::unix::fs::MetadataExt::ino(&known),
    )));
    #[cfg(not(unix))]
    return path.canonicalize().ok().filter(|_| known.is_file()).map(Identity);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Writes a text as a command would that reads these files; what went wrong, if something did.
    fn write(inputs: &[&Path], path: &Path, text: &str) -> Result<(), String> {
        let mut outputs = Outputs::new(inputs.iter().map(|input| input.to_str().unwrap()), true);
        let output = outputs.plan(Some(path), &[]).map_err(|rejection| rejection.message)?.unwrap();
        outputs.write(&output, vec![("it".to_string(), Ok(text.into()))]);
        match outputs.done(0) {
            Ok(_) => Ok(()),
            Err(Failure::Input(message)) => Err(message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn writing_replaces_the_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write(&[], &path, "one").unwrap();
        write(&[], &path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_plan_finds_what_cannot_be_written_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let why = |name: &str| {
            let path = folder.path().join(name);
            let message = Outputs::new([], true).plan(Some(&path), &[]).err().unwrap().message;
            let (written, why) = message.split_once(": ").unwrap();
            assert!(written.starts_with("cannot write `"), "{message}");
            why.replace(folder.path().to_str().unwrap(), "DIR")
        };
        assert_eq!(why(""), "it is a directory");
        assert_eq!(why("new/"), "it names a directory");
        assert_eq!(why("no/such"), "there is no directory `DIR/no`");
        assert_eq!(why("file/such"), "`DIR/file` is not a directory");
        assert_eq!(
            Outputs::new([], true).plan(Some(Path::new("")), &[]).err().unwrap().message,
            "cannot write ``: its name is empty"
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn one_file_is_not_written_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut outputs = Outputs::new([], true);
        assert!(outputs.plan(Some(&path), &[]).is_ok());
        let refused = outputs.plan(Some(&path), &[]).err().unwrap().message;
        assert!(refused.ends_with("it is to be written twice"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_what_they_lead_to_is_replaced_with_its_mode() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("data")).unwrap();
        fs::write(at("data/old"), "old").unwrap();
        fs::set_permissions(at("data/old"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("data/old", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        symlink("data/new", at("dangling")).unwrap();
        write(&[], &at("second"), "new").unwrap();
        write(&[], &at("dangling"), "made").unwrap();
        assert_eq!(fs::read_to_string(at("data/old")).unwrap(), "new");
        assert_eq!(fs::read_to_string(at("data/new")).unwrap(), "made");
        assert_eq!(fs::metadata(at("data/old")).unwrap().permissions().mode() & 0o777, 0o640);
        for link in ["link", "second", "dangling"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
        }
        symlink("circle", at("circle")).unwrap();
        assert!(write(&[], &at("circle"), "").unwrap_err().ends_with("its links lead in a circle"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_read_is_not_overwritten_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("model"), "text").unwrap();
        fs::hard_link(at("model"), at("hard")).unwrap();
        std::os::unix::fs::symlink("model", at("soft")).unwrap();
        let refused = |name: &str| write(&[&at("model")], &at(name), "lost").unwrap_err();
        for name in ["model", "./model"] {
            assert!(refused(name).ends_with("it is read, and would be lost"), "{}", refused(name));
        }
        for name in ["hard", "soft"] {
            assert!(refused(name).contains("it is the same file as `"), "{}", refused(name));
        }
        assert_eq!(fs::read_to_string(at("model")).unwrap(), "text");
    }

    #[test]
    fn parts_have_files_of_their_own_with_short_and_different_names() {
        let endings = &[".itf.json", ".json"];
        let named = |path: &str, name: &str| {
            let path = unused(Path::new(path), name, endings, &[]);
            path.to_string_lossy().into_owned()
        };
        assert_eq!(named("d/t.itf.json", "a b"), "d/t.a_b.itf.json");
        assert_eq!(named("t.json", "a/\x1b"), "t.a__.json");
        assert_eq!(named("t", "a"), "t.a");
        assert!(named("t.json", &"ä".repeat(999)).len() < 255);
        let taken = [PathBuf::from("t.a_b.json")];
        assert_eq!(unused(Path::new("t.json"), "a.b", endings, &taken), Path::new("t.a_b-2.json"));
    }
}
