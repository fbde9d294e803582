//! New names for what a text declares. A new name that would mean something else somewhere is refused: the text is read again
//! with it, and every name must mean what it meant before.

use std::collections::BTreeMap;

use synod_core::Budget;
use synod_syntax::{Severity, Source, Span};

use super::{Analysis, Location, Repair, SymbolKind};
use crate::Reader;

impl Analysis {
    /// The name at a place of a file, if it can be changed.
    pub fn renamable(&self, file: &str, offset: usize) -> Option<Location> {
        Some(Location::new(&self.source, self.mention(file, offset)?.name))
    }

    /// The changes that give a new name to what is named at a place of a file; or why that cannot be, as a sentence.
    pub fn rename(
        &self,
        file: &str,
        offset: usize,
        new: &str,
        budget: &Budget,
    ) -> Result<Vec<Repair>, String> {
        let mention = self.mention(file, offset).ok_or("There is no name here that can be changed.")?;
        let old = self.source.slice(mention.declaration);
        if new == old {
            return Ok(Vec::new());
        }
        let spans: Vec<Span> = self.names.of(mention.declaration).map(|each| each.name).collect();
        let reader = match self.names.kind(mention.declaration) {
            // Values that were given for it are for the new name.
            SymbolKind::Constant => self.reader.clone().with_renamed(old, new),
            _ => self.reader.clone(),
        };
        self.keeps_meanings(reader, &spans, [old, new], budget)?;
        let title = format!("Rename `{old}` to `{new}`");
        let change = |span: &Span| Repair {
            title: title.clone(),
            place: Location::new(&self.source, *span),
            text: new.to_string(),
        };
        Ok(spans.iter().map(change).collect())
    }

    /// Whether every name means the same when some of them are changed.
    fn keeps_meanings(
        &self,
        reader: Reader,
        spans: &[Span],
        [old, new]: [&str; 2],
        budget: &Budget,
    ) -> Result<(), String> {
        let mut text = self.source.text().to_string();
        for span in spans.iter().rev() {
            text.replace_range(span.range(), new);
        }
        let longer = new.len() as i64 - old.len() as i64;
        let moved = |at: u32| {
            let before = spans.iter().take_while(|span| span.start < at).count();
            (i64::from(at) + longer * before as i64) as u32
        };
        let renamed = |span: Span| Span { start: moved(span.start), end: moved(span.end) };
        // The texts that it includes are in its place already.
        let source = Source::new(self.source.name(), text);
        let after = reader.analyse(source, budget).map_err(|rejection| rejection.message)?;
        let errors = |analysis: &Analysis| {
            analysis.found().into_iter().filter(|found| found.severity == Severity::Error).collect::<Vec<_>>()
        };
        let (old_errors, new_errors) = (errors(self).len(), errors(&after));
        if new_errors.len() > old_errors {
            let why = new_errors.first().map_or("", |found| found.message.lines().next().unwrap_or(""));
            return Err(format!("`{old}` cannot be called `{new}`: {why}."));
        }
        let before: BTreeMap<Span, Span> =
            self.names.all().iter().map(|each| (renamed(each.name), renamed(each.declaration))).collect();
        let now: BTreeMap<Span, Span> =
            after.names.all().iter().map(|each| (each.name, each.declaration)).collect();
        match before == now {
            true => Ok(()),
            false => Err(format!(
                "`{old}` cannot be called `{new}`: another name would not mean what it does now."
            )),
        }
    }
}
