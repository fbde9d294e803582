//! How soon the language server answers while somebody types in a large model, and how much memory it takes.
//!
//! `cargo bench -p synod-benches --bench editing [-- LINES EDITS ENDING...]`: for each language, or those of the file endings
//! given, a model of 10,000 lines is opened and changed 200 times, a character each. The time from a change to its first
//! diagnostics and until all is known and told (`settled`), and the time to what may be written next is told at
//! the 50th and the 95th percentile, as wall clock and as processor time of the server; and the memory of the process at the
//! end.

mod models;

use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

struct Editor {
    connection: Connection,
    next: i32,
}

impl Editor {
    fn new() -> Self {
        let (server, connection) = Connection::memory();
        std::thread::spawn(move || synod_lsp::serve(&server));
        let mut editor = Editor { connection, next: 0 };
        let capabilities = json!({ "general": { "positionEncodings": ["utf-16"] } });
        editor.ask("initialize", json!({ "capabilities": capabilities }));
        editor.notify("initialized", json!({}));
        editor
    }

    fn notify(&self, method: &str, params: Value) {
        let notification = Notification::new(method.to_string(), params);
        self.connection.sender.send(Message::Notification(notification)).expect("the server listens");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_string(), params);
        self.connection.sender.send(Message::Request(request)).expect("the server listens");
        loop {
            match self.connection.receiver.recv().expect("the server answers") {
                Message::Response(response) if response.id == id => {
                    return response.response_result.unwrap_or_else(|error| panic!("{}", error.message));
                }
                _ => {}
            }
        }
    }

    fn await_diagnostics(&self, version: i32) {
        loop {
            if let Message::Notification(told) = self.connection.receiver.recv().expect("the server answers")
                && told.method == "textDocument/publishDiagnostics"
                && told.params["version"] == version
            {
                return;
            }
        }
    }
}

/// The processor time of all threads of this process.
fn processor() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = tasks.filter_map(|task| {
        let stat = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// The memory of this process, in megabytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Times, as wall clock and as processor time.
#[derive(Default)]
struct Times(Vec<(Duration, Duration)>);

impl Times {
    fn measure(&mut self, work: impl FnOnce()) {
        let (before, start) = (processor(), Instant::now());
        work();
        self.0.push((start.elapsed(), processor().saturating_sub(before)));
    }

    fn told(&self) -> String {
        let at = |times: &mut Vec<Duration>, percent: usize| {
            times.sort();
            times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1000.0
        };
        let mut wall: Vec<Duration> = self.0.iter().map(|(wall, _)| *wall).collect();
        let mut own: Vec<Duration> = self.0.iter().map(|(_, own)| *own).collect();
        format!(
            "{:>8.1} {:>8.1} {:>8.1} {:>8.1}",
            at(&mut wall, 50),
            at(&mut wall, 95),
            at(&mut own, 50),
            at(&mut own, 95)
        )
    }
}

fn main() {
    // Cargo itself gives options.
    let given = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let (numbers, endings): (Vec<String>, Vec<String>) =
        given.partition(|argument| argument.parse::<usize>().is_ok());
    let numbers: Vec<usize> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
    let is_wanted = |name: &str| endings.is_empty() || endings.iter().any(|ending| name.ends_with(ending));
    let lines = numbers.first().copied().unwrap_or(10_000);
    let edits = numbers.get(1).copied().unwrap_or(200);
    println!("{lines} lines, {edits} edits; milliseconds: wall 50%, wall 95%, processor 50%, processor 95%");
    println!(
        "{:<8} {:>6} {:<12} {:>8} {:>8} {:>8} {:>8}",
        "model", "lines", "what", "w50", "w95", "p50", "p95"
    );
    for (name, text) in models::models(lines).into_iter().filter(|(name, _)| is_wanted(name)) {
        let mut editor = Editor::new();
        let uri = format!("file:///{name}");
        let count = text.lines().count();
        let document = json!({ "uri": uri, "languageId": "synod", "version": 0, "text": text });
        let mut opened = Times::default();
        opened.measure(|| {
            editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
            editor.await_diagnostics(0);
        });
        let [mut diagnostics, mut completion, mut settled] = std::array::from_fn(|_| Times::default());
        let all: Vec<&str> = text.lines().collect();
        for edit in 1..=edits {
            // A character behind a line, which the next change takes away again.
            let line = (edit.div_ceil(2) * 7919) % count;
            let from = all[line].chars().count();
            let (to, new) = if edit % 2 == 1 { (from, "x") } else { (from + 1, "") };
            let place = |character: usize| json!({ "line": line, "character": character });
            let change = json!({ "range": { "start": place(from), "end": place(to) }, "text": new });
            let document = json!({ "uri": uri, "version": edit });
            let change = json!({ "textDocument": document, "contentChanges": [change] });
            settled.measure(|| {
                diagnostics.measure(|| {
                    editor.notify("textDocument/didChange", change);
                    editor.await_diagnostics(edit as i32);
                });
                // Folding ranges wait until the text was read.
                drop(editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": uri } })));
            });
            let asked = json!({ "textDocument": { "uri": uri }, "position": place(from) });
            completion.measure(|| drop(editor.ask("textDocument/completion", asked)));
        }
        let all = [
            ("open", &opened),
            ("diagnostics", &diagnostics),
            ("completion", &completion),
            ("settled", &settled),
        ];
        for (what, times) in all {
            println!("{name:<8} {count:>6} {what:<12} {}", times.told());
        }
        println!("{name:<8} {count:>6} {:<12} {:>8}", "memory (MB)", memory());
        editor.ask("shutdown", Value::Null);
        editor.notify("exit", Value::Null);
    }
}
