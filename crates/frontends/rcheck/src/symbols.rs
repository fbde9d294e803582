//! What a model declares, as far as it can be read.

use synod_frontend::{Symbol, SymbolKind, Symbols};
use synod_syntax::Source;

use crate::ast::{Decl, Dialect, Model, TypeName};
use crate::automaton;
use crate::parse::{Reading, detect, parse};

/// All declarations, in the order of the sections.
pub(crate) fn symbols(source: &Source, dialect: Option<Dialect>) -> Vec<Symbol> {
    let dialect = dialect.or_else(|| detect(source)).unwrap_or(Dialect::New);
    let model = parse(source, dialect, Reading::Standard).0;
    model.map_or_else(Vec::new, |model| symbols_of(source, &model))
}

/// All declarations of a text that was read.
pub(crate) fn symbols_of(source: &Source, model: &Model) -> Vec<Symbol> {
    Finder { source, found: Symbols::default() }.of(model)
}

struct Finder<'a> {
    source: &'a Source,
    found: Symbols,
}

impl Finder<'_> {
    fn of(mut self, model: &Model) -> Vec<Symbol> {
        for item in &model.constants {
            let constant = Symbol::new(&item.name, SymbolKind::Constant, "a constant");
            self.found.add(constant.with_detail(format!("= {}", item.value)), None);
        }
        for item in &model.enums {
            let is_channel = item.name.text == "channel";
            let last = item.cases.last().map_or(item.name.span, |case| case.span);
            let enumeration = Symbol::new(&item.name, SymbolKind::Enumeration, "an enumeration");
            let enumeration = enumeration.spanning(item.name.span.to(last));
            // There need not be any channel but `*`.
            let enumeration = if is_channel { enumeration.for_people() } else { enumeration };
            let container = self.found.add(enumeration, None);
            for case in &item.cases {
                let symbol = match is_channel {
                    true => Symbol::new(case, SymbolKind::Channel, "a channel"),
                    false => Symbol::new(case, SymbolKind::Case, "a case of an enumeration"),
                };
                self.found.add(symbol.with_detail(&item.name.text), Some(container));
            }
        }
        self.declarations(&model.messages, SymbolKind::Field, "a message variable", None);
        self.declarations(&model.properties, SymbolKind::Field, "a property variable", None);
        for guard in &model.guards {
            let params: Vec<&str> = guard.params.iter().map(|param| self.source.slice(param.span)).collect();
            let symbol = Symbol::new(&guard.name, SymbolKind::Guard, "a guard")
                .with_detail(format!("({})", params.join(", ")))
                .spanning(guard.name.span.to(guard.body.span));
            let container = self.found.add(symbol, None);
            self.declarations(
                &guard.params,
                SymbolKind::Parameter,
                "a parameter of a guard",
                Some(container),
            );
        }
        for agent in &model.agents {
            let symbol = Symbol::new(&agent.name, SymbolKind::Agent, "an agent type");
            let container = self.found.add(symbol.spanning(agent.span), None);
            self.declarations(&agent.locals, SymbolKind::Variable, "a local", Some(container));
            for edge in automaton::build(&agent.body).0 {
                let Some(label) = &edge.command.label else { continue };
                let symbol = Symbol::new(label, SymbolKind::Label, "a label").spanning(edge.command.span);
                self.found.add(symbol.for_people(), Some(container));
            }
        }
        for instance in &model.instances {
            let symbol = Symbol::new(&instance.name, SymbolKind::Instance, "an instance")
                .with_detail(&instance.agent.text)
                .spanning(instance.agent.span.to(instance.init.span));
            self.found.add(symbol.for_people(), None);
        }
        for spec in &model.specs {
            let Some(name) = &spec.name else { continue };
            let symbol = Symbol::new(name, SymbolKind::Property, "a specification").spanning(spec.span);
            self.found.add(symbol.for_people(), None);
        }
        self.found.finish()
    }

    fn declarations(
        &mut self,
        list: &[Decl],
        kind: SymbolKind,
        what: &'static str,
        container: Option<usize>,
    ) {
        for item in list {
            let ty = self.source.slice(match &item.ty {
                TypeName::Bool(span) | TypeName::Int(span) | TypeName::Location(span) => *span,
                TypeName::Range { span, .. } => *span,
                TypeName::Named(name) => name.span,
            });
            let symbol = Symbol::new(&item.name, kind, what).with_detail(ty).spanning(item.span);
            self.found.add(symbol, container);
        }
    }
}
