//! Pictures: control graphs, runs and strategies, as SVG or for Graphviz. Everything that is drawn is drawn here, so that every face
//! shows the same picture. What the ids and classes of SVG elements are is written in the book, in "Traces and JSON".

use synod_core::{AgentId, Counterexample, System};
pub use synod_printers::control::Labels;
use synod_printers::control::Selection;
use synod_printers::dot::{self, Arrangement};
use synod_printers::{svg, witness_dot};

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// SVG, laid out here.
    Svg,
    /// The DOT language of Graphviz.
    Dot,
}

/// The control graphs of these agents, or of all if none is named.
pub fn automata(system: &System, agents: &[AgentId], labels: Labels, format: PictureFormat) -> String {
    let selection = Selection { agents: agents.to_vec(), labels, ..Selection::default() };
    let picture = match format {
        PictureFormat::Svg => svg::automata(system, &selection),
        PictureFormat::Dot => dot::automata(system, &selection, Arrangement::Clusters),
    };
    synod_syntax::visible(&picture)
}

/// The runs and strategies of a counterexample or witness, for Graphviz: each state once, with the steps between them.
pub fn evidence(system: &System, title: &str, found: &Counterexample) -> String {
    synod_syntax::visible(&witness_dot::witness(system, title, found))
}
