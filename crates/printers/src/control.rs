//! The control graphs of agents as pictures need them: instances with one graph together, parallel
//! edges merged.

use synod_core::{Action, Agent, AgentId, Automaton, AutomatonEdge, Role, System};

/// Which graphs are drawn.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Only these agents; all if there are none.
    pub agents: Vec<AgentId>,
    /// Whether instances of a role that have the same graph share a picture.
    pub share: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Selection { agents: Vec::new(), share: true }
    }
}

/// The control graph of one or more agents.
#[derive(Debug)]
pub struct Picture<'a> {
    /// The role, or the name of the agent if it is drawn alone.
    pub title: &'a str,
    /// The agents it stands for.
    pub instances: Vec<&'a str>,
    /// How many control states there are.
    pub states: u32,
    /// The first control state.
    pub initial: u32,
    /// What leads from state to state.
    pub arrows: Vec<Arrow<'a>>,
}

/// All commands of one kind between two states.
#[derive(Debug)]
pub struct Arrow<'a> {
    /// From this state.
    pub from: u32,
    /// To this one.
    pub to: u32,
    /// Their kind.
    pub role: Role,
    /// The commands.
    pub actions: Vec<&'a Action>,
}

/// More commands than this on one arrow are counted instead of named.
const MOST_LINES: usize = 8;
/// Longer names are cut.
const LONGEST: usize = 36;

impl Arrow<'_> {
    /// The label, line by line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for action in &self.actions {
            let line = cut(&action.short);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if lines.len() > MOST_LINES {
            let rest = lines.split_off(MOST_LINES - 1).len();
            lines.push(format!("… {rest} more"));
        }
        lines
    }

    /// The whole commands, one a line.
    pub fn commands(&self) -> String {
        self.actions.iter().map(|action| action.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_string();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// The pictures of a system, in the order of its agents.
pub fn pictures<'a>(system: &'a System, selection: &Selection) -> Vec<Picture<'a>> {
    let chosen = |id: AgentId| selection.agents.is_empty() || selection.agents.contains(&id);
    let drawn = system.agent_ids().filter(|(id, _)| chosen(*id));
    let mut groups: Vec<(&Automaton, Vec<&Agent>)> = Vec::new();
    for (_, agent) in drawn {
        let Some(automaton) = &agent.automaton else { continue };
        let twin = groups.iter_mut().find(|(known, agents)| {
            selection.share && agents[0].role == agent.role && same(known, automaton)
        });
        match twin {
            Some((_, agents)) => agents.push(agent),
            None => groups.push((automaton, vec![agent])),
        }
    }
    groups
        .into_iter()
        .map(|(automaton, agents)| Picture {
            title: if selection.share { &agents[0].role } else { &agents[0].name },
            instances: agents.iter().map(|agent| agent.name.as_str()).collect(),
            states: automaton.states,
            initial: automaton.initial,
            arrows: arrows(automaton),
        })
        .collect()
}

/// Whether two graphs look the same.
fn same(a: &Automaton, b: &Automaton) -> bool {
    fn look(e: &AutomatonEdge) -> (u32, u32, Role, &str, &str) {
        (e.from, e.to, e.action.role, &e.action.short, &e.action.text)
    }
    (a.states, a.initial) == (b.states, b.initial) && a.edges.iter().map(look).eq(b.edges.iter().map(look))
}

fn arrows(automaton: &Automaton) -> Vec<Arrow<'_>> {
    let mut arrows: Vec<Arrow> = Vec::new();
    let inside = |edge: &&AutomatonEdge| edge.from < automaton.states && edge.to < automaton.states;
    for edge in automaton.edges.iter().filter(inside) {
        let (from, to, role) = (edge.from, edge.to, edge.action.role);
        match arrows.iter_mut().find(|a| (a.from, a.to, a.role) == (from, to, role)) {
            Some(arrow) => arrow.actions.push(&edge.action),
            None => arrows.push(Arrow { from, to, role, actions: vec![&edge.action] }),
        }
    }
    arrows
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
