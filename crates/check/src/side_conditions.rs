//! Vacuity and side conditions: how much a verdict means, asked after it is known.

use std::time::Duration;

use synod_core::clock::Instant;
use synod_core::{
    Budget, CompiledModel, Progress, Property, PropertyOrigin, Remark, SideQuestion, Stop, Verdict, counted,
    threads,
};

use crate::side_questions::VACUITY;
use crate::{Checker, PropertyAnswer};

/// How long a property and a stronger one are asked in turns at first. Most of what is done in a turn is lost when it ends, so it is
/// long; and hardly ever is the weaker one easier, since what refutes it refutes both.
const FIRST_TURN: Duration = Duration::from_secs(20);

/// The side questions of a model, and what is known of their answers.
pub(crate) struct SideConditions<'a> {
    model: &'a CompiledModel,
    /// For each side question whether its remark is due; `None` if it was not asked yet.
    due: Vec<Option<bool>>,
    /// Whether it is known that no run meets the fairness conditions of the system; `None` if that was not looked into.
    no_fair_run: Option<bool>,
}

impl<'a> SideConditions<'a> {
    pub fn new(model: &'a CompiledModel) -> Self {
        let is_fair = !model.system.fairness.is_empty();
        SideConditions {
            model,
            due: vec![None; model.side_questions.len()],
            no_fair_run: (!is_fair).then_some(false),
        }
    }

    /// Answers a property, of which there may be a first answer that settles nothing. Where it follows from a stronger
    /// one, which may be easier, the two are asked in turns, so that neither takes the time of the other; if the
    /// stronger one fails, that much is known of the side question.
    pub fn answer(
        &mut self,
        checker: &Checker,
        property: &Property,
        first: Option<PropertyAnswer>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> PropertyAnswer {
        let Some(position) = self.open_stronger(property) else {
            return checker.answer_after(first, property, budget, progress);
        };
        let begin = Instant::now();
        let before = first.as_ref().map_or(Duration::ZERO, |first| first.outcome.statistics.elapsed);
        let stronger = &self.model.side_questions[position].property;
        let due = &mut self.due[position];
        // What each of them said last.
        let (mut of_stronger, mut own) = (None, first);
        let left = budget.deadline.map(|end| end.saturating_duration_since(begin));
        let turn = left.map_or(FIRST_TURN, |left| FIRST_TURN.min(left / 2));
        let settled = threads::in_turns_of(turn, budget, 2, |number, budget| {
            if number == 1 {
                let answer = checker.answer_after(own.take(), property, budget, progress);
                if answer.is_conclusive() {
                    return Some(answer);
                }
                own = Some(answer);
                return None;
            }
            let answer = checker.answer(stronger, budget, progress);
            let holds = matches!(answer.outcome.verdict, Verdict::Holds(_));
            if answer.is_conclusive() {
                *due = Some(!holds);
            }
            let answer = PropertyAnswer { property: property.clone(), ..answer };
            if holds {
                return Some(answer);
            }
            of_stronger = Some(answer);
            None
        });
        let no_time = || of_stronger.filter(|answer| !answer.is_conclusive());
        let mut answer =
            settled.or(own).or_else(no_time).unwrap_or_else(|| checker.answer(property, budget, progress));
        if let Err(Stop::Cancelled) = budget.check(0) {
            answer.outcome.verdict = interrupted(answer.outcome.verdict);
        }
        answer.outcome.statistics.elapsed = before + begin.elapsed();
        answer
    }

    /// The question that is stronger than a property, unless its answer is known.
    fn open_stronger(&self, property: &Property) -> Option<usize> {
        let is_stronger =
            |question: &SideQuestion| question.is_stronger && question.about.as_ref() == Some(&property.name);
        let position = self.model.side_questions.iter().position(is_stronger)?;
        self.due[position].is_none().then_some(position)
    }

    /// Adds the remarks that are due to an answer. A property of the model that holds on all runs of a bounded
    /// number of steps is only not violated within that bound.
    pub fn qualify(
        &mut self,
        checker: &Checker,
        answer: &mut PropertyAnswer,
        budget: &Budget,
        progress: &dyn Progress,
    ) {
        if self.model.step_bound.is_some() {
            // Every run ends at the bound, which is no dead end of the model.
            answer.outcome.remarks.retain(|remark| !matches!(remark, Remark::DeadEnds { .. }));
        }
        if !matches!(answer.outcome.verdict, Verdict::Holds(_)) {
            return;
        }
        // Where no run counts, there is nothing more to say.
        match self.no_run_counts(checker, answer, budget, progress) {
            true => answer.outcome.remarks.push(NO_FAIR_RUN),
            false => self.add_remarks(checker, answer, budget, progress),
        }
        if let Some(steps) = self.model.step_bound
            && answer.property.origin == PropertyOrigin::Model
        {
            answer.outcome.verdict =
                Verdict::Bounded { within: format!("within {}", counted(steps, "step")) };
        }
    }
}

/// No run is fair.
const NO_FAIR_RUN: Remark = Remark::NoFairRun { group: None };

impl SideConditions<'_> {
    /// Whether it is known that no run meets the fairness conditions of the system, unless an answer shows one. That is
    /// looked into once.
    pub fn has_no_fair_run(&mut self, checker: &Checker, answer: &PropertyAnswer, budget: &Budget) -> bool {
        let shows_one =
            matches!(&answer.outcome.verdict, Verdict::Violated(found) if found.trace.loop_start.is_some());
        *self.no_fair_run.get_or_insert_with(|| !shows_one && checker.has_no_fair_run(budget))
    }

    /// Whether a property holds only because no run is fair, weakly or strongly.
    fn no_run_counts(
        &mut self,
        checker: &Checker,
        answer: &PropertyAnswer,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> bool {
        if answer.is_without_runs() {
            return false;
        }
        let strongly = self.model.side_questions.iter().position(|question| question.remark == NO_FAIR_RUN);
        self.has_no_fair_run(checker, answer, budget)
            || strongly.is_some_and(|at| self.is_due(at, checker, answer, budget, progress))
    }

    /// Whether the remark of a side question is due. It is asked once, and takes little time beside the answer itself: a
    /// remark is usually found to be due soon, and it takes long only to be sure that it is not.
    fn is_due(
        &mut self,
        at: usize,
        checker: &Checker,
        answer: &PropertyAnswer,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> bool {
        let question = &self.model.side_questions[at];
        let limit = match question.about {
            Some(_) => answer.outcome.statistics.elapsed / 4 + Duration::from_secs(1),
            None => Duration::from_secs(1),
        };
        *self.due[at].get_or_insert_with(|| {
            let found = checker.answer(&question.property, &budget.at_most(limit), progress);
            question.when.fits(&found.outcome.verdict)
        })
    }

    /// Adds what a property owes to antecedents, deadlocks and other side conditions.
    fn add_remarks(
        &mut self,
        checker: &Checker,
        answer: &mut PropertyAnswer,
        budget: &Budget,
        progress: &dyn Progress,
    ) {
        if !answer.is_without_runs() {
            let vacuities = self.vacuities(checker, &answer.property, budget);
            answer.outcome.remarks.extend(vacuities);
        }
        let model = self.model;
        for (at, question) in model.side_questions.iter().enumerate() {
            let is_about_another = question.about.as_ref().is_some_and(|name| *name != answer.property.name);
            if is_about_another
                || is_antecedent(question)
                || !self.is_due(at, checker, answer, budget, progress)
            {
                continue;
            }
            let remark = match &question.remark {
                Remark::UncountedDeadlocks if checker.never_reaches(&question.property.formula, budget) => {
                    Remark::AllRunsDeadlock { steps: None }
                }
                other => other.clone(),
            };
            if !answer.outcome.remarks.contains(&remark) {
                answer.outcome.remarks.push(remark);
            }
        }
        answer.outcome.remarks.extend(checker.owes_to_deadlocks(&answer.property.formula, budget));
        answer.outcome.remarks.extend(checker.owes_to_repetition(&answer.property.formula, budget));
    }

    /// Remarks about antecedents that are never true, and about groups that enforce something for want of fair runs.
    fn vacuities(&self, checker: &Checker, property: &Property, budget: &Budget) -> Vec<Remark> {
        let written =
            self.model.side_questions.iter().filter(|question| {
                is_antecedent(question) && question.about.as_ref() == Some(&property.name)
            });
        let mut never_true: Vec<&str> = Vec::new();
        let mut remarks = Vec::new();
        let mut is_written = false;
        for question in written {
            is_written = true;
            let Remark::VacuousImplication { antecedent, behind, .. } = &question.remark else { continue };
            // What is behind an antecedent that is never true is not asked either.
            let is_asked = !behind.iter().any(|outer| never_true.contains(&outer.as_str()));
            if is_asked && checker.is_so(&question.property, VACUITY, budget) {
                never_true.push(antecedent);
                if !remarks.contains(&question.remark) {
                    remarks.push(question.remark.clone());
                }
            }
        }
        if !is_written {
            remarks = checker.vacuities(&property.formula, budget);
        }
        remarks.extend(checker.unfair_groups(&property.formula, budget));
        remarks
    }
}

/// Whether a question is about an antecedent of one property.
fn is_antecedent(question: &SideQuestion) -> bool {
    question.about.is_some() && matches!(question.remark, Remark::VacuousImplication { .. })
}

/// What was said when a turn was over, where it was the user who stopped the work.
fn interrupted(verdict: Verdict) -> Verdict {
    match &verdict {
        Verdict::Unknown { reason, .. } => match reason.strip_prefix(Stop::Time.reason()) {
            Some(doing) => {
                Verdict::Unknown { reason: format!("{}{doing}", Stop::Cancelled.reason()), advice: None }
            }
            None => verdict,
        },
        _ => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_interrupted_after_a_turn_does_not_speak_of_time() {
        let said = interrupted(Stop::Time.verdict("at depth 7", "wait"));
        assert_eq!(said, Verdict::Unknown { reason: "interrupted at depth 7".to_string(), advice: None });
    }
}
