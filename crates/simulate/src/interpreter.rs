//! Steps by definition: for every rule, every value of its choices and every combination of
//! alternatives, whether the step can be taken and where it leads.
//!
//! The condition of a step is the three-valued conjunction of its rule's guard and the guards of the
//! alternatives it takes. If that is false there is no such step. If it is a fault, or it is true and an
//! update faults, the step is *faulted*: it is not taken, and the state is faulty.

use std::ops::ControlFlow;

use synod_core::{
    Budget, Env, Fault, InitialSampler, Listing, Rule, RuleId, State, Step, StepPredicateId, System, Taken,
    VarId, checkpoint, eval, eval_bool, for_each_choice, initial_states,
};

use crate::random::Random;

/// The steps of one system.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'a> {
    system: &'a System,
    int_bound: i64,
    /// While the steps of a state are listed, this is looked at from time to time.
    budget: Option<&'a Budget>,
}

/// Ways to pick values between two looks at the budget.
const PICKS_BETWEEN_CHECKS: u64 = 4096;

/// Ways to pick values that are tried to find out whether all steps of a state agree. Circuits with many inputs have more than
/// anybody can wait for, and each may evaluate thousands of gates.
const MOST_COMPARED: u64 = 1024;

/// A step that can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// What is chosen.
    pub taken: Taken,
    /// The state it leads to.
    pub target: State,
}

/// A step that meets a fault, and so is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faulted {
    /// What is chosen.
    pub taken: Taken,
    /// Why it cannot be taken.
    pub fault: Fault,
}

/// Of the steps of a state, more than these are counted but not kept.
pub const MOST_LISTED: usize = 100_000;

/// What can be done in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The first steps that can be taken, at most [`MOST_LISTED`], in the order of rules, choices and
    /// alternatives.
    pub enabled: Vec<Move>,
    /// The first steps that meet a fault, as many and in the same order.
    pub faulted: Vec<Faulted>,
    /// How many steps can be taken beyond those that are listed.
    pub unlisted: usize,
    /// Whether the budget was used up before all steps were looked at.
    pub cut_short: bool,
}

impl Moves {
    /// How many steps can be taken.
    pub fn count(&self) -> usize {
        self.enabled.len() + self.unlisted
    }
}

/// Why a step cannot be taken in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// There is no such rule.
    NoRule,
    /// It does not have as many choices or alternatives as its rule has choices or parts.
    WrongShape,
    /// The choice at this position has a value outside its type.
    ChoiceOutside(usize),
    /// The guard of the rule is false.
    GuardFalse,
    /// This part has no alternative of that position.
    NoAlternative(usize),
    /// The guard of the alternative taken by this part is false.
    AlternativeFalse(usize),
    /// It meets a fault.
    Fault(Fault),
}

impl NotTaken {
    /// The reason in words, given the rule that was tried.
    pub fn describe(&self, system: &System, rule: RuleId) -> String {
        let rule = system.rules.get(rule.0 as usize);
        let part = |position: &usize| {
            let agent = rule.and_then(|r| r.parts.get(*position)).and_then(|p| p.agent);
            match agent {
                Some(agent) => system.agent(agent).name.clone(),
                None => format!("part {}", position + 1),
            }
        };
        match self {
            NotTaken::NoRule => "the model has no such rule".to_string(),
            NotTaken::WrongShape => "it does not fit the shape of its rule".to_string(),
            NotTaken::ChoiceOutside(position) => {
                let name = rule.and_then(|r| r.choices.get(*position)).map_or("?", |c| c.name.as_str());
                format!("the value picked for {name} is outside its type")
            }
            NotTaken::GuardFalse => "its guard is false here".to_string(),
            NotTaken::NoAlternative(position) => format!("{} has no such alternative", part(position)),
            NotTaken::AlternativeFalse(position) => {
                format!("{} cannot take its part in it here", part(position))
            }
            NotTaken::Fault(fault) => format!("it meets a fault: {}", fault.describe(system)),
        }
    }
}

/// The first initial states, and whether they are all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialStates {
    /// The states, in lexicographic order of their values.
    pub states: Vec<State>,
    /// Whether there are others.
    pub listing: Listing,
}

/// Who is told of steps, and of where they lead or the fault that they meet.
type Visit<'v> = dyn FnMut(Taken, Result<State, Fault>) -> ControlFlow<()> + 'v;

impl<'a> Interpreter<'a> {
    /// The interpreter of a system. Unbounded integers that a step picks, or that the initial condition
    /// leaves free, are tried up to the default bound of a [`synod_core::Budget`].
    pub fn new(system: &'a System) -> Self {
        Interpreter { system, int_bound: Budget::default().int_bound, budget: None }
    }

    /// The same, but it lists no more steps of a state once the budget is used up or cancelled: what it
    /// says of a state is then not all that is so. A state may have more steps than anybody can wait for.
    pub fn until(self, budget: &'a Budget) -> Self {
        Interpreter { budget: Some(budget), ..self }
    }

    /// The same with another bound for unbounded integers.
    pub fn with_int_bound(self, int_bound: i64) -> Self {
        Interpreter { int_bound, ..self }
    }

    /// Another system under the same limits.
    pub fn of<'b>(&self, system: &'b System) -> Interpreter<'b>
    where
        'a: 'b,
    {
        Interpreter { system, ..*self }
    }

    /// What is interpreted.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// Up to where unbounded integers are tried.
    pub fn int_bound(&self) -> i64 {
        self.int_bound
    }

    /// The first `limit` initial states.
    pub fn initial(&self, limit: usize) -> InitialStates {
        let mut states = Vec::new();
        let listing = initial_states(self.system, self.int_bound, &mut |state| {
            if states.len() == limit {
                return ControlFlow::Break(());
            }
            states.push(state.clone());
            ControlFlow::Continue(())
        });
        InitialStates { states, listing }
    }

    /// Draws initial states.
    pub fn initial_sampler(&self) -> InitialSampler<'a> {
        InitialSampler::new(self.system, self.int_bound)
    }

    /// An initial state at random, all as likely.
    pub fn random_initial(&self, random: &mut Random) -> Option<State> {
        self.initial_sampler().draw(&mut |lo, hi| random.between(lo, hi))
    }

    /// Whether a state is initial.
    pub fn is_initial(&self, state: &State) -> bool {
        eval_bool(&self.system.exprs, self.system.init, Env::of(self.system, state)) == Ok(true)
    }

    /// The first variable whose value in `state` is outside its type. The state must have as many
    /// values as the system asks for.
    pub fn misfit(&self, state: &State) -> Option<(VarId, i64)> {
        self.system.var_ids().find_map(|(id, var)| {
            let outside = state[self.system.slots(id)]
                .iter()
                .find(|value| !var.ty.contains(**value, &self.system.enums))?;
            Some((id, *outside))
        })
    }

    /// The steps of a state.
    pub fn moves(&self, state: &State) -> Moves {
        let mut moves = Moves::default();
        let ended = self.for_each_step(state, &mut |taken, result| {
            match result {
                Ok(_) if moves.enabled.len() == MOST_LISTED => moves.unlisted += 1,
                Ok(target) => moves.enabled.push(Move { taken, target }),
                Err(_) if moves.faulted.len() == MOST_LISTED => {}
                Err(fault) => moves.faulted.push(Faulted { taken, fault }),
            }
            ControlFlow::Continue(())
        });
        moves.cut_short = ended.is_break();
        moves
    }

    /// The first step that can be taken in a state and is `wanted`, given how many can be taken before it.
    pub fn find_move(&self, state: &State, mut wanted: impl FnMut(usize, &Move) -> bool) -> Option<Move> {
        let (mut found, mut before) = (None, 0);
        let _ = self.for_each_step(state, &mut |taken, result| {
            let Ok(target) = result else { return ControlFlow::Continue(()) };
            let step = Move { taken, target };
            if wanted(before, &step) {
                found = Some(step);
                return ControlFlow::Break(());
            }
            before += 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// The step at a position among all that can be taken in a state, of which `moves` lists the first.
    pub fn move_at(&self, state: &State, moves: &Moves, position: usize) -> Option<Move> {
        match moves.enabled.get(position) {
            Some(listed) => Some(listed.clone()),
            None if position < moves.count() => self.find_move(state, |before, _| before == position),
            None => None,
        }
    }

    /// Whether the step that leaves a state satisfies a predicate, whichever it is; `None` if that
    /// depends on it, or if there are too many steps to say.
    pub(crate) fn all_satisfy(
        &self,
        state: &State,
        moves: &Moves,
        predicate: StepPredicateId,
    ) -> Option<bool> {
        let mut answers =
            moves.enabled.iter().map(|one| self.satisfies(state, &Step::Take(one.taken.clone()), predicate));
        let first = answers.next().unwrap_or(false);
        (moves.unlisted == 0 && answers.all(|answer| answer == first)).then_some(first)
    }

    /// The same without a list of the steps: what differs between two of them is found out early, and nobody waits for
    /// all that can be picked where that is too much.
    pub(crate) fn every_step_satisfies(&self, state: &State, predicate: StepPredicateId) -> Option<bool> {
        let mut common = None;
        let ended = self.for_each_step_of(state, MOST_COMPARED, &mut |taken, result| {
            if result.is_ok() {
                let answer = self.satisfies(state, &Step::Take(taken), predicate);
                if *common.get_or_insert(answer) != answer {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        ended.is_continue().then(|| common.unwrap_or(false))
    }

    /// The steps that can be taken in a state; `None` if more than `limit` have to be looked at.
    pub fn moves_up_to(&self, state: &State, limit: usize) -> Option<Vec<Move>> {
        let (mut moves, mut left) = (Vec::new(), limit);
        let ended = self.for_each_step(state, &mut |taken, result| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            moves.extend(result.ok().map(|target| Move { taken, target }));
            ControlFlow::Continue(())
        });
        ended.is_continue().then_some(moves)
    }

    /// Whether no step can be taken in a state.
    pub fn is_deadlock(&self, state: &State) -> bool {
        let found = self.for_each_step(state, &mut |_, result| match result {
            Ok(_) => ControlFlow::Break(()),
            Err(_) => ControlFlow::Continue(()),
        });
        found.is_continue()
    }

    /// Calls `visit` with every step of a state, and with where it leads or the fault that it meets,
    /// until it breaks off.
    fn for_each_step(&self, state: &State, visit: &mut Visit) -> ControlFlow<()> {
        self.for_each_step_of(state, u64::MAX, visit)
    }

    /// The same, but breaks off after so many ways to pick values for the choices of rules.
    fn for_each_step_of(&self, state: &State, most: u64, visit: &mut Visit) -> ControlFlow<()> {
        let mut picks = 0u64;
        for (id, rule) in self.system.rule_ids() {
            for_each_choice(self.system, rule, state, self.int_bound, &mut |choices| {
                picks += 1;
                let stops = |budget: &Budget| budget.check(0).is_err();
                let is_late = picks.is_multiple_of(PICKS_BETWEEN_CHECKS) && self.budget.is_some_and(stops);
                if is_late || picks > most {
                    return ControlFlow::Break(());
                }
                self.steps_with(id, rule, choices, state, visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn steps_with(
        &self,
        id: RuleId,
        rule: &Rule,
        choices: &[i64],
        state: &State,
        visit: &mut Visit,
    ) -> ControlFlow<()> {
        checkpoint();
        let env = Env { system: self.system, state, choices, taken: &[] };
        let open: Vec<Vec<u32>> = rule
            .parts
            .iter()
            .map(|part| {
                let possible = |guard| eval_bool(&self.system.exprs, guard, env) != Ok(false);
                let alternatives = std::iter::zip(0.., &part.alternatives);
                alternatives.filter(|(_, a)| possible(a.guard)).map(|(i, _)| i).collect()
            })
            .collect();
        let domains: Vec<(i64, i64)> = open.iter().map(|list| (0, list.len() as i64 - 1)).collect();
        for_each_tuple(&domains, &mut |picks| {
            let alternatives =
                std::iter::zip(&open, picks).map(|(list, pick)| list[*pick as usize]).collect();
            let taken = Taken { rule: id, choices: choices.to_vec(), alternatives };
            match self.take(state, &taken) {
                Ok(target) => visit(taken, Ok(target)),
                Err(NotTaken::Fault(fault)) => visit(taken, Err(fault)),
                Err(_) => ControlFlow::Continue(()),
            }
        })
    }

    /// Where a step leads to from a state.
    pub fn take(&self, state: &State, taken: &Taken) -> Result<State, NotTaken> {
        checkpoint();
        let system = self.system;
        let rule = system.rules.get(taken.rule.0 as usize).ok_or(NotTaken::NoRule)?;
        if taken.choices.len() != rule.choices.len() || taken.alternatives.len() != rule.parts.len() {
            return Err(NotTaken::WrongShape);
        }
        for (position, (value, choice)) in std::iter::zip(&taken.choices, &rule.choices).enumerate() {
            if !choice.ty.contains(*value, &system.enums) {
                return Err(NotTaken::ChoiceOutside(position));
            }
        }
        let env = Env { system, state, choices: &taken.choices, taken: &[] };
        let mut fault = None;
        let mut holds = |guard, otherwise| match eval_bool(&system.exprs, guard, env) {
            Ok(true) => Ok(()),
            Ok(false) => Err(otherwise),
            Err(found) => {
                fault.get_or_insert(found);
                Ok(())
            }
        };
        holds(rule.guard, NotTaken::GuardFalse)?;
        let mut updates = Vec::new();
        for (position, (pick, part)) in std::iter::zip(&taken.alternatives, &rule.parts).enumerate() {
            let alternative =
                part.alternatives.get(*pick as usize).ok_or(NotTaken::NoAlternative(position))?;
            holds(alternative.guard, NotTaken::AlternativeFalse(position))?;
            updates.extend(&alternative.updates);
        }
        if let Some(fault) = fault {
            return Err(NotTaken::Fault(fault));
        }
        let mut next = state.clone();
        for update in updates {
            let value = |id| eval(&system.exprs, id, env).map_err(NotTaken::Fault);
            let var = system.var(update.var);
            let index = update.index.map_or(Ok(0), value)?;
            if !(0..i64::from(var.len.unwrap_or(1))).contains(&index) {
                return Err(NotTaken::Fault(Fault::OutsideArray { array: update.var, index }));
            }
            let new = value(update.value)?;
            if !var.ty.contains(new, &system.enums) {
                return Err(NotTaken::Fault(Fault::OutOfRange { variable: update.var, value: new }));
            }
            next[system.slot(update.var) + index as usize] = new;
        }
        Ok(next)
    }

    /// Whether a step satisfies a predicate over steps; stuttering satisfies none, a fault counts as
    /// false.
    pub fn satisfies(&self, state: &State, step: &Step, predicate: StepPredicateId) -> bool {
        let Step::Take(Taken { rule, choices, alternatives }) = step else { return false };
        let Some(condition) = self.system.step_predicates[predicate.0 as usize].cases.get(rule) else {
            return false;
        };
        let env = Env { system: self.system, state, choices, taken: alternatives };
        eval_bool(&self.system.exprs, *condition, env) == Ok(true)
    }
}

/// Calls `visit` with every tuple of values from the domains, the last place varying fastest.
fn for_each_tuple(
    domains: &[(i64, i64)],
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if domains.iter().any(|(lo, hi)| lo > hi) {
        return ControlFlow::Continue(());
    }
    let mut tuple: Vec<i64> = domains.iter().map(|(lo, _)| *lo).collect();
    loop {
        visit(&tuple)?;
        let Some(place) = (0..tuple.len()).rfind(|i| tuple[*i] < domains[*i].1) else {
            return ControlFlow::Continue(());
        };
        tuple[place] += 1;
        for later in place + 1..tuple.len() {
            tuple[later] = domains[later].0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{broadcast, counter, divider};

    #[test]
    fn tuples_count_with_the_last_place_fastest() {
        let tuples = |domains: &[(i64, i64)]| {
            let mut seen = Vec::new();
            let _ = for_each_tuple(domains, &mut |t| {
                seen.push(t.to_vec());
                ControlFlow::Continue(())
            });
            seen
        };
        assert_eq!(tuples(&[(0, 1), (5, 6)]), [[0, 5], [0, 6], [1, 5], [1, 6]]);
        assert!(tuples(&[(0, 1), (1, 0)]).is_empty());
        assert_eq!(tuples(&[]), [[0; 0]]);
    }

    #[test]
    fn every_combination_of_alternatives_is_a_step() {
        let system = broadcast();
        let interpreter = Interpreter::new(&system);
        let start = &interpreter.initial(9).states[0];
        let targets: Vec<State> = interpreter.moves(start).enabled.into_iter().map(|m| m.target).collect();
        assert_eq!(targets, [vec![1, 1, 1], vec![1, 1, 2], vec![1, 2, 1], vec![1, 2, 2]]);
    }

    #[test]
    fn a_value_outside_its_range_is_a_fault_and_the_step_is_not_taken() {
        let system = counter(2);
        let interpreter = Interpreter::new(&system);
        let moves = interpreter.moves(&vec![2]);
        assert!(moves.enabled.is_empty());
        assert!(matches!(moves.faulted[0].fault, Fault::OutOfRange { value: 3, .. }));
    }

    #[test]
    fn a_listing_ends_when_the_budget_does() {
        let mut system = counter(2);
        let ty = synod_core::Type::Range { lo: 1, hi: 1 << 40 };
        system.rules[0].choices = vec![synod_core::Choice { name: "any".into(), ty, agent: None }];
        let budget = Budget::unlimited();
        budget.cancel();
        let moves = Interpreter::new(&system).until(&budget).moves(&vec![0]);
        assert_eq!((moves.enabled.len(), moves.cut_short), (PICKS_BETWEEN_CHECKS as usize - 1, true));
    }

    #[test]
    fn more_steps_than_are_listed_are_counted_and_found() {
        let mut system = counter(2);
        let most = MOST_LISTED as i64 + 50;
        let ty = synod_core::Type::Range { lo: 1, hi: most };
        system.rules[0].choices = vec![synod_core::Choice { name: "any".into(), ty, agent: None }];
        let interpreter = Interpreter::new(&system);
        let moves = interpreter.moves(&vec![0]);
        assert_eq!((moves.enabled.len(), moves.count()), (MOST_LISTED, most as usize));
        let picked = |position| Some(interpreter.move_at(&vec![0], &moves, position)?.taken.choices[0]);
        let last = moves.count() - 1;
        assert_eq!([picked(0), picked(last), picked(last + 1)], [Some(1), Some(most), None]);
    }

    #[test]
    fn of_a_wide_choice_only_what_the_guard_leaves_is_tried() {
        let mut system = counter(9);
        let ty = synod_core::Type::Range { lo: -(1 << 40), hi: 1 << 40 };
        system.rules[0].choices = vec![synod_core::Choice { name: "any".into(), ty, agent: None }];
        let exprs = &mut system.exprs;
        let (now, any) = (exprs.var(VarId(0)), exprs.choice(0, synod_core::Sort::Int));
        let (least, most) = (exprs.le(now, any), exprs.int(5));
        let below = exprs.lt(any, most);
        system.rules[0].guard = exprs.and([least, below]);
        let moves = Interpreter::new(&system).moves(&vec![2]).enabled;
        let picked: Vec<i64> = moves.iter().map(|step| step.taken.choices[0]).collect();
        assert_eq!(picked, [2, 3, 4]);
        assert!(Interpreter::new(&system).moves(&vec![7]).enabled.is_empty());
    }

    #[test]
    fn a_false_guard_hides_a_fault_of_another() {
        let system = divider();
        let interpreter = Interpreter::new(&system);
        assert_eq!(interpreter.moves(&vec![1, 0]), Moves::default());
        assert_eq!(interpreter.moves(&vec![0, 0]).faulted[0].fault, Fault::DivisionByZero);
        assert_eq!(interpreter.moves(&vec![0, 2]).enabled.len(), 1);
    }

    #[test]
    fn steps_that_do_not_fit_their_rule_are_refused() {
        let system = counter(2);
        let interpreter = Interpreter::new(&system);
        let take = |rule, choices, alternatives| {
            interpreter.take(&vec![0], &Taken { rule: RuleId(rule), choices, alternatives })
        };
        assert_eq!(take(0, vec![], vec![0]), Ok(vec![1]));
        assert_eq!(take(7, vec![], vec![0]), Err(NotTaken::NoRule));
        assert_eq!(take(0, vec![1], vec![0]), Err(NotTaken::WrongShape));
        assert_eq!(take(0, vec![], vec![1]), Err(NotTaken::NoAlternative(0)));
    }

    #[test]
    fn initial_states_are_listed_up_to_a_limit() {
        let system = divider();
        let found = Interpreter::new(&system).initial(2);
        assert_eq!((found.states.len(), found.listing), (2, Listing::Stopped));
        assert_eq!(Interpreter::new(&system).initial(99).listing, Listing::Complete);
    }
}
