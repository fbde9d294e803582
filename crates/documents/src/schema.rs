//! The JSON Schemas of the documents, generated from their types.

use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};

use crate::{
    CheckReport, CutoffReport, EstimateReport, Progress, Rejection, ReplayReport, SimulateReport, Trace, itf,
    system,
};

/// A kind of document that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// What `check --json` prints.
    Check,
    /// What `cutoff --json` prints.
    Cutoff,
    /// What `simulate --json` prints.
    Simulate,
    /// What `estimate --json` prints.
    Estimate,
    /// What `replay --json` prints.
    Replay,
    /// What `--trace-out` writes.
    Trace,
    /// What `--trace-out` writes to `*.itf.json`.
    Itf,
    /// What `show --format json` prints.
    System,
    /// News of work that is going on.
    Progress,
}

/// A report, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Reported<T> {
    /// The report.
    Report(T),
    /// Why there is none.
    Rejection(Rejection),
}

impl Schema {
    /// All kinds of documents.
    pub const ALL: [Schema; 9] = [
        Schema::Check,
        Schema::Cutoff,
        Schema::Simulate,
        Schema::Estimate,
        Schema::Replay,
        Schema::Trace,
        Schema::Itf,
        Schema::System,
        Schema::Progress,
    ];

    /// Its name on the command line and in the name of its file.
    pub fn name(self) -> &'static str {
        match self {
            Schema::Check => "check",
            Schema::Cutoff => "cutoff",
            Schema::Simulate => "simulate",
            Schema::Estimate => "estimate",
            Schema::Replay => "replay",
            Schema::Trace => "trace",
            Schema::Itf => "itf",
            Schema::System => "system",
            Schema::Progress => "progress",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Schema::Check => "What synod check --json prints",
            Schema::Cutoff => "What synod cutoff --json prints",
            Schema::Simulate => "What synod simulate --json prints",
            Schema::Estimate => "What synod estimate --json prints",
            Schema::Replay => "What synod replay --json prints",
            Schema::Trace => "A run of a model, as written by synod check --trace-out",
            Schema::Itf => {
                "A run of a model in the Informal Trace Format, as written by synod check --trace-out"
            }
            Schema::System => "A system with its properties, as printed by synod show --format json",
            Schema::Progress => "How far a question is",
        }
    }

    /// The schema, whole in itself.
    pub fn generate(self) -> serde_json::Value {
        let generator = || {
            let closed = RecursiveTransform(Closed);
            SchemaSettings::draft2020_12().for_serialize().with_transform(closed).into_generator()
        };
        let schema = match self {
            Schema::Check => root::<Reported<CheckReport>>(generator()),
            Schema::Cutoff => root::<Reported<CutoffReport>>(generator()),
            Schema::Simulate => root::<Reported<SimulateReport>>(generator()),
            Schema::Estimate => root::<Reported<EstimateReport>>(generator()),
            Schema::Replay => root::<Reported<ReplayReport>>(generator()),
            Schema::Trace => root::<Trace>(generator()),
            Schema::Itf => root::<itf::ItfTrace>(generator()),
            Schema::System => root::<system::System>(generator()),
            Schema::Progress => root::<Progress>(generator()),
        };
        let mut document = serde_json::Map::new();
        let address = format!("https://synod.invalid/schema/{}.schema.json", self.name());
        document.insert("$schema".to_string(), schema["$schema"].clone());
        document.insert("$id".to_string(), address.into());
        document.insert("title".to_string(), self.title().into());
        for (key, value) in schema.as_object().into_iter().flatten() {
            document.entry(key).or_insert_with(|| value.clone());
        }
        document.into()
    }
}

fn root<T: JsonSchema>(generator: SchemaGenerator) -> serde_json::Value {
    generator.into_root_schema_for::<T>().to_value()
}

/// Says of every object that it has no other members than those listed. Drops the widths of Rust's numbers, and values for
/// members that older documents lack.
#[derive(Clone, Debug)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        schema.remove("format");
        schema.remove("default");
        if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
            schema.insert("additionalProperties".to_string(), false.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `SYNOD_BLESS=1` writes the files anew.
    #[test]
    fn the_published_schemas_are_those_of_the_types() {
        let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema"));
        for schema in Schema::ALL {
            let file = folder.join(format!("{}.schema.json", schema.name()));
            let generated = format!("{:#}\n", schema.generate());
            if std::env::var_os("SYNOD_BLESS").is_some() {
                std::fs::write(&file, &generated).unwrap();
            }
            let published = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(published == generated, "{} is not what the types generate", file.display());
        }
    }
}
