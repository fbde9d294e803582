//! Running another program within a budget.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use synod_core::{Budget, Stop};
use synod_programs::command;

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

/// A folder that is removed with what is in it.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("synod-{}-{number}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is in the way of nobody.
        let _ = fs::remove_dir_all(&self.0);
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
    let mut child = command(program)
        .args(arguments)
        .current_dir(&scratch.0)
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()?;
    let ended = wait(&mut child, budget);
    if ended.is_err() {
        // It may have ended by itself in the meantime.
        let _ = child.kill();
        let _ = child.wait();
    }
    ended?;
    let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(text(&out)? + &text(&err)?)
}

fn wait(child: &mut Child, budget: &Budget) -> Result<(), Failed> {
    let memory = budget.program();
    while child.try_wait()?.is_none() {
        memory.measure(child.id());
        budget.check(0).map_err(Failed::Stopped)?;
        std::thread::sleep(POLLING_INTERVAL);
    }
    Ok(())
}
