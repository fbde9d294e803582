//! What an editor asks while somebody writes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_session::editing::{self, SymbolKind, word_at};
use synod_session::formatting::{Edit, Formatter, Unformatted};
use synod_session::languages;
use synod_syntax::Span;

use crate::failure::about;
use crate::places::Positions;
use crate::{Failure, Listener, Model, TextEdit, TextRange};

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
    pub name_kind: Option<SymbolKind>,
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
    pub kind: SymbolKind,
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

impl PlaceRequest {
    fn file(&self) -> &str {
        self.file.as_deref().unwrap_or(&self.model.path)
    }
}

pub(crate) fn complete(
    request: CompleteRequest,
    budget: &Budget,
    _: Listener,
) -> Result<Completions, Failure> {
    let model = &request.model;
    let analysis = model.analysed(budget)?;
    // A formula is written as if it stood at the end of the text.
    let (text, file) = match &request.formula {
        Some(formula) => (formula.as_str(), ""),
        None => (model.text.as_str(), model.path.as_str()),
    };
    let positions = Positions::new(text);
    let offset = positions.byte(request.offset);
    let word = word_at(text, offset);
    let item = |found: editing::Completion| {
        let (kind, name_kind) = match found.kind {
            editing::CompletionKind::Name(kind) => (CompletionKind::Name, Some(kind)),
            editing::CompletionKind::Keyword => (CompletionKind::Keyword, None),
            editing::CompletionKind::Snippet => (CompletionKind::Snippet, None),
        };
        CompletionItem { label: found.label, kind, name_kind, detail: found.detail, insert: found.insert }
    };
    let mut items: Vec<CompletionItem> =
        analysis.completions(file, text, offset).into_iter().map(item).collect();
    if request.formula.is_some() {
        items.retain(|item| item.kind != CompletionKind::Snippet);
    }
    Ok(Completions { from: positions.utf16(word.start), to: positions.utf16(word.end), items })
}

pub(crate) fn hover(
    request: PlaceRequest,
    budget: &Budget,
    _: Listener,
) -> Result<Option<HoverText>, Failure> {
    let model = &request.model;
    let analysis = model.analysed(budget)?;
    let found = analysis.hover(request.file(), model.offset(request.file(), request.offset));
    Ok(found.map(|hover| HoverText { range: model.range(&hover.place), markdown: hover.text }))
}

pub(crate) fn definition(
    request: PlaceRequest,
    budget: &Budget,
    _: Listener,
) -> Result<Vec<TextRange>, Failure> {
    let model = &request.model;
    let analysis = model.analysed(budget)?;
    let found = analysis.definitions(request.file(), model.offset(request.file(), request.offset));
    Ok(found.iter().map(|place| model.range(place)).collect())
}

pub(crate) fn references(
    request: PlaceRequest,
    budget: &Budget,
    _: Listener,
) -> Result<Vec<NameMention>, Failure> {
    let model = &request.model;
    let analysis = model.analysed(budget)?;
    let found = analysis.mentions(request.file(), model.offset(request.file(), request.offset));
    let mention = |mention: &editing::Mention| NameMention {
        range: model.range(&mention.place),
        kind: mention.kind,
        is_declaration: mention.is_declaration,
    };
    Ok(found.iter().map(mention).collect())
}

pub(crate) fn rename(request: RenameRequest, budget: &Budget, _: Listener) -> Result<TextEdits, Failure> {
    let model = &request.model;
    let file = request.file.as_deref().unwrap_or(&model.path);
    let analysis = model.analysed(budget)?;
    let changes = analysis.rename(file, model.offset(file, request.offset), &request.name, budget)?;
    let edit = |change: editing::Repair| TextEdit { range: model.range(&change.place), text: change.text };
    Ok(TextEdits { edits: changes.into_iter().map(edit).collect() })
}

pub(crate) fn format(request: FormatRequest, budget: &Budget, _: Listener) -> Result<TextEdits, Failure> {
    let model = &request.model;
    let formatter = Formatter::new(&languages(), model.language.as_deref(), model.source());
    let formatter = formatter.map_err(about(&model.path))?;
    let edits = match request.part {
        None => formatter.format(budget).map_err(about(&model.path))?,
        Some((from, to)) => {
            let (from, to) = (model.offset(&model.path, from), model.offset(&model.path, to));
            let refused = |why: Unformatted| match why {
                Unformatted::NotTokens => "it has characters that are no part of the language".to_string(),
                Unformatted::WouldChange => "its layout would change what it says".to_string(),
            };
            formatter.format_part(from..to.max(from)).map_err(refused)?
        }
    };
    let place = |edit: &Edit| {
        let span = Span::new(edit.range.start, edit.range.end);
        editing::Location { file: model.path.clone(), span }
    };
    let edit = |edit: Edit| TextEdit { range: model.range(&place(&edit)), text: edit.text };
    Ok(TextEdits { edits: edits.into_iter().map(edit).collect() })
}
