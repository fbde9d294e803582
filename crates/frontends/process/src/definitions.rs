//! What both languages ask of the definitions in a text: their names differ, are known where they are
//! used, and serve the one that the text is about.

use std::collections::{BTreeSet, HashMap};

use synod_syntax::{Diagnostic, Diagnostics, Name, Span, nearest, resolved};

use crate::codes::Codes;

/// How a language calls what it defines.
#[derive(Debug)]
pub(crate) struct Words {
    pub one: &'static str,
    pub many: &'static str,
    /// What the whole of them makes up.
    pub whole: &'static str,
    /// How to define the first.
    pub first: &'static str,
    pub codes: &'static Codes,
}

/// The definitions of a text, by name; and what is wrong with them.
pub(crate) struct Definitions<'f> {
    pub diagnostics: Diagnostics,
    words: &'static Words,
    names: Vec<&'f Name>,
    index: HashMap<&'f str, usize>,
}

impl<'f> Definitions<'f> {
    /// The definitions with these names; the first of a name counts.
    pub fn new(words: &'static Words, names: impl Iterator<Item = &'f Name>) -> Self {
        let names: Vec<&Name> = names.collect();
        let mut index = HashMap::new();
        for (i, name) in names.iter().enumerate() {
            index.entry(name.text.as_str()).or_insert(i);
        }
        let mut definitions = Definitions { diagnostics: Diagnostics::new(), words, names, index };
        let names = definitions.names.clone();
        definitions.differ(words.many, names.into_iter());
        definitions
    }

    /// Reports names that are given twice among `many`.
    pub fn differ<'n>(&mut self, many: &str, names: impl Iterator<Item = &'n Name>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for name in names {
            if let Some(first) = seen.get(name.text.as_str()) {
                let message = format!("there are two {many} called `{}`", name.text);
                let error = Diagnostic::error(self.words.codes.duplicate, name.span, message);
                self.diagnostics.push(error.label(*first, "the first is here"));
            } else {
                seen.insert(&name.text, name.span);
            }
        }
    }

    /// The position of the definition of a name.
    pub fn known(&self, name: &Name) -> Option<usize> {
        self.index.get(name.text.as_str()).copied()
    }

    /// The position of the definition of a name. One that is not defined is reported; if it is not
    /// misspelt, `advice` may help.
    pub fn find(&mut self, name: &Name, advice: impl FnOnce() -> String) -> Option<usize> {
        let found = self.known(name);
        if let Some(position) = found {
            resolved(name.span, self.names[position].span);
        } else {
            let message = format!("there is no {} `{}`", self.words.one, name.text);
            let error = Diagnostic::error(self.words.codes.undefined, name.span, message);
            let error = error.caption("not defined");
            self.diagnostics.push(match self.near(name) {
                Some(near) => error.suggest(near),
                None => error.help(advice()),
            });
        }
        found
    }

    /// The name that is meant by one that is not defined, if it is misspelt; of those that are equally near, the first of the alphabet.
    fn near(&self, name: &Name) -> Option<&'f str> {
        if self.diagnostics.is_full() {
            return None;
        }
        let names: BTreeSet<&str> = self.index.keys().copied().collect();
        nearest(&name.text, names)
    }

    /// What the text is about: `system`, or the last definition.
    pub fn system(&mut self) -> Option<usize> {
        let last = self.names.len().checked_sub(1);
        if last.is_none() {
            let message = format!("the text defines no {}", self.words.one);
            let error = Diagnostic::error(self.words.codes.no_system, Span::default(), message);
            self.diagnostics.push(error.help(self.words.first));
        }
        self.index.get("system").copied().or(last)
    }

    /// Warns of definitions that do not serve the system; `calls` are those that each mentions.
    pub fn unused(&mut self, system: usize, calls: &[Vec<usize>]) {
        let Words { whole, codes, .. } = self.words;
        let about = &self.names[system].text;
        for (name, _) in std::iter::zip(&self.names, serving(system, calls)).filter(|(_, serves)| !serves) {
            let message = format!("`{}` is not part of the {whole}", name.text);
            let warning = Diagnostic::warning(codes.unused, name.span, message);
            self.diagnostics.push(match about.as_str() {
                "system" => warning,
                last => warning.explain(format!("the {whole} is `{last}`, the last definition")),
            });
        }
    }
}

/// Which definitions one mentions, itself or through others.
pub(crate) fn serving(system: usize, calls: &[Vec<usize>]) -> Vec<bool> {
    let mut serves = vec![false; calls.len()];
    let mut left = vec![system];
    while let Some(definition) = left.pop() {
        if !std::mem::replace(&mut serves[definition], true) {
            left.extend(&calls[definition]);
        }
    }
    serves
}
