//! What may be written next.

use synod_frontend::{Symbol, SymbolKind};

use super::{Analysis, word_at};

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A name that the text declares.
    Name(SymbolKind),
    /// A word of the language.
    Keyword,
    /// A form to fill in.
    Snippet,
}

/// Something that may be written next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// As it is shown.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside it.
    pub detail: String,
    /// What is written; a snippet has places `${1:…}` to fill in.
    pub insert: String,
}

impl Analysis {
    /// What may be written at a place of a file, whose text this is now. The analysis may be of a text from before the last
    /// changes: names are remembered while a text is half-written.
    pub fn completions(&self, file: &str, text: &str, offset: usize) -> Vec<Completion> {
        let before = text.get(..offset).unwrap_or("");
        let owner = self.owner(&before[..word_at(before, before.len()).start]);
        let mut found: Vec<Completion> = match owner {
            Some(owner) => self.members(owner).map(offered).collect(),
            None => self.visible(file, offset).map(offered).collect(),
        };
        if owner.is_none() {
            let frontend = self.frontend();
            found.extend(frontend.words().iter().map(|word| Completion {
                label: word.word.to_string(),
                kind: CompletionKind::Keyword,
                detail: word.meaning.to_string(),
                insert: word.word.to_string(),
            }));
            found.extend(frontend.snippets().iter().map(|snippet| Completion {
                label: snippet.name.to_string(),
                kind: CompletionKind::Snippet,
                detail: snippet.meaning.to_string(),
                insert: snippet.text.to_string(),
            }));
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|each| seen.insert((each.label.clone(), each.kind == CompletionKind::Snippet)));
        found
    }

    /// Whose member is named behind a text that ends with `owner.` or `owner-`.
    fn owner(&self, before: &str) -> Option<usize> {
        let owner = before.strip_suffix(['.', '-'])?;
        let name = Some(&owner[word_at(owner, owner.len())]).filter(|name| !name.is_empty())?;
        let symbols = &self.names.symbols;
        let found = symbols.iter().position(|symbol| symbol.name == name)?;
        match symbols[found].kind {
            SymbolKind::Agent => Some(found),
            // An instance has what its type has, which its detail names.
            SymbolKind::Instance => symbols
                .iter()
                .position(|symbol| symbol.kind == SymbolKind::Agent && symbol.name == symbols[found].detail),
            _ => None,
        }
    }

    fn members(&self, owner: usize) -> impl Iterator<Item = &Symbol> {
        self.names.symbols.iter().filter(move |symbol| symbol.container == Some(owner))
    }

    /// What means something at a place by its name alone: what belongs to nobody, or to who stands around the place; and values.
    fn visible(&self, file: &str, offset: usize) -> impl Iterator<Item = &Symbol> {
        let at = self.source.offset_of(file, offset).unwrap_or(offset) as u32;
        let symbols = &self.names.symbols;
        let containers: std::collections::HashSet<usize> =
            symbols.iter().filter_map(|symbol| symbol.container).collect();
        let is_around = |position: &usize| {
            let symbol = &symbols[*position];
            symbol.whole.start <= at && at <= self.end_of(symbol)
        };
        let around: std::collections::HashSet<usize> = containers.into_iter().filter(is_around).collect();
        symbols.iter().filter(move |symbol| match (symbol.container, symbol.kind) {
            (None, _) | (_, SymbolKind::Case | SymbolKind::Channel | SymbolKind::Action) => true,
            (Some(container), _) => around.contains(&container),
        })
    }

    /// Where what comes after a symbol at its level begins.
    fn end_of(&self, symbol: &Symbol) -> u32 {
        let beside = self.names.symbols.iter().filter(|other| other.container == symbol.container);
        let next = beside.map(|other| other.whole.start).filter(|start| *start > symbol.whole.start).min();
        next.unwrap_or(self.source.text().len() as u32).max(symbol.whole.end)
    }
}

fn offered(symbol: &Symbol) -> Completion {
    let detail = match symbol.detail.as_str() {
        "" => symbol.what.to_string(),
        detail => format!("{detail} ({})", symbol.what),
    };
    Completion {
        label: symbol.name.clone(),
        kind: CompletionKind::Name(symbol.kind),
        detail,
        insert: symbol.name.clone(),
    }
}
