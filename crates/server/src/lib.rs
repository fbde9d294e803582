//! `synod serve`: the workbench and its service over HTTP, for one person at this machine or for a course.
//!
//! Requests become answers in `crates/service`; here is what stands around that: who may ask ([`guard`]), what each may
//! have ([`shares`], [`connections`]), worker processes that
//! do the work ([`pool`], [`worker`]), jobs that outlive a connection ([`jobs`]), the files of a folder ([`files`]), and the
//! page itself ([`page`]). The threat model is in the book, in "The workbench".

mod connections;
mod files;
mod guard;
mod jobs;
pub mod openapi;
mod options;
mod page;
mod pool;
mod routes;
mod shares;
mod wire;
mod worker;

pub use options::ServeOptions;
pub use routes::serve;
pub use worker::work;
