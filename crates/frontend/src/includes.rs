//! Texts that include others.

use synod_syntax::Span;

/// What includes another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The file, relative to the one that includes it.
    pub path: String,
    /// Where that is written.
    pub span: Span,
}
