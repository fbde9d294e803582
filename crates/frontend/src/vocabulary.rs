//! What to say of a text that its reader does not expect: how the language writes a sign of others, or which of its words
//! is misspelt.

use synod_syntax::{Code, Diagnostic, Span, misspelt, nearest, unexpected_character};

use crate::notation::SIGNS;
use crate::{LanguageWord, Notation};

/// The words and signs of a language.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// The language, as people call it.
    pub language: &'static str,
    /// How it writes what others may write otherwise.
    pub notation: Notation,
    /// Its words.
    pub words: &'static [LanguageWord],
}

/// Properties that can be asked of every model, by name.
const BUILT_IN: [&str; 2] = ["no-deadlock", "no-fault"];

/// Whether a place in a text is in a word, or behind its first character.
fn is_around(text: &str, at: usize, word: &str) -> bool {
    let mut starts = at.saturating_sub(word.len() - 1)..=at;
    starts.any(|start| text.get(start..).is_some_and(|rest| rest.starts_with(word)))
}

/// Words that are guessed from less than this many letters are guessed wrong.
const FEWEST_LETTERS: usize = 3;

impl Vocabulary {
    /// Completes the complaint that some words, or something else, were expected in a text: if what stands there, or just
    /// before, is a sign of other languages, that is the complaint; if it is a misspelt word, the right one is suggested.
    pub fn explain(&self, error: Diagnostic, text: &str, expected: &[&str]) -> Diagnostic {
        let at = error.span.start as usize;
        if let Some(name) = BUILT_IN.into_iter().find(|name| is_around(text, at, name)) {
            return error.help(format!(
                "`{name}` can be asked of every model: `synod check --property {name}`; it is no formula"
            ));
        }
        if let Some(foreign) = self.foreign(error.code, text, at) {
            return foreign;
        }
        let error = misspelt(error, text, expected);
        let words = || self.words.iter().map(|word| word.word);
        let is_guessed = |word: &str| word.len() >= FEWEST_LETTERS && !words().any(|own| own == word);
        if !error.fixes.is_empty() {
            return error;
        }
        let is_here = word_at(text, at).is_some_and(|(word, _)| is_guessed(word));
        let here: Vec<&str> = if is_here { words().collect() } else { Vec::new() };
        let error = misspelt(error, text, &here);
        if error.fixes.is_empty() { self.explain_before(error, text, at, is_guessed) } else { error }
    }

    /// A misspelt word may have been read as a name, so that what follows is the surprise. A name stands in a text more than
    /// once.
    fn explain_before(
        &self,
        error: Diagnostic,
        text: &str,
        at: usize,
        is_guessed: impl Fn(&str) -> bool,
    ) -> Diagnostic {
        let candidates = self.words.iter().map(|own| own.word).filter(|own| own.len() >= FEWEST_LETTERS);
        let before = word_before(text, at).filter(|(word, _)| is_guessed(word));
        let meant = before.and_then(|(word, span)| Some((word, span, nearest(word, candidates)?)));
        let meant = meant.filter(|(word, ..)| stands_once(text, word));
        match meant {
            Some((word, span, own)) => {
                error.help(format!("did you mean `{own}` instead of `{word}`?")).fix(span, own)
            }
            None => error,
        }
    }

    /// The complaint about a character that no token begins with.
    pub fn unexpected_character(&self, code: Code, span: Span, found: char) -> Diagnostic {
        let mut buffer = [0; 4];
        let sign: &str = found.encode_utf8(&mut buffer);
        match self.notation.spelling(sign) {
            Some(ours) => self.written(code, sign, span, ours, ours.to_string()),
            None => Diagnostic::error(code, span, unexpected_character(found)),
        }
    }

    /// The complaint about a sign or word of other languages at a place of a text, or of which the place is a part.
    fn foreign(&self, code: Code, text: &str, at: usize) -> Option<Diagnostic> {
        let (theirs, span) = self
            .quantifier(text, at)
            .or_else(|| sign_around(text, at))
            .or_else(|| word_at(text, at))
            .or_else(|| single_sign(text, at))
            .filter(|(theirs, span)| self.meaning(theirs, text, *span).is_some())
            .or_else(|| {
                word_before(text, at).filter(|(word, _)| !self.words.iter().any(|own| own.word == *word))
            })?;
        match self.meaning(theirs, text, span)? {
            Meaning::Spelt(ours) => {
                // A word keeps apart from its neighbours.
                let touches =
                    |neighbour: Option<char>| ours.ends_with(is_inside) && neighbour.is_some_and(is_inside);
                let left = if touches(text[..span.range().start].chars().next_back()) { " " } else { "" };
                let right = if touches(text[span.range().end..].chars().next()) { " " } else { "" };
                Some(self.written(code, theirs, span, ours, format!("{left}{ours}{right}")))
            }
            Meaning::Explained(what) => {
                let is_own = self.words.iter().any(|own| own.word == theirs);
                let message = match is_own {
                    true => format!("`{theirs}` cannot stand here"),
                    false => format!("`{theirs}` is not in {}", self.language),
                };
                Some(Diagnostic::error(code, span, message).help(what))
            }
        }
    }

    fn written(&self, code: Code, theirs: &str, span: Span, ours: &str, fix: String) -> Diagnostic {
        let message = format!("`{theirs}` is written `{ours}` in {}", self.language);
        Diagnostic::error(code, span, message).fix(span, fix)
    }

    /// `for all`, in languages with quantifiers.
    fn quantifier<'t>(&self, text: &'t str, at: usize) -> Option<(&'t str, Span)> {
        let (first, span) = word_before(text, at).unwrap_or(("", Span::new(at, at)));
        let start = if first == "for" { span.range().start } else { at };
        let is_quantified = self.words.iter().any(|own| own.word == "forall");
        let found = is_quantified && text.get(start..).is_some_and(|rest| rest.starts_with("for all"));
        found.then(|| (&text[start..start + 7], Span::new(start, start + 7)))
    }

    fn meaning(&self, theirs: &str, text: &str, span: Span) -> Option<Meaning> {
        if theirs == "for all" {
            return Some(Meaning::Spelt("forall"));
        }
        if matches!(theirs, "<>" | "[]") && self.follows_operand(text, span.range().start) {
            let differs = self.notation.differs;
            return (theirs == "<>" && differs != "<>").then_some(Meaning::Spelt(differs));
        }
        let spelt = self.notation.spelling(theirs).map(Meaning::Spelt);
        spelt.or_else(|| self.notation.explanation(theirs).map(Meaning::Explained))
    }

    /// Whether an operand ends before a place, so that an operator between operands stands there.
    fn follows_operand(&self, text: &str, at: usize) -> bool {
        let is_operator = |word: &str| {
            matches!(word, "A" | "E" | "G" | "F" | "X" | "U" | "W" | "R" | "LTL")
                || !matches!(word, "true" | "false") && self.words.iter().any(|own| own.word == word)
        };
        match word_before(text, at) {
            Some((word, _)) => !is_operator(word),
            None => text[..at].trim_end().ends_with([')', ']']),
        }
    }
}

/// What a sign of others is in a language.
enum Meaning {
    Spelt(&'static str),
    Explained(String),
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word that begins at a place.
fn word_at(text: &str, at: usize) -> Option<(&str, Span)> {
    let rest = text.get(at..)?;
    let length = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
    (length > 0).then(|| (&rest[..length], Span::new(at, at + length)))
}

/// The word before a place, with nothing but space between.
fn word_before(text: &str, at: usize) -> Option<(&str, Span)> {
    let before = text.get(..at)?.trim_end();
    let start = before
        .rfind(|c| !is_inside(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    (start < before.len()).then(|| (&before[start..], Span::new(start, before.len())))
}

/// The sign of several characters that a place is in.
fn sign_around(text: &str, at: usize) -> Option<(&str, Span)> {
    let starts = (at.saturating_sub(2)..=at).filter(|start| text.is_char_boundary(*start));
    let mut signs = starts.filter_map(|start| {
        let sign = SIGNS.iter().find(|sign| text[start..].starts_with(**sign))?;
        (start + sign.len() > at)
            .then(|| (&text[start..start + sign.len()], Span::new(start, start + sign.len())))
    });
    signs.next()
}

/// The sign of one character at a place.
fn single_sign(text: &str, at: usize) -> Option<(&str, Span)> {
    let length = text.get(at..)?.chars().next().filter(|c| !c.is_whitespace())?.len_utf8();
    Some((&text[at..at + length], Span::new(at, at + length)))
}

fn stands_once(text: &str, word: &str) -> bool {
    let is_whole = |(start, _): &(usize, &str)| {
        let ends = [text[..*start].chars().next_back(), text[start + word.len()..].chars().next()];
        !ends.into_iter().flatten().any(is_inside)
    };
    text.match_indices(word).filter(is_whole).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    const VOCABULARY: Vocabulary = Vocabulary {
        language: "Test",
        notation: Notation {
            and: "and",
            or: "or",
            iff: None,
            equals: "=",
            differs: "!=",
            own: &[],
            explained: &[("xor", "write `!=`")],
        },
        words: words! { "true": "", "forall": "", "and": "", "or": "", "message-structure": "", "Other": "", "ltl": "" },
    };

    /// What is said of a surprise at `at`, and the text as it should be.
    fn said(text: &str, at: &str, expected: &[&str]) -> (String, String) {
        let start = text.find(at).unwrap();
        let error = Diagnostic::error("test::syntax", Span::new(start, start + 1), "surprise");
        let explained = VOCABULARY.explain(error, text, expected);
        let mut mended = text.to_string();
        if let Some(fix) = explained.fixes.first() {
            mended.replace_range(fix.span.range(), &fix.text);
        }
        (explained.help.unwrap_or(explained.message), mended)
    }

    #[test]
    fn signs_of_others_are_told_wherever_the_reader_stops() {
        for (text, at, message, mended) in [
            ("a == b", "= b", "`==` is written `=` in Test", "a = b"),
            ("a == b", "== b", "`==` is written `=` in Test", "a = b"),
            ("a&&b", "&b", "`&&` is written `and` in Test", "a and b"),
            ("x := 1", ":=", "`:=` is written `=` in Test", "x = 1"),
            ("x <> 1", "> 1", "`<>` is written `!=` in Test", "x != 1"),
            ("ltl <> p", "> p", "`<>` is written `F` in Test", "ltl F p"),
            ("p = [] q", "] q", "`[]` is written `G` in Test", "p = G q"),
            ("x[] q", "] q", "surprise", "x[] q"),
            ("true [] q", "] q", "surprise", "true [] q"),
            ("not p", "p", "`not` is written `!` in Test", "! p"),
            ("always for all A a", "all", "`for all` is written `forall` in Test", "always forall A a"),
            ("p xor q", "xor", "write `!=`", "p xor q"),
            ("p <-> q", "<->", "write `(p -> q) and (q -> p)`", "p <-> q"),
        ] {
            assert_eq!(said(text, at, &[]), (message.to_string(), mended.to_string()), "{text}");
        }
    }

    #[test]
    fn misspelt_words_are_found_at_the_place_and_just_before_it() {
        for (text, at, expected, help) in [
            ("p adn q", "adn", &[][..], "did you mean `and`?"),
            ("message-strucure: x", "message", &[], "did you mean `message-structure`?"),
            ("spwan = 3", "spwan", &["spawn"], "did you mean `spawn`?"),
            ("foral A a", "A a", &[], "did you mean `forall` instead of `foral`?"),
            ("Otehr : x", ": x", &[], "did you mean `Other` instead of `Otehr`?"),
            ("foral = foral 1", "1", &[], "surprise"),
            ("p q", "q", &[], "surprise"),
        ] {
            assert_eq!(said(text, at, expected).0, help, "{text}");
        }
    }

    #[test]
    fn characters_of_others_are_told_too() {
        let said = |found: char| VOCABULARY.unexpected_character("test::x", Span::new(0, 1), found).message;
        assert_eq!(said('∧'), "`∧` is written `and` in Test");
        assert_eq!(said('$'), "unexpected character `$`");
    }
}
