//! Text within XML and HTML.

/// A text that stands for itself, in an element or in a quoted attribute. What XML cannot hold is shown by its sign.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            _ if synod_syntax::is_obeyed(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push_str(
                    &synod_syntax::visible(&c.to_string()).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"),
                );
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_in_a_text_is_markup_and_nothing_is_beyond_xml() {
        assert_eq!(escaped("a<b>\"&'"), "a&lt;b&gt;&quot;&amp;&#39;");
        let odd = escaped("\0\x1b[2J\u{fffe}\r\t");
        let in_xml =
            |c: char| matches!(c, '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(odd.chars().all(in_xml), "{odd:?}");
    }
}
