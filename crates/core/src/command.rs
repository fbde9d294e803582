//! Commands of a text and how often they are used: coverage.

use rustc_hash::FxHashMap;
use synod_syntax::Span;

use crate::expr::ExprId;
use crate::system::{Action, Role, RuleId, System, VarId};

/// A command of a text, whose use in the reachable states can be counted. The same command of several agents is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it is, in a word or two, such as `receive`.
    pub kind: &'static str,
    /// As it was written, on one line.
    pub text: String,
    /// Where it was written.
    pub span: Span,
    /// What counts as its use.
    pub usage: Usage,
    /// Where agents have come to it: the control variable of an agent has this value. Empty if that is not known.
    pub begins: Vec<(VarId, i64)>,
}

impl Command {
    /// Where it begins and ends in the text.
    pub fn place(&self) -> (u32, u32) {
        (self.span.start, self.span.end)
    }
}

/// What counts as a use of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Usage {
    /// A step that has one of these in it.
    Steps(Vec<Participation>),
    /// A state in which this is true.
    States(ExprId),
}

/// A share in the steps of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Participation {
    /// The rule.
    pub rule: RuleId,
    /// The part and the alternative that it takes; `None` if every step of the rule counts.
    pub took: Option<(u32, u32)>,
}

impl Participation {
    /// Whether a step of the rule has it in it, given the alternative that each part takes.
    pub fn is_in(&self, taken: &[u32]) -> bool {
        self.took.is_none_or(|(part, alternative)| taken[part as usize] == alternative)
    }
}

/// How often commands are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// For each command in how many steps between reachable states, or in how many reachable states, it is used.
    pub counts: Vec<u64>,
    /// For each command whether some agent has come to it; of those for which that is not known, true.
    pub reached: Vec<bool>,
    /// How many states were looked at.
    pub states: u64,
    /// Whether these are all reachable states, so that what was not used never is.
    pub complete: bool,
}

impl Coverage {
    /// Nothing was looked at yet.
    pub fn none(commands: &[Command]) -> Self {
        let reached = commands.iter().map(|command| command.begins.is_empty()).collect();
        Coverage { counts: vec![0; commands.len()], reached, states: 0, complete: false }
    }

    /// Whether all commands were used.
    pub fn is_full(&self) -> bool {
        self.counts.iter().all(|count| *count > 0)
    }
}

/// The commands of a system in the order of the text, by the places of its actions: those of the rules and those of the
/// control graphs. `kind` says what an action is.
pub(crate) fn commands_of(system: &System, kind: fn(&Action) -> Option<&'static str>) -> Vec<Command> {
    let mut found: Vec<Command> = Vec::new();
    let mut known: FxHashMap<Span, usize> = FxHashMap::default();
    let mut at = |action: &Action, found: &mut Vec<Command>| {
        let kind = kind(action).filter(|_| action.span != Span::default())?;
        Some(*known.entry(action.span).or_insert_with(|| {
            found.push(Command {
                kind,
                text: action.text.clone(),
                span: action.span,
                usage: Usage::Steps(Vec::new()),
                begins: Vec::new(),
            });
            found.len() - 1
        }))
    };
    let automata = system.agents.iter().filter_map(|agent| agent.automaton.as_ref());
    for thread in automata.flat_map(|automaton| &automaton.threads) {
        let Some(state) = thread.state else { continue };
        for edge in &thread.edges {
            if let Some(position) = at(&edge.action, &mut found) {
                found[position].begins.push((state, i64::from(edge.from)));
            }
        }
    }
    for (rule, parts) in system.rule_ids().map(|(id, rule)| (id, &rule.parts)) {
        for (part, alternatives) in
            parts.iter().enumerate().map(|(part, each)| (part as u32, &each.alternatives))
        {
            for (alternative, action) in (0..).zip(alternatives.iter().map(|one| &one.action)) {
                let Some(action) = action else { continue };
                if let Some(position) = at(action, &mut found)
                    && let Usage::Steps(steps) = &mut found[position].usage
                {
                    steps.push(Participation { rule, took: Some((part, alternative)) });
                }
            }
        }
    }
    found.sort_by_key(Command::place);
    found
}

/// The part that an action plays, in a word.
pub fn kind_of_role(action: &Action) -> Option<&'static str> {
    Some(match action.role {
        Role::Sends => "send",
        Role::Receives => "receive",
        Role::Gets => "get",
        Role::Supplies => "supply",
        Role::Acts => "action",
    })
}
