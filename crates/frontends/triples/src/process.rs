//! Process terms over any kind of action: what triple structures are built from.

use std::collections::BTreeMap;

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Process<A> {
    /// Successful termination.
    End,
    /// One action, then termination.
    Act(A),
    /// The process defined under a name.
    Call(String),
    /// One after the other. A prefix `a.P` is a sequence of `a` and `P`.
    Sequence(Vec<Process<A>>),
    /// One of them. The choice between none can do nothing and never ends.
    Choice(Vec<Process<A>>),
    /// All of them, interleaved; ends when all have ended.
    Parallel(Vec<Process<A>>),
}

/// Processes by name.
pub type Definitions<A> = BTreeMap<String, Process<A>>;

/// Why a process has no finite triple structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ill {
    /// No process has this name.
    Undefined(String),
    /// The process calls itself before doing anything.
    Unguarded(String),
    /// The process calls itself inside a parallel composition, so the number of threads has no bound.
    RecursionInParallel(String),
    /// The process calls itself, may return, and then has more to do: the calls pile up without bound.
    RecursionNotLast {
        /// The process.
        caller: String,
        /// The call that has to return.
        callee: String,
    },
    /// Its structure is finite, but too large to be written out.
    TooLarge,
}
