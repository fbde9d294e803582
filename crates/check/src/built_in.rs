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
    /// The formula, and its text where that differs, for models that say where all agents have terminated.
    formula: fn(ended: Option<ExprId>) -> (Formula, Option<&'static str>),
}

/// All of them.
pub const BUILT_IN: [BuiltIn; 2] = [
    BuiltIn {
        name: "no-deadlock",
        text: "G !deadlock",
        meaning: "In every reachable state some step is enabled, or all agents have terminated.",
        formula: |ended| match ended {
            Some(ended) => (Formula::Deadlock.implies(Formula::State(ended)), Some("G (deadlock -> ended)")),
            None => (Formula::Deadlock.not(), None),
        },
    },
    BuiltIn {
        name: "no-fault",
        text: "G !faulty",
        meaning: "No step divides by zero or stores a value outside its type.",
        formula: |_| (Formula::Faulty.not(), None),
    },
];

impl BuiltIn {
    /// The one of this name.
    pub fn find(name: &str) -> Option<BuiltIn> {
        BUILT_IN.into_iter().find(|b| b.name == name)
    }

    /// It as a property of a model, whose agents have all come to their end where `ended` holds.
    pub fn property(self, ended: Option<ExprId>) -> Property {
        let (good, text) = (self.formula)(ended);
        Property {
            name: self.name.to_string(),
            text: text.unwrap_or(self.text).to_string(),
            formula: Formula::Globally(Box::new(good)),
            span: Default::default(),
            origin: PropertyOrigin::BuiltIn,
        }
    }
}

/// A question of the tool itself, which nobody reads.
pub(crate) fn question(formula: Formula) -> Property {
    Property {
        name: String::new(),
        text: String::new(),
        formula,
        span: Default::default(),
        origin: PropertyOrigin::BuiltIn,
    }
}
