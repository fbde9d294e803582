//! Dining philosophers: the explicit engine beside Spin. See `benches/README.md`.

#[path = "../measure.rs"]
mod measure;
mod model;
#[path = "../spin.rs"]
mod spin;

use std::path::Path;

fn main() {
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let counts = if asked.is_empty() { vec![10, 13] } else { asked };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let promela =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../benches/philosophers/philosophers.pml");
    for count in counts {
        let system = model::philosophers(count);
        println!("{}", system.name);
        let one = measure::explicit(&system, 1);
        one.print("synod, 1 thread");
        if threads > 1 {
            measure::explicit(&system, threads).print(&format!("synod, {threads} threads"));
        }
        match spin::run(&promela, count, one.states) {
            Err(reason) => println!("  spin: not run ({reason})"),
            Ok(spin) => {
                spin.print("spin, 1 thread");
                if spin.states != one.states {
                    println!("  the numbers of states differ");
                }
                println!(
                    "  synod on 1 thread to spin: {:.1} times the states a second, {:.2} times the bytes a state",
                    one.rate() / spin.rate(),
                    one.bytes_each() / spin.bytes_each()
                );
            }
        }
    }
}
