//! The names that a model declares.

use synod_frontend::Declared;
use synod_syntax::Source;

use crate::ast::{Decl, Dialect};
use crate::parse::{Reading, detect, parse};

/// All names but those of specifications and labels, which are for people too.
pub(crate) fn declared(source: &Source, dialect: Option<Dialect>) -> Vec<Declared> {
    let dialect = dialect.or_else(|| detect(source)).unwrap_or(Dialect::New);
    let Some(model) = parse(source, dialect, Reading::Standard).0 else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(model.constants.iter().map(|item| Declared::new(&item.name, "a constant")));
    for item in &model.enums {
        let is_channel = item.name.text == "channel";
        let case = if is_channel { "a channel" } else { "a case of an enumeration" };
        // There need not be any channel but `*`.
        found.extend((!is_channel).then(|| Declared::new(&item.name, "an enumeration")));
        found.extend(item.cases.iter().map(|name| Declared::new(name, case)));
    }
    found.extend(model.messages.iter().map(|item| Declared::new(&item.name, "a message variable")));
    found.extend(model.properties.iter().map(|item| Declared::new(&item.name, "a property variable")));
    for guard in &model.guards {
        found.push(Declared::new(&guard.name, "a guard"));
        let scope = guard.name.span.to(guard.body.span);
        let parameter = |item: &Decl| Declared::new(&item.name, "a parameter of a guard").within(scope);
        found.extend(guard.params.iter().map(parameter));
    }
    for agent in &model.agents {
        found.push(Declared::new(&agent.name, "an agent type"));
        found.extend(agent.locals.iter().map(|item| Declared::new(&item.name, "a local")));
    }
    found
}
