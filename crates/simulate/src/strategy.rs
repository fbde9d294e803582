//! Judging a written strategy: does everything that can come of it end well for the one who plays it?
//!
//! All steps are the interpreter's. A state for which nothing is written counts as if the group might do
//! anything there.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use synod_core::{
    AgentId, CoalitionChoice, DeadEnds, Decision, Env, Formula, Plan, Reply, Response, RuleId, State, Step,
    Strategies, Strategy, eval_bool, for_each_choice,
};

use crate::interpreter::{Interpreter, Move};
use crate::outcomes::Outcomes;
use crate::worlds::Worlds;

/// The most states that are looked at, and the most steps.
const MOST_STATES: usize = 20_000;
const MOST_STEPS: usize = 250_000;

const NOTHING_TO_PICK: &str = "the strategy allows a run into a state where the group can pick nothing";

/// What a judge finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The strategy does what it is to do.
    Confirmed,
    /// Nothing is wrong with it so far, but it cannot be told here whether it does what it is to do: there
    /// are too many states, or the goal is not about single states.
    Undecided,
}

/// Why a strategy does not do what it is to do, or why that cannot be told.
enum Fault {
    Wrong(String),
    Undecided,
}

type Checked<T> = Result<T, Fault>;

/// Whether a strategy does from a state on what it is to do; if not, why.
pub fn judge_strategy(
    interpreter: &Interpreter,
    strategy: &Strategy,
    explained: &State,
) -> Result<Finding, String> {
    let judge = Judge { interpreter, group: &strategy.group, worlds: Worlds::new(interpreter) };
    let checked = match &strategy.plan {
        Plan::Wins { starts, decisions } => judge.wins(&strategy.path, explained, starts, decisions),
        Plan::Loses { responses } => judge.loses(&strategy.path, explained, responses),
        Plan::Unwritten => Err(Fault::Undecided),
    };
    match checked {
        Ok(()) => Ok(Finding::Confirmed),
        Err(Fault::Undecided) => Ok(Finding::Undecided),
        Err(Fault::Wrong(why)) => Err(why),
    }
}

struct Judge<'i> {
    interpreter: &'i Interpreter<'i>,
    group: &'i [AgentId],
    worlds: Worlds<'i>,
}

/// Whether a state is of a kind, if that can be told.
type Kind<'f> = Box<dyn Fn(&Worlds, &State) -> Option<bool> + 'f>;

/// What has to happen on the way of a run: it must not end in `bad`, it is over in `over`, and if `must`,
/// it has to get there.
struct Goal<'f> {
    bad: Kind<'f>,
    over: Kind<'f>,
    must: bool,
}

impl<'f> Goal<'f> {
    /// The goal of a formula about runs other than `X f`; `None` if it is no single operator.
    fn of(path: &'f Formula) -> Option<Goal<'f>> {
        use Formula::{Finally, Globally, Release, Until, WeakUntil};
        let never = || Box::new(|_: &Worlds, _: &State| Some(false));
        Some(match path {
            Finally(a) => Goal { bad: never(), over: Box::new(|w, s| w.holds(a, s)), must: true },
            Globally(a) => Goal { bad: Box::new(|w, s| Some(!w.holds(a, s)?)), over: never(), must: false },
            Until(a, b) | WeakUntil(a, b) => Goal {
                bad: Box::new(|w, s| Some(!w.holds(a, s)? && !w.holds(b, s)?)),
                over: Box::new(|w, s| w.holds(b, s)),
                must: matches!(path, Until(..)),
            },
            Release(a, b) => Goal {
                bad: Box::new(|w, s| Some(!w.holds(b, s)?)),
                over: Box::new(|w, s| Some(w.holds(a, s)? && w.holds(b, s)?)),
                must: false,
            },
            _ => return None,
        })
    }
}

fn wrong<T>(why: impl Into<String>) -> Checked<T> {
    Err(Fault::Wrong(why.into()))
}

impl Judge<'_> {
    fn ask(&self, answer: Option<bool>) -> Checked<bool> {
        answer.ok_or(Fault::Undecided)
    }

    fn holds(&self, formula: &Formula, state: &State) -> Checked<bool> {
        self.ask(self.worlds.holds(formula, state))
    }

    /// The fairness conditions that runs have to meet in order to count against the group.
    fn fairness(&self) -> Checked<&[Formula]> {
        let system = self.interpreter.system();
        match system.strategies {
            // Which states are on fair runs is not known here.
            Strategies::Unfair if !system.fairness.is_empty() => Err(Fault::Undecided),
            _ => Ok(&system.fairness),
        }
    }

    fn wins(&self, path: &Formula, at: &State, starts: &[State], decisions: &[Decision]) -> Checked<()> {
        let system = self.interpreter.system();
        if !starts.contains(at) {
            return wrong("the strategy does not begin where it is needed");
        }
        if system.strategies == Strategies::Uniform {
            self.uniform(decisions)?;
            self.covers_what_members_take_for_possible(at, starts)?;
        }
        let mut written: HashMap<&State, &[CoalitionChoice]> = HashMap::new();
        for decision in decisions {
            if written.insert(&decision.state, &decision.choices).is_some() {
                return wrong("the strategy says two things about one state");
            }
        }
        let goal = Goal::of(path);
        let over = |state: &State| match &goal {
            Some(goal) => self.ask((goal.over)(&self.worlds, state)),
            None => Ok(false),
        };
        let fairness = self.fairness()?;
        // Where a run has gone wrong, it matters whether it goes on fairly, whatever it reaches later.
        let ends_when_over = fairness.is_empty() || matches!(path, Formula::Finally(_));
        let once = if let Formula::Next(next) = path { Some(&**next) } else { None };
        if goal.is_none() && once.is_none() {
            return Err(Fault::Undecided);
        }
        let mut outcomes = Outcomes::new(starts);
        let mut steps = 0;
        // Where the game is over and the group had nothing to pick.
        let mut lost: Vec<usize> = Vec::new();
        while let Some((number, state)) = outcomes.next() {
            // After the only step that counts, it matters only whether the run is fair.
            let late = once.is_some() && fairness.is_empty() && number >= starts.len();
            if late || ends_when_over && over(&state)? {
                continue;
            }
            let moves = self.outcomes_of(&state, written.get(&state).copied(), MOST_STEPS - steps)?;
            steps += moves.len();
            let ends = moves.is_empty();
            for target in moves {
                outcomes.lead(number, target);
            }
            if ends && self.interpreter.is_deadlock(&state) {
                match system.dead_ends {
                    DeadEnds::Repeat => outcomes.lead(number, state),
                    DeadEnds::End if self.nothing_to_pick(&state)? => {
                        lost.push(number);
                        outcomes.lead(number, state);
                    }
                    DeadEnds::End => {}
                }
            } else if ends && fairness.is_empty() && self.nothing_to_pick(&state)? {
                return wrong(NOTHING_TO_PICK);
            }
            if outcomes.len() > MOST_STATES {
                return Err(Fault::Undecided);
            }
        }
        let mut fair: Vec<Vec<bool>> = Vec::new();
        for condition in fairness {
            let met = outcomes.states().iter().map(|state| self.holds(condition, state));
            fair.push(met.collect::<Checked<_>>()?);
        }
        // Without fairness, what has gone wrong stays so however the run goes on.
        let counts =
            if fair.is_empty() { vec![true; outcomes.len()] } else { outcomes.go_on(&fair, |_| true) };
        let is_lost = |number: usize| counts[number] && lost.contains(&number);
        if let Some(next) = once {
            if (0..starts.len()).any(is_lost) {
                return wrong(NOTHING_TO_PICK);
            }
            for number in (0..starts.len()).flat_map(|start| outcomes.targets(start)) {
                if counts[number] && !self.holds(next, &outcomes.states()[number])? {
                    return wrong("a step that the strategy allows does not lead to the goal");
                }
            }
            return Ok(());
        }
        let Some(goal) = &goal else { return Err(Fault::Undecided) };
        let is_over: Vec<bool> = outcomes.states().iter().map(&over).collect::<Checked<_>>()?;
        let before: Vec<bool> = outcomes.reached(starts.len(), |number| !is_over[number]);
        if (0..outcomes.len()).any(|number| before[number] && is_lost(number)) {
            return wrong(NOTHING_TO_PICK);
        }
        for (number, state) in outcomes.states().iter().enumerate() {
            if before[number] && counts[number] && self.ask((goal.bad)(&self.worlds, state))? {
                return wrong("the strategy allows a run that goes wrong");
            }
        }
        if goal.must && outcomes.go_on(&fair, |number| before[number]).contains(&true) {
            return wrong("the strategy allows a run that never reaches the goal");
        }
        Ok(())
    }

    /// Where the steps that a group's choices leave possible lead to; all steps, if nothing is written.
    fn outcomes_of(
        &self,
        state: &State,
        choices: Option<&[CoalitionChoice]>,
        limit: usize,
    ) -> Checked<Vec<State>> {
        let moves = self.interpreter.moves_up_to(state, limit).ok_or(Fault::Undecided)?;
        let Some(choices) = choices else { return Ok(moves.into_iter().map(|found| found.target).collect()) };
        let system = self.interpreter.system();
        let mut rules: HashSet<RuleId> = HashSet::new();
        let mut offered = 0;
        for pick in choices {
            let Some(rule) = system.rules.get(pick.rule.0 as usize) else {
                return wrong("the strategy names a rule that there is not");
            };
            if !rules.insert(pick.rule) {
                return wrong("the strategy picks twice for one rule");
            }
            offered += usize::from(rule.is_begun_by(self.group));
            if !self.allowed(pick.rule, state)?.contains(pick) {
                return wrong("the strategy picks what may not be picked");
            }
        }
        if offered > 1 {
            return wrong("the strategy offers two things at once");
        }
        for (id, rule) in system.rule_ids().filter(|(id, _)| !rules.contains(id)) {
            let open = !rule.is_begun_by(self.group) && rule.leaves_something_to(self.group);
            if open && !self.allowed(id, state)?.is_empty() {
                return wrong("the strategy leaves open what the group has to pick");
            }
        }
        let possible = |found: &Move| match choices.iter().find(|pick| pick.rule == found.taken.rule) {
            Some(pick) => pick.fits(&found.taken.choices),
            None => !system.rule(found.taken.rule).is_begun_by(self.group),
        };
        let left: Vec<State> = moves.iter().filter(|m| possible(m)).map(|m| m.target.clone()).collect();
        let begun = |found: &Move| system.rule(found.taken.rule).is_begun_by(self.group);
        if left.is_empty() && !moves.is_empty() && moves.iter().all(begun) {
            return wrong("the group waits although nobody else can do anything");
        }
        Ok(left)
    }

    /// What the group may pick of a rule in a state.
    fn allowed(&self, id: RuleId, state: &State) -> Checked<HashSet<CoalitionChoice>> {
        let system = self.interpreter.system();
        let rule = system.rule(id);
        let (mut allowed, mut tried) = (HashSet::new(), 0);
        let ended = for_each_choice(system, rule, state, self.interpreter.int_bound(), &mut |choices| {
            tried += 1;
            let env = Env { system, state, choices, taken: &[] };
            if eval_bool(&system.exprs, rule.guard, env) == Ok(true) {
                allowed.insert(CoalitionChoice::of(self.group, id, rule, choices));
            }
            if tried > MOST_STEPS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if ended.is_break() { Err(Fault::Undecided) } else { Ok(allowed) }
    }

    /// Whether each member chooses the same wherever it observes the same.
    fn uniform(&self, decisions: &[Decision]) -> Checked<()> {
        let system = self.interpreter.system();
        for member in self.group {
            let mut known: HashMap<(Vec<i64>, RuleId, u32), i64> = HashMap::new();
            for Decision { state, choices } in decisions {
                let seen =
                    system.agent(*member).observes.iter().flat_map(|var| &state[system.slots(*var)]).copied();
                let view: Vec<i64> = seen.collect();
                for pick in choices {
                    let Some(rule) = system.rules.get(pick.rule.0 as usize) else { continue };
                    for (at, value) in &pick.values {
                        let own = rule.choices.get(*at as usize).is_some_and(|c| c.agent == Some(*member));
                        let before = own.then(|| known.insert((view.clone(), pick.rule, *at), *value));
                        if before.flatten().is_some_and(|before| before != *value) {
                            let name = &system.agent(*member).name;
                            return wrong(format!(
                                "the strategy is not uniform: {name} picks differently where it observes the same"
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a strategy begins in all states that look to some member like the one it is needed in. States
    /// on no fair run do not count, but which these are is not known here.
    fn covers_what_members_take_for_possible(&self, at: &State, starts: &[State]) -> Checked<()> {
        let system = self.interpreter.system();
        let same = |state: &State| self.group.iter().any(|member| self.worlds.look_same(*member, at, state));
        if !starts.iter().all(|start| start == at || same(start)) {
            return wrong("the strategy begins in a state that no member considers possible");
        }
        let Some(reachable) = self.worlds.reachable() else { return Err(Fault::Undecided) };
        let covered = reachable.iter().all(|state| !same(state) || starts.contains(state));
        if covered || !system.fairness.is_empty() {
            return Ok(());
        }
        wrong("the strategy leaves out a state that some member considers possible")
    }

    fn loses(&self, path: &Formula, at: &State, responses: &[Response]) -> Checked<()> {
        let system = self.interpreter.system();
        if !system.fairness.is_empty() {
            return Err(Fault::Undecided);
        }
        let mut written: HashMap<&State, &[Reply]> = HashMap::new();
        for answer in responses {
            written.insert(&answer.state, &answer.replies);
        }
        let once = if let Formula::Next(next) = path { Some(&**next) } else { None };
        let goal = Goal::of(path);
        if goal.is_none() && once.is_none() {
            return Err(Fault::Undecided);
        }
        let mut outcomes = Outcomes::new(std::slice::from_ref(at));
        while let Some((number, state)) = outcomes.next() {
            let late = once.is_some() && number > 0;
            let prevented = match &goal {
                Some(goal) => self.ask((goal.bad)(&self.worlds, &state))?,
                None => false,
            };
            if late || prevented {
                continue;
            }
            if let Some(goal) = &goal
                && self.ask((goal.over)(&self.worlds, &state))?
            {
                return wrong("the others let the group reach its goal");
            }
            let Some(replies) = written.get(&state) else {
                return wrong("no answer is given in a state that is reached");
            };
            for target in self.replied(&state, replies)? {
                outcomes.lead(number, target);
            }
            if outcomes.len() > MOST_STATES {
                return Err(Fault::Undecided);
            }
        }
        if let Some(next) = once {
            for number in outcomes.targets(0) {
                if self.holds(next, &outcomes.states()[number])? {
                    return wrong("an answer leads to the goal of the group");
                }
            }
            return Ok(());
        }
        // What may go on for ever is prevented only if the group has to get somewhere.
        if goal.is_some_and(|goal| !goal.must) && outcomes.go_on(&[], |_| true).contains(&true) {
            return wrong("the answers allow a run on which nothing goes wrong for the group");
        }
        Ok(())
    }

    /// Where answers lead to; they must be answers to all that the group can do.
    fn replied(&self, state: &State, replies: &[Reply]) -> Checked<Vec<State>> {
        let system = self.interpreter.system();
        if let [Reply { to: None, step: Step::Stutter }] = replies {
            return match (self.interpreter.is_deadlock(state), system.dead_ends) {
                (true, DeadEnds::Repeat) => Ok(vec![state.clone()]),
                (true, DeadEnds::End) => wrong("the others wait although the game is over"),
                (false, _) => wrong("the others wait although something can be done"),
            };
        }
        let (mut targets, mut answered) = (Vec::new(), HashSet::new());
        for Reply { to, step } in replies {
            let (Some(pick), Step::Take(taken)) = (to, step) else {
                return wrong("an answer is to nothing");
            };
            if taken.rule != pick.rule || !pick.fits(&taken.choices) {
                return wrong("an answer does not fit what it is an answer to");
            }
            match self.interpreter.take(state, taken) {
                Ok(target) => targets.push(target),
                Err(why) => return wrong(why.describe(system, taken.rule)),
            }
            answered.insert(pick.clone());
        }
        // One rule that the group does not begin is enough, if all that it may pick of it is answered.
        for (id, _) in system.rule_ids().filter(|(_, rule)| !rule.is_begun_by(self.group)) {
            let allowed = self.allowed(id, state)?;
            if !allowed.is_empty() && allowed.is_subset(&answered) {
                return Ok(targets);
            }
        }
        let moves = self.interpreter.moves_up_to(state, MOST_STEPS).ok_or(Fault::Undecided)?;
        let offer = |found: &Move| {
            let rule = system.rule(found.taken.rule);
            rule.is_begun_by(self.group)
                .then(|| CoalitionChoice::of(self.group, found.taken.rule, rule, &found.taken.choices))
        };
        let all_offers: Option<Vec<CoalitionChoice>> = moves.iter().map(offer).collect();
        match all_offers {
            Some(offers) if !offers.is_empty() && offers.iter().all(|offer| answered.contains(offer)) => {
                Ok(targets)
            }
            // Where the group can pick nothing at all, it brings nothing about.
            Some(offers) if offers.is_empty() && self.nothing_to_pick(state)? => Ok(targets),
            _ => wrong("the group can do something that is not answered"),
        }
    }

    fn nothing_to_pick(&self, state: &State) -> Checked<bool> {
        for (id, _) in self.interpreter.system().rule_ids() {
            if !self.allowed(id, state)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synod_core::{
        Agent, Alternative, Choice, Mode, Observation, Part, Rule, Step, System, Taken, Type, Update, VarId,
        Variable,
    };

    /// Ann and Bob show 0 or 1. At `x = 0`, `x` becomes 1 if they show the same, else 2; then it stays.
    /// Nobody sees `h`, and Ann sees `x`.
    fn game() -> (System, [Formula; 3]) {
        let mut system = System::new("game");
        for name in ["ann", "bob"] {
            system.add_agent(Agent {
                name: name.into(),
                role: name.into(),
                owns: vec![],
                observes: vec![VarId(0)],
                automaton: None,
                span: Default::default(),
            });
        }
        let number = |name: &str, hi| Variable {
            name: name.into(),
            ty: Type::Range { lo: 0, hi },
            len: None,
            owner: None,
            span: Default::default(),
        };
        let x = system.add_var(number("x", 2));
        let hidden = system.add_var(number("h", 1));
        let exprs = &mut system.exprs;
        let at = exprs.var(x);
        let numbers = [0, 1, 2].map(|n| exprs.int(n));
        let [zero, one, two] = numbers.map(|n| exprs.eq(at, n));
        let (ann, bob) = (exprs.choice(0, Type::Bool.sort()), exprs.choice(1, Type::Bool.sort()));
        let same = exprs.eq(ann, bob);
        let shown = exprs.ite(same, numbers[1], numbers[2]);
        let next = exprs.ite(zero, shown, at);
        let yes = exprs.bool(true);
        system.init = zero;
        let choice = |name: &str, agent| Choice { name: name.into(), ty: Type::Bool, agent: Some(agent) };
        let update = Update { var: x, index: None, value: next };
        let alternative = Alternative { guard: yes, updates: vec![update], action: None };
        system.add_rule(Rule {
            name: "round".into(),
            choices: vec![choice("a", AgentId(0)), choice("b", AgentId(1))],
            guard: yes,
            parts: vec![Part { agent: None, alternatives: vec![alternative].into() }],
            observation: Observation::of(Mode::Joint),
            span: Default::default(),
        });
        let _ = hidden;
        (system, [zero, one, two].map(Formula::State))
    }

    fn pick(values: &[(u32, i64)]) -> CoalitionChoice {
        CoalitionChoice { rule: RuleId(0), values: values.to_vec() }
    }

    fn decide(state: [i64; 2], values: &[(u32, i64)]) -> Decision {
        Decision { state: state.to_vec(), choices: vec![pick(values)] }
    }

    fn judged(system: &System, group: &[u32], path: Formula, plan: Plan) -> Result<Finding, String> {
        let group = group.iter().map(|agent| AgentId(*agent)).collect();
        let strategy = Strategy { at: 0, group, path, shows: String::new(), plan };
        judge_strategy(&Interpreter::new(system), &strategy, &vec![0, 0])
    }

    fn wins(decisions: Vec<Decision>) -> Plan {
        Plan::Wins { starts: vec![vec![0, 0]], decisions }
    }

    fn finally(goal: &Formula) -> Formula {
        Formula::Finally(Box::new(goal.clone()))
    }

    #[test]
    fn a_strategy_that_reaches_its_goal_is_confirmed_and_one_that_does_not_is_refused() {
        let (system, [_, one, two]) = game();
        let same = || wins(vec![decide([0, 0], &[(0, 1), (1, 1)])]);
        assert_eq!(judged(&system, &[0, 1], finally(&one), same()), Ok(Finding::Confirmed));
        let next = Formula::Next(Box::new(one.clone()));
        assert_eq!(judged(&system, &[0, 1], next, same()), Ok(Finding::Confirmed));
        let never = judged(&system, &[0, 1], finally(&two), same());
        assert_eq!(never, Err("the strategy allows a run that never reaches the goal".into()));
        let always = Formula::Globally(Box::new(one.not()));
        let wrong = judged(&system, &[0, 1], always, same());
        assert_eq!(wrong, Err("the strategy allows a run that goes wrong".into()));
    }

    #[test]
    fn what_the_others_pick_is_against_the_group() {
        let (system, [_, one, two]) = game();
        let plan = || wins(vec![decide([0, 0], &[(0, 1)])]);
        assert!(judged(&system, &[0], finally(&one), plan()).is_err());
        let either = finally(&Formula::Or(vec![one, two]));
        assert_eq!(judged(&system, &[0], either, plan()), Ok(Finding::Confirmed));
    }

    #[test]
    fn a_strategy_says_one_thing_that_may_be_picked_about_each_state() {
        let (system, [_, one, _]) = game();
        let refused = |decisions| judged(&system, &[0, 1], finally(&one), wins(decisions)).unwrap_err();
        let two = vec![decide([0, 0], &[(0, 1), (1, 1)]), decide([0, 0], &[(0, 0), (1, 0)])];
        assert_eq!(refused(two), "the strategy says two things about one state");
        let outside = vec![decide([0, 0], &[(0, 7), (1, 7)])];
        assert_eq!(refused(outside), "the strategy picks what may not be picked");
        let open = vec![Decision { state: vec![0, 0], choices: vec![] }];
        assert_eq!(refused(open), "the strategy leaves open what the group has to pick");
    }

    #[test]
    fn a_uniform_strategy_does_the_same_where_a_member_observes_the_same() {
        let (mut system, [_, one, _]) = game();
        system.strategies = Strategies::Uniform;
        let plan = |second: i64, starts: &[[i64; 2]]| Plan::Wins {
            starts: starts.iter().map(|start| start.to_vec()).collect(),
            decisions: vec![decide([0, 0], &[(0, 1), (1, 1)]), decide([0, 1], &[(0, second), (1, second)])],
        };
        let both = [[0, 0], [0, 1]];
        let judged = |plan| judged(&system, &[0, 1], finally(&one), plan);
        assert_eq!(judged(plan(1, &both)), Ok(Finding::Confirmed));
        assert_eq!(
            judged(plan(0, &both)),
            Err("the strategy is not uniform: ann picks differently where it observes the same".into())
        );
        let missing = "the strategy leaves out a state that some member considers possible";
        assert_eq!(judged(plan(1, &[[0, 0]])), Err(missing.into()));
    }

    #[test]
    fn answers_are_to_all_that_the_group_can_do() {
        let (system, [_, one, _]) = game();
        let reply = |ann: i64, bob: i64| Reply {
            to: Some(pick(&[(0, ann)])),
            step: Step::Take(Taken { rule: RuleId(0), choices: vec![ann, bob], alternatives: vec![0] }),
        };
        let at = |x: i64, replies: Vec<Reply>| Response { state: vec![x, 0], replies };
        let rest = || at(2, vec![reply(0, 0), reply(1, 0)]);
        let judged = |responses| judged(&system, &[0], finally(&one), Plan::Loses { responses });
        let all = vec![at(0, vec![reply(0, 1), reply(1, 0)]), rest()];
        assert_eq!(judged(all), Ok(Finding::Confirmed));
        let some = vec![at(0, vec![reply(0, 1)]), rest()];
        assert_eq!(judged(some), Err("the group can do something that is not answered".into()));
        let poor = vec![at(0, vec![reply(0, 1), reply(1, 1)]), rest()];
        assert_eq!(judged(poor), Err("the others let the group reach its goal".into()));
        let short = vec![at(0, vec![reply(0, 1), reply(1, 0)])];
        assert_eq!(judged(short), Err("no answer is given in a state that is reached".into()));
    }

    /// The game over at `x = 1` and `x = 2`, where the players can still pick something or not.
    fn ending(can_pick: bool) -> (System, [Formula; 3]) {
        let (mut system, formulas) = game();
        let Formula::State(zero) = formulas[0] else { unreachable!("a state predicate") };
        system.dead_ends = DeadEnds::End;
        let rule = &mut system.rules[0];
        let guard = if can_pick { &mut rule.parts[0].alternatives[0].guard } else { &mut rule.guard };
        *guard = zero;
        (system, formulas)
    }

    #[test]
    fn where_the_game_is_over_the_group_has_succeeded_if_it_could_pick_something() {
        let plan = || wins(vec![decide([0, 0], &[(0, 1), (1, 1)])]);
        let judged = |system: &System, path| judged(system, &[0, 1], path, plan());
        let (system, [_, one, two]) = ending(true);
        assert_eq!(judged(&system, finally(&two)), Ok(Finding::Confirmed));
        let wrong = Formula::Globally(Box::new(one.not()));
        assert_eq!(judged(&system, wrong), Err("the strategy allows a run that goes wrong".into()));
        let (mut system, [zero, one, two]) = ending(false);
        let always = Formula::Globally(Box::new(two.clone().not()));
        for path in [finally(&two), always, Formula::Until(Box::new(zero.not()), Box::new(two.clone()))] {
            assert!(judged(&system, path).is_err());
        }
        assert_eq!(judged(&system, finally(&two)), Err(NOTHING_TO_PICK.into()));
        assert_eq!(judged(&system, finally(&one)), Ok(Finding::Confirmed), "the goal is reached before");
        system.dead_ends = DeadEnds::Repeat;
        let never = Err("the strategy allows a run that never reaches the goal".into());
        assert_eq!(judged(&system, finally(&two)), never);
    }

    #[test]
    fn the_others_have_prevented_everything_where_nothing_can_be_picked() {
        let reply = |ann: i64| Reply {
            to: Some(pick(&[(0, ann)])),
            step: Step::Take(Taken { rule: RuleId(0), choices: vec![ann, ann], alternatives: vec![0] }),
        };
        let judged = |system: &System, goal: &Formula, at_end: Vec<Reply>| {
            let first = Response { state: vec![0, 0], replies: vec![reply(0), reply(1)] };
            let responses = vec![first, Response { state: vec![1, 0], replies: at_end }];
            super::tests::judged(system, &[0], finally(goal), Plan::Loses { responses })
        };
        let (system, [_, _, two]) = ending(false);
        assert_eq!(judged(&system, &two, vec![]), Ok(Finding::Confirmed));
        let waits = || vec![Reply { to: None, step: Step::Stutter }];
        assert_eq!(judged(&system, &two, waits()), Err("the others wait although the game is over".into()));
        let (system, [_, _, two]) = ending(true);
        let open = "the group can do something that is not answered";
        assert_eq!(judged(&system, &two, vec![]), Err(open.into()));
    }
}
