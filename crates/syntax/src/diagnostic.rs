//! What is wrong with a model, in a form every surface can render.

use crate::{Span, nearest};

/// How bad it is. Errors stop the work; warnings and notes do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The model cannot be used.
    Error,
}

impl Severity {
    /// The word printed in front of a message.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A stable name of a kind of diagnostic, such as `rcheck::duplicate-name`. Users search for it and
/// editors group by it, so it never changes once released.
pub type Code = &'static str;

/// A second place that explains the first, e.g. where a name was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// A change of the text that may be the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// One message about a model: place, reason and, where there is one, a way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its stable kind.
    pub code: Code,
    /// The place it is about.
    pub span: Span,
    /// One sentence saying what is wrong.
    pub message: String,
    /// A few words under the caret.
    pub caption: String,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// Explanation in full, a paragraph an entry.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Changes of the text, each of which may be what to do.
    pub fixes: Vec<Fix>,
    /// The name of a property that refutes it if it is proved.
    pub refuted_by: Option<&'static str>,
}

impl Diagnostic {
    fn new(severity: Severity, code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code,
            span,
            message: message.into(),
            caption: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            fixes: Vec::new(),
            refuted_by: None,
        }
    }

    /// An error at `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    /// A few words under the caret.
    pub fn caption(mut self, text: impl Into<String>) -> Self {
        self.caption = text.into();
        self
    }

    /// Another place that explains this one.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// A paragraph of explanation.
    pub fn explain(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// It is unfounded if this property is proved.
    pub fn unless(mut self, property: &'static str) -> Self {
        self.refuted_by = Some(property);
        self
    }

    /// Asks whether this was meant in the place of what stands there.
    pub fn suggest(self, meant: impl AsRef<str>) -> Self {
        let (span, meant) = (self.span, meant.as_ref());
        self.help(format!("did you mean `{meant}`?")).fix(span, meant)
    }

    /// A change of the text that may be what to do.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, text: text.into() });
        self
    }

    /// What to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Everything found wrong so far, up to [`Diagnostics::MOST`] of each severity: nobody reads more.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// How many there are of each severity.
    counts: [usize; 3],
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many of a severity are kept.
    pub const MOST: usize = 1_000;

    /// Adds one, unless there are too many of its kind.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = &mut self.counts[diagnostic.severity as usize];
        if *count < Self::MOST {
            *count += 1;
            self.list.push(diagnostic);
        }
    }

    /// Whether no more errors are kept: then it is no use to look for more of them, or for words that were meant.
    pub fn is_full(&self) -> bool {
        self.counts[Severity::Error as usize] == Self::MOST
    }

    /// The candidate that a misspelt word is closest to, as [`nearest`] finds it, while errors are kept.
    pub fn nearest<'a>(
        &self,
        wanted: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if self.is_full() { None } else { nearest(wanted, candidates) }
    }

    /// The one that was added last.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.list.last_mut()
    }

    /// Adds all of another collection.
    pub fn extend(&mut self, other: Diagnostics) {
        other.list.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Leaves out those that fail a test.
    pub fn retain(&mut self, test: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(test);
    }

    /// Whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts[severity as usize]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them in the order of the text, the same message at the same place once.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.span.start, b.severity, a.code).cmp(&(b.span.start, a.severity, b.code)));
        self.list.dedup();
        self.list
    }

    /// All of them in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}
