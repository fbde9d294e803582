//! What every face of Synod calls: from the text of a model and a question to an answer in words and data.
//!
//! A face (command line, editor, page, notebook) turns its own protocol into calls of this crate and the results into
//! its own form. Here nothing is printed, no file is read, and no thread is started.
//!
//! [`Reader`] reads a text in one of the [`languages`] into an [`Opened`] model: one system ([`OpenedModel`]) or a
//! family of systems of any number of agents ([`OpenedFamily`]). [`family`] answers questions about families,
//! [`certify`] checks certificates again, [`convert`] prints models in other forms, and [`wording`] puts verdicts into
//! words. [`questions`] are about formulas, conditions and expressions that are not in the text. [`walk`] steps through a model, [`debugging`] stops on the way,
//! [`blocked`] says why nothing, or not more, can be done, [`simulation`] and [`estimation`] make random runs, [`traces`] reads and writes runs,
//! [`replay`] judges them, [`charts`] makes sequence charts of them, [`expression`] reads what is watched, and
//! [`pictures`] draws. [`policy`] is a model in which agents do what tables say. [`fairness`] is what may be assumed of runs, [`expectations`] are verdicts
//! that a text announces, [`batch`] and [`sweep`] are for many models and values of parameters, [`templates`] are models to begin
//! with. [`check`] and [`diagnostics`] have what goes into questions and comes out of texts, and
//! [`formatting`] lays texts out, and [`editing`] is what an editor asks while somebody writes
//! ([`highlighting`] is for those that know nothing but words). [`reports`] turns documents into
//! reports for other programs, and [`lint`] looks for what is probably not meant.

pub mod batch;
pub mod blocked;
pub mod certificates;
pub mod certify;
pub mod charts;
pub mod check;
mod check_report;
pub mod convert;
pub mod coverage;
pub mod debugging;
pub mod diagnostics;
pub mod editing;
pub mod estimation;
pub mod expectations;
pub mod expression;
pub mod fairness;
pub mod family;
pub mod family_report;
pub mod family_wording;
pub mod formatting;
pub mod highlighting;
mod includes;
mod languages;
pub mod lint;
mod model;
pub mod narration;
mod open;
pub mod pictures;
mod plain;
pub mod policy;
pub mod questions;
mod rejection;
pub mod replay;
pub mod settings;
pub mod simulation;
pub mod sizes;
mod smt_solver;
pub mod sweep;
pub mod templates;
mod trace_view;
pub mod traces;
pub mod walk;
pub mod wording;

pub use check_report::{add_search_figures, answer, report};
pub use includes::{Loader, not_included};
pub use languages::{languages, summary};
pub use model::OpenedModel;
pub use open::{Opened, Reader, Reading};
pub use rejection::Rejection;
pub use synod_core::{counted, grouped};
pub use synod_reports as reports;
pub use trace_view::TraceView;
