//! Writing down, state by state, a strategy that somebody knows how to play.

use std::collections::HashSet;
use std::ops::ControlFlow;

use synod_core::{
    AgentId, CoalitionChoice, Decision, Env, Reply, Response, Rule, RuleId, State, Step, eval_bool,
    for_each_choice,
};

use crate::interpreter::{Interpreter, Move};

/// Strategies with more states than this are not written down: nobody would read them.
const MOST_STATES: usize = 2_000;
/// Nor are those for which more steps have to be looked at.
const MOST_STEPS: usize = 100_000;

/// Who knows how to play.
pub trait StrategyOracle {
    /// Why it may fail.
    type Error;

    /// Whether nothing more has to be done from a state on.
    fn is_settled(&mut self, state: &State) -> Result<bool, Self::Error>;

    /// Whether the group may pick this in a state.
    fn may_choose(&mut self, state: &State, pick: &CoalitionChoice) -> Result<bool, Self::Error>;

    /// Whether it is well for the one who plays that a step leads from one state to another.
    fn accepts(&mut self, from: &State, to: &State) -> Result<bool, Self::Error>;
}

/// What a group does from the given states on, guided by somebody who knows that it wins there. If `once`,
/// only their first step has to be welcome. `None` if that is too much to write down.
pub fn extract_strategy<G: StrategyOracle>(
    interpreter: &Interpreter,
    group: &[AgentId],
    starts: &[State],
    once: bool,
    guide: &mut G,
) -> Result<Option<Vec<Decision>>, G::Error> {
    let mut walk = Walk::new(interpreter, group);
    starts.iter().for_each(|start| walk.visit(start));
    let mut decisions = Vec::new();
    while let Some(state) = walk.next() {
        let first_step = once && starts.contains(&state);
        if !first_step && guide.is_settled(&state)? {
            continue;
        }
        let Some(options) = walk.options(&state) else { return Ok(None) };
        let Some(Decided { picks, targets }) = decide(&options, &state, guide)? else { return Ok(None) };
        targets.iter().for_each(|target| walk.visit(target));
        if options.leave_something() {
            decisions.push(Decision { state, picks });
        }
        if walk.is_too_long() {
            return Ok(None);
        }
    }
    Ok(Some(decisions))
}

/// What the others do against a group from a state on, guided by somebody who knows that they win there.
pub fn extract_counter_strategy<G: StrategyOracle>(
    interpreter: &Interpreter,
    group: &[AgentId],
    start: &State,
    once: bool,
    guide: &mut G,
) -> Result<Option<Vec<Response>>, G::Error> {
    let mut walk = Walk::new(interpreter, group);
    walk.visit(start);
    let mut answers = Vec::new();
    while let Some(state) = walk.next() {
        let over = if once { state != *start } else { guide.is_settled(&state)? };
        if over {
            continue;
        }
        let Some(options) = walk.options(&state) else { return Ok(None) };
        let Some(replies) = reply(&options, &state, guide)? else { return Ok(None) };
        for (_, target) in &replies {
            walk.visit(target);
        }
        let replies = replies.into_iter().map(|(reply, _)| reply).collect();
        answers.push(Response { state, replies });
        if walk.is_too_long() {
            return Ok(None);
        }
    }
    Ok(Some(answers))
}

/// A search through states, nearest first.
struct Walk<'i> {
    interpreter: &'i Interpreter<'i>,
    group: &'i [AgentId],
    seen: HashSet<State>,
    order: Vec<State>,
    done: usize,
    steps: usize,
}

impl<'i> Walk<'i> {
    fn new(interpreter: &'i Interpreter<'i>, group: &'i [AgentId]) -> Self {
        Walk { interpreter, group, seen: HashSet::new(), order: Vec::new(), done: 0, steps: 0 }
    }

    fn visit(&mut self, state: &State) {
        if self.seen.insert(state.clone()) {
            self.order.push(state.clone());
        }
    }

    fn next(&mut self) -> Option<State> {
        self.done += 1;
        self.order.get(self.done - 1).cloned()
    }

    fn is_too_long(&self) -> bool {
        self.order.len() > MOST_STATES || self.steps > MOST_STEPS
    }

    /// What can be done in a state; `None` if that is too much.
    fn options(&mut self, state: &State) -> Option<Options> {
        let left = MOST_STEPS.saturating_sub(self.steps);
        let options = Options::new(self.interpreter, self.group, state, left)?;
        self.steps += options.steps;
        Some(options)
    }
}

/// What can be done in a state.
struct Options {
    duels: Vec<Duel>,
    /// Whether the state repeats, as nothing can be done.
    repeats: bool,
    /// How many steps there are.
    steps: usize,
}

/// A rule of which somebody may pick something.
struct Duel {
    begun: bool,
    /// Whether something of it is left to the group.
    open: bool,
    /// What the group may pick, and the steps that may come of it.
    picks: Vec<(CoalitionChoice, Vec<Move>)>,
}

impl Duel {
    fn moves(&self) -> bool {
        self.picks.iter().any(|(_, moves)| !moves.is_empty())
    }
}

impl Options {
    /// Whether the group has something to decide, if only to wait.
    fn leave_something(&self) -> bool {
        !self.repeats && self.duels.iter().any(|duel| if duel.begun { duel.moves() } else { duel.open })
    }

    fn new(interpreter: &Interpreter, group: &[AgentId], state: &State, limit: usize) -> Option<Options> {
        let mut options = Options { duels: Vec::new(), repeats: false, steps: 0 };
        for (id, rule) in interpreter.system().rule_ids() {
            let picks = allowed(interpreter, group, (id, rule), state, limit)?;
            if !picks.is_empty() {
                let (begun, open) = (rule.is_begun_by(group), rule.leaves_something_to(group));
                let picks = picks.into_iter().map(|pick| (pick, Vec::new())).collect();
                options.duels.push(Duel { begun, open, picks });
            }
        }
        for found in interpreter.moves_up_to(state, limit)? {
            let rule = interpreter.system().rule(found.taken.rule);
            let pick = CoalitionChoice::of(group, found.taken.rule, rule, &found.taken.choices);
            let mut picks = options.duels.iter_mut().flat_map(|duel| &mut duel.picks);
            if let Some((_, moves)) = picks.find(|(other, _)| *other == pick) {
                moves.push(found);
                options.steps += 1;
            }
        }
        options.repeats = options.steps == 0 && interpreter.is_deadlock(state);
        Some(options)
    }
}

/// What a group may pick for the choices of a rule that are its own; `None` if that is too much to list.
fn allowed(
    interpreter: &Interpreter,
    group: &[AgentId],
    (id, rule): (RuleId, &Rule),
    state: &State,
    limit: usize,
) -> Option<Vec<CoalitionChoice>> {
    let system = interpreter.system();
    let (mut picks, mut tried) = (Vec::new(), 0);
    let mut seen: HashSet<CoalitionChoice> = HashSet::new();
    let ended = for_each_choice(system, rule, state, interpreter.int_bound(), &mut |choices| {
        tried += 1;
        let env = Env { system, state, choices, taken: &[] };
        let pick = CoalitionChoice::of(group, id, rule, choices);
        if eval_bool(&system.exprs, rule.guard, env) == Ok(true) && seen.insert(pick.clone()) {
            picks.push(pick);
        }
        if tried > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ended.is_continue().then_some(picks)
}

/// What the group picks in a state, and where that may lead.
struct Decided {
    picks: Vec<CoalitionChoice>,
    targets: Vec<State>,
}

/// What the group picks in a state; `None` if nothing is welcome.
fn decide<G: StrategyOracle>(
    options: &Options,
    state: &State,
    guide: &mut G,
) -> Result<Option<Decided>, G::Error> {
    if options.repeats {
        return Ok(Some(Decided { picks: vec![], targets: vec![state.clone()] }));
    }
    let mut welcome = |(pick, moves): &(CoalitionChoice, Vec<Move>)| -> Result<bool, G::Error> {
        if !guide.may_choose(state, pick)? {
            return Ok(false);
        }
        for found in moves {
            if !guide.accepts(state, &found.target)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let (mut picks, mut targets) = (Vec::new(), Vec::new());
    let (own, others): (Vec<&Duel>, Vec<&Duel>) = options.duels.iter().partition(|duel| duel.begun);
    for duel in &others {
        let Some((pick, moves)) = first(&duel.picks, &mut welcome)? else { return Ok(None) };
        targets.extend(moves.iter().map(|found| found.target.clone()));
        picks.extend(duel.open.then(|| pick.clone()));
    }
    let waits = others.iter().any(|duel| duel.moves()) || !own.iter().any(|duel| duel.moves());
    if waits {
        return Ok(Some(Decided { picks, targets }));
    }
    for duel in own {
        let mut offers = |option: &(CoalitionChoice, Vec<Move>)| Ok(!option.1.is_empty() && welcome(option)?);
        if let Some((pick, moves)) = first(&duel.picks, &mut offers)? {
            targets.extend(moves.iter().map(|found| found.target.clone()));
            picks.push(pick.clone());
            return Ok(Some(Decided { picks, targets }));
        }
    }
    Ok(None)
}

fn first<'o, T, E>(
    options: &'o [T],
    test: &mut dyn FnMut(&T) -> Result<bool, E>,
) -> Result<Option<&'o T>, E> {
    for option in options {
        if test(option)? {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// The answers of the others in a state, each with where it leads; `None` if they have none that is
/// welcome.
fn reply<G: StrategyOracle>(
    options: &Options,
    state: &State,
    guide: &mut G,
) -> Result<Option<Vec<(Reply, State)>>, G::Error> {
    if options.repeats {
        return Ok(Some(vec![(Reply { to: None, step: Step::Stutter }, state.clone())]));
    }
    let mut against =
        |picks: &[&(CoalitionChoice, Vec<Move>)]| -> Result<Option<Vec<(Reply, State)>>, G::Error> {
            let mut replies = Vec::new();
            for (pick, moves) in picks {
                let mut welcome = |found: &Move| guide.accepts(state, &found.target);
                let Some(Move { taken, target }) = first(moves, &mut welcome)? else { return Ok(None) };
                let reply = Reply { to: Some(pick.clone()), step: Step::Take(taken.clone()) };
                replies.push((reply, target.clone()));
            }
            Ok(Some(replies))
        };
    if options.duels.is_empty() {
        return Ok(Some(vec![]));
    }
    let (own, others): (Vec<&Duel>, Vec<&Duel>) = options.duels.iter().partition(|duel| duel.begun);
    for duel in &others {
        let found = against(&duel.picks.iter().collect::<Vec<_>>())?;
        if found.is_some() {
            return Ok(found);
        }
    }
    if others.iter().any(|duel| duel.moves()) {
        return Ok(None);
    }
    let offers = own.iter().flat_map(|duel| &duel.picks).filter(|(_, moves)| !moves.is_empty());
    let offers: Vec<&(CoalitionChoice, Vec<Move>)> = offers.collect();
    if offers.is_empty() { Ok(None) } else { against(&offers) }
}
