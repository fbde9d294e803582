//! Names that are declared nowhere: what actions and peers mean is what the first mention of them means.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use synod_syntax::{Name, Source, Span, resolved};

use crate::formula::Property;

/// Mentions of names, each with what kind of name it is: the first of a kind stands for the others.
pub(crate) struct Mentions<'f, K> {
    all: Vec<(&'f str, Span, K)>,
}

impl<'f, K: Copy + Eq + Hash> Mentions<'f, K> {
    /// No mention yet.
    pub fn new() -> Self {
        Mentions { all: Vec::new() }
    }

    /// One more mention. Of what stands there, the name is the end.
    pub fn add(&mut self, name: &'f str, span: Span, kind: K) {
        let length = (name.len() as u32).min(span.end - span.start);
        let span = Span { start: span.end - length, ..span };
        self.all.push((name, span, kind));
    }

    /// The first mention of each name, in the order of the text.
    pub fn first(mut self) -> Vec<(Name, K)> {
        self.all.sort_by_key(|(_, span, _)| span.start);
        let mut seen = HashSet::new();
        self.all.retain(|(name, _, kind)| seen.insert((*name, *kind)));
        let named = |(name, span, kind): (&str, Span, K)| (Name { text: name.to_string(), span }, kind);
        self.all.into_iter().map(named).collect()
    }

    /// Says that all mentions of a name mean the first, also those in what properties ask for, where the words of an
    /// action are of these kinds, the last one first.
    pub fn resolve(mut self, source: &Source, properties: &[Property], kinds: &[K]) {
        self.all.sort_by_key(|(_, span, _)| span.start);
        let mut first: HashMap<(&str, K), Span> = HashMap::new();
        for (name, span, kind) in &self.all {
            resolved(*span, *first.entry((name, *kind)).or_insert(*span));
        }
        for pattern in properties.iter().flat_map(|property| property.formula.patterns()) {
            let found = words(source.slice(pattern.span));
            for (word, kind) in std::iter::zip(found.into_iter().rev(), kinds) {
                let start = pattern.span.start as usize + word.start;
                let text = &source.slice(pattern.span)[word];
                if let Some(first) = first.get(&(text, *kind)) {
                    resolved(Span::new(start, start + text.len()), *first);
                }
            }
        }
    }
}

/// Where the words of a text are.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_word(*c)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    found
}
