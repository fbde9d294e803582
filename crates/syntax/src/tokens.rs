//! A stream of tokens under a hand-written parser: looking, taking, and complaining once a place.

use crate::{Diagnostic, Diagnostics, Source, Span, checkpoint, nearest};

/// A name as it was written, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// Something could not be read, and that has been reported.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// What reading something yields.
pub type Parsed<T> = Result<T, Failed>;

/// What tokens of a language can be; the text of names and numbers is in the source.
pub trait TokenKind: Copy + PartialEq {
    /// Behind the last token of every text.
    const END: Self;
    /// Something that is no token, which the lexer has reported.
    const BAD: Self;

    /// How the parser speaks of a token with this text that it did not expect.
    fn describe(self, text: &str) -> String {
        if self == Self::END { "the end of the text".to_string() } else { format!("`{text}`") }
    }
}

/// A token and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Token<K> {
    /// What it is.
    pub kind: K,
    /// Where.
    pub span: Span,
}

/// The words that a sentence quotes, such as `receive-guard` for "`receive-guard:`".
pub fn quoted_words(sentence: &str) -> Vec<&str> {
    let quoted = sentence.split('`').skip(1).step_by(2);
    quoted.map(|text| &text[..word_length(text)]).filter(|word| !word.is_empty()).collect()
}

/// How many bytes the word has with which a text begins; 0 if it does not begin with one.
fn word_length(text: &str) -> usize {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => text.find(|c| !is_inside(c)).unwrap_or(text.len()),
        false => 0,
    }
}

/// The complaint about a place in a text, with the one of some words that is meant there, if a misspelt one stands there.
pub fn misspelt(error: Diagnostic, text: &str, words: &[&str]) -> Diagnostic {
    let start = error.span.start as usize;
    let rest = text.get(start..).unwrap_or("");
    // Where words have hyphens, a misspelt one may be several tokens.
    let hyphenated = &rest[..word_length(rest)];
    let plain = hyphenated.split('-').next().unwrap_or("");
    let found = [hyphenated, plain].into_iter().filter(|written| !written.is_empty());
    match found
        .map(|written| (written, nearest(written, words.iter().copied())))
        .find(|(_, word)| word.is_some())
    {
        Some((written, Some(word))) => {
            error.help(format!("did you mean `{word}`?")).fix(Span::new(start, start + written.len()), word)
        }
        _ => error,
    }
}

/// A place in the tokens of a text, and what is wrong so far.
pub struct Tokens<'a, K> {
    /// The text.
    pub source: &'a Source,
    /// What is wrong so far.
    pub diagnostics: Diagnostics,
    /// The code of complaints about what does not belong where it stands.
    syntax: &'static str,
    tokens: Vec<Token<K>>,
    at: usize,
    /// The token that the last complaint was about, to complain once a place.
    complained: Option<usize>,
    explain: Explain,
}

/// Completes the complaint that something else was expected in a text, given the words that were.
pub type Explain = fn(Diagnostic, &str, &[&str]) -> Diagnostic;

impl<'a, K: TokenKind> Tokens<'a, K> {
    /// At the first of some tokens, which must end with [`TokenKind::END`].
    pub fn new(
        source: &'a Source,
        syntax: &'static str,
        (tokens, diagnostics): (Vec<Token<K>>, Diagnostics),
    ) -> Self {
        debug_assert!(tokens.last().is_some_and(|token| token.kind == K::END));
        Tokens { source, diagnostics, syntax, tokens, at: 0, complained: None, explain: misspelt }
    }

    /// With another way to complete complaints than to look for misspelt words that were expected.
    pub fn explained_by(self, explain: Explain) -> Self {
        Tokens { explain, ..self }
    }

    fn token(&self, ahead: usize) -> Token<K> {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    /// What is at hand.
    pub fn kind(&self) -> K {
        self.token(0).kind
    }

    /// What comes `n` tokens later.
    pub fn ahead(&self, n: usize) -> K {
        self.token(n).kind
    }

    /// The place at hand.
    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// The place `n` tokens later.
    pub fn span_ahead(&self, n: usize) -> Span {
        self.token(n).span
    }

    /// The place just read.
    pub fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |i| self.tokens[i].span)
    }

    /// The text at hand.
    pub fn text(&self) -> &'a str {
        self.source.slice(self.span())
    }

    /// Whether a token of this kind is at hand.
    pub fn at(&self, kind: K) -> bool {
        self.kind() == kind
    }

    /// Takes a token, unless it is the end.
    pub fn advance(&mut self) -> Token<K> {
        checkpoint();
        let token = self.token(0);
        if token.kind != K::END {
            self.at += 1;
        }
        token
    }

    /// Takes a token of this kind, if it is at hand.
    pub fn take(&mut self, kind: K) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Takes a token of this kind or complains that `what` is missing.
    pub fn expect(&mut self, kind: K, what: &str) -> Parsed<Span> {
        if self.at(kind) { Ok(self.advance().span) } else { Err(self.expected(what)) }
    }

    /// Takes the closing bracket of the one at `open`.
    pub fn close(&mut self, kind: K, what: &str, open: Span) -> Parsed<Span> {
        if self.at(kind) {
            return Ok(self.advance().span);
        }
        let error = self.unexpected(what).label(open, "to close this bracket");
        self.complain(error);
        Err(Failed)
    }

    /// Takes the token at hand for a name, whatever it is.
    pub fn word_as_name(&mut self) -> Name {
        let span = self.advance().span;
        Name { text: self.source.slice(span).to_string(), span }
    }

    /// Reports an error, unless one was reported at this very token or the lexer did so.
    pub fn complain(&mut self, diagnostic: Diagnostic) {
        if self.complained != Some(self.at) && !self.at(K::BAD) {
            self.diagnostics.push(diagnostic);
        }
        if self.diagnostics.is_full() {
            self.at = self.tokens.len() - 1;
        }
        self.forgive();
    }

    /// Whatever is wrong with the token at hand is a consequence, and not worth a complaint.
    pub fn forgive(&mut self) {
        self.complained = Some(self.at);
    }

    /// Complains that `what` was expected here.
    pub fn expected(&mut self, what: &str) -> Failed {
        let error = self.unexpected(what);
        self.complain(error);
        Failed
    }

    /// What is at hand, in words.
    pub fn found(&self) -> String {
        self.kind().describe(self.text())
    }

    /// The complaint that `what` was expected here. If what stands here is a misspelling of a word that `what` quotes,
    /// that word is suggested.
    pub fn unexpected(&self, what: &str) -> Diagnostic {
        self.unexpected_word(what, &quoted_words(what))
    }

    /// The complaint that `what` was expected here, with the one of some words that is meant, if one is.
    pub fn unexpected_word(&self, what: &str, words: &[&str]) -> Diagnostic {
        let message = format!("expected {what}, found {}", self.found());
        let error = Diagnostic::error(self.syntax, self.span(), message);
        if self.diagnostics.is_full() { error } else { (self.explain)(error, self.source.text(), words) }
    }

    /// Complains that `what` was expected here, and suggests the one of some words that is meant.
    pub fn expected_word(&mut self, what: &str, words: &[&str]) -> Failed {
        let error = self.unexpected_word(what, words);
        self.complain(error);
        Failed
    }
}
