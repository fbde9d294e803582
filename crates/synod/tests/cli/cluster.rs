//! Search on several processes: the same answers, nobody who does not belong, and an end when one of them is gone.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::support::{Folder, LAMP};

/// Two counters: 100 states.
const COUNTERS: &str = "\
agent Counter
    local: n : 0..9
    init: n = 0
    repeat: go: {n < 9} *! false ()[n := n + 1]
system = Counter(a, true) || Counter(b, true)
SPEC never: G !(a-n = 9 & a-n = 3)
SPEC far: G !(a-n = 7 & b-n = 3)
SPEC live: F (a-n = 9)
";

/// Five counters that go round: 24.3 million states, enough to be interrupted.
const MANY: &str = "\
agent Counter
    local: n : 0..29
    init: n = 0
    repeat: go: {n < 29} *! false ()[n := n + 1] + back: {n = 29} *! false ()[n := 0]
system = Counter(a, true) || Counter(b, true) || Counter(c, true) || Counter(d, true) || Counter(e, true)
SPEC never: G !(a-n = 29 & a-n = 3)
";

/// What a report says of each property, without times and names of engines.
fn verdicts(document: &serde_json::Value) -> Vec<(String, String, serde_json::Value, serde_json::Value)> {
    let properties = document["properties"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    properties
        .map(|p| (text(&p["name"]), text(&p["verdict"]), p["states"].clone(), p["transitions"].clone()))
        .collect()
}

#[test]
fn processes_agree_with_the_explicit_engine() {
    for model in [COUNTERS, LAMP] {
        let folder = Folder::with("m.rcp", model);
        let explicit = folder.run(&["check", "m.rcp", "--json", "--engine", "explicit"]);
        for processes in ["1", "2", "3"] {
            let asked = ["check", "m.rcp", "--json", "--engine", "cluster", "--processes", processes];
            let outcome = folder.run(&asked);
            assert_eq!(outcome.code, explicit.code, "{outcome:?}");
            assert_eq!(outcome.err, "");
            assert_eq!(verdicts(&outcome.json()), verdicts(&explicit.json()), "{processes}");
        }
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = Folder::with("m.rcp", LAMP);
    folder.write("hosts.txt", "127.0.0.1:1\n127.0.0.1:2 hand\n");
    folder.write("wrong.txt", "nowhere\n");
    for (arguments, told) in [
        (&["--processes", "2"][..], "`--processes` is for the engine `cluster`"),
        (&["--engine", "cluster", "--process", "1"], "`--process` needs `--hosts`"),
        (&["--engine", "cluster", "--process", "0"], "`--process` needs `--hosts`"),
        (&["--engine", "cluster", "--hosts", "missing.txt"], "missing.txt"),
        (&["--engine", "cluster", "--hosts", "wrong.txt"], "`wrong.txt`: line 1: `nowhere` has no port"),
        (&["--engine", "cluster", "--hosts", "hosts.txt", "--process", "1"], "need a token"),
        (&["--engine", "cluster", "--hosts", "hosts.txt", "--process", "7"], "need a token"),
    ] {
        let outcome = folder.run(&[&["check", "m.rcp"], arguments].concat());
        assert_eq!(outcome.code, 2, "{arguments:?}: {outcome:?}");
        assert!(outcome.err.contains(told), "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn a_plan_says_what_memory_is_needed() {
    let folder = Folder::with("m.rcp", COUNTERS);
    folder.write("hosts.txt", "10.0.0.1:1\n10.0.0.2:1\n10.0.0.3:1\n10.0.0.4:1\n");
    let outcome = folder.run(&["cluster", "plan", "m.rcp", "--hosts", "hosts.txt"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.out.starts_with("The model has 100 states and "), "{outcome:?}");
    assert!(outcome.out.contains(" for each of 4 processes"), "{outcome:?}");
    let outcome = folder.run(&["cluster", "plan", "m.rcp", "--states", "1000000000"]);
    assert!(outcome.out.contains("1 000 000 000 states: "), "{outcome:?}");
}

/// A port that nobody listens on.
fn port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A folder with a model and a file of hosts for processes that are started by hand.
fn by_hand(model: &str, processes: usize) -> Folder {
    let folder = Folder::with("m.rcp", model);
    let lines: String = (0..processes).map(|_| format!("127.0.0.1:{} hand\n", port())).collect();
    folder.write("hosts.txt", format!("{lines}token for-tests\n"));
    folder
}

/// Starts a process by hand.
fn start(folder: &Folder, model: &str, process: usize, more: &[&str]) -> Child {
    start_by(&[], folder, model, process, more)
}

/// Starts a process by hand, by a program that is given the command.
fn start_by(by: &[&str], folder: &Folder, model: &str, process: usize, more: &[&str]) -> Child {
    let process = process.to_string();
    let command = [by, &[env!("CARGO_BIN_EXE_synod"), "check", model, "--engine", "cluster"], more].concat();
    Command::new(command[0])
        .args(&command[1..])
        .args(["--hosts", "hosts.txt", "--process", &process])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// How a process ended, with what it printed.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}

/// The verdicts in the document of a process, which ends with this code; on standard error it says whom it waits for.
fn verdicts_of(child: Child, code: i32) -> Vec<(String, String, serde_json::Value, serde_json::Value)> {
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(code), "{ended:?}");
    verdicts(&serde_json::from_slice(&ended.stdout).unwrap())
}

#[test]
fn processes_that_are_started_by_hand_find_each_other() {
    let folder = by_hand(COUNTERS, 3);
    let [first, second, third] = [0, 1, 2].map(|number| start(&folder, "m.rcp", number, &[]));
    let (code, text) = end(first);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("✓ never holds") && text.contains("✗ far is violated"), "{text}");
    assert_eq!((end(second), end(third)), ((Some(0), String::new()), (Some(0), String::new())));
}

/// A stand-in for `ssh` that tells where it was to go, and gives the command to a shell here, as the other machine would.
#[cfg(unix)]
const SSH: &str = r#"#!/bin/sh
while [ "$1" != -- ]; do shift; done
echo "$2" >> "$(dirname "$0")/destinations"
cd / && exec sh -c "$3"
"#;

#[cfg(unix)]
#[test]
fn processes_are_started_with_ssh_in_the_same_folder() {
    use std::os::unix::fs::PermissionsExt;
    let programs = Folder::with("ssh", SSH);
    let script = programs.path().join("ssh");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let folder = Folder::new();
    let model = folder.path().join("a folder's name");
    std::fs::create_dir(&model).unwrap();
    std::fs::write(model.join("m.rcp"), COUNTERS).unwrap();
    let hosts = [("", port()), (" ssh me@second", port()), (" ssh third", port())]
        .map(|(how, port)| format!("127.0.0.1:{port}{how}\n"));
    std::fs::write(model.join("hosts.txt"), hosts.concat()).unwrap();
    let path = format!("{}:{}", programs.path().display(), std::env::var("PATH").unwrap());
    let run = |program: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_synod"));
        let command =
            command.args(["check", "m.rcp", "--engine", "cluster", "--hosts", "hosts.txt", "--json"]);
        command.env("PATH", &path).env("SYNOD_CLUSTER_PROGRAM", program).current_dir(&model).output().unwrap()
    };
    let ended = run(env!("CARGO_BIN_EXE_synod"));
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).as_ref()), (Some(1), ""));
    let explicit = Folder::with("m.rcp", COUNTERS).run(&["check", "m.rcp", "--json", "--engine", "explicit"]);
    assert_eq!(verdicts(&serde_json::from_slice(&ended.stdout).unwrap()), verdicts(&explicit.json()));
    let mut gone_to: Vec<String> = programs.read("destinations").lines().map(String::from).collect();
    gone_to.sort();
    assert_eq!(gone_to, ["me@second", "third"]);
    // A machine without the program.
    let ended = run("/no such program");
    let text = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(3), "{text}");
    assert!(text.contains("has ended before it joined"), "{text}");
}

#[test]
fn another_model_is_refused_by_all() {
    let folder = by_hand(COUNTERS, 2);
    folder.write("other.rcp", LAMP);
    let first = start(&folder, "m.rcp", 0, &[]);
    let (code, text) = end(start(&folder, "other.rcp", 1, &[]));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("refused: process 1 has another model, or other options"), "{text}");
    let (code, text) = end(first);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("process 1 has another model"), "{text}");
}

#[test]
fn a_stranger_is_not_let_in() {
    let folder = by_hand(COUNTERS, 2);
    let hosts = folder.read("hosts.txt");
    let first = start(&folder, "m.rcp", 0, &[]);
    let stranger = Folder::with("m.rcp", COUNTERS);
    stranger.write("hosts.txt", hosts.replace("for-tests", "guessed"));
    let (code, text) = end(start(&stranger, "m.rcp", 1, &[]));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("another token"), "{text}");
    // The one that belongs there can still join.
    let second = start(&folder, "m.rcp", 1, &[]);
    assert_eq!(end(first).0, Some(1));
    assert_eq!(end(second).0, Some(0));
}

#[test]
fn a_process_that_does_not_join_is_named() {
    let folder = by_hand(COUNTERS, 3);
    let first = start(&folder, "m.rcp", 0, &["--timeout", "2"]);
    let second = start(&folder, "m.rcp", 1, &[]);
    let (code, text) = end(first);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("process 2 at `127.0.0.1:") && text.contains("has not joined"), "{text}");
    assert!(!text.contains("process 1"), "{text}");
    end(second);
}

/// Waits until a process has found some states.
fn wait_for_progress(first: &mut Child) {
    let mut lines = BufReader::new(first.stderr.as_mut().unwrap()).lines();
    let found = lines.any(|line| {
        let line = line.unwrap();
        line.contains("states") && !line.contains("\"states\":0,")
    });
    assert!(found, "it told nothing");
}

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_ends_the_run_with_a_clear_message() {
    let folder = by_hand(MANY, 2);
    let mut first = start(&folder, "m.rcp", 0, &["--progress=json"]);
    let mut second = start(&folder, "m.rcp", 1, &[]);
    wait_for_progress(&mut first);
    second.kill().unwrap();
    second.wait().unwrap();
    let mut rest = String::new();
    first.stderr.take().unwrap().read_to_string(&mut rest).unwrap();
    let (code, text) = end(first);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("process 1 is gone"), "{text}");
    assert!(!rest.contains("panicked"), "{rest}");
}

#[cfg(unix)]
#[test]
fn processes_end_when_the_first_is_killed() {
    let folder = by_hand(MANY, 2);
    let mut first = start(&folder, "m.rcp", 0, &["--progress=json"]);
    let second = start(&folder, "m.rcp", 1, &[]);
    wait_for_progress(&mut first);
    first.kill().unwrap();
    first.wait().unwrap();
    let (code, text) = end(second);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("process 1: the first process is gone"), "{text}");
}

#[test]
fn limits_hold_for_all_processes() {
    let folder = Folder::with("m.rcp", MANY);
    for limit in [["--timeout", "2"], ["--memory", "60M"]] {
        let asked = ["check", "m.rcp", "--engine", "cluster", "--processes", "2"];
        let outcome = folder.run(&[&asked[..], &limit[..]].concat());
        assert_eq!(outcome.code, 3, "{outcome:?}");
        assert!(outcome.out.contains("limit was reached"), "{outcome:?}");
    }
    let outcome = folder.run(&["check", "m.rcp", "--engine", "cluster", "--processes", "2", "--depth", "3"]);
    assert!(outcome.out.contains("within 3 steps of the initial states"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn a_process_that_pauses_again_and_again_changes_nothing() {
    let folder = by_hand(COUNTERS, 2);
    let explicit = folder.run(&["check", "m.rcp", "--json", "--engine", "explicit"]);
    let mut first = start(&folder, "m.rcp", 0, &["--json"]);
    let second = start(&folder, "m.rcp", 1, &[]);
    let mut is_paused = false;
    while first.try_wait().unwrap().is_none() {
        is_paused = !is_paused;
        let signal = if is_paused { "-STOP" } else { "-CONT" };
        Command::new("kill").args([signal, &second.id().to_string()]).status().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    // Whoever has ended needs no signal.
    let _ = Command::new("kill").args(["-CONT", &second.id().to_string()]).status();
    assert_eq!(verdicts_of(first, explicit.code), verdicts(&explicit.json()));
    assert_eq!(end(second), (Some(0), String::new()));
}

/// Two machines: network namespaces that are connected by a slow line. They need root, and the tools for it.
#[cfg(target_os = "linux")]
struct Machines([String; 2]);

#[cfg(target_os = "linux")]
impl Machines {
    fn new(tag: &str) -> Option<Self> {
        let names = [1, 2].map(|number| format!("synod-{}-{tag}{number}", std::process::id()));
        let machines = Machines(names);
        let [one, other] = &machines.0;
        let line = format!("link add v netns {one} type veth peer name v netns {other}");
        let made = [
            format!("ip netns add {one}"),
            format!("ip netns add {other}"),
            format!("ip {line}"),
            format!("ip -n {one} addr add 10.77.0.1/24 dev v"),
            format!("ip -n {other} addr add 10.77.0.2/24 dev v"),
            format!("ip -n {one} link set v up"),
            format!("ip -n {other} link set v up"),
        ]
        .iter()
        .all(|command| is_done(command));
        if !made {
            eprintln!("not tested: network namespaces need root and `ip`");
        } else if !is_done(&format!("tc -n {one} qdisc add dev v root netem delay 3ms 1ms")) {
            eprintln!("the line has no delay: that needs `tc` and a kernel with netem");
        }
        made.then_some(machines)
    }

    /// Starts a process on one of them.
    fn start(&self, folder: &Folder, process: usize, more: &[&str]) -> Child {
        start_by(&["ip", "netns", "exec", &self.0[process]], folder, "m.rcp", process, more)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Machines {
    fn drop(&mut self) {
        self.0.iter().for_each(|name| {
            is_done(&format!("ip netns del {name}"));
        });
    }
}

/// Whether a command can be done.
#[cfg(target_os = "linux")]
fn is_done(command: &str) -> bool {
    let mut words = command.split(' ');
    let done = Command::new(words.next().unwrap()).args(words).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
const APART: &str = "10.77.0.1:4100 hand\n10.77.0.2:4100 hand\ntoken for-tests\n";

#[cfg(target_os = "linux")]
#[test]
fn a_slow_line_and_a_slow_machine_change_nothing() {
    let Some(machines) = Machines::new("a") else { return };
    let folder = Folder::with("m.rcp", COUNTERS);
    folder.write("hosts.txt", APART);
    let explicit = folder.run(&["check", "m.rcp", "--json", "--engine", "explicit"]);
    let first = machines.start(&folder, 0, &["--json"]);
    let second = machines.start(&folder, 1, &[]);
    // The second has far less of the processor than the first.
    is_done(&format!("renice -n 19 -p {}", second.id()));
    assert_eq!(verdicts_of(first, explicit.code), verdicts(&explicit.json()));
    assert_eq!(end(second), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_machine_that_cannot_be_reached_any_more_ends_the_run() {
    let Some(machines) = Machines::new("b") else { return };
    let folder = Folder::with("m.rcp", MANY);
    folder.write("hosts.txt", APART);
    let mut first = machines.start(&folder, 0, &["--progress=json"]);
    let second = machines.start(&folder, 1, &[]);
    wait_for_progress(&mut first);
    assert!(is_done(&format!("ip -n {} link set v down", machines.0[1])));
    let mut rest = String::new();
    first.stderr.take().unwrap().read_to_string(&mut rest).unwrap();
    let (code, text) = end(first);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("process 1 has said nothing for 10 seconds"), "{text}");
    let (code, text) = end(second);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("the first process is gone"), "{text}");
}
