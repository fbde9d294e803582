//! Property variables: whoever can be asked for one must say how it reads, and those that observations
//! range over must have finitely many values.

use synod_syntax::{Diagnostic, Span};

use super::found::Findings;
use super::walk;
use crate::hir::{Action, AgentType, ExprKind, Model, Served, Type, Whom};

/// Somebody who asks for property variables of others.
struct Question {
    /// Which ones.
    properties: Vec<usize>,
    /// The agent type that asks; `None` for an observation.
    asker: Option<usize>,
    /// Whether agents of a type can be asked.
    can_answer: fn(&AgentType) -> bool,
    /// Who asks, in words.
    words: String,
    /// Where.
    span: Span,
}

/// Checks the property variables of a whole model.
pub(super) fn check(model: &Model, found: &mut Findings) {
    let mut questions = by_commands(model);
    report_infinite(model, &questions, found);
    questions.extend(by_observations(model));
    report_unanswered(model, &questions, found);
}

fn by_commands(model: &Model) -> Vec<Question> {
    let mut list = Vec::new();
    for (asker, agent) in model.agents.iter().enumerate() {
        for command in &agent.commands {
            let (condition, can_answer, words): (_, fn(&AgentType) -> bool, _) = match &command.action {
                Action::Send { guard, .. } => (guard, receives, "send"),
                Action::Get { from: Whom::Predicate(predicate), .. } => (predicate, supplies_anybody, "get"),
                Action::Supply { to: Served::Predicate(predicate), .. } => (predicate, gets, "supply"),
                _ => continue,
            };
            list.push(Question {
                properties: walk::properties(condition),
                asker: Some(asker),
                can_answer,
                words: format!("this {words} of `{}`", agent.name),
                span: command.span,
            });
        }
    }
    list
}

fn by_observations(model: &Model) -> Vec<Question> {
    let named = |action: &Action| matches!(action, Action::Get { from: Whom::Location(_), .. });
    let somebody_is_named = model.agents.iter().any(|agent| any(agent, named));
    let mut list = Vec::new();
    for spec in &model.specs {
        walk::observations(&spec.formula, &mut |observation| {
            let mut properties = Vec::new();
            walk::each(&observation.condition, &mut |part| match part.kind {
                ExprKind::SupplierProperty(property) => properties.push(property),
                // A getter that names its supplier is observed with the supplier's own values.
                ExprKind::Property(property) if somebody_is_named => properties.push(property),
                _ => {}
            });
            let words = "an observation of this specification".to_string();
            list.push(Question { properties, asker: None, can_answer: supplies, words, span: spec.span });
        });
    }
    list
}

fn any(agent: &AgentType, test: impl Fn(&Action) -> bool) -> bool {
    agent.commands.iter().any(|command| test(&command.action))
}

// Only who has a receive is ever asked by a send: others stay still or block it, whatever they are.
fn receives(agent: &AgentType) -> bool {
    any(agent, |action| matches!(action, Action::Receive { .. }))
}

fn supplies(agent: &AgentType) -> bool {
    any(agent, |action| matches!(action, Action::Supply { .. }))
}

fn supplies_anybody(agent: &AgentType) -> bool {
    any(agent, |action| matches!(action, Action::Supply { to, .. } if !matches!(to, Served::ByName)))
}

fn gets(agent: &AgentType) -> bool {
    any(agent, |action| matches!(action, Action::Get { .. }))
}

fn report_unanswered(model: &Model, questions: &[Question], found: &mut Findings) {
    let instances = |agent: usize| model.instances.iter().filter(|instance| instance.agent == agent).count();
    for (position, agent) in model.agents.iter().enumerate() {
        let others_ask = |question: &&Question| match question.asker {
            Some(asker) => instances(asker) > usize::from(asker == position),
            None => true,
        };
        let mut silent = Vec::new();
        for (property, field) in model.properties.iter().enumerate() {
            if agent.relabels[property].is_some() || instances(position) == 0 {
                continue;
            }
            let asked = questions
                .iter()
                .filter(others_ask)
                .find(|question| question.properties.contains(&property) && (question.can_answer)(agent));
            match asked {
                Some(question) => found.push(
                    Diagnostic::error(
                        "rcheck::missing-relabel",
                        agent.span,
                        format!(
                            "`{}` does not relabel `{}`, but {} asks for it",
                            agent.name, field.name, question.words
                        ),
                    )
                    .caption(format!("`{}` has no value for these agents", field.name))
                    .label(question.span, "asked for here")
                    .help(format!("add `{} <- …` to the `relabel:` section of `{}`", field.name, agent.name)),
                ),
                None => silent.push(format!("`{}`", field.name)),
            }
        }
        if !silent.is_empty() && (receives(agent) || supplies(agent)) {
            let message = format!("`{}` does not relabel {}", agent.name, silent.join(", "));
            found.push(
                Diagnostic::warning("rcheck::unrelabelled-property", agent.span, message)
                    .explain("nobody asks these agents for it, so it makes no difference now"),
            );
        }
    }
}

/// Reports observations that range over addressees whose properties are any integers.
fn report_infinite(model: &Model, questions: &[Question], found: &mut Findings) {
    let infinite = |property: &&usize| model.properties[**property].ty == Type::Int;
    let asked =
        questions.iter().find_map(|question| Some((question, *question.properties.iter().find(infinite)?)));
    let Some((question, property)) = asked else { return };
    let field = &model.properties[property];
    for spec in &model.specs {
        walk::observations(&spec.formula, &mut |observation| {
            if !walk::mentions(&observation.condition, |kind| matches!(kind, ExprKind::Receivers { .. })) {
                return;
            }
            let message =
                format!("`exists` and `forall` cannot range over all integers that `{}` can be", field.name);
            found.push(
                Diagnostic::error("rcheck::infinite-property", spec.span, message)
                    .label(field.span, format!("`{}` is declared as `int`", field.name))
                    .label(question.span, format!("{} asks for it", question.words))
                    .help(format!(
                        "declare `{}` with a range that has all its values, such as `0..9`",
                        field.name
                    )),
            );
        });
    }
}
