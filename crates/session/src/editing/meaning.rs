//! What of a text its meaning depends on.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Analysis, Location};

impl Analysis {
    /// A number that is the same for texts that mean the same: those which differ in comments and white space only.
    pub fn meaning(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.frontend().language().name.hash(&mut hasher);
        self.reader.given_parameters().hash(&mut hasher);
        let text = self.source.text();
        let pieces = self.frontend().layout(&self.source).and_then(|layout| layout.pieces(text));
        match pieces {
            None => text.hash(&mut hasher),
            Some(pieces) => {
                let mut end = None;
                for piece in pieces {
                    let span = piece.span.range();
                    // Whether words are apart, and in lines of their own, may count; what is before the first does not.
                    let gap = end.and_then(|end| text.get(end..span.start));
                    gap.map(|gap| (gap.is_empty(), gap.contains('\n'))).hash(&mut hasher);
                    text.get(span.clone()).hash(&mut hasher);
                    end = Some(span.end);
                }
            }
        }
        hasher.finish()
    }

    /// Where the type of what is named at a place of a file is declared: an enumeration, or a type of agents.
    pub fn type_definitions(&self, file: &str, offset: usize) -> Vec<Location> {
        use super::SymbolKind::*;
        let mention = self.mention(file, offset);
        let Some(symbol) = mention.and_then(|mention| self.names.symbol(mention.declaration)) else {
            return Vec::new();
        };
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = symbol.detail.split(|c| !is_part(c)).collect();
        let types = self.names.symbols.iter().filter(|known| {
            matches!(known.kind, Enumeration | Agent)
                && words.contains(&known.name.as_str())
                && known.span != symbol.span
        });
        types.map(|known| Location::new(&self.source, known.span)).collect()
    }
}
