//! The explicit-state engine: every reachable state is found and kept, packed into machine words.
//!
//! It decides linear time, branching time (CTL*), knowledge and strategies, over states and steps, with shortest
//! counterexamples for invariants and finite evidence in general. What it does in which module:
//!
//! | module | what |
//! |---|---|
//! | `layout`, `model` | states as bits, the rules compiled against that |
//! | `cases`, `guard`, `cubes`, `lookup`, `program` | conditions by cases, as masks, tables and straight-line programs |
//! | `batch`, `kernel`, `columns` | rules for many states at a time |
//! | `expand`, `steps` | the steps of a state, and where they lead, kept |
//! | `store`, `explore`, `round`, `path` | the set of states found, the parallel breadth-first search, shortest runs |
//! | `ltl`, `alphabet` | linear-time formulas as automata, the letters they read |
//! | `graph`, `product`, `adjacency`, `emptiness`, `lasso`, `cycles` | runs that an automaton accepts; runs within a set |
//! | `concurrent`, `sweep` | runs that an automaton accepts, found on all threads |
//! | `checkpoint` | searches that are saved in files and go on from them |
//! | `coverage` | how often commands are used |
//! | `dive` | states that a depth-first search finds before the breadth-first search does |
//! | `points`, `enumerated`, `moves`, `automata` | the instance of [`synod_labelling`]: knowledge, branching time and strategies |
//! | `prepare`, `decide` | which of these a formula needs, and what comes of it |
//! | `symmetry` | the same search up to symmetry: one state for all that differ in which agent is which |
//! | `partial_order` | which of the orders of independent steps are followed |
//! | `layered` | the same search for invariants, with states that are compressed or in files |
//! | `lossy` | looking for violations with a few bits of each state |
//! | `runs` | random runs for estimates |
//! | `partition` | what a search needs that is spread over several processes |
//! | `reduced` | the engine that leaves out states, as others see it |
//! | `limits`, `bits` | budget and progress; sets of numbers |
//! | `engine` | the engine as others see it |
//!
//! A *point* is a state together with what the step that led there satisfies, as far as a formula can tell.

mod adjacency;
mod alphabet;
mod automata;
mod batch;
mod bits;
mod cases;
mod checkpoint;
mod columns;
mod concurrent;
mod coverage;
mod cubes;
mod cycles;
mod decide;
mod dive;
mod emptiness;
mod engine;
mod enumerated;
mod expand;
mod explore;
mod graph;
mod guard;
mod kernel;
mod lasso;
mod layered;
mod layout;
mod limits;
mod lookup;
mod lossy;
mod ltl;
mod model;
mod moves;
mod partial_order;
mod partition;
mod path;
mod points;
mod prepare;
mod product;
mod program;
mod reduced;
mod round;
mod runs;
mod steps;
mod store;
mod sweep;
mod symmetry;

pub use checkpoint::{Checkpoints, fingerprint};
pub use engine::Explicit;
pub use layered::{Layered, Storage};
pub use lossy::{BugHunt, Hunting};
pub use partition::{
    ExpansionFigures, MemoryShape, PartitionedConjunct, PartitionedModel, ProductStep, RunExpander,
    RunMemory, RunNode, Runs, ShareExpander, StateShare, Watch, supports_partitioned,
};
pub use reduced::{Reduced, Reduction};
pub use runs::CompiledRuns;
