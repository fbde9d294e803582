//! Testing whether a probability is at least some value: Wald's sequential test, which stops as soon as
//! the runs so far speak clearly enough.
//!
//! Undecided runs may come out either way. So there are two tests: one counts them as violated, and only
//! what it accepts is accepted; the other counts them as satisfied, and only what it rejects is rejected.

use synod_core::{Budget, Stop};

use super::estimate::Precision;
use super::runs::{Experiment, News, RunVerdict, Tally};

/// The claim that a formula holds on a run with at least some probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    at_least: f64,
    precision: Precision,
}

/// What became of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The probability is not below the value minus the error.
    Accepted,
    /// The probability is not above the value plus the error.
    Rejected,
    /// That depends on the runs that are undecided: look further.
    Undecided,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// What was counted.
    pub tally: Tally,
    /// The decision, or why there is none.
    pub decision: Result<Decision, Stop>,
}

/// How many runs are made before the test looks at them again; no result depends on it.
const BATCH: u64 = 256;

impl Hypothesis {
    /// The claim, unless the error leaves nothing to tell apart: the value has to be further than that
    /// from 0 and 1.
    pub fn new(at_least: f64, precision: Precision) -> Option<Self> {
        let apart = at_least - precision.error > 0.0 && at_least + precision.error < 1.0;
        apart.then_some(Hypothesis { at_least, precision })
    }
}

/// One sequential probability ratio test.
struct Ratio {
    /// The logarithm of how much better the claim explains the runs than its opposite.
    evidence: f64,
    /// What a satisfied run adds, and a violated one.
    gains: (f64, f64),
    /// Where the evidence is enough, either way.
    enough: f64,
}

impl Ratio {
    fn new(Hypothesis { at_least, precision }: Hypothesis) -> Self {
        let (above, below) = (at_least + precision.error, at_least - precision.error);
        let gains = ((above / below).ln(), ((1.0 - above) / (1.0 - below)).ln());
        let enough = (precision.confidence / (1.0 - precision.confidence)).ln();
        Ratio { evidence: 0.0, gains, enough }
    }

    fn settled(&self) -> Option<bool> {
        (self.evidence.abs() >= self.enough).then_some(self.evidence > 0.0)
    }

    fn add(&mut self, satisfied: bool) {
        if self.settled().is_none() {
            self.evidence += if satisfied { self.gains.0 } else { self.gains.1 };
        }
    }
}

impl Experiment<'_> {
    /// Tests a claim about the probability that the formula holds on a run. A wrong claim is accepted,
    /// and a right one rejected, with at most the risk that the confidence leaves.
    pub fn test(&self, hypothesis: Hypothesis, budget: &Budget, news: News) -> Tested {
        let (mut cautious, mut hopeful) = (Ratio::new(hypothesis), Ratio::new(hypothesis));
        let mut tally = Tally::default();
        loop {
            let numbers = tally.runs()..tally.runs() + BATCH;
            let (verdicts, stop) = self.verdicts(numbers, None, budget, news);
            for (verdict, steps) in verdicts {
                tally.add(verdict, steps);
                cautious.add(matches!(verdict, RunVerdict::Satisfied { .. }));
                hopeful.add(verdict != RunVerdict::Violated);
                let decision = match (cautious.settled(), hopeful.settled()) {
                    (Some(true), _) => Decision::Accepted,
                    (_, Some(false)) => Decision::Rejected,
                    (Some(false), Some(true)) => Decision::Undecided,
                    _ => continue,
                };
                return Tested { tally, decision: Ok(decision) };
            }
            if let Some(stop) = stop {
                return Tested { tally, decision: Err(stop) };
            }
        }
    }
}
