//! AIGER and BTOR2 as [`Frontend`]s.

use synod_core::{State, System};
use synod_frontend::{
    Blocked, Frontend, Language, LanguageModel, LanguageWord, Loaded, Narrator, Settings, Snippet, Symbol,
    SystemModel, file_stem,
};
use synod_syntax::{CodeExplanation, Diagnostic, Diagnostics, Source, Span};

use crate::circuit::Circuit;
use crate::codes::{AIGER_CODES, BTOR2_CODES};
use crate::narrator::CircuitNarrator;
use crate::scan::{Problem, problem};
use crate::{aiger, btor2, lower, words};

/// The format AIGER.
pub static AIGER: Aiger = Aiger;
/// The format BTOR2.
pub static BTOR2: Btor2 = Btor2;

/// Circuits of gates and latches.
pub struct Aiger;
/// Circuits of words.
pub struct Btor2;

const AIGER_LANGUAGE: Language = Language {
    name: "aiger",
    title: "AIGER",
    endings: &["aag", "aig"],
    meaning: "AIGER 1.9, circuits of gates and latches",
};

const BTOR2_LANGUAGE: Language = Language {
    name: "btor2",
    title: "BTOR2",
    endings: &["btor2", "btor"],
    meaning: "BTOR2, circuits of words",
};

/// What a circuit is besides its system.
struct Details(CircuitNarrator);

impl LanguageModel for Details {
    fn narrator(&self) -> Option<&dyn Narrator> {
        Some(&self.0)
    }

    /// Nobody waits for anything: where no input satisfies the constraints a run counts for nothing.
    fn blocked(&self, _: &System, _: &State) -> Option<Vec<Blocked>> {
        Some(Vec::new())
    }
}

fn loaded(language: &Language, source: &Source, circuit: Result<Circuit, Problem>) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let circuit = circuit.map_err(|problem| diagnostics.push(*problem)).ok();
    let model = circuit.map(|circuit| {
        let (compiled, narrator) = lower::lower(file_stem(source.name()), &circuit);
        SystemModel { language: language.name, compiled, details: Box::new(Details(narrator)) }
    });
    Loaded::system(model, diagnostics)
}

fn aiger_circuit(source: &Source) -> Result<Circuit, Problem> {
    let text = source.text();
    if !text.as_bytes().starts_with(aiger::binary::MARK) {
        return aiger::parse(text)?.circuit();
    }
    // A binary file that came as a text: its places are not those of the text that it stands for.
    let header = Span::new(0, text.find('\n').unwrap_or(text.len()));
    let decoded = aiger::binary::to_text(text.as_bytes());
    let decoded = decoded.map_err(|why| problem("aiger::syntax", header, why))?;
    let mut circuit = aiger::parse(&decoded).and_then(|file| file.circuit()).map_err(|found| {
        Box::new(Diagnostic { span: header, labels: Vec::new(), fixes: Vec::new(), ..*found })
    })?;
    circuit.goals.iter_mut().for_each(|goal| goal.span = header);
    circuit.inputs.iter_mut().for_each(|input| input.span = header);
    circuit.states.iter_mut().for_each(|state| state.signal.span = header);
    Ok(circuit)
}

impl Frontend for Aiger {
    fn language(&self) -> &Language {
        &AIGER_LANGUAGE
    }

    /// Only behind the line `c`, where all is comments.
    fn line_comments(&self) -> &'static [&'static str] {
        &["#"]
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("template.aag"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        words::aiger_symbols(source)
    }

    fn words(&self) -> &'static [LanguageWord] {
        words::AIGER_WORDS
    }

    fn snippets(&self) -> &'static [Snippet] {
        words::AIGER_SNIPPETS
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        AIGER_CODES
    }

    fn detects(&self, text: &str) -> bool {
        text.starts_with("aag ") || text.starts_with("aig ")
    }

    fn decode(&self, bytes: &[u8]) -> Option<Result<String, String>> {
        bytes.starts_with(aiger::binary::MARK).then(|| aiger::binary::to_text(bytes))
    }

    fn load(&self, source: &Source, _: &Settings) -> Loaded {
        loaded(&AIGER_LANGUAGE, source, aiger_circuit(source))
    }

    fn advice_on_questions(&self) -> Option<&'static str> {
        Some("AIGER has no notation for formulas: add a bad state or a justice property to the circuit")
    }
}

impl Frontend for Btor2 {
    fn language(&self) -> &Language {
        &BTOR2_LANGUAGE
    }

    fn line_comments(&self) -> &'static [&'static str] {
        &[";"]
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("template.btor2"))
    }

    fn symbols(&self, source: &Source) -> Vec<Symbol> {
        words::btor2_symbols(source)
    }

    fn words(&self) -> &'static [LanguageWord] {
        words::BTOR2_WORDS
    }

    fn snippets(&self) -> &'static [Snippet] {
        words::BTOR2_SNIPPETS
    }

    fn codes(&self) -> &'static [CodeExplanation] {
        BTOR2_CODES
    }

    fn detects(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(';'));
        let mut words = first.unwrap_or_default().split_whitespace();
        words.next().is_some_and(|number| number.parse::<u64>().is_ok()) && words.next() == Some("sort")
    }

    fn load(&self, source: &Source, _: &Settings) -> Loaded {
        loaded(&BTOR2_LANGUAGE, source, btor2::read(source.text()))
    }

    fn advice_on_questions(&self) -> Option<&'static str> {
        Some("BTOR2 has no notation for formulas: add a line `bad` or `justice` to the circuit")
    }
}
