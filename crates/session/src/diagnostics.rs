//! Texts, what is wrong with them, and how that is shown to people.

pub use synod_syntax::{
    Code, CodeExplanation, Diagnostic, Example, Severity, Source, Style, for_terminal, is_obeyed, nearest,
    no_such, render, visible_line, wrapped,
};
