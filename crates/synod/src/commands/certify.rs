//! `synod certify`: does a certificate prove a property of the model?

use std::path::{Path, PathBuf};

use synod_check::Report;
use synod_core::{Budget, Proof, Property, Verdict, slice};
use synod_printers::certificate::{self, Document};
use synod_sat::{Refusal, recheck};

use crate::cli::CertifyArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Model};
use crate::{files, terminal};

/// The exit code when the certificate is refused.
const REFUSED: u8 = 1;
/// The exit code when the check was stopped.
const STOPPED: u8 = 3;

/// Checks a certificate and says what comes of it.
pub fn run(args: &CertifyArgs) -> Done {
    let model = models::load_or_report(&args.reading.of(&args.model), args.reading.steps)?;
    let text = files::read(&args.certificate)?;
    let budget = match args.timeout {
        Some(after) => Budget::unlimited().timeout(after),
        None => Budget::unlimited(),
    };
    let interruptible = Cancellable::new(&budget);
    let checked = check(&model, &text, &budget);
    drop(interruptible);
    let style = terminal::layout().style;
    let (line, code) = match checked {
        Ok(property) => {
            let formula = property.text.split_whitespace().collect::<Vec<_>>().join(" ");
            (format!("{}  {formula}", style.paint("1;32", &format!("✓ {} is proved", property.name))), 0)
        }
        Err(Refusal::Wrong(why)) => (format!("{}: {why}", style.paint("1;31", "✗ refused")), REFUSED),
        Err(Refusal::Stopped(stop)) => {
            (format!("{}: {}", style.paint("1;33", "? not checked"), stop.reason()), STOPPED)
        }
    };
    terminal::print(&format!("{line}\n"))?;
    Ok(code)
}

fn check(model: &Model, text: &str, budget: &Budget) -> Result<Property, Refusal> {
    let wrong = |why: String| Refusal::Wrong(why);
    let Document { fingerprint, property, certificate } =
        certificate::read(&model.system, text).map_err(wrong)?;
    let found = synod_check::select(&model.properties, std::slice::from_ref(&property));
    let property = found.ok().and_then(|list| list.into_iter().next());
    let property = property.ok_or_else(|| wrong("the model has no such property".to_string()))?;
    if certificate::fingerprint(&model.system, &property) != fingerprint {
        return Err(wrong("it is for another model or another property".to_string()));
    }
    let sliced = model.sliceable.then(|| slice(&model.system, &property.formula, budget.int_bound)).flatten();
    let system = sliced.as_ref().map_or(&model.system, |slice| &slice.system);
    recheck(system, &property.formula, &certificate, budget)?;
    Ok(property)
}

/// The certificates of a report, each with the name of its property.
pub fn write_all(model: &Model, path: &Path, report: &Report) -> Result<Vec<PathBuf>, Failure> {
    let proved: Vec<_> = report
        .answers
        .iter()
        .filter_map(|answer| match &answer.outcome.verdict {
            Verdict::Holds(Proof::Inductive(proof)) => Some((&answer.property, proof)),
            _ => None,
        })
        .collect();
    let mut written = Vec::new();
    for (property, proof) in &proved {
        let file = match proved.len() {
            1 => path.to_path_buf(),
            _ => files::with_name(path, &property.name, &[".cert"]),
        };
        files::write(&file, certificate::print(&model.system, property, proof))?;
        written.push(file);
    }
    Ok(written)
}
