//! What lies behind an answer: bounds that it is under, and whether there was anything to judge.

use std::time::Duration;

use synod_check::{Answer, Checker};
use synod_core::{Budget, CompiledModel, Progress, Property, PropertyOrigin, Remark, SideQuestion, Verdict};

/// Looks behind the answers about a model.
pub struct Behind<'a> {
    model: &'a CompiledModel,
    /// For each question about the model as a whole, whether there is something to tell.
    known: Vec<Option<bool>>,
}

impl<'a> Behind<'a> {
    /// Nothing was asked yet.
    pub fn new(model: &'a CompiledModel) -> Self {
        Behind { model, known: vec![None; model.side_questions.len()] }
    }

    /// The answer to a property of which there is a stronger one that holds: then so does it, and there is
    /// nothing more to tell. Where the stronger one fails, that much is known.
    pub fn strict_answer(
        &mut self,
        checker: &Checker,
        property: &Property,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Option<Answer> {
        let is_strict =
            |question: &SideQuestion| question.is_stronger && question.about.as_ref() == Some(&property.name);
        let position = self.model.side_questions.iter().position(is_strict)?;
        let answer = checker.answer(&self.model.side_questions[position].property, budget, progress);
        let fails = !matches!(answer.outcome.verdict, Verdict::Holds(_));
        if answer.is_conclusive() {
            self.known[position] = Some(fails);
        }
        (!fails).then(|| Answer { property: property.clone(), ..answer })
    }

    /// Adds to the answer what the user should know about it.
    pub fn look(&mut self, checker: &Checker, answer: &mut Answer, budget: &Budget, progress: &dyn Progress) {
        if self.model.step_bound.is_some() {
            // Where steps have run out there is a dead end, which is nothing to tell.
            answer.outcome.remarks.retain(|remark| !matches!(remark, Remark::DeadEnds { .. }));
        }
        if !matches!(answer.outcome.verdict, Verdict::Holds(_)) {
            return;
        }
        for (position, question) in self.model.side_questions.iter().enumerate() {
            let concerns = question.about.as_ref().is_none_or(|name| *name == answer.property.name);
            if !concerns {
                continue;
            }
            // Looking behind takes little time beside the answer itself. What there is to tell is usually
            // found soon: it takes long only to be sure that there is nothing.
            let limit = match question.about {
                Some(_) => answer.outcome.statistics.elapsed / 4 + Duration::from_secs(1),
                None => Duration::from_secs(1),
            };
            let tell = *self.known[position].get_or_insert_with(|| {
                let limited = budget.at_most(limit);
                let verdict = checker.answer(&question.property, &limited, progress).outcome.verdict;
                question.when.fits(&verdict)
            });
            if tell {
                answer.outcome.remarks.push(question.remark.clone());
            }
        }
        if let Some(steps) = self.model.step_bound.filter(|_| asked_by_model(&answer.property)) {
            answer.outcome.verdict = Verdict::Bounded { within: format!("within {steps} steps") };
        }
    }
}

fn asked_by_model(property: &Property) -> bool {
    property.origin == PropertyOrigin::Model
}
