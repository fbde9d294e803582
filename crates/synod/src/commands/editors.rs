//! `synod lsp` and `synod dap`: serve an editor on standard input and output until it leaves.

use crate::failure::{Done, Failure};

/// Serves an editor in which models are written.
pub fn lsp() -> Done {
    synod_lsp::serve_stdio().map(|()| 0).map_err(Failure::Input)
}

/// Serves an editor in which models are walked through.
pub fn dap() -> Done {
    synod_dap::serve_stdio().map(|()| 0).map_err(Failure::Input)
}
