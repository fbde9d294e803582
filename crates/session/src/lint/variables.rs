//! Variables that steps assign and nobody reads.

use std::collections::{BTreeMap, HashSet};

use synod_core::{CompiledModel, ExprId, Mode, Property, System, VarId};
use synod_syntax::{Diagnostic, Span};

/// Variables that are assigned and never read, as warnings, one for each declaration. What only decides its own next value is not read.
pub fn never_read(model: &CompiledModel) -> Vec<Diagnostic> {
    let system = &model.system;
    let (read, written) = (read(model), written(system));
    let mut by_place: BTreeMap<(u32, u32), (Span, &str, bool)> = BTreeMap::new();
    for (id, var) in system.var_ids().filter(|(_, var)| var.span != Span::default()) {
        let is_unread = written.contains(&id) && !read.contains(&id);
        let entry =
            by_place.entry((var.span.start, var.span.end)).or_insert((var.span, var.name.as_str(), true));
        entry.2 &= is_unread;
    }
    let warning = |(span, name, _): (Span, &str, bool)| {
        let message =
            format!("`{name}` is assigned, and neither a condition nor a message nor a property reads it");
        Diagnostic::warning("model::never-read", span, message).help("read it somewhere, or leave it out")
    };
    by_place.into_values().filter(|(_, _, is_unread)| *is_unread).map(warning).collect()
}

/// The variables that some step assigns.
fn written(system: &System) -> HashSet<VarId> {
    let alternatives =
        system.rules.iter().flat_map(|rule| &rule.parts).flat_map(|part| part.alternatives.iter());
    alternatives.flat_map(|one| &one.updates).map(|update| update.var).collect()
}

/// The variables that something else depends on.
fn read(model: &CompiledModel) -> HashSet<VarId> {
    let system = &model.system;
    let mut roots: Vec<ExprId> = system.ended.into_iter().collect();
    let mut found: HashSet<VarId> = HashSet::new();
    let asked = model.properties.iter().map(|property| &property.formula).chain(&system.fairness);
    for formula in asked {
        roots.extend(system.expressions_of(formula));
    }
    // What agents see of others, or of themselves, may be all that a property about knowledge depends on.
    let speaks_of_agents =
        |property: &Property| property.formula.is_epistemic() || property.formula.is_strategic();
    if model.properties.iter().any(speaks_of_agents) {
        found.extend(system.agents.iter().flat_map(|agent| agent.observes.iter().copied()));
    }
    for rule in &system.rules {
        roots.push(rule.guard);
        // What is seen of an agent that acts alone is for those who read traces.
        if rule.observation.mode != Mode::Local {
            roots.extend(rule.observation.channel);
            roots.extend(rule.observation.data.iter().map(|datum| datum.value));
        }
        for one in rule.parts.iter().flat_map(|part| part.alternatives.iter()) {
            roots.push(one.guard);
            for update in &one.updates {
                roots.extend(update.index);
                let sources = system.exprs.variables(update.value);
                found.extend(sources.into_iter().filter(|var| *var != update.var));
            }
        }
    }
    found.extend(system.exprs.variables_of(roots));
    found
}
