//! The files of certificates: what is in them, in which form. The text is in all forms: as comments where others
//! are to check what it claims.

use synod_check::Report;
use synod_core::{Budget, Proof, Property, System, Verdict};
use synod_parameterised::{Conclusion, Family, IndexedProperty, Interleaved, Reason, Templates};
use synod_printers::aiger::{self, miters};
use synod_printers::certificate::{self, HEADER, Written};
use synod_printers::claims::Script;
use synod_sat::Refusal;

use crate::OpenedModel;
use crate::certify::reduced;
use crate::family::{FamilyAnswer, OpenedFamily};
use crate::smt_solver::{INTEGER_LOGIC, integer_claims};

/// A certificate to be written into a file of its own.
pub struct WrittenCertificate {
    /// The name of the property that it proves.
    pub property: String,
    /// The content of the file, or why there is none of this form.
    pub content: Result<Vec<u8>, String>,
}

/// The certificates of the properties of a report that were proved by an invariant.
pub fn of_report(
    model: &OpenedModel,
    report: &Report,
    form: Form,
    budget: &Budget,
) -> Vec<WrittenCertificate> {
    let proved = report.answers.iter().filter_map(|answer| match &answer.outcome.verdict {
        Verdict::Holds(Proof::Inductive(proof)) => {
            Some((&answer.property, Written::Bounded((**proof).clone())))
        }
        Verdict::Holds(Proof::Reported { certificate: Some(proof), .. }) => {
            Some((&answer.property, Written::Unbounded((**proof).clone())))
        }
        _ => None,
    });
    let written = proved.map(|(property, proof)| WrittenCertificate {
        property: property.name.clone(),
        content: content(model, form, property, &proof, budget),
    });
    written.collect()
}

/// The file of a proof; or why there is none of this form.
fn content(
    model: &OpenedModel,
    form: Form,
    property: &Property,
    proof: &Written,
    budget: &Budget,
) -> Result<Vec<u8>, String> {
    let system = &model.compiled.system;
    let text = certificate::print(system, property, proof);
    if form == Form::Text {
        return Ok(text.into_bytes());
    }
    let reduced = reduced(model, property, budget);
    let reduced = reduced.as_ref().map_or(system, synod_passes::Reduced::system);
    let claimed = Claimed::by(reduced, property, proof, budget).map_err(|refusal| match refusal {
        Refusal::Wrong(why) => why,
        Refusal::Stopped(stop) => stop.reason().to_string(),
    })?;
    form.file(&text, &claimed).ok_or_else(|| {
        format!("integers without bounds have no form as {}; try a name that ends in .smt2", form.name())
    })
}

/// The certificates of the properties of a family that hold for every size. What was proved in another way is proved
/// once more, by backward search.
pub fn of_family(model: &OpenedFamily, answers: &[FamilyAnswer], budget: &Budget) -> Vec<WrittenCertificate> {
    let Templates::Interleaved(family) = &model.templates else { return Vec::new() };
    let proved = answers.iter().filter_map(|answer| {
        let property = model.property(&answer.name)?;
        let proof = family_certificate(family, property, &answer.answer.conclusion, budget)?;
        let content = Ok(proof.print(family, property).into_bytes());
        Some(WrittenCertificate { property: property.name.clone(), content })
    });
    proved.collect()
}

fn family_certificate(
    family: &Family<Interleaved>,
    property: &IndexedProperty,
    conclusion: &Conclusion,
    budget: &Budget,
) -> Option<synod_parameterised::Certificate> {
    match conclusion {
        Conclusion::Holds(Reason::Unreachable(certificate)) => Some((**certificate).clone()),
        Conclusion::Holds(_) => family.certificate(property, budget),
        Conclusion::Violated { .. } | Conclusion::Unknown { .. } => None,
    }
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// People, and Synod.
    Text,
    /// Solvers for SMT-LIB.
    Script,
    /// Tools that work on circuits.
    Circuit(aiger::Form),
}

impl Form {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Script => "SMT-LIB",
            Form::Circuit(_) => "AIGER",
        }
    }

    /// The endings of the names of files that certificates are written into.
    pub const ENDINGS: [&str; 4] = [".cert", ".smt2", ".aag", ".aig"];

    /// The form that the name of a file asks for.
    pub fn wanted(file_name: &str) -> Form {
        match file_name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("smt2") => Form::Script,
            Some("aag") => Form::Circuit(aiger::Form::Text),
            Some("aig") => Form::Circuit(aiger::Form::Binary),
            _ => Form::Text,
        }
    }

    /// The form of a file with this content.
    pub fn of(content: &[u8]) -> Form {
        match content {
            [b';', ..] => Form::Script,
            [b'a', b'a', b'g', b' ', ..] => Form::Circuit(aiger::Form::Text),
            [b'a', b'i', b'g', b' ', ..] => Form::Circuit(aiger::Form::Binary),
            _ => Form::Text,
        }
    }

    /// The text of the certificate in a file of this form.
    pub fn text(self, content: &[u8]) -> Option<String> {
        match self {
            Form::Text => {
                // Some editors put a byte order mark first.
                std::str::from_utf8(content).ok().map(|text| text.trim_start_matches('\u{feff}').to_string())
            }
            Form::Script => {
                let lines = std::str::from_utf8(content).ok()?.lines();
                let said = lines.map_while(|line| line.strip_prefix("; "));
                Some(said.map(|line| format!("{line}\n")).collect())
            }
            Form::Circuit(_) => {
                // What stands for gates may look like the beginning of a comment, so the last one counts.
                let begin = comment(HEADER).into_bytes();
                let at = content.windows(begin.len()).rposition(|part| part == begin)?;
                std::str::from_utf8(&content[at..]).ok()?.strip_prefix(&comment("")).map(str::to_string)
            }
        }
    }

    /// The file of a certificate with this text that makes these claims; `None` if there is no such form of it.
    pub fn file(self, text: &str, claimed: &Claimed) -> Option<Vec<u8>> {
        match self {
            Form::Text => Some(text.as_bytes().to_vec()),
            Form::Script => {
                let said: String = text.lines().map(|line| format!("; {line}\n")).collect();
                let logic = claimed.logic();
                let head = format!("{said}\n; It is proved if every answer is unsat.\n(set-logic {logic})\n");
                let scripts = claimed.scripts();
                Some(scripts.iter().fold(head, |text, script| text + &script.to_string()).into_bytes())
            }
            Form::Circuit(form) => {
                let Claimed::Bits(claims) = claimed else { return None };
                let mut circuit = miters(claims, form);
                circuit.extend(comment(text).bytes());
                Some(circuit)
            }
        }
    }
}

/// What the arguments of a certificate claim.
pub enum Claimed {
    /// Of circuits.
    Bits(Vec<synod_sat::Claims>),
    /// Of integers without bounds.
    Integers(Vec<Script>),
}

impl Claimed {
    /// What the certificate of a system claims.
    pub fn by(
        system: &System,
        property: &Property,
        proof: &Written,
        budget: &Budget,
    ) -> Result<Claimed, Refusal> {
        Ok(match proof {
            Written::Bounded(proof) => {
                Claimed::Bits(synod_sat::claims_of(system, &property.formula, proof, budget)?)
            }
            Written::Unbounded(proof) => Claimed::Integers(integer_claims(system, &property.formula, proof)?),
        })
    }

    /// The logic that the scripts are in.
    pub fn logic(&self) -> &'static str {
        match self {
            Claimed::Bits(_) => "QF_UF",
            Claimed::Integers(_) => INTEGER_LOGIC,
        }
    }

    /// The claims for solvers, argument by argument.
    pub fn scripts(&self) -> Vec<Script> {
        match self {
            Claimed::Bits(claims) => claims.iter().map(Script::new).collect(),
            Claimed::Integers(scripts) => scripts.clone(),
        }
    }
}

/// A text as the comment that ends a file of AIGER.
fn comment(text: &str) -> String {
    format!("c\n{text}")
}
