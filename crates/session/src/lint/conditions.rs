//! Conditions of commands that are the same in all states, by the values that variables can have at all.

use synod_core::{Choice, Command, CompiledModel, ExprId, Interval, Participation, System, Usage};
use synod_passes::simplified;
use synod_syntax::Diagnostic;

/// Commands that can never be taken, and conditions that are always true, as warnings.
pub fn constant(model: &CompiledModel) -> Vec<Diagnostic> {
    let mut conditions = Conditions { system: model.system.clone(), ranges: model.system.ranges() };
    model.commands().iter().filter_map(|command| warning(command, conditions.outcome(command)?)).collect()
}

fn warning(command: &Command, outcome: bool) -> Option<Diagnostic> {
    let Command { kind, text, span, .. } = command;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (message, help) = match outcome {
        false => (
            format!("the {kind} `{text}` can never be taken: no state satisfies what it needs"),
            "look for the values that it waits for and nobody gives",
        ),
        true => (
            format!("the condition of the {kind} `{text}` is true in all states"),
            "leave the condition out, or correct it",
        ),
    };
    Some(Diagnostic::warning("model::constant-condition", *span, message).help(help))
}

/// Conditions of a system whose variables have these ranges.
struct Conditions<'r> {
    system: System,
    ranges: &'r [Interval],
}

impl Conditions<'_> {
    /// Whether a command can always be used, or never; `None` if neither is known, or if it has no condition.
    fn outcome(&mut self, command: &Command) -> Option<bool> {
        match &command.usage {
            Usage::Steps(steps) => steps.iter().all(|taken| self.is_impossible(taken)).then_some(false),
            Usage::States(condition) if self.system.exprs.is_true(*condition) => None,
            Usage::States(condition) => self.constant(&[], *condition),
        }
    }

    /// Whether no state within the ranges has a step with this in it.
    fn is_impossible(&mut self, taken: &Participation) -> bool {
        let rule = self.system.rule(taken.rule);
        let own = taken
            .took
            .map(|(part, alternative)| rule.parts[part as usize].alternatives[alternative as usize].guard);
        let (choices, guard) = (rule.choices.clone(), rule.guard);
        std::iter::once(guard).chain(own).any(|guard| self.constant(&choices, guard) == Some(false))
    }

    /// The value of a condition, if it is the same in all states.
    fn constant(&mut self, choices: &[Choice], condition: ExprId) -> Option<bool> {
        let simple = simplified(&mut self.system, self.ranges, choices, condition);
        match self.system.exprs.is_true(simple) {
            true => Some(true),
            false => self.system.exprs.is_false(simple).then_some(false),
        }
    }
}
