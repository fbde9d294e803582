//! Where actions were written. Actions are the same wherever they stand, so places never tell them apart.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use synod_syntax::Span;

/// Places in the text, of one action or of all that happen as one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(pub Vec<Span>);

impl Places {
    /// One place.
    pub fn at(span: Span) -> Self {
        Places(vec![span])
    }

    /// Those of several, each once.
    pub fn all<'a>(list: impl IntoIterator<Item = &'a Places>) -> Self {
        let mut spans: Vec<Span> = Vec::new();
        for span in list.into_iter().flat_map(|places| &places.0) {
            if !spans.contains(span) {
                spans.push(*span);
            }
        }
        Places(spans)
    }

    /// The first place, or none.
    pub fn first(&self) -> Span {
        self.0.first().copied().unwrap_or_default()
    }
}

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

impl Hash for Places {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for Places {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Places {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}
