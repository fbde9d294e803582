//! What the names of a text mean, and where they stand.

use std::collections::HashMap;

use synod_frontend::{Symbol, SymbolKind};
use synod_syntax::{Resolution, Source, Span};

use super::Analysis;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file, by its name.
    pub file: String,
    /// Bytes of its text.
    pub span: Span,
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Where.
    pub place: Location,
    /// What kind of thing it names.
    pub kind: SymbolKind,
    /// Whether it is declared there.
    pub is_declaration: bool,
}

/// A part of the outline of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: SymbolKind,
    /// Its type, its values or its parameters.
    pub detail: String,
    /// Where its name stands.
    pub name_place: Location,
    /// All of its declaration, with all that it contains.
    pub place: Location,
    /// What it contains.
    pub children: Vec<OutlineItem>,
}

/// Declarations and mentions; spans are those of the whole text.
pub(super) struct Names {
    pub symbols: Vec<Symbol>,
    /// Each mention with the declaration that it means, in the order of the text; declarations are among them.
    mentions: Vec<Resolution>,
    /// The symbol that is declared at a place.
    declared: HashMap<Span, usize>,
}

impl Location {
    /// Where a span of a text is.
    pub(super) fn new(source: &Source, span: Span) -> Self {
        let (file, span) = source.location(span);
        Location { file: file.to_string(), span }
    }
}

impl Names {
    pub fn new(source: &Source, symbols: Vec<Symbol>, resolved: Vec<Resolution>) -> Self {
        // What stands around a name, such as the `@` of `@property`, is not part of it.
        let name_in = |span: Span, name: &str| {
            let start = span.end.checked_sub(name.len() as u32)?;
            let narrowed = Span { start, ..span };
            (start >= span.start && source.slice(narrowed) == name).then_some(narrowed)
        };
        let symbols: Vec<Symbol> = symbols
            .into_iter()
            .map(|symbol| Symbol {
                span: name_in(symbol.span, &symbol.name).unwrap_or(symbol.span),
                ..symbol
            })
            .collect();
        let declared: HashMap<Span, usize> =
            symbols.iter().enumerate().map(|(position, symbol)| (symbol.span, position)).collect();
        let ends: HashMap<u32, Span> = symbols.iter().map(|symbol| (symbol.span.end, symbol.span)).collect();
        // What is declared again means the first declaration.
        let plain = |span: Span| ends.get(&span.end).copied().unwrap_or(span);
        let again: HashMap<Span, Span> = resolved
            .iter()
            .map(|each| (plain(each.name), plain(each.declaration)))
            .filter(|(name, declaration)| {
                name != declaration && source.slice(*name) == source.slice(*declaration)
            })
            .collect();
        let first = |declaration: Span| again.get(&declaration).copied().unwrap_or(declaration);
        let mut mentions: Vec<Resolution> = Vec::new();
        for each in &resolved {
            let declaration = first(plain(each.declaration));
            let Some(name) = name_in(each.name, source.slice(declaration)) else { continue };
            mentions.push(Resolution { name, declaration });
            mentions.push(Resolution { name: declaration, declaration });
        }
        mentions.extend(
            symbols.iter().map(|symbol| Resolution { name: symbol.span, declaration: first(symbol.span) }),
        );
        mentions.sort_unstable();
        mentions.dedup();
        Names { symbols, mentions, declared }
    }

    /// The mention at an offset, or one that ends there.
    pub fn at(&self, offset: usize) -> Option<Resolution> {
        let offset = offset as u32;
        let behind = self.mentions.partition_point(|each| each.name.start <= offset);
        let found = self.mentions[..behind].iter().rev().take(2).find(|each| offset <= each.name.end);
        found.copied()
    }

    /// All mentions of what is declared at a place.
    pub fn of(&self, declaration: Span) -> impl Iterator<Item = &Resolution> {
        self.mentions.iter().filter(move |each| each.declaration == declaration)
    }

    pub fn all(&self) -> &[Resolution] {
        &self.mentions
    }

    /// What is declared at a place, if it is more than a variable of a formula.
    pub fn symbol(&self, declaration: Span) -> Option<&Symbol> {
        self.declared.get(&declaration).map(|position| &self.symbols[*position])
    }

    pub fn kind(&self, declaration: Span) -> SymbolKind {
        self.symbol(declaration).map_or(SymbolKind::Parameter, |symbol| symbol.kind)
    }
}

impl Analysis {
    /// The mention at a place of a file.
    pub(super) fn mention(&self, file: &str, offset: usize) -> Option<Resolution> {
        self.names.at(self.source.offset_of(file, offset)?)
    }

    /// Where that which is named at a place is declared: every declaration, if there are several.
    pub fn definitions(&self, file: &str, offset: usize) -> Vec<Location> {
        let Some(mention) = self.mention(file, offset) else { return Vec::new() };
        let declared =
            self.names.of(mention.declaration).filter(|each| self.names.declared.contains_key(&each.name));
        let mut found: Vec<Location> = declared.map(|each| Location::new(&self.source, each.name)).collect();
        if found.is_empty() {
            found.push(Location::new(&self.source, mention.declaration));
        }
        found
    }

    /// All places where that is mentioned which is named at a place, in the order of the text.
    pub fn mentions(&self, file: &str, offset: usize) -> Vec<Mention> {
        let Some(mention) = self.mention(file, offset) else { return Vec::new() };
        self.names.of(mention.declaration).map(|each| self.mention_of(each)).collect()
    }

    /// Every name of a file whose meaning is known, in the order of the text.
    pub fn all_mentions(&self, file: &str) -> Vec<Mention> {
        let all = self.names.all().iter().map(|each| self.mention_of(each));
        all.filter(|mention| mention.place.file == file).collect()
    }

    fn mention_of(&self, each: &Resolution) -> Mention {
        Mention {
            place: Location::new(&self.source, each.name),
            kind: self.names.kind(each.declaration),
            is_declaration: each.name == each.declaration || self.names.declared.contains_key(&each.name),
        }
    }

    /// What a file declares, as a tree.
    pub fn outline(&self, file: &str) -> Vec<OutlineItem> {
        let symbols = &self.names.symbols;
        let mut items: Vec<Option<OutlineItem>> = symbols
            .iter()
            .map(|symbol| {
                let (name_place, place) =
                    (Location::new(&self.source, symbol.span), Location::new(&self.source, symbol.whole));
                let item = OutlineItem {
                    name: symbol.name.clone(),
                    kind: symbol.kind,
                    detail: symbol.detail.clone(),
                    name_place,
                    place,
                    children: Vec::new(),
                };
                (item.name_place.file == file).then_some(item)
            })
            .collect();
        // Containers come before what they contain.
        for position in (0..items.len()).rev() {
            let Some(container) = symbols[position].container else { continue };
            if let Some(mut item) = items[position].take()
                && let Some(Some(outer)) = items.get_mut(container)
            {
                item.children.sort_by_key(|child| child.name_place.span.start);
                outer.place.span = outer.place.span.to(item.place.span);
                outer.children.push(item);
            }
        }
        let mut roots: Vec<OutlineItem> = items.into_iter().flatten().collect();
        for root in &mut roots {
            root.children.sort_by_key(|child| child.name_place.span.start);
        }
        roots.sort_by_key(|root| root.name_place.span.start);
        roots
    }
}
