//! Other programs that are installed: finding them, and starting them so that they do not outlive us.

mod process;

use std::path::{Path, PathBuf};

pub use process::Process;

/// The program of a name, if it is on the path.
pub fn find(name: impl AsRef<Path>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{}{}", name.as_ref().display(), std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::thread::yield_now;

    /// A shell that starts a program, tells its number, and waits for it.
    fn nested() -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "sleep 600 & echo $!; wait"]).stdout(Stdio::piped());
        shell
    }

    /// The number of the program that a [`nested`] shell has started.
    fn inner(shell: &mut Process) -> u32 {
        let mut line = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut line).unwrap();
        line.trim().parse().unwrap()
    }

    /// Whether a process runs; one that is dead but not waited for does not.
    fn runs(id: u32) -> bool {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
        state.is_some_and(|text| !text.contains(") Z ") && !text.contains(") X "))
    }

    #[test]
    fn a_program_ends_with_all_that_it_started() {
        let mut shell = Process::start(&mut nested()).unwrap();
        let (outer, inner) = (shell.id(), inner(&mut shell));
        assert!(runs(outer) && runs(inner));
        drop(shell);
        assert!(!runs(outer));
        while runs(inner) {
            yield_now();
        }
    }

    #[test]
    fn a_program_that_has_ended_can_be_dropped() {
        let mut ended = Process::start(Command::new("/bin/sh").args(["-c", "exit 3"])).unwrap();
        assert_eq!(ended.wait().unwrap().code(), Some(3));
        drop(ended);
        assert!(Process::start(&mut Command::new("/no/such")).is_err());
    }
}
