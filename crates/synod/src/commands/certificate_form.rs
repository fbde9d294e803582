//! The forms that the file of a certificate has. The text is in all of them: as comments where others are
//! to check what it claims.

use std::path::Path;

use synod_core::{Budget, Property, System};
use synod_printers::aiger::{self, miters};
use synod_printers::certificate::{HEADER, Written};
use synod_printers::claims::Script;
use synod_sat::Refusal;

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

    /// The form that the name of a file asks for.
    pub fn wanted(path: &Path) -> Form {
        match path.extension().and_then(|ending| ending.to_str()) {
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
    Integers(Vec<synod_smt::Claims>),
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
            Written::Unbounded(proof) => {
                Claimed::Integers(synod_smt::claims_of(system, &property.formula, proof)?)
            }
        })
    }

    /// The logic that the scripts are in.
    pub fn logic(&self) -> &'static str {
        match self {
            Claimed::Bits(_) => "QF_UF",
            Claimed::Integers(_) => synod_smt::LOGIC,
        }
    }

    /// The claims for solvers, argument by argument.
    pub fn scripts(&self) -> Vec<Script> {
        match self {
            Claimed::Bits(claims) => claims.iter().map(Script::new).collect(),
            Claimed::Integers(claims) => {
                let script = |claims: &synod_smt::Claims| Script {
                    definitions: claims.definitions.clone(),
                    impossible: claims.impossible.clone(),
                };
                claims.iter().map(script).collect()
            }
        }
    }
}

/// A text as the comment that ends a file of AIGER.
fn comment(text: &str) -> String {
    format!("c\n{text}")
}
