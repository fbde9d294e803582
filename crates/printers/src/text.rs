//! A system for people.

use std::fmt::Write;

use synod_core::{
    Alternative, ExprId, Mode, Part, Property, Rule, StepPredicate, System, Update, VarId, checkpoint,
    show_expr, show_formula,
};

/// The system with its properties, as indented text.
pub fn system(system: &System, properties: &[Property]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "system {}", system.name);
    for kind in &system.enums {
        let _ = writeln!(out, "\nenum {}\n  {}", kind.name, kind.values.join(" | "));
    }
    for agent in &system.agents {
        let _ = writeln!(out, "\nagent {} : {}", agent.name, agent.role);
        variables(&mut out, system, &agent.owns);
        let sees: Vec<&str> = agent
            .observes
            .iter()
            .filter(|var| !agent.owns.contains(var))
            .map(|var| system.var(*var).name.as_str())
            .collect();
        if !sees.is_empty() {
            let _ = writeln!(out, "  sees {}", sees.join(", "));
        }
    }
    let shared: Vec<VarId> = system.var_ids().filter(|(_, v)| v.owner.is_none()).map(|(id, _)| id).collect();
    if !shared.is_empty() {
        let _ = writeln!(out, "\nshared");
        variables(&mut out, system, &shared);
    }
    let _ = writeln!(out, "\ninitially");
    conditions(&mut out, system, system.init, "  ");
    for rule in &system.rules {
        write_rule(&mut out, system, rule);
    }
    for predicate in &system.step_predicates {
        write_predicate(&mut out, system, predicate);
    }
    for property in properties {
        let _ = writeln!(out, "\nproperty {}\n  {}", property.name, property.text);
        let formula = show_formula(system, &property.formula);
        if formula != property.text {
            let _ = writeln!(out, "  means {formula}");
        }
    }
    out
}

fn variables(out: &mut String, system: &System, vars: &[VarId]) {
    let name = |id: &VarId| {
        let var = system.var(*id);
        var.len.map_or(var.name.clone(), |len| format!("{}[{len}]", var.name))
    };
    let width = vars.iter().map(|id| name(id).chars().count()).max().unwrap_or(0).min(60);
    for id in vars {
        let _ = writeln!(out, "  {:width$} : {}", name(id), system.show_type(system.var(*id).ty));
    }
}

/// One conjunct a line.
fn conditions(out: &mut String, system: &System, condition: ExprId, indent: &str) {
    let list = system.exprs.conjuncts(condition);
    if list.is_empty() {
        let _ = writeln!(out, "{indent}anything");
    }
    for conjunct in list {
        let _ = writeln!(out, "{indent}{}", show_expr(system, conjunct));
    }
}

fn write_rule(out: &mut String, system: &System, rule: &Rule) {
    let _ = writeln!(out, "\nrule {}\n  {}", rule.name, seen(system, rule));
    for (position, choice) in rule.choices.iter().enumerate() {
        let _ = writeln!(out, "  picks ?{position} = {} : {}", choice.name, system.show_type(choice.ty));
    }
    for datum in &rule.observation.data {
        let value = show_expr(system, datum.value);
        let _ = writeln!(out, "  {} gives {} = {value}", system.agent(datum.from).name, datum.name);
    }
    if !system.exprs.is_true(rule.guard) {
        let _ = writeln!(out, "  when");
        conditions(out, system, rule.guard, "    ");
    }
    for part in &rule.parts {
        write_part(out, system, part);
    }
}

/// What can be seen of a step, in words.
fn seen(system: &System, rule: &Rule) -> String {
    let name = |agent: synod_core::AgentId| system.agent(agent).name.as_str();
    let seen = &rule.observation;
    let mut text = match seen.mode {
        Mode::Message => "a message",
        Mode::PointToPoint => "an exchange",
        Mode::Local => "a local step",
        Mode::Joint => "a joint step",
    }
    .to_string();
    if let Some(actor) = seen.actor {
        let _ = write!(text, " of {}", name(actor));
    }
    if let Some(partner) = seen.partner {
        let _ = write!(text, " with {}", name(partner));
    }
    if let Some(channel) = seen.channel {
        let _ = write!(text, " on {}", show_expr(system, channel));
    }
    text
}

fn write_part(out: &mut String, system: &System, part: &Part) {
    checkpoint();
    let who = part.agent.map_or("then", |agent| system.agent(agent).name.as_str());
    match part.alternatives.as_slice() {
        [] => {
            let _ = writeln!(out, "  {who} cannot take part");
        }
        [only] => {
            let _ = writeln!(out, "  {who}");
            write_alternative(out, system, only, "    ");
        }
        several => {
            let _ = writeln!(out, "  {who}, one of");
            for alternative in several {
                write_alternative(out, system, alternative, "    - ");
            }
        }
    }
}

fn write_alternative(out: &mut String, system: &System, alternative: &Alternative, lead: &str) {
    let indent = " ".repeat(lead.len());
    let stays = if alternative.updates.is_empty() { "stays as it is" } else { "" };
    let what = alternative.action.as_ref().map_or(stays, |action| action.text.as_str());
    let mut lead = lead;
    let mut line = |out: &mut String, text: &str| {
        let _ = writeln!(out, "{lead}{text}");
        lead = &indent;
    };
    if !what.is_empty() {
        line(out, what);
    }
    if !system.exprs.is_true(alternative.guard) {
        line(out, &format!("if {}", show_expr(system, alternative.guard)));
    }
    for update in &alternative.updates {
        line(out, &show_update(system, update));
    }
}

fn show_update(system: &System, update: &Update) -> String {
    let index = update.index.map_or(String::new(), |index| format!("[{}]", show_expr(system, index)));
    format!("{}{index} := {}", system.var(update.var).name, show_expr(system, update.value))
}

fn write_predicate(out: &mut String, system: &System, predicate: &StepPredicate) {
    let _ = writeln!(out, "\nsteps with {}", predicate.text);
    for (rule, condition) in &predicate.cases {
        let name = &system.rule(*rule).name;
        let _ = match system.exprs.is_true(*condition) {
            true => writeln!(out, "  {name}"),
            false => writeln!(out, "  {name} if {}", show_expr(system, *condition)),
        };
    }
}
