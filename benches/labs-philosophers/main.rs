//! Dining philosophers in LAbS: the explicit engine beside Spin. See `benches/README.md`.

#[path = "../measure.rs"]
mod measure;
#[path = "../spin.rs"]
mod spin;

use std::path::Path;

use synod_core::System;
use synod_syntax::Source;

/// So many philosophers.
fn philosophers(count: usize) -> System {
    let source = Source::new(format!("{count} philosophers"), include_str!("philosophers.labs"));
    let parameters = vec![("n".to_string(), count as i64)];
    let options = synod_labs::Options { parameters, ..Default::default() };
    synod_labs::load(&source, &options).model.expect("the model is well formed").system
}

fn main() {
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let counts = if asked.is_empty() { vec![6, 7] } else { asked };
    let promela = Path::new(env!("CARGO_MANIFEST_DIR")).join("labs-philosophers/philosophers.pml");
    for count in counts {
        let system = philosophers(count);
        println!("{}", system.name);
        measure::beside_spin(&system, |expected| spin::run(&promela, count, expected));
    }
}
