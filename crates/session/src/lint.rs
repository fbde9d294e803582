//! What is allowed in a text and probably not meant: names that are declared and never used.
//!
//! A name counts as used if it stands in the text a second time, outside comments. So a name that is declared twice, for different
//! things, is never reported; what is reported is never used.

use std::collections::HashMap;

use synod_syntax::{Diagnostic, Source};

use crate::{OpenedModel, Reader};

impl OpenedModel {
    /// Names that are declared and never used, as warnings in the order of the text.
    pub fn unused_names(&self) -> Vec<Diagnostic> {
        unused_names(&self.reader, &self.source)
    }
}

impl crate::family::OpenedFamily {
    /// Names that are declared and never used, as warnings in the order of the text.
    pub fn unused_names(&self) -> Vec<Diagnostic> {
        unused_names(&self.reader, &self.source)
    }
}

fn unused_names(reader: &Reader, source: &Source) -> Vec<Diagnostic> {
    let counts = words(source.text(), reader.frontend.line_comments());
    let mut found: Vec<Diagnostic> = reader
        .frontend
        .declared(source)
        .into_iter()
        .filter(|declared| counts.get(declared.name.as_str()) == Some(&1))
        .map(|declared| {
            let message = format!("`{}` is {} that is never used", declared.name, declared.what);
            Diagnostic::warning("model::unused-name", declared.span, message).help("use it, or leave it out")
        })
        .collect();
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    found
}

/// How often each word stands in a text, outside comments.
fn words<'t>(text: &'t str, line_comments: &[&str]) -> HashMap<&'t str, usize> {
    let mut counts = HashMap::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(mark) = line_comments.iter().find(|mark| rest.starts_with(**mark)) {
            rest.find('\n').unwrap_or(rest.len()).max(mark.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            *counts.entry(&rest[..length]).or_insert(0) += 1;
            length
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_outside_comments() {
        let counts = words("a-b // a b\n/* a */ b_1 a", &["//"]);
        assert_eq!((counts["a"], counts["b"], counts["b_1"]), (2, 1, 1));
    }
}
