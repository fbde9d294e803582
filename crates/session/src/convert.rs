//! Models in other forms: to read, as pictures, and for other tools.

use synod_core::{Budget, Property};
use synod_frontend::{Form, Registry};
use synod_printers::circuit::Printable;
use synod_printers::smv::{self, Target};
use synod_printers::{aiger, btor2, c, json, lnt, text};

use crate::pictures::{self, PictureFormat};
use crate::{OpenedModel, Rejection};

/// Forms that models of all languages have.
pub const FORMS: [Form; 9] = [
    Form { name: "text", meaning: "Variables, initial condition, rules and properties, to read" },
    Form { name: "json", meaning: "The same for programs (see `synod schema system`)" },
    Form { name: "dot", meaning: "The automata of the agents for Graphviz" },
    Form { name: "svg", meaning: "The automata of the agents as a picture" },
    Form { name: "smv", meaning: "Input for nuXmv and NuSMV" },
    Form {
        name: "aiger",
        meaning: "A property as a circuit, for hardware model checkers (AIGER 1.9; binary into files named *.aig)",
    },
    Form { name: "btor2", meaning: "A property as a circuit, for hardware model checkers (BTOR2)" },
    Form { name: "c", meaning: "A sequential program, for verifiers of C programs" },
    Form { name: "lnt", meaning: "A sequential program for CADP (LNT)" },
];

/// Verifiers of C programs.
pub const VERIFIERS: [(Form, c::Target); 6] = [
    (Form { name: "cbmc", meaning: "CBMC" }, c::Target::Cbmc),
    (Form { name: "esbmc", meaning: "ESBMC" }, c::Target::Esbmc),
    (Form { name: "cseq", meaning: "CSeq" }, c::Target::Cseq),
    (Form { name: "2ls", meaning: "2LS (a program without arrays)" }, c::Target::TwoLs),
    (Form { name: "cpachecker", meaning: "CPAchecker (a program without arrays)" }, c::Target::CpaChecker),
    (Form { name: "svcomp", meaning: "Any verifier that takes part in SV-COMP" }, c::Target::SvComp),
];

/// What is to be shown.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The name of the form: one of [`FORMS`], or of the forms of the language.
    pub form: String,
    /// Whether an AIGER circuit is to be binary.
    pub binary: bool,
    /// The property of a circuit, or the only one of a program.
    pub property: Option<String>,
    /// The verifier that a C program is for: one of [`VERIFIERS`].
    pub verifier: Option<String>,
    /// How many steps a program takes.
    pub steps: Option<u64>,
    /// The only agent of a picture.
    pub agent: Option<String>,
}

/// A model in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The content of a file of this form.
    pub content: Vec<u8>,
    /// What the content leaves out, as sentences.
    pub notes: Vec<String>,
}

impl Conversion {
    /// Whether the form is a program, which takes a number of steps.
    pub fn is_program(&self) -> bool {
        ["c", "lnt"].contains(&self.form.as_str())
    }

    /// Whether everything that is asked for goes with the form.
    pub fn validate(&self) -> Result<(), Rejection> {
        let form = self.form.as_str();
        let misplaced = [
            (self.verifier.is_some() && form != "c", "`--for` applies to the format c only"),
            (self.steps.is_some() && !self.is_program(), "`--steps` applies to the formats c and lnt only"),
            (
                self.agent.is_some() && !["dot", "svg"].contains(&form),
                "`--agent` applies to the formats dot and svg only",
            ),
        ];
        match misplaced.into_iter().find(|(is_misplaced, _)| *is_misplaced) {
            Some((_, message)) => Err(Rejection::because(message)),
            None => Ok(()),
        }
    }
}

/// A model in another form.
pub fn convert(
    languages: &Registry,
    model: &OpenedModel,
    wanted: &Conversion,
) -> Result<Converted, Rejection> {
    wanted.validate()?;
    convert_valid(languages, model, wanted).map_err(|why| model.reject(why))
}

fn convert_valid(
    languages: &Registry,
    model: &OpenedModel,
    wanted: &Conversion,
) -> Result<Converted, String> {
    let (system, properties) = (&model.compiled.system, &model.compiled.properties);
    let agents = match &wanted.agent {
        Some(name) => vec![model.find_agent(name)?],
        None => Vec::new(),
    };
    let circuit = || circuit(model, wanted.property.as_deref()).map(|(_, circuit)| circuit);
    let content = match wanted.form.as_str() {
        "text" => text::system(system, properties),
        "json" => synod_documents::text(&json::system(system, properties))?,
        "smv" => smv::model(system, properties, Target::NuXmv).map_err(|error| error.to_string())?,
        "aiger" if wanted.binary => {
            return Ok(Converted { content: aiger::binary(&circuit()?), notes: Vec::new() });
        }
        "aiger" => aiger::text(&circuit()?),
        "btor2" => btor2::text(&circuit()?),
        "dot" => pictures::automata(system, &agents, PictureFormat::Dot),
        "svg" => pictures::automata(system, &agents, PictureFormat::Svg),
        "c" | "lnt" => return program(model, wanted),
        form => model.details.form(form).ok_or_else(|| languages.foreign_form(form))?,
    };
    Ok(Converted { content: content.into_bytes(), notes: Vec::new() })
}

/// The property asked for, which must be one, as a circuit.
pub fn circuit(model: &OpenedModel, wanted: Option<&str>) -> Result<(Property, Printable), String> {
    let property = model.one_property(wanted)?;
    let int_bound = Budget::default().int_bound;
    let printable = Printable::new(&model.compiled.system, &property, int_bound);
    Ok((property, printable.map_err(|error| error.to_string())?))
}

/// The model as a sequential program. A property that is asked for by name must be expressible; others that are not
/// are noted, here and in the program.
fn program(model: &OpenedModel, wanted: &Conversion) -> Result<Converted, String> {
    let names: Vec<String> = wanted.property.iter().cloned().collect();
    let properties = model.select(&names).map_err(|error| error.to_string())?;
    let advised = |why: String| match model.reader.frontend.advice_on_wide_integers() {
        Some(advice) => format!("{why}; {advice}"),
        None => why,
    };
    let system = &model.compiled.system;
    let (text, refused) = if wanted.form == "lnt" {
        let printed =
            lnt::program(system, &properties, wanted.steps).map_err(|why| advised(why.to_string()))?;
        (printed.text, printed.refused)
    } else {
        let wanted_verifier = wanted.verifier.as_deref().unwrap_or(VERIFIERS[0].0.name);
        let known = VERIFIERS.iter().find(|(verifier, _)| verifier.name == wanted_verifier);
        let (_, target) = known.ok_or_else(|| format!("there is no verifier `{wanted_verifier}`"))?;
        let options = c::Options { target: *target, steps: wanted.steps, ends: false };
        let printed = c::program(system, &properties, &options).map_err(|why| advised(why.to_string()))?;
        (printed.text, printed.refused)
    };
    let notes = refused
        .iter()
        .map(|(name, reason)| format!("the program says nothing about `{name}`, which {reason}"));
    let notes: Vec<String> = notes.collect();
    match notes.first() {
        Some(note) if wanted.property.is_some() => Err(note.clone()),
        _ => Ok(Converted { content: text.into_bytes(), notes }),
    }
}
