//! Estimating a probability: runs are added until the interval is narrow enough.
//!
//! The runs so far are looked at a number of times that is fixed beforehand, and each look may be wrong
//! with an equal share of the risk. So the interval is right with the confidence asked for whenever the
//! looking stops (Bonferroni), and probabilities near 0 and 1 take few runs. One more look is kept for whoever stops
//! the work between two of them.

use synod_core::{Budget, Stop};

use super::binomial::lower_bound;
use super::runs::{Experiment, News, Tally};

/// How sure and how exact an answer has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The least probability that the answer is right.
    pub confidence: f64,
    /// Half of the width that the interval may have, apart from what runs leave undecided.
    pub error: f64,
}

/// A range of probabilities, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// What the runs say about the probability that a formula holds on a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What was counted.
    pub tally: Tally,
    /// The probability lies in here, with the confidence asked for. Runs that are undecided widen it:
    /// they may come out either way.
    pub interval: Interval,
    /// Why it was stopped before it was exact enough.
    pub stopped: Option<Stop>,
}

/// Numbers of runs after which to look, and the risk of each look.
struct Looks {
    at: Vec<u64>,
    /// That the probability is below the interval; the same again that it is above.
    risk: f64,
}

impl Precision {
    fn looks(self) -> Looks {
        let Precision { confidence, error } = self;
        let mut count: u32 = 1;
        loop {
            let risk = (1.0 - confidence) / (2.0 * f64::from(count + 1));
            // With all runs alike the interval can be narrow enough after `fewest`; whatever comes, it
            // is after `most` (Hoeffding).
            let fewest = (risk.ln() / (1.0 - 2.0 * error).ln()).ceil().max(1.0);
            let most = (-risk.ln() / (2.0 * error * error)).ceil().max(fewest);
            if fewest * 2_f64.powi(count as i32 - 1) >= most {
                let at = (0..count).map(|k| (fewest * 2_f64.powi(k as i32)).min(most) as u64).collect();
                return Looks { at, risk };
            }
            count += 1;
        }
    }

    /// How many runs an estimate takes at most.
    pub fn most_runs(self) -> u64 {
        self.looks().at.last().copied().unwrap_or(1)
    }
}

impl Tally {
    /// The share of runs that satisfy the formula; `None` without runs, or if some are undecided.
    pub fn share(&self) -> Option<f64> {
        let decided = self.undecided == 0 && self.runs() > 0;
        decided.then(|| self.satisfied as f64 / self.runs() as f64)
    }

    fn interval(&self, risk: f64) -> Interval {
        let runs = self.runs();
        Interval {
            low: lower_bound(self.satisfied, runs, risk),
            high: 1.0 - lower_bound(self.violated, runs, risk),
        }
    }
}

impl Experiment<'_> {
    /// Estimates the probability that the formula holds on a run.
    pub fn estimate(&self, precision: Precision, budget: &Budget, news: News) -> Estimate {
        self.estimate_looking(precision, budget, news, &mut |_| {})
    }

    /// The same, and tells what the runs say whenever they are looked at.
    pub fn estimate_looking(
        &self,
        precision: Precision,
        budget: &Budget,
        news: News,
        look: &mut dyn FnMut(&Estimate),
    ) -> Estimate {
        let looks = precision.looks();
        let most = looks.at.last().copied();
        let mut tally = Tally::default();
        let mut stopped = None;
        for until in looks.at {
            let (verdicts, stop) = self.verdicts(tally.runs()..until, most, budget, news);
            verdicts.into_iter().for_each(|(verdict, steps)| tally.add(verdict, steps));
            if stop.is_some() {
                stopped = stop;
                break;
            }
            let interval = tally.interval(looks.risk);
            look(&Estimate { tally, interval, stopped });
            let Interval { low, high } = interval;
            let undecided = tally.undecided as f64 / tally.runs() as f64;
            if high - low - undecided <= 2.0 * precision.error {
                break;
            }
        }
        Estimate { tally, interval: tally.interval(looks.risk), stopped }
    }
}
