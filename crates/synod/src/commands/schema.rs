//! `synod schema`: the JSON Schemas of what Synod writes, each whole in itself.

use serde_json::{Map, Value};

use crate::cli::Document;
use crate::failure::{Done, Failure};
use crate::terminal;

/// The schemas refer to each other by addresses that begin like this.
const BASE: &str = "https://synod.invalid/schema/";
const ENDING: &str = ".schema.json";

/// Prints the schema of a document.
pub fn run(document: Document) -> Done {
    let name = match document {
        Document::Check => "check",
        Document::Cutoff => "cutoff",
        Document::Simulate => "simulate",
        Document::Estimate => "estimate",
        Document::Replay => "replay",
        Document::Trace => "trace",
        Document::System => "system",
    };
    let schema = self_contained(name).map_err(Failure::input)?;
    terminal::print_json(&schema)?;
    Ok(0)
}

fn read(name: &str) -> Result<Value, String> {
    let text = match name {
        "check" => include_str!("../../../../docs/schema/check.schema.json"),
        "cutoff" => include_str!("../../../../docs/schema/cutoff.schema.json"),
        "simulate" => include_str!("../../../../docs/schema/simulate.schema.json"),
        "estimate" => include_str!("../../../../docs/schema/estimate.schema.json"),
        "replay" => include_str!("../../../../docs/schema/replay.schema.json"),
        "trace" => include_str!("../../../../docs/schema/trace.schema.json"),
        "system" => include_str!("../../../../docs/schema/system.schema.json"),
        _ => return Err(format!("there is no schema `{name}`")),
    };
    serde_json::from_str(text).map_err(|error| format!("the schema `{name}` is broken: {error}"))
}

/// A schema, with the parts of others that it refers to among its own definitions.
fn self_contained(name: &str) -> Result<Value, String> {
    let mut schema = read(name)?;
    let mut missing = Vec::new();
    localise(&mut schema, name, name, &mut missing);
    let mut added = Map::new();
    while let Some(part) = missing.pop() {
        let key = part.key();
        if added.contains_key(&key) {
            continue;
        }
        let mut found = part.read()?;
        localise(&mut found, &part.schema, name, &mut missing);
        added.insert(key, found);
    }
    if !added.is_empty()
        && let Some(schema) = schema.as_object_mut()
        && let Some(own) = schema.entry("$defs").or_insert_with(|| Map::new().into()).as_object_mut()
    {
        own.extend(added);
    }
    Ok(schema)
}

/// A part of another schema.
struct Part {
    schema: String,
    /// One of its definitions; `None` for the schema itself.
    definition: Option<String>,
}

impl Part {
    /// Its name among the definitions of a schema that takes it in.
    fn key(&self) -> String {
        match &self.definition {
            Some(definition) => format!("{}-{definition}", self.schema),
            None => self.schema.clone(),
        }
    }

    fn read(&self) -> Result<Value, String> {
        let mut schema = read(&self.schema)?;
        if let Some(definition) = &self.definition {
            return Ok(schema["$defs"][definition].take());
        }
        if let Some(schema) = schema.as_object_mut() {
            // Those say what a document is, and this is a part of another one now.
            schema.retain(|key, _| !matches!(key.as_str(), "$id" | "$schema" | "$defs"));
        }
        Ok(schema)
    }
}

/// Lets every reference in a piece of the schema `home` point into the schema `host`, and collects the
/// parts that this needs. Schemas are constants of a known depth, so recursion ends.
fn localise(piece: &mut Value, home: &str, host: &str, missing: &mut Vec<Part>) {
    match piece {
        Value::Array(items) => items.iter_mut().for_each(|item| localise(item, home, host, missing)),
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(address) if key == "$ref" => {
                        let part = referred(address, home);
                        if part.schema != host {
                            *address = format!("#/$defs/{}", part.key());
                            missing.push(part);
                        } else if let Some(definition) = &part.definition {
                            *address = format!("#/$defs/{definition}");
                        } else {
                            *address = "#".to_string();
                        }
                    }
                    member => localise(member, home, host, missing),
                }
            }
        }
        _ => {}
    }
}

/// What a reference in the schema `home` refers to.
fn referred(address: &str, home: &str) -> Part {
    let (document, pointer) = address.split_once('#').unwrap_or((address, ""));
    let other = document.strip_prefix(BASE).and_then(|file| file.strip_suffix(ENDING));
    Part {
        schema: other.unwrap_or(home).to_string(),
        definition: pointer.strip_prefix("/$defs/").map(str::to_string),
    }
}
