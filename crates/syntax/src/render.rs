//! Diagnostics as text for a terminal: place, source line, caret, explanation and help.

use std::fmt::Write;

use crate::{Diagnostic, Severity, Source, Span};

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// No escape codes.
    Plain,
    /// ANSI colours.
    Colour,
}

/// The ANSI attributes that are used, and the one that ends them.
const ATTRIBUTES: [&str; 9] = ["0", "1", "2", "1;31", "1;32", "1;33", "1;34", "1;35", "1;36"];

impl Style {
    /// `text` in the ANSI attribute `code`, or as it is.
    pub fn paint(self, code: &str, text: &str) -> String {
        debug_assert!(ATTRIBUTES.contains(&code), "{code}");
        match self {
            Style::Plain => text.to_string(),
            Style::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// Whether a terminal obeys a character instead of showing it: controls, and what changes the direction or the lines
/// of the text around it. The line break and the tab are among them.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What is shown for a character that would be obeyed.
fn shown(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '␡',
        _ if is_obeyed(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// A text in which every control character but the line break and the tab is replaced by a visible one, so
/// that a terminal shows it instead of obeying it. Each character stays one.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if matches!(c, '\n' | '\t') { c } else { shown(c) }).collect()
}

/// The same for a text of one line, such as the name of a file: line breaks and tabs are shown too.
pub fn visible_line(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// A painted text for a terminal: of all control characters, only line breaks, tabs and the attributes of
/// [`Style::paint`] stay. In the plain style nothing is painted, so no attribute stays.
pub fn for_terminal(text: &str, style: Style) -> String {
    if style == Style::Plain {
        return visible(text);
    }
    let mut parts = text.split('\x1b');
    let mut out = visible(parts.next().unwrap_or_default());
    for part in parts {
        let attribute = part.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        match attribute.filter(|(code, _)| ATTRIBUTES.contains(code)) {
            Some((code, rest)) => {
                let _ = write!(out, "\x1b[{code}m{}", visible(rest));
            }
            None => {
                let _ = write!(out, "{}{}", shown('\x1b'), visible(part));
            }
        }
    }
    out
}

/// Renders one diagnostic about `source`, ending in a line break.
pub fn render(source: &Source, diagnostic: &Diagnostic, style: Style) -> String {
    let hue = match diagnostic.severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    };
    let mut out = String::new();
    let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.code);
    let _ = writeln!(out, "{}: {}", style.paint(hue, &head), style.paint("1", &visible(&diagnostic.message)));
    let mut places = vec![(diagnostic.span, diagnostic.caption.as_str(), hue, '^')];
    places.extend(diagnostic.labels.iter().map(|l| (l.span, l.text.as_str(), "1;34", '-')));
    let last_line = places.iter().map(|p| source.place(p.0.start as usize).line).max().unwrap_or(1);
    let gutter = last_line.to_string().len();
    for (i, (span, text, hue, mark)) in places.into_iter().enumerate() {
        excerpt(&mut out, source, span, text, style, hue, mark, gutter, i == 0);
    }
    for note in &diagnostic.notes {
        let _ = writeln!(out, "{:gutter$} = note: {}", "", indent(&visible(note), gutter + 9));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(
            out,
            "{:gutter$} = {}: {}",
            "",
            style.paint("1;32", "help"),
            indent(&visible(help), gutter + 9)
        );
    }
    out
}

/// A source line with a mark under the span.
#[allow(clippy::too_many_arguments)]
fn excerpt(
    out: &mut String,
    source: &Source,
    span: Span,
    text: &str,
    style: Style,
    hue: &str,
    mark: char,
    gutter: usize,
    first: bool,
) {
    let place = source.place(span.start as usize);
    let arrow = style.paint("1;34", if first { "-->" } else { ":::" });
    let _ = writeln!(
        out,
        "{:gutter$}{arrow} {}:{}:{}",
        "",
        visible_line(source.name_at(span.start as usize)),
        place.line,
        place.column
    );
    let (line, column) = window(source.line_at(span.start as usize), place.column - 1);
    let bar = style.paint("1;34", "|");
    let number = style.paint("1;34", &format!("{:>gutter$}", place.line));
    let _ = writeln!(out, "{:gutter$} {bar}", "");
    let _ = writeln!(out, "{number} {bar} {}", visible(&line).replace('\t', "    "));
    let before: String = line.chars().take(column).collect();
    let pad = width(&before);
    let shown = source.slice(span).split('\n').next().unwrap_or("");
    let rest: String = line.chars().skip(column).collect();
    let marks = mark.to_string().repeat(width(shown).clamp(1, width(&rest).max(1)));
    let caption = if text.is_empty() { marks } else { format!("{marks} {}", visible(text)) };
    let _ = writeln!(out, "{:gutter$} {bar} {:pad$}{}", "", "", style.paint(hue, &caption));
}

/// The part of a line around a column (from 0) that people can read, and where the column is in it.
fn window(line: &str, column: usize) -> (String, usize) {
    const BEFORE: usize = 80;
    const LONGEST: usize = 200;
    let length = line.chars().count();
    if length <= LONGEST {
        return (line.to_string(), column);
    }
    let first = column.saturating_sub(BEFORE);
    let part: String = line.chars().skip(first).take(LONGEST).collect();
    let (left, right) = (if first > 0 { "…" } else { "" }, if first + LONGEST < length { "…" } else { "" });
    (format!("{left}{part}{right}"), column - first + left.chars().count())
}

/// Columns a text takes on the screen, with tabs as four (wide characters count as one).
fn width(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

fn indent(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{:by$}", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_place_caret_label_note_and_help() {
        let source = Source::new("m.rcp", "local: x : int\ninit: y == 0\n");
        let diagnostic = Diagnostic::error("rcheck::unknown-name", Span::new(21, 22), "there is no `y` here")
            .caption("not found")
            .label(Span::new(7, 8), "`x` is declared here")
            .explain("an agent sees its own locals")
            .help("did you mean `x`?");
        let text = render(&source, &diagnostic, Style::Plain);
        let expected = "\
error[rcheck::unknown-name]: there is no `y` here
 --> m.rcp:2:7
  |
2 | init: y == 0
  |       ^ not found
 ::: m.rcp:1:8
  |
1 | local: x : int
  |        - `x` is declared here
  = note: an agent sees its own locals
  = help: did you mean `x`?
";
        assert_eq!(text, expected);
    }

    #[test]
    fn only_our_own_attributes_reach_a_terminal() {
        let text =
            format!("{} \x1b[8mhidden\x1b]0;title\x07\r\u{9b}1m\u{202e}\n", Style::Colour.paint("1;31", "a"));
        assert_eq!(
            for_terminal(&text, Style::Colour),
            "\x1b[1;31ma\x1b[0m ␛[8mhidden␛]0;title␇␍\u{fffd}1m\u{fffd}\n"
        );
        assert!(!for_terminal(&text, Style::Plain).contains('\x1b'));
        assert_eq!(visible_line("a\n\tb"), "a␊␉b");
    }

    #[test]
    fn control_characters_are_shown_and_not_obeyed() {
        let source = Source::new("m\x1b", "a\x1b[2J\u{9b}\u{202e}b\r\n");
        let diagnostic =
            Diagnostic::error("x::y", Span::new(1, 2), "odd `\x1b`").caption("\x07").help("\x7f");
        let text = render(&source, &diagnostic, Style::Plain);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert!(text.contains("odd `␛`") && text.contains("1 | a␛[2J\u{fffd}\u{fffd}b"), "{text}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let source = Source::new("m", format!("{}!{}", "a".repeat(70_000), "b".repeat(70_000)));
        let text = render(&source, &Diagnostic::error("x::y", Span::new(70_000, 70_001), "m"), Style::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[3], format!("1 | …{}!{}…", "a".repeat(80), "b".repeat(119)));
        assert_eq!(lines[4], format!("  | {}^", " ".repeat(81)));
    }

    #[test]
    fn survives_any_span() {
        let source = Source::new("m", "é\n");
        for start in 0..5 {
            for end in start..6 {
                let d = Diagnostic::error("x::y", Span::new(start, end), "m");
                assert!(render(&source, &d, Style::Colour).contains("m:"));
            }
        }
    }
}
