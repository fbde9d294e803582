//! The debug adapter: turns the Debug Adapter Protocol into calls of the session library, and answers into its messages.
//!
//! One thread reads messages ([`wire`]) and stops work that is under way when somebody asks to pause or leaves. Another answers
//! them in their order ([`adapter`]); while a model runs it looks for messages between two steps.

mod adapter;
mod breakpoints;
mod client;
mod launch;
mod looking;
mod references;
mod running;
mod wire;

pub use adapter::{serve, serve_stdio};
