//! What can be told between the words of a text: the states of automata, and the values that variables can have.

use std::collections::BTreeMap;

use synod_core::Type;
use synod_syntax::Span;

use super::{Analysis, Location};
use crate::Opened;

/// Something to be told in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it stands: in front of what begins here, or behind what ends here.
    pub place: Location,
    /// Whether it stands behind.
    pub is_behind: bool,
    /// What is told.
    pub label: String,
    /// What it means.
    pub meaning: String,
}

impl Analysis {
    /// What can be told in a file: in front of a command the state in which its agent has to be and the one to which it leads, as
    /// automata are drawn; behind a variable the values that it can have, where its type has more.
    pub fn hints(&self, file: &str) -> Vec<Hint> {
        let Some(Opened::System(model)) = self.model().map(|model| &**model) else { return Vec::new() };
        let system = &model.compiled.system;
        let mut steps: BTreeMap<Span, Vec<(u32, u32)>> = BTreeMap::new();
        let threads =
            system.agents.iter().filter_map(|agent| agent.automaton.as_ref()).flat_map(|it| &it.threads);
        for edge in threads.filter(|thread| thread.states > 1).flat_map(|thread| &thread.edges) {
            let known = steps.entry(edge.action.span).or_default();
            if edge.action.span != Span::default() && !known.contains(&(edge.from, edge.to)) {
                known.push((edge.from, edge.to));
            }
        }
        const MOST: usize = 3;
        let told = steps.into_iter().filter(|(_, edges)| !edges.is_empty() && edges.len() <= MOST);
        let mut hints: Vec<Hint> = told
            .map(|(span, edges)| {
                let edges: Vec<String> = edges.iter().map(|(from, to)| format!("{from}→{to}")).collect();
                Hint {
                    place: Location::new(&self.source, span),
                    is_behind: false,
                    label: edges.join(", "),
                    meaning: "From this state of the agent's automaton to that one".to_string(),
                }
            })
            .collect();
        hints.extend(self.ranges());
        hints.retain(|hint| hint.place.file == file);
        hints.sort_by_key(|hint| hint.place.span.start);
        hints
    }

    /// The values of variables where they are narrower than their types, together for all that are declared at a place.
    fn ranges(&self) -> Vec<Hint> {
        let Some(Opened::System(model)) = self.model().map(|model| &**model) else { return Vec::new() };
        let system = &model.compiled.system;
        let numbers = system.vars.iter().zip(system.ranges());
        let numbers = numbers.filter(|(var, _)| matches!(var.ty, Type::Int | Type::Range { .. }));
        // `None` where some of them are not bounded.
        let mut found: BTreeMap<Span, (Option<(i64, i64)>, bool)> = BTreeMap::new();
        for (var, range) in numbers.filter(|(var, _)| var.span != Span::default()) {
            let bounds = range.lo.zip(range.hi);
            let (known, is_narrower) = found.entry(var.span).or_insert((bounds, false));
            *known = known.zip(bounds).map(|((lo, hi), new)| (lo.min(new.0), hi.max(new.1)));
            *is_narrower |= *range != var.values(&system.enums);
        }
        found
            .into_iter()
            .filter_map(|(span, (bounds, is_narrower))| {
                bounds.filter(|_| is_narrower).map(|bounds| (span, bounds))
            })
            .map(|(span, (lo, hi))| Hint {
                place: Location::new(&self.source, span),
                is_behind: true,
                label: if lo == hi { format!("= {lo}") } else { format!("{lo}..{hi}") },
                meaning: "It never has other values, as far as its assignments tell".to_string(),
            })
            .collect()
    }
}
