//! Hardware circuits as models: AIGER 1.9 in text and in binary, and BTOR2.
//!
//! | module | what |
//! |---|---|
//! | `aiger` | AIGER: its text, and the text that a binary file stands for |
//! | `btor2` | BTOR2: its lines, its operators bit by bit, and the circuit that they describe |
//! | `gates` | how large and deep the graph of gates may become, which both are turned into |
//! | `circuit` | inputs, states, constraints and goals over such a graph |
//! | `lower` | circuits as systems: one rule a clock tick, whose choices are the inputs |
//! | `narrator` | runs in the words of the file, bits put together to words |
//! | `frontend` | the two languages, for the registry |
//! | `codes` | what the codes of diagnostics mean |
//! | `words` | what editors explain and offer |
//! | `scan` | lines and words of texts, and names |
//!
//! A bad state depends on the inputs of its moment, so it is a predicate on the step that leaves it. Constraints are the guard
//! of the one rule: up to and including that moment they hold, and where no input satisfies them a run counts for nothing,
//! because the repetition of a dead end satisfies no predicate on steps.

mod aiger;
mod btor2;
mod circuit;
mod codes;
pub mod frontend;
mod gates;
mod lower;
mod narrator;
mod scan;
mod words;
