//! What an editor asks while somebody writes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Model, NameKind, TextEdit, TextRange};

/// Asks about a place of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceRequest {
    /// The text.
    pub model: Model,
    /// The UTF-16 unit, from 0.
    pub offset: usize,
    /// The file, if it is not the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Asks what may be written next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteRequest {
    /// The text.
    pub model: Model,
    /// The UTF-16 unit of the text, or of the formula, from 0.
    pub offset: usize,
    /// A formula or an expression that is not in the text, if that is what is being written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
}

/// What may be written next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Completions {
    /// The first UTF-16 unit of the word that is being written.
    pub from: usize,
    /// The first UTF-16 unit behind it.
    pub to: usize,
    /// What it may become.
    pub items: Vec<CompletionItem>,
}

/// Something that may be written next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompletionItem {
    /// As it is shown.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// For names: what the name stands for.
    pub name_kind: Option<NameKind>,
    /// A few words beside it.
    pub detail: String,
    /// What is written; a snippet has places `${1:…}` to fill in.
    pub insert: String,
}

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CompletionKind {
    /// A name that the text declares.
    Name,
    /// A word of the language.
    Keyword,
    /// A form to fill in.
    Snippet,
}

/// What is shown about a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoverText {
    /// What it is about.
    pub range: TextRange,
    /// In Markdown.
    pub markdown: String,
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NameMention {
    /// Where.
    pub range: TextRange,
    /// What it stands for.
    pub kind: NameKind,
    /// Whether it is declared there.
    pub is_declaration: bool,
}

/// Asks for another name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameRequest {
    /// The text.
    pub model: Model,
    /// A UTF-16 unit of the name, from 0.
    pub offset: usize,
    /// The file, if it is not the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The new name.
    pub name: String,
}

/// Asks for the usual layout of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormatRequest {
    /// The text.
    pub model: Model,
    /// The first and the last UTF-16 unit of the part to lay out; all of it if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<(usize, usize)>,
}

/// Changes of texts; none overlap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextEdits {
    /// The changes, in the order of the text.
    pub edits: Vec<TextEdit>,
}
