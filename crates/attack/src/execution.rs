//! Running a case and watching it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use synod_core::memory::resident;
use synod_programs::Process;

use crate::case::{Case, Signal};
use crate::judge::Patience;

/// How often a run is looked at.
const POLLING_INTERVAL: Duration = Duration::from_millis(4);

/// Every how many times its memory is looked at too.
const LOOKS_AT_MEMORY: u32 = 5;

/// How long a program may ignore a signal before it is sent all the same: after that it has no handler that is still to come.
const HANDLERS_COME: Duration = Duration::from_secs(2);

/// How long what a run has started may take to end after it.
const ORPHANS_END: Duration = Duration::from_secs(3);

/// The variable by which everything that a run has started is recognised.
const MARK: &str = "SYNOD_ATTACK";

/// What came of a case.
#[derive(Debug)]
pub struct Outcome {
    /// How it ended; `None` if we ended it.
    pub status: Option<ExitStatus>,
    /// What it printed.
    pub out: Vec<u8>,
    /// What it printed on standard error.
    pub err: Vec<u8>,
    /// How long it took.
    pub elapsed: Duration,
    /// How long it took after the signal, if there was time for one.
    pub after_signal: Option<Duration>,
    /// How long, of that, it waited for a processor that others had.
    pub starved: Duration,
    /// The most bytes that it and what it started had in memory.
    pub peak: u64,
    /// Files that it left behind.
    pub leftovers: Vec<String>,
    /// Models whose text is not what it was, apart from their layout where that was asked for.
    pub overwritten: Vec<String>,
    /// Other files that it wrote.
    pub written: Vec<(String, Vec<u8>)>,
    /// Whether something that it started runs on.
    pub has_orphans: bool,
}

/// Runs a case in an empty folder.
pub fn execute(synod: &Path, case: &Case, folder: &Path, patience: Patience) -> io::Result<Outcome> {
    let [here, temporary] = ["here", "temporary"].map(|name| folder.join(name));
    fs::create_dir(&here)?;
    fs::create_dir(&temporary)?;
    for (name, content) in &case.files {
        let file = here.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&here))?;
        fs::write(file, content)?;
    }
    let [out, err, input] = ["out", "err", "in"].map(|name| folder.join(name));
    File::create(&input)?.write_all(&case.input)?;
    let mark = folder.to_string_lossy().into_owned();
    let mut command = Command::new(synod);
    command.args(&case.arguments).current_dir(&here).env("TMPDIR", &temporary).env(MARK, &mark);
    command.stdin(File::open(&input)?).stdout(File::create(&out)?).stderr(File::create(&err)?);
    let begin = Instant::now();
    let mut process = Process::start(&mut command)?;
    let mut signalled = None;
    let (mut peak, mut looks, mut starved) = (0, 0u32, Duration::ZERO);
    let status = loop {
        if let Some(status) = process.try_wait()? {
            break Some(status);
        }
        if looks.is_multiple_of(LOOKS_AT_MEMORY) {
            peak = peak.max(memory(process.id())).max(high_water(process.id()));
            starved = starved.max(waited(process.id()));
        }
        looks += 1;
        if let (Some((signal, after)), None) = (case.signal, signalled)
            && let Some(due) = begin.elapsed().checked_sub(Duration::from_millis(after))
            && (due > HANDLERS_COME || !ignores(process.id(), signal))
        {
            send(signal.name(), process.id())?;
            signalled = Some(Instant::now());
        }
        let printed =
            [&out, &err].into_iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len());
        if begin.elapsed() > patience.longest || printed.sum::<u64>() > patience.most_output {
            break None;
        }
        std::thread::sleep(POLLING_INTERVAL);
    };
    let elapsed = begin.elapsed();
    let has_orphans = status.is_some() && orphans_remain(&mark, process.id());
    drop(process);
    let name_of = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    let is_left = |path: &Path| {
        name_of(path).split('/').any(|name| name.starts_with(".synod-") || name.starts_with("synod-"))
    };
    let now = files(&here);
    let (leftovers, written): (Vec<_>, Vec<_>) = now
        .into_iter()
        .filter(|(path, _)| !case.files.iter().any(|(name, _)| here.join(name) == *path))
        .partition(|(path, _)| is_left(path));
    let in_temporary = files(&temporary).into_iter().filter(|(path, _)| is_left(path));
    let is_formatted = case.arguments.first().is_some_and(|command| command == "fmt");
    let is_kept = |name: &str, before: &[u8]| match fs::read(here.join(name)) {
        Ok(after) if is_formatted => words(&after) == words(before),
        Ok(after) => after == before,
        Err(_) => false,
    };
    let models = case.files.iter().take(case.models);
    Ok(Outcome {
        status,
        out: fs::read(&out)?,
        err: fs::read(&err)?,
        elapsed,
        after_signal: signalled.map(|since| since.elapsed()),
        starved,
        peak,
        leftovers: leftovers.into_iter().chain(in_temporary).map(|(path, _)| name_of(&path)).collect(),
        overwritten: models
            .filter(|(name, text)| !is_kept(name, text))
            .map(|(name, _)| name.clone())
            .collect(),
        written: written.into_iter().map(|(path, text)| (name_of(&path), text)).collect(),
        has_orphans,
    })
}

/// What no layout changes.
fn words(text: &[u8]) -> String {
    String::from_utf8_lossy(text).chars().filter(|c| !c.is_whitespace()).collect()
}

/// The files below a folder, and empty folders.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    if entries.is_empty() {
        return vec![(folder.to_path_buf(), Vec::new())];
    }
    let inside = |entry: fs::DirEntry| match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
        true => files(&entry.path()),
        false => vec![(entry.path(), fs::read(entry.path()).unwrap_or_default())],
    };
    entries.into_iter().flat_map(inside).collect()
}

/// Sends a signal.
fn send(signal: &str, to: u32) -> io::Result<()> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "kill -s \"$1\" \"$2\"", "kill", signal, &to.to_string()]).stderr(Stdio::null());
    shell.status().map(|_| ())
}

/// Whether a process ignores a signal now. Shells start what runs in the background with `SIGINT` ignored, so that it would be
/// lost as long as the program has no handler of its own.
fn ignores(id: u32, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.number() - 1) & 1 == 1
}

/// How long a thread of a process waited for a processor, at most; nothing where the system does not tell.
fn waited(id: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let told = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanoseconds = told.filter_map(|text| text.split_whitespace().nth(1)?.parse().ok());
    Duration::from_nanos(nanoseconds.max().unwrap_or(0))
}

/// The most bytes that a process has had in memory; 0 where the system does not tell.
fn high_water(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    kilobytes.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// The bytes that a process and those that it has started have in memory; 0 where the system does not tell.
fn memory(id: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let started = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let started: Vec<u32> = started
        .flat_map(|ids| ids.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    resident(Some(id)).unwrap_or(0) + started.into_iter().map(memory).sum::<u64>()
}

/// Whether processes with this mark go on for too long.
fn orphans_remain(mark: &str, but: u32) -> bool {
    let begin = Instant::now();
    loop {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let marked = |entry: fs::DirEntry| {
            // What it started has a number behind its own, until the system begins anew.
            let is_other =
                entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok_and(|id| id > but));
            let wanted = format!("{MARK}={mark}");
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            is_other && environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
        };
        if !processes.into_iter().any(marked) {
            return false;
        }
        if begin.elapsed() > ORPHANS_END {
            return true;
        }
        std::thread::sleep(POLLING_INTERVAL);
    }
}
