//! `synod certify`: does a certificate prove a property of the model?

use std::path::{Path, PathBuf};

use synod_check::Report;
use synod_core::{Budget, Certificate, Proof, Property, Slice, System, Verdict, slice};
use synod_printers::certificate::{self, Document};
use synod_printers::claims::Script;
use synod_sat::{Claims, Refusal, claims_of, recheck};
use synod_smt::{Failed, Program, first_possible};

use super::any_number_certificate;
use super::certificate_form::Form;
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
    let reading = args.reading.of(&args.model);
    let any_number = models::load_templates(&reading, args.reading.steps, args.any_number.as_deref());
    let any_number = any_number.map_err(models::Rejected::report)?;
    let budget = match args.timeout {
        Some(after) => Budget::unlimited().timeout(after),
        None => Budget::unlimited(),
    };
    let proved = match any_number {
        Some(model) => {
            let text = files::read(&args.certificate)?;
            let _interruptible = Cancellable::new(&budget);
            any_number_certificate::judge(&model, &text, &budget).map(|(question, sizes, how)| Proved {
                what: format!("{} is proved for every size {sizes}", question.name),
                formula: question.text.clone(),
                how,
            })
        }
        None => {
            let model = models::load_or_report(&reading, args.reading.steps)?;
            let content = files::bytes(&args.certificate)?;
            let _interruptible = Cancellable::new(&budget);
            check(&model, &content, &budget).map(|(property, how)| Proved {
                what: format!("{} is proved", property.name),
                formula: property.text,
                how,
            })
        }
    };
    let style = terminal::layout().style;
    let (line, code) = match proved {
        Ok(Proved { what, formula, how }) => {
            let formula = formula.split_whitespace().collect::<Vec<_>>().join(" ");
            (format!("{}  {formula}\n    {how}", style.paint("1;32", &format!("✓ {what}"))), 0)
        }
        Err(Refusal::Wrong(why)) => (format!("{}: {why}", style.paint("1;31", "✗ refused")), REFUSED),
        Err(Refusal::Stopped(stop)) => {
            (format!("{}: {}", style.paint("1;33", "? not checked"), stop.reason()), STOPPED)
        }
    };
    terminal::print(&format!("{line}\n"))?;
    Ok(code)
}

/// What comes of a certificate that is accepted.
struct Proved {
    what: String,
    formula: String,
    how: String,
}

/// The property that a certificate proves, and who says so.
fn check(model: &Model, content: &[u8], budget: &Budget) -> Result<(Property, String), Refusal> {
    let wrong = |why: String| Refusal::Wrong(why);
    let form = Form::of(content);
    let text = form.text(content).ok_or_else(|| wrong("there is no certificate in it".to_string()))?;
    if synod_parameterised::Certificate::is_one(&text) {
        return Err(wrong("it is about any number of agents: say of whom, with `--any-number`".to_string()));
    }
    let Document { fingerprint, property, certificate } =
        certificate::read(&model.system, &text).map_err(wrong)?;
    let found = synod_check::select(&model.properties, std::slice::from_ref(&property));
    let property = found.ok().and_then(|list| list.into_iter().next());
    let property = property.ok_or_else(|| wrong("the model has no such property".to_string()))?;
    if certificate::fingerprint(&model.system, &property) != fingerprint {
        return Err(wrong("it is for another model or another property".to_string()));
    }
    let sliced = sliced(model, &property, budget);
    let system = sliced.as_ref().map_or(&model.system, |slice| &slice.system);
    recheck(system, &property.formula, &certificate, budget)?;
    if form != Form::Text {
        // What others would check is worth nothing if it is not about this model.
        let claims = claims_of(system, &property.formula, &certificate, budget)?;
        let claims: Option<Vec<Claims>> = claims.into_iter().collect();
        if claims.is_none_or(|claims| form.file(model, &property, &certificate, &claims) != content) {
            return Err(wrong(
                "what it claims is not what its proof comes down to in this model".to_string(),
            ));
        }
    }
    let witnesses = ask_outside(system, &property, &certificate, budget)?;
    Ok((property, witnesses))
}

/// Asks a solver that is installed what our own has confirmed.
fn ask_outside(
    system: &System,
    property: &Property,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<String, Refusal> {
    let Some(program) = Program::find() else {
        return Ok("checked again by BatSat; no solver for SMT-LIB is on the path".to_string());
    };
    let Some(scripts) = scripts(system, property, certificate, budget)? else {
        return Ok("checked again by BatSat; it has no form for solvers of SMT-LIB".to_string());
    };
    for Script { definitions, impossible } in &scripts {
        let conditions = impossible.iter().map(|(condition, _)| condition.as_str());
        match first_possible(&program, definitions, conditions, budget) {
            Ok(None) => {}
            Ok(Some(number)) => {
                let why = &impossible[number].1;
                return Err(Refusal::Wrong(format!("BatSat accepts it, but {} says: {why}", program.name)));
            }
            Err(Failed::Stopped(stop)) => return Err(Refusal::Stopped(stop)),
            Err(Failed::Solver(why)) => return Ok(format!("checked again by BatSat; {why}")),
        }
    }
    Ok(format!("checked again by BatSat and by {}", program.name))
}

/// What a certificate claims, argument by argument; `None` if some argument has no such form.
fn scripts(
    system: &System,
    property: &Property,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<Option<Vec<Script>>, Refusal> {
    let claims = claims_of(system, &property.formula, certificate, budget)?;
    let scripts = claims.iter().map(|claims| claims.as_ref().map(Script::new));
    Ok(scripts.collect())
}

/// What a certificate of the model claims.
fn claims(
    model: &Model,
    property: &Property,
    proof: &Certificate,
    budget: &Budget,
) -> Result<Vec<Claims>, Failure> {
    let sliced = sliced(model, property, budget);
    let system = sliced.as_ref().map_or(&model.system, |slice| &slice.system);
    let claims = claims_of(system, &property.formula, proof, budget).ok();
    claims.and_then(|claims| claims.into_iter().collect()).ok_or_else(|| {
        Failure::input(format!("the proof of {} has no form as SMT-LIB or AIGER", property.name))
    })
}

/// What a proof of a property is about.
fn sliced(model: &Model, property: &Property, budget: &Budget) -> Option<Slice> {
    model.sliceable.then(|| slice(&model.system, &property.formula, budget.int_bound)).flatten()
}

/// The certificates of a report, each with the name of its property.
pub fn write_all(
    model: &Model,
    path: &Path,
    report: &Report,
    budget: &Budget,
) -> Result<Vec<PathBuf>, Failure> {
    const ENDINGS: [&str; 4] = [".cert", ".smt2", ".aag", ".aig"];
    let form = Form::wanted(path);
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
            _ => files::with_name(path, &property.name, &ENDINGS),
        };
        let claims = match form {
            Form::Text => Vec::new(),
            _ => claims(model, property, proof, budget)?,
        };
        files::write(&file, form.file(model, property, proof, &claims))?;
        written.push(file);
    }
    Ok(written)
}
