//! A session with a client: from its first word to its last, one model after the other.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::unbounded;
use serde_json::{Value, json};
use synod_core::Budget;

use crate::breakpoints::Wanted;
use crate::client::{Client, Heard, Refused, Request};
use crate::launch::{Launch, Launched};
use crate::running::{Ended, Running};
use crate::wire::{self, Read};

/// Formulas and models are walked by recursion.
const STACK: usize = 256 << 20;

/// Serves a client on standard input and output until it leaves.
pub fn serve_stdio() -> Result<(), String> {
    serve(std::io::BufReader::new(std::io::stdin()), std::io::stdout())
}

/// Serves a client until it leaves.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> Result<(), String> {
    let interrupt = Interrupt::default();
    let (sender, from) = unbounded();
    let for_reader = interrupt.clone();
    let listen = move || {
        let mut input = input;
        loop {
            let read = wire::read(&mut input);
            let is_end = matches!(read, Read::End);
            for_reader.look(&read);
            if sender.send(read).is_err() || is_end {
                return;
            }
        }
    };
    let failed = |error: std::io::Error| error.to_string();
    // Whoever waits for a message that never comes ends with the process.
    std::thread::Builder::new().name("listener".to_string()).spawn(listen).map_err(failed)?;
    let work = move || Adapter::new(Client::new(&mut output, from), interrupt).run();
    let worker = std::thread::Builder::new().name("adapter".to_string()).stack_size(STACK);
    worker.spawn(work).map_err(failed)?.join().map_err(|_| "the debugger has failed".to_string())
}

/// Stops what is under way, from the thread that reads.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<Budget>>);

impl Interrupt {
    /// A budget for work that begins now.
    pub fn budget(&self) -> Budget {
        let budget = Budget::unlimited();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = budget.clone();
        budget
    }

    fn look(&self, read: &Read) {
        let stops = match read {
            Read::Message(message) => matches!(
                message.get("command").and_then(Value::as_str),
                Some("pause" | "cancel" | "disconnect" | "terminate" | "restart")
            ),
            Read::Garbage(_) => false,
            Read::End => true,
        };
        if stops {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        }
    }
}

struct Adapter<'o> {
    client: Client<'o>,
    interrupt: Interrupt,
    is_initialized: bool,
    /// Where the client wants to stop, whatever the model.
    wanted: Wanted,
}

/// What comes of a request before there is a model.
enum Next {
    Listen,
    Debug(Box<Launched>),
    Leave,
}

impl<'o> Adapter<'o> {
    fn new(client: Client<'o>, interrupt: Interrupt) -> Self {
        Adapter { client, interrupt, is_initialized: false, wanted: Wanted::default() }
    }

    fn run(mut self) {
        while !self.client.is_gone() {
            let request = match self.client.hear(true) {
                Heard::Request(request) => request,
                Heard::Gone => return,
                Heard::Silence => continue,
            };
            match self.obey(&request) {
                Next::Listen => {}
                Next::Leave => return,
                Next::Debug(launched) => {
                    if !self.debug(*launched) {
                        return;
                    }
                }
            }
        }
    }

    fn obey(&mut self, request: &Request) -> Next {
        let answer = match request.command.as_str() {
            "initialize" => self.initialize(&request.arguments),
            "disconnect" => {
                self.client.answer(request, Ok(Value::Null));
                return Next::Leave;
            }
            _ if !self.is_initialized => Err("The first request is `initialize`.".to_string()),
            "launch" => {
                match Launch::read(&request.arguments)
                    .and_then(|launch| launch.open(&self.client, &self.interrupt.budget()))
                {
                    Ok(launched) => {
                        self.client.answer(request, Ok(Value::Null));
                        self.client.event("initialized", json!({}));
                        return Next::Debug(Box::new(launched));
                    }
                    Err(why) => Err(why),
                }
            }
            "attach" => Err("Models are launched; there is nothing to attach to.".to_string()),
            "terminate" | "cancel" => Ok(Value::Null),
            other => Err(format!("`{other}` needs a model: `launch` one first.")),
        };
        self.client.answer(request, answer);
        Next::Listen
    }

    fn initialize(&mut self, arguments: &Value) -> Result<Value, Refused> {
        if self.is_initialized {
            return Err("`initialize` comes once.".to_string());
        }
        if arguments.get("pathFormat").is_some_and(|format| format != "path") {
            return Err("Files are named by paths here: `pathFormat` has to be `path`.".to_string());
        }
        let counts_from = |name: &str| match arguments.get(name).and_then(Value::as_bool) {
            Some(false) => 0,
            _ => 1,
        };
        self.client.first_line = counts_from("linesStartAt1");
        self.client.first_column = counts_from("columnsStartAt1");
        self.client.shows_progress =
            arguments.get("supportsProgressReporting").and_then(Value::as_bool) == Some(true);
        self.is_initialized = true;
        Ok(capabilities())
    }

    /// Debugs a model, and the same again when that is asked for; whether the client is still there.
    fn debug(&mut self, mut launched: Launched) -> bool {
        let mut is_again = false;
        loop {
            let running = Running::new(&self.client, &self.interrupt, &launched, &mut self.wanted);
            let ended = match running {
                Ok(running) if is_again => running.again().run(),
                Ok(running) => running.run(),
                Err(why) => {
                    self.client.say("stderr", &format!("{why}\n"));
                    self.client.event("terminated", json!({}));
                    return true;
                }
            };
            match ended {
                Ended::Left => return false,
                Ended::Terminated => return true,
                Ended::Again(again) => (launched, is_again) = (*again, true),
            }
        }
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsExceptionFilterOptions": true,
        "supportsEvaluateForHovers": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": [".", "-"],
        "supportsStepBack": true,
        "supportsStepInTargetsRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsCancelRequest": true,
        "supportsDelayedStackTraceLoading": true,
        "exceptionBreakpointFilters": [
            {
                "filter": "violation",
                "label": "A property is violated",
                "description": "Stops where a run has violated a property of the model, whatever comes after",
                "default": true,
                "supportsCondition": true,
                "conditionDescription": "names of properties, with commas; all without any"
            },
            {
                "filter": "deadend",
                "label": "A dead end",
                "description": "Stops where no step can be taken, and says why",
                "default": true
            },
            {
                "filter": "fault",
                "label": "A step meets a fault",
                "description": "Stops where a step is not taken since a value does not fit or a quotient is by zero",
                "default": false
            }
        ]
    })
}
