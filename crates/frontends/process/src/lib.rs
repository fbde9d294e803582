//! Process calculi: CCS (with parallel composition in the style of Hoare) and choreographies.
//!
//! `text → ast (parse) → checked → Network (triples over program counters) → System (lower)`. Both
//! languages share the tokens, the logic of properties, and all that follows the network.

mod ccs;
mod chor;
mod codes;
mod formula;
mod lex;
mod lower;
mod network;
mod observer;
mod parser;
mod properties;

use std::fmt::Write;

use synod_core::{Property, System};
use synod_syntax::{Diagnostics, Source};

pub use synod_triples::Resolution;

use codes::{CCS, CHOR, Codes};
use formula::Property as Written;
use network::Network;
use observer::Observer;
use properties::{Ending, Translation};

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
    /// For a choreography, what each peer does, a line each.
    pub projections: Option<String>,
    /// What can be seen of the steps of each rule; `None` for nothing.
    pub seen: Vec<Option<String>>,
    network: Network,
}

impl Model {
    /// The triple structure as text: what the counters are, and then the triples.
    pub fn triples(&self) -> String {
        let mut out = String::new();
        for (component, thread) in self.network.structure.threads.iter().enumerate() {
            let owner = self.network.owner(component).map(|owner| self.network.parties[owner].name.as_str());
            let _ = write!(out, "pc{component} ({}): 0 done", owner.unwrap_or("all"));
            for (i, location) in thread.locations.iter().enumerate() {
                let _ = write!(out, ", {} {location}", i + 1);
            }
            out.push('\n');
        }
        let _ = write!(out, "\n{}", self.network.structure);
        out
    }

    /// The triple structure as a Graphviz graph.
    pub fn triples_dot(&self) -> String {
        self.network.structure.to_dot(&self.system.name)
    }

    /// How many triples there are, apart from the one that starts.
    pub fn triple_count(&self) -> usize {
        self.network.structure.triples.len()
    }
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
    match options.language {
        Language::Ccs => {
            let (read, diagnostics) = ccs::read(source, options.choice);
            let Some(read) = read else { return Loaded { model: None, diagnostics } };
            let meaning = Meaning { codes: &CCS, ending: Ending::Stuck, known: read.known, observer: None };
            meaning.model(source, read.network, &read.properties, None, diagnostics)
        }
        Language::Chor => {
            let (read, diagnostics) = chor::read(source);
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
        let stem = source.name().rsplit(['/', '\\']).next().unwrap_or("model");
        let name = stem.split('.').next().filter(|name| !name.is_empty()).unwrap_or("model");
        let mut lowered = lower::lower(name, &network, self.observer.as_ref());
        let mut translation = Translation {
            lowered: &mut lowered,
            source,
            codes: self.codes,
            ending: self.ending,
            known: &self.known,
            diagnostics: Diagnostics::new(),
        };
        let mut properties = Vec::new();
        if self.ending == Ending::Done {
            properties.push(translation.no_deadlock());
        }
        properties.extend(written.iter().filter_map(|property| translation.property(property)));
        let problems = translation.diagnostics;
        let failed = problems.has_errors();
        diagnostics.extend(problems);
        let seen = lowered.labels.iter().map(|label| label.visible().map(str::to_string)).collect();
        let model = Model { system: lowered.system, properties, projections, seen, network };
        Loaded { model: (!failed).then_some(model), diagnostics }
    }
}
