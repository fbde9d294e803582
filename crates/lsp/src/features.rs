//! Answers to what editors ask about a text, in the types of the protocol.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, CompletionItem, CompletionItemKind,
    CompletionList, CompletionResponse, CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DocumentHighlight, DocumentHighlightKind, DocumentSymbol, FoldingRange,
    FoldingRangeKind, Hover, HoverContents, InsertTextFormat, Location as Place, MarkupContent, MarkupKind,
    NumberOrString, Range, SelectionRange, SymbolInformation, SymbolKind as Symbol, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::{Value, json};
use synod_documents::CheckReport;
use synod_session::editing::{
    Analysis, CompletionKind, FoldKind, Location, OutlineItem, Repair, SymbolKind, TextDiagnostic, word_at,
};
use synod_session::formatting::Formatter;
use synod_session::languages;
use synod_syntax::{Severity, Source, Span};

use crate::documents::Documents;
use crate::paths::{name, uri};
use crate::positions::Text;

/// The place of a location, if its file can be named and read.
pub fn place(documents: &Documents, location: &Location) -> Option<Place> {
    let text = documents.text(&location.file)?;
    Some(Place { uri: uri(&location.file)?, range: text.range(location.span) })
}

/// What is wrong with a file, as diagnostics.
pub fn diagnostics(
    documents: &Documents,
    found: &[TextDiagnostic],
    file: &str,
    notes: bool,
) -> Vec<Diagnostic> {
    let found = found.iter().filter(|found| notes || found.severity > Severity::Note);
    let Some(text) = documents.text(file) else { return Vec::new() };
    found.filter(|found| found.place.file == file).map(|found| diagnostic(documents, &text, found)).collect()
}

fn diagnostic(documents: &Documents, text: &Text, found: &TextDiagnostic) -> Diagnostic {
    let related = found.related.iter().filter_map(|related| {
        let location = place(documents, &related.place)?;
        Some(DiagnosticRelatedInformation { location, message: related.text.clone() })
    });
    Diagnostic {
        range: text.range(found.place.span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.to_string())),
        source: Some("synod".to_string()),
        message: found.message.clone(),
        related_information: Some(related.collect::<Vec<_>>()).filter(|all| !all.is_empty()),
        ..Diagnostic::default()
    }
}

/// Changes of texts, by file.
fn edit(documents: &Documents, changes: &[Repair]) -> WorkspaceEdit {
    // The keys of the protocol have caches inside, which do not count for equality.
    #[allow(clippy::mutable_key_type)]
    let mut edits: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for change in changes {
        if let (Some(text), Some(uri)) = (documents.text(&change.place.file), uri(&change.place.file)) {
            let range = text.range(change.place.span);
            edits.entry(uri).or_default().push(TextEdit { range, new_text: change.text.clone() });
        }
    }
    WorkspaceEdit { changes: Some(edits), ..WorkspaceEdit::default() }
}

/// The repairs of what is wrong in a range, and one for all of the file.
pub fn code_actions(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    range: Range,
) -> Vec<CodeActionOrCommand> {
    let Some(text) = documents.text(file) else { return Vec::new() };
    let wanted = text.span(range);
    let found = analysis.found();
    let touches = |found: &&TextDiagnostic| {
        found.place.file == file
            && found.place.span.start <= wanted.end
            && wanted.start <= found.place.span.end
    };
    let mut actions: Vec<CodeActionOrCommand> = Vec::new();
    for each in found.iter().filter(touches) {
        for (position, repair) in each.repairs.iter().enumerate() {
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: repair.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(documents, &text, each)]),
                edit: Some(edit(documents, std::slice::from_ref(repair))),
                is_preferred: Some(position == 0),
                ..CodeAction::default()
            }));
        }
    }
    let all: Vec<Repair> = apart(found.iter().filter_map(|found| found.repairs.first().cloned()).collect());
    if all.len() > 1 && !actions.is_empty() {
        actions.push(CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Mend all {} that can be mended", all.len()),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(edit(documents, &all)),
            ..CodeAction::default()
        }));
    }
    actions
}

/// Changes without those that overlap earlier ones.
fn apart(mut changes: Vec<Repair>) -> Vec<Repair> {
    changes.sort_by(|a, b| a.place.cmp(&b.place));
    let mut kept: Vec<Repair> = Vec::new();
    for change in changes {
        let overlaps = kept.last().is_some_and(|last| {
            last.place.file == change.place.file && change.place.span.start < last.place.span.end
        });
        if !overlaps {
            kept.push(change);
        }
    }
    kept
}

/// What is to be known about a place. `book` is the address of the book, or empty: then the place in it is only named.
pub fn hover(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
    book: &str,
) -> Option<Hover> {
    let found = analysis.hover(file, offset)?;
    let range = documents.text(file).map(|text| text.range(found.place.span));
    let more = found.book.map(|place| match book.trim_end_matches('/') {
        "" => format!("\n\nIn the book: `{place}`"),
        book => format!("\n\n[In the book]({book}/{place})"),
    });
    let value = found.text + &more.unwrap_or_default();
    let contents = MarkupContent { kind: MarkupKind::Markdown, value };
    Some(Hover { contents: HoverContents::Markup(contents), range })
}

pub fn definitions(documents: &Documents, analysis: &Analysis, file: &str, offset: usize) -> Vec<Place> {
    analysis.definitions(file, offset).iter().filter_map(|location| place(documents, location)).collect()
}

pub fn references(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
    declared: bool,
) -> Vec<Place> {
    let all =
        analysis.mentions(file, offset).into_iter().filter(|mention| declared || !mention.is_declaration);
    all.filter_map(|mention| place(documents, &mention.place)).collect()
}

pub fn highlights(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
) -> Vec<DocumentHighlight> {
    let Some(text) = documents.text(file) else { return Vec::new() };
    let all = analysis.mentions(file, offset).into_iter().filter(|mention| mention.place.file == file);
    all.map(|mention| DocumentHighlight {
        range: text.range(mention.place.span),
        kind: Some(if mention.is_declaration {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    })
    .collect()
}

/// Changes that give a new name; or why that cannot be.
pub fn rename(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    offset: usize,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let budget = synod_core::Budget::unlimited().timeout(std::time::Duration::from_secs(10));
    Ok(edit(documents, &analysis.rename(file, offset, new, &budget)?))
}

pub fn symbol_kind(kind: SymbolKind) -> Symbol {
    match kind {
        SymbolKind::Agent => Symbol::CLASS,
        SymbolKind::Instance => Symbol::OBJECT,
        SymbolKind::Enumeration => Symbol::ENUM,
        SymbolKind::Case | SymbolKind::Channel => Symbol::ENUM_MEMBER,
        SymbolKind::Constant => Symbol::CONSTANT,
        SymbolKind::Variable | SymbolKind::Parameter => Symbol::VARIABLE,
        SymbolKind::Field => Symbol::FIELD,
        SymbolKind::Guard | SymbolKind::Process => Symbol::FUNCTION,
        SymbolKind::Action => Symbol::EVENT,
        SymbolKind::Label => Symbol::KEY,
        SymbolKind::Group | SymbolKind::Section => Symbol::NAMESPACE,
        SymbolKind::Proposition => Symbol::BOOLEAN,
        SymbolKind::Property => Symbol::PROPERTY,
    }
}

pub fn document_symbols(text: &Text, items: &[OutlineItem]) -> Vec<DocumentSymbol> {
    let symbol = |item: &OutlineItem| {
        #[allow(deprecated)]
        DocumentSymbol {
            name: item.name.clone(),
            detail: Some(item.detail.clone()).filter(|detail| !detail.is_empty()),
            kind: symbol_kind(item.kind),
            tags: None,
            deprecated: None,
            range: text.range(item.place.span),
            selection_range: text.range(item.name_place.span),
            children: Some(document_symbols(text, &item.children)).filter(|all| !all.is_empty()),
        }
    };
    items.iter().map(symbol).collect()
}

/// The symbols of a file whose names have the letters of a question, in their order.
pub fn workspace_symbols(
    documents: &Documents,
    analysis: &Analysis,
    file: &str,
    asked: &str,
) -> Vec<SymbolInformation> {
    let Some(text) = documents.text(file) else { return Vec::new() };
    let Some(uri) = uri(file) else { return Vec::new() };
    let mut found = Vec::new();
    let mut left: Vec<(Option<String>, OutlineItem)> =
        analysis.outline(file).into_iter().map(|item| (None, item)).collect();
    while let Some((container, item)) = left.pop() {
        if is_like(&item.name, asked) {
            #[allow(deprecated)]
            found.push(SymbolInformation {
                name: item.name.clone(),
                kind: symbol_kind(item.kind),
                tags: None,
                deprecated: None,
                location: Place { uri: uri.clone(), range: text.range(item.name_place.span) },
                container_name: container,
            });
        }
        left.extend(item.children.into_iter().map(|child| (Some(item.name.clone()), child)));
    }
    found
}

pub fn is_like(name: &str, asked: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    asked.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// Of more nobody reads what may be written next.
const MOST_OFFERED: usize = 500;

/// What may be written at a place. Where that is much, only what is like the word that is begun, and not all of it.
pub fn completions(analysis: &Analysis, file: &str, text: &Text, offset: usize) -> CompletionResponse {
    let start = word_at(text.as_str(), offset).start;
    let begun = text.as_str().get(start..offset).unwrap_or("");
    let range = text.range(Span::new(start, offset));
    let item = |(position, each): (usize, synod_session::editing::Completion)| CompletionItem {
        label: each.label.clone(),
        kind: Some(match each.kind {
            CompletionKind::Keyword => CompletionItemKind::KEYWORD,
            CompletionKind::Snippet => CompletionItemKind::SNIPPET,
            CompletionKind::Name(kind) => match kind {
                SymbolKind::Agent => CompletionItemKind::CLASS,
                SymbolKind::Enumeration => CompletionItemKind::ENUM,
                SymbolKind::Case | SymbolKind::Channel => CompletionItemKind::ENUM_MEMBER,
                SymbolKind::Constant => CompletionItemKind::CONSTANT,
                SymbolKind::Field => CompletionItemKind::FIELD,
                SymbolKind::Guard | SymbolKind::Process | SymbolKind::Proposition => {
                    CompletionItemKind::FUNCTION
                }
                SymbolKind::Action | SymbolKind::Label => CompletionItemKind::EVENT,
                SymbolKind::Group | SymbolKind::Section | SymbolKind::Property => CompletionItemKind::MODULE,
                SymbolKind::Instance | SymbolKind::Variable | SymbolKind::Parameter => {
                    CompletionItemKind::VARIABLE
                }
            },
        }),
        detail: Some(each.detail).filter(|detail| !detail.is_empty()),
        sort_text: Some(format!("{position:05}")),
        insert_text_format: Some(match each.kind {
            CompletionKind::Snippet => InsertTextFormat::SNIPPET,
            CompletionKind::Keyword | CompletionKind::Name(_) => InsertTextFormat::PLAIN_TEXT,
        }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: each.insert })),
        ..CompletionItem::default()
    };
    let mut offered = analysis.completions(file, text.as_str(), offset);
    let is_incomplete = offered.len() > MOST_OFFERED;
    if is_incomplete {
        offered.retain(|each| is_like(&each.label, begun));
        offered.truncate(MOST_OFFERED);
    }
    let items = offered.into_iter().enumerate().map(item).collect();
    match is_incomplete {
        true => CompletionResponse::List(CompletionList { is_incomplete, items }),
        false => CompletionResponse::Array(items),
    }
}

pub fn folds(analysis: &Analysis, file: &str, text: &Text) -> Vec<FoldingRange> {
    let fold = |fold: &synod_session::editing::Fold| {
        let range = text.range(fold.span);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(match fold.kind {
                FoldKind::Region => FoldingRangeKind::Region,
                FoldKind::Comment => FoldingRangeKind::Comment,
            }),
            ..FoldingRange::default()
        }
    };
    analysis.folds(file, text.as_str()).iter().map(fold).collect()
}

/// What is selected when a selection grows from a place: the word, its line, the declarations around it, all.
pub fn selection(analysis: &Analysis, file: &str, text: &Text, offset: usize) -> SelectionRange {
    let mut spans = vec![Span::new(0, text.as_str().len())];
    let mut items = analysis.outline(file);
    while let Some(item) = items.into_iter().find(|item| item.place.span.range().contains(&offset)) {
        spans.push(item.place.span);
        items = item.children;
    }
    let whole = text.as_str();
    let line_start = whole[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line_end = whole[offset..].find('\n').map_or(whole.len(), |at| offset + at);
    let line = &whole[line_start..line_end];
    let indent = line.len() - line.trim_start().len();
    spans.push(Span::new(line_start + indent, line_start + line.trim_end().len().max(indent)));
    let word = word_at(whole, offset);
    spans.push(Span::new(word.start, word.end));
    let mut inner: Option<SelectionRange> = None;
    let mut last: Option<Span> = None;
    for span in spans {
        // Each is inside of the one before, or left out.
        let fits = last.is_none_or(|last| last.start <= span.start && span.end <= last.end && last != span);
        if fits && span.start < span.end || last.is_none() {
            inner = Some(SelectionRange { range: text.range(span), parent: inner.map(Box::new) });
            last = Some(span);
        }
    }
    inner.unwrap_or(SelectionRange { range: Range::default(), parent: None })
}

/// The changes that format a text, or a part of it; none where it cannot be formatted.
pub fn format(file: &str, text: &Text, part: Option<Span>) -> Vec<TextEdit> {
    let source = Source::new(file, text.as_str());
    let Ok(formatter) = Formatter::new(&languages(), None, source) else { return Vec::new() };
    let budget = synod_core::Budget::unlimited().timeout(std::time::Duration::from_secs(10));
    let edits = match part {
        Some(part) => formatter.format_part(part.range()).ok(),
        None => formatter.format(&budget).ok(),
    };
    let edit = |edit: synod_session::formatting::Edit| TextEdit {
        range: text.range(Span::new(edit.range.start, edit.range.end)),
        new_text: edit.text,
    };
    edits.unwrap_or_default().into_iter().map(edit).collect()
}

/// The properties that are written in a file, with the verdicts that are known, for those who do not read lenses.
pub fn properties(analysis: &Analysis, file: &str, text: &Text, known: Option<&CheckReport>) -> Vec<Value> {
    let answers = known.map_or(&[][..], |report| &report.properties);
    let properties = analysis.properties().into_iter().filter(|property| property.place.file == file);
    properties
        .map(|property| {
            let answer = answers.iter().find(|answer| answer.name == property.name);
            let verdict = answer.map(|answer| answer.verdict);
            let range = text.range(property.place.span);
            json!({ "name": property.name, "range": range, "verdict": verdict })
        })
        .collect()
}

/// A lens over each property of a file: check it, with what is known of it.
pub fn lenses(
    analysis: &Analysis,
    file: &str,
    text: &Text,
    known: &HashMap<String, String>,
) -> Vec<CodeLens> {
    let Some(uri) = uri(file) else { return Vec::new() };
    let properties = analysis.properties().into_iter().filter(|property| property.place.file == file);
    properties
        .flat_map(|property| {
            let range = text.range(property.place.span);
            let title = match known.get(&property.name) {
                Some(verdict) => format!("{verdict} · check again"),
                None => "▷ check".to_string(),
            };
            let arguments = Some(vec![json!({ "uri": uri.as_str(), "properties": [property.name] })]);
            let lens = |title: String, command: &str| CodeLens {
                range: Range::new(range.start, range.start),
                command: Some(Command { title, command: command.to_string(), arguments: arguments.clone() }),
                data: None,
            };
            let is_violated = known.get(&property.name).is_some_and(|verdict| verdict.starts_with('✗'));
            let mut lenses = vec![lens(title, "synod.check")];
            lenses.extend(
                is_violated.then(|| lens("show counterexample".to_string(), "synod.showCounterexample")),
            );
            lenses
        })
        .collect()
}

/// The files that a text includes, as links.
pub fn links(analysis: &Analysis, file: &str, text: &Text) -> Vec<lsp_types::DocumentLink> {
    let folder = std::path::Path::new(file).parent().map(std::path::Path::to_path_buf).unwrap_or_default();
    let link = |include: synod_frontend::Include| {
        let target = folder.join(&include.path);
        Some(lsp_types::DocumentLink {
            range: text.range(include.span),
            target: uri(&target.to_string_lossy()),
            tooltip: Some(target.display().to_string()),
            data: None,
        })
    };
    analysis.frontend().includes(text.as_str()).into_iter().filter_map(link).collect()
}

/// The name of the file that a URI is of, with an offset of a position in it.
pub fn spot(documents: &Documents, at: &lsp_types::TextDocumentPositionParams) -> Option<(String, usize)> {
    let file = name(&at.text_document.uri);
    let offset = documents.get(&file)?.text.offset(at.position);
    Some((file, offset))
}
