//! The types of requests and answers for pages, in TypeScript: generated from the same schemas as the documents.

use std::fmt::Write;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::{Failure, FileEntry, FileText, JobEvent, JobInfo, METHODS, NewJob, SaveText, ServerInfo};

/// The text of the file with all types.
pub fn types() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut methods = String::new();
    for method in METHODS {
        let request = Printed::of(method.request(&mut generator).as_value());
        let answer = Printed::of(method.answer(&mut generator).as_value());
        let _ = writeln!(
            methods,
            "  /** {} */\n  {}: {{ request: {request}; answer: {answer}; isJob: {} }};",
            method.meaning, method.name, method.is_job
        );
    }
    generator.subschema_for::<JobEvent>();
    generator.subschema_for::<Failure>();
    generator.subschema_for::<ServerInfo>();
    generator.subschema_for::<NewJob>();
    generator.subschema_for::<JobInfo>();
    generator.subschema_for::<FileEntry>();
    generator.subschema_for::<FileText>();
    generator.subschema_for::<SaveText>();
    let mut out = String::from(
        "// Generated from the types of crates/service: SYNOD_BLESS=1 cargo test -p synod-service --test types\n\n",
    );
    for (name, schema) in generator.definitions() {
        declaration(&mut out, name, schema);
    }
    let _ = write!(out, "/** What can be asked. */\nexport interface Methods {{\n{methods}}}\n\n");
    let jobs: Vec<String> = METHODS.iter().filter(|m| m.is_job).map(|m| format!("\"{}\"", m.name)).collect();
    let _ = writeln!(
        out,
        "/** The methods that may take long and tell news. */\nexport const JOBS = [{}] as const;",
        jobs.join(", ")
    );
    out
}

fn declaration(out: &mut String, name: &str, schema: &Value) {
    comment(out, schema, "");
    match members(schema) {
        Some(members) => {
            let _ = write!(out, "export interface {name} {members}\n\n");
        }
        None => {
            let _ = write!(out, "export type {name} = {};\n\n", Printed::of(schema));
        }
    }
}

fn comment(out: &mut String, schema: &Value, indent: &str) {
    if let Some(text) = schema.get("description").and_then(Value::as_str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
        let _ = writeln!(out, "{indent}/** {text} */");
    }
}

/// The members of a plain object, as the body of an interface.
fn members(schema: &Value) -> Option<String> {
    let is_plain = ["oneOf", "anyOf", "allOf", "$ref"].iter().all(|key| schema.get(key).is_none());
    let properties = schema.get("properties").and_then(Value::as_object).filter(|_| is_plain)?;
    Some(body(schema, properties))
}

fn body(schema: &Value, properties: &Map<String, Value>) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let mut out = String::from("{\n");
    for (name, member) in properties {
        comment(&mut out, member, "  ");
        let mark = if is_required(name) { "" } else { "?" };
        let _ = writeln!(out, "  {name}{mark}: {};", Printed::of(member));
    }
    out + "}"
}

/// A schema as a type.
struct Printed(String);

impl std::fmt::Display for Printed {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Printed {
    fn of(schema: &Value) -> Printed {
        Printed(print(schema))
    }
}

fn print(schema: &Value) -> String {
    let Some(object) = schema.as_object() else { return "unknown".to_string() };
    let own = print_object(object);
    // What stands beside alternatives belongs to each of them.
    let choices = ["oneOf", "anyOf"].iter().find_map(|key| object.get(*key)).and_then(Value::as_array);
    match (choices, own) {
        (Some(choices), own) => {
            let each: Vec<String> = choices.iter().map(print).collect();
            let choice = joined(&each, " | ");
            match own {
                Some(own) => format!("{own} & ({choice})"),
                None => choice,
            }
        }
        (None, Some(own)) => own,
        (None, None) => "unknown".to_string(),
    }
}

fn print_object(object: &Map<String, Value>) -> Option<String> {
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        let name = target.rsplit('/').next().unwrap_or_default().to_string();
        let more = object.get("properties").and_then(Value::as_object);
        return Some(match more {
            Some(properties) => format!("{name} & {}", inline(&object.clone().into(), properties)),
            None => name,
        });
    }
    if let Some(value) = object.get("const") {
        return Some(value.to_string());
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array) {
        return Some(joined(&values.iter().map(Value::to_string).collect::<Vec<_>>(), " | "));
    }
    let one = |kind: &str| match kind {
        "object" => match object.get("properties").and_then(Value::as_object) {
            Some(properties) => inline(&object.clone().into(), properties),
            None => match object.get("additionalProperties") {
                Some(Value::Object(values)) => format!("Record<string, {}>", print(&values.clone().into())),
                _ => "Record<string, never>".to_string(),
            },
        },
        "array" => match object.get("prefixItems").and_then(Value::as_array) {
            Some(items) => format!("[{}]", items.iter().map(print).collect::<Vec<_>>().join(", ")),
            None => {
                let item = object.get("items").map_or("unknown".to_string(), print);
                if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
            }
        },
        "integer" | "number" => "number".to_string(),
        "boolean" => "boolean".to_string(),
        "string" => "string".to_string(),
        "null" => "null".to_string(),
        _ => "unknown".to_string(),
    };
    match object.get("type") {
        Some(Value::String(kind)) => Some(one(kind)),
        Some(Value::Array(kinds)) => {
            let each: Vec<String> = kinds.iter().filter_map(Value::as_str).map(one).collect();
            Some(joined(&each, " | "))
        }
        _ => None,
    }
}

fn inline(schema: &Value, properties: &Map<String, Value>) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let members: Vec<String> = properties
        .iter()
        .map(|(name, member)| {
            format!("{name}{}: {}", if is_required(name) { "" } else { "?" }, print(member))
        })
        .collect();
    format!("{{ {} }}", members.join("; "))
}

fn joined(parts: &[String], between: &str) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for part in parts {
        if !seen.contains(&part.as_str()) {
            seen.push(part);
        }
    }
    seen.join(between)
}
