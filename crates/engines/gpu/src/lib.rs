//! Graphics processors: explicit-state search and random runs in OpenCL.
//!
//! The program that runs there is printed from the system ([`synod_printers::opencl`]); here it is built, given memory,
//! and told which level of the search comes next. It is loaded when it is asked for: nothing is linked, and where there
//! is no OpenCL the engine says so.
//!
//! | module | what |
//! |---|---|
//! | `device` | OpenCL: the devices there are, memory on one of them, kernels; all that is unsafe |
//! | `table` | the set of states, in four allocations that grow |
//! | `condense` | smaller entries, where there is no memory for a larger table |
//! | `kernels` | the kernels of a program, and what they count |
//! | `search` | breadth-first search on one card, level by level |
//! | `expand` | what is done with the states of a level |
//! | `partition` | search on several cards, and of more states than they hold |
//! | `shards` | states divided by their hash |
//! | `path` | shortest runs, found again by the distance that each state is stamped with |
//! | `cycles` | accepting cycles of a product with an automaton, by elimination |
//! | `product` | runs of a product as runs of the system |
//! | `engine` | the engine as others see it |
//! | `runs` | random runs, for estimates |

mod condense;
mod cycles;
mod device;
mod engine;
mod expand;
mod kernels;
mod partition;
mod path;
mod product;
mod runs;
mod search;
mod shards;
mod table;

pub use device::{DeviceInfo, DeviceKind, NoDevice, devices, may_have_gpu};
pub use engine::{Cards, Gpu};
pub use runs::DeviceRuns;
