//! Systems whose probabilities are known exactly.

use synod_core::{Budget, Formula, Stop, System};

use super::*;
use crate::interpreter::Interpreter;
use crate::testing::{gambler, is};

const SURE: Precision = Precision { confidence: 0.999, error: 0.02 };

fn finally(f: Formula) -> Formula {
    Formula::Finally(Box::new(f))
}

fn experiment<'a>(system: &'a System, formula: &'a Formula, horizon: u64) -> Experiment<'a> {
    Experiment::new(Interpreter::new(system), formula, horizon, 7)
}

fn threads(threads: usize) -> Budget {
    let mut budget = Budget::unlimited();
    budget.threads = threads;
    budget
}

fn silent() -> impl Fn(u64, Option<u64>) + Sync {
    |_, _| {}
}

#[test]
fn the_interval_contains_a_known_probability() {
    // Who begins with a of n coins and bets one at a time on a fair coin wins all with probability a/n.
    for (begin, all) in [(1, 2), (1, 4), (3, 4), (2, 5)] {
        let mut system = gambler(begin, all);
        let formula = finally(is(&mut system, all));
        let found = experiment(&system, &formula, 10_000).estimate(SURE, &threads(2), &silent());
        let Interval { low, high } = found.interval;
        let exact = begin as f64 / all as f64;
        assert!(low <= exact && exact <= high, "{low} to {high} for {exact}");
        assert!(high - low <= 0.04 + 1e-9);
        assert_eq!((found.tally.undecided, found.stopped), (0, None));
    }
}

#[test]
fn what_is_certain_takes_few_runs() {
    let mut system = gambler(1, 2);
    let [won, lost] = [2, 0].map(|v| is(&mut system, v));
    let formula = finally(Formula::Or(vec![won, lost]));
    let found = experiment(&system, &formula, 100).estimate(SURE, &threads(2), &silent());
    assert_eq!((found.tally.violated, found.interval.high), (0, 1.0));
    assert!(found.tally.runs() < 500 && SURE.most_runs() > 9_000);
}

#[test]
fn what_the_horizon_leaves_open_is_counted_apart_and_widens_the_interval() {
    // After two bets the gambler with 2 of 4 coins has won, has lost, or has 2 again: 1/4, 1/4, 1/2.
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    let found = experiment(&system, &formula, 2).estimate(SURE, &threads(2), &silent());
    let runs = found.tally.runs() as f64;
    for (count, exact) in
        [(found.tally.satisfied, 0.25), (found.tally.violated, 0.25), (found.tally.undecided, 0.5)]
    {
        assert!((count as f64 / runs - exact).abs() < 0.03);
    }
    let Interval { low, high } = found.interval;
    assert!((low - 0.25).abs() < 0.03 && (high - 0.75).abs() < 0.03, "{low} to {high}");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let mut system = gambler(2, 5);
    let formula = finally(is(&mut system, 5));
    let experiment = experiment(&system, &formula, 30);
    let precision = Precision { confidence: 0.9, error: 0.05 };
    let one = experiment.estimate(precision, &threads(1), &silent());
    assert_eq!(one, experiment.estimate(precision, &threads(3), &silent()));
    let claim = Hypothesis::new(0.5, precision).expect("a claim");
    assert_eq!(
        experiment.test(claim, &threads(1), &silent()),
        experiment.test(claim, &threads(4), &silent())
    );
}

#[test]
fn a_claim_is_tested() {
    let mut system = gambler(3, 4);
    let formula = finally(is(&mut system, 4));
    let experiment = experiment(&system, &formula, 10_000);
    let decide = |at_least| {
        let claim = Hypothesis::new(at_least, SURE).expect("a claim");
        experiment.test(claim, &threads(2), &silent()).decision
    };
    assert_eq!(decide(0.7), Ok(Decision::Accepted));
    assert_eq!(decide(0.8), Ok(Decision::Rejected));
    assert_eq!(Hypothesis::new(0.99, SURE), None);
}

#[test]
fn a_claim_that_depends_on_open_runs_is_not_decided() {
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    let claim = Hypothesis::new(0.5, SURE).expect("a claim");
    let tested = experiment(&system, &formula, 2).test(claim, &threads(2), &silent());
    assert_eq!(tested.decision, Ok(Decision::Undecided));
}

#[test]
fn the_first_violating_run_can_be_made_again() {
    let mut system = gambler(1, 2);
    let formula = finally(is(&mut system, 2));
    let experiment = experiment(&system, &formula, 10);
    let tally = experiment.estimate(SURE, &threads(2), &silent()).tally;
    let number = tally.first_violation.expect("a violation");
    let budget = Budget::unlimited();
    assert_eq!(experiment.run(number, &budget), Ok((RunVerdict::Violated, 1)));
    assert!(
        (0..number)
            .all(|n| experiment.run(n, &budget).is_ok_and(|(verdict, _)| verdict != RunVerdict::Violated))
    );
}

#[test]
fn runs_that_hold_only_by_getting_stuck_are_told_apart() {
    let mut system = gambler(1, 2);
    let won = is(&mut system, 2);
    let strict = finally(won.clone());
    let formula = finally(Formula::Or(vec![won, Formula::Deadlock]));
    let experiment = experiment(&system, &formula, 10).strictly(Some(&strict));
    let tally = experiment.estimate(SURE, &threads(2), &silent()).tally;
    assert_eq!(tally.satisfied, tally.runs());
    assert!((tally.stuck as f64 / tally.runs() as f64 - 0.5).abs() < 0.1);
}

#[test]
fn cancelling_leaves_what_is_known() {
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    let budget = threads(2);
    budget.cancel();
    let found = experiment(&system, &formula, 100).estimate(SURE, &budget, &silent());
    assert_eq!((found.stopped, found.tally.runs()), (Some(Stop::Cancelled), 0));
    assert_eq!(found.interval, Interval { low: 0.0, high: 1.0 });
}

#[test]
fn runs_that_were_finished_before_the_work_was_cancelled_are_kept() {
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    let experiment = experiment(&system, &formula, 100);
    let stop_after_50 = |budget: Budget| {
        let found = experiment.estimate(SURE, &budget, &|runs, _| {
            if runs == 50 {
                budget.cancel();
            }
        });
        assert_eq!(found.stopped, Some(Stop::Cancelled));
        let all = (0..found.tally.runs()).map(|number| experiment.run(number, &Budget::unlimited()));
        let satisfied = all.filter(|run| matches!(run, Ok((RunVerdict::Satisfied { .. }, _)))).count();
        assert_eq!(found.tally.satisfied, satisfied as u64, "they are the first ones");
        found
    };
    let alone = stop_after_50(threads(1));
    assert_eq!(alone.tally.runs(), 50);
    assert!(alone.interval.low > 0.1 && alone.interval.high < 0.9, "{:?}", alone.interval);
    stop_after_50(threads(3));
}

#[test]
fn a_bounded_question_has_no_undecided_runs() {
    // After two bets: won, lost, or 2 coins again: 1/4, 1/4, 1/2.
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    for (at_horizon, exact) in [(AtHorizon::NotViolated, 0.75), (AtHorizon::NotSatisfied, 0.25)] {
        let experiment = experiment(&system, &formula, 2).at_horizon(at_horizon);
        let found = experiment.estimate(SURE, &threads(2), &silent());
        assert_eq!(found.tally.undecided, 0);
        assert!(found.interval.low <= exact && exact <= found.interval.high, "{:?}", found.interval);
        assert!(found.tally.share().is_some_and(|share| (share - exact).abs() < 0.03));
    }
}

#[test]
fn seeds_that_follow_each_other_give_independent_runs() {
    let mut system = gambler(2, 4);
    let formula = finally(is(&mut system, 4));
    let verdicts = |seed| {
        let experiment = Experiment::new(Interpreter::new(&system), &formula, 100, seed);
        (0..200).map(|number| experiment.run(number, &Budget::unlimited())).collect::<Vec<_>>()
    };
    let (one, two) = (verdicts(1), verdicts(2));
    assert_ne!(one[1..], two[..199], "the runs of the next seed are not those of this one, shifted");
}
