//! A client of the server, and what it hears.

use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// A client, and the thread of the server.
pub struct Client {
    connection: Connection,
    server: Option<std::thread::JoinHandle<Result<(), String>>>,
    next: i32,
    /// Notifications that came while an answer was awaited.
    heard: Vec<Notification>,
}

const PATIENCE: Duration = Duration::from_secs(120);

impl Client {
    pub fn new() -> Self {
        Client::with(json!({}))
    }

    /// A client that says more when it begins.
    pub fn with(more: Value) -> Self {
        let (server, client) = Connection::memory();
        let thread = std::thread::spawn(move || synod_lsp::serve(&server));
        let mut client = Client { connection: client, server: Some(thread), next: 0, heard: Vec::new() };
        let capabilities =
            json!({ "window": { "workDoneProgress": true }, "general": { "positionEncodings": ["utf-16"] } });
        let mut params = json!({ "capabilities": capabilities });
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        let result = client.ask("initialize", params).unwrap();
        assert_eq!(result["serverInfo"]["name"], "synod");
        client.notify("initialized", json!({}));
        client
    }

    pub fn notify(&self, method: &str, params: Value) {
        let notification = Notification::new(method.to_string(), params);
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_string(), params);
        self.connection.sender.send(Message::Request(request)).unwrap();
        id
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.begin(method, params);
        self.await_answer(&id)
    }

    pub fn await_answer(&mut self, id: &RequestId) -> Result<Value, String> {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers") {
                Message::Response(Response { id: of, response_result }) if of == *id => {
                    return response_result.map_err(|error| error.message);
                }
                Message::Notification(notification) => self.heard.push(notification),
                Message::Request(request) => {
                    let answer = Response::new_ok(request.id, Value::Null);
                    self.connection.sender.send(Message::Response(answer)).unwrap();
                }
                Message::Response(_) => {}
            }
        }
    }

    /// The next notification of a kind that satisfies a condition.
    pub fn hear(&mut self, method: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(at) = self.heard.iter().position(|n| n.method == method && wanted(&n.params)) {
                return self.heard.remove(at).params;
            }
            match self.connection.receiver.recv_timeout(PATIENCE).expect("the server says something") {
                Message::Notification(notification) => self.heard.push(notification),
                Message::Request(request) => {
                    let answer = Response::new_ok(request.id, Value::Null);
                    self.connection.sender.send(Message::Response(answer)).unwrap();
                }
                Message::Response(_) => {}
            }
        }
    }

    /// How many notifications of a kind were heard that nobody asked for.
    pub fn heard(&self, method: &str) -> usize {
        self.heard.iter().filter(|notification| notification.method == method).count()
    }

    pub fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "synod", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    pub fn diagnostics(&mut self, version: i32) -> Vec<Value> {
        let told = self.hear("textDocument/publishDiagnostics", |params| params["version"] == version);
        told["diagnostics"].as_array().unwrap().clone()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.ask("shutdown", Value::Null).unwrap();
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap();
    }
}

/// The position of the nth occurrence of a text.
pub fn position(text: &str, part: &str, nth: usize) -> Value {
    let at = text.match_indices(part).nth(nth).unwrap().0;
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": column })
}
