//! A search as a program in OpenCL C: all reachable states, level by level, on a GPU or on a CPU. And random runs as such a
//! program.
//!
//! The text has two halves. What every search needs (a table of states, lists of new ones, kernels that fill them)
//! is fixed: the files that end in `.cl`. Between them stands the model: for each rule the conditions and assignments, in
//! plain C over states that are packed into 64-bit words. Faults and dead ends are those of the interpreter, so whatever
//! this program counts, it would count too.
//!
//! | module | what |
//! |---|---|
//! | `layout` | states as bits |
//! | `terms` | expressions as C, with the condition under which they have a value |
//! | `rules` | the steps of a rule |
//! | `predicates` | predicates on steps, and what is done with a step |
//! | `product` | the product with an automaton |
//! | `watch` | a condition on positions that must never hold |
//! | `write` | the whole text of a search |
//! | `walk` | random runs |

mod layout;
mod predicates;
mod product;
mod rules;
mod terms;
mod walk;
mod watch;
mod write;

use synod_core::{Formula, System};
use synod_passes::ltl::Buchi;
use synod_simulate::MonitorAlphabet;

pub use layout::{Layout, MemoryBits};

use crate::Unprintable;
use product::Product;
use watch::Watch;
use write::Purpose;

/// A search for one system, as text, with what one has to know to run it.
#[derive(Clone, Debug)]
pub struct SearchProgram {
    /// The program.
    pub text: String,
    /// How its states are packed.
    pub layout: Layout,
    /// How many states a work group may find before it has to put them into the table.
    pub capacity: usize,
}

impl SearchProgram {
    /// The search of a system. Integers without bounds are explored from `-int_bound` to `int_bound`; a position that
    /// satisfies `never` is reported.
    pub fn new(system: &System, never: Option<&Formula>, int_bound: i64) -> Result<Self, Unprintable> {
        write::program(system, &Purpose::Watch(Watch::new(never)?), int_bound)
    }

    /// The search of the product with an automaton. A state of it that has nothing left to show is reported.
    pub fn product(system: &System, buchi: &Buchi, int_bound: i64) -> Result<Self, Unprintable> {
        write::program(system, &Purpose::Product(Product::new(buchi)?), int_bound)
    }
}

/// Random runs of one system, as text.
#[derive(Clone, Debug)]
pub struct RunProgram {
    /// The program.
    pub text: String,
    /// How its states are packed.
    pub layout: Layout,
}

impl RunProgram {
    /// Runs on which formulas over some atoms are followed. A state with more than `most_steps` steps is left to others.
    pub fn new(
        system: &System,
        alphabet: &MonitorAlphabet,
        int_bound: i64,
        most_steps: usize,
    ) -> Result<Self, Unprintable> {
        walk::program(system, alphabet, int_bound, most_steps)
    }
}
