//! Other programs that are installed: finding them, and starting them so that they do not outlive us.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of util-linux that has the kernel signal a process when its parent dies, however that came about.
const SETPRIV: &str = "setpriv";

/// The program of a name, if it is on the path.
pub fn find(name: impl AsRef<Path>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{}{}", name.as_ref().display(), std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// A command that runs a program. Where the system has the means, it is killed when the thread that starts it
/// ends: no process that is killed can do that itself.
pub fn command(program: &Path) -> Command {
    // Of a program that cannot be run, the system says so itself.
    match find(SETPRIV).filter(|_| cfg!(target_os = "linux") && is_executable(program)) {
        Some(setpriv) => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "KILL", "--"]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

#[cfg(unix)]
fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    program.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(program: &Path) -> bool {
    program.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_runs_its_program_with_its_arguments() {
        let Some(echo) = find("echo") else { return };
        let said = command(&echo).args(["a", "--b"]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "a --b");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_ends_with_the_thread_that_started_it() {
        let (Some(_), Some(sleep)) = (find(SETPRIV), find("sleep")) else { return };
        let mut child = std::thread::spawn(move || {
            let child = command(&sleep).arg("600").spawn().unwrap();
            // The thread ends only when `setpriv` has become the program.
            let runs = || {
                std::fs::read_to_string(format!("/proc/{}/comm", child.id())).is_ok_and(|c| c == "sleep\n")
            };
            while !runs() {
                std::thread::yield_now();
            }
            child
        })
        .join()
        .unwrap();
        assert!(!child.wait().unwrap().success());
    }
}
