//! A search as a program in OpenCL C: all reachable states, level by level, on a GPU or on a CPU.
//!
//! The text has two halves. What every search needs (a table of states, lists of new ones, kernels that fill them)
//! is fixed: `table.cl` and `search.cl`. Between them stands the model: for each rule the conditions and assignments, in
//! plain C over states that are packed into 64-bit words. Faults and dead ends are those of the interpreter, so whatever
//! this program counts, it would count too.
//!
//! | module | what |
//! |---|---|
//! | `layout` | states as bits |
//! | `terms` | expressions as C, with the condition under which they have a value |
//! | `rules` | the steps of a rule |
//! | `watch` | a condition on positions that must never hold |
//! | `write` | the whole text |

mod layout;
mod rules;
mod terms;
mod watch;
mod write;

use synod_core::{Formula, System};

pub use layout::Layout;

use crate::Unprintable;

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
        write::program(system, never, int_bound)
    }
}
