//! JSON as it is written: what a terminal would obey is escaped, and texts that grow in memory keep to its limit.

use std::io::{self, Write};

use synod_syntax::{checkpoint_now, is_obeyed};

/// Bytes between two looks at the limits.
const BETWEEN_CHECKS: usize = 1 << 20;

/// Escapes whatever a terminal would obey. JSON does so for some of it only, and the rest occurs within strings alone.
pub struct Escaping<W>(pub W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
            return self.0.write(bytes);
        }
        // Serialisers hand over whole strings, or pieces of them that end between characters.
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\n' => out.push(c),
                _ if is_obeyed(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
                _ => out.push(c),
            }
        }
        self.0.write_all(out.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text that looks at the limits of the work while it grows.
struct Growing {
    bytes: Vec<u8>,
    /// How long it is at the next look.
    next: usize,
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > self.next {
            self.next = self.bytes.len() + BETWEEN_CHECKS;
            checkpoint_now();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is written, as a text.
pub fn in_memory(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<String, String> {
    let mut out = Growing { bytes: Vec::new(), next: BETWEEN_CHECKS };
    let cannot = |why: String| format!("cannot write JSON: {why}");
    write(&mut out).map_err(|error| cannot(error.to_string()))?;
    String::from_utf8(out.bytes).map_err(|error| cannot(error.to_string()))
}
