//! Makes the built page a part of the program.

use std::io;
use std::path::Path;

use synod_embed::{Content, embed};

fn main() -> io::Result<()> {
    // The module is for pages without a server.
    embed("page.rs", Path::new("../../web/dist"), Content::Bytes, |path| !path.ends_with("wasm"))
}
