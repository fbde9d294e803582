//! The JSON Schemas of the documents, generated from their types.

use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};

use crate::{
    Chart, CheckBatch, CheckReport, CutoffReport, EstimateReport, LintReport, Progress, Rejection,
    ReplayReport, SimulateReport, Trace, TraceRecord, itf, system,
};

/// A kind of document that has a schema.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// Its name on the command line and in the name of its file.
    pub name: &'static str,
    /// What it is, for the help of the command line.
    pub meaning: &'static str,
    title: &'static str,
    root: fn(SchemaGenerator) -> serde_json::Value,
}

/// All kinds of documents.
pub const SCHEMAS: [Schema; 13] = [
    Schema {
        name: "check",
        meaning: "What `check --json` prints",
        title: "What synod check --json prints",
        root: root::<Reported<CheckReport>>,
    },
    Schema {
        name: "check-many",
        meaning: "What `check --json` prints for several models or values of parameters",
        title: "What synod check --json prints for several models or values of parameters",
        root: root::<CheckBatch>,
    },
    Schema {
        name: "cutoff",
        meaning: "What `cutoff --json` prints",
        title: "What synod cutoff --json prints",
        root: root::<Reported<CutoffReport>>,
    },
    Schema {
        name: "simulate",
        meaning: "What `simulate --json` prints",
        title: "What synod simulate --json prints",
        root: root::<Reported<SimulateReport>>,
    },
    Schema {
        name: "estimate",
        meaning: "What `estimate --json` prints",
        title: "What synod estimate --json prints",
        root: root::<Reported<EstimateReport>>,
    },
    Schema {
        name: "replay",
        meaning: "What `replay --json` prints",
        title: "What synod replay --json prints",
        root: root::<Reported<ReplayReport>>,
    },
    Schema {
        name: "lint",
        meaning: "What `lint --json` prints",
        title: "What synod lint --json prints",
        root: root::<Reported<LintReport>>,
    },
    Schema {
        name: "trace",
        meaning: "What `--trace-out` writes",
        title: "A run of a model, as written by synod check --trace-out",
        root: root::<Trace>,
    },
    Schema {
        name: "record",
        meaning: "What `--trace-out` writes to `*.ndjson`, line by line",
        title: "A position of a run, as a line of what synod --trace-out writes to *.ndjson",
        root: root::<TraceRecord>,
    },
    Schema {
        name: "itf",
        meaning: "What `--trace-out` writes to `*.itf.json`: the Informal Trace Format",
        title: "A run of a model in the Informal Trace Format, as written by synod check --trace-out",
        root: root::<itf::ItfTrace>,
    },
    Schema {
        name: "chart",
        meaning: "What `replay --format chart` prints: a run as a sequence chart",
        title: "A run of a model as a sequence chart, as printed by synod replay --format chart",
        root: root::<Chart>,
    },
    Schema {
        name: "system",
        meaning: "What `show --format json` prints",
        title: "A system with its properties, as printed by synod show --format json",
        root: root::<system::System>,
    },
    Schema {
        name: "progress",
        meaning: "What `check --progress=json` prints on standard error, line by line",
        title: "How far a question is",
        root: root::<Progress>,
    },
];

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
    /// The schema, whole in itself.
    pub fn generate(&self) -> serde_json::Value {
        let closed = RecursiveTransform(Closed);
        let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(closed);
        let schema = (self.root)(settings.into_generator());
        let mut document = serde_json::Map::new();
        let address = format!("https://synod.invalid/schema/{}.schema.json", self.name);
        document.insert("$schema".to_string(), schema["$schema"].clone());
        document.insert("$id".to_string(), address.into());
        document.insert("title".to_string(), self.title.into());
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
        for schema in SCHEMAS {
            let file = folder.join(format!("{}.schema.json", schema.name));
            let generated = format!("{:#}\n", schema.generate());
            if std::env::var_os("SYNOD_BLESS").is_some() {
                std::fs::write(&file, &generated).unwrap();
            }
            let published = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(published == generated, "{} is not what the types generate", file.display());
        }
    }
}
