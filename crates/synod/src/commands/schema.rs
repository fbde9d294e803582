//! `synod schema`: the JSON Schemas of what Synod writes, each whole in itself.

use synod_documents::Schema;

use crate::cli::Document;
use crate::failure::Done;
use crate::terminal;

/// Prints the schema of a document.
pub fn run(document: Document) -> Done {
    let schema = match document {
        Document::Check => Schema::Check,
        Document::Cutoff => Schema::Cutoff,
        Document::Simulate => Schema::Simulate,
        Document::Estimate => Schema::Estimate,
        Document::Replay => Schema::Replay,
        Document::Trace => Schema::Trace,
        Document::Itf => Schema::Itf,
        Document::System => Schema::System,
        Document::Progress => Schema::Progress,
    };
    terminal::print_json(&schema.generate())?;
    Ok(0)
}
