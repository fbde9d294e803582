//! Text within other formats: XML and HTML, and tables of comma-separated values.

use crate::render::{is_obeyed, visible};

/// A text that stands for itself in XML and HTML, in an element or in a quoted attribute. What XML cannot hold is shown by its sign.
pub fn in_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            '\n' => out.push('\n'),
            _ if is_obeyed(c) => out.push_str(&visible(c.encode_utf8(&mut [0; 4]))),
            _ => out.push(c),
        }
    }
    out
}

/// A row of a table of comma-separated values: fields in quotes where they need them, as RFC 4180 says. What ends it is for the file to say.
pub fn csv_row(fields: impl IntoIterator<Item = String>) -> String {
    let field = |field: String| {
        let field = visible(&field);
        match field.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field,
        }
    };
    fields.into_iter().map(field).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup_and_nothing_is_beyond_xml() {
        assert_eq!(in_markup("a<b>\"&'"), "a&lt;b&gt;&quot;&amp;&#39;");
        let odd = in_markup("\0\x1b[2J\u{fffe}\r\t");
        let in_xml =
            |c: char| matches!(c, '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(odd.chars().all(in_xml), "{odd:?}");
    }

    #[test]
    fn fields_stand_in_quotes_where_they_need_them() {
        let fields = ["plain", "a, b", "say \"x\"", "two\nlines"].map(str::to_string);
        assert_eq!(csv_row(fields), "plain,\"a, b\",\"say \"\"x\"\"\",\"two\nlines\"");
    }
}
