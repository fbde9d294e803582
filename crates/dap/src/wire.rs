//! Messages on the wire: a header with their length, and JSON.

use std::io::{BufRead, Write};

use serde_json::Value;

/// Nobody sends more in one message.
const MOST: usize = 64 << 20;

/// What was read.
pub enum Read {
    /// A message.
    Message(Value),
    /// Something that is none, and why; the next may be one again.
    Garbage(String),
    /// There is no more.
    End,
}

/// Reads a message.
pub fn read(input: &mut impl BufRead) -> Read {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Read::End,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            (None, Some(length)) if line.is_empty() => return body(input, length),
            // Lines before a header, such as those that somebody types, are passed over.
            (None, _) => {}
            (Some((name, value)), _) if name.trim().eq_ignore_ascii_case("content-length") => {
                match value.trim().parse::<usize>() {
                    Ok(given) if given <= MOST => length = Some(given),
                    _ => return Read::Garbage(format!("`{line}` is not the length of a message")),
                }
            }
            (Some(_), _) => {}
        }
    }
}

fn body(input: &mut impl BufRead, length: usize) -> Read {
    let mut bytes = vec![0; length];
    if input.read_exact(&mut bytes).is_err() {
        return Read::End;
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Read::Message(message),
        Err(error) => Read::Garbage(format!("a message is not JSON: {error}")),
    }
}

/// Writes a message.
pub fn write(output: &mut dyn Write, message: &Value) -> std::io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_are_read_as_they_were_written_and_garbage_is_passed_over() {
        let mut wire = b"hello?\n\nContent-Length: x\r\n\r\n".to_vec();
        wire.extend(b"Content-Length: 3\r\n\r\n{x}");
        write(&mut wire, &json!({ "seq": 1, "text": "ü" })).unwrap();
        wire.extend(b"Content-Length: 99\r\n\r\n{");
        let mut input = wire.as_slice();
        let mut seen = Vec::new();
        loop {
            match read(&mut input) {
                Read::Message(message) => seen.push(message.to_string()),
                Read::Garbage(why) => seen.push(why),
                Read::End => break,
            }
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
        assert!(seen[0].contains("`Content-Length: x`") && seen[1].contains("not JSON"), "{seen:?}");
        assert_eq!(seen[2], r#"{"seq":1,"text":"ü"}"#);
    }
}
