//! Collects diagnostics: the same thing said of the same place counts once, however often quantifiers
//! and guards repeat the place.

use std::collections::HashSet;

use synod_syntax::{Code, Diagnostic, Diagnostics, Span};

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    list: Diagnostics,
    seen: HashSet<(Code, Span, String)>,
}

impl Found {
    /// Adds a diagnostic unless it is there already.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert((diagnostic.code, diagnostic.span, diagnostic.message.clone())) {
            self.list.push(diagnostic);
        }
    }

    /// Whether there is an error among them.
    pub(super) fn has_errors(&self) -> bool {
        self.list.has_errors()
    }

    /// All of them.
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.list
    }
}
