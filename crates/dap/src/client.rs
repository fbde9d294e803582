//! The client: what it sends, what is sent to it, and how it counts.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::Receiver;
use serde_json::{Value, json};
use synod_core::{Progress, Tick};
use synod_documents::Place;
use synod_session::wording;

use crate::wire::{self, Read};

/// A request of the client.
#[derive(Clone, Debug)]
pub struct Request {
    pub seq: i64,
    pub command: String,
    pub arguments: Value,
}

/// Why a request has no answer, as a sentence.
pub type Refused = String;

/// The client, as the one who answers sees it.
pub struct Client<'o> {
    output: Mutex<Output<'o>>,
    from: Receiver<Read>,
    /// What the client counts lines and columns from.
    pub first_line: usize,
    pub first_column: usize,
    /// Whether it shows how far long work is.
    pub shows_progress: bool,
}

struct Output<'o> {
    to: &'o mut (dyn Write + Send),
    seq: i64,
    /// Nobody reads any more.
    is_closed: bool,
}

/// What the client has to say.
pub enum Heard {
    Request(Request),
    /// It has gone.
    Gone,
    /// Nothing, for now.
    Silence,
}

impl<'o> Client<'o> {
    pub fn new(to: &'o mut (dyn Write + Send), from: Receiver<Read>) -> Self {
        let output = Mutex::new(Output { to, seq: 0, is_closed: false });
        Client { output, from, first_line: 1, first_column: 1, shows_progress: false }
    }

    /// A line as Synod counts it.
    pub fn line_from(&self, line: u64) -> usize {
        usize::try_from(line).unwrap_or(usize::MAX).saturating_add(1).saturating_sub(self.first_line)
    }

    /// A line as the client counts it.
    pub fn line_to(&self, line: usize) -> usize {
        line.saturating_add(self.first_line).saturating_sub(1)
    }

    /// Where something begins and ends, as the client counts.
    pub fn place(&self, place: &Place) -> [(&'static str, usize); 4] {
        let column = |column: usize| column + self.first_column - 1;
        [
            ("line", self.line_to(place.line)),
            ("column", column(place.column)),
            ("endLine", self.line_to(place.end_line)),
            ("endColumn", column(place.end_column)),
        ]
    }

    /// The next request; if `wait` is false, only one that is there already.
    pub fn hear(&self, wait: bool) -> Heard {
        loop {
            let read = match wait {
                true => self.from.recv().unwrap_or(Read::End),
                false => match self.from.try_recv() {
                    Ok(read) => read,
                    Err(crossbeam_channel::TryRecvError::Empty) => return Heard::Silence,
                    Err(crossbeam_channel::TryRecvError::Disconnected) => Read::End,
                },
            };
            match read {
                Read::End => return Heard::Gone,
                Read::Garbage(why) => self.say("stderr", &format!("{why}\n")),
                Read::Message(message) => {
                    let text = |name: &str| message.get(name).and_then(Value::as_str);
                    match (text("type"), text("command"), message.get("seq").and_then(Value::as_i64)) {
                        (Some("request"), Some(command), Some(seq)) => {
                            let arguments = message.get("arguments").cloned().unwrap_or(Value::Null);
                            return Heard::Request(Request { seq, command: command.to_string(), arguments });
                        }
                        // Answers to requests of ours: there are none.
                        (Some("response" | "event"), ..) => {}
                        _ => {
                            let why = "a message is no request: it needs a type, a command and a seq\n";
                            self.say("stderr", why);
                        }
                    }
                }
            }
        }
    }

    fn send(&self, mut message: Value) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.seq += 1;
        message["seq"] = json!(output.seq);
        let done = wire::write(output.to, &message);
        output.is_closed |= done.is_err();
    }

    /// Whether it can be reached no more.
    pub fn is_gone(&self) -> bool {
        self.output.lock().unwrap_or_else(PoisonError::into_inner).is_closed
    }

    pub fn event(&self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    /// A line, or more, in the console.
    pub fn say(&self, category: &str, text: &str) {
        self.event("output", json!({ "category": category, "output": text }));
    }

    pub fn answer(&self, request: &Request, answer: Result<Value, Refused>) {
        let mut response =
            json!({ "type": "response", "request_seq": request.seq, "command": request.command });
        match answer {
            Ok(body) => {
                response["success"] = json!(true);
                response["body"] = body;
            }
            Err(why) => {
                response["success"] = json!(false);
                response["message"] = json!(why);
                response["body"] = json!({ "error": { "id": 1, "format": "{why}", "variables": { "why": why }, "showUser": true } });
            }
        }
        self.send(response);
    }
}

/// Long work, as the client sees it.
pub struct Working<'c, 'o> {
    client: &'c Client<'o>,
    id: String,
}

impl<'c, 'o> Working<'c, 'o> {
    pub fn begin(client: &'c Client<'o>, id: String, title: &str) -> Self {
        if client.shows_progress {
            let body = json!({ "progressId": id, "title": title, "cancellable": true });
            client.event("progressStart", body);
        }
        Working { client, id }
    }
}

impl Progress for Working<'_, '_> {
    fn tick(&self, tick: Tick) {
        if self.client.shows_progress {
            let message = wording::progress(tick, None);
            self.client.event("progressUpdate", json!({ "progressId": self.id, "message": message }));
        }
    }
}

impl Drop for Working<'_, '_> {
    fn drop(&mut self) {
        if self.client.shows_progress {
            self.client.event("progressEnd", json!({ "progressId": self.id }));
        }
    }
}
