//! Certificates for any number of agents: written by `check`, judged by `certify`.

use std::path::Path;

use synod_core::Budget;
use synod_parameterised::{
    Certificate, Conclusion, Family, IndexedProperty, Interleaved, Reason, Refused, Templates,
};
use synod_sat::Refusal;

use super::any_number::Told;
use crate::failure::Failure;
use crate::models::{Ask, Question, Templated};
use crate::sizes::at_least;
use crate::words::counted;
use crate::{files, terminal};

/// Writes the certificates of properties that hold for every size, and says which files it wrote. What was
/// proved in another way is proved once more, by searching backwards.
pub fn write_all(
    model: &Templated,
    path: &Path,
    told: &[Told],
    quiet: bool,
    budget: &Budget,
) -> Result<(), Failure> {
    let mut proofs: Vec<(&IndexedProperty, String)> = Vec::new();
    if let Templates::Interleaved(family) = &model.templates {
        for told in told {
            let Some(property) = property(model, &told.name) else { continue };
            let proof = certificate(family, property, &told.answer.conclusion, budget);
            proofs.extend(proof.map(|proof| (property, proof.print(family, property))));
        }
    }
    for (property, text) in &proofs {
        let file = match proofs.len() {
            1 => path.to_path_buf(),
            _ => files::with_name(path, &property.name, &[".cert"]),
        };
        files::write(&file, text.clone())?;
        if !quiet {
            terminal::tell(&format!("wrote {}", file.display()));
        }
    }
    if proofs.is_empty() && !quiet {
        terminal::tell("no property was proved by what cannot be reached, so there is no certificate");
    }
    Ok(())
}

fn certificate(
    family: &Family<Interleaved>,
    property: &IndexedProperty,
    conclusion: &Conclusion,
    budget: &Budget,
) -> Option<Certificate> {
    match conclusion {
        Conclusion::Holds(Reason::Unreachable(certificate)) => Some((**certificate).clone()),
        Conclusion::Holds(_) => family.certificate(property, budget),
        Conclusion::Violated { .. } | Conclusion::Unknown { .. } => None,
    }
}

fn property<'m>(model: &'m Templated, name: &str) -> Option<&'m IndexedProperty> {
    model.questions.iter().find(|question| question.name == name).and_then(|question| match &question.ask {
        Ask::Prove(property) => Some(property),
        Ask::Refuse(_) | Ask::GiveUp(_) => None,
    })
}

/// The property that a certificate proves for every size, and what it proves, in words.
pub fn judge<'m>(
    model: &'m Templated,
    text: &str,
    budget: &Budget,
) -> Result<(&'m Question, String, String), Refusal> {
    let wrong = |why: &str| Refusal::Wrong(why.to_string());
    if model.bound.is_some() {
        return Err(wrong("runs of so many steps are no proof: leave out `--steps`"));
    }
    let Templates::Interleaved(family) = &model.templates else {
        return Err(wrong("there are no certificates for synchronous models"));
    };
    let (name, certificate) = Certificate::read(family, text).map_err(Refusal::Wrong)?;
    let question = model.questions.iter().find(|question| question.name == name);
    let question = question.ok_or_else(|| wrong("the model has no such property"))?;
    let property = match &question.ask {
        Ask::Prove(property) => property,
        Ask::Refuse(_) | Ask::GiveUp(_) => {
            return Err(wrong("the property cannot be asked for any number of agents"));
        }
    };
    certificate.check(family, property, budget).map_err(|refused| match refused {
        Refused::Wrong(why) => Refusal::Wrong(why),
        Refused::Stopped(stop) => Refusal::Stopped(stop),
    })?;
    let sizes = at_least(&model.templates, &family.least(property));
    let excluded = counted(certificate.basis.len(), "configuration");
    Ok((question, sizes, format!("no step enters the {excluded} that it excludes, or anything above them")))
}
