//! Texts of the help in the width of a terminal: paragraphs are wrapped again, lists keep their columns.

/// A text whose lines are too long for a terminal, wrapped at its width.
pub fn fitted(text: &str, width: usize) -> String {
    let is_short = |line: &&str| line.chars().count() <= width;
    if text.lines().all(|line| is_short(&line)) {
        return text.to_string();
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let hang = hang(lines[at]);
        let more = lines[at + 1..].iter().take_while(|line| continues(line, lines[at], hang)).count();
        let block = &lines[at..=at + more];
        match block.iter().all(is_short) {
            true => block.iter().for_each(|line| out += &format!("{line}\n")),
            false => out += &wrapped(block, hang, width),
        }
        at += more + 1;
    }
    out
}

/// The column at which the lines after the first go on: that of the text behind a term, or where the line begins.
fn hang(line: &str) -> usize {
    let indent = indent(line);
    let body: Vec<char> = line.chars().skip(indent).collect();
    let gap = body.windows(2).position(|pair| pair == [' ', ' ']).filter(|_| indent > 0);
    match gap {
        Some(gap) => indent + gap + body[gap..].iter().take_while(|c| **c == ' ').count(),
        None => indent,
    }
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count()
}

/// Whether a line belongs to the block that another one begins.
fn continues(line: &str, first: &str, hang: usize) -> bool {
    let is_item = hang > indent(first);
    !line.is_empty() && !first.is_empty() && indent(line) == hang && (is_item || hang == 0)
}

fn wrapped(block: &[&str], hang: usize, width: usize) -> String {
    // Where hardly anything fits behind the term, the text goes below it.
    let is_item = hang > indent(block[0]);
    let room = if !is_item || hang + 20 <= width { hang } else { indent(block[0]) + 4 };
    let head: String = block[0].chars().take(hang).collect();
    let (mut out, mut column) = match room == hang {
        false => (format!("{}\n{}", head.trim_end(), " ".repeat(room)), room),
        true => (head, hang),
    };
    let rest: String = block[0].chars().skip(hang).collect();
    let words = rest.split_whitespace().chain(block[1..].iter().flat_map(|line| line.split_whitespace()));
    let mut is_first = true;
    for word in words {
        let length = word.chars().count();
        if !is_first && column + 1 + length > width {
            out += &format!("\n{}", " ".repeat(room));
            column = room;
            is_first = true;
        }
        if !is_first {
            out.push(' ');
            column += 1;
        }
        out += word;
        (column, is_first) = (column + length, false);
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_wrapped_and_short_lines_stay() {
        let text = "One two three four five\nsix seven.\n\n  term   about this term and\n         more\n  x  y\n    code  stays\n";
        assert_eq!(fitted(text, 100), text);
        assert_eq!(
            fitted(text, 14),
            "One two three\nfour five six\nseven.\n\n  term\n      about\n      this\n      term and\n      more\n  x  y\n    code\n        stays\n"
        );
        let wide = "  term   about this term and\n         more of it\n";
        assert_eq!(fitted(wide, 26), "  term\n      about this term and\n      more of it\n");
        assert_eq!(fitted(&wide.replace("this ", ""), 29), "  term   about term and\n         more of it\n");
        assert_eq!(
            fitted("  term   one two three four five six\n", 32),
            "  term   one two three four five\n         six\n"
        );
    }
}
