//! Systems and properties in other formats, one module a target.
//!
//! Everything here is a function of [`synod_core::System`] and [`synod_core::Property`]; no printer
//! knows a modelling language.

pub mod aiger;
pub mod btor2;
pub mod c;
pub mod certificate;
pub mod chart;
mod choices;
pub mod circuit;
pub mod claims;
pub mod control;
pub mod dot;
pub mod itf;
pub mod json;
pub mod lnt;
pub mod opencl;
mod precedence;
mod program;
pub mod smv;
mod strategy_table;
pub mod svg;
pub mod text;
pub mod trace_csv;
pub mod trace_json;
pub mod trace_table;
mod two_valued;
mod walk;
pub mod witness;
pub mod witness_dot;

pub use two_valued::rules_enabled;

/// Why a system or a property cannot be printed in some format, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable(pub String);

impl std::fmt::Display for Unprintable {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unprintable {}
