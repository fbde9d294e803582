//! What an editor asks of a text while somebody writes it: what is wrong with it and how to mend that, what its names mean
//! and where they stand, what may be written next, and how it is built up.
//!
//! Places are byte offsets in a file, by its name: a text may include others.

mod analysis;
mod calls;
mod checking;
mod completion;
mod folding;
mod hints;
mod hover;
mod meaning;
mod names;
mod parameters;
mod rename;
mod signature;
mod words;

pub use analysis::{Analysis, Early, Related, Repair, TextDiagnostic};
pub use calls::{Caller, Calls};
pub use checking::{CheckEvent, Checkable, Checked};
pub use completion::{Completion, CompletionKind};
pub use folding::{Fold, FoldKind};
pub use hints::Hint;
pub use hover::Hover;
pub use names::{Location, Mention, OutlineItem};
pub use parameters::{Parameter, parameters_in};
pub use signature::Signature;
pub use synod_frontend::SymbolKind;
pub use words::word_at;
