//! `synod init`: write a small model to begin with.

use synod_session::templates;

use crate::cli::InitArgs;
use crate::failure::{Done, Failure};
use crate::files::{self, STANDARD_STREAM};
use crate::terminal;

/// Writes a commented model in a language; never over a file that there is.
pub fn run(args: &InitArgs) -> Done {
    let template = templates::template(&args.language).map_err(Failure::Input)?;
    let file = args.file.clone().unwrap_or_else(|| template.file_name());
    let text = template.text(&file);
    if file == STANDARD_STREAM {
        return terminal::print_bytes(text.as_bytes()).map(|()| 0);
    }
    files::create(&file, text.as_bytes())?;
    let shown = files::shown(&file);
    terminal::tell(&format!("wrote {shown}; `synod check {shown}` verifies its properties"));
    Ok(0)
}
