//! Smaller counterexamples: fewer steps, then fewer agents that move, then fewer values that change, and smaller ones: closer to
//! zero at first and where steps pick them, and closer to the first ones from then on.
//!
//! Each attempt asks engines for a violation of no more steps in which something does not happen: a step that would make it happen
//! sets a new variable, and what comes after that does not count. So dead ends are those of the system, and what is found
//! is a run of it once the new variables are forgotten. Nothing is believed: only what the interpreter confirms to violate the
//! property, and what is smaller, replaces what there was.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::time::Duration;

use synod_core::{
    AgentId, Budget, Counterexample, ExprId, Formula, Property, RuleId, Silent, Sort, State, Step, System,
    Trace, Type, Update, VarId, Variable, Verdict,
};
use synod_passes::under_fairness;
use synod_simulate::{Interpreter, judge, make_whole, shorten};

use crate::Checker;

/// How long to look for smaller counterexamples of one property where there is no other limit, and for one of them.
const MOST_TIME: Duration = Duration::from_secs(20);
const ONE_ATTEMPT: Duration = Duration::from_secs(5);

/// The engines that are asked: the first finds shortest violations.
const ENGINES: [&str; 2] = ["bmc", "explicit"];

/// How large a run is; what comes first counts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    steps: usize,
    agents: usize,
    variables: usize,
    values: u128,
    /// How far numbers are from where they began, in all states.
    distance: u128,
    changes: usize,
}

/// Something that does not happen in a smaller run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Without {
    /// An agent does not move.
    Moves(AgentId),
    /// A variable does not change.
    Changes(VarId),
    /// A variable begins with a value closer to zero, or to the first of its type.
    FirstValue(VarId, i64),
    /// All values picked for a choice are closer to zero.
    Picks(RuleId, usize, i64),
    /// A number does not become greater than this.
    Above(VarId, i64),
    /// A number does not become less than this.
    Below(VarId, i64),
}

impl Without {
    /// Whether it says how far this variable goes.
    fn is_limit_of(&self, var: VarId) -> bool {
        matches!(self, Without::Above(own, _) | Without::Below(own, _) if *own == var)
    }
}

/// Whether counterexamples of a property can be minimised: one run is all that they are.
pub fn can_be_minimised(property: &Property) -> bool {
    linear(&property.formula).is_some()
}

/// A counterexample of a property of linear time that is as small as could be found, or the given one. Properties about more than
/// one run are left as they are.
pub fn minimise(
    system: &System,
    property: &Property,
    found: &Counterexample,
    budget: &Budget,
) -> Option<Counterexample> {
    let path = linear(&property.formula)?;
    let budget = budget.at_most(MOST_TIME);
    let interpreter = Interpreter::new(system).with_int_bound(budget.int_bound);
    let formula = under_fairness(path, &system.fairness);
    let mut search =
        Search { system, interpreter, property, path, formula, budget, best: None, agreed: Vec::new() };
    // What stands is confirmed too: it may be shown by more than one run.
    let whole = Counterexample::of(found.trace.clone());
    match judge(&search.interpreter, &search.formula, &whole) {
        Ok(()) => search.best = Some((size(system, &whole.trace), whole)),
        Err(_) => search.best = search.ask(&[], None).map(|found| (size(system, &found.trace), found)),
    }
    search.shorten_steps();
    search.leave_out();
    let (reached, smallest) = search.best?;
    let is_smaller = !found.companions.is_empty() || reached < size(system, &found.trace);
    is_smaller.then_some(smallest)
}

/// What a formula says of every run, if that is all that it says.
fn linear(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::AllRuns(path) => linear(path),
        path => path.is_linear().then_some(path),
    }
}

struct Search<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
    property: &'a Property,
    path: &'a Formula,
    /// What runs have to violate.
    formula: Formula,
    budget: Budget,
    best: Option<(Size, Counterexample)>,
    /// What the best run does without.
    agreed: Vec<Without>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.budget.check(0).is_err()
    }

    fn shorten_steps(&mut self) {
        while let Some((size, _)) = self.best.clone() {
            if size.steps == 0 || !self.attempt(&[], Some(size.steps - 1)) {
                return;
            }
        }
    }

    /// Leaves out agents, then changes, then large values, one after the other; then brings what is left closer.
    fn leave_out(&mut self) {
        for candidates in [Search::agents, Search::variables, Search::values] {
            let mut tried: Vec<Without> = Vec::new();
            while let Some((size, best)) = self.best.clone() {
                let next = candidates(self, &best.trace).into_iter().find(|one| !tried.contains(one));
                let Some(next) = next.filter(|_| !self.is_over()) else { break };
                tried.push(next.clone());
                let is_value = matches!(next, Without::FirstValue(..) | Without::Picks(..));
                let wanted: Vec<Without> = self.agreed.iter().cloned().chain([next]).collect();
                // One value closer is no gain where others go farther.
                let others = if is_value { self.no_larger(&best.trace) } else { Vec::new() };
                let all: Vec<Without> = wanted.iter().cloned().chain(others).collect();
                if self.attempt(&all, Some(size.steps)) {
                    self.agreed = wanted;
                }
            }
        }
        let Some((_, best)) = &self.best else { return };
        for (var, _) in changed(self.system, &best.trace) {
            if self.system.var(var).ty.sort() == Sort::Int {
                self.bring_closer(var, Without::Above);
                self.bring_closer(var, Without::Below);
            }
        }
    }

    /// Brings the values of a number that are on one side of the first ones as close to these as can be found, by bisection.
    fn bring_closer(&mut self, var: VarId, beyond: fn(VarId, i64) -> Without) {
        let is_above = matches!(beyond(var, 0), Without::Above(..));
        let slots = self.system.slots(var);
        let outermost = |states: &[State]| {
            let values = states.iter().flat_map(|state| state[slots.clone()].iter().copied());
            if is_above { values.max() } else { values.min() }.unwrap_or(0)
        };
        let Some((_, best)) = &self.best else { return };
        let (first, last) = (outermost(&best.trace.states[..1]), outermost(&best.trace.states));
        // Beyond so much none was found; and a run that goes so far, but no farther.
        let (mut too_close, mut reached) = (-1, (i128::from(last) - i128::from(first)).abs());
        while too_close + 1 < reached && !self.is_over() {
            let Some((size, best)) = self.best.clone() else { return };
            let distance = (too_close + reached).div_euclid(2);
            let limit = i128::from(first) + if is_above { distance } else { -distance };
            let Ok(limit) = i64::try_from(limit) else { return };
            let mut wanted = self.agreed.clone();
            let limited = beyond(var, limit);
            wanted.retain(|one| !one.is_limit_of(var) || discriminant(one) != discriminant(&limited));
            wanted.push(limited);
            let others = [self.no_larger(&best.trace), self.no_farther(&best.trace)].concat();
            let all: Vec<Without> = wanted.iter().cloned().chain(others).collect();
            if self.attempt(&all, Some(size.steps)) {
                self.agreed = wanted;
                reached = distance;
            } else {
                too_close = distance;
            }
        }
    }

    /// Those who move, the ones that move least first.
    fn agents(&self, trace: &Trace) -> Vec<Without> {
        let mut all: Vec<(usize, AgentId)> = Vec::new();
        for agent in movers(self.system, trace) {
            match all.iter_mut().find(|(_, known)| *known == agent) {
                Some((count, _)) => *count += 1,
                None => all.push((1, agent)),
            }
        }
        all.sort();
        all.into_iter().map(|(_, agent)| Without::Moves(agent)).collect()
    }

    fn variables(&self, trace: &Trace) -> Vec<Without> {
        changed(self.system, trace).into_iter().map(|(var, _)| Without::Changes(var)).collect()
    }

    fn values(&self, trace: &Trace) -> Vec<Without> {
        let system = self.system;
        let scalars = system.var_ids().filter(|(_, var)| var.len.is_none());
        let first = scalars.filter_map(|(var, _)| {
            let value = trace.states[0][system.slot(var)];
            (value != 0).then_some(Without::FirstValue(var, value))
        });
        let mut picks: Vec<Without> = Vec::new();
        for (rule, position, value) in picked(trace) {
            let sort = system.rule(rule).choices[position].ty.sort();
            let one = Without::Picks(rule, position, value);
            if value != 0 && sort == Sort::Int && !picks.contains(&one) {
                picks.push(one);
            }
        }
        first.chain(picks).collect()
    }

    /// That first values and those that steps pick are no farther from zero than in a run.
    fn no_larger(&self, trace: &Trace) -> Vec<Without> {
        let system = self.system;
        let scalars = system.var_ids().filter(|(_, var)| var.len.is_none());
        let first = scalars.filter_map(|(var, declared)| {
            let value = trace.states[0][system.slot(var)];
            // What is true can only become smaller.
            let is_true = declared.ty.sort() == Sort::Bool && value != 0;
            (!is_true).then(|| Without::FirstValue(var, value.saturating_abs().saturating_add(1)))
        });
        let mut limits: Vec<Without> = first.collect();
        let mut most_picked: BTreeMap<(u32, usize), i64> = BTreeMap::new();
        for (rule, position, value) in picked(trace) {
            if system.rule(rule).choices[position].ty.sort() == Sort::Int {
                let most = most_picked.entry((rule.0, position)).or_default();
                *most = value.saturating_abs().max(*most);
            }
        }
        let picks = most_picked.into_iter();
        limits.extend(
            picks.map(|((rule, position), most)| {
                Without::Picks(RuleId(rule), position, most.saturating_add(1))
            }),
        );
        limits
    }

    /// That numbers go no farther up and down than in a run.
    fn no_farther(&self, trace: &Trace) -> Vec<Without> {
        let system = self.system;
        let mut limits = Vec::new();
        for (var, _) in changed(system, trace) {
            let slots = system.slots(var);
            let values = || trace.states.iter().flat_map(|state| state[slots.clone()].iter().copied());
            if let (Sort::Int, Some(least), Some(most)) =
                (system.var(var).ty.sort(), values().min(), values().max())
            {
                limits.extend([Without::Above(var, most), Without::Below(var, least)]);
            }
        }
        limits
    }

    /// Looks for a run that does without some things, of no more steps; whether it is smaller than the best.
    fn attempt(&mut self, wanted: &[Without], most: Option<usize>) -> bool {
        let Some(found) = self.ask(wanted, most) else { return false };
        let reached = size(self.system, &found.trace);
        let is_smaller = self.best.as_ref().is_none_or(|(best, _)| reached < *best);
        if is_smaller {
            self.best = Some((reached, found));
        }
        is_smaller
    }

    /// A confirmed violation that does without some things.
    fn ask(&self, wanted: &[Without], most: Option<usize>) -> Option<Counterexample> {
        let Narrowed { mut system, left } = narrowed(self.system, wanted)?;
        let formula = match left {
            Some(left) => until_left(&mut system, self.path, left, true),
            None => self.path.clone(),
        };
        let property = Property { formula, ..self.property.clone() };
        let depth = most.map(|most| most as u64).or(self.budget.depth);
        for engine in ENGINES {
            if self.is_over() {
                return None;
            }
            let mut budget = self.budget.at_most(ONE_ATTEMPT);
            budget.depth = depth;
            let checker = Checker::new(&system, engine).ok()?;
            match checker.answer(&property, &budget, &Silent).outcome.verdict {
                Verdict::Violated(found) => return self.confirmed(found.trace),
                // Within so many steps there is none.
                Verdict::Bounded { .. } | Verdict::Holds(_) => return None,
                Verdict::Unknown { .. } => {}
            }
        }
        None
    }

    /// A run of a narrowed system as one of the whole, if that violates the property.
    fn confirmed(&self, mut trace: Trace) -> Option<Counterexample> {
        let width = self.system.width();
        trace.states.iter_mut().for_each(|state| state.truncate(width));
        let mut found = Counterexample::of(trace);
        judge(&self.interpreter, &self.formula, &found).ok()?;
        shorten(&self.interpreter, &self.formula, &mut found);
        make_whole(&self.interpreter, &self.formula, &mut found);
        Some(found)
    }
}

fn size(system: &System, trace: &Trace) -> Size {
    let mut agents: Vec<AgentId> = movers(system, trace);
    agents.sort_unstable();
    agents.dedup();
    let changed = changed(system, trace);
    let first = system.var_ids().flat_map(|(var, _)| trace.states[0][system.slots(var)].to_vec());
    let picks = picked(trace).map(|(_, _, value)| value);
    Size {
        steps: trace.steps.iter().filter(|step| **step != Step::Stutter).count(),
        agents: agents.len(),
        variables: changed.len(),
        changes: changed.iter().map(|(_, times)| times).sum(),
        values: first.chain(picks).map(|value| u128::from(value.unsigned_abs())).sum(),
        distance: distance(system, trace),
    }
}

/// How far numbers are from where they began, summed up over all states.
fn distance(system: &System, trace: &Trace) -> u128 {
    let numbers = system.var_ids().filter(|(_, var)| var.ty.sort() == Sort::Int);
    let slots: Vec<usize> = numbers.flat_map(|(var, _)| system.slots(var)).collect();
    let first = &trace.states[0];
    let of_state = |state: &State| -> u128 {
        slots.iter().map(|slot| u128::from(state[*slot].abs_diff(first[*slot]))).sum()
    };
    trace.states.iter().map(of_state).sum()
}

/// Whoever moves, once for each step in which it does: takes part by a command or, where parts are nobody's, is changed.
fn movers(system: &System, trace: &Trace) -> Vec<AgentId> {
    let mut found = Vec::new();
    for (at, step) in trace.steps.iter().enumerate() {
        let Step::Take(taken) = step else { continue };
        for (part, pick) in std::iter::zip(&system.rule(taken.rule).parts, &taken.alternatives) {
            let alternative = &part.alternatives[*pick as usize];
            match part.agent {
                Some(agent) if alternative.action.is_some() => found.push(agent),
                Some(_) => {}
                None => {
                    let (from, to) = (&trace.states[at], trace.target(at));
                    let is_changed =
                        |update: &&Update| from[system.slots(update.var)] != to[system.slots(update.var)];
                    let owners = alternative.updates.iter().filter(is_changed);
                    found.extend(owners.filter_map(|update| system.var(update.var).owner));
                }
            }
        }
    }
    found
}

/// The variables that change, and how often.
fn changed(system: &System, trace: &Trace) -> Vec<(VarId, usize)> {
    let times = |var: VarId| {
        let slots = system.slots(var);
        let differs = |at: &usize| trace.states[*at][slots.clone()] != trace.target(*at)[slots.clone()];
        (0..trace.steps.len()).filter(differs).count()
    };
    system.var_ids().map(|(var, _)| (var, times(var))).filter(|(_, times)| *times > 0).collect()
}

/// What steps pick.
fn picked(trace: &Trace) -> impl Iterator<Item = (RuleId, usize, i64)> {
    trace.steps.iter().flat_map(|step| match step {
        Step::Take(taken) => {
            let values = taken.choices.iter().enumerate();
            values.map(|(position, value)| (taken.rule, position, *value)).collect()
        }
        Step::Stutter => Vec::new(),
    })
}

/// A system with more variables, of which one is set on runs that do not count.
struct Narrowed {
    system: System,
    left: Option<ExprId>,
}

/// The system in which runs that do what they should do without are told apart; `None` where that cannot be said.
fn narrowed(system: &System, wanted: &[Without]) -> Option<Narrowed> {
    let mut narrowed = system.clone();
    let parts = system.rules.iter().map(|rule| rule.parts.len()).max().unwrap_or(0);
    // Parts assign different variables, so each has its own; choices are told apart by the rule.
    let mut flags: Vec<Option<VarId>> = vec![None; parts];
    let mut init = vec![narrowed.init];
    for one in wanted {
        match one {
            Without::FirstValue(var, value) => {
                let read = narrowed.exprs.var(*var);
                init.push(closer(&mut narrowed, read, *value));
            }
            Without::Picks(rule, position, value) => {
                let sort = system.rule(*rule).choices[*position].ty.sort();
                let read = narrowed.exprs.choice(*position as u32, sort);
                let guard = closer(&mut narrowed, read, *value);
                let rule = &mut narrowed.rules[rule.0 as usize];
                // A smaller value may be picked wherever this one is, or there is no such step: that is for the judge.
                rule.guard = narrowed.exprs.and([rule.guard, guard]);
            }
            Without::Moves(_) | Without::Changes(_) | Without::Above(..) | Without::Below(..) => {}
        }
    }
    narrowed.init = narrowed.exprs.and(init);
    for (number, rule) in system.rules.iter().enumerate() {
        for (at, part) in rule.parts.iter().enumerate() {
            for (pick, alternative) in part.alternatives.iter().enumerate() {
                let Some(leaves) = leaving(&mut narrowed, system, (part.agent, alternative), wanted) else {
                    continue;
                };
                let flag = *flags[at].get_or_insert_with(|| add_flag(&mut narrowed, at));
                let read = narrowed.exprs.var(flag);
                let value = narrowed.exprs.or([read, leaves]);
                let target = &mut narrowed.rules[number].parts[at].alternatives[pick].updates;
                target.push(Update { var: flag, index: None, value });
            }
        }
    }
    let flags: Vec<VarId> = flags.into_iter().flatten().collect();
    let reads: Vec<ExprId> = flags.iter().map(|flag| narrowed.exprs.var(*flag)).collect();
    let left = (!reads.is_empty()).then(|| narrowed.exprs.or(reads));
    Some(Narrowed { system: narrowed, left })
}

/// The formula of which nothing is asked any more once `left`, which stays so, is true: it is violated by what comes before. Of
/// parts that are denied nothing is true then (if not `positive`).
fn until_left(system: &mut System, formula: &Formula, left: ExprId, positive: bool) -> Formula {
    let also = |atom: Formula, left: Formula| match positive {
        true => Formula::Or(vec![atom, left]),
        false => Formula::And(vec![atom, left.not()]),
    };
    match formula {
        Formula::State(condition) => {
            let exprs = &mut system.exprs;
            Formula::State(match positive {
                true => exprs.or([*condition, left]),
                false => {
                    let stays = exprs.not(left);
                    exprs.and([*condition, stays])
                }
            })
        }
        // A step that should not be taken counts for nothing itself.
        Formula::Step(_) => also(formula.clone(), Formula::Next(Box::new(Formula::State(left)))),
        Formula::Arrived(_) | Formula::Deadlock | Formula::Faulty => {
            also(formula.clone(), Formula::State(left))
        }
        Formula::Not(inner) => until_left(system, inner, left, !positive).not(),
        _ => formula.map_children(&mut |child| until_left(system, child, left, positive)),
    }
}

fn add_flag(system: &mut System, part: usize) -> VarId {
    let name = format!("left by part {part}");
    let flag =
        system.add_var(Variable { name, ty: Type::Bool, len: None, owner: None, span: Default::default() });
    let read = system.exprs.var(flag);
    let unset = system.exprs.not(read);
    system.init = system.exprs.and([system.init, unset]);
    flag
}

/// When taking an alternative does something that is not wanted.
fn leaving(
    narrowed: &mut System,
    system: &System,
    (agent, alternative): (Option<AgentId>, &synod_core::Alternative),
    wanted: &[Without],
) -> Option<ExprId> {
    let mut reasons = Vec::new();
    for one in wanted {
        match one {
            Without::Moves(mover) => {
                let acts = agent == Some(*mover) && alternative.action.is_some();
                let owned = |update: &&Update| system.var(update.var).owner == Some(*mover);
                if acts {
                    reasons.push(narrowed.exprs.bool(true));
                } else if agent.is_none() {
                    let own: Vec<&Update> = alternative.updates.iter().filter(owned).collect();
                    reasons.extend(own.into_iter().map(|update| changes(narrowed, update)));
                }
            }
            Without::Changes(var) => {
                let own: Vec<&Update> = alternative.updates.iter().filter(|u| u.var == *var).collect();
                reasons.extend(own.into_iter().map(|update| changes(narrowed, update)));
            }
            Without::Above(var, limit) | Without::Below(var, limit) => {
                let own = alternative.updates.iter().filter(|update| update.var == *var);
                for update in own {
                    let limit = narrowed.exprs.int(*limit);
                    reasons.push(match one {
                        Without::Above(..) => narrowed.exprs.lt(limit, update.value),
                        _ => narrowed.exprs.lt(update.value, limit),
                    });
                }
            }
            Without::FirstValue(..) | Without::Picks(..) => {}
        }
    }
    let leaves = narrowed.exprs.or(reasons);
    (!narrowed.exprs.is_false(leaves)).then_some(leaves)
}

/// When an update changes what it assigns.
fn changes(system: &mut System, update: &Update) -> ExprId {
    let exprs = &mut system.exprs;
    let now = match update.index {
        Some(index) => exprs.element(update.var, index),
        None => exprs.var(update.var),
    };
    exprs.ne(now, update.value)
}

/// When something is closer to zero, or to the first value of its type, than a value.
fn closer(system: &mut System, read: ExprId, value: i64) -> ExprId {
    let exprs = &mut system.exprs;
    match exprs.sort(read) {
        Sort::Int => {
            let limit = i64::try_from(value.unsigned_abs()).unwrap_or(i64::MAX);
            let (low, high) = (exprs.int(1 - limit), exprs.int(limit - 1));
            let (above, below) = (exprs.le(low, read), exprs.le(read, high));
            exprs.and([above, below])
        }
        Sort::Bool => exprs.not(read),
        sort => {
            let smaller: Vec<ExprId> = (0..value)
                .map(|other| {
                    let other = exprs.constant(sort, other);
                    exprs.eq(read, other)
                })
                .collect();
            exprs.or(smaller)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use synod_testing::{Fragment, property, questions, runner};

    use super::*;

    /// What is smaller is a run of the system that violates the property, and smaller than what there was.
    #[test]
    fn smaller_counterexamples_are_confirmed_and_smaller() {
        let smaller = Cell::new(0);
        let test = |(system, formula): (System, Formula)| {
            let property = property(formula);
            let checker = Checker::new(&system, "explicit").unwrap();
            let answer = checker.answer(&property, &Budget::unlimited(), &Silent);
            let Verdict::Violated(found) = answer.outcome.verdict else { return Ok(()) };
            let Some(best) = minimise(&system, &property, &found, &Budget::unlimited()) else {
                return Ok(());
            };
            smaller.set(smaller.get() + 1);
            let interpreter = Interpreter::new(&system);
            let formula = under_fairness(&property.formula, &system.fairness);
            proptest::prop_assert_eq!(judge(&interpreter, &formula, &best), Ok(()));
            proptest::prop_assert!(size(&system, &best.trace) < size(&system, &found.trace));
            // It can be seen: no run is cut off where all that is wrong is what comes later.
            let shown = synod_simulate::evaluate(&interpreter, &formula, &best.trace);
            proptest::prop_assert!(found.trace.loop_start.is_none() || shown == synod_simulate::Truth::False);
            Ok(())
        };
        runner(60).run(&questions(Fragment::Linear), test).unwrap();
        assert!(smaller.get() > 2, "only {} counterexamples became smaller", smaller.get());
    }
}
