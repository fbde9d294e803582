//! The JSON document of `synod check --json`; its schema is `docs/schema/check.schema.json`.

use serde_json::{Value, json};
use synod_check::{PropertyAnswer, Report};
use synod_core::{PropertyOrigin, Remark, Verdict};

use super::verdict_text;
use crate::models::Model;
use crate::tell;

/// The report on a model that was checked.
pub fn report(model: &Model, path: &str, report: &Report, exit_code: u8) -> Value {
    let properties = report.answers.iter().map(|a| answer(model, a));
    let time: f64 = report.answers.iter().map(|a| a.outcome.statistics.elapsed.as_secs_f64()).sum();
    json!({
        "synod": env!("CARGO_PKG_VERSION"),
        "model": path,
        "language": model.language,
        "properties": properties.collect::<Vec<_>>(),
        "warnings": model.warnings_json(),
        "summary": {
            "holds": report.count("holds"),
            "violated": report.count("violated"),
            "bounded": report.count("bounded"),
            "unknown": report.count("unknown"),
            "time_seconds": time,
            "exit_code": exit_code,
        },
    })
}

/// Remarks, for programs by their code and for people as text.
pub fn remarks(remarks: &[Remark]) -> Value {
    let one = |remark: &Remark| json!({ "code": remark.code(), "severity": remark.severity().word(), "text": remark.to_string() });
    remarks.iter().map(one).collect()
}

fn answer(model: &Model, answer: &PropertyAnswer) -> Value {
    let PropertyAnswer { property, engine, outcome, witness } = answer;
    let figures = &outcome.statistics;
    let (trace, advice) = match &outcome.verdict {
        Verdict::Violated(found) => (Some(tell::counterexample_json(model, found)), None),
        Verdict::Unknown { advice, .. } => (None, advice.as_deref()),
        Verdict::Holds(_) | Verdict::Bounded { .. } => (None, None),
    };
    json!({
        "name": property.name,
        "text": property.text,
        "origin": match property.origin {
            PropertyOrigin::Model => "model",
            PropertyOrigin::BuiltIn => "built-in",
        },
        "verdict": outcome.verdict.word(),
        "reason": verdict_text::reason(&outcome.verdict),
        "advice": advice,
        "remarks": remarks(&outcome.remarks),
        "engine": engine,
        "states": figures.states,
        "transitions": figures.transitions,
        "depth": figures.depth,
        "time_seconds": figures.elapsed.as_secs_f64(),
        "memory_bytes": figures.memory,
        "trace": trace,
        "witness": witness.as_deref().map(|found| tell::counterexample_json(model, found)),
    })
}
