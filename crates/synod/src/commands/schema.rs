//! `synod schema`: the JSON Schemas of what Synod writes.

use crate::cli::Document;
use crate::failure::Done;
use crate::terminal;

/// Prints the schema of a document.
pub fn run(document: Document) -> Done {
    terminal::print(match document {
        Document::Check => include_str!("../../../../docs/schema/check.schema.json"),
        Document::Simulate => include_str!("../../../../docs/schema/simulate.schema.json"),
        Document::Replay => include_str!("../../../../docs/schema/replay.schema.json"),
        Document::Trace => include_str!("../../../../docs/schema/trace.schema.json"),
        Document::System => include_str!("../../../../docs/schema/system.schema.json"),
    })?;
    Ok(0)
}
