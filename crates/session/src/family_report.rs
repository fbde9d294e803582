//! Reports on families, as documents.

use std::time::Duration;

use synod_documents as documents;
use synod_documents::{AnyNumber, Extents, Procedure, Sizes, Summary, Verdict};
use synod_parameterised::{
    Class, Conclusion, Emergence, Extent, Fewer, Membership, NullStep, Reason, Template, Templates, Trial,
    TrialSubject, TrialVerdict,
};
use synod_printers::trace_json;
use synod_syntax::Severity;

use crate::check::{INCONCLUSIVE, has_warning};
use crate::family::{FamilyAnswer, OpenedFamily};
use crate::rejection::diagnostic_documents;
use crate::{TraceView, charts, family_wording, sizes};

/// The report of `check`.
pub fn report(model: &OpenedFamily, path: &str, answers: &[FamilyAnswer]) -> documents::CheckReport {
    documents::CheckReport {
        head: model.head(path),
        fairness: Vec::new(),
        properties: answers.iter().map(|found| answer(model, found)).collect(),
        warnings: diagnostic_documents(&model.source, &model.warnings),
        coverage: None,
        summary: summary(model, answers),
    }
}

/// The report of `cutoff`.
pub fn cutoff(model: &OpenedFamily, path: &str, answers: &[FamilyAnswer]) -> documents::CutoffReport {
    let templates = &model.templates;
    let (semantics, null_step) = match templates {
        Templates::Interleaved(family) => {
            let null_step = match family.dynamics().null() {
                NullStep::Always => documents::NullStep::Always,
                NullStep::WhenStuck => documents::NullStep::WhenStuck,
            };
            (documents::Semantics::Interleaved, Some(null_step))
        }
        Templates::Synchronous(_) => (documents::Semantics::Synchronous, None),
    };
    let role = |role: &Template| documents::Role { name: role.name.clone(), local_states: role.states.len() };
    documents::CutoffReport {
        head: model.head(path),
        semantics,
        null_step,
        roles: templates.roles().iter().map(role).collect(),
        properties: answers.iter().map(|found| cutoff_answer(model, found)).collect(),
        warnings: diagnostic_documents(&model.source, &model.warnings),
        summary: summary(model, answers),
    }
}

/// The answer to one question, as it stands in the report of `cutoff`.
pub fn cutoff_answer(model: &OpenedFamily, found: &FamilyAnswer) -> documents::CutoffProperty {
    documents::CutoffProperty {
        name: found.name.clone(),
        text: found.text.clone(),
        verdict: verdict(found),
        reason: family_wording::reason(&model.templates, found),
        advice: advice(found),
        remarks: found.remarks.iter().map(documents::Remark::from).collect(),
        time_seconds: found.elapsed.as_secs_f64(),
        any_number: any_number(&model.templates, found),
    }
}

fn summary(model: &OpenedFamily, answers: &[FamilyAnswer]) -> Summary {
    let time: Duration = answers.iter().map(|found| found.elapsed).sum();
    Summary::new(answers.iter().map(verdict), time.as_secs_f64(), exit_code(model, answers))
}

/// 0 if all hold, 1 if some are violated, else 3; also 3 if warnings are denied and there is one.
pub fn exit_code(model: &OpenedFamily, answers: &[FamilyAnswer]) -> u8 {
    let mut verdicts = answers.iter().map(verdict);
    if answers.is_empty() && sizes::are_left_out(&model.warnings) {
        INCONCLUSIVE
    } else if verdicts.clone().any(|verdict| verdict == Verdict::Violated) {
        1
    } else if verdicts.all(|verdict| verdict == Verdict::Holds) && !has_denied_warnings(model, answers) {
        0
    } else {
        INCONCLUSIVE
    }
}

/// Whether there are warnings about the model or beside an answer, and they are denied.
pub fn has_denied_warnings(model: &OpenedFamily, answers: &[FamilyAnswer]) -> bool {
    let mut remarks = answers.iter().flat_map(|found| &found.remarks);
    model.reader.deny_warnings
        && (has_warning(&model.warnings) || remarks.any(|remark| remark.severity() == Severity::Warning))
}

fn verdict(found: &FamilyAnswer) -> Verdict {
    match found.answer.conclusion {
        Conclusion::Holds(_) => Verdict::Holds,
        Conclusion::Violated { .. } => Verdict::Violated,
        Conclusion::Unknown { .. } => Verdict::Unknown,
    }
}

fn advice(found: &FamilyAnswer) -> Option<String> {
    match &found.answer.conclusion {
        Conclusion::Unknown { advice, .. } => advice.clone(),
        _ => None,
    }
}

/// The answer to one question, as it stands in the report of `check`.
pub fn answer(model: &OpenedFamily, found: &FamilyAnswer) -> documents::PropertyReport {
    let templates = &model.templates;
    let trace = found.violated.as_ref().map(|(system, found)| trace_json::counterexample(system, found));
    documents::PropertyReport {
        name: found.name.clone(),
        text: found.text.clone(),
        place: Some(documents::Place::new(&model.source, found.span)),
        origin: documents::system::PropertyOrigin::Model,
        verdict: verdict(found),
        expected: None,
        reason: family_wording::reason(templates, found),
        advice: advice(found),
        remarks: found.remarks.iter().map(documents::Remark::from).collect(),
        passes: vec![],
        others: Vec::new(),
        engine: Some("any-number".to_string()),
        program: None,
        statistics: documents::Statistics { time_seconds: found.elapsed.as_secs_f64(), ..Default::default() },
        trace,
        fair_because: Vec::new(),
        witness: None,
        chart: found.violated.as_ref().map(|(system, run)| {
            Box::new(charts::chart(system, None, &found.name, run, &TraceView::default()))
        }),
        any_number: Some(any_number(templates, found)),
    }
}

/// What is known and how.
fn any_number(templates: &Templates, found: &FamilyAnswer) -> AnyNumber {
    let roles = templates.roles();
    let answer = &found.answer;
    let (procedure, cutoff) = match &answer.conclusion {
        Conclusion::Holds(Reason::Cutoff { class, sizes }) => {
            let procedure = match class {
                Class::Sfe => Procedure::Sfe,
                Class::Sgs => Procedure::Sgs,
                Class::Smr => Procedure::Smr,
            };
            (procedure, Some(sizes))
        }
        Conclusion::Holds(Reason::Independent { sizes }) => (Procedure::Independent, Some(sizes)),
        Conclusion::Holds(Reason::Covered(_)) => (Procedure::Abstraction, None),
        Conclusion::Holds(Reason::Unreachable(_)) => (Procedure::BackwardSearch, None),
        Conclusion::Violated { .. } => (Procedure::Instance, None),
        Conclusion::Unknown { .. } => (Procedure::None, None),
    };
    let covers = match &answer.conclusion {
        Conclusion::Holds(Reason::Covered(covers)) => covers.as_slice(),
        _ => &[],
    };
    let cover = |cover: &synod_parameterised::Cover| documents::SizeCover {
        sizes: extents(roles, &cover.sizes),
        threshold: cover.threshold,
    };
    AnyNumber {
        indices: exactly(roles, &answer.indices),
        domain: extents(roles, &templates.extents(&answer.domain)),
        procedure,
        cutoff: cutoff.map(|sizes| exactly(roles, sizes)),
        covers: covers.iter().map(cover).collect(),
        excluded_configurations: match &answer.conclusion {
            Conclusion::Holds(Reason::Unreachable(certificate)) => Some(certificate.basis.len()),
            _ => None,
        },
        violated_at: match &answer.conclusion {
            Conclusion::Violated { sizes, .. } => Some(exactly(roles, sizes)),
            _ => None,
        },
        emergence: found.emergence.as_ref().map(|known| emergence(templates, known)),
        classes: answer.classes.iter().map(|membership| class(roles, membership)).collect(),
        abstraction_obstacle: answer.abstraction.as_ref().err().map(ToString::to_string),
        trials: answer.trials.iter().map(|t| trial(roles, t)).collect(),
    }
}

fn emergence(templates: &Templates, found: &Emergence) -> documents::Emergence {
    let roles = templates.roles();
    let (kind, sizes, violated) = match found {
        Emergence::From { sizes, fewer, .. } => {
            let violated = fewer.iter().flatten().filter_map(|fewer| match fewer {
                Fewer::Violated(sizes) => Some(exactly(roles, sizes)),
                Fewer::Unknown => None,
            });
            (documents::EmergenceKind::From, Some(sizes), violated.collect())
        }
        Emergence::Never { sizes, .. } => (documents::EmergenceKind::Never, Some(sizes), vec![]),
        Emergence::Unknown { .. } => (documents::EmergenceKind::Unknown, None, vec![]),
    };
    documents::Emergence {
        kind,
        sizes: sizes.map(|sizes| exactly(roles, sizes)),
        violated_just_below: violated,
        text: family_wording::emergence(templates, found),
    }
}

fn exactly(roles: &[Template], sizes: &[u32]) -> Sizes {
    std::iter::zip(roles, sizes).map(|(role, size)| (role.name.clone(), *size)).collect()
}

fn extents(roles: &[Template], sizes: &[Extent]) -> Extents {
    let entry = |(role, extent): (&Template, &Extent)| {
        let extent = match extent {
            Extent::Exactly(n) => documents::Extent { min: *n, max: Some(*n) },
            Extent::AtLeast(n) => documents::Extent { min: *n, max: None },
        };
        (role.name.clone(), extent)
    };
    std::iter::zip(roles, sizes).map(entry).collect()
}

fn class(roles: &[Template], membership: &Membership) -> documents::ClassMembership {
    documents::ClassMembership {
        name: match membership.class {
            Class::Sfe => documents::ClassName::Sfe,
            Class::Sgs => documents::ClassName::Sgs,
            Class::Smr => documents::ClassName::Smr,
        },
        cutoff: membership.cutoff.as_ref().ok().map(|sizes| exactly(roles, sizes)),
        obstacle: membership.cutoff.as_ref().err().map(ToString::to_string),
    }
}

fn trial(roles: &[Template], trial: &Trial) -> documents::Trial {
    let (kind, sizes, threshold) = match &trial.question {
        TrialSubject::Instance(sizes) => {
            let sizes: Vec<Extent> = sizes.iter().map(|n| Extent::Exactly(*n)).collect();
            (documents::TrialKind::Instance, Some(extents(roles, &sizes)), None)
        }
        TrialSubject::Abstraction(sizes, threshold) => {
            (documents::TrialKind::Abstraction, Some(extents(roles, sizes)), Some(*threshold))
        }
        TrialSubject::Backwards { exact: true } => (documents::TrialKind::BackwardSearch, None, None),
        TrialSubject::Backwards { exact: false } => (documents::TrialKind::InexactBackwardSearch, None, None),
    };
    documents::Trial {
        kind,
        sizes,
        threshold,
        verdict: match trial.verdict {
            TrialVerdict::Holds => Verdict::Holds,
            TrialVerdict::Violated => Verdict::Violated,
            TrialVerdict::Bounded => Verdict::Bounded,
            TrialVerdict::Unknown => Verdict::Unknown,
        },
        reason: trial.reason.clone(),
        states: trial.states,
        time_seconds: trial.elapsed.as_secs_f64(),
    }
}
