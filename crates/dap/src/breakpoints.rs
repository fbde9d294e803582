//! Where the client wants to stop: kept as it said it, so that it holds for the same model read again.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use synod_documents::Place;
use synod_session::debugging::{CommandStop, ConditionStop, Debugger, Stops, VariableStop};

use crate::client::{Client, Refused};
use crate::launch::is_same_file;

/// Where the client wants to stop.
pub struct Wanted {
    next: i64,
    /// Lines, by file.
    lines: BTreeMap<String, Vec<Line>>,
    functions: Vec<(i64, Value)>,
    /// Variables, by name.
    data: Vec<(i64, String)>,
    violations: Option<Vec<String>>,
    dead_ends: bool,
    faults: bool,
    /// How often breakpoints were met.
    pub hits: HashMap<i64, u64>,
}

/// A line to stop at.
struct Line {
    id: i64,
    line: usize,
    asked: Value,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted {
            next: 1,
            lines: BTreeMap::new(),
            functions: Vec::new(),
            data: Vec::new(),
            violations: Some(Vec::new()),
            dead_ends: true,
            faults: false,
            hits: HashMap::new(),
        }
    }
}

/// What a breakpoint asks beside where it is.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// From which time on.
    pub from_hit: Option<u64>,
    /// To be said instead of stopping.
    pub message: Option<String>,
}

fn text(value: &Value, name: &str) -> Option<String> {
    let text = value.get(name).and_then(Value::as_str).map(str::trim);
    text.filter(|text| !text.is_empty()).map(str::to_string)
}

impl Wanted {
    fn id(&mut self) -> i64 {
        self.next += 1;
        self.next - 1
    }

    /// The lines of a file; what becomes of each.
    pub fn set_lines(
        &mut self,
        arguments: &Value,
        client: &Client,
        debugger: &mut Debugger,
    ) -> Result<Value, Refused> {
        let file = arguments.pointer("/source/path").and_then(Value::as_str);
        let file = file.ok_or("Breakpoints are in a file: `source.path` names it.")?.to_string();
        let asked = arguments.get("breakpoints").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut lines = Vec::new();
        for one in asked {
            let line = one.get("line").and_then(Value::as_u64);
            let line = client.line_from(line.ok_or("A breakpoint is in a line, which is a number.")?);
            lines.push(Line { id: self.id(), line, asked: one });
        }
        self.lines.insert(file.clone(), lines);
        self.apply(debugger);
        let lines = &self.lines[&file];
        let told: Vec<Value> = lines.iter().map(|line| told_line(&file, line, client, debugger)).collect();
        Ok(json!({ "breakpoints": told }))
    }

    /// Conditions, and properties by their names; what becomes of each.
    pub fn set_functions(&mut self, arguments: &Value, debugger: &mut Debugger) -> Result<Value, Refused> {
        let asked = arguments.get("breakpoints").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut functions = Vec::new();
        for one in asked {
            functions.push((self.id(), one));
        }
        self.functions = functions;
        self.apply(debugger);
        let told = self.functions.iter().map(|(id, asked)| match condition(asked, debugger) {
            Ok(_) => json!({ "id": id, "verified": true }),
            Err(why) => json!({ "id": id, "verified": false, "message": why }),
        });
        Ok(json!({ "breakpoints": told.collect::<Vec<_>>() }))
    }

    /// Variables; what becomes of each.
    pub fn set_data(&mut self, arguments: &Value, debugger: &mut Debugger) -> Result<Value, Refused> {
        let asked = arguments.get("breakpoints").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut data = Vec::new();
        for one in asked {
            data.push((self.id(), text(&one, "dataId").unwrap_or_default()));
        }
        self.data = data;
        self.apply(debugger);
        let system = &debugger.model().compiled.system;
        let told = self.data.iter().map(|(id, name)| match system.find_var(name) {
            Some(_) => json!({ "id": id, "verified": true }),
            None => {
                let why = format!("The model has no variable `{name}`.");
                json!({ "id": id, "verified": false, "message": why })
            }
        });
        Ok(json!({ "breakpoints": told.collect::<Vec<_>>() }))
    }

    /// Violations, dead ends and faults.
    pub fn set_exceptions(&mut self, arguments: &Value, debugger: &mut Debugger) -> Result<Value, Refused> {
        let plain = arguments.get("filters").and_then(Value::as_array).into_iter().flatten();
        let plain = plain.filter_map(Value::as_str).map(|name| (name, None));
        let detailed = arguments.get("filterOptions").and_then(Value::as_array).into_iter().flatten();
        let detailed =
            detailed.filter_map(|one| Some((one.get("filterId")?.as_str()?, text(one, "condition"))));
        let filters: Vec<(&str, Option<String>)> = plain.chain(detailed).collect();
        (self.violations, self.dead_ends, self.faults) = (None, false, false);
        let properties = &debugger.model().compiled.properties;
        let mut told = Vec::new();
        for (name, condition) in filters {
            let mut unknown = None;
            match name {
                "violation" => {
                    let names = condition.unwrap_or_default();
                    let names = names.split(',').map(|name| name.trim().to_string());
                    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
                    let is_unknown = |name: &&String| !properties.iter().any(|p| p.name == **name);
                    unknown = names.iter().find(is_unknown).map(|name| {
                        let known = properties.iter().map(|property| property.name.as_str());
                        synod_session::diagnostics::no_such("property", name, known)
                    });
                    self.violations = Some(names);
                }
                "deadend" => self.dead_ends = true,
                "fault" => self.faults = true,
                other => unknown = Some(format!("There is no filter `{other}`.")),
            }
            told.push(match unknown {
                None => json!({ "verified": true }),
                Some(why) => json!({ "verified": false, "message": why }),
            });
        }
        self.apply(debugger);
        Ok(json!({ "breakpoints": told }))
    }

    /// Gives a debugger its stops.
    pub fn apply(&self, debugger: &mut Debugger) {
        let commands = self.lines.iter().flat_map(|(file, lines)| lines.iter().map(move |line| (file, line)));
        let commands = commands.filter_map(|(file, line)| Some(understood(file, line, debugger).ok()?.0));
        let commands: Vec<CommandStop> = commands.collect();
        let conditions = self.functions.iter().filter_map(|(id, asked)| {
            Some(ConditionStop { id: *id, text: condition(asked, debugger).ok()? })
        });
        let conditions: Vec<ConditionStop> = conditions.collect();
        let system = &debugger.model().compiled.system;
        let variables = self
            .data
            .iter()
            .filter_map(|(id, name)| Some(VariableStop { id: *id, variable: system.find_var(name)? }));
        let variables = variables.collect();
        let (violations, dead_ends, faults) = (self.violations.clone(), self.dead_ends, self.faults);
        debugger.stops = Stops { commands, conditions, variables, violations, dead_ends, faults };
    }

    /// How the breakpoint of a number is to be taken.
    pub fn manner(&self, id: i64) -> Manner {
        let lines = self.lines.values().flatten().map(|line| (line.id, &line.asked));
        let functions = self.functions.iter().map(|(id, asked)| (*id, asked));
        let found = lines.chain(functions).find(|(of, _)| *of == id);
        found.map(|(_, asked)| manner(asked)).unwrap_or_default()
    }

    /// Tells the client what has become of the lines in a model that was read again.
    pub fn tell_again(&self, client: &Client, debugger: &Debugger) {
        for (file, lines) in &self.lines {
            for line in lines {
                let told = told_line(file, line, client, debugger);
                client.event("breakpoint", json!({ "reason": "changed", "breakpoint": told }));
            }
        }
    }
}

/// What a line comes to, with the place of its command; or why it comes to nothing.
fn understood<'d>(
    file: &str,
    line: &Line,
    debugger: &'d Debugger,
) -> Result<(CommandStop, &'d Place), Refused> {
    let found = debugger.commands_at(|name| is_same_file(name, file), line.line);
    let (commands, place) = found.ok_or("There is no command here or below.")?;
    let condition = text(&line.asked, "condition");
    if let Some(asked) = text(&line.asked, "hitCondition")
        && manner(&line.asked).from_hit.is_none()
    {
        return Err(format!("`{asked}` is not the number of a time, such as 3."));
    }
    if let Some(condition) = &condition {
        debugger
            .can_be_asked(condition, &commands)
            .map_err(|why| format!("`{condition}` cannot be asked: {why}"))?;
    }
    Ok((CommandStop { id: line.id, commands, condition }, place))
}

/// What becomes of a line, for the client.
fn told_line(file: &str, line: &Line, client: &Client, debugger: &Debugger) -> Value {
    match understood(file, line, debugger) {
        Err(why) => {
            let number = client.line_to(line.line);
            json!({ "id": line.id, "verified": false, "message": why, "line": number })
        }
        Ok((_, place)) => {
            let mut told = json!({ "id": line.id, "verified": true, "source": { "path": file } });
            for (name, value) in client.place(place) {
                told[name] = json!(value);
            }
            told
        }
    }
}

/// What a function breakpoint asks: the name of a property, or a condition; or why it cannot be asked.
fn condition(asked: &Value, debugger: &Debugger) -> Result<String, Refused> {
    let asked = text(asked, "name").ok_or("A condition, or the name of a property, is needed.")?;
    if debugger.model().compiled.properties.iter().any(|property| property.name == asked) {
        return Ok(asked);
    }
    debugger.holds(&asked, None, debugger.walk().state())?;
    Ok(asked)
}

fn manner(asked: &Value) -> Manner {
    let hit = text(asked, "hitCondition");
    let number = hit.and_then(|hit| hit.trim_start_matches(['>', '=', ' ']).parse().ok());
    Manner { from_hit: number, message: text(asked, "logMessage") }
}
