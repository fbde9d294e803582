//! The commands of a text, by their places and by the steps that have them in it.

use std::collections::HashMap;

use synod_core::{AgentId, Command, Env, RuleId, State, Step, System, Usage, eval_bool};
use synod_documents::Place;
use synod_syntax::Span;

use super::Debugger;
use crate::OpenedModel;

/// The commands of a text, in its order.
pub(super) struct Commands {
    pub list: Vec<Command>,
    pub places: Vec<Place>,
    /// The commands that steps of a rule may have in them.
    by_rule: HashMap<RuleId, Vec<usize>>,
}

impl Commands {
    pub fn new(model: &OpenedModel) -> Self {
        let list = model.compiled.commands();
        let places = list.iter().map(|command| Place::new(&model.source, command.span)).collect();
        let mut by_rule: HashMap<RuleId, Vec<usize>> = HashMap::new();
        for (position, command) in list.iter().enumerate() {
            let Usage::Steps(shares) = &command.usage else { continue };
            for share in shares {
                let of_rule = by_rule.entry(share.rule).or_default();
                if of_rule.last() != Some(&position) {
                    of_rule.push(position);
                }
            }
        }
        Commands { list, places, by_rule }
    }

    /// Whether a step that is taken in a state has a command in it.
    pub fn is_in(&self, command: usize, system: &System, state: &State, step: &Step) -> bool {
        let Step::Take(taken) = step else { return false };
        match &self.list[command].usage {
            Usage::Steps(shares) => {
                let may = self.by_rule.get(&taken.rule).is_some_and(|of_rule| of_rule.contains(&command));
                may && shares.iter().any(|share| share.rule == taken.rule && share.is_in(&taken.alternatives))
            }
            Usage::States(condition) => {
                eval_bool(&system.exprs, *condition, Env::of(system, state)) == Ok(true)
            }
        }
    }
}

impl Debugger<'_> {
    /// The commands at a line of a file, from 1: those that begin there, or else reach over it, or else the next ones below; with
    /// the place of the first. `None` where nothing comes below.
    pub fn commands_at(&self, is_file: impl Fn(&str) -> bool, line: usize) -> Option<(Vec<usize>, &Place)> {
        let of_file = || self.commands.places.iter().enumerate().filter(|(_, place)| is_file(&place.file));
        let begins = |wanted: usize| {
            let found: Vec<usize> =
                of_file().filter(|(_, place)| place.line == wanted).map(|(at, _)| at).collect();
            (!found.is_empty()).then_some(found)
        };
        let over = || {
            let inside = of_file().filter(|(_, place)| place.line < line && line <= place.end_line);
            inside.last().map(|(at, _)| vec![at])
        };
        let below = || {
            let lines = of_file().map(|(_, place)| place.line).filter(|below| *below > line);
            lines.min().and_then(begins)
        };
        let found = begins(line).or_else(over).or_else(below)?;
        let place = &self.commands.places[found[0]];
        Some((found, place))
    }

    /// The commands that begin in a part of a file, from line to line.
    pub fn command_places(
        &self,
        is_file: impl Fn(&str) -> bool,
        lines: std::ops::RangeInclusive<usize>,
    ) -> Vec<&Place> {
        let places = self.commands.places.iter();
        places.filter(|place| is_file(&place.file) && lines.contains(&place.line)).collect()
    }

    /// The agents that have one of these commands.
    pub(super) fn agents_with(&self, commands: &[usize]) -> impl Iterator<Item = AgentId> {
        let spans: Vec<Span> = commands.iter().map(|command| self.commands.list[*command].span).collect();
        let system = self.system();
        let agents = (0..system.agents.len() as u32).map(AgentId);
        agents.filter(move |agent| {
            let parts = system.rules.iter().flat_map(|rule| &rule.parts);
            let own = parts.filter(|part| part.agent == Some(*agent));
            let mut actions =
                own.flat_map(|part| part.alternatives.iter()).filter_map(|one| one.action.clone());
            actions.any(|action| spans.contains(&action.span))
        })
    }

    /// The steps from here, by their numbers, that have one of these commands in them.
    pub fn steps_with(&self, commands: &[usize]) -> Vec<(usize, String)> {
        let state = self.walk.state();
        let has = |step: &Step| {
            commands.iter().any(|command| self.commands.is_in(*command, self.system(), state, step))
        };
        std::iter::zip(1.., &self.walk.moves().enabled)
            .map(|(number, one)| (number, Step::Take(one.taken.clone())))
            .filter(|(_, step)| has(step))
            .map(|(number, step)| (number, self.sentence(&step)))
            .collect()
    }
}
