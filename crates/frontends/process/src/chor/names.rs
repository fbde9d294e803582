//! What a choreography declares, and who its peers and what its actions are.

use synod_frontend::{Symbol, SymbolKind};
use synod_syntax::Source;

use super::ast::{File, Written};
use super::parse;
use crate::mentioned::Mentions;

/// What kind of name is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mentioned {
    Peer,
    Action,
}

/// Every mention of a peer or an action.
pub(crate) fn mentions(file: &File) -> Mentions<'_, Mentioned> {
    let mut found = Mentions::new();
    let mut left: Vec<&Written> = file.definitions.iter().map(|definition| &definition.body).collect();
    while let Some(part) = left.pop() {
        let (peers, action) = match part {
            Written::Tau | Written::Constant(_) => continue,
            Written::Local(peer, action) => (vec![peer], action),
            Written::Message(from, to, action) => (vec![from, to], action),
            Written::Sequence(list) | Written::Choice(list) | Written::Parallel(list) => {
                left.extend(list);
                continue;
            }
            Written::Loop(inner) => {
                left.push(inner);
                continue;
            }
        };
        peers.into_iter().for_each(|peer| found.add(&peer.text, peer.span, Mentioned::Peer));
        found.add(&action.text, action.span, Mentioned::Action);
    }
    found
}

/// Its choreographies, peers, actions and properties.
pub(crate) fn symbols(source: &Source) -> Vec<Symbol> {
    symbols_of(&parse(source).0)
}

/// What a text that was read declares.
pub(crate) fn symbols_of(file: &File) -> Vec<Symbol> {
    let parts = file.definitions.iter().map(|definition| &definition.name);
    // What nothing leads to is told with what is wrong in the text.
    let mut found: Vec<Symbol> =
        parts.map(|name| Symbol::new(name, SymbolKind::Process, "a choreography").for_people()).collect();
    found.extend(mentions(file).first().iter().map(|(name, kind)| {
        let symbol = match kind {
            Mentioned::Peer => Symbol::new(name, SymbolKind::Agent, "a peer"),
            Mentioned::Action => Symbol::new(name, SymbolKind::Action, "an action"),
        };
        symbol.for_people()
    }));
    found.extend(file.properties.iter().map(|property| {
        let symbol = Symbol::new(&property.name, SymbolKind::Property, "a property");
        symbol.spanning(property.span).for_people()
    }));
    found
}
