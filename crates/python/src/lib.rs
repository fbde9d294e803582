//! The library for Python, below the package `synod` (`python/`): opened models, states, steps, runs and tables as objects, and the
//! methods of the service as they are, in JSON.
//!
//! Python waits here without holding its lock: other threads go on, and Ctrl-C is heard (`work`).

mod action;
mod explore;
mod model;
mod run;
mod service;
mod state;
mod table;
mod value;
mod work;

use pyo3::prelude::*;

/// The compiled part of Synod. Use the package `synod` around it.
#[pymodule]
mod _synod {
    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::explore::Explorer;
    #[pymodule_export]
    use super::model::Opened;
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::service::{call, version, viewer};
    #[pymodule_export]
    use super::state::{Move, State};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::work::Rejected;
}
