//! Processes that call each other.

use synod_frontend::Symbol;
use synod_syntax::Span;

use super::{Analysis, Location, SymbolKind};

/// A process, or what else can call one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: SymbolKind,
    /// What it is, in the words of the language.
    pub what: &'static str,
    /// Where its name stands.
    pub place: Location,
}

/// A process with the places where one calls the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    /// The other one.
    pub other: Caller,
    /// Where it is called, or calls.
    pub places: Vec<Location>,
}

impl Analysis {
    /// The process that is named at a place of a file.
    pub fn callable(&self, file: &str, offset: usize) -> Option<Caller> {
        let mention = self.mention(file, offset)?;
        let symbol = self.names.symbol(mention.declaration)?;
        (symbol.kind == SymbolKind::Process).then(|| self.caller(symbol))
    }

    fn caller(&self, symbol: &Symbol) -> Caller {
        let place = Location::new(&self.source, symbol.span);
        Caller { name: symbol.name.clone(), kind: symbol.kind, what: symbol.what, place }
    }

    /// Who calls the process that is named at a place of a file.
    pub fn callers(&self, file: &str, offset: usize) -> Vec<Calls> {
        let Some(mention) = self.mention(file, offset) else { return Vec::new() };
        let mut found: Vec<(Span, Calls)> = Vec::new();
        for each in self.names.of(mention.declaration).filter(|each| each.name != each.declaration) {
            let Some(caller) = self.around(each.name) else { continue };
            self.add(&mut found, caller, each.name);
        }
        found.into_iter().map(|(_, calls)| calls).collect()
    }

    /// Whom the process calls that is named at a place of a file.
    pub fn called(&self, file: &str, offset: usize) -> Vec<Calls> {
        let own = self.mention(file, offset).and_then(|mention| self.names.symbol(mention.declaration));
        let Some(own) = own else { return Vec::new() };
        let mut found: Vec<(Span, Calls)> = Vec::new();
        for each in self.names.all().iter().filter(|each| each.name != each.declaration) {
            let called = self.names.symbol(each.declaration);
            let Some(called) = called.filter(|symbol| symbol.kind == SymbolKind::Process) else { continue };
            if self.around(each.name).is_some_and(|caller| caller.span == own.span) {
                self.add(&mut found, called, each.name);
            }
        }
        found.into_iter().map(|(_, calls)| calls).collect()
    }

    fn add(&self, found: &mut Vec<(Span, Calls)>, other: &Symbol, place: Span) {
        let place = Location::new(&self.source, place);
        match found.iter_mut().find(|(of, _)| *of == other.span) {
            Some((_, calls)) => calls.places.push(place),
            None => found.push((other.span, Calls { other: self.caller(other), places: vec![place] })),
        }
    }

    /// The definition in which something stands: the last one that begins before it.
    fn around(&self, place: Span) -> Option<&Symbol> {
        let defines = |symbol: &&Symbol| {
            use SymbolKind::*;
            matches!(symbol.kind, Process | Agent | Property | Section | Guard | Group | Instance)
        };
        let before =
            self.names.symbols.iter().filter(defines).filter(|symbol| symbol.span.start <= place.start);
        before.max_by_key(|symbol| symbol.span.start)
    }
}
