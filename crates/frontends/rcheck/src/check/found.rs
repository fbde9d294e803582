//! Collects diagnostics: the same thing said of the same place counts once, however often quantifiers
//! and guards repeat the place.

use std::collections::HashSet;

use synod_syntax::{Code, Diagnostic, Diagnostics, Severity, Span, nearest};

/// What was found so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Remark>,
    seen: HashSet<(Code, Span, String)>,
    /// Declarations of variables that may have values outside their types.
    loose: HashSet<Span>,
    /// How many there are of each severity.
    counts: [usize; 3],
}

/// A diagnostic that is only right if the variables declared at these places keep to their types.
struct Remark {
    diagnostic: Diagnostic,
    relies_on: Vec<Span>,
}

impl Findings {
    /// Adds a diagnostic unless it is there already.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.push_relying(diagnostic, Vec::new());
    }

    /// The same for one that is only right if the variables declared at these places keep to their types.
    pub(super) fn push_relying(&mut self, diagnostic: Diagnostic, relies_on: Vec<Span>) {
        let count = &mut self.counts[diagnostic.severity as usize];
        if *count < Diagnostics::MOST
            && self.seen.insert((diagnostic.code, diagnostic.span, diagnostic.message.clone()))
        {
            *count += 1;
            self.list.push(Remark { diagnostic, relies_on });
        }
    }

    /// The variable declared here may have values outside its type.
    pub(super) fn loosen(&mut self, declaration: Span) {
        self.loose.insert(declaration);
    }

    /// Whether there is an error among them.
    pub(super) fn has_errors(&self) -> bool {
        self.counts[Severity::Error as usize] > 0
    }

    /// The candidate that a misspelt name is closest to, while errors are kept.
    pub(super) fn nearest<'a>(
        &self,
        wanted: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let is_full = self.counts[Severity::Error as usize] == Diagnostics::MOST;
        if is_full { None } else { nearest(wanted, candidates) }
    }

    /// All of them.
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        let mut list = Diagnostics::default();
        let kept =
            self.list.into_iter().filter(|remark| !remark.relies_on.iter().any(|at| self.loose.contains(at)));
        kept.for_each(|remark| list.push(remark.diagnostic));
        list
    }
}
