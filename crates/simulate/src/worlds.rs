//! The truth of formulas about single states, by definition: of knowledge too, if the reachable states are
//! few enough to be listed.

use std::cell::OnceCell;
use std::collections::HashSet;

use synod_core::{AgentId, Env, Formula, Listing, State, eval_bool};

use crate::interpreter::Interpreter;

/// The most states that are listed, and the most steps that are looked at for it.
const MOST_STATES: usize = 20_000;
const MOST_STEPS: usize = 250_000;

/// The states of a system, listed when they are needed.
pub struct Worlds<'i> {
    pub(crate) interpreter: &'i Interpreter<'i>,
    /// All reachable states, in the order in which they were found; `None` if they are too many.
    reachable: OnceCell<Option<Vec<State>>>,
}

impl<'i> Worlds<'i> {
    /// Those of this interpreter's system; none is listed yet.
    pub fn new(interpreter: &'i Interpreter<'i>) -> Self {
        Worlds { interpreter, reachable: OnceCell::new() }
    }

    /// All reachable states, if they are few enough.
    pub fn reachable(&self) -> Option<&[State]> {
        self.reachable.get_or_init(|| list(self.interpreter)).as_deref()
    }

    /// Whether two states look the same to an agent.
    pub fn look_same(&self, agent: AgentId, one: &State, other: &State) -> bool {
        let system = self.interpreter.system();
        system.agent(agent).observes.iter().all(|var| one[system.slots(*var)] == other[system.slots(*var)])
    }

    /// Whether a formula about states holds in one; `None` if that cannot be told here.
    pub fn holds(&self, formula: &Formula, state: &State) -> Option<bool> {
        use Formula::*;
        let system = self.interpreter.system();
        Some(match formula {
            State(id) => eval_bool(&system.exprs, *id, Env::of(system, state)) == Ok(true),
            Deadlock => self.interpreter.is_deadlock(state),
            Faulty => !self.interpreter.moves(state).faulted.is_empty(),
            Not(inner) => !self.holds(inner, state)?,
            And(list) => self.each(list, state, true)?,
            Or(list) => !self.each(list, state, false)?,
            Knows(agent, fact) => self.known(&[*agent], fact, state)?,
            DistributedKnowledge(group, fact) => self.known(group, fact, state)?,
            EverybodyKnows(group, fact) => {
                let mut all = true;
                for agent in group {
                    all &= self.known(&[*agent], fact, state)?;
                }
                all
            }
            CommonKnowledge(group, fact) => self.common(group, fact, state)?,
            _ => return None,
        })
    }

    /// Whether all of a list have a truth value.
    fn each(&self, list: &[Formula], state: &State, value: bool) -> Option<bool> {
        let mut unknown = false;
        for part in list {
            match self.holds(part, state) {
                Some(found) if found != value => return Some(false),
                Some(_) => {}
                None => unknown = true,
            }
        }
        if unknown { None } else { Some(true) }
    }

    /// The reachable states, without fairness, which would leave some of them out.
    fn possible(&self) -> Option<&[State]> {
        if self.interpreter.system().fairness.is_empty() { self.reachable() } else { None }
    }

    /// A reachable state that looks the same to all of a group and in which something is false; `None` if there is none, or if
    /// that cannot be told here.
    pub fn look_alike(&self, group: &[AgentId], fact: &Formula, state: &State) -> Option<&State> {
        let same = |other: &&State| group.iter().all(|agent| self.look_same(*agent, state, other));
        self.possible()?.iter().filter(same).find(|other| self.holds(fact, other) == Some(false))
    }

    fn known(&self, group: &[AgentId], fact: &Formula, state: &State) -> Option<bool> {
        let same = |other: &&State| group.iter().all(|agent| self.look_same(*agent, state, other));
        for other in self.possible()?.iter().filter(same) {
            if !self.holds(fact, other)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether all states that are reached by what one member takes for possible, again and again, have the
    /// fact.
    fn common(&self, group: &[AgentId], fact: &Formula, state: &State) -> Option<bool> {
        let worlds = self.possible()?;
        let mut seen = vec![false; worlds.len()];
        let mut todo = vec![state];
        while let Some(at) = todo.pop() {
            for (number, other) in worlds.iter().enumerate() {
                if seen[number] || !group.iter().any(|agent| self.look_same(*agent, at, other)) {
                    continue;
                }
                seen[number] = true;
                if !self.holds(fact, other)? {
                    return Some(false);
                }
                todo.push(other);
            }
        }
        Some(true)
    }
}

fn list(interpreter: &Interpreter) -> Option<Vec<State>> {
    let initial = interpreter.initial(MOST_STATES);
    if initial.listing != Listing::Complete {
        return None;
    }
    let mut seen: HashSet<State> = initial.states.iter().cloned().collect();
    let mut found = initial.states;
    let (mut at, mut steps) = (0, 0);
    while at < found.len() {
        for target in interpreter.moves_up_to(&found[at], MOST_STEPS - steps)?.into_iter().map(|m| m.target) {
            steps += 1;
            if seen.insert(target.clone()) {
                found.push(target);
            }
        }
        at += 1;
        if found.len() > MOST_STATES {
            return None;
        }
    }
    Some(found)
}
