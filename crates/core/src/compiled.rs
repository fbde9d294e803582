//! What every front end makes of a text, and all that checking needs of it.

use synod_syntax::Span;

use crate::command::commands_of;
use crate::{Action, Command, Lint, Property, Remark, System, Verdict};

/// A model in the form that engines understand.
#[derive(Clone, Debug)]
pub struct CompiledModel {
    /// What engines see.
    pub system: System,
    /// What the model asks, in the order of the text.
    pub properties: Vec<Property>,
    /// Questions to ask beside the properties, whose answers tell how much the others mean.
    pub side_questions: Vec<SideQuestion>,
    /// What is odd if the reachable states are such.
    pub lints: Vec<Lint>,
    /// What an action of the system is as a command of the text, in a word or two; `None` if it is none.
    pub action_kind: fn(&Action) -> Option<&'static str>,
    /// Commands of the text that are no actions of the system.
    pub other_commands: Vec<Command>,
    /// Only runs of this many steps are judged: what holds, holds within them.
    pub step_bound: Option<u64>,
    /// Whether searches leave out what is outside the cone of influence of a property.
    pub reduce: bool,
    /// Whether the language calls a model without a (fair) run an error; otherwise it is worth a warning.
    pub empty_is_error: bool,
    /// Fairness that was asked for beside the text.
    pub assumed: Option<AssumedFairness>,
}

/// Fairness that is assumed beside what the text of a model says.
#[derive(Clone, Debug)]
pub struct AssumedFairness {
    /// What is assumed, as a phrase.
    pub what: String,
    /// Where it was asked for; `None` if the text demands fairness, too.
    pub place: Option<Span>,
}

impl CompiledModel {
    /// A model of a language that asks nothing beside the properties.
    pub fn new(system: System, properties: Vec<Property>) -> Self {
        CompiledModel {
            system,
            properties,
            side_questions: Vec::new(),
            lints: Vec::new(),
            action_kind: |_| None,
            other_commands: Vec::new(),
            step_bound: None,
            reduce: false,
            empty_is_error: false,
            assumed: None,
        }
    }

    /// The commands of the text, in its order, to count how often they are used.
    pub fn commands(&self) -> Vec<Command> {
        let mut found = commands_of(&self.system, self.action_kind);
        let others = self.other_commands.iter().filter(|other| {
            let same = found.binary_search_by_key(&(other.span.start, other.span.end), Command::place);
            same.is_err()
        });
        let others: Vec<Command> = others.cloned().collect();
        found.extend(others);
        found.sort_by_key(Command::place);
        // What the language adds stands nowhere.
        found.retain(|command| command.span != Span::default());
        found
    }

    /// What a property comes to when runs that deadlock are judged like all others; `None` where that makes no
    /// difference.
    pub fn counting_deadlocks(&self, property: &Property) -> Option<&Property> {
        let strict = self.side_questions.iter().find(|question| {
            question.about.as_ref() == Some(&property.name) && question.remark == Remark::UncountedDeadlocks
        });
        strict.map(|question| &question.property)
    }
}

/// A question whose answer tells how much another answer means: a vacuity or side condition.
#[derive(Clone, Debug)]
pub struct SideQuestion {
    /// The name of the property that it is about; `None` for all.
    pub about: Option<String>,
    /// The question.
    pub property: Property,
    /// The answer that is worth the remark.
    pub when: RemarkWhen,
    /// Whether the property it is about holds wherever this one does.
    pub is_stronger: bool,
    /// What is remarked then.
    pub remark: Remark,
}

/// The answer to a side question that is worth a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkWhen {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
}

impl RemarkWhen {
    /// Whether this is the answer.
    pub fn fits(self, verdict: &Verdict) -> bool {
        match self {
            RemarkWhen::Holds => matches!(verdict, Verdict::Holds(_)),
            RemarkWhen::Violated => matches!(verdict, Verdict::Violated(_)),
        }
    }
}
