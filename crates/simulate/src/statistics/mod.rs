//! Statistics of random runs: how likely a property is to hold when every step that can be taken is as
//! likely as the others.
//!
//! Run number `i` depends on the seed and on `i` alone, and answers are read in the order of the numbers.
//! So the result is the same for any number of threads.

mod binomial;
mod estimate;
mod runs;
mod test;

pub use estimate::{Estimate, Interval, Precision};
pub use runs::{AtHorizon, Experiment, News, RunVerdict, Runner, Tally, Verdicts, without_gaps};
pub use test::{Decision, Hypothesis, Tested};

#[cfg(test)]
mod tests;
