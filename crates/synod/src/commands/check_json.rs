//! The document of `synod check --json`.

use synod_check::{PropertyAnswer, Report};
use synod_core::Verdict;
use synod_documents::{CheckReport, PropertyReport, Remark, Summary};

use super::verdict_text;
use crate::models::Model;
use crate::tell;

/// The report on a model that was checked.
pub fn report(model: &Model, path: &str, report: &Report, exit_code: u8) -> CheckReport {
    let time = report.answers.iter().map(|a| a.outcome.statistics.elapsed.as_secs_f64()).sum();
    let properties: Vec<PropertyReport> = report.answers.iter().map(|a| answer(model, a)).collect();
    CheckReport {
        head: model.head(path),
        summary: Summary::new(properties.iter().map(|property| property.verdict), time, exit_code),
        properties,
        warnings: model.warning_documents(),
    }
}

fn answer(model: &Model, answer: &PropertyAnswer) -> PropertyReport {
    let PropertyAnswer { property, engine, outcome, witness } = answer;
    let (trace, advice) = match &outcome.verdict {
        Verdict::Violated(found) => (Some(tell::counterexample_document(model, found)), None),
        Verdict::Unknown { advice, .. } => (None, advice.clone()),
        Verdict::Holds(_) | Verdict::Bounded { .. } => (None, None),
    };
    PropertyReport {
        name: property.name.clone(),
        text: property.text.clone(),
        origin: property.origin.into(),
        verdict: (&outcome.verdict).into(),
        reason: verdict_text::reason(&outcome.verdict),
        advice,
        remarks: outcome.remarks.iter().map(Remark::from).collect(),
        engine: engine.map(str::to_string),
        statistics: (&outcome.statistics).into(),
        trace,
        witness: witness.as_deref().map(|found| tell::counterexample_document(model, found)),
        any_number: None,
    }
}
