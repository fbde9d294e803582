//! Vacuity and side conditions: how much a verdict means, asked after it is known.

use std::time::Duration;

use synod_core::{Budget, CompiledModel, Progress, Property, PropertyOrigin, Remark, SideQuestion, Verdict};

use crate::{Checker, PropertyAnswer};

/// The side questions of a model, and what is known of their answers.
pub(crate) struct SideConditions<'a> {
    model: &'a CompiledModel,
    /// For each side question whether its remark is due; `None` if it was not asked yet.
    due: Vec<Option<bool>>,
}

impl<'a> SideConditions<'a> {
    pub fn new(model: &'a CompiledModel) -> Self {
        SideConditions { model, due: vec![None; model.side_questions.len()] }
    }

    /// The answer to a property that follows from a stronger one. Where the stronger one fails, that much is
    /// known of the side question.
    pub fn answer_of_stronger(
        &mut self,
        checker: &Checker,
        property: &Property,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Option<PropertyAnswer> {
        let is_stronger =
            |question: &SideQuestion| question.is_stronger && question.about.as_ref() == Some(&property.name);
        let position = self.model.side_questions.iter().position(is_stronger)?;
        let answer = checker.answer(&self.model.side_questions[position].property, budget, progress);
        let fails = !matches!(answer.outcome.verdict, Verdict::Holds(_));
        if answer.is_conclusive() {
            self.due[position] = Some(fails);
        }
        (!fails).then(|| PropertyAnswer { property: property.clone(), ..answer })
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
        for (question, due) in std::iter::zip(&self.model.side_questions, &mut self.due) {
            if question.about.as_ref().is_some_and(|name| *name != answer.property.name) {
                continue;
            }
            // A side question takes little time beside the answer itself. A remark is usually found to be due soon:
            // it takes long only to be sure that it is not.
            let limit = match question.about {
                Some(_) => answer.outcome.statistics.elapsed / 4 + Duration::from_secs(1),
                None => Duration::from_secs(1),
            };
            let due = *due.get_or_insert_with(|| {
                let limited = budget.at_most(limit);
                let found = checker.answer(&question.property, &limited, progress);
                question.when.fits(&found.outcome.verdict)
            });
            if due {
                answer.outcome.remarks.push(question.remark.clone());
            }
        }
        if let Some(steps) = self.model.step_bound
            && answer.property.origin == PropertyOrigin::Model
        {
            answer.outcome.verdict = Verdict::Bounded { within: format!("within {steps} steps") };
        }
    }
}
