//! What is allowed but probably not meant: commands that are never taken, variables that start anyhow.

use std::collections::BTreeSet;

use synod_syntax::Diagnostic;

use super::found::Findings;
use super::walk;
use crate::hir::{Action, AgentType, Command, Expr, ExprKind, Model, Whom};
use crate::{ast, automaton};

/// Looks over a whole model.
pub(super) fn check(model: &Model, tree: &ast::Model, found: &mut Findings) {
    let offers = Offers::of(model);
    for (position, (agent, tree)) in model.agents.iter().zip(&tree.agents).enumerate() {
        unreachable_commands(tree, found);
        for command in &agent.commands {
            missing_data(model, &offers, command, found);
            asks_itself(command, found);
        }
        starts_anyhow(model, position, agent, tree, found);
    }
}

/// Commands behind a loop that never ends.
fn unreachable_commands(agent: &ast::Agent, found: &mut Findings) {
    let (edges, states) = automaton::build(&agent.body);
    let unreachable = automaton::unreachable(&edges, states);
    // What follows an unreachable command is so too; the first of them says it all.
    if let Some(edge) = edges.iter().find(|edge| unreachable.contains(&edge.from)) {
        found.push(
            Diagnostic::warning(
                "rcheck::unreachable-command",
                edge.command.span,
                "this command is never reached",
            )
            .explain("`rep` repeats for ever, so what follows it with `;` is not reached")
            .help("the way out of a loop is a choice: `(rep A) + B`"),
        );
    }
}

/// What the actions of a model carry: which sets of message variables, each once.
#[derive(Default)]
struct Offers {
    sends: BTreeSet<BTreeSet<usize>>,
    gets: BTreeSet<BTreeSet<usize>>,
    supplies: BTreeSet<BTreeSet<usize>>,
}

impl Offers {
    fn of(model: &Model) -> Self {
        let mut offers = Offers::default();
        for command in model.agents.iter().flat_map(|agent| &agent.commands) {
            let (list, data) = match &command.action {
                Action::Send { data, .. } => (&mut offers.sends, data),
                Action::Get { data, .. } => (&mut offers.gets, data),
                Action::Supply { data, .. } => (&mut offers.supplies, data),
                Action::Receive { .. } => continue,
            };
            list.insert(data.iter().map(|(message, _)| *message).collect());
        }
        offers
    }
}

/// A command that reads data which no partner gives.
fn missing_data(model: &Model, offers: &Offers, command: &Command, found: &mut Findings) {
    let values = command.updates.iter().map(|(_, value)| value).chain([&command.precondition]);
    let needed: BTreeSet<usize> = values.flat_map(walk::messages).collect();
    let (offers, partner) = match &command.action {
        Action::Send { .. } => return,
        Action::Receive { .. } => (&offers.sends, "send"),
        Action::Get { .. } => (&offers.supplies, "supply"),
        Action::Supply { .. } => (&offers.gets, "get"),
    };
    if needed.is_empty() || offers.iter().any(|offer| needed.is_subset(offer)) {
        return;
    }
    let lacking = needed.iter().find(|message| !offers.iter().any(|offer| offer.contains(message)));
    let reason = match lacking {
        Some(message) => format!("no {partner} carries `{}`", model.messages[*message].name),
        None => {
            let names: Vec<String> =
                needed.iter().map(|message| format!("`{}`", model.messages[*message].name)).collect();
            format!("no {partner} carries all of {}", names.join(", "))
        }
    };
    found.push(
        Diagnostic::warning(
            "rcheck::never-taken",
            command.span,
            format!("this command can never be taken: {reason}"),
        )
        .explain("a command that reads a message variable is enabled only by messages that carry it"),
    );
}

/// A get at the agent's own location.
fn asks_itself(command: &Command, found: &mut Findings) {
    if let Action::Get { from: Whom::Location(Expr { kind: ExprKind::Myself, .. }), .. } = &command.action {
        let message = "this command can never be taken: an agent cannot get from itself";
        found.push(Diagnostic::warning("rcheck::never-taken", command.span, message));
    }
}

/// Locals that neither the agent nor all its instances say anything about.
fn starts_anyhow(model: &Model, position: usize, agent: &AgentType, tree: &ast::Agent, found: &mut Findings) {
    if tree.init.is_none() && !agent.locals.is_empty() {
        let message = format!("`{}` has no `init:` section", agent.name);
        found.push(
            Diagnostic::note("rcheck::missing-init", agent.span, message)
                .explain("its locals start with any values that the conditions of the instances allow"),
        );
        return;
    }
    let instances: Vec<_> = model.instances.iter().filter(|instance| instance.agent == position).collect();
    for (local, field) in agent.locals.iter().enumerate() {
        let free: Vec<_> =
            instances.iter().filter(|instance| !walk::reads_local(&instance.init, local)).collect();
        if walk::reads_local(&agent.init, local) || free.is_empty() {
            continue;
        }
        let note = Diagnostic::note(
            "rcheck::uninitialised",
            field.span,
            format!("`{}` starts with any value", field.name),
        );
        let whose: Vec<String> = free.iter().map(|instance| format!("`{}`", instance.name)).collect();
        found.push(match free.len() == instances.len() {
            true => note,
            false => note.explain(format!("this applies to {}", whose.join(", "))),
        });
    }
}
