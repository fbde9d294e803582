//! A model that is walked through with the buttons of the client.

use serde_json::{Value, json};
use synod_core::{AgentId, Phase, prepare};
use synod_session::debugging::{Debugger, Reason, ReasonKind};

use crate::adapter::Interrupt;
use crate::breakpoints::Wanted;
use crate::client::{Client, Heard, Refused, Request, Working};
use crate::launch::{Launch, Launched};
use crate::looking::{LAYOUT, Looking, number};
use crate::references;

/// How a model is no longer debugged.
pub enum Ended {
    /// The client has gone.
    Left,
    /// The client is still there.
    Terminated,
    /// It is read again.
    Again(Box<Launched>),
}

/// Where a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    Forward,
    /// Until this agent takes part in a step.
    Until(AgentId),
    Backward,
}

pub struct Running<'c, 'o, 'm> {
    client: &'c Client<'o>,
    interrupt: &'c Interrupt,
    launched: &'m Launched,
    wanted: &'c mut Wanted,
    debugger: Debugger<'m>,
    run: Option<Run>,
    /// Where the run began.
    from: usize,
    is_configured: bool,
    /// What the last stop is explained by.
    exception: Option<Reason>,
}

/// What comes of a request.
enum Next {
    Listen,
    Leave(Ended),
}

impl<'c, 'o, 'm> Running<'c, 'o, 'm> {
    pub fn new(
        client: &'c Client<'o>,
        interrupt: &'c Interrupt,
        launched: &'m Launched,
        wanted: &'c mut Wanted,
    ) -> Result<Self, Refused> {
        let Launched { launch, model, recording, words } = launched;
        let begin = || {
            let mut debugger = Debugger::new(model, &launch.initial, launch.seed)?;
            if let Some(recording) = recording {
                debugger.follow(recording.clone())?;
            }
            Ok::<_, String>(debugger)
        };
        let begun = prepare(&interrupt.budget(), Phase::Walking, begin);
        let mut debugger = begun.map_err(|met| met.to_string())??;
        wanted.apply(&mut debugger);
        wanted.hits.clear();
        if !words.is_empty() {
            client.say("console", words);
        }
        Ok(Running {
            client,
            interrupt,
            launched,
            wanted,
            debugger,
            run: None,
            from: 0,
            is_configured: false,
            exception: None,
        })
    }

    /// Goes on where the same model was debugged before: the client has said all that it has to say.
    pub fn again(mut self) -> Self {
        self.wanted.tell_again(self.client, &self.debugger);
        self.begin();
        self
    }

    pub fn run(mut self) -> Ended {
        loop {
            if self.client.is_gone() {
                return Ended::Left;
            }
            match self.client.hear(self.run.is_none()) {
                Heard::Gone => return Ended::Left,
                Heard::Request(request) => match self.obey(&request) {
                    Next::Listen => {}
                    Next::Leave(ended) => return ended,
                },
                Heard::Silence => self.go_on(),
            }
        }
    }

    fn begin(&mut self) {
        self.is_configured = true;
        match self.launched.launch.stop_on_entry {
            true => self.stop("entry", "at the beginning", "", None),
            false => {
                // What is there to stop for at the beginning counts too.
                match self.reasons().into_iter().next() {
                    Some(reason) => self.stop_for(reason),
                    None => self.start(Run::Forward),
                }
            }
        }
    }

    // --- Stopping -------------------------------------------------------------------------------------

    fn thread(&self, agent: Option<AgentId>) -> i64 {
        let next = || self.debugger.next().and_then(|next| self.debugger.actor(&next.step));
        agent.or_else(next).map_or(1, references::thread)
    }

    fn stop(&mut self, reason: &str, description: &str, text: &str, agent: Option<AgentId>) {
        self.tell_stop(reason, description, text, agent, None);
    }

    fn stop_for(&mut self, reason: Reason) {
        self.tell_steps();
        let word = match reason.kind {
            ReasonKind::Command => "breakpoint",
            ReasonKind::Condition => "function breakpoint",
            ReasonKind::Variable => "data breakpoint",
            ReasonKind::Violation | ReasonKind::DeadEnd | ReasonKind::Fault => "exception",
            ReasonKind::Ended | ReasonKind::Recording => "step",
        };
        let Reason { title, text, agent, id, .. } = &reason;
        if word != "breakpoint" {
            let more = if text.is_empty() { String::new() } else { format!("\n{text}") };
            self.client.say("important", &format!("{title}{more}\n"));
        }
        self.tell_stop(word, title, if text.is_empty() { title } else { text }, *agent, *id);
        self.exception = (word == "exception").then_some(reason);
    }

    fn tell_stop(
        &mut self,
        reason: &str,
        description: &str,
        text: &str,
        agent: Option<AgentId>,
        id: Option<i64>,
    ) {
        self.run = None;
        let mut body = json!({
            "reason": reason,
            "threadId": self.thread(agent),
            "allThreadsStopped": true,
        });
        for (name, words) in [("description", description), ("text", text)] {
            if !words.is_empty() {
                body[name] = json!(words);
            }
        }
        if let Some(id) = id {
            body["hitBreakpointIds"] = json!([id]);
        }
        self.client.event("stopped", body);
        let (depth, furthest) = (self.debugger.walk().depth(), self.debugger.furthest());
        let moved = json!({ "depth": depth, "furthest": furthest, "recorded": self.debugger.recorded() });
        self.client.event("synod/moved", moved);
    }

    /// The steps since the run began, in the console: the last of them, if there are many.
    fn tell_steps(&self) {
        const MOST: usize = 20;
        let depth = self.debugger.walk().depth();
        let count = depth.saturating_sub(self.from);
        if count > MOST {
            self.client.say(
                "console",
                &format!("      … {} before\n", synod_session::counted(count - MOST, "step")),
            );
        }
        if count > 0 {
            self.client.say("console", &self.debugger.walk().last_steps_text(count.min(MOST), LAYOUT));
        }
    }

    /// Why to stop here, without breakpoints that are only counted or that only say something.
    fn reasons(&mut self) -> Vec<Reason> {
        let found = self.debugger.reasons();
        let mut kept = Vec::new();
        for reason in found {
            let Some(id) = reason.id else {
                kept.push(reason);
                continue;
            };
            let manner = self.wanted.manner(id);
            let hits = self.wanted.hits.entry(id).or_default();
            *hits += 1;
            if manner.from_hit.is_some_and(|from| *hits < from) {
                continue;
            }
            match manner.message {
                Some(message) => {
                    let text = self.filled_in(&message, reason.agent);
                    self.client.say("console", &format!("{text}\n"));
                }
                None => kept.push(reason),
            }
        }
        kept
    }

    /// A message with the values of what stands in it in braces.
    fn filled_in(&self, message: &str, agent: Option<AgentId>) -> String {
        let mut parts = message.split('{');
        let mut text = parts.next().unwrap_or("").to_string();
        for part in parts {
            match part.split_once('}') {
                Some((expression, rest)) => {
                    let value = self.debugger.value(expression, agent);
                    text += &value.unwrap_or_else(|why| format!("({why})"));
                    text += rest;
                }
                None => text += &format!("{{{part}"),
            }
        }
        text
    }

    // --- Moving ---------------------------------------------------------------------------------------

    fn start(&mut self, run: Run) {
        self.exception = None;
        self.from = self.debugger.walk().depth();
        self.run = Some(run);
    }

    /// Does a piece of work that whoever pauses stops; `None` if somebody did.
    fn within<T>(&mut self, work: impl FnOnce(&mut Debugger<'m>) -> T) -> Option<T> {
        let budget = self.interrupt.budget();
        prepare(&budget, Phase::Walking, || work(&mut self.debugger)).ok()
    }

    /// A step of the run that is under way.
    fn go_on(&mut self) {
        let Some(run) = self.run else { return };
        let is_own = |debugger: &Debugger, agent| {
            debugger.next().is_some_and(|next| debugger.takes_part(agent, &next.step, &next.target))
        };
        let moved = self.within(|debugger| match run {
            Run::Backward => (debugger.back(), false),
            Run::Forward => (debugger.forward(), false),
            Run::Until(agent) => {
                let is_there = is_own(debugger, agent);
                (debugger.forward(), is_there)
            }
        });
        match (moved, run) {
            (None, _) => {
                self.tell_steps();
                self.stop("pause", "paused", "", None);
            }
            (Some((false, _)), Run::Backward) => self.stop("entry", "at the beginning", "", None),
            (Some((false, _)), _) => self.stop_for(self.debugger.nothing_happens()),
            (Some((true, is_there)), run) => {
                let reason = self.reasons().into_iter().next();
                match reason {
                    Some(reason) => self.stop_for(reason),
                    None if is_there => {
                        self.tell_steps();
                        self.stop("step", "", "", None);
                    }
                    None => self.look_at_length(run),
                }
            }
        }
    }

    fn look_at_length(&mut self, run: Run) {
        let taken = self.debugger.walk().depth().saturating_sub(self.from);
        if run != Run::Backward && taken >= self.launched.launch.max_steps {
            self.tell_steps();
            let words = format!("after {}", synod_session::counted(taken, "step"));
            self.stop("pause", &words, "Continue goes on.", None);
        }
    }

    /// Moves once, and stops there.
    fn once(
        &mut self,
        agent: Option<AgentId>,
        work: impl FnOnce(&mut Debugger<'m>) -> Result<bool, Refused>,
    ) {
        self.exception = None;
        self.from = self.debugger.walk().depth();
        match self.within(work) {
            None => self.stop("pause", "paused", "", None),
            Some(Err(why)) => {
                self.client.say("important", &format!("{why}\n"));
                self.stop("step", &why, &why, agent);
            }
            Some(Ok(false)) => self.stop_for(self.debugger.nothing_happens()),
            Some(Ok(true)) => match self.reasons().into_iter().next() {
                Some(reason) => self.stop_for(reason),
                None => {
                    self.tell_steps();
                    self.stop("step", "", "", agent);
                }
            },
        }
    }

    fn step_in(&mut self, arguments: &Value) -> Result<(), Refused> {
        let agent = self.looking().agent(arguments)?;
        let target = arguments.get("targetId").and_then(Value::as_i64);
        let target = target.map(|number| usize::try_from(number).unwrap_or(0));
        let name = self.debugger.model().compiled.system.agent(agent).name.clone();
        self.once(Some(agent), move |debugger| {
            let number = target.or_else(|| debugger.step_of(agent));
            let Some(number) = number else {
                let why = debugger.walk().blocked_text(Some(&name)).unwrap_or_default();
                return Err(format!("{name} can take part in no step now.\n{}", why.trim_end()));
            };
            debugger.take(number).map(|()| true)
        });
        Ok(())
    }

    // --- Requests -------------------------------------------------------------------------------------

    fn looking(&self) -> Looking<'c, '_, 'm, 'o> {
        Looking { client: self.client, debugger: &self.debugger }
    }

    fn obey(&mut self, request: &Request) -> Next {
        let arguments = &request.arguments;
        match request.command.as_str() {
            "disconnect" => {
                self.client.answer(request, Ok(Value::Null));
                return Next::Leave(Ended::Left);
            }
            "terminate" => {
                self.client.answer(request, Ok(Value::Null));
                self.client.event("terminated", json!({}));
                return Next::Leave(Ended::Terminated);
            }
            "restart" => match self.read_again(arguments) {
                Ok(again) => {
                    self.client.answer(request, Ok(Value::Null));
                    return Next::Leave(Ended::Again(Box::new(again)));
                }
                Err(why) => self.client.answer(request, Err(why)),
            },
            _ if self.moves(request) => {}
            _ => {
                let answer = self.reply(request);
                self.client.answer(request, answer);
                self.moved_by_prompt(request);
            }
        }
        Next::Listen
    }

    /// Whether a request moves, or lets the model run; if so it was answered.
    fn moves(&mut self, request: &Request) -> bool {
        let command = request.command.as_str();
        let known = [
            "configurationDone",
            "continue",
            "next",
            "stepIn",
            "stepOut",
            "stepBack",
            "reverseContinue",
            "goto",
            "pause",
            "synod/take",
            "synod/back",
        ];
        if !known.contains(&command) {
            return false;
        }
        if let Err(why) = self.may(command) {
            self.client.answer(request, Err(why));
            return true;
        }
        let arguments = &request.arguments;
        let asked = match command {
            "stepIn" | "stepOut" => self.looking().agent(arguments).map(|_| 0),
            "goto" => number(arguments, "targetId"),
            "synod/take" => number(arguments, "number"),
            "synod/back" => number(arguments, "depth"),
            _ => Ok(0),
        };
        let asked = match asked {
            Ok(asked) => usize::try_from(asked).unwrap_or(usize::MAX),
            Err(why) => {
                self.client.answer(request, Err(why));
                return true;
            }
        };
        let body = match command {
            "continue" | "reverseContinue" => json!({ "allThreadsContinued": true }),
            _ => Value::Null,
        };
        self.client.answer(request, Ok(body));
        match command {
            "configurationDone" => self.begin(),
            "pause" => {
                if self.run.is_some() {
                    self.tell_steps();
                    self.stop("pause", "paused", "", None);
                }
            }
            "continue" => self.start(Run::Forward),
            "reverseContinue" => self.start(Run::Backward),
            "next" => self.once(None, |debugger| Ok(debugger.forward())),
            "stepBack" => self.step_back(),
            "stepIn" => {
                if let Err(why) = self.step_in(arguments) {
                    self.client.say("important", &why);
                }
            }
            "stepOut" => {
                if let Ok(agent) = self.looking().agent(arguments) {
                    self.start(Run::Until(agent));
                }
            }
            "goto" | "synod/take" => self.once(None, |debugger| debugger.take(asked).map(|()| true)),
            _ => self.once(None, |debugger| debugger.go_to(asked).map(|()| true)),
        }
        true
    }

    /// Whether a request comes at its time.
    fn may(&self, command: &str) -> Result<(), Refused> {
        match (command, self.is_configured, self.run.is_some()) {
            ("configurationDone", true, _) => Err("`configurationDone` comes once.".to_string()),
            ("configurationDone", false, _) | ("pause", ..) => Ok(()),
            (_, false, _) => Err("`configurationDone` comes first.".to_string()),
            (_, _, true) => Err("The model is running: `pause` it first.".to_string()),
            _ => Ok(()),
        }
    }

    fn step_back(&mut self) {
        self.exception = None;
        self.from = self.debugger.walk().depth();
        match self.within(Debugger::back) {
            Some(true) => self.stop("step", "", "", None),
            Some(false) => self.stop("entry", "at the beginning", "already at the initial state", None),
            None => self.stop("pause", "paused", "", None),
        }
    }

    fn reply(&mut self, request: &Request) -> Result<Value, Refused> {
        let arguments = &request.arguments;
        match request.command.as_str() {
            "setBreakpoints" => self.wanted.set_lines(arguments, self.client, &mut self.debugger),
            "setFunctionBreakpoints" => self.wanted.set_functions(arguments, &mut self.debugger),
            "setDataBreakpoints" => self.wanted.set_data(arguments, &mut self.debugger),
            "setExceptionBreakpoints" => self.wanted.set_exceptions(arguments, &mut self.debugger),
            "dataBreakpointInfo" => self.looking().data_info(arguments),
            "breakpointLocations" => self.looking().locations(arguments),
            "threads" => Ok(self.looking().threads()),
            "stackTrace" => self.looking().stack(arguments),
            "scopes" => self.looking().scopes(arguments),
            "variables" => self.looking().variables(arguments),
            "setVariable" | "setExpression" => Err(self.looking().set_variable()),
            "stepInTargets" => self.looking().step_in_targets(arguments),
            "gotoTargets" => self.looking().goto_targets(arguments),
            "completions" => self.looking().completions(arguments),
            "exceptionInfo" => self.exception_info(),
            "evaluate" => self.evaluate(arguments),
            "synod/steps" => self.looking().steps(),
            "synod/history" => self.looking().history(),
            "cancel" => Ok(Value::Null),
            "initialize" | "launch" | "attach" => {
                Err(format!("`{}` comes once, at the beginning.", request.command))
            }
            other => Err(format!("`{other}` is not answered here.")),
        }
    }

    fn exception_info(&self) -> Result<Value, Refused> {
        let reason = self
            .exception
            .as_ref()
            .ok_or("The model has not stopped for a violation, a dead end or a fault.")?;
        Ok(json!({ "exceptionId": reason.title, "description": reason.text, "breakMode": "always" }))
    }

    fn evaluate(&mut self, arguments: &Value) -> Result<Value, Refused> {
        let expression = arguments.get("expression").and_then(Value::as_str);
        let expression = expression.ok_or("`expression` is needed.")?;
        let agent = self.looking().speaker(arguments);
        let is_typed = arguments.get("context").and_then(Value::as_str) == Some("repl");
        let budget = self.interrupt.budget();
        let result = match is_typed {
            true => {
                if self.run.is_some() {
                    return Err("The model is running: `pause` it first.".to_string());
                }
                let working = Working::begin(self.client, "repl".to_string(), expression);
                let typed = || self.debugger.type_in(expression, agent, LAYOUT, &budget, &working);
                prepare(&budget, Phase::Walking, typed)
            }
            false => prepare(&budget, Phase::Walking, || self.debugger.value(expression, agent)),
        };
        let result = result.unwrap_or_else(|met| Err(met.to_string()))?;
        Ok(json!({ "result": result.trim_end(), "variablesReference": 0 }))
    }

    /// What is typed may move.
    fn moved_by_prompt(&mut self, request: &Request) {
        let is_typed = request.command == "evaluate"
            && request.arguments.get("context").and_then(Value::as_str) == Some("repl");
        let line = request.arguments.get("expression").and_then(Value::as_str).unwrap_or("");
        let moves = ["find", "take", "load"];
        if is_typed && line.split_whitespace().next().is_some_and(|word| moves.contains(&word)) {
            self.exception = None;
            self.stop("goto", "", "", None);
        }
    }

    fn read_again(&mut self, arguments: &Value) -> Result<Launched, Refused> {
        let launch = match arguments.get("arguments") {
            Some(arguments) if arguments.is_object() => Launch::read(arguments)?,
            _ => self.launched.launch.clone(),
        };
        launch.open(self.client, &self.interrupt.budget())
    }
}
