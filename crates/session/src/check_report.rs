//! The report on a model that was checked, as a document.

use std::time::Duration;

use synod_check::{PropertyAnswer, Report};
use synod_core::{Counterexample, PropertyOrigin, Verdict};
use synod_documents::{
    CheckReport, DeviceTimes, EngineReason, Pass, Place, PropertyReport, Remark, SearchFigures, Summary,
};

use crate::narration::counterexample_document;
use crate::{OpenedModel, TraceView, charts, coverage, wording};

/// Longer runs are not made into charts, which take more room than the run and are too long to look at.
const MOST_CHARTED: usize = 5_000;

/// The report on a model that was checked. `view` is how runs are looked at; without one they are left out, since they can be
/// much larger than all the rest.
pub fn report(
    model: &OpenedModel,
    path: &str,
    report: &Report,
    exit_code: u8,
    view: Option<&TraceView>,
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
        property.statistics.device = statistics.device.as_ref().map(DeviceTimes::from);
    }
}

/// The answer to one property, as it stands in the report.
pub fn answer(model: &OpenedModel, answer: &PropertyAnswer, view: Option<&TraceView>) -> PropertyReport {
    let PropertyAnswer { property, engine, program, outcome, passes, witness, others } = answer;
    let (violation, advice) = match &outcome.verdict {
        Verdict::Violated(found) => (Some(&**found), None),
        Verdict::Unknown { advice, .. } => (None, advice.clone()),
        Verdict::Holds(_) | Verdict::Bounded { .. } => (None, None),
    };
    let witness = witness.as_deref();
    let mut remarks: Vec<Remark> = outcome.remarks.iter().map(Remark::from).collect();
    let mut document = |found: &Counterexample| {
        let made = view?.make(|| counterexample_document(model, found, view?).into());
        made.unwrap_or_else(|_| {
            let steps = found.trace.steps.len() as u64;
            remarks.push(Remark::from(&synod_core::Remark::RunLeftOut { steps }));
            None
        })
    };
    let trace = violation.and_then(&mut document);
    let shown_witness = witness.and_then(document);
    let chart = |found: &Counterexample| {
        let (system, narrator) = (&model.compiled.system, model.narrator());
        let is_short = found.trace.steps.len() <= MOST_CHARTED;
        let view = view.filter(|_| is_short)?;
        Some(Box::new(charts::chart(system, narrator, &property.name, found, view)))
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
        remarks,
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
        fair_because: violation.map(|found| model.fair_because(&found.trace)).unwrap_or_default(),
        witness: shown_witness,
        chart: violation.or(witness).and_then(chart),
        any_number: None,
    }
}
