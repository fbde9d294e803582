//! The report on a model that was checked, as a document.

use std::time::Duration;

use synod_check::{PropertyAnswer, Report};
use synod_core::{PropertyOrigin, Verdict};
use synod_documents::{
    CheckReport, EngineReason, Pass, Place, PropertyReport, Remark, SearchFigures, Summary,
};

use crate::narration::counterexample_document;
use crate::{OpenedModel, TraceView, charts, coverage, wording};

/// The report on a model that was checked.
pub fn report(
    model: &OpenedModel,
    path: &str,
    report: &Report,
    exit_code: u8,
    view: &TraceView,
) -> CheckReport {
    let time: Duration = report.answers.iter().map(|a| a.outcome.statistics.elapsed).sum();
    let properties: Vec<PropertyReport> = report.answers.iter().map(|a| answer(model, a, view)).collect();
    CheckReport {
        head: model.head(path),
        summary: Summary::new(
            properties.iter().map(|property| property.verdict),
            time.as_secs_f64(),
            exit_code,
        ),
        fairness: model.assumed(),
        properties,
        warnings: model.warning_documents(),
        coverage: report.coverage.as_ref().map(|found| coverage::document(model, found)),
    }
}

/// Adds what searches of single states did to a report.
pub fn add_search_figures(document: &mut CheckReport, report: &Report) {
    for (property, answer) in std::iter::zip(&mut document.properties, &report.answers) {
        let statistics = &answer.outcome.statistics;
        let seconds = statistics.elapsed.as_secs_f64();
        property.statistics.search =
            statistics.search.as_ref().map(|search| SearchFigures::new(search, seconds));
    }
}

/// The answer to one property, as it stands in the report.
pub fn answer(model: &OpenedModel, answer: &PropertyAnswer, view: &TraceView) -> PropertyReport {
    let PropertyAnswer { property, engine, program, outcome, passes, witness, others } = answer;
    let (trace, advice) = match &outcome.verdict {
        Verdict::Violated(found) => (Some(counterexample_document(model, found, view)), None),
        Verdict::Unknown { advice, .. } => (None, advice.clone()),
        Verdict::Holds(_) | Verdict::Bounded { .. } => (None, None),
    };
    PropertyReport {
        name: property.name.clone(),
        text: property.text.clone(),
        place: (property.origin == PropertyOrigin::Model).then(|| Place::new(&model.source, property.span)),
        origin: property.origin.into(),
        verdict: (&outcome.verdict).into(),
        expected: None,
        reason: wording::reason(&outcome.verdict),
        advice,
        remarks: outcome.remarks.iter().map(Remark::from).collect(),
        passes: passes
            .iter()
            .map(|pass| Pass { name: pass.name.to_string(), removed: pass.removed.clone() })
            .collect(),
        engine: engine.map(str::to_string),
        program: program.clone(),
        others: others
            .iter()
            .map(|(engine, verdict)| EngineReason {
                engine: engine.to_string(),
                verdict: verdict.into(),
                reason: wording::reason(verdict),
            })
            .collect(),
        statistics: (&outcome.statistics).into(),
        trace,
        fair_because: match &outcome.verdict {
            Verdict::Violated(found) => model.fair_because(&found.trace),
            Verdict::Holds(_) | Verdict::Bounded { .. } | Verdict::Unknown { .. } => Vec::new(),
        },
        witness: witness.as_deref().map(|found| counterexample_document(model, found, view)),
        chart: match &outcome.verdict {
            Verdict::Violated(found) => Some(&**found),
            _ => witness.as_deref(),
        }
        .map(|found| {
            let (system, narrator) = (&model.compiled.system, model.narrator());
            Box::new(charts::chart(system, narrator, &property.name, found, view))
        }),
        any_number: None,
    }
}
