//! What MCMAS refuses although it could be given a meaning: sections and groups with nothing in them, names with two
//! meanings, and path formulas of CTL* that nobody quantifies.

use std::collections::HashMap;

use synod_syntax::{Diagnostic, Span};

use super::Lowering;
use crate::ast::{Agent, Formula, FormulaKind as Kind, Name, Question, VarDecl};
use crate::scope::ENVIRONMENT;

impl Lowering<'_> {
    /// Only the environment may do without a protocol and an evolution, and lines of a protocol allow something. What
    /// could not be read is not missing.
    pub(super) fn check_sections(&mut self, tree: &Agent) {
        for line in tree.protocol.iter().filter(|line| line.actions.is_empty()) {
            self.scope.problems.push(
                Diagnostic::error(
                    "ispl::empty-section",
                    line.span,
                    "this line of the Protocol allows no action",
                )
                .help("name an action between the braces, or remove the line"),
            );
        }
        if tree.is_environment() {
            return;
        }
        let name = &tree.name;
        let mut empty = |section: &str, because: &str, help: String| {
            let message = format!("the {section} of agent `{}` has no line", name.text);
            let problem = Diagnostic::error("ispl::empty-section", name.span, message);
            self.scope.problems.push(problem.explain(because).help(help));
        };
        if tree.protocol.is_empty() {
            let actions: Vec<&str> = tree.actions.iter().map(|action| action.text.as_str()).collect();
            let help = format!("write `Other : {{{}}};` to allow its actions everywhere", actions.join(", "));
            empty("Protocol", "the agent could never act, so that the whole system would stop at once", help);
        }
        if tree.evolution.is_empty() {
            let var = tree.vars.first().map_or("x", |var| var.name.text.as_str());
            let action = tree.actions.first().map_or("a", |action| action.text.as_str());
            let help = format!("write `{var} = {var} if Action = {action};` for an agent that never changes");
            empty("Evolution", "its variables would keep their first values for ever", help);
        }
    }

    /// A group has a member.
    pub(super) fn check_group(&mut self, name: &Name, members: &[Name]) {
        if members.is_empty() {
            let message = format!("the group `{}` has no members", name.text);
            self.scope.problems.push(
                Diagnostic::error("ispl::empty-group", name.span, message)
                    .explain("a group that knows or enforces something consists of agents")
                    .help("name at least one agent between the braces, or remove the group"),
            );
        }
    }

    /// Agents, variables and the values that an agent can compare with have different names.
    pub(super) fn check_names(&mut self) {
        let agents: HashMap<&str, Span> =
            self.trees.iter().flatten().map(|tree| (tree.name.text.as_str(), tree.name.span)).collect();
        for position in 0..self.trees.len() {
            let Some(tree) = self.trees[position] else { continue };
            let own: Vec<&VarDecl> = tree.variables().collect();
            let observes = &self.scope.system.agents[position].observes;
            let environment = &self.scope.agents[ENVIRONMENT].vars;
            let is_seen = |var: &&VarDecl| {
                environment.get(var.name.text.as_str()).is_some_and(|info| observes.contains(&info.id))
            };
            let seen: Vec<&VarDecl> = match self.trees[ENVIRONMENT] {
                Some(environment) if position != ENVIRONMENT => {
                    environment.variables().filter(is_seen).collect()
                }
                _ => vec![],
            };
            self.scope.keep_apart(&own, &seen, &agents);
        }
    }

    /// A formula of CTL* says of which paths it speaks.
    pub(super) fn check_quantified(&mut self, question: &Question) {
        if let Some(path) = unquantified(&question.formula) {
            self.scope.problems.push(
                Diagnostic::error("ispl::path-formula", path.span, "this is asked of a path, but of which is not said")
                    .explain(
                        "a CTL* formula, and what agents know in one, is about states: a temporal operator stands \
                         below `A` (on all paths) or `E` (on some path)",
                    )
                    .help("write `A (…)` or `E (…)` around it; `LTL …;` asks of all paths from the initial states"),
            );
        }
    }
}

/// The first part of a formula about states that is about a path, and below no quantifier.
fn unquantified(formula: &Formula) -> Option<&Formula> {
    match &formula.kind {
        Kind::Prop(_) | Kind::Condition(_) | Kind::Red(..) => None,
        Kind::Next(_) | Kind::Finally(_) | Kind::Globally(_) | Kind::Until(..) => Some(formula),
        Kind::All(path) | Kind::Some(path) | Kind::Enforces(_, path) => unquantified_below(path),
        Kind::Not(a) | Kind::Knows(_, a) | Kind::Ought(_, a) => unquantified(a),
        Kind::EverybodyKnows(_, a) | Kind::Common(_, a) | Kind::Distributed(_, a) => unquantified(a),
        Kind::And(list) | Kind::Or(list) => list.iter().find_map(unquantified),
        Kind::Implies(a, b) => unquantified(a).or_else(|| unquantified(b)),
    }
}

/// The same in a formula about a path.
fn unquantified_below(path: &Formula) -> Option<&Formula> {
    match &path.kind {
        Kind::Next(a) | Kind::Finally(a) | Kind::Globally(a) | Kind::Not(a) => unquantified_below(a),
        Kind::Until(a, b) | Kind::Implies(a, b) => unquantified_below(a).or_else(|| unquantified_below(b)),
        Kind::And(list) | Kind::Or(list) => list.iter().find_map(unquantified_below),
        _ => unquantified(path),
    }
}
