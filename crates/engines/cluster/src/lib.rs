//! Explicit-state search on several processes, on one machine or on many: each keeps the states whose hash is its own.
//!
//! | module | what |
//! |---|---|
//! | `exchange` | supersteps over timely dataflow: batches between workers, and barriers |
//! | `search` | all reachable states, level by level; shortest runs |
//! | `runs` | the product with an automaton, cycles in it, lassos |
//! | `crew` | the workers of one process, and the questions that they answer |
//! | `handshake`, `wire` | who may join: token, version, model; messages between processes |
//! | `links` | connections between all processes, for timely |
//! | `hosts` | the file that names the machines |
//! | `fleet` | the first process: starts the others, asks them, and notices when one is gone |
//! | `member` | another process: joins and answers |
//! | `engine` | the engine as others see it |
//! | `plan` | what memory a run will need |
//!
//! All workers run the same code on their shares (single program, multiple data): what one of them decides, all decide.
//! Only the first process knows the property's verdict to the end, builds the counterexample and reports it. The steps of states,
//! and how states are packed, are those of the explicit engine.

mod crew;
mod engine;
mod exchange;
mod fleet;
mod handshake;
mod hosts;
mod links;
mod member;
mod plan;
mod runs;
mod search;
mod wire;

pub use engine::Cluster;
pub use fleet::{ClusterOptions, Launch, SharedCluster};
pub use handshake::{Digest, Token};
pub use hosts::{Host, Hosts, HostsError, Start};
pub use member::{Ticket, serve};
pub use plan::{Plan, Sample, sample};
