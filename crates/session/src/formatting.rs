//! Formatting texts, whole or in part: for command lines, and for editors while somebody types.

use std::ops::Range;

use synod_core::{Budget, Phase, prepare};
pub use synod_format::{Edit, Unformatted, apply, diff};
use synod_format::{Layout, within};
use synod_frontend::{Frontend, Registry};
use synod_syntax::Source;

use crate::Rejection;

/// A text that is to be formatted.
pub struct Formatter {
    source: Source,
    frontend: &'static dyn Frontend,
    layout: &'static dyn Layout,
}

impl Formatter {
    /// A text in this language, or in the one that its name or else its words tell.
    pub fn new(languages: &Registry, language: Option<&str>, source: Source) -> Result<Self, Rejection> {
        let found = languages.find(language, source.name(), source.text());
        let frontend = found.map_err(Rejection::because)?;
        let name = frontend.language().name;
        match frontend.layout(&source) {
            Some(layout) => Ok(Formatter { source, frontend, layout }),
            None => Err(Rejection {
                language: Some(name),
                ..Rejection::because(format!("there is no layout for texts in {}", frontend.language().title))
            }),
        }
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The changes that format the text, within a budget. A text whose syntax is wrong is left alone, and refused.
    pub fn format(&self, budget: &Budget) -> Result<Vec<Edit>, Rejection> {
        let language = self.frontend.language().name;
        let stopped = |met| Rejection::interrupted(self.source.name(), Some(language), met);
        let edits = prepare(budget, Phase::Reading, || {
            let diagnostics = self.frontend.syntax_errors(&self.source);
            match diagnostics.has_errors() {
                true => Err(Rejection::unformatted(&self.source, language, diagnostics.sorted())),
                false => {
                    synod_format::format(self.layout, self.source.text()).map_err(|why| self.refused(why))
                }
            }
        });
        edits.map_err(stopped)?
    }

    /// The changes that format the lines of a part of the text, whatever its syntax.
    pub fn format_part(&self, part: Range<usize>) -> Result<Vec<Edit>, Unformatted> {
        let text = self.source.text();
        Ok(within(text, synod_format::format(self.layout, text)?, part))
    }

    /// How many spaces a line begins with that begins at this place, as far as the text in front of it tells.
    pub fn indentation(&self, offset: usize) -> Option<usize> {
        synod_format::indentation(self.layout, self.source.text().get(..offset)?)
    }

    fn refused(&self, why: Unformatted) -> Rejection {
        let why = match why {
            Unformatted::NotTokens => "it has characters that are no part of the language",
            Unformatted::WouldChange => "its layout would change what it says",
        };
        let message = format!("`{}`: {why}; it is left as it is", self.source.name());
        Rejection { language: Some(self.frontend.language().name), ..Rejection::because(message) }
    }
}
