//! The control graphs of agents as pictures need them: instances with one graph together, parallel
//! edges merged. Agents without control states of their own are drawn by their local states.

mod local;
mod program;

use synod_core::{Agent, AgentId, Role, State, System};
use synod_simulate::local_name;
use synod_syntax::Span;

/// Which graphs are drawn, and how.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Only these agents; all if there are none.
    pub agents: Vec<AgentId>,
    /// Whether instances of a role that have the same graph share a picture.
    pub share: bool,
    /// What stands on arrows.
    pub labels: Labels,
}

/// What stands on arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Labels {
    /// The names of commands, with their guards.
    #[default]
    Full,
    /// The names of commands.
    Short,
}

impl Default for Selection {
    fn default() -> Self {
        Selection { agents: Vec::new(), share: true, labels: Labels::default() }
    }
}

/// The control graph of one or more agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The role, or the name of the agent if it is drawn alone; and which of its threads it is.
    pub title: String,
    /// The agents it stands for.
    pub instances: Vec<String>,
    /// What ids of elements begin with: the first agent, and which of its threads it is.
    pub id: String,
    /// What the picture leaves out, as a phrase.
    pub note: Option<String>,
    /// The states; at least one.
    pub states: Vec<PictureState>,
    /// The positions of the first states.
    pub initial: Vec<usize>,
    /// What leads from state to state.
    pub arrows: Vec<Arrow>,
}

/// A state of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureState {
    /// Its number, or what stands for it: unique in the picture.
    pub key: String,
    /// What stands in it.
    pub lines: Vec<String>,
    /// The whole truth about it.
    pub title: String,
    /// The values of variables of the agent, without its name before theirs, that it stands for.
    pub values: Vec<(String, i64)>,
}

/// All commands of one kind between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// From the state of this position.
    pub from: usize,
    /// To that of this one.
    pub to: usize,
    /// Their kind.
    pub role: Role,
    /// The label, line by line.
    pub lines: Vec<LabelLine>,
    /// The commands.
    pub commands: Vec<ArrowCommand>,
}

/// A command of an arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrowCommand {
    /// All of it.
    pub text: String,
    /// Where it was written; empty if nowhere.
    pub span: Span,
}

impl Arrow {
    /// The whole commands, one a line.
    pub fn title(&self) -> String {
        self.commands.iter().map(|command| command.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// A line of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelLine {
    /// What it says.
    pub text: String,
    /// Whether it is about when a command can be used, not which one it is.
    pub is_guard: bool,
}

/// A command between two states.
struct Labelled {
    from: usize,
    to: usize,
    role: Role,
    name: String,
    guard: Option<String>,
    text: String,
    span: Span,
}

/// More commands than this on one arrow are counted instead of named.
const MOST_LINES: usize = 8;
/// Longer names are cut.
const LONGEST: usize = 36;
/// Longer guards are cut; they go on over lines of this length.
const LONGEST_GUARD: usize = 96;
const GUARD_LINE: usize = 34;

/// The pictures of a system, in the order of its agents.
pub fn pictures(system: &System, selection: &Selection) -> Vec<Picture> {
    let chosen = |id: AgentId| selection.agents.is_empty() || selection.agents.contains(&id);
    let mut found: Vec<(&Agent, Picture)> = Vec::new();
    for (id, agent) in system.agent_ids().filter(|(id, _)| chosen(*id)) {
        let drawn = match &agent.automaton {
            Some(automaton) => program::pictures(system, agent, automaton, selection.labels),
            None => vec![local::picture(system, id, selection.labels)],
        };
        for mut picture in drawn {
            let is_twin =
                |(known, other): &(&Agent, Picture)| known.role == agent.role && other.looks_like(&picture);
            if selection.share {
                if let Some((_, twin)) = found.iter_mut().find(|one| is_twin(one)) {
                    twin.instances.push(agent.name.clone());
                    continue;
                }
                picture.title = picture.title.replacen(&agent.name, &agent.role, 1);
            }
            found.push((agent, picture));
        }
    }
    found.into_iter().map(|(_, picture)| picture).collect()
}

impl Picture {
    /// In which state of the picture an agent is for which it stands.
    pub fn state_of(&self, system: &System, agent: AgentId, state: &State) -> Option<&PictureState> {
        let value = |name: &str| {
            let own = system.agent(agent).owns.iter().find(|var| local_name(system, **var) == name)?;
            state.get(system.slot(*own)).copied()
        };
        self.states.iter().find(|one| one.values.iter().all(|(name, held)| value(name) == Some(*held)))
    }

    fn looks_like(&self, other: &Picture) -> bool {
        let look =
            |picture: &Picture| (picture.states.clone(), picture.initial.clone(), picture.arrows.clone());
        look(self) == look(other)
    }

    /// A picture with these commands between its states, in this order.
    fn new(
        agent: &Agent,
        states: Vec<PictureState>,
        initial: Vec<usize>,
        commands: Vec<Labelled>,
        labels: Labels,
    ) -> Self {
        let mut bundles: Vec<(usize, usize, Role, Vec<Labelled>)> = Vec::new();
        for command in commands {
            let key = (command.from, command.to, command.role);
            match bundles.iter_mut().find(|(from, to, role, _)| (*from, *to, *role) == key) {
                Some((.., bundle)) => bundle.push(command),
                None => bundles.push((command.from, command.to, command.role, vec![command])),
            }
        }
        let arrow = |(from, to, role, commands): (usize, usize, Role, Vec<Labelled>)| {
            let lines = lines(&commands, labels);
            let command = |one: Labelled| ArrowCommand { text: one.text, span: one.span };
            Arrow { from, to, role, lines, commands: commands.into_iter().map(command).collect() }
        };
        Picture {
            title: agent.name.clone(),
            instances: vec![agent.name.clone()],
            id: agent.name.clone(),
            note: None,
            states,
            initial,
            arrows: bundles.into_iter().map(arrow).collect(),
        }
    }
}

/// The label of commands, line by line: each with its guard below it.
fn lines(commands: &[Labelled], labels: Labels) -> Vec<LabelLine> {
    let mut groups: Vec<Vec<LabelLine>> = Vec::new();
    for command in commands {
        let mut group = vec![LabelLine { text: cut(&command.name, LONGEST), is_guard: false }];
        if let (Labels::Full, Some(guard)) = (labels, &command.guard) {
            let guard = wrapped(&format!("[{}]", cut(guard, LONGEST_GUARD)));
            group.extend(guard.into_iter().map(|text| LabelLine { text, is_guard: true }));
        }
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let count = groups.len();
    let mut lines: Vec<LabelLine> = Vec::new();
    for (at, group) in groups.into_iter().enumerate() {
        if !lines.is_empty() && lines.len() + group.len() > MOST_LINES {
            lines.push(LabelLine { text: format!("… {} more", count - at), is_guard: true });
            break;
        }
        lines.extend(group);
    }
    lines
}

fn cut(name: &str, longest: usize) -> String {
    match name.chars().count() <= longest {
        true => name.to_string(),
        false => name.chars().take(longest - 1).chain(['…']).collect(),
    }
}

/// A guard over lines, broken after connectives where that can be, else at spaces.
fn wrapped(guard: &str) -> Vec<String> {
    let is_connective = |word: &str| matches!(word, "&" | "|" | "and" | "or" | "->" | "=>");
    let mut clauses: Vec<String> = vec![String::new()];
    for word in guard.split_whitespace() {
        let clause = clauses.last_mut().filter(|clause| !clause.ends_with('\n'));
        let end = if is_connective(word) { "\n" } else { "" };
        match clause {
            Some(clause) if clause.is_empty() => *clause = format!("{word}{end}"),
            Some(clause) => *clause = format!("{clause} {word}{end}"),
            None => clauses.push(format!("{word}{end}")),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    let fits = |line: &str, more: &str| line.chars().count() + 1 + more.chars().count() <= GUARD_LINE;
    for clause in clauses.iter().map(|clause| clause.trim_end()) {
        match lines.last_mut() {
            Some(line) if fits(line, clause) => *line = format!("{line} {clause}"),
            _ if clause.chars().count() <= GUARD_LINE => lines.push(clause.to_string()),
            _ => {
                for (at, word) in clause.split(' ').enumerate() {
                    match lines.last_mut().filter(|_| at > 0) {
                        Some(line) if fits(line, word) => *line = format!("{line} {word}"),
                        _ => lines.push(word.to_string()),
                    }
                }
            }
        }
    }
    lines
}

/// How a kind of command is called in legends.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Sends => "send",
        Role::Receives => "receive",
        Role::Gets => "get",
        Role::Supplies => "supply",
        Role::Acts => "act",
    }
}

/// A colour for a kind of command that colour-blind people can tell from the others, and that is dark
/// enough for white paper.
pub fn role_colour(role: Role) -> &'static str {
    match role {
        Role::Sends => "#0a5ea8",
        Role::Receives => "#b34700",
        Role::Gets => "#00795a",
        Role::Supplies => "#8a3f86",
        Role::Acts => "#444444",
    }
}
