//! Strategy extraction: the memoryless strategy of a coalition, or the counter-strategy of its opponents, written
//! down state by state with the help of an oracle that knows which states are won.

use std::collections::HashSet;
use std::ops::ControlFlow;

use synod_core::{
    AgentId, CoalitionChoice, DeadEnds, Decision, Env, Reply, Response, Rule, RuleId, State, Step, eval_bool,
    for_each_choice,
};

use crate::interpreter::{Interpreter, Move};

/// Strategies with more states than this are not written down: nobody would read them.
const MOST_STATES: usize = 2_000;
/// Nor are those for which more steps have to be looked at.
const MOST_STEPS: usize = 100_000;

/// Knows which states and steps are won, for the player whose strategy is extracted.
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

/// What a group does from the given states on, by an oracle that knows that it wins there. If `once`,
/// only their first step has to be welcome. `None` if that is too much to write down.
pub fn extract_strategy<G: StrategyOracle>(
    interpreter: &Interpreter,
    group: &[AgentId],
    starts: &[State],
    once: bool,
    oracle: &mut G,
) -> Result<Option<Vec<Decision>>, G::Error> {
    let mut exploration = Exploration::new(interpreter, group);
    starts.iter().for_each(|start| exploration.visit(start));
    let mut decisions = Vec::new();
    while let Some(state) = exploration.next() {
        let first_step = once && starts.contains(&state);
        if !first_step && oracle.is_settled(&state)? {
            continue;
        }
        let Some(options) = exploration.options(&state) else { return Ok(None) };
        let Some(Decided { choices, targets }) = decide(&options, &state, oracle)? else { return Ok(None) };
        targets.iter().for_each(|target| exploration.visit(target));
        if options.leave_something() {
            decisions.push(Decision { state, choices });
        }
        if exploration.is_too_long() {
            return Ok(None);
        }
    }
    Ok(Some(decisions))
}

/// What the others do against a group from a state on, by an oracle that knows that they win there.
pub fn extract_counter_strategy<G: StrategyOracle>(
    interpreter: &Interpreter,
    group: &[AgentId],
    start: &State,
    once: bool,
    oracle: &mut G,
) -> Result<Option<Vec<Response>>, G::Error> {
    let mut exploration = Exploration::new(interpreter, group);
    exploration.visit(start);
    let mut answers = Vec::new();
    while let Some(state) = exploration.next() {
        let over = if once { state != *start } else { oracle.is_settled(&state)? };
        if over {
            continue;
        }
        let Some(options) = exploration.options(&state) else { return Ok(None) };
        let Some(replies) = reply(&options, &state, oracle)? else { return Ok(None) };
        for (_, target) in &replies {
            exploration.visit(target);
        }
        let replies = replies.into_iter().map(|(reply, _)| reply).collect();
        answers.push(Response { state, replies });
        if exploration.is_too_long() {
            return Ok(None);
        }
    }
    Ok(Some(answers))
}

/// A search through states, nearest first.
struct Exploration<'i> {
    interpreter: &'i Interpreter<'i>,
    group: &'i [AgentId],
    seen: HashSet<State>,
    order: Vec<State>,
    done: usize,
    steps: usize,
}

impl<'i> Exploration<'i> {
    fn new(interpreter: &'i Interpreter<'i>, group: &'i [AgentId]) -> Self {
        Exploration { interpreter, group, seen: HashSet::new(), order: Vec::new(), done: 0, steps: 0 }
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
    rules: Vec<RuleOptions>,
    /// What the state is to the group, if no step can be taken.
    dead_end: Option<DeadEnds>,
    /// How many steps there are.
    steps: usize,
}

/// What can be done by one rule.
struct RuleOptions {
    begun: bool,
    /// Whether something of it is left to the group.
    open: bool,
    /// What the group may pick, and the steps that may come of it.
    choices: Vec<(CoalitionChoice, Vec<Move>)>,
}

impl RuleOptions {
    fn moves(&self) -> bool {
        self.choices.iter().any(|(_, moves)| !moves.is_empty())
    }
}

impl Options {
    /// Whether the group has something to decide, if only to wait.
    fn leave_something(&self) -> bool {
        self.dead_end.is_none()
            && self.rules.iter().any(|rule| if rule.begun { rule.moves() } else { rule.open })
    }

    fn new(interpreter: &Interpreter, group: &[AgentId], state: &State, limit: usize) -> Option<Options> {
        let mut options = Options { rules: Vec::new(), dead_end: None, steps: 0 };
        for (id, rule) in interpreter.system().rule_ids() {
            let choices = allowed(interpreter, group, (id, rule), state, limit)?;
            if !choices.is_empty() {
                let (begun, open) = (rule.is_begun_by(group), rule.leaves_something_to(group));
                let choices = choices.into_iter().map(|pick| (pick, Vec::new())).collect();
                options.rules.push(RuleOptions { begun, open, choices });
            }
        }
        for found in interpreter.moves_up_to(state, limit)? {
            let rule = interpreter.system().rule(found.taken.rule);
            let pick = CoalitionChoice::of(group, found.taken.rule, rule, &found.taken.choices);
            let mut choices = options.rules.iter_mut().flat_map(|rule| &mut rule.choices);
            if let Some((_, moves)) = choices.find(|(other, _)| *other == pick) {
                moves.push(found);
                options.steps += 1;
            }
        }
        let dead = options.steps == 0 && interpreter.is_deadlock(state);
        options.dead_end = dead.then_some(interpreter.system().dead_ends);
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
    let (mut allowed, mut tried) = (Vec::new(), 0);
    let mut seen: HashSet<CoalitionChoice> = HashSet::new();
    let ended = for_each_choice(system, rule, state, interpreter.int_bound(), &mut |choices| {
        tried += 1;
        let env = Env { system, state, choices, taken: &[] };
        let pick = CoalitionChoice::of(group, id, rule, choices);
        if eval_bool(&system.exprs, rule.guard, env) == Ok(true) && seen.insert(pick.clone()) {
            allowed.push(pick);
        }
        if tried > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ended.is_continue().then_some(allowed)
}

/// What the group chooses in a state, and where that may lead.
struct Decided {
    choices: Vec<CoalitionChoice>,
    targets: Vec<State>,
}

/// What the group chooses in a state; `None` if nothing is welcome.
fn decide<G: StrategyOracle>(
    options: &Options,
    state: &State,
    oracle: &mut G,
) -> Result<Option<Decided>, G::Error> {
    match options.dead_end {
        Some(DeadEnds::Repeat) => {
            return Ok(Some(Decided { choices: vec![], targets: vec![state.clone()] }));
        }
        // Whatever the group chooses, it has succeeded.
        Some(DeadEnds::End) => {
            let chooses_something = !options.rules.is_empty();
            return Ok(chooses_something.then(|| Decided { choices: vec![], targets: vec![] }));
        }
        None => {}
    }
    let mut welcome = |(pick, moves): &(CoalitionChoice, Vec<Move>)| -> Result<bool, G::Error> {
        if !oracle.may_choose(state, pick)? {
            return Ok(false);
        }
        for found in moves {
            if !oracle.accepts(state, &found.target)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let (mut choices, mut targets) = (Vec::new(), Vec::new());
    let (own, others): (Vec<&RuleOptions>, Vec<&RuleOptions>) =
        options.rules.iter().partition(|rule| rule.begun);
    for rule in &others {
        let Some((pick, moves)) = first(&rule.choices, &mut welcome)? else { return Ok(None) };
        targets.extend(moves.iter().map(|found| found.target.clone()));
        choices.extend(rule.open.then(|| pick.clone()));
    }
    let waits = others.iter().any(|rule| rule.moves()) || !own.iter().any(|rule| rule.moves());
    if waits {
        return Ok(Some(Decided { choices, targets }));
    }
    for rule in own {
        let mut offers = |option: &(CoalitionChoice, Vec<Move>)| Ok(!option.1.is_empty() && welcome(option)?);
        if let Some((pick, moves)) = first(&rule.choices, &mut offers)? {
            targets.extend(moves.iter().map(|found| found.target.clone()));
            choices.push(pick.clone());
            return Ok(Some(Decided { choices, targets }));
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
    oracle: &mut G,
) -> Result<Option<Vec<(Reply, State)>>, G::Error> {
    if options.dead_end == Some(DeadEnds::Repeat) {
        return Ok(Some(vec![(Reply { to: None, step: Step::Stutter }, state.clone())]));
    }
    let mut against =
        |choices: &[&(CoalitionChoice, Vec<Move>)]| -> Result<Option<Vec<(Reply, State)>>, G::Error> {
            let mut replies = Vec::new();
            for (pick, moves) in choices {
                let mut welcome = |found: &Move| oracle.accepts(state, &found.target);
                let Some(Move { taken, target }) = first(moves, &mut welcome)? else { return Ok(None) };
                let reply = Reply { to: Some(pick.clone()), step: Step::Take(taken.clone()) };
                replies.push((reply, target.clone()));
            }
            Ok(Some(replies))
        };
    if options.rules.is_empty() {
        return Ok(Some(vec![]));
    }
    let (own, others): (Vec<&RuleOptions>, Vec<&RuleOptions>) =
        options.rules.iter().partition(|rule| rule.begun);
    for rule in &others {
        let found = against(&rule.choices.iter().collect::<Vec<_>>())?;
        if found.is_some() {
            return Ok(found);
        }
    }
    if others.iter().any(|rule| rule.moves()) {
        return Ok(None);
    }
    let offers = own.iter().flat_map(|rule| &rule.choices).filter(|(_, moves)| !moves.is_empty());
    let offers: Vec<&(CoalitionChoice, Vec<Move>)> = offers.collect();
    if offers.is_empty() { Ok(None) } else { against(&offers) }
}
