//! The language server: turns the Language Server Protocol into calls of the session library, and answers into its types.
//!
//! One thread speaks the protocol ([`server`]). Another reads texts ([`analyst`]), and stops as soon as a text has changed; what is
//! known of an older text is never shown as if it were of a newer one. A third checks properties ([`checking`]).
//! Runs are drawn on threads of their own ([`viewing`]).

mod analyst;
mod answers;
mod asking;
mod capabilities;
mod checking;
mod documents;
mod features;
mod paths;
mod positions;
mod server;
mod settings;
mod tokens;
mod viewing;
mod workspace;

pub use server::{serve, serve_stdio};
