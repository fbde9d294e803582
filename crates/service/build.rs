//! Makes the texts of the examples a part of the library: pages have no files.

use std::io;
use std::path::Path;

use synod_embed::{Content, embed};

fn main() -> io::Result<()> {
    let is_model = |path: &Path| path.extension().is_none_or(|ending| ending != "md");
    embed("examples.rs", Path::new("../../examples"), Content::Text, is_model)
}
