//! A client that says what it is told to, and remembers what it hears.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::thread::JoinHandle;

use serde_json::{Value, json};

pub struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    adapter: Option<JoinHandle<Result<(), String>>>,
    seq: i64,
    /// Events that came while an answer was awaited.
    heard: Vec<Value>,
}

impl Client {
    /// A client that has said nothing yet.
    pub fn silent() -> Self {
        let (from_client, to) = std::io::pipe().unwrap();
        let (from, to_client) = std::io::pipe().unwrap();
        let adapter = std::thread::spawn(move || synod_dap::serve(BufReader::new(from_client), to_client));
        Client { to: Some(to), from: BufReader::new(from), adapter: Some(adapter), seq: 0, heard: Vec::new() }
    }

    pub fn new() -> Self {
        let mut client = Client::silent();
        let abilities = client.ask("initialize", json!({ "adapterID": "synod" })).unwrap();
        assert_eq!(abilities["supportsStepBack"], true);
        client
    }

    /// A client that has launched a model and is at its beginning.
    pub fn launched(arguments: Value) -> Self {
        let mut client = Client::new();
        client.ask("launch", arguments).unwrap();
        client.hear("initialized");
        client.ask("configurationDone", json!({})).unwrap();
        client
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the adapter has gone");
            match line.trim().split_once(':') {
                Some((_, number)) => length = number.trim().parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    pub fn begin(&mut self, command: &str, arguments: Value) -> i64 {
        self.seq += 1;
        let seq = self.seq;
        self.send(&json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments }));
        seq
    }

    pub fn await_answer(&mut self, seq: i64) -> Result<Value, String> {
        loop {
            let message = self.read();
            if message["type"] == "response" && message["request_seq"] == seq {
                return match message["success"].as_bool().unwrap() {
                    true => Ok(message["body"].clone()),
                    false => Err(message["message"].as_str().unwrap().to_string()),
                };
            }
            self.heard.push(message);
        }
    }

    pub fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        let seq = self.begin(command, arguments);
        self.await_answer(seq)
    }

    /// The next event of a name.
    pub fn hear(&mut self, event: &str) -> Value {
        loop {
            if let Some(at) = self.heard.iter().position(|heard| heard["event"] == event) {
                return self.heard.remove(at)["body"].clone();
            }
            let message = self.read();
            self.heard.push(message);
        }
    }

    /// Lets something happen until the model stops, and says how it did.
    pub fn until_stopped(&mut self, command: &str, arguments: Value) -> Value {
        self.ask(command, arguments).unwrap();
        self.hear("stopped")
    }

    /// The values in a scope of the agent of a thread.
    pub fn values(&mut self, thread: i64, scope: &str) -> Vec<(String, String)> {
        let frame =
            self.ask("stackTrace", json!({ "threadId": thread })).unwrap()["stackFrames"][0]["id"].clone();
        let scopes = self.ask("scopes", json!({ "frameId": frame })).unwrap()["scopes"].clone();
        let scope =
            scopes.as_array().unwrap().iter().find(|one| one["name"] == scope).expect("the scope").clone();
        let asked = json!({ "variablesReference": scope["variablesReference"] });
        let variables = self.ask("variables", asked).unwrap()["variables"].clone();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        variables.as_array().unwrap().iter().map(|one| (text(&one["name"]), text(&one["value"]))).collect()
    }

    pub fn value(&mut self, thread: i64, scope: &str, name: &str) -> String {
        let values = self.values(thread, scope);
        values.iter().find(|(of, _)| of == name).unwrap_or_else(|| panic!("{name} in {values:?}")).1.clone()
    }

    /// The line of the top frame of a thread.
    pub fn line(&mut self, thread: i64) -> i64 {
        let stack = self.ask("stackTrace", json!({ "threadId": thread })).unwrap();
        stack["stackFrames"][0]["line"].as_i64().unwrap()
    }

    pub fn depth(&mut self) -> u64 {
        self.ask("synod/steps", json!({})).unwrap()["depth"].as_u64().unwrap()
    }

    pub fn typed(&mut self, line: &str) -> Result<String, String> {
        let answer = self.ask("evaluate", json!({ "expression": line, "context": "repl" }))?;
        Ok(answer["result"].as_str().unwrap().to_string())
    }

    /// Leaves without a word, and waits for the adapter to notice.
    pub fn leave(&mut self) {
        self.to = None;
        let adapter = self.adapter.take().unwrap();
        std::io::copy(&mut self.from, &mut std::io::sink()).unwrap();
        adapter.join().unwrap().unwrap();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() || self.adapter.is_none() {
            return;
        }
        self.ask("disconnect", json!({})).unwrap();
        self.leave();
    }
}

/// A file with a text, which is there as long as its folder.
pub fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = std::fs::canonicalize(path).unwrap().to_string_lossy().into_owned();
    (folder, path)
}
