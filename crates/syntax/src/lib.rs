//! Source texts, places in them, and the one diagnostic type that every surface of Synod renders.
//!
//! This crate knows no language: front ends use [`Cursor`] to cut a text into tokens, [`Tokens`] to
//! read them, [`Span`] to remember where a thing was written,
//! and [`Diagnostics`] to collect everything that is wrong with a model in one go.

mod checkpoint;
mod cursor;
mod diagnostic;
mod early;
mod escape;
mod explanation;
mod nearest;
mod numbers;
mod render;
mod resolution;
mod source;
mod tokens;

pub use checkpoint::{checkpoint, checkpoint_now, stoppable};
pub use cursor::{Cursor, unexpected_character};
pub use diagnostic::{Code, Diagnostic, Diagnostics, Fix, Label, Severity};
pub use early::{hearing_early, known_so_far};
pub use escape::{csv_row, in_markup};
pub use explanation::{CodeExplanation, Example, wrapped};
pub use nearest::{nearest, no_such};
pub use numbers::{apart, counted, grouped};
pub use render::{Style, for_terminal, is_obeyed, render, visible, visible_line};
pub use resolution::{Resolution, resolutions, resolved};
pub use source::{Piece, Place, Source, Span};
pub use tokens::{Explain, Failed, Name, Parsed, Token, TokenKind, Tokens, misspelt, quoted_words};
