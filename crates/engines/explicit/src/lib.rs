//! The explicit-state engine: every reachable state is found and kept, packed into machine words.
//!
//! It decides linear time, branching time (CTL*), knowledge and strategies, over states and steps, with shortest
//! counterexamples for invariants and finite evidence in general. What it does in which module:
//!
//! | module | what |
//! |---|---|
//! | `layout`, `specialise`, `program`, `cubes`, `lookup`, `guard`, `model`, `expand` | states as bits, rules as masks and straight-line programs, the steps of a state |
//! | `store`, `explore`, `round`, `steps`, `path`, `pace` | the set of states found, the parallel breadth-first search and its steps, shortest runs, looks at the budget |
//! | `ltl`, `alphabet` | linear-time formulas as automata, the letters they read |
//! | `graph`, `product`, `links`, `emptiness`, `forever` | runs that an automaton accepts |
//! | `points`, `sets`, `bits`, `coalition`, `course`, `explain` | knowledge, branching time and strategies, and why they fail |
//! | `engine`, `fragment`, `decide` | which of these a formula needs |

mod alphabet;
mod automata;
mod bits;
mod cubes;
mod decide;
mod emptiness;
mod engine;
mod enumerated;
mod expand;
mod explore;
mod forever;
mod fragment;
mod graph;
mod guard;
mod layout;
mod links;
mod lookup;
mod ltl;
mod model;
mod moves;
mod pace;
mod path;
mod points;
mod product;
mod program;
mod round;
mod specialise;
mod steps;
mod store;

pub use engine::{Explicit, Reachability};
