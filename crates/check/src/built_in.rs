//! Properties that every model can be asked for.

use synod_core::{ExprId, Formula, Property, PropertyOrigin};

/// A property that comes with the tool.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name on the command line.
    pub name: &'static str,
    /// The formula as text.
    pub text: &'static str,
    /// What it says, as a sentence.
    pub meaning: &'static str,
}

/// All of them.
pub const BUILT_IN: [BuiltIn; 2] = [
    BuiltIn {
        name: "no-deadlock",
        text: "G !deadlock",
        meaning: "In every reachable state some step is enabled, or all agents have terminated.",
    },
    BuiltIn {
        name: "no-fault",
        text: "G !faulty",
        meaning: "No step divides by zero or stores a value outside its type.",
    },
];

impl BuiltIn {
    /// The one of this name.
    pub fn find(name: &str) -> Option<BuiltIn> {
        BUILT_IN.into_iter().find(|b| b.name == name)
    }

    /// It as a property of a model, whose agents have all come to their end where `ended` holds.
    pub fn property(self, ended: Option<ExprId>) -> Property {
        let (text, good) = match (self.name, ended) {
            ("no-deadlock", Some(ended)) => {
                ("G (deadlock -> ended)", Formula::Deadlock.implies(Formula::State(ended)))
            }
            ("no-deadlock", None) => (self.text, Formula::Deadlock.not()),
            _ => (self.text, Formula::Faulty.not()),
        };
        Property {
            name: self.name.to_string(),
            text: text.to_string(),
            formula: Formula::Globally(Box::new(good)),
            span: Default::default(),
            origin: PropertyOrigin::BuiltIn,
        }
    }
}
