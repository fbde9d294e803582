//! The service behind pages: a request (JSON) becomes an answer (JSON), the same in a server and in the browser itself.
//!
//! Nothing is kept between requests: each has the text of its model in it. [`METHODS`] is the table of what can be asked;
//! [`call`] answers. Here nothing is printed, no file is read and no thread is started; limits are those of the budget, and
//! news of long work go to a listener. [`typescript`] has the types for pages.

mod analysis;
mod automata;
mod check;
mod cutoff;
mod editing;
mod event;
mod failure;
mod formula;
mod graph;
mod http;
mod languages;
mod methods;
mod model;
mod places;
mod play;
mod random;
mod run;
mod show;
pub mod typescript;
mod walk;

pub use analysis::*;
pub use automata::*;
pub use check::*;
pub use cutoff::*;
pub use editing::*;
pub use event::*;
pub use failure::{Failure, FailureKind};
pub use formula::*;
pub use graph::*;
pub use http::*;
pub use languages::*;
pub use methods::{Listener, METHODS, Method, call};
pub use model::{Limits, Model};
pub use places::{TextEdit, TextRange};
pub use play::*;
pub use random::*;
pub use run::*;
pub use show::*;
pub use walk::*;
