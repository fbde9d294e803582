//! The one model that every front end produces and every engine analyses.
//!
//! A [`System`] is agents, typed variables, an initial condition and [`Rule`]s, the kinds of global
//! step. A [`Property`] is a formula over its states and steps. An [`Engine`] turns the two into a
//! [`Verdict`] with evidence: a [`Trace`] or a reason to believe. Nothing here reads files, searches,
//! or knows a modelling language.
//!
//! # Arithmetic
//!
//! There is one semantics of integers, followed by every engine and printer; the functions of
//! [`arith`] are its definition. Integers are the mathematical ones. What has no value is a *fault*:
//! dividing by zero, reading outside an array, leaving 64 bits, storing a value outside the type of
//! its variable. Connectives are three-valued (`false & fault` is `false`, `true | fault` is `true`,
//! otherwise a fault spreads), so no result depends on the order in which an engine evaluates. A step
//! that meets a fault is not taken, and is reported: see [`Formula::Faulty`].

mod alternatives;
pub mod arith;
mod budget;
mod certificate;
mod choices;
pub mod clock;
mod codes;
mod command;
mod compiled;
mod display;
mod engine;
mod eval;
mod expr;
mod faults;
mod folder;
mod initial;
mod interval;
mod known;
pub mod memory;
mod packed;
mod preparation;
mod property;
mod quantifiers;
mod ranges;
mod reachability;
mod remark;
mod strategy;
mod system;
pub mod threads;
mod trace;
mod types;
mod validate;
mod verdict;

pub use alternatives::{Alternatives, PerAlternatives};
pub use budget::{Budget, Progress, Silent, Stop, Tick};
pub use certificate::{Argument, Certificate, Clauses, Conditions, Fact, Induction, Place};
pub use choices::{Limit, for_each_choice, limit};
pub use codes::CODES;
pub use command::{Command, Coverage, Participation, Usage, kind_of_role};
pub use compiled::{AssumedFairness, CompiledModel, RemarkWhen, SideQuestion};
pub use display::{show_doubt, show_expr, show_expr_in, show_formula, show_value};
pub use engine::{DeviceTimes, Engine, Omission, Outcome, SearchFigures, Statistics, Unsupported};
pub use eval::{Env, Fault, eval, eval_bool};
pub use expr::{BinaryOp, Expr, ExprId, Exprs, UnaryOp};
pub use faults::{FaultMemory, Faults};
pub use folder::{Folder, Scratch};
pub use initial::{InitialSampler, Listing, initial_states, initial_states_within};
pub use interval::Interval;
pub use known::range_under;
pub use packed::{Field, FieldShape, Misfit, pack, unpack};
pub use preparation::{Interrupted, Phase, prepare, uninterrupted};
pub use property::{Formula, Lint, Property, PropertyOrigin, StepPredicate, StepPredicateId};
pub use quantifiers::QuantifierPrefix;
pub use ranges::infer_ranges;
pub use reachability::{Reachability, integers_within};
pub use remark::{Remark, StateCount};
pub use strategy::{Ability, CoalitionChoice, Decision, Plan, Reply, Response, Strategy, enforcement};
pub use synod_syntax::{checkpoint, checkpoint_now, counted, grouped, stoppable};
pub use system::{
    Action, Agent, AgentId, Alternative, Automaton, AutomatonEdge, Choice, Committed, ControlThread, Datum,
    DeadEnds, IS_DEFINED, Mode, Observation, Part, Role, Rule, RuleId, Strategies, System, Update, VarId,
    Variable,
};
pub use trace::{Companion, Counterexample, State, Step, Taken, Trace};
pub use types::{EnumId, EnumType, Sort, Type};
pub use verdict::{Proof, Verdict};
