//! Process calculi: CCS (with parallel composition in the style of Hoare) and choreographies.
//!
//! `text → ast (parse) → checked → Network (triples over program counters) → System (lower)`. Both
//! languages share the tokens, the logic of properties, and all that follows the network.

mod antecedents;
mod ccs;
mod chor;
mod codes;
mod definitions;
mod explain;
mod formula;
pub mod frontend;
mod layout;
mod lex;
mod lower;
mod mentioned;
mod network;
mod observer;
mod parser;
mod places;
mod properties;
mod shape;
mod words;

use synod_core::{Command, Property, SideQuestion, System};
use synod_frontend::{Symbol, file_stem};
use synod_syntax::{Diagnostics, Source};

pub use codes::{CCS_CODES, CHOR_CODES};
pub use shape::Shape;
pub use synod_triples::Resolution;

use codes::{CCS, CHOR, Codes};
use formula::Property as Written;
use lower::Ending;
use network::Network;
use observer::Observer;
use properties::Translation;

/// A process language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Milner's calculus of communicating systems.
    Ccs,
    /// Choreographies.
    Chor,
}

/// How to read a model.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language.
    pub language: Language,
    /// When CCS processes choose. Its semantics is the late one; the early one is that of the published
    /// encoding. Peers of choreographies always choose early.
    pub choice: Resolution,
}

impl Options {
    /// A language with its own semantics.
    pub fn new(language: Language) -> Self {
        let choice = match language {
            Language::Ccs => Resolution::Late,
            Language::Chor => Resolution::Early,
        };
        Options { language, choice }
    }
}

/// What a text means.
#[derive(Clone, Debug)]
pub struct Model {
    /// The system. For a choreography: the peers, each doing its projection.
    pub system: System,
    /// Its properties, in the order of the file. A choreography has `no-deadlock` in front of them.
    pub properties: Vec<Property>,
    /// Questions whether their answers owe anything to antecedents that are never true.
    pub side_questions: Vec<SideQuestion>,
    /// What can be seen of the steps of each rule; `None` for nothing.
    pub seen: Vec<Option<String>>,
    /// What it looked like on the way.
    pub shape: Shape,
    /// The actions of the text, to count how often they are taken.
    pub commands: Vec<Command>,
}

/// The result of reading a text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model; `None` when there are errors.
    pub model: Option<Model>,
    /// Everything worth saying about the text.
    pub diagnostics: Diagnostics,
}

/// Reads a model.
pub fn load(source: &Source, options: &Options) -> Loaded {
    load_with(source, options, None)
}

/// Reads a model, and finds what its text declares, if that is wanted.
fn load_with(source: &Source, options: &Options, declared: Option<&mut Vec<Symbol>>) -> Loaded {
    match options.language {
        Language::Ccs => {
            let (read, diagnostics) = ccs::read(source, options.choice, declared);
            let Some(read) = read else { return Loaded { model: None, diagnostics } };
            let meaning = Meaning { codes: &CCS, ending: Ending::Stuck, known: read.known, observer: None };
            meaning.model(source, read.network, &read.properties, None, diagnostics)
        }
        Language::Chor => {
            let (read, diagnostics) = chor::read(source, declared);
            let Some(read) = read else { return Loaded { model: None, diagnostics } };
            let meaning =
                Meaning { codes: &CHOR, ending: Ending::Done, known: read.known, observer: read.observer };
            meaning.model(source, read.network, &read.properties, Some(read.projections), diagnostics)
        }
    }
}

/// What sets the languages apart once there is a network.
struct Meaning {
    codes: &'static Codes,
    ending: Ending,
    known: Vec<String>,
    observer: Option<Observer>,
}

impl Meaning {
    fn model(
        self,
        source: &Source,
        network: Network,
        written: &[Written],
        projections: Option<String>,
        mut diagnostics: Diagnostics,
    ) -> Loaded {
        let name = file_stem(source.name());
        let mut lowered = lower::lower(name, &network, self.observer.as_ref(), self.ending);
        let mut translation = Translation {
            lowered: &mut lowered,
            source,
            codes: self.codes,
            known: &self.known,
            diagnostics: Diagnostics::new(),
        };
        let mut properties = Vec::new();
        if self.ending == Ending::Done {
            properties.push(Translation::no_deadlock());
        }
        let mut side_questions = Vec::new();
        for property in written {
            if let Some(translated) = translation.property(property) {
                side_questions.extend(translation.antecedents(property));
                properties.push(translated);
            }
        }
        let problems = translation.diagnostics;
        let failed = problems.has_errors();
        diagnostics.extend(problems);
        let seen = lowered.labels.iter().map(|label| label.visible().map(str::to_string)).collect();
        let shape = Shape { name: name.to_string(), network, counters: lowered.counters, projections };
        let commands = explain::commands(&shape, &lowered.system, &lowered.labels);
        let model = Model { system: lowered.system, properties, side_questions, seen, shape, commands };
        Loaded { model: (!failed).then_some(model), diagnostics }
    }
}
