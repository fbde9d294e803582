//! What is to be known about a name.

use synod_frontend::Symbol;
use synod_syntax::Span;

use super::{Analysis, Location};

/// What is shown about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub place: Location,
    /// In Markdown.
    pub text: String,
}

impl Analysis {
    /// What is to be known about what stands at a place of a file.
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        let Some(mention) = self.mention(file, offset) else { return self.word(file, offset) };
        let name = self.source.slice(mention.declaration);
        let text = match self.names.symbol(mention.declaration) {
            Some(symbol) => self.about(symbol),
            None => format!("`{name}`: a variable of this formula"),
        };
        Some(Hover { place: Location::new(&self.source, mention.name), text })
    }

    /// What a word of the language means.
    fn word(&self, file: &str, offset: usize) -> Option<Hover> {
        let at = self.source.offset_of(file, offset)?;
        let text = self.source.text();
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '*');
        let start = text[..at]
            .char_indices()
            .rev()
            .take_while(|(_, c)| is_inside(*c))
            .last()
            .map_or(at, |(at, _)| at);
        let end = text[at..].find(|c| !is_inside(c)).map_or(text.len(), |length| at + length);
        let known = self.frontend().words();
        let word = known
            .iter()
            .filter(|word| text[start..end].starts_with(word.word))
            .max_by_key(|word| word.word.len())?;
        let behind = text[start + word.word.len()..].chars().next();
        if word.word.ends_with(char::is_alphanumeric)
            && behind.is_some_and(|c| c.is_alphanumeric() || c == '_')
        {
            return None;
        }
        let place = Location::new(&self.source, Span::new(start, start + word.word.len()));
        Some(Hover { place, text: format!("`{}`\n\n{}", word.word, word.meaning) })
    }

    fn about(&self, symbol: &Symbol) -> String {
        let mut text = format!("`{}`: {}", symbol.name, symbol.what);
        if let Some(container) = symbol.container.map(|container| &self.names.symbols[container]) {
            text.push_str(&format!(" of `{}`", container.name));
        }
        if !symbol.detail.is_empty() {
            text.push_str(&format!("\n\n```\n{} {}\n```", symbol.name, symbol.detail));
        }
        let comment = self.comment_before(symbol.whole.start as usize);
        if !comment.is_empty() {
            text.push_str(&format!("\n\n{comment}"));
        }
        let others = self.names.of(symbol.span).filter(|each| each.name != symbol.span).count();
        let uses = match others {
            0 => "never used".to_string(),
            1 => "used in 1 place".to_string(),
            n => format!("used in {n} places"),
        };
        text.push_str(&format!("\n\n_{uses}_"));
        text
    }

    /// The lines of comments right above a place.
    fn comment_before(&self, offset: usize) -> String {
        let marks = self.frontend().line_comments();
        let before = &self.source.text()[..offset];
        let above = before.rfind('\n').map_or("", |end| &before[..end]);
        let comment = |line: &str| {
            let line = line.trim();
            marks.iter().find_map(|mark| line.strip_prefix(mark)).map(|text| text.trim().to_string())
        };
        let mut lines: Vec<String> = above.lines().rev().map_while(comment).collect();
        lines.reverse();
        lines.join("\n")
    }
}
