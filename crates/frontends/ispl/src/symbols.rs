//! What a model declares, as far as it can be read: ISPL and PISPL.

use synod_frontend::{Symbol, SymbolKind, Symbols};
use synod_syntax::{Diagnostics, Name, Source, Span};

use crate::ast::{Agent, Cond, File, TypeName, VarDecl};
use crate::{parse, pispl};

/// The declarations of an ISPL file.
pub(crate) fn ispl(source: &Source) -> Vec<Symbol> {
    of_ispl(source, &parse::parse(source, &mut Diagnostics::new()))
}

/// The declarations of an ISPL file that was read.
pub(crate) fn of_ispl(source: &Source, file: &File) -> Vec<Symbol> {
    let mut found = Finder { source, found: Symbols::default() };
    for agent in &file.agents {
        let symbol = Symbol::new(&agent.name, SymbolKind::Agent, "an agent").spanning(end_of(agent));
        let container = found.found.add(symbol.for_people(), None);
        found.variables(agent.variables(), container);
        found.actions(&agent.actions, container);
    }
    found.propositions(&file.evaluation);
    for (name, members) in &file.groups {
        let names: Vec<&str> = members.iter().map(|member| member.text.as_str()).collect();
        let symbol = Symbol::new(name, SymbolKind::Group, "a group");
        found.found.add(symbol.with_detail(format!("{{{}}}", names.join(", "))), None);
    }
    found.found.finish()
}

/// The declarations of a PISPL file.
pub(crate) fn pispl(source: &Source) -> Vec<Symbol> {
    of_pispl(source, &parse::parse_pispl(source, &mut Diagnostics::new()))
}

/// The declarations of a PISPL file that was read.
pub(crate) fn of_pispl(source: &Source, file: &pispl::ast::File) -> Vec<Symbol> {
    let mut found = Finder { source, found: Symbols::default() };
    for template in &file.templates {
        let lines = template.evolution.iter().flatten();
        let last = lines.last().map_or(template.name.span, |line| line.span);
        let symbol = Symbol::new(&template.name, SymbolKind::Agent, "a template").spanning(last);
        let container = found.found.add(symbol.for_people(), None);
        found.variables(template.vars.iter(), container);
        for line in template.actions.iter().flatten() {
            found.actions(&line.names, container);
        }
    }
    found.propositions(&file.evaluation);
    found.found.finish()
}

fn end_of(agent: &Agent) -> Span {
    agent.evolution.last().map_or(agent.name.span, |line| line.span)
}

struct Finder<'a> {
    source: &'a Source,
    found: Symbols,
}

impl Finder<'_> {
    fn variables<'v>(&mut self, list: impl Iterator<Item = &'v VarDecl>, container: usize) {
        for variable in list {
            let ty = match &variable.ty {
                TypeName::Bool => "boolean".to_string(),
                TypeName::Range(lo, hi, _) => format!("{lo}..{hi}"),
                TypeName::Enum(values) => {
                    let names: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
                    format!("{{{}}}", names.join(", "))
                }
            };
            let symbol = Symbol::new(&variable.name, SymbolKind::Variable, "a variable").with_detail(ty);
            let owner = self.found.add(symbol, Some(container));
            for value in variable.values() {
                self.found.add(Symbol::new(value, SymbolKind::Case, "a value"), Some(owner));
            }
        }
    }

    fn actions(&mut self, list: &[Name], container: usize) {
        for action in list {
            self.found.add(Symbol::new(action, SymbolKind::Action, "an action"), Some(container));
        }
    }

    fn propositions(&mut self, list: &[(Name, Cond)]) {
        for (name, when) in list {
            let symbol = Symbol::new(name, SymbolKind::Proposition, "a proposition").spanning(when.span);
            let condition = self.source.slice(when.span).split_whitespace().collect::<Vec<_>>().join(" ");
            self.found.add(symbol.with_detail(format!("if {condition}")), None);
        }
    }
}
