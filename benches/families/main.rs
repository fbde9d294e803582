//! Families of systems that grow, checked by the symbolic engine and, on request, by NuSMV beside it.
//! See `benches/README.md` for how to run it.

mod allocation;
mod cryptographers;
mod nusmv;
mod philosophers;

use std::time::Instant;

use synod_bdd::Bdd;
use synod_core::{Budget, Engine, Formula, Property, PropertyOrigin, Silent, System, Verdict};

/// A name, the usual sizes, and how to make one of a size.
type Family = (&'static str, &'static [usize], fn(usize) -> (System, Vec<Property>));

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let compare = arguments.iter().any(|argument| argument == "--nusmv");
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let families: [Family; 3] = [
        ("philosophers", &[16, 20, 40, 100], |n| {
            let formula = Formula::Globally(Box::new(Formula::Deadlock.not()));
            (philosophers::system(n), vec![property("no-deadlock", formula)])
        }),
        ("cryptographers", &[12, 20, 50], |n| {
            let (system, claim) = cryptographers::system(n);
            (system, vec![property("anonymity", claim)])
        }),
        ("allocation", &[3, 4, 5], allocation::system),
    ];
    let asked = |name: &str| {
        let named = families.iter().filter(|(other, ..)| arguments.iter().any(|a| a == other)).count();
        named == 0 || arguments.iter().any(|argument| argument == name)
    };
    for (name, usual, make) in families.iter().filter(|(name, ..)| asked(name)) {
        for n in if sizes.is_empty() { *usual } else { sizes.as_slice() } {
            let (system, properties) = make(*n);
            println!("{name} {n}");
            run(&system, &properties, compare);
        }
    }
}

fn property(name: &str, formula: Formula) -> Property {
    Property {
        name: name.to_string(),
        text: String::new(),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    }
}

fn run(system: &System, properties: &[Property], compare: bool) {
    let start = Instant::now();
    let engine = Bdd::new(system).expect("families are bounded");
    match engine.reach(&Budget::unlimited(), &Silent) {
        Ok(found) => println!(
            "  reachable: {} states in {} nodes, {:.3} s",
            found.states,
            found.nodes,
            start.elapsed().as_secs_f64()
        ),
        Err(stop) => println!("  reachable: {}", stop.reason()),
    }
    for property in properties {
        // A fresh engine, so that each time includes what is reachable.
        let start = Instant::now();
        let engine = Bdd::new(system).expect("families are bounded");
        let outcome = engine.check(property, &Budget::unlimited(), &Silent);
        let steps = match &outcome.verdict {
            Verdict::Violated(found) => format!(" by {} states", found.trace.states.len()),
            _ => String::new(),
        };
        println!(
            "  {}: {}{steps}, {:.3} s, {} MB",
            property.name,
            outcome.verdict.word(),
            start.elapsed().as_secs_f64(),
            outcome.statistics.memory.unwrap_or(0) >> 20
        );
        // Knowledge cannot be put into SMV's words.
        if compare && !property.formula.is_epistemic() {
            nusmv::compare(system, property);
        }
    }
}
