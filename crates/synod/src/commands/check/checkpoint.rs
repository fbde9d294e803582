//! `check --checkpoint`: the folder that a search is saved in, with a record of what was asked, from which `resume` asks it again.

use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use synod_core::{Folder, Property};
use synod_session::check::{Checkpoints, fingerprint};
use synod_session::diagnostics::is_obeyed;
use synod_session::{OpenedModel, Rejection};

use crate::cli::CheckArgs;
use crate::files::{DurableFolder, STANDARD_STREAM, shown};

/// The file of the record.
const RECORD: &str = "check";

/// The first line of a record. The number grows when the form of any file in the folder changes.
const FORM: &str = "synod checkpoint 1";

/// How long a search goes on before it is saved: with the time that saving takes, less than a minute is lost.
const EVERY: Duration = Duration::from_secs(30);

/// What was asked, and of which model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The version of Synod.
    version: String,
    /// The folder that names of files are relative to.
    pub folder: PathBuf,
    /// What was typed, without the program.
    pub arguments: Vec<String>,
    /// What tells the model from others.
    model: u64,
    /// What tells the question from others.
    question: u64,
}

/// A folder with a record, to go on from.
#[derive(Debug)]
pub struct Resumed {
    folder: Arc<DurableFolder>,
    record: Record,
}

impl Record {
    fn new(arguments: Vec<String>, model: u64, question: u64) -> Result<Self, String> {
        let folder = std::env::current_dir().map_err(|error| format!("cannot find this folder: {error}"))?;
        let version = synod_documents::VERSION.to_string();
        Ok(Record { version, folder, arguments, model, question })
    }

    /// As a text, which ends with its checksum.
    fn text(&self) -> String {
        let Record { version, folder, arguments, model, question } = self;
        let folder = escaped(&folder.to_string_lossy());
        let mut text =
            format!("{FORM}\nversion {version}\nfolder {folder}\nmodel {model:x}\nquestion {question:x}\n");
        for argument in arguments {
            let _ = writeln!(text, "argument {}", escaped(argument));
        }
        let sum = fingerprint(&text);
        format!("{text}sum {sum:x}\n")
    }

    /// What a text says; `None` if it is not what was written.
    fn of_text(text: &str) -> Option<Self> {
        let (said, sum) = text.strip_suffix('\n')?.rsplit_once("\nsum ")?;
        let said = format!("{said}\n");
        if u64::from_str_radix(sum, 16) != Ok(fingerprint(&said)) {
            return None;
        }
        let mut lines = said.lines();
        (lines.next()? == FORM).then_some(())?;
        let mut next = |word: &str| lines.next()?.strip_prefix(word)?.strip_prefix(' ').map(str::to_string);
        let number = |text: String| u64::from_str_radix(&text, 16).ok();
        let (version, folder) = (next("version")?, PathBuf::from(unescaped(&next("folder")?)?));
        let (model, question) = (number(next("model")?)?, number(next("question")?)?);
        let arguments = lines.map(|line| line.strip_prefix("argument ").and_then(unescaped));
        Some(Record { version, folder, arguments: arguments.collect::<Option<_>>()?, model, question })
    }
}

/// A text in one line, which whoever prints the file can read: what a terminal would obey is written as the bytes that
/// it has in UTF-8.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '%' || is_obeyed(c) {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                let _ = write!(out, "%{byte:02X}");
            });
        } else {
            out.push(c);
        }
    }
    out
}

/// What was escaped; `None` if nothing is written like this.
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

impl Resumed {
    /// The record of a folder, which another process works in no more.
    pub fn open(path: &Path) -> Result<Self, String> {
        if !path.join(RECORD).is_file() {
            let what = if path.is_dir() { "has no checkpoint" } else { "is no folder" };
            return Err(format!(
                "`{0}` {what}: `synod check MODEL --checkpoint {0}` writes one",
                shown(path)
            ));
        }
        let folder = DurableFolder::open(path)?;
        let mut text = String::new();
        let read = folder.open(RECORD).and_then(|mut file| file.read_to_string(&mut text));
        let record = read.ok().and_then(|_| Record::of_text(&text)).ok_or_else(|| {
            format!(
                "the file `{}` is damaged or of another version of Synod: what was asked is not known; begin anew, with \
                 another folder",
                shown(path.join(RECORD))
            )
        })?;
        let version = synod_documents::VERSION;
        if record.version != version {
            return Err(format!(
                "the checkpoint in `{}` is of Synod {}, and this is Synod {version}: use that version, or begin anew, with another \
                 folder",
                shown(path),
                record.version
            ));
        }
        Ok(Resumed { folder: Arc::new(folder), record })
    }

    /// What was asked.
    pub fn record(&self) -> &Record {
        &self.record
    }
}

/// Where searches are saved, if they are. The model and the questions have to be those of the checkpoint, if there is one.
pub fn plan(
    args: &CheckArgs,
    model: &OpenedModel,
    properties: &[Property],
) -> Result<Option<Checkpoints>, Rejection> {
    // Of a large model it takes long.
    let identity = || model.fingerprint();
    let question = || {
        let (budget, choice) = (args.limits.budget(), args.engine.choice());
        fingerprint(&(properties, choice.engine, choice.reduction, budget.depth, budget.int_bound))
    };
    let (folder, resumes) = match (&args.resumed, &args.checkpoint) {
        (None, None) => return Ok(None),
        (Some(resumed), _) => {
            let changed = |what: String| {
                Rejection::because(format!(
                    "{what} that the checkpoint in `{}` is about: begin anew, with another folder",
                    shown(resumed.folder.path())
                ))
            };
            if resumed.record.model != identity() {
                return Err(changed(format!("`{}` is no longer the model", shown(&args.model.model))));
            }
            if resumed.record.question != question() {
                return Err(changed("the options or the properties are not those".to_string()));
            }
            (Arc::clone(&resumed.folder), true)
        }
        (None, Some(path)) => {
            if args.model.model == STANDARD_STREAM {
                return Err(Rejection::because(
                    "`--checkpoint` needs the file of the model: `synod resume` reads it again",
                ));
            }
            let arguments = std::env::args_os().skip(1).map(|argument| argument.into_string().ok());
            let arguments = arguments.collect::<Option<Vec<String>>>();
            let arguments = arguments
                .ok_or_else(|| Rejection::because("`--checkpoint` needs arguments that are UTF-8 texts"))?;
            let record = Record::new(arguments, identity(), question()).map_err(Rejection::because)?;
            let folder = DurableFolder::create(path).map_err(Rejection::because)?;
            let written = folder.write(RECORD, &mut |file| file.write_all(record.text().as_bytes()));
            written.map_err(|error| {
                Rejection::because(format!("cannot write into the folder `{}`: {error}", shown(path)))
            })?;
            (Arc::new(folder), false)
        }
    };
    let every = args.checkpoint_every.unwrap_or(EVERY);
    Ok(Some(Checkpoints { folder, every, resumes }))
}

/// How to go on, where not everything is answered.
pub fn how_to_go_on(args: &CheckArgs) -> Option<String> {
    let resumed = args.resumed.as_ref().map(|resumed| resumed.folder.path());
    let folder = resumed.or(args.checkpoint.as_deref())?;
    Some(format!("`synod resume {}` goes on from the last checkpoint", shown(folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_or_not_at_all() {
        let arguments = ["check", "a b.labs", "--formula", "G x\n% 100%0A"].map(str::to_string).to_vec();
        let record = Record::new(arguments, 7, u64::MAX).unwrap();
        let text = record.text();
        assert_eq!(Record::of_text(&text), Some(record));
        for at in 0..text.len() {
            assert_eq!(Record::of_text(&text[..at]), None, "cut at {at}");
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            assert_eq!(
                String::from_utf8(bytes).ok().and_then(|text| Record::of_text(&text)),
                None,
                "byte {at}"
            );
        }
    }
}
