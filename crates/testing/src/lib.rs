//! What the tests of several crates need: random systems and formulas, properties made of bare formulas, and the
//! examples of the project.
//!
//! It knows the core alone, so that every other crate can use it in its tests without a circle.

mod counters;
mod dice;
mod random;

use std::path::{Path, PathBuf};

use synod_core::{Formula, Property, PropertyOrigin, System};

pub use counters::counters;
pub use dice::Dice;
pub use random::{Fragment, Tape, fair_questions, questions, random_formula, random_system, runner, systems};

/// A property that only a test asks for.
pub fn property(formula: Formula) -> Property {
    Property {
        name: "p".into(),
        text: String::new(),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    }
}

/// Panics if a system, or a property about it, breaks a promise of its type.
#[track_caller]
pub fn assert_valid(system: &System, properties: &[Property]) {
    assert_eq!(system.validate(), Vec::<String>::new(), "{}", system.name);
    for property in properties {
        assert_eq!(system.validate_formula(&property.formula), Vec::<String>::new(), "{}", property.name);
    }
}

/// The text of a file in `examples/`.
pub fn example(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path);
    std::fs::read_to_string(file).expect("an example")
}

/// The files below a folder of `examples/`, sorted, that end in this.
pub fn examples(folder: &str, ending: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(folder);
    let (mut found, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of examples").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no examples in {folder}");
    found
}
