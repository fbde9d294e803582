//! What a client looks at while a model stands still.

use serde_json::{Value, json};
use synod_core::AgentId;
use synod_session::TraceView;
use synod_session::debugging::{Debugger, Frame, FrameKind, PROMPT_COMMANDS, Scope, Shown};
use synod_session::diagnostics::Style;
use synod_session::narration;
use synod_session::wording::Layout;

use crate::client::{Client, Refused};
use crate::launch::is_same_file;
use crate::references::{self, Parts};

/// How text looks in the console.
pub const LAYOUT: Layout = Layout { width: 100, sentences: usize::MAX, style: Style::Plain };

/// The number of a request, such as that of a thread.
pub fn number(arguments: &Value, name: &str) -> Result<i64, Refused> {
    arguments
        .get(name)
        .and_then(Value::as_i64)
        .ok_or_else(|| format!("`{name}` is needed, and is a whole number."))
}

/// A debugger as a client looks at it.
pub struct Looking<'c, 'd, 'm, 'o> {
    pub client: &'c Client<'o>,
    pub debugger: &'d Debugger<'m>,
}

impl Looking<'_, '_, '_, '_> {
    fn agents(&self) -> usize {
        self.debugger.model().compiled.system.agents.len()
    }

    /// The agent that a request is about.
    pub fn agent(&self, arguments: &Value) -> Result<AgentId, Refused> {
        let thread = number(arguments, "threadId")?;
        references::agent(thread, self.agents()).ok_or_else(|| format!("There is no agent {thread}."))
    }

    fn agent_of_frame(&self, arguments: &Value) -> Result<AgentId, Refused> {
        let frame = number(arguments, "frameId")?;
        references::agent_of_frame(frame, self.agents()).ok_or_else(|| format!("There is no frame {frame}."))
    }

    /// The agents.
    pub fn threads(&self) -> Value {
        let agents = self.debugger.model().compiled.system.agents.iter();
        let threads: Vec<Value> = agents
            .enumerate()
            .map(|(position, agent)| {
                json!({ "id": references::thread(AgentId(position as u32)), "name": agent.name })
            })
            .collect();
        json!({ "threads": threads })
    }

    /// What an agent may do.
    pub fn stack(&self, arguments: &Value) -> Result<Value, Refused> {
        let agent = self.agent(arguments)?;
        let count = |name: &str| arguments.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
        let (start, levels) = (count("startFrame"), count("levels"));
        let frames = self.debugger.frames(agent);
        let shown = frames.iter().enumerate().skip(start);
        let shown = shown.take(if levels == 0 { usize::MAX } else { levels });
        let shown: Vec<Value> = shown.map(|(at, frame)| self.frame(agent, at, frame)).collect();
        Ok(json!({ "stackFrames": shown, "totalFrames": frames.len() }))
    }

    fn frame(&self, agent: AgentId, position: usize, frame: &Frame) -> Value {
        let (name, hint) = match &frame.kind {
            FrameKind::Next => (frame.text.clone(), "normal"),
            FrameKind::Possible => (format!("or {}", frame.text), "subtle"),
            FrameKind::Blocked(_) => (format!("blocked: {}", frame.text), "subtle"),
            FrameKind::Idle => (frame.text.clone(), "label"),
        };
        let mut told = json!({
            "id": references::frame(agent, position), "name": name, "presentationHint": hint, "line": 0, "column": 0,
        });
        if let Some(place) = &frame.place {
            let file = std::path::Path::new(&place.file);
            let whole = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
            let short = file.file_name().map(|name| name.to_string_lossy().into_owned());
            told["source"] = json!({ "name": short, "path": whole.to_string_lossy() });
            for (name, value) in self.client.place(place) {
                told[name] = json!(value);
            }
        }
        told
    }

    pub fn scopes(&self, arguments: &Value) -> Result<Value, Refused> {
        let agent = self.agent_of_frame(arguments)?;
        let name = &self.debugger.model().compiled.system.agent(agent).name;
        let scopes: Vec<Value> = self
            .debugger
            .scopes(agent)
            .into_iter()
            .map(|scope| {
                let (title, hint) = match scope {
                    Scope::Own(_) => (name.as_str(), "locals"),
                    Scope::Observed(_) => ("Observed of others", "registers"),
                    Scope::Shared => ("Shared", "globals"),
                    Scope::Next => ("Next step", "registers"),
                };
                json!({
                    "name": title,
                    "presentationHint": hint,
                    "variablesReference": Parts::Scope(scope).number(),
                    "expensive": false,
                })
            })
            .collect();
        Ok(json!({ "scopes": scopes }))
    }

    pub fn variables(&self, arguments: &Value) -> Result<Value, Refused> {
        let shown = match self.parts(arguments)? {
            Parts::Scope(scope) => self.debugger.variables(scope),
            Parts::Elements(var) => self.debugger.elements(var),
        };
        let count = |name: &str| arguments.get(name).and_then(Value::as_u64).map(|number| number as usize);
        let start = count("start").unwrap_or(0);
        let most = count("count").filter(|count| *count > 0).unwrap_or(usize::MAX);
        let told: Vec<Value> = shown.iter().skip(start).take(most).map(|one| self.variable(one)).collect();
        Ok(json!({ "variables": told }))
    }

    fn parts(&self, arguments: &Value) -> Result<Parts, Refused> {
        let asked = number(arguments, "variablesReference")?;
        let variables = self.debugger.model().compiled.system.vars.len();
        Parts::of(asked, self.agents(), variables).ok_or_else(|| format!("There is nothing under {asked}."))
    }

    fn variable(&self, shown: &Shown) -> Value {
        let system = &self.debugger.model().compiled.system;
        let elements = shown.variable.filter(|_| shown.is_array);
        let mut told = json!({
            "name": shown.name,
            "value": shown.value,
            "variablesReference": elements.map_or(0, |var| Parts::Elements(var).number()),
            "presentationHint": { "attributes": ["readOnly"] },
        });
        if !shown.ty.is_empty() {
            told["type"] = json!(shown.ty);
        }
        if let Some(var) = shown.variable {
            told["evaluateName"] = json!(system.var(var).name);
        }
        told
    }

    /// Values come from steps.
    pub fn set_variable(&self) -> Refused {
        "Values are not changed by hand: a state that no step leads to would show nothing about the model. \
         Take a step that changes it, or `find` a state with the value that you want."
            .to_string()
    }

    /// How a variable can be stopped at.
    pub fn data_info(&self, arguments: &Value) -> Result<Value, Refused> {
        let name = arguments.get("name").and_then(Value::as_str).ok_or("`name` is needed.")?;
        let system = &self.debugger.model().compiled.system;
        let found = match arguments.get("variablesReference") {
            Some(_) => match self.parts(arguments)? {
                Parts::Scope(scope) => self.debugger.find_in(scope, name),
                Parts::Elements(_) => None,
            },
            None => system.find_var(name),
        };
        Ok(match found {
            Some(var) => {
                let full = &system.var(var).name;
                json!({
                    "dataId": full,
                    "description": format!("where {full} changes"),
                    "accessTypes": ["write"],
                    "canPersist": true,
                })
            }
            None => {
                json!({ "dataId": null, "description": format!("`{name}` is not a variable of the model") })
            }
        })
    }

    /// The steps in which the agent of a frame takes part.
    pub fn step_in_targets(&self, arguments: &Value) -> Result<Value, Refused> {
        let agent = self.agent_of_frame(arguments)?;
        let name = &self.debugger.model().compiled.system.agent(agent).name;
        let view = self.debugger.walk().view(name)?;
        let targets: Vec<Value> = view
            .steps
            .iter()
            .map(|step| json!({ "id": step.number, "label": format!("{}: {}", step.number, step.text) }))
            .collect();
        Ok(json!({ "targets": targets }))
    }

    /// The steps that have the command of a line in them.
    pub fn goto_targets(&self, arguments: &Value) -> Result<Value, Refused> {
        let file = arguments.pointer("/source/path").and_then(Value::as_str).unwrap_or_default();
        let line = self.client.line_from(number(arguments, "line")?.max(0) as u64);
        let is_file = |name: &str| is_same_file(name, file);
        let Some((commands, place)) = self.debugger.commands_at(is_file, line) else {
            return Ok(json!({ "targets": [] }));
        };
        let line = self.client.line_to(place.line);
        let targets = self.debugger.steps_with(&commands);
        let targets: Vec<Value> = targets
            .into_iter()
            .map(|(number, text)| json!({ "id": number, "label": text, "line": line }))
            .collect();
        Ok(json!({ "targets": targets }))
    }

    /// The places of commands.
    pub fn locations(&self, arguments: &Value) -> Result<Value, Refused> {
        let file = arguments.pointer("/source/path").and_then(Value::as_str).unwrap_or_default();
        let first = self.client.line_from(number(arguments, "line")?.max(0) as u64);
        let last = match arguments.get("endLine").and_then(Value::as_u64) {
            Some(last) => self.client.line_from(last),
            None => first,
        };
        let places = self.debugger.command_places(|name| is_same_file(name, file), first..=last);
        let told = places.into_iter().map(|place| {
            let mut one = json!({});
            for (name, value) in self.client.place(place) {
                one[name] = json!(value);
            }
            one
        });
        Ok(json!({ "breakpoints": told.collect::<Vec<_>>() }))
    }

    /// What may be typed next.
    pub fn completions(&self, arguments: &Value) -> Result<Value, Refused> {
        let text = arguments.get("text").and_then(Value::as_str).unwrap_or("");
        let column = arguments.get("column").and_then(Value::as_u64).unwrap_or(0) as usize;
        let column = column.saturating_sub(self.client.first_column);
        let before: String = text.chars().take(column).collect();
        let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        let word = &before[before.trim_end_matches(is_part).len()..];
        let system = &self.debugger.model().compiled.system;
        let commands =
            PROMPT_COMMANDS.iter().map(|(name, help)| (name.to_string(), "keyword", help.to_string()));
        let commands = commands.filter(|_| before.trim() == word);
        let variables = system.vars.iter();
        let variables = variables.map(|var| (var.name.clone(), "variable", system.show_type(var.ty)));
        let agents = system.agents.iter().map(|agent| (agent.name.clone(), "class", agent.role.clone()));
        let properties = self.debugger.model().compiled.properties.iter();
        let properties =
            properties.map(|property| (property.name.clone(), "property", "a property".to_string()));
        let all = commands.chain(variables).chain(agents).chain(properties);
        let start = before.chars().count() - word.chars().count();
        let fitting = all.filter(|(name, ..)| name.starts_with(word));
        let targets = fitting.map(|(name, kind, detail)| {
            let length = word.chars().count();
            json!({ "label": name, "type": kind, "detail": detail, "start": start, "length": length })
        });
        Ok(json!({ "targets": targets.take(200).collect::<Vec<_>>() }))
    }

    /// Where the walk is, for those who draw it themselves.
    pub fn steps(&self) -> Result<Value, Refused> {
        let position = self.debugger.walk().position();
        let mut told = serde_json::to_value(position).map_err(|error| error.to_string())?;
        told["planned"] = json!(self.debugger.next_number());
        told["furthest"] = json!(self.debugger.furthest());
        Ok(told)
    }

    /// The walk so far.
    pub fn history(&self) -> Result<Value, Refused> {
        let trace = self.debugger.walk().history();
        let document = narration::run_document(self.debugger.model(), &trace, &TraceView::default());
        Ok(json!({ "trace": serde_json::to_value(document).map_err(|error| error.to_string())? }))
    }

    /// The agent that a frame is of, for what is typed.
    pub fn speaker(&self, arguments: &Value) -> Option<AgentId> {
        self.agent_of_frame(arguments).ok()
    }
}
