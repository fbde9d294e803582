//! The rate of two processes beside that of two threads, without a front end: counters that count up, each for itself.
//!
//!     cargo run --release -p synod-cluster --example rate -- [COUNTERS] [MOST] [WORKERS]
//!
//! The processes are threads here, but exchange states over the loopback interface as processes do.

use synod_cluster::{Cluster, ClusterOptions, Launch, SharedCluster};
use synod_core::{Budget, Engine, Formula, Silent, Verdict};
use synod_explicit::Explicit;
use synod_testing::{counters, property};

/// Processor seconds of this process, user and system.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().unwrap_or(2));
    let count = arguments.next().unwrap_or(6);
    let most = arguments.next().unwrap_or(9);
    let workers = arguments.next().unwrap_or(2);
    let system = counters(count, most as i64);
    let question = property(Formula::Globally(Box::new(Formula::Faulty.not())));
    let mut budget = Budget::unlimited();
    budget.threads = workers;
    let options =
        |processes| ClusterOptions { processes, launch: Some(Launch::Thread), ..ClusterOptions::alone() };
    let (threads, processes) = (SharedCluster::new(options(1)), SharedCluster::new(options(workers)));
    let engines: [(&str, Box<dyn Engine>); 3] = [
        ("explicit, threads", Box::new(Explicit::new(&system))),
        ("cluster, threads", Box::new(Cluster::new(&system, Some(&threads)))),
        ("cluster, processes", Box::new(Cluster::new(&system, Some(&processes)))),
    ];
    println!("{:<20} {:>10} {:>8} {:>12} {:>8}", "search", "states", "s", "states/s", "CPU s");
    for (name, engine) in engines {
        let before = processor();
        let outcome = engine.check(&question, &budget, &Silent);
        let (seconds, states) =
            (outcome.statistics.elapsed.as_secs_f64(), outcome.statistics.states.unwrap_or(0));
        let cpu = processor() - before;
        assert!(matches!(outcome.verdict, Verdict::Holds(_)), "{:?}", outcome.verdict);
        println!("{name:<20} {states:>10} {seconds:>8.2} {:>12.0} {cpu:>8.2}", states as f64 / seconds);
    }
}
