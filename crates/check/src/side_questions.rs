//! Questions besides the one that was asked: what a verdict owes to deadlocks and to fairness, and antecedents that are never
//! true.

use std::sync::Arc;
use std::time::Duration;

use synod_core::{
    AgentId, Budget, DeadEnds, Engine, Formula, Lint, Phase, Property, Remark, Silent, System, Verdict,
    prepare, show_formula,
};

use crate::built_in::question;
use crate::from_state::failing_initial_states;
use crate::run::{claims_a_run, claims_a_strategy};
use crate::vacuity::{Antecedent, antecedents, groups, without_repetition};
use crate::{Checker, PropertyAnswer};

/// How long to look whether the left side of an implication is ever true.
pub(crate) const VACUITY: Duration = Duration::from_millis(500);

/// A claim with a longer text is not repeated.
const LONGEST_CLAIM: usize = 200;

/// How long to look for a fair run.
const FAIR_RUN: Duration = Duration::from_secs(2);

impl<'a> Checker<'a> {
    /// For a property that says that something is possible, and fails: in how many of the initial states it does.
    pub(crate) fn failing_initial_states(&self, answer: &PropertyAnswer, budget: &Budget) -> Option<Remark> {
        let PropertyAnswer { property, outcome, .. } = answer;
        let is_existential = claims_a_run(&property.formula, true) || claims_a_strategy(&property.formula);
        let asked = matches!(outcome.verdict, Verdict::Violated(_)) && is_existential;
        asked.then(|| failing_initial_states(&self.interpreter, property, budget)).flatten()
    }

    /// For a property that says that something is possible, and fails where the run that is shown ends: what no run from there does.
    pub(crate) fn impossible(&self, answer: &PropertyAnswer) -> Option<Remark> {
        let Verdict::Violated(found) = &answer.outcome.verdict else { return None };
        let system = self.interpreter.system();
        let claim = failing_claim(&answer.property.formula).filter(|_| found.trace.loop_start.is_none())?;
        let what = claim.text(system);
        // What is about nobody comes to a constant.
        if what.contains("`false`") || what.len() > LONGEST_CLAIM {
            return None;
        }
        let initially = found.trace.steps.is_empty();
        Some(Remark::Impossible { what, initially, fair: !system.fairness.is_empty() })
    }

    /// Whether it is known that no fair run begins in an initial state, so that whatever is asked of fair runs
    /// holds. That is looked into for a short time only.
    pub(crate) fn has_no_fair_run(&self, budget: &Budget) -> bool {
        let never = question(Formula::Finally(Box::new(Formula::Or(vec![]))));
        let is_fair = !self.interpreter.system().fairness.is_empty();
        is_fair && self.is_so(&never, FAIR_RUN, budget)
    }

    /// Whether every run ends in a deadlock, as far as that is found out in a short time.
    pub(crate) fn every_run_deadlocks(&self, budget: &Budget) -> Option<bool> {
        self.holds(&Formula::Finally(Box::new(Formula::Deadlock)), &budget.at_most(FAIR_RUN))
    }

    /// Which of what may be odd is so, as far as engines find out: those that were asked for, which may have visited all
    /// states, or `others`, if there are any.
    pub(crate) fn confirmed<'l>(&self, lints: &'l [Lint], others: bool, budget: &Budget) -> Vec<&'l Lint> {
        let others = if others { self.other_engines() } else { Vec::new() };
        let engines = if others.is_empty() { &self.engines } else { &others };
        let is_so = |lint: &&Lint| self.first_word(engines, &lint.formula, budget) == Some(true);
        lints.iter().filter(is_so).collect()
    }

    /// Whether a formula holds, as far as one engine that supports it finds out.
    fn holds(&self, formula: &Formula, budget: &Budget) -> Option<bool> {
        self.first_word(&self.engines, formula, budget)
    }

    /// Whether a formula holds, as far as the first of some engines that has something to say about it finds out. The one
    /// that has answered before is asked first.
    fn first_word(
        &self,
        engines: &[Box<dyn Engine + 'a>],
        formula: &Formula,
        budget: &Budget,
    ) -> Option<bool> {
        let property = question(formula.clone());
        let mut engines: Vec<&dyn Engine> = engines.iter().map(|engine| &**engine).collect();
        engines.sort_by_key(|engine| Some(engine.name()) != self.preferred.get());
        let said = prepare(budget, Phase::Preparing, || {
            engines.iter().find_map(|engine| {
                engine.supports(formula).ok()?;
                let holds = engine.holds(&property, budget);
                // Some find out only now that they have nothing to say.
                (holds.is_some() || engine.supports(formula).is_ok()).then_some(holds)
            })
        });
        said.ok()??
    }

    /// What a formula that holds, and that is asked of infinite runs only, owes to runs that deadlock. That is looked
    /// into for a short time only.
    pub(crate) fn owes_to_deadlocks(&self, formula: &Formula, budget: &Budget) -> Option<Remark> {
        let system = self.interpreter.system();
        let budget = &budget.at_most(VACUITY);
        let strict = formula.counting_deadlocks(system.dead_ends);
        let is_game = formula.any(&mut |part| matches!(part, Formula::Coalition(..)));
        let is_owed = if system.dead_ends == DeadEnds::End && is_game {
            // To a coalition dead ends are what the system says they are, not the formula.
            let no_deadlock = Formula::Globally(Box::new(Formula::Deadlock.not()));
            self.holds(&no_deadlock, budget) == Some(false) && {
                let mut repeating = system.clone();
                repeating.dead_ends = DeadEnds::Repeat;
                let checker = Checker::sharing(&repeating, self.choice.clone(), Arc::default()).ok()?;
                checker.holds(strict.as_ref().unwrap_or(formula), budget) == Some(false)
            }
        } else {
            self.holds(&strict?, budget) == Some(false)
        };
        if !is_owed {
            return None;
        }
        Some(match self.always_deadlocks(budget) {
            true => Remark::AllRunsDeadlock { steps: None },
            false => Remark::UnjudgedDeadlocks,
        })
    }

    /// Whether every run ends in a deadlock and none satisfies a formula, as far as that is found out in a short time.
    pub(crate) fn never_reaches(&self, strict: &Formula, budget: &Budget) -> bool {
        self.always_deadlocks(budget)
            && self.holds(&strict.clone().not(), &budget.at_most(VACUITY)) == Some(true)
    }

    /// Whether every run ends in a deadlock, as far as that is found out in a short time.
    fn always_deadlocks(&self, budget: &Budget) -> bool {
        let not_ended = self.interpreter.system().ended.map(|ended| Formula::State(ended).not());
        let stuck = Formula::And(std::iter::once(Formula::Deadlock).chain(not_ended).collect());
        self.holds(&Formula::Finally(Box::new(stuck)), &budget.at_most(VACUITY)) == Some(true)
    }

    /// That a formula which holds owes it to runs that deadlock, whose last state repeats for ever. That is looked into for
    /// a short time only.
    pub(crate) fn owes_to_repetition(&self, formula: &Formula, budget: &Budget) -> Option<Remark> {
        let strict = without_repetition(formula)?;
        if self.interpreter.system().ended.is_some() {
            return None;
        }
        let budget = budget.at_most(VACUITY);
        let never_ends = Formula::Globally(Box::new(Formula::Deadlock.not()));
        let ends = self.holds(&never_ends, &budget) == Some(false);
        (ends && self.holds(&strict, &budget) == Some(false)).then_some(Remark::RepeatedDeadEnd)
    }

    /// Remarks about implications that hold only because their antecedent is never true, of a property whose front end
    /// does not say which these are.
    pub(crate) fn vacuities(&self, formula: &Formula, budget: &Budget) -> Vec<Remark> {
        let system = self.interpreter.system();
        let mut remarks = Vec::new();
        let mut vacuous: Vec<Formula> = Vec::new();
        for Antecedent { condition, initially } in antecedents(&system.exprs, formula) {
            // What is behind an antecedent that is never true is not asked either.
            if matches!(&condition, Formula::And(parts) if vacuous.contains(&parts[0])) {
                continue;
            }
            let never = match initially {
                true => condition.clone().not(),
                false => Formula::Globally(Box::new(condition.clone().not())),
            };
            if self.is_so(&question(never), VACUITY, budget) {
                let antecedent = show_formula(system, &condition);
                let is_step = matches!(condition, Formula::Step(_));
                remarks.push(Remark::VacuousImplication {
                    antecedent,
                    is_step,
                    behind: Vec::new(),
                    initially,
                });
                vacuous.push(condition);
            }
        }
        remarks
    }

    /// Remarks about groups that enforce something only because they can keep all runs from being fair.
    pub(crate) fn unfair_groups(&self, formula: &Formula, budget: &Budget) -> Vec<Remark> {
        let system = self.interpreter.system();
        if system.fairness.is_empty() {
            return Vec::new();
        }
        let mut asked = groups(formula);
        asked.sort();
        asked.dedup();
        asked.retain(|group| {
            // What nobody can enforce, unless no run counts.
            let impossible = Formula::Finally(Box::new(Formula::Or(Vec::new())));
            self.is_so(&question(Formula::Coalition((*group).clone(), Box::new(impossible))), VACUITY, budget)
        });
        let names = |group: &Vec<AgentId>| -> Vec<&str> {
            group.iter().map(|id| system.agent(*id).name.as_str()).collect()
        };
        asked.into_iter().map(|group| Remark::NoFairRun { group: Some(names(group).join(", ")) }).collect()
    }

    /// Whether a side question is answered by yes within a short time.
    pub(crate) fn is_so(&self, question: &Property, time: Duration, budget: &Budget) -> bool {
        let answer = self.answer(question, &budget.at_most(time), &Silent);
        matches!(answer.outcome.verdict, Verdict::Holds(_))
    }
}

/// What some run should do.
enum Claim {
    Reaches(Formula),
    AfterOneStep(Formula),
    ForEver(Formula),
    ReachesThrough(Formula, Formula),
}

impl Claim {
    /// As the rest of a sentence.
    fn text(&self, system: &System) -> String {
        let text = |part: &Formula| show_formula(system, part);
        match self {
            Claim::Reaches(goal) => format!("reaches `{}`", text(goal)),
            Claim::AfterOneStep(goal) => format!("has `{}` after one step", text(goal)),
            Claim::ForEver(always) => format!("has `{}` for ever", text(always)),
            Claim::ReachesThrough(before, goal) => {
                format!("reaches `{}` with `{}` until then", text(goal), text(before))
            }
        }
    }
}

/// What some run should do from the state where a finite run ends that violates a formula, if that is what is wrong there.
fn failing_claim(formula: &Formula) -> Option<Claim> {
    match formula {
        Formula::AllRuns(path) => match &**path {
            Formula::Globally(inner) | Formula::Next(inner) => claimed_here(inner, true),
            _ => None,
        },
        other => claimed_here(other, true),
    }
}

/// What some run should do from a state where a formula (or its negation, if not `positive`) is false, and so all that it offers as
/// alternatives.
fn claimed_here(formula: &Formula, positive: bool) -> Option<Claim> {
    match (formula, positive) {
        (Formula::Not(inner), _) => claimed_here(inner, !positive),
        (Formula::Or(parts), true) | (Formula::And(parts), false) => {
            parts.iter().find_map(|part| claimed_here(part, positive))
        }
        // That a step can be taken is part of what a language means by a run.
        (Formula::Or(_), false) => claimed_here(only_but_deadlock(formula)?, false),
        (Formula::SomeRun(path), true) => Some(match &**path {
            Formula::Finally(goal) => Claim::Reaches((**goal).clone()),
            Formula::Next(goal) => Claim::AfterOneStep((**goal).clone()),
            Formula::Globally(always) => Claim::ForEver((**always).clone()),
            Formula::Until(before, goal) => Claim::ReachesThrough((**before).clone(), (**goal).clone()),
            _ => return None,
        }),
        (Formula::AllRuns(path), false) => Some(match &**path {
            Formula::Globally(not_goal) => Claim::Reaches((**not_goal).clone().not()),
            Formula::Next(not_goal) => Claim::AfterOneStep((**not_goal).clone().not()),
            Formula::Finally(end) => Claim::ForEver(only_but_deadlock(end).unwrap_or(end).clone().not()),
            Formula::Not(path) => match &**path {
                Formula::Until(before, goal) => Claim::ReachesThrough((**before).clone(), (**goal).clone()),
                _ => return None,
            },
            _ => return None,
        }),
        _ => None,
    }
}

/// The one alternative that a formula offers besides a deadlock.
fn only_but_deadlock(formula: &Formula) -> Option<&Formula> {
    let Formula::Or(parts) = formula else { return None };
    let mut others = parts.iter().filter(|part| **part != Formula::Deadlock);
    others.next().filter(|_| others.next().is_none())
}
