//! Standard output: colour where it is wanted, width, and readers that go away.

use std::io::{IsTerminal, Write};

use serde::Serialize;
use synod_printers::trace_table::Layout;
use synod_syntax::Style;

use crate::failure::Failure;

/// The width of output that is not shown on a terminal.
const PIPED_WIDTH: usize = 100;

/// Colour and width of standard output.
pub fn layout() -> Layout {
    let stdout = std::io::stdout();
    let width = match terminal_size::terminal_size_of(&stdout) {
        Some((width, _)) => usize::from(width.0).max(40),
        None => PIPED_WIDTH,
    };
    Layout { width, style: style(stdout.is_terminal()) }
}

/// Colour of standard error.
pub fn error_style() -> Style {
    style(std::io::stderr().is_terminal())
}

/// Colour is for terminals, unless the user or the terminal says otherwise (see no-color.org).
fn style(is_terminal: bool) -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if is_terminal && !refused && !dumb { Style::Colour } else { Style::Plain }
}

/// The word in front of an error message.
pub fn error_word() -> String {
    error_style().paint("1;31", "error:")
}

/// Writes a line to standard error. Nothing can be done when nobody reads it.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Writes to standard output at once.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// The same for what may not be text.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::OutputClosed),
        Err(error) => Err(Failure::Input(format!("cannot write to standard output: {error}"))),
    }
}

/// Writes a JSON document to standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&synod_documents::text(document).map_err(Failure::Input)?)
}
