//! `synod certify`: does a certificate prove a property of the model?

use std::path::{Path, PathBuf};

use synod_check::Report;
use synod_core::{Budget, Proof, Property, Slice, Verdict, slice};
use synod_printers::certificate::{self, Document, Written};
use synod_printers::claims::Script;
use synod_sat::{Refusal, recheck};
use synod_smt::{Failed, Program, VARIABLE, first_possible};

use super::any_number_certificate;
use super::certificate_form::{Claimed, Form};
use crate::cli::CertifyArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::models::{self, Model};
use crate::{files, terminal};

/// The exit code when the certificate is refused.
const REFUSED: u8 = 1;
/// The exit code when the check was stopped, or nobody could do it.
const NOT_CHECKED: u8 = 3;

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
            let judged = any_number_certificate::judge(&model, &text, &budget);
            judged.map_err(Unproved::from).map(|(question, sizes, how)| Proved {
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
        Err(Unproved::Refused(why)) => (format!("{}: {why}", style.paint("1;31", "✗ refused")), REFUSED),
        Err(Unproved::NotChecked(why)) => {
            (format!("{}: {why}", style.paint("1;33", "? not checked")), NOT_CHECKED)
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

/// Why a certificate is not accepted.
enum Unproved {
    /// It does not prove the property.
    Refused(String),
    /// Nobody knows.
    NotChecked(String),
}

impl From<Refusal> for Unproved {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Wrong(why) => Unproved::Refused(why),
            Refusal::Stopped(stop) => Unproved::NotChecked(stop.reason().to_string()),
        }
    }
}

/// The property that a certificate proves, and who says so.
fn check(model: &Model, content: &[u8], budget: &Budget) -> Result<(Property, String), Unproved> {
    let refused = |why: &str| Unproved::Refused(why.to_string());
    let form = Form::of(content);
    let text = form.text(content).ok_or_else(|| refused("there is no certificate in it"))?;
    if synod_parameterised::Certificate::is_one(&text) {
        return Err(refused("it is about any number of agents: say of whom, with `--any-number`"));
    }
    let Document { fingerprint, property, proof } =
        certificate::read(&model.compiled.system, &text).map_err(Unproved::Refused)?;
    let found = model.select(std::slice::from_ref(&property));
    let property = found.ok().and_then(|list| list.into_iter().next());
    let property = property.ok_or_else(|| refused("the model has no such property"))?;
    if certificate::fingerprint(&model.compiled.system, &property) != fingerprint {
        return Err(refused("it is for another model or another property"));
    }
    let sliced = sliced(model, &property, budget);
    let system = sliced.as_ref().map_or(&model.compiled.system, |slice| &slice.system);
    if let Written::Bounded(proof) = &proof {
        recheck(system, &property.formula, proof, budget)?;
    }
    let claimed = Claimed::by(system, &property, &proof, budget)?;
    if form != Form::Text {
        // What others would check is worth nothing if it is not about this model.
        let text = certificate::print(&model.compiled.system, &property, &proof);
        if form.file(&text, &claimed).is_none_or(|file| file != content) {
            return Err(refused("what it claims is not what its proof comes down to in this model"));
        }
    }
    let outside = ask_outside(&claimed, budget)?;
    let how = match (proof, outside) {
        (Written::Bounded(_), Ok(name)) => format!("checked again by BatSat and by {name}"),
        (Written::Bounded(_), Err(why)) => format!("checked again by BatSat; {why}"),
        (Written::Unbounded(_), Ok(name)) => format!("checked again by {name}"),
        (Written::Unbounded(_), Err(why)) => {
            let advice = format!("install z3 or cvc5, or name another solver in {VARIABLE}");
            return Err(Unproved::NotChecked(format!("{why}\n    {advice}")));
        }
    };
    Ok((property, how))
}

/// Asks a solver that is installed whether claims are true; the name of one that says so, or why there is
/// none.
fn ask_outside(claimed: &Claimed, budget: &Budget) -> Result<Result<String, String>, Unproved> {
    let Some(program) = Program::find() else {
        return Ok(Err("no SMT solver is on the path".to_string()));
    };
    for Script { definitions, impossible } in claimed.scripts() {
        let conditions = impossible.iter().map(|(condition, _)| condition.as_str());
        match first_possible(&program, claimed.logic(), &definitions, conditions, budget) {
            Ok(None) => {}
            Ok(Some(number)) => {
                let why = &impossible[number].1;
                return Err(Unproved::Refused(match claimed {
                    Claimed::Bits(_) => format!("BatSat accepts it, but {} says: {why}", program.name),
                    Claimed::Integers(_) => why.clone(),
                }));
            }
            Err(Failed::Stopped(stop)) => return Err(Refusal::Stopped(stop).into()),
            Err(Failed::Solver(why)) => return Ok(Err(why)),
        }
    }
    Ok(Ok(program.name))
}

/// What a proof of a property is about.
fn sliced(model: &Model, property: &Property, budget: &Budget) -> Option<Slice> {
    model
        .compiled
        .reduce
        .then(|| slice(&model.compiled.system, &property.formula, budget.int_bound))
        .flatten()
}

/// Writes the certificates of a report, each into a file with the name of its property: the files, and the
/// reasons why some were not written.
pub fn write_all(
    model: &Model,
    path: &Path,
    report: &Report,
    budget: &Budget,
) -> Result<(Vec<PathBuf>, Vec<String>), Failure> {
    const ENDINGS: [&str; 4] = [".cert", ".smt2", ".aag", ".aig"];
    let form = Form::wanted(path);
    let proved: Vec<_> = report
        .answers
        .iter()
        .filter_map(|answer| match &answer.outcome.verdict {
            Verdict::Holds(Proof::Inductive(proof)) => {
                Some((&answer.property, Written::Bounded((**proof).clone())))
            }
            Verdict::Holds(Proof::Reported { certificate: Some(proof), .. }) => {
                Some((&answer.property, Written::Unbounded((**proof).clone())))
            }
            _ => None,
        })
        .collect();
    let (mut written, mut unwritten) = (Vec::new(), Vec::new());
    for (property, proof) in &proved {
        let file = match proved.len() {
            1 => path.to_path_buf(),
            _ => files::with_name(path, &property.name, &ENDINGS),
        };
        match content(model, form, property, proof, budget) {
            Ok(content) => {
                files::write(&file, content)?;
                written.push(file);
            }
            Err(why) => unwritten.push(format!("the proof of {} was not written: {why}", property.name)),
        }
    }
    Ok((written, unwritten))
}

/// The file of a proof; or why there is none of this form.
fn content(
    model: &Model,
    form: Form,
    property: &Property,
    proof: &Written,
    budget: &Budget,
) -> Result<Vec<u8>, String> {
    let text = certificate::print(&model.compiled.system, property, proof);
    if form == Form::Text {
        return Ok(text.into_bytes());
    }
    let sliced = sliced(model, property, budget);
    let system = sliced.as_ref().map_or(&model.compiled.system, |slice| &slice.system);
    let claimed = Claimed::by(system, property, proof, budget).map_err(|refusal| match refusal {
        Refusal::Wrong(why) => why,
        Refusal::Stopped(stop) => stop.reason().to_string(),
    })?;
    form.file(&text, &claimed).ok_or_else(|| {
        format!("integers without bounds have no form as {}; try a name that ends in .smt2", form.name())
    })
}
