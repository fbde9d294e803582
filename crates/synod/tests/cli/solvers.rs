//! Solvers that Synod runs: only when they are asked for, and never longer than Synod.
#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{COUNTER, Folder};

/// A solver that never answers, and has a program of its own run. It tells both numbers.
const SOLVER: &str = "#!/bin/sh\n/bin/sleep 600 & echo $$ $! > numbers\nwait\n";

/// Whether a process runs; one that is dead but not waited for does not.
fn runs(id: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
    state.is_some_and(|text| !text.contains(") Z ") && !text.contains(") X "))
}

/// Waits for something that comes soon, unless it never does.
fn until(comes: impl Fn() -> bool) {
    let begin = Instant::now();
    while !comes() {
        assert!(begin.elapsed() < Duration::from_secs(120), "it never comes");
        sleep(Duration::from_millis(5));
    }
}

/// A solver whose child takes 512 MB, without any other program.
const LARGE_SOLVER: &str = "#!/bin/sh
(
    text=0123456789abcdef
    while [ ${#text} -lt 500000000 ]; do text=$text$text; done
    /bin/sleep 600
) &
echo $$ $! > numbers
wait
";

#[test]
fn what_the_children_of_a_solver_take_counts() {
    let folder = Folder::with("counter.rcp", COUNTER);
    folder.write("z3", LARGE_SOLVER);
    let solver = folder.path().join("z3");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).unwrap();
    let variables = [("SYNOD_SMT_SOLVER", solver.to_str().unwrap())];
    for engine in ["smt", "auto"] {
        let check = ["check", "counter.rcp", "--engine", engine, "--memory", "200M"];
        let run = folder.run_among(&variables, &check);
        assert_eq!(run.code, 3, "{engine}: {run:?}");
        assert!(run.out.contains("memory limit"), "{engine}: {run:?}");
        folder.read("numbers").split_whitespace().for_each(|id| until(|| !runs(id)));
    }
}

/// Starts a check, sends it a signal when the solver runs, and waits until nothing of the solver does.
fn solver_ends_after(signal: &str) {
    let folder = Folder::with("counter.rcp", COUNTER);
    folder.write("z3", SOLVER);
    let solver = folder.path().join("z3");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut synod = Command::new(env!("CARGO_BIN_EXE_synod"))
        .args(["check", "counter.rcp", "--engine", "smt"])
        // Nothing else is found: no program is needed that systems may not have.
        .env("PATH", "")
        .env("SYNOD_SMT_SOLVER", &solver)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let numbers = || std::fs::read_to_string(folder.path().join("numbers")).unwrap_or_default();
    until(|| numbers().ends_with('\n'));
    let send = format!("kill -s {signal} {}", synod.id());
    assert!(Command::new("/bin/sh").args(["-c", &send]).status().unwrap().success());
    synod.wait().unwrap();
    numbers().split_whitespace().for_each(|id| until(|| !runs(id)));
}

#[test]
fn a_solver_ends_when_synod_is_killed() {
    solver_ends_after("KILL");
}

#[test]
fn a_solver_ends_when_synod_is_interrupted_or_terminated() {
    solver_ends_after("INT");
    solver_ends_after("TERM");
}

/// A folder with the counter, and a solver that is not to be run.
fn folder_with_solver() -> Folder {
    let folder = Folder::with("counter.rcp", COUNTER);
    folder.write("z3", "#!/bin/sh\necho asked > asked\necho odd-solver 9\n");
    let solver = folder.path().join("z3");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

#[test]
fn what_is_installed_does_not_change_an_answer() {
    let folder = folder_with_solver();
    let path = folder.path().to_str().unwrap().to_string();
    let among = folder.run_among(&[("PATH", &path)], &["check", "counter.rcp"]);
    let alone = folder.run(&["check", "counter.rcp"]);
    assert_eq!(among.without_times(), alone.without_times());
    assert!(!folder.names().contains(&"asked".to_string()), "the solver was run: {among:?}");
    assert_eq!(among.code, 3);
    assert!(among.out.contains("`--solver z3`"), "what a solver would add is said: {among:?}");
}

#[test]
fn a_solver_that_is_asked_for_is_run_and_named() {
    let folder = folder_with_solver();
    let asked = folder.run(&["check", "counter.rcp", "--engine", "smt", "--solver", "./z3", "--json"]);
    assert!(folder.names().contains(&"asked".to_string()), "{asked:?}");
    assert_eq!(asked.json()["properties"][0]["program"], "odd-solver 9");
    let missing = folder.run(&["check", "counter.rcp", "--solver", "./none"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("there is no solver `./none` on the path: install it, or name its file"),
        "{missing:?}"
    );
}
