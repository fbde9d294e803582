//! The interpreter: what the steps of a system are, by definition and one state at a time.
//!
//! It judges the engines, so it shares no search with them: it works on plain [`synod_core::State`]s
//! with the reference evaluator, and says whether a trace is a run of its system ([`replay`]), what
//! a formula is worth on it ([`evaluate`]), and whether a counterexample is one ([`judge`]). People use it to walk through a model ([`Walk`]).

mod describe;
mod evaluate;
mod extend;
mod interpreter;
mod judge;
mod matching;
mod monitor;
mod monitor_table;
mod nearest;
mod outcomes;
mod random;
mod replay;
pub mod statistics;
mod strategy;
mod strategy_extraction;
#[cfg(test)]
mod testing;
mod walk;
mod worlds;

pub use describe::{
    Participant, StepText, local_name, short_name, show_answer, show_coalition_choice, show_control,
    show_variable,
};
pub use evaluate::{Hint, Truth, evaluate, evaluate_with};
pub use extend::extend;
pub use interpreter::{Faulted, InitialStates, Interpreter, MOST_LISTED, Move, Moves, NotTaken};
pub use judge::{judge, keep_confirmed, make_whole, shorten};
pub use matching::{Unmatched, match_steps};
pub use monitor::{Monitor, Position, decided, left_to_show};
pub use monitor_table::{GrowingTable, MonitorAlphabet, MonitorTable};
pub use nearest::{Nearest, find_nearest};
pub use random::Random;
pub use replay::{Misfit, ReplayError, replay, replay_companion};
pub use strategy::{Finding, judge_strategy};
pub use strategy_extraction::{StrategyOracle, extract_counter_strategy, extract_strategy};
pub use walk::{Ending, Walk, WalkError};
pub use worlds::Worlds;
