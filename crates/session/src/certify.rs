//! Checks certificates again: does one prove a property of a model, or of a family of any number of agents?

use synod_core::{Budget, Phase, Property, prepare};
use synod_parameterised::{Certificate, Refused, Templates};
use synod_passes::{REDUCTIONS, Reduced, reduce};
use synod_printers::certificate::{self, Document, HEADER, Written};
use synod_sat::{Refusal, recheck};

use crate::certificates::{Claimed, Form};
use crate::family::{FamilyQuestion, FamilyTask, OpenedFamily};
use crate::sizes::at_least;
use crate::wording::one_line;
use crate::{Opened, OpenedModel, counted, smt_solver};

/// A certificate that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// What is proved, as a clause.
    pub claim: String,
    /// The formula on one line.
    pub formula: String,
    /// Who checked it, or what was checked, as a clause.
    pub how: String,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCertified {
    /// The file is something else.
    NotACertificate,
    /// It does not prove the property, for this reason.
    Refused(String),
    /// It could not be checked, for this reason.
    NotChecked(String),
}

impl From<Refusal> for NotCertified {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Wrong(why) => NotCertified::Refused(why),
            Refusal::Stopped(stop) => NotCertified::NotChecked(stop.reason().to_string()),
        }
    }
}

fn refused(why: &str) -> NotCertified {
    NotCertified::Refused(why.to_string())
}

/// Checks a certificate, given as the content of its file.
pub fn certify(opened: &Opened, content: &[u8], budget: &Budget) -> Result<Certified, NotCertified> {
    let checked = prepare(budget, Phase::Certifying, || check(opened, content, budget));
    checked.unwrap_or_else(|met| Err(Refusal::Stopped(met.stop).into()))
}

fn check(opened: &Opened, content: &[u8], budget: &Budget) -> Result<Certified, NotCertified> {
    match opened {
        Opened::System(model) => {
            let (property, how) = of_system(model, content, budget)?;
            let claim = format!("{} is proved", property.name);
            Ok(Certified { claim, formula: one_line(&property.text), how })
        }
        Opened::Family(family) => {
            let (question, sizes, how) = of_family(family, content, budget)?;
            let claim = format!("{} is proved for every size {sizes}", question.name);
            Ok(Certified { claim, formula: one_line(&question.text), how })
        }
    }
}

/// The property that a certificate proves, and who says so.
fn of_system(
    model: &OpenedModel,
    content: &[u8],
    budget: &Budget,
) -> Result<(Property, String), NotCertified> {
    let form = Form::of(content);
    let text = form.text(content).ok_or(NotCertified::NotACertificate)?;
    if Certificate::is_one(&text) {
        return Err(refused("it is about any number of agents: name their role with `--any-number`"));
    }
    let is_comment = |line: &&str| line.is_empty() || line.starts_with('#');
    if text.lines().map(str::trim).find(|line| !is_comment(line)) != Some(HEADER) {
        return Err(NotCertified::NotACertificate);
    }
    let system = &model.compiled.system;
    let Document { fingerprint, property, proof } =
        certificate::read(system, &text).map_err(NotCertified::Refused)?;
    let found = model.select(std::slice::from_ref(&property));
    let property = found.ok().and_then(|list| list.into_iter().next());
    let property = property.ok_or_else(|| refused("the model has no such property"))?;
    if certificate::fingerprint(system, &property) != fingerprint {
        return Err(refused("it is for another model or another property"));
    }
    if cfg!(not(feature = "programs")) && matches!(proof, Written::Unbounded(_)) {
        return Err(NotCertified::NotChecked(
            "proofs about integers without bounds need an SMT solver".to_string(),
        ));
    }
    let reduced = reduced(model, &property, budget);
    let reduced = reduced.as_ref().map_or(system, Reduced::system);
    if let Written::Bounded(proof) = &proof {
        recheck(reduced, &property.formula, proof, budget)?;
    }
    let claimed = Claimed::by(reduced, &property, &proof, budget)?;
    if form != Form::Text {
        // What others would check is worth nothing if it is not about this model.
        let text = certificate::print(system, &property, &proof);
        if form.file(&text, &claimed).is_none_or(|file| file != content) {
            return Err(refused("what it claims is not what its proof comes down to in this model"));
        }
    }
    let outside = smt_solver::ask(&claimed, budget)?;
    let how = match (proof, outside) {
        (Written::Bounded(_), Ok(name)) => format!("checked again by BatSat and by {name}"),
        (Written::Bounded(_), Err(why)) => format!("checked again by BatSat; {why}"),
        (Written::Unbounded(_), Ok(name)) => format!("checked again by {name}"),
        (Written::Unbounded(_), Err(why)) => {
            return Err(NotCertified::NotChecked(format!("{why}\n    {}", smt_solver::advice())));
        }
    };
    Ok((property, how))
}

/// What a proof of a property is about, if passes reduce the question: the same passes as in a check.
pub(crate) fn reduced(model: &OpenedModel, property: &Property, budget: &Budget) -> Option<Reduced> {
    let compiled = &model.compiled;
    let reduce = || reduce(REDUCTIONS, &compiled.system, property, budget);
    compiled.reduce.then(reduce).flatten()
}

/// The question that a certificate answers for every size, these sizes, and what was checked.
fn of_family<'m>(
    model: &'m OpenedFamily,
    content: &[u8],
    budget: &Budget,
) -> Result<(&'m FamilyQuestion, String, String), NotCertified> {
    if model.step_bound.is_some() {
        return Err(refused("runs of a bounded number of steps are no proof: leave out `--steps`"));
    }
    let Templates::Interleaved(family) = &model.templates else {
        return Err(refused("there are no certificates for synchronous models"));
    };
    let text = Form::Text.text(content).filter(|text| Certificate::is_one(text));
    let text = text.ok_or(NotCertified::NotACertificate)?;
    let (name, certificate) = Certificate::read(family, &text).map_err(NotCertified::Refused)?;
    let question = model.questions.iter().find(|question| question.name == name);
    let question = question.ok_or_else(|| refused("the model has no such property"))?;
    let FamilyTask::Prove(property) = &question.task else {
        return Err(refused("the property cannot be asked for any number of agents"));
    };
    certificate.check(family, property, budget).map_err(|wrong| match wrong {
        Refused::Wrong(why) => NotCertified::Refused(why),
        Refused::Stopped(stop) => Refusal::Stopped(stop).into(),
    })?;
    let sizes = at_least(&model.templates, &family.least(property));
    let excluded = counted(certificate.basis.len(), "configuration");
    Ok((question, sizes, format!("no step enters the {excluded} that it excludes, or anything above them")))
}
