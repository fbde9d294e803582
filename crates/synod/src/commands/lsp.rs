//! `synod lsp`: serve an editor.

use crate::failure::{Done, Failure};

/// Serves an editor on standard input and output until it leaves.
pub fn run() -> Done {
    synod_lsp::serve_stdio().map(|()| 0).map_err(Failure::Input)
}
