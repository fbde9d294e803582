//! Running another program within a budget.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use synod_core::{Budget, Stop};
use synod_programs::Process;
use tempfile::TempDir;

/// How often the budget is looked at.
const POLLING_INTERVAL: Duration = Duration::from_millis(20);

/// Why there is no output.
#[derive(Debug)]
pub(crate) enum Failed {
    /// It was stopped.
    Stopped(Stop),
    /// It could not be run.
    Io(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Io(error)
    }
}

/// A private folder, which is removed with what is in it.
#[derive(Debug)]
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        tempfile::Builder::new().prefix("synod-").tempdir().map(Scratch)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Runs a program in a folder of its own and returns what it prints on standard output and, after it, on
/// standard error. It is killed when the budget is used up or the user says stop.
pub(crate) fn run(
    program: &Path,
    arguments: &[OsString],
    scratch: &Scratch,
    budget: &Budget,
) -> Result<String, Failed> {
    let (out, err) = (scratch.path("stdout"), scratch.path("stderr"));
    // Files, since a pipe that nobody empties would stop the program.
    let mut command = Command::new(program);
    command.args(arguments).current_dir(scratch.0.path()).stdin(Stdio::null());
    command.stdout(File::create(&out)?).stderr(File::create(&err)?);
    wait(Process::start(&mut command)?, budget)?;
    let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(text(&out)? + &text(&err)?)
}

fn wait(mut process: Process, budget: &Budget) -> Result<(), Failed> {
    let memory = budget.program();
    while process.try_wait()?.is_none() {
        memory.measure(process.id());
        budget.check(0).map_err(Failed::Stopped)?;
        std::thread::sleep(POLLING_INTERVAL);
    }
    Ok(())
}
