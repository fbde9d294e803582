//! What is to be known about a name.

use synod_frontend::{SemanticRule, Symbol};
use synod_syntax::Span;

use super::{Analysis, Location};

/// What is shown about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub place: Location,
    /// In Markdown.
    pub text: String,
    /// Where the book says more: a page of its site, with the heading there.
    pub book: Option<&'static str>,
}

impl Analysis {
    /// What is to be known about what stands at a place of a file.
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        let at = self.source.offset_of(file, offset)?;
        // What is under the pointer is the sign that follows, and not the name that ends there.
        if let Some((span, rule)) = self.sign(at).filter(|(span, _)| span.start as usize == at) {
            return Some(self.meaning_of(span, None, Some(rule)));
        }
        let Some(mention) = self.mention(file, offset) else { return self.said(at) };
        let name = self.source.slice(mention.declaration);
        let text = match self.names.symbol(mention.declaration) {
            Some(symbol) => self.about(symbol),
            None => format!("`{name}`: a variable of this formula"),
        };
        Some(Hover { place: Location::new(&self.source, mention.name), text, book: None })
    }

    /// What a word or a sign of the language means, with the rule of the semantics that it stands for.
    fn said(&self, at: usize) -> Option<Hover> {
        match self.word(at) {
            Some((span, meaning)) => {
                Some(self.meaning_of(span, Some(meaning), self.rule_of(self.source.slice(span))))
            }
            None => self.sign(at).map(|(span, rule)| self.meaning_of(span, None, Some(rule))),
        }
    }

    fn meaning_of(
        &self,
        span: Span,
        meaning: Option<&'static str>,
        rule: Option<&'static SemanticRule>,
    ) -> Hover {
        let mut text = format!("`{}`", self.source.slice(span));
        meaning.into_iter().chain(rule.map(|rule| rule.text)).for_each(|part| {
            text.push_str("\n\n");
            text.push_str(part);
        });
        let place = Location::new(&self.source, span);
        Hover { place, text, book: rule.map(|rule| rule.place) }
    }

    fn rule_of(&self, word: &str) -> Option<&'static SemanticRule> {
        self.frontend().rules().iter().find(|rule| rule.of.contains(&word))
    }

    /// The longest sign with a rule that stands at an offset, outside of comments.
    fn sign(&self, at: usize) -> Option<(Span, &'static SemanticRule)> {
        let text = self.source.text();
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if self.frontend().line_comments().iter().any(|mark| text[line..at].contains(mark)) {
            return None;
        }
        let found = |sign: &str| {
            let (is_behind_name, sign) = sign.strip_prefix('_').map_or((false, sign), |sign| (true, sign));
            // A `*` that a sign is written behind belongs to it.
            let at = at + usize::from(is_behind_name && text[at..].starts_with('*'));
            let starts = (at + 1).saturating_sub(sign.len())..=at;
            let start = starts
                .into_iter()
                .find(|start| text.get(*start..).is_some_and(|rest| rest.starts_with(sign)))?;
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '*');
            let follows = text[..start].chars().next_back().is_some_and(is_name);
            let is_more = text[start + sign.len()..].starts_with('=');
            (!is_behind_name || (follows && !is_more)).then(|| Span::new(start, start + sign.len()))
        };
        let is_sign = |of: &&&str| !of.starts_with(char::is_alphanumeric);
        let rules = self.frontend().rules().iter();
        let signs = rules.flat_map(|rule| rule.of.iter().filter(is_sign).map(move |of| (*of, rule)));
        let all = signs.filter_map(|(of, rule)| Some((found(of)?, rule)));
        all.max_by_key(|(span, _)| span.end - span.start)
    }

    /// The word of the language at an offset, with what it means.
    fn word(&self, at: usize) -> Option<(Span, &'static str)> {
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
        Some((Span::new(start, start + word.word.len()), word.meaning))
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
        match others {
            // Names in a text with errors are not all understood, and some are not there to be used.
            0 => {}
            1 => text.push_str("\n\n_used in 1 place_"),
            n => text.push_str(&format!("\n\n_used in {n} places_")),
        }
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
