//! One signal ends every command that reads a model, at whatever it waits for, and it says so.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{Folder, LAMP};

/// Opening does not wait for a reader (`O_NONBLOCK`).
const WITHOUT_WAITING: i32 = 0o4000;

/// The other end of a pipe, once the tool has opened it; `None` if it never does.
fn opened(pipe: &Path, tool: &mut Child) -> Option<File> {
    loop {
        match OpenOptions::new().write(true).custom_flags(WITHOUT_WAITING).open(pipe) {
            Ok(file) => return Some(file),
            Err(_) if tool.try_wait().unwrap().is_some() => return None,
            Err(_) => sleep(Duration::from_millis(2)),
        }
    }
}

/// Runs a command that reads a pipe to which nobody writes, and sends it a signal when it does.
fn stopped(folder: &Folder, arguments: &[&str], pipe: &str, signal: &str) -> (Option<i32>, String) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_synod"))
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let writer = opened(&folder.path().join(pipe), &mut tool);
    assert!(writer.is_some(), "{arguments:?} does not read `{pipe}`");
    let send = format!("kill -s {signal} {}", tool.id());
    assert!(Command::new("/bin/sh").args(["-c", &send]).status().unwrap().success());
    let output = tool.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_signal_ends_every_command_while_it_reads() {
    let folder = Folder::with("m.rcp", LAMP);
    folder.write("including.rcp", format!("include \"pipe.rcp\"\n{LAMP}"));
    folder.write("t.json", "{}");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.rcp")).status();
    assert!(made.unwrap().success());
    let commands: [&[&str]; 17] = [
        &["check", "pipe.rcp"],
        &["check", "pipe.rcp", "--json"],
        &["check", "m.rcp", "pipe.rcp", "-p", "blinks"],
        &["check", "pipe.rcp", "--watch-files"],
        &["check", "including.rcp"],
        &["lint", "pipe.rcp"],
        &["fmt", "pipe.rcp"],
        &["cutoff", "pipe.rcp", "--any-number", "Lamp"],
        &["simulate", "pipe.rcp"],
        &["estimate", "pipe.rcp"],
        &["interact", "pipe.rcp"],
        &["show", "pipe.rcp"],
        &["show", "m.rcp", "--format", "mermaid", "--trace", "pipe.rcp"],
        &["replay", "pipe.rcp", "t.json"],
        &["replay", "m.rcp", "pipe.rcp"],
        &["certify", "pipe.rcp", "t.json"],
        &["certify", "m.rcp", "pipe.rcp"],
    ];
    for arguments in commands {
        for signal in ["INT", "TERM"] {
            let (code, told) = stopped(&folder, arguments, "pipe.rcp", signal);
            assert_eq!(code, Some(3), "{arguments:?}, SIG{signal}: {told}");
            // A document says it on standard output.
            let says = told.contains("interrupted while") || arguments.contains(&"--json");
            assert!(says, "{arguments:?}, SIG{signal}: {told}");
        }
    }
}
