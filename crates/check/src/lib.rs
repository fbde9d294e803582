//! From questions to answers that can be trusted: selects properties, chooses an engine for each, and
//! lets the interpreter judge every counterexample before anybody sees it.

mod built_in;
mod coverage;
mod engines;
mod from_state;
mod kept;
mod minimise;
mod race;
mod run;
mod select;
mod side_conditions;
mod side_questions;
mod suite;
mod turns;
mod vacuity;

pub use built_in::{BUILT_IN, BuiltIn};
#[cfg(feature = "programs")]
pub use engines::solvers;
pub use engines::{AUTO, ENGINES, EngineChoice, EngineInfo, EngineNotFound, EngineOption, StateReduction};
pub use from_state::judge_prefix;
pub use kept::Reductions;
pub use minimise::minimise;
pub use run::{AppliedPass, Checker, PropertyAnswer, Report};
pub use select::{SelectionError, select};
pub use suite::{Event, Options, Witnesses, run};
#[cfg(feature = "programs")]
pub use synod_cluster as cluster;
pub use synod_explicit::{Checkpoints, CompiledRuns, Storage, fingerprint};
#[cfg(feature = "programs")]
pub use synod_gpu as gpu;
pub use synod_simulate::{judge, shorten};
