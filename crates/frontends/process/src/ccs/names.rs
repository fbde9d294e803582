//! What a CCS text declares, and what its actions are.

use synod_frontend::{Symbol, SymbolKind};
use synod_syntax::{Source, Span};

use super::ast::{File, Process, Scope, Set};
use super::check::walk;
use super::parse;
use crate::mentioned::Mentions;

/// Every mention of an action in the processes and sets of a text.
pub(crate) fn actions<'f>(file: &'f File) -> Mentions<'f, ()> {
    let mut found = Mentions::new();
    let mut listed = |set: &'f Set| {
        if let Set::Listed(list) = set {
            list.iter().for_each(|(channel, span)| found.add(&channel.name, *span, ()));
        }
    };
    let (mut acted, mut renamed) = (Vec::new(), Vec::new());
    for definition in &file.definitions {
        walk(&definition.body, &mut |process| match process {
            Process::Prefix(actions, _) => acted.extend(actions),
            Process::Parallel(set, _) => set.iter().for_each(&mut listed),
            Process::Scoped(_, scopes) => {
                for scope in scopes {
                    match scope {
                        Scope::Restrict(set) => listed(set),
                        Scope::Relabel(list) => renamed.extend(list),
                    }
                }
            }
            Process::Nil | Process::Constant(_) | Process::Choice(_) => {}
        });
    }
    for action in acted {
        if let Some(channel) = &action.channel {
            found.add(&channel.name, action.span, ());
        }
    }
    for renaming in renamed {
        found.add(&renaming.old.name, renaming.span, ());
        let start = renaming.span.start + u32::from(renaming.new.co);
        let new = Span { start, end: start + renaming.new.name.len() as u32 };
        found.add(&renaming.new.name, new, ());
    }
    for (channel, span) in file.sets.iter().flat_map(|(_, list)| list) {
        found.add(&channel.name, *span, ());
    }
    found
}

/// Its processes, sets, actions and properties.
pub(crate) fn symbols(source: &Source) -> Vec<Symbol> {
    symbols_of(&parse(source).0)
}

/// What a text that was read declares.
pub(crate) fn symbols_of(file: &File) -> Vec<Symbol> {
    let processes = file.definitions.iter().map(|definition| &definition.name);
    // What nothing leads to is told with what is wrong in the text.
    let mut found: Vec<Symbol> =
        processes.map(|name| Symbol::new(name, SymbolKind::Process, "a process").for_people()).collect();
    found.extend(file.sets.iter().map(|(name, list)| {
        let names: Vec<&str> = list.iter().map(|(channel, _)| channel.name.as_str()).collect();
        Symbol::new(name, SymbolKind::Group, "a set of actions")
            .with_detail(format!("{{{}}}", names.join(", ")))
    }));
    let actions = actions(file).first();
    found.extend(
        actions.iter().map(|(name, ())| Symbol::new(name, SymbolKind::Action, "an action").for_people()),
    );
    found.extend(file.properties.iter().map(|property| {
        let symbol = Symbol::new(&property.name, SymbolKind::Property, "a property");
        symbol.spanning(property.span).for_people()
    }));
    found
}
