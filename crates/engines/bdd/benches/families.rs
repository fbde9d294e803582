//! Families of systems that grow, checked by the symbolic engine, with the same systems printed for
//! NuSMV beside it when that is on `PATH`. See `benches/README.md` for how to run it.

#[path = "families/cryptographers.rs"]
mod cryptographers;
#[path = "families/philosophers.rs"]
mod philosophers;

use std::time::Instant;

use synod_bdd::Bdd;
use synod_core::{Budget, Engine, Formula, Property, PropertyOrigin, Silent, System, Verdict};

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let family = arguments.next();
    let sizes: Vec<usize> = arguments.filter_map(|argument| argument.parse().ok()).collect();
    match (family.as_deref(), sizes.as_slice()) {
        (Some("philosophers"), sizes) => sizes.iter().for_each(|n| philosophers(*n)),
        (Some("cryptographers"), sizes) => sizes.iter().for_each(|n| cryptographers(*n)),
        _ => {
            [8, 16, 20, 40].into_iter().for_each(philosophers);
            [8, 12, 20].into_iter().for_each(cryptographers);
        }
    }
}

fn philosophers(n: usize) {
    let system = philosophers::system(n);
    reach(&format!("philosophers {n}"), &system);
    check(&system, "no deadlock", Formula::Globally(Box::new(Formula::Deadlock.not())));
}

fn cryptographers(n: usize) {
    let (system, claim) = cryptographers::system(n);
    reach(&format!("cryptographers {n}"), &system);
    check(&system, "anonymity", claim);
}

fn reach(title: &str, system: &System) {
    let start = Instant::now();
    let engine = Bdd::new(system).expect("bounded");
    match engine.reach(&Budget::unlimited(), &Silent) {
        Ok(found) => println!(
            "{title}: {} states, {} nodes, {:.3} s",
            found.states,
            found.nodes,
            start.elapsed().as_secs_f64()
        ),
        Err(stop) => println!("{title}: {}", stop.reason()),
    }
}

fn check(system: &System, name: &str, formula: Formula) {
    let property = Property {
        name: name.to_string(),
        text: String::new(),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    };
    let start = Instant::now();
    let engine = Bdd::new(system).expect("bounded");
    let outcome = engine.check(&property, &Budget::unlimited(), &Silent);
    let steps = match &outcome.verdict {
        Verdict::Violated(found) => format!(" in {} states", found.trace.states.len()),
        _ => String::new(),
    };
    println!(
        "  {name}: {}{steps}, {:.3} s, {} MB",
        outcome.verdict.word(),
        start.elapsed().as_secs_f64(),
        outcome.statistics.memory.unwrap_or(0) >> 20
    );
}
