//! What formulas mean, by definition: strategies are listed one by one, and the paths that each leaves possible are
//! looked at in a table of which state reaches which. Nothing here is shared with the engines.
//!
//! - A joint action without successor is a success of every group.
//! - Where some agent has no action there is no joint action, and no group has a success.
//! - With fairness only states with a fair path exist, and only fair paths count (or all paths of these states, for
//!   strategies that have to win on every path).
//! - A uniform strategy does the same wherever a member sees the same, and has to win from all states that some member
//!   cannot tell from the one that is asked about.

use std::collections::HashMap;

use synod_core::Strategies;

use super::game::{Game, Joint, State, members};
use super::question::{Goal, Question};

/// More strategies than this are not listed.
const MOST_STRATEGIES: usize = 5_000;

pub type Set = Vec<bool>;

/// The reachable part of a game.
pub struct World<'g> {
    game: &'g Game,
    states: Vec<State>,
    /// How many of the states are initial; they come first.
    initial: usize,
    /// The joint actions of each state, with where they may lead.
    steps: Vec<Vec<(Joint, Vec<usize>)>>,
    /// The states that count.
    exists: Set,
    fairness: Vec<Set>,
}

/// What each member picks in each state; `None` where somebody has no action.
type Picks = Vec<Option<Vec<usize>>>;

impl<'g> World<'g> {
    pub fn new(game: &'g Game) -> Self {
        let mut states = game.initial();
        let initial = states.len();
        let mut numbers: HashMap<State, usize> = states.iter().cloned().zip(0..).collect();
        let mut steps = Vec::new();
        while steps.len() < states.len() {
            let mut here = Vec::new();
            for (joint, targets) in game.steps(&states[steps.len()].clone()) {
                let mut found = Vec::new();
                for target in targets {
                    let fresh = states.len();
                    let number = *numbers.entry(target.clone()).or_insert(fresh);
                    if number == fresh {
                        states.push(target);
                    }
                    found.push(number);
                }
                here.push((joint, found));
            }
            steps.push(here);
        }
        let holds = |(agent, value): &(usize, i8)| states.iter().map(|s| s[*agent] == *value).collect();
        let fairness: Vec<Set> = game.fairness.iter().map(holds).collect();
        let exists = vec![true; states.len()];
        let mut world = World { game, states, initial, steps, exists, fairness };
        if !world.fairness.is_empty() {
            let all = vec![true; world.states.len()];
            world.exists = world.goes_on(&world.successors(), &all, &world.fairness);
        }
        world
    }

    /// How many states there are to answer for.
    pub fn count(&self, set: &Set) -> usize {
        (0..set.len()).filter(|state| self.exists[*state] && set[*state]).count()
    }

    /// Whether all initial states that count are in a set; `None` if none counts.
    pub fn holds_initially(&self, set: &Set) -> Option<bool> {
        let mut initial = (0..self.initial).filter(|state| self.exists[*state]).peekable();
        initial.peek()?;
        Some(initial.all(|state| set[state]))
    }

    fn states_where(&self, test: impl Fn(usize) -> bool) -> Set {
        (0..self.states.len()).map(|state| self.exists[state] && test(state)).collect()
    }

    /// Where any step leads, among the states that count.
    fn successors(&self) -> Vec<Vec<usize>> {
        let targets = |steps: &Vec<(Joint, Vec<usize>)>| {
            steps.iter().flat_map(|(_, t)| t.iter().copied()).filter(|t| self.exists[*t]).collect()
        };
        self.steps.iter().map(targets).collect()
    }

    /// Which state reaches which by at least one step, within a set.
    fn reaches(&self, next: &[Vec<usize>], within: &Set) -> Vec<Set> {
        let count = self.states.len();
        let mut reaches: Vec<Set> = vec![vec![false; count]; count];
        for from in (0..count).filter(|from| within[*from]) {
            let mut todo = vec![from];
            while let Some(at) = todo.pop() {
                for to in next[at].iter().filter(|to| within[**to]) {
                    if !std::mem::replace(&mut reaches[from][*to], true) {
                        todo.push(*to);
                    }
                }
            }
        }
        reaches
    }

    /// The states from which an infinite path stays within a set and meets each condition again and again.
    fn goes_on(&self, next: &[Vec<usize>], within: &Set, conditions: &[Set]) -> Set {
        let reaches = self.reaches(next, within);
        let count = self.states.len();
        let on_cycle = |at: usize| {
            let meets = |condition: &Set| {
                (0..count).any(|other| condition[other] && reaches[at][other] && reaches[other][at])
            };
            reaches[at][at] && conditions.iter().all(meets)
        };
        let good: Set = (0..count).map(on_cycle).collect();
        (0..count).map(|from| good[from] || (0..count).any(|to| reaches[from][to] && good[to])).collect()
    }

    fn within(&self, from: usize, through: &Set, target: impl Fn(usize) -> bool, reaches: &[Set]) -> bool {
        through[from] && (target(from) || (0..self.states.len()).any(|to| reaches[from][to] && target(to)))
    }

    /// The states that satisfy a formula; `None` if there are too many strategies.
    pub fn satisfying(&self, question: &Question, strategies: Strategies) -> Option<Set> {
        let ask = |question: &Question| self.satisfying(question, strategies);
        Some(match question {
            Question::Has(agent, value) => self.states_where(|s| self.states[s][*agent] == *value),
            Question::Not(a) => {
                let a = ask(a)?;
                self.states_where(|s| !a[s])
            }
            Question::And(a, b) => {
                let (a, b) = (ask(a)?, ask(b)?);
                self.states_where(|s| a[s] && b[s])
            }
            Question::Or(a, b) => {
                let (a, b) = (ask(a)?, ask(b)?);
                self.states_where(|s| a[s] || b[s])
            }
            Question::Next(a) => {
                let (a, next) = (ask(a)?, self.successors());
                self.states_where(|s| next[s].iter().any(|to| a[*to]))
            }
            Question::Always(a) => {
                let a = ask(a)?;
                let goes_on = self.goes_on(&self.successors(), &a, &self.fairness);
                self.states_where(|s| goes_on[s])
            }
            Question::Until(a, b) => {
                let (a, b) = (ask(a)?, ask(b)?);
                let through = self.states_where(|s| a[s] || b[s]);
                let mut next = self.successors();
                next.iter_mut().enumerate().filter(|(from, _)| !a[*from]).for_each(|(_, to)| to.clear());
                let reaches = self.reaches(&next, &through);
                self.states_where(|s| self.within(s, &through, |to| b[to], &reaches))
            }
            Question::Knows(agent, a) => self.known(&ask(a)?, |s, t| self.same(*agent, s, t)),
            Question::EverybodyKnows(group, a) => {
                self.known(&ask(a)?, |s, t| members(*group).any(|agent| self.same(agent, s, t)))
            }
            Question::DistributedKnowledge(group, a) => {
                self.known(&ask(a)?, |s, t| members(*group).all(|agent| self.same(agent, s, t)))
            }
            Question::CommonKnowledge(group, a) => {
                let a = ask(a)?;
                let everybody = |s: usize, t: usize| members(*group).any(|agent| self.same(agent, s, t));
                let mut known = self.known(&a, everybody);
                for _ in 0..self.states.len() {
                    known = self.known(&known, everybody);
                }
                known
            }
            Question::Enforces(group, goal) => self.enforced(*group, goal, strategies)?,
        })
    }

    fn same(&self, agent: usize, one: usize, other: usize) -> bool {
        self.game.look_same(agent, &self.states[one], &self.states[other])
    }

    fn known(&self, fact: &Set, same: impl Fn(usize, usize) -> bool) -> Set {
        let possible = |s: usize, t: usize| self.exists[t] && same(s, t);
        self.states_where(|s| (0..self.states.len()).all(|t| !possible(s, t) || fact[t]))
    }

    fn enforced(&self, group: usize, goal: &Goal, strategies: Strategies) -> Option<Set> {
        let operands = match goal {
            Goal::Next(a) | Goal::Finally(a) | Goal::Globally(a) => vec![self.satisfying(a, strategies)?],
            Goal::Until(a, b) => vec![self.satisfying(a, strategies)?, self.satisfying(b, strategies)?],
        };
        let uniform = strategies == Strategies::Uniform;
        let all = if uniform { self.uniform_strategies(group)? } else { self.strategies(group)? };
        let mut won = vec![false; self.states.len()];
        for picks in all {
            let lost = self.lost(group, &picks, goal, &operands, strategies);
            for (state, won) in won.iter_mut().enumerate() {
                let possible = |other: usize| {
                    let looks = uniform && members(group).any(|agent| self.same(agent, state, other));
                    self.exists[other] && (other == state || looks)
                };
                *won |= self.exists[state] && (0..self.states.len()).all(|t| !possible(t) || !lost[t]);
            }
        }
        Some(won)
    }

    /// The states from which a path that the picks leave possible misses the goal.
    fn lost(
        &self,
        group: usize,
        picks: &Picks,
        goal: &Goal,
        operands: &[Set],
        strategies: Strategies,
    ) -> Set {
        let all = vec![true; self.states.len()];
        let none: Vec<Set> = Vec::new();
        let fairness = if strategies == Strategies::Unfair { &none } else { &self.fairness };
        let next: Vec<Vec<usize>> =
            (0..self.states.len()).map(|s| self.outcomes(group, s, &picks[s])).collect();
        let stuck: Set = (0..self.states.len()).map(|s| self.exists[s] && picks[s].is_none()).collect();
        // Without fairness a beginning is enough to see that a path misses something.
        let counts = if fairness.is_empty() { all.clone() } else { self.goes_on(&next, &all, fairness) };
        let not = |set: &Set| self.states_where(|s| !set[s]);
        match goal {
            Goal::Next(_) => {
                let bad = |s: usize| counts[s] && !operands[0][s];
                self.states_where(|s| stuck[s] || next[s].iter().any(|to| bad(*to)))
            }
            Goal::Globally(_) => {
                let reaches = self.reaches(&next, &all);
                let bad = |s: usize| stuck[s] || counts[s] && !operands[0][s];
                self.states_where(|s| self.within(s, &all, bad, &reaches))
            }
            Goal::Finally(_) => {
                let through = not(&operands[0]);
                let reaches = self.reaches(&next, &through);
                let misses = self.goes_on(&next, &through, fairness);
                self.states_where(|s| misses[s] || self.within(s, &through, |t| stuck[t], &reaches))
            }
            Goal::Until(..) => {
                let through = not(&operands[1]);
                let reaches = self.reaches(&next, &through);
                let misses = self.goes_on(&next, &through, fairness);
                let bad = |s: usize| stuck[s] || counts[s] && !operands[0][s];
                self.states_where(|s| misses[s] || self.within(s, &through, bad, &reaches))
            }
        }
    }

    /// Where the others may lead, among the states that count.
    fn outcomes(&self, group: usize, state: usize, picks: &Option<Vec<usize>>) -> Vec<usize> {
        let Some(picks) = picks else { return vec![] };
        if !self.exists[state] {
            return vec![];
        }
        let follows = |joint: &Joint| members(group).zip(picks).all(|(agent, pick)| joint[agent] == *pick);
        let steps = self.steps[state].iter().filter(|(joint, _)| follows(joint));
        steps.flat_map(|(_, targets)| targets.iter().copied()).filter(|t| self.exists[*t]).collect()
    }

    /// What a group may pick in a state.
    fn picks(&self, group: usize, state: usize) -> Vec<Vec<usize>> {
        let mut picks: Vec<Vec<usize>> = Vec::new();
        for (joint, _) in &self.steps[state] {
            let pick: Vec<usize> = members(group).map(|agent| joint[agent]).collect();
            if !picks.contains(&pick) {
                picks.push(pick);
            }
        }
        picks
    }

    /// All strategies that look at whole states.
    fn strategies(&self, group: usize) -> Option<Vec<Picks>> {
        let mut all: Vec<Picks> = vec![vec![]];
        for state in 0..self.states.len() {
            let picks = if self.exists[state] { self.picks(group, state) } else { vec![] };
            let picks: Vec<Option<Vec<usize>>> =
                if picks.is_empty() { vec![None] } else { picks.into_iter().map(Some).collect() };
            all = all
                .iter()
                .flat_map(|start| picks.iter().map(|p| [&start[..], std::slice::from_ref(p)].concat()))
                .collect();
            if all.len() > MOST_STRATEGIES {
                return None;
            }
        }
        Some(all)
    }

    /// All strategies in which each member picks an action for each of its observations.
    fn uniform_strategies(&self, group: usize) -> Option<Vec<Picks>> {
        let mut all: Vec<Picks> = vec![vec![Some(vec![]); self.states.len()]];
        for agent in members(group) {
            let mut own: Vec<Vec<Option<usize>>> = vec![vec![None; self.states.len()]];
            for state in 0..self.states.len() {
                if (0..state).any(|earlier| self.same(agent, earlier, state)) {
                    continue;
                }
                let choose = |strategy: &Vec<Option<usize>>| {
                    let actions = self.game.actions(agent, &self.states[state]);
                    let actions: Vec<Option<usize>> = if actions.is_empty() {
                        vec![None]
                    } else {
                        actions.iter().map(|a| Some(*a)).collect()
                    };
                    let with = |action: Option<usize>| {
                        let mut strategy = strategy.clone();
                        (0..strategy.len())
                            .filter(|t| self.same(agent, state, *t))
                            .for_each(|t| strategy[t] = action);
                        strategy
                    };
                    actions.into_iter().map(with).collect::<Vec<_>>()
                };
                own = own.iter().flat_map(choose).collect();
                if own.len() > MOST_STRATEGIES {
                    return None;
                }
            }
            let join = |(so_far, own): (&Picks, &Vec<Option<usize>>)| -> Picks {
                let longer = |(picks, action): (&Option<Vec<usize>>, &Option<usize>)| {
                    Some([&picks.clone()?[..], &[(*action)?]].concat())
                };
                std::iter::zip(so_far, own).map(longer).collect()
            };
            all = all.iter().flat_map(|so_far| own.iter().map(move |own| join((so_far, own)))).collect();
            if all.len() > MOST_STRATEGIES {
                return None;
            }
        }
        // Where somebody else has no action there is no joint action.
        for picks in &mut all {
            (0..picks.len()).filter(|s| self.steps[*s].is_empty()).for_each(|s| picks[s] = None);
        }
        Some(all)
    }

    /// The states with an infinite path that has a shape; fairness is left out.
    pub fn with_infinite_path(&self, shape: &Shape, operands: &[Set]) -> Set {
        let next = self.successors();
        let all = vec![true; self.states.len()];
        let live = self.goes_on(&next, &all, &[]);
        let reaches = self.reaches(&next, &all);
        match (shape, operands) {
            (Shape::Now, [a]) => self.states_where(|s| a[s] && live[s]),
            (Shape::Next, [a]) => self.states_where(|s| next[s].iter().any(|to| a[*to] && live[*to])),
            (Shape::Finally, [a]) => {
                self.states_where(|s| self.within(s, &all, |to| a[to] && live[to], &reaches))
            }
            (Shape::Globally, [a]) => self.goes_on(&next, a, &[]),
            (Shape::Until, [a, b]) => {
                let through = self.states_where(|s| a[s] || b[s]);
                let mut some = next.clone();
                some.iter_mut().enumerate().filter(|(from, _)| !a[*from]).for_each(|(_, to)| to.clear());
                let reaches = self.reaches(&some, &through);
                self.states_where(|s| self.within(s, &through, |to| b[to] && live[to], &reaches))
            }
            (Shape::AgainAndAgain, [a]) => self.goes_on(&next, &all, std::slice::from_ref(a)),
            (Shape::FromSomewhereOn, [a]) => {
                let stays = self.goes_on(&next, a, &[]);
                self.states_where(|s| self.within(s, &all, |to| stays[to], &reaches))
            }
            (shape, _) => panic!("{shape:?} has other operands"),
        }
    }
}

/// The shape of a path.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Now,
    Next,
    Finally,
    Globally,
    Until,
    /// `G F`.
    AgainAndAgain,
    /// `F G`.
    FromSomewhereOn,
}
