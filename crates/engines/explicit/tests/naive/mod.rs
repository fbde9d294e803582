//! The semantics by definition: slow, obvious, sharing nothing with the engine but the core evaluator.

pub mod steps;
pub mod temporal;
pub mod validate;
