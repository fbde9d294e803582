//! What is to be given where something is called.

use super::{Analysis, SymbolKind, word_at};

/// What is to be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The whole, such as `near(x : int, y : int)`.
    pub label: String,
    /// What it is.
    pub what: String,
    /// Bytes of the label, one for each that is to be given.
    pub parameters: Vec<std::ops::Range<usize>>,
    /// The one that is written now.
    pub active: usize,
}

/// Nobody writes longer calls.
const FAR: usize = 4096;

impl Analysis {
    /// What is to be given in the brackets around a place of a text, which may be half-written.
    pub fn signature(&self, text: &str, offset: usize) -> Option<Signature> {
        let before = text.get(..offset)?;
        let (open, active) = bracket_around(before)?;
        let before = &before[..open];
        let name = before[word_at(before, before.len())].to_string();
        let symbol = self.names.symbols.iter().find(|symbol| symbol.name == name && !name.is_empty())?;
        let listed = match symbol.kind {
            SymbolKind::Guard | SymbolKind::Process => symbol.detail.strip_prefix('(')?.strip_suffix(')')?,
            // An instance of a type, where the language has such.
            SymbolKind::Agent if self.names.symbols.iter().any(|one| one.kind == SymbolKind::Instance) => {
                "name, initial condition"
            }
            _ => return None,
        };
        let label = format!("{name}({listed})");
        let mut start = name.len() + 1;
        let mut parameters = Vec::new();
        for part in listed.split(',').filter(|part| !part.trim().is_empty()) {
            let from = start + (part.len() - part.trim_start().len());
            parameters.push(from..from + part.trim().len());
            start += part.len() + 1;
        }
        let what = symbol.what.to_string();
        Some(Signature { label, what, parameters, active })
    }
}

/// The last bracket that is open at the end of a text, and how many commas stand behind it.
fn bracket_around(before: &str) -> Option<(usize, usize)> {
    let (mut depth, mut commas) = (0usize, 0);
    for (at, byte) in before.bytes().enumerate().rev().take(FAR) {
        match byte {
            b')' | b']' | b'}' => depth += 1,
            b'(' if depth == 0 => return Some((at, commas)),
            b'(' | b'[' | b'{' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => commas += 1,
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_around_a_place_is_found() {
        assert_eq!(bracket_around("a(b, c(d), "), Some((1, 2)));
        assert_eq!(bracket_around("a(b, c("), Some((6, 0)));
        assert_eq!(bracket_around("a(b); c"), None);
        assert_eq!(bracket_around("a[("), Some((2, 0)));
        assert_eq!(bracket_around("a([)"), Some((1, 0)));
    }
}
