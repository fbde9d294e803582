//! How often commands are used in the states that were explored.

use std::ops::ControlFlow;

use synod_core::{Command, Coverage, Env, Stop, System, Usage, eval_bool};
use synod_simulate::Random;

use crate::expand::Expander;
use crate::explore::{SearchEnd, Space};
use crate::limits::Limits;
use crate::model::PackedModel;

/// So many states are looked at before the others are explored: they use most commands of most models.
const FIRST: u64 = 2_000;

/// How long random runs are that are looked at next, the first and the last one: among many agents, none has come far in the
/// first states, and on long runs all have.
const RUNS: [u64; 2] = [8, 1 << 10];

/// States between two looks at the clock.
const BETWEEN_CHECKS: u64 = 64;

/// Counts the use of commands; unless it has to be `exact`, only until each was used once.
pub(crate) fn coverage(
    system: &System,
    model: &PackedModel,
    space: &mut Space,
    commands: &[Command],
    exact: bool,
    limits: &Limits,
) -> Coverage {
    let count = Count::new(system, model, commands, exact);
    let mut sample = Coverage::none(commands);
    let first = match exact || space.complete {
        true => None,
        false => Some(space.explore_up_to(FIRST, model, limits, None)),
    };
    if first.is_some_and(|ended| ended != SearchEnd::Complete) {
        sample = count.look(space, limits);
        count.look_along_runs(space, &mut sample, limits);
        if sample.is_full() || sample.states == 0 {
            return sample;
        }
    }
    let ended = if space.complete { SearchEnd::Complete } else { space.explore(model, limits, None) };
    match ended {
        SearchEnd::Complete => count.look(space, limits),
        _ if exact => count.look(space, limits),
        // Whoever asks engines about the others need not ask about these.
        _ => sample,
    }
}

struct Count<'a> {
    system: &'a System,
    model: &'a PackedModel,
    commands: &'a [Command],
    exact: bool,
    /// For each rule the commands in its steps, by position, with their participations.
    in_rules: Vec<Vec<(usize, synod_core::Participation)>>,
}

impl<'a> Count<'a> {
    fn new(system: &'a System, model: &'a PackedModel, commands: &'a [Command], exact: bool) -> Self {
        let mut in_rules = vec![Vec::new(); system.rules.len()];
        for (position, command) in commands.iter().enumerate() {
            if let Usage::Steps(steps) = &command.usage {
                steps.iter().for_each(|step| in_rules[step.rule.0 as usize].push((position, *step)));
            }
        }
        Count { system, model, commands, exact, in_rules }
    }

    /// Looks at the states that are known.
    fn look(&self, space: &Space, limits: &Limits) -> Coverage {
        let mut found = Coverage::none(self.commands);
        let mut expander = Expander::new(self.model);
        let mut words = Vec::new();
        for state in 0..space.store.len() {
            if found.states.is_multiple_of(BETWEEN_CHECKS) && self.stopped(space, limits).is_some() {
                return found;
            }
            space.store.read(state, &mut words);
            self.look_at(&words, &mut expander, &mut found, |_| ());
            found.states += 1;
            if !self.exact && found.is_full() {
                return found;
            }
        }
        found.complete = space.complete && !space.cut;
        found
    }

    /// Looks at states along random runs, each twice as long as the one before, until all commands are used.
    fn look_along_runs(&self, space: &Space, found: &mut Coverage, limits: &Limits) {
        let mut random = Random::new(0);
        let mut expander = Expander::new(self.model);
        let (mut words, mut chosen) = (Vec::new(), Vec::new());
        let [mut length, last] = RUNS;
        while length <= last && found.states > 0 {
            space.store.read(random.below(found.states as usize) as u64, &mut words);
            for _ in 0..length {
                if found.is_full() || self.stopped(space, limits).is_some() {
                    return;
                }
                chosen.clear();
                let mut steps = 0;
                self.look_at(&words, &mut expander, found, |next| {
                    steps += 1;
                    if random.below(steps) == 0 {
                        chosen.clear();
                        chosen.extend_from_slice(next);
                    }
                });
                if steps == 0 {
                    break;
                }
                std::mem::swap(&mut words, &mut chosen);
            }
            length *= 2;
        }
    }

    /// Counts what is used in a state and in the steps that leave it, and tells where they lead to.
    fn look_at(
        &self,
        words: &[u64],
        expander: &mut Expander,
        found: &mut Coverage,
        mut target: impl FnMut(&[u64]),
    ) {
        self.in_state(words, found);
        let counts = &mut found.counts;
        let _ = expander.expand(words, &mut |step| {
            for (command, share) in &self.in_rules[step.rule.0 as usize] {
                counts[*command] += u64::from(share.is_in(step.taken));
            }
            target(step.next);
            ControlFlow::Continue(())
        });
    }

    fn stopped(&self, space: &Space, limits: &Limits) -> Option<Stop> {
        limits.budget.check(space.bytes()).err()
    }

    /// What a state alone shows: which commands agents have come to, and which conditions are true.
    fn in_state(&self, words: &[u64], found: &mut Coverage) {
        let state = self.model.layout.unpack(words);
        for (position, command) in self.commands.iter().enumerate() {
            if !found.reached[position] {
                let is_at = |(var, value): &(synod_core::VarId, i64)| state[self.system.slot(*var)] == *value;
                found.reached[position] = command.begins.iter().any(is_at);
            }
            if let Usage::States(condition) = command.usage {
                let holds =
                    eval_bool(&self.system.exprs, condition, Env::of(self.system, &state)) == Ok(true);
                found.counts[position] += u64::from(holds);
            }
        }
    }
}
