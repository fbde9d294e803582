//! `synod schema`: the JSON Schemas of what Synod writes, each whole in itself.

use synod_documents::SCHEMAS;

use crate::failure::Done;
use crate::terminal;

/// Prints the schema of the document of a name, which is one that the command line offers.
pub fn run(document: &str) -> Done {
    for schema in SCHEMAS.iter().filter(|schema| schema.name == document) {
        terminal::print_json(&schema.generate())?;
    }
    Ok(0)
}
