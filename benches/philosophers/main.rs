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
    let promela = Path::new(env!("CARGO_MANIFEST_DIR")).join("philosophers/philosophers.pml");
    for count in counts {
        let system = model::philosophers(count);
        println!("{}", system.name);
        measure::beside_spin(&system, |expected| spin::run(&promela, count, expected));
    }
}
