//! The adapter as a client sees it.

mod client;
mod garbage;
mod languages;
mod walking;
