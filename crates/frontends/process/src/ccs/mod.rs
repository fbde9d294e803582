//! CCS: processes that meet on complementary actions, or all together.

mod ast;
mod check;
mod lower;
mod names;
mod parse;
mod scopes;

use synod_core::Phase;
use synod_frontend::Symbol;
use synod_syntax::{Diagnostic, Diagnostics, Source, Span, known_so_far};
use synod_triples::Resolution;

use crate::codes::CCS;
use crate::formula::Property;
use crate::network::{Network, TAU};

pub(crate) use names::symbols;
pub(crate) use parse::parse;

/// What a text means: its network and its questions. `None` when there are errors.
pub(crate) struct Read {
    pub network: Network,
    pub properties: Vec<Property>,
    /// What properties may name.
    pub known: Vec<String>,
}

/// Reads a text, and finds what it declares, if that is wanted.
pub(crate) fn read(
    source: &Source,
    resolution: Resolution,
    declared: Option<&mut Vec<Symbol>>,
) -> (Option<Read>, Diagnostics) {
    let (file, mut diagnostics) = parse(source);
    if let Some(declared) = declared {
        *declared = names::symbols_of(&file);
    }
    Phase::Checking.begin();
    names::actions(&file).resolve(source, &file.properties, &[()]);
    let (system, problems) = check::check(&file);
    if diagnostics.has_errors() {
        // What else is wrong may be a consequence.
        return (None, diagnostics);
    }
    diagnostics.extend(problems);
    let Some(system) = system else { return (None, diagnostics) };
    Phase::Lowering.begin();
    known_so_far(|| diagnostics.clone());
    let network = match lower::lower(&file, system, resolution) {
        Ok(network) => network,
        Err(_) => {
            let span = file.definitions.get(system).map_or(Span::default(), |d| d.name.span);
            diagnostics.push(
                Diagnostic::error(CCS.too_large, span, "the system is too large to be written out")
                    .explain("constants are copied wherever they run in parallel, and synchronised steps are enumerated"),
            );
            return (None, diagnostics);
        }
    };
    let mut known: Vec<String> = check::actions(&file).into_iter().map(|c| c.to_string()).collect();
    known.push(TAU.to_string());
    (Some(Read { network, properties: file.properties, known }), diagnostics)
}
