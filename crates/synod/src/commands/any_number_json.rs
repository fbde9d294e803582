//! The JSON of what is known for any number of agents; its schemas are `docs/schema/check.schema.json` and
//! `docs/schema/cutoff.schema.json`.

use serde_json::{Map, Value, json};
use synod_parameterised::{
    Conclusion, Emergence, Extent, Fewer, Membership, NullStep, Question, Reason, Template, Templates, Trial,
};
use synod_printers::trace_json;

use super::any_number::Told;
use super::{any_number_text, check_json};
use crate::diagnostics;
use crate::models::{self, NOTHING_CHECKED, Templated};

/// The report of `check`.
pub fn report(model: &Templated, path: &str, told: &[Told]) -> Value {
    let properties: Vec<Value> = told.iter().map(|told| answer(&model.templates, told)).collect();
    let mut document = head(model, path);
    document.insert("properties".to_string(), properties.into());
    document.insert("warnings".to_string(), warnings(model));
    document.insert("summary".to_string(), summary(model, told));
    document.into()
}

/// The document of `cutoff`.
pub fn cutoff(model: &Templated, path: &str, told: &[Told]) -> Value {
    let templates = &model.templates;
    let properties = told.iter().map(|told| {
        json!({
            "name": told.name,
            "text": told.text,
            "verdict": told.answer.conclusion.word(),
            "reason": any_number_text::reason(templates, told),
            "advice": advice(told),
            "remarks": check_json::remarks(&told.remarks),
            "time_seconds": told.elapsed.as_secs_f64(),
            "any_number": any_number(templates, told),
        })
    });
    let properties: Vec<Value> = properties.collect();
    let mut document = head(model, path);
    let (semantics, null) = match templates {
        Templates::Interleaved(family) => ("interleaved", Some(family.dynamics().null())),
        Templates::Synchronous(_) => ("synchronous", None),
    };
    document.insert("semantics".to_string(), semantics.into());
    let null_step = null.map(|null| if null == NullStep::Always { "always" } else { "when-stuck" });
    document.insert("null_step".to_string(), json!(null_step));
    let roles = templates.roles().iter();
    let roles = roles.map(|role| json!({ "name": role.name, "local_states": role.states.len() }));
    document.insert("roles".to_string(), roles.collect());
    document.insert("properties".to_string(), properties.into());
    document.insert("warnings".to_string(), warnings(model));
    document.insert("summary".to_string(), summary(model, told));
    document.into()
}

fn head(model: &Templated, path: &str) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("synod".to_string(), env!("CARGO_PKG_VERSION").into());
    head.insert("model".to_string(), path.into());
    head.insert("language".to_string(), model.language.into());
    head
}

fn warnings(model: &Templated) -> Value {
    model.warnings.iter().map(|warning| diagnostics::json(&model.source, warning)).collect()
}

fn summary(model: &Templated, told: &[Told]) -> Value {
    let words = || told.iter().map(|told| told.answer.conclusion.word());
    let count = |wanted: &str| words().filter(|word| *word == wanted).count();
    let time: f64 = told.iter().map(|told| told.elapsed.as_secs_f64()).sum();
    json!({
        "holds": count("holds"),
        "violated": count("violated"),
        "bounded": 0,
        "unknown": count("unknown"),
        "time_seconds": time,
        "exit_code": exit_code(model, told),
    })
}

/// 0 if all hold, 1 if some are violated, else 3.
pub fn exit_code(model: &Templated, told: &[Told]) -> u8 {
    let mut words = told.iter().map(|told| told.answer.conclusion.word());
    if told.is_empty() && models::nothing_asked(&model.warnings).1 {
        NOTHING_CHECKED
    } else if words.clone().any(|word| word == "violated") {
        1
    } else if words.all(|word| word == "holds") {
        0
    } else {
        3
    }
}

fn advice(told: &Told) -> Option<&str> {
    match &told.answer.conclusion {
        Conclusion::Unknown { advice, .. } => advice.as_deref(),
        _ => None,
    }
}

fn answer(templates: &Templates, told: &Told) -> Value {
    let trace = told.violated.as_ref().map(|(system, found)| trace_json::counterexample(system, found));
    json!({
        "name": told.name,
        "text": told.text,
        "origin": "model",
        "verdict": told.answer.conclusion.word(),
        "reason": any_number_text::reason(templates, told),
        "advice": advice(told),
        "remarks": check_json::remarks(&told.remarks),
        "engine": "any-number",
        "states": null,
        "transitions": null,
        "depth": null,
        "time_seconds": told.elapsed.as_secs_f64(),
        "memory_bytes": null,
        "trace": trace,
        "any_number": any_number(templates, told),
    })
}

/// What is known and how, for machines.
fn any_number(templates: &Templates, told: &Told) -> Value {
    let roles = templates.roles();
    let answer = &told.answer;
    let (procedure, cutoff, covers, basis) = match &answer.conclusion {
        Conclusion::Holds(Reason::Cutoff { class, sizes }) => (class.name(), Some(sizes), vec![], None),
        Conclusion::Holds(Reason::Independent { sizes }) => ("independent", Some(sizes), vec![], None),
        Conclusion::Holds(Reason::Covered(covers)) => {
            let cover = |cover: &synod_parameterised::Cover| json!({ "sizes": extents(roles, &cover.sizes), "threshold": cover.threshold });
            ("abstraction", None, covers.iter().map(cover).collect(), None)
        }
        Conclusion::Holds(Reason::Unreachable(certificate)) => {
            ("backward-search", None, vec![], Some(certificate.basis.len()))
        }
        Conclusion::Violated { .. } => ("instance", None, vec![], None),
        Conclusion::Unknown { .. } => ("none", None, vec![], None),
    };
    let violated_at = match &answer.conclusion {
        Conclusion::Violated { sizes, .. } => Some(exactly(roles, sizes)),
        _ => None,
    };
    json!({
        "indices": exactly(roles, &answer.indices),
        "domain": extents(roles, &templates.extents(&answer.domain)),
        "procedure": procedure,
        "cutoff": cutoff.map(|sizes| exactly(roles, sizes)),
        "covers": covers,
        "excluded_configurations": basis,
        "violated_at": violated_at,
        "emergence": told.emergence.as_ref().map(|found| emergence(templates, found)),
        "classes": answer.classes.iter().map(|m| class(roles, m)).collect::<Vec<_>>(),
        "abstraction_obstacle": answer.abstraction.as_ref().err().map(ToString::to_string),
        "trials": answer.trials.iter().map(|t| trial(roles, t)).collect::<Vec<_>>(),
    })
}

fn emergence(templates: &Templates, found: &Emergence) -> Value {
    let roles = templates.roles();
    let (kind, sizes, violated) = match found {
        Emergence::From { sizes, fewer, .. } => {
            let violated = fewer.iter().flatten().filter_map(|fewer| match fewer {
                Fewer::Violated(sizes) => Some(exactly(roles, sizes)),
                Fewer::Unknown => None,
            });
            ("from", Some(sizes), violated.collect())
        }
        Emergence::Never { sizes, .. } => ("never", Some(sizes), vec![]),
        Emergence::Unknown { .. } => ("unknown", None, vec![]),
    };
    json!({
        "kind": kind,
        "sizes": sizes.map(|sizes| exactly(roles, sizes)),
        "violated_just_below": violated,
        "text": any_number_text::emergence(templates, found),
    })
}

fn exactly(roles: &[Template], sizes: &[u32]) -> Value {
    let entries = std::iter::zip(roles, sizes).map(|(role, size)| (role.name.clone(), json!(size)));
    entries.collect::<Map<_, _>>().into()
}

fn extents(roles: &[Template], sizes: &[Extent]) -> Value {
    let entry = |(role, extent): (&Template, &Extent)| {
        let bounds = match extent {
            Extent::Exactly(n) => json!({ "least": n, "greatest": n }),
            Extent::AtLeast(n) => json!({ "least": n, "greatest": null }),
        };
        (role.name.clone(), bounds)
    };
    std::iter::zip(roles, sizes).map(entry).collect::<Map<_, _>>().into()
}

fn class(roles: &[Template], membership: &Membership) -> Value {
    json!({
        "name": membership.class.name(),
        "cutoff": membership.cutoff.as_ref().ok().map(|sizes| exactly(roles, sizes)),
        "obstacle": membership.cutoff.as_ref().err().map(ToString::to_string),
    })
}

fn trial(roles: &[Template], trial: &Trial) -> Value {
    let (of, sizes, threshold) = match &trial.question {
        Question::Instance(sizes) => {
            let sizes: Vec<Extent> = sizes.iter().map(|n| Extent::Exactly(*n)).collect();
            ("instance", Some(extents(roles, &sizes)), None)
        }
        Question::Abstraction(sizes, threshold) => {
            ("abstraction", Some(extents(roles, sizes)), Some(*threshold))
        }
        Question::Backwards { exact: true } => ("backward-search", None, None),
        Question::Backwards { exact: false } => ("inexact-backward-search", None, None),
    };
    json!({
        "of": of,
        "sizes": sizes,
        "threshold": threshold,
        "verdict": trial.verdict,
        "reason": trial.reason,
        "states": trial.states,
        "time_seconds": trial.elapsed.as_secs_f64(),
    })
}
