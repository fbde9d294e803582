//! From resolved templates to tables of local states, and to the family of systems they make.

use synod_frontend::TemplateLine;
use synod_parameterised::{
    ActionId, Builder, Defect, EnvironmentActionId, Family, IndexedProperty, Interleaved, Offer, RoleId,
    Subject, Synchronous, Templates,
};
use synod_syntax::{Diagnostic, Diagnostics, Source, known_so_far};

use super::ast::{File, Semantics};
use super::formula;
use super::resolve::{Resolved, resolve, symbolic_environment};
use super::tabulate::{Table, states_where, tabulate};
use super::{Model, Options};
use crate::codes::UNREACHABLE_LINE;
use crate::scope::ENVIRONMENT;

/// The family of a file; `None` with errors among the problems.
pub fn family(file: &File, source: &Source, options: Options, problems: &mut Diagnostics) -> Option<Model> {
    let resolved = resolve(file, source, problems);
    let ask = |(position, question)| formula::property(&resolved, position, question, source, problems);
    let properties: Vec<IndexedProperty> = file.formulae.iter().enumerate().map(ask).collect();
    if problems.has_errors() {
        return None;
    }
    known_so_far(|| problems.clone());
    let all = 0..resolved.templates.len();
    let tables: Vec<Option<Table>> = all.map(|position| tabulate(&resolved, position, problems)).collect();
    let tables: Vec<Table> = tables.into_iter().collect::<Option<_>>()?;
    let propositions = resolved.propositions.iter().map(|proposition| {
        let position = proposition.template;
        let table = &tables[position];
        let states = match table.is_complete {
            true => states_where(&resolved, table, position, proposition.holds),
            false => vec![],
        };
        (proposition.name.text.as_str(), subject(position), states)
    });
    let lines = lines(&resolved, &tables, source);
    tell_unused(&resolved, &tables, &lines, problems);
    let made = match file.semantics {
        Semantics::Interleaved => {
            let mut builder = Family::interleaved(&resolved.system.name, options.null);
            interleaved(&mut builder, file, &resolved, &tables);
            propositions.for_each(|(name, subject, states)| {
                builder.proposition(name, subject, states);
            });
            properties.into_iter().for_each(|property| builder.property(property));
            builder.finish().map(Templates::Interleaved)
        }
        Semantics::Synchronous => {
            let mut builder = Family::synchronous(&resolved.system.name);
            synchronous(&mut builder, &resolved, &tables);
            propositions.for_each(|(name, subject, states)| {
                builder.proposition(name, subject, states);
            });
            properties.into_iter().for_each(|property| builder.property(property));
            builder.finish().map(Templates::Synchronous)
        }
    };
    match made {
        Ok(templates) => {
            let beyond = |question| formula::beyond_proof(question, file.semantics);
            let beyond_proof = file.formulae.iter().map(beyond).collect();
            Some(Model { templates, beyond_proof, lines })
        }
        Err(defects) => {
            let report =
                |defect: Defect| Diagnostic::error("pispl::defect", Default::default(), defect.to_string());
            defects.into_iter().for_each(|defect| problems.push(report(defect)));
            None
        }
    }
}

/// The lines of protocols with the local states in which they apply.
fn lines(resolved: &Resolved, tables: &[Table], source: &Source) -> Vec<TemplateLine> {
    let mut found = Vec::new();
    for (position, (template, table)) in std::iter::zip(&resolved.templates, tables).enumerate() {
        // The states of others are not listed.
        let protocol = template.protocol.iter().filter(|_| table.is_complete);
        found.extend(protocol.map(|(span, applies)| TemplateLine {
            kind: "line of the protocol",
            text: source.slice(*span).split_whitespace().collect::<Vec<_>>().join(" "),
            span: *span,
            template: template.name.to_string(),
            states: states_where(resolved, table, position, *applies),
            // `Other` may be there to be safe.
            never_applies: (!source.slice(*span).starts_with("Other")).then_some(UNREACHABLE_LINE),
        }));
    }
    found
}

/// Tells of lines that no agent uses, whatever the others do and however many there are. Where a model is written for all
/// directions and starts in one, that is no mistake.
fn tell_unused(resolved: &Resolved, tables: &[Table], protocol: &[TemplateLine], problems: &mut Diagnostics) {
    // `Other` may be there to be safe.
    let is_unused = |line: &&TemplateLine| line.states.is_empty() && !line.text.starts_with("Other");
    let of_protocol = protocol.iter().filter(is_unused).map(|line| (line.span, "protocol"));
    let tabulated = std::iter::zip(&resolved.templates, tables).filter(|(_, table)| table.is_complete);
    let of_evolution = tabulated.flat_map(|(template, table)| {
        let lines = std::iter::zip(&template.lines, &table.applied).filter(|(_, applied)| !**applied);
        lines.map(|(line, _)| (line.span, "evolution"))
    });
    for (span, part) in of_protocol.chain(of_evolution) {
        let message = format!("this line of the {part} applies in no local state that an agent comes to");
        problems.push(
            Diagnostic::note("pispl::unused-line", span, message)
                .help("correct its condition, or leave it out"),
        );
    }
}

/// What a proposition about the template at a position is about; the first one is the environment.
fn subject(position: usize) -> Subject {
    match position {
        ENVIRONMENT => Subject::Environment,
        role => Subject::Role(RoleId(role as u32 - 1)),
    }
}

fn interleaved(builder: &mut Builder<Interleaved>, file: &File, resolved: &Resolved, tables: &[Table]) {
    let [environment, roles @ ..] = tables else { return };
    if !resolved.templates[ENVIRONMENT].is_implied && environment.is_complete {
        builder.environment(environment.template.clone());
    }
    let roles: Vec<(RoleId, &Table)> =
        roles.iter().map(|table| (builder.role(table.template.clone()), table)).collect();
    let actions: Vec<(&str, ActionId)> = resolved
        .actions
        .iter()
        .map(|action| (action.name.text.as_str(), builder.action(&action.name.text, action.kind)))
        .collect();
    let id = |position: usize, number: usize| {
        let name = resolved.templates[position].actions[number];
        actions.iter().find(|(known, _)| *known == name).map(|(_, id)| *id)
    };
    for (position, (role, table)) in roles.iter().enumerate() {
        for (from, number, to) in table.steps() {
            if let Some(action) = id(position + 1, number) {
                builder.agent_move(*role, from, action, to);
            }
        }
    }
    if !environment.is_complete {
        let initial = environment.template.states[0].clone();
        if let Some(written) = symbolic_environment(file, resolved, &actions, initial) {
            builder.symbolic_environment(written);
        }
    } else if !resolved.templates[ENVIRONMENT].is_implied {
        for (from, number, to) in environment.steps() {
            if let Some(action) = id(ENVIRONMENT, number) {
                builder.environment_move(from, action, to);
            }
        }
    }
}

fn synchronous(builder: &mut Builder<Synchronous>, resolved: &Resolved, tables: &[Table]) {
    let [environment, roles @ ..] = tables else { return };
    for (name, _) in &resolved.done_by_somebody {
        builder.action(*name);
    }
    let action = |position: usize, number: usize| {
        let name = resolved.templates[position].actions[number];
        resolved.done_by_somebody.iter().position(|(known, _)| *known == name)
    };
    if !resolved.templates[ENVIRONMENT].is_implied {
        builder.environment(environment.template.clone());
        resolved.templates[ENVIRONMENT].actions.iter().for_each(|name| {
            builder.environment_action(*name);
        });
        for (from, number, moves) in environment.offers() {
            let action = EnvironmentActionId(number as u32);
            builder.environment_offer(from, Offer { action, moves });
        }
    }
    for (position, table) in roles.iter().enumerate() {
        let role = builder.role(table.template.clone());
        for (from, number, moves) in table.offers() {
            if let Some(found) = action(position + 1, number) {
                builder.agent_offer(role, from, Offer { action: ActionId(found as u32), moves });
            }
        }
    }
}
