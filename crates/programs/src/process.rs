//! A program that runs for us: it ends when it is dropped, with everything that it has started, and when we are killed.
//!
//! A process that is killed cannot clean up. So each program runs in the process group of a guard, a shell that was there
//! first and waits for the end of a pipe which only we hold open: when we let go of it, or are no more, the guard kills
//! its group. (`PR_SET_PDEATHSIG` would need unsafe code between fork and exec, and knows only Linux and only the program
//! itself.)

use std::io;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};

/// A program that runs.
#[derive(Debug)]
pub struct Process {
    child: Child,
    guard: Option<Guard>,
}

impl Process {
    /// Starts a command apart from our own process group: a key that interrupts us does not reach it.
    pub fn start(command: &mut Command) -> io::Result<Process> {
        let guard = Guard::new();
        let group = guard.as_ref().map_or(0, |guard| guard.0.id());
        let child = in_group(command, group).spawn()?;
        Ok(Process { child, guard })
    }
}

impl Deref for Process {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Process {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.guard = None;
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command in a process group; 0 is one of its own.
#[cfg(unix)]
fn in_group(command: &mut Command, group: u32) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, group as i32)
}

#[cfg(not(unix))]
fn in_group(command: &mut Command, _: u32) -> &mut Command {
    command
}

/// The shell that kills its process group when the pipe to it ends.
#[derive(Debug)]
struct Guard(Child);

impl Guard {
    /// A guard of a group of its own; `None` where there is no shell.
    #[cfg(unix)]
    fn new() -> Option<Guard> {
        use std::process::Stdio;
        /// All of these words are part of the shell, so that it needs no path.
        const SCRIPT: &str = "trap '' INT TERM HUP; read -r line; kill -s KILL 0";
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        in_group(&mut shell, 0).spawn().ok().map(Guard)
    }

    #[cfg(not(unix))]
    fn new() -> Option<Guard> {
        None
    }
}

impl Drop for Guard {
    /// Has the group killed, and waits until that is done.
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
