//! Runs that an automaton accepts, found on all threads.
//!
//! Of each state the letter is found once, and the automaton is a table over the letters that occur. So a node of the product is a
//! state and the number of a memory, its steps are read rather than made, and a set of nodes is a bit for each state
//! and memory: nothing has to be looked up in a table that threads share. The search for cycles is
//! one-way-catch-them-young (Černá and Pelánek 2003) for several acceptance conditions that belong to steps: nodes
//! that no step leads to are taken away, then those that no step leads to which fulfils the first condition, then the
//! second, and so on, until nothing changes. If something is left, a depth-first search finds a lasso in it.
//!
//! It gives up where an automaton has many memories. Then one thread makes the [product](crate::product).

mod letters;
mod nodes;
mod search;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use search::SharedProduct;
