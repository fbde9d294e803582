//! The forms that the file of a certificate has. The text is in all of them: as comments where others are
//! to check what it claims.

use std::path::Path;

use synod_core::{Certificate, Property};
use synod_printers::aiger::{self, miters};
use synod_printers::certificate::{self, HEADER};
use synod_printers::claims::Script;
use synod_sat::Claims;

use crate::models::Model;

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

    /// The file of a certificate that makes these claims.
    pub fn file(self, model: &Model, property: &Property, proof: &Certificate, claims: &[Claims]) -> Vec<u8> {
        let text = certificate::print(&model.system, property, proof);
        match self {
            Form::Text => text.into_bytes(),
            Form::Script => {
                let said: String = text.lines().map(|line| format!("; {line}\n")).collect();
                let head = format!("{said}\n; It is proved if every answer is unsat.\n(set-logic QF_UF)\n");
                let script = claims.iter().fold(head, |text, claims| text + &Script::new(claims).to_string());
                script.into_bytes()
            }
            Form::Circuit(form) => {
                let mut circuit = miters(claims, form);
                circuit.extend(comment(&text).bytes());
                circuit
            }
        }
    }
}

/// A text as the comment that ends a file of AIGER.
fn comment(text: &str) -> String {
    format!("c\n{text}")
}
