//! What people read: colour where it is wanted, width, nothing that a terminal obeys, and readers that go away.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use synod_session::diagnostics::{Style, for_terminal};
use synod_session::wording::Layout;

use crate::cli::Colour;
use crate::failure::Failure;

/// The width of output that is not shown on a terminal.
const PIPED_WIDTH: usize = 100;

/// Whether a file goes to standard output, and what people read to standard error.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// What the user says about colour.
static COLOUR: OnceLock<Colour> = OnceLock::new();

/// From now on what people read goes to standard error.
pub fn free_standard_output() {
    IS_TAKEN.store(true, Ordering::Relaxed);
}

fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::Relaxed)
}

/// Colour and width of what people read.
pub fn layout() -> Layout {
    let (size, is_terminal) = match is_taken() {
        false => (terminal_size::terminal_size_of(std::io::stdout()), std::io::stdout().is_terminal()),
        true => (terminal_size::terminal_size_of(std::io::stderr()), std::io::stderr().is_terminal()),
    };
    let width = size.map(|(width, _)| usize::from(width.0).max(40));
    let (sentences, width) = (width.unwrap_or(usize::MAX), width.unwrap_or(PIPED_WIDTH));
    Layout { width, sentences, style: style(is_terminal) }
}

/// Colour of standard error.
pub fn error_style() -> Style {
    style(std::io::stderr().is_terminal())
}

/// From now on colour is used as the user says.
pub fn use_colour(when: Colour) {
    // Nobody says it twice.
    let _ = COLOUR.set(when);
}

/// Colour is for terminals, unless the user or the terminal says otherwise (see no-color.org and force-color.org).
fn style(is_terminal: bool) -> Style {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wanted = match COLOUR.get().copied().unwrap_or_default() {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if is_set("NO_COLOR") => false,
        Colour::Auto if is_set("FORCE_COLOR") => {
            std::env::var_os("FORCE_COLOR").is_some_and(|value| value != "0")
        }
        Colour::Auto => is_terminal && std::env::var_os("TERM").is_none_or(|value| value != "dumb"),
    };
    if wanted { Style::Colour } else { Style::Plain }
}

/// How many characters fit on a line of standard error, if it is a terminal.
pub fn error_width() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0))
}

/// The word in front of an error message.
pub fn error_word() -> String {
    error_style().paint("1;31", "error:")
}

/// Writes a line to standard error. Nothing can be done when nobody reads it.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", for_terminal(line, error_style()));
}

/// Writes something for people at once.
pub fn print(text: &str) -> Result<(), Failure> {
    let shown = for_terminal(text, layout().style);
    match is_taken() {
        false => print_bytes(shown.as_bytes()),
        true => write(std::io::stderr().lock(), shown.as_bytes(), "standard error"),
    }
}

/// Writes the content of a file to standard output.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    write(std::io::stdout().lock(), bytes, "standard output")
}

fn write(mut stream: impl Write, bytes: &[u8], name: &str) -> Result<(), Failure> {
    written(stream.write_all(bytes).and_then(|()| stream.flush()), name)
}

fn written(result: std::io::Result<()>, name: &str) -> Result<(), Failure> {
    match result {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::OutputClosed),
        Err(error) => Err(Failure::Input(format!("cannot write to {name}: {error}"))),
    }
}

/// Writes a JSON document to standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    written(synod_documents::write(document, &mut out).and_then(|()| out.flush()), "standard output")
}
