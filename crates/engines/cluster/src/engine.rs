//! The engine as others see it.

use synod_core::clock::Instant;
use synod_core::{
    Budget, Counterexample, Engine, Formula, Outcome, Progress, Proof, Property, Reachability, SearchFigures,
    Statistics, System, Unsupported, Verdict, grouped,
};
use synod_explicit::supports_partitioned;

use crate::crew::Report;
use crate::fleet::{Answered, ClusterOptions, SharedCluster};
use crate::search::Cut;

/// Explicit-state search on several processes.
#[derive(Debug)]
pub struct Cluster<'a> {
    system: &'a System,
    cluster: SharedCluster,
}

impl<'a> Cluster<'a> {
    /// An engine for one system, on processes that other engines use too; on the threads of this process if there are none.
    pub fn new(system: &'a System, cluster: Option<&SharedCluster>) -> Self {
        let cluster = cluster.cloned().unwrap_or_else(|| SharedCluster::new(ClusterOptions::alone()));
        Cluster { system, cluster }
    }

    fn outcome(&self, answered: Answered, budget: &Budget) -> Outcome {
        let Answered { report, states, depth, memory } = answered;
        let report = match report {
            Ok(report) => report,
            Err(cut) => {
                let stop = match cut {
                    Cut::Stopped(stop) => stop,
                    Cut::Lost | Cut::Inconsistent(_) => budget.reason_to_stop(),
                };
                let doing = format!("on {} states found so far (depth {depth})", grouped(states));
                return Outcome {
                    verdict: stop.verdict(doing, "look no further than `--depth N`"),
                    statistics: Statistics {
                        depth: Some(depth),
                        memory: Some(memory),
                        ..Statistics::default()
                    },
                    remarks: vec![],
                };
            }
        };
        let figures = figures(&report);
        let verdict = match report.violation {
            Some(Some(trace)) => Verdict::Violated(Box::new(Counterexample::of(trace))),
            Some(None) => {
                Verdict::Unknown { reason: "no run was found for a violation".to_string(), advice: None }
            }
            None if report.initial && !figures.cut => {
                Verdict::Holds(Proof::Initial { states: figures.initial })
            }
            None => match figures.limited_to(budget.int_bound, budget.depth) {
                Some(within) => Verdict::Bounded { within },
                None => Verdict::Holds(Proof::Exhausted { states: figures.states }),
            },
        };
        let search = SearchFigures {
            states: figures.states,
            transitions: figures.transitions,
            left_out: 0,
            bytes: figures.memory,
            file_bytes: 0,
        };
        Outcome {
            verdict,
            statistics: figures.statistics(memory, search),
            remarks: figures.remarks(self.system),
        }
    }
}

fn figures(report: &Report) -> Reachability {
    let totals = &report.totals;
    Reachability {
        states: totals.states,
        transitions: totals.figures.transitions,
        deadlocks: totals.figures.deadlocks,
        faults: totals.figures.faults,
        depth: report.depth,
        initial: totals.initial,
        cut: totals.figures.cut,
        complete: report.complete,
        memory: totals.bytes,
        ..Reachability::default()
    }
}

impl Engine for Cluster<'_> {
    fn name(&self) -> &'static str {
        "cluster"
    }

    fn supports(&self, formula: &Formula) -> Result<(), Unsupported> {
        supports_partitioned(self.system, formula)
    }

    fn check(&self, property: &Property, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let start = Instant::now();
        let mut outcome = match self.supports(&property.formula) {
            Err(Unsupported(reason)) => without_states(reason, None),
            Ok(()) => match self.cluster.ask(self.system, &property.formula, budget, progress) {
                Ok(answered) => self.outcome(answered, budget),
                Err(reason) => without_states(reason, Some("start the run again".to_string())),
            },
        };
        outcome.statistics.elapsed = start.elapsed();
        outcome
    }
}

fn without_states(reason: String, advice: Option<String>) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown { reason, advice },
        statistics: Statistics::default(),
        remarks: vec![],
    }
}
