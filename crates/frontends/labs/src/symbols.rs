//! What a system declares, as far as it can be read.

use synod_frontend::{Symbol, SymbolKind, Symbols};
use synod_syntax::{Diagnostics, Source};

use crate::ast::{Declaration, Definition, File, Init};
use crate::parse::parse;

/// All declarations, in the order of the sections.
pub(crate) fn symbols(source: &Source) -> Vec<Symbol> {
    symbols_of(source, &parse(source, &mut Diagnostics::new()))
}

/// All declarations of a text that was read.
pub(crate) fn symbols_of(source: &Source, file: &File) -> Vec<Symbol> {
    let mut found = Finder { source, found: Symbols::default() };
    for name in &file.externs {
        found.found.add(Symbol::new(name, SymbolKind::Constant, "a parameter"), None);
    }
    found.declarations(&file.environment, "an environment variable", None);
    found.definitions(&file.processes, None);
    for stigmergy in &file.stigmergies {
        let last = stigmergy.tuples.iter().flatten().last().map(|declaration| declaration.name.span);
        let symbol = Symbol::new(&stigmergy.name, SymbolKind::Section, "a stigmergy");
        let link = source.slice(stigmergy.link.span).to_string();
        let symbol =
            symbol.with_detail(format!("link = {link}")).spanning(last.unwrap_or(stigmergy.name.span));
        let container = found.found.add(symbol, None);
        stigmergy.tuples.iter().for_each(|tuple| {
            found.declarations(tuple, "a stigmergic variable", Some(container));
        });
    }
    for agent in &file.agents {
        let last = agent.processes.last().map(|definition| definition.name.span);
        let symbol = Symbol::new(&agent.name, SymbolKind::Agent, "an agent type");
        let container = found.found.add(symbol.spanning(last.unwrap_or(agent.name.span)), None);
        found.declarations(&agent.interface, "an attribute", Some(container));
        found.definitions(&agent.processes, Some(container));
    }
    for assumption in &file.assumptions {
        let symbol = Symbol::new(&assumption.name, SymbolKind::Guard, "an assumption");
        found.found.add(symbol.spanning(assumption.predicate.span).for_people(), None);
    }
    for property in &file.properties {
        let symbol = Symbol::new(&property.name, SymbolKind::Property, "a property");
        found.found.add(symbol.spanning(property.span).for_people(), None);
    }
    found.found.finish()
}

struct Finder<'a> {
    source: &'a Source,
    found: Symbols,
}

impl Finder<'_> {
    fn declarations(&mut self, list: &[Declaration], what: &'static str, container: Option<usize>) {
        for declaration in list {
            let values = match &declaration.init {
                Init::OneOf(values) => values.first().map(|first| {
                    let last = values.last().unwrap_or(first);
                    format!("[{}]", self.source.slice(first.span.to(last.span)))
                }),
                Init::Range(low, high) => Some(self.source.slice(low.span.to(high.span)).to_string()),
                Init::Value(value) => Some(self.source.slice(value.span).to_string()),
                Init::Undefined(span) => Some(self.source.slice(*span).to_string()),
            };
            let symbol = Symbol::new(&declaration.name, SymbolKind::Variable, what);
            self.found.add(symbol.with_detail(values.unwrap_or_default()), container);
        }
    }

    fn definitions(&mut self, list: &[Definition], container: Option<usize>) {
        for definition in list {
            let symbol = Symbol::new(&definition.name, SymbolKind::Process, "a process");
            // Every type has one.
            let is_root = definition.name.text == "Behavior";
            self.found.add(if is_root { symbol.for_people() } else { symbol }, container);
        }
    }
}
