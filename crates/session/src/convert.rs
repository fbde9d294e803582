//! Models in other forms: to read, as pictures, and for other tools.

use synod_core::{Budget, Counterexample, Property, System};
use synod_frontend::{Form, Registry};
use synod_printers::circuit::Printable;
use synod_printers::{Unprintable, aiger, btor2, c, json, lnt, opencl, smv, text};

use crate::pictures::{self, Labels, PictureFormat};
use crate::replay::{Judgement, Replayed};
use crate::traces::TraceFormat;
use crate::{OpenedModel, Rejection, TraceView, traces};

/// A form that models of all languages have.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name and meaning.
    pub form: Form,
    /// What a text of this form is about.
    pub subject: Subject,
    /// The options that go with it.
    takes: &'static [Choice],
    print: fn(&OpenedModel, &Conversion) -> Result<Converted, String>,
}

/// What a model in another form is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The model as a whole.
    Model,
    /// One of its properties, which has to be named where there are several.
    Property,
    /// A run, which has to be given.
    Run,
}

/// An option that goes with some forms only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Agent,
    Labels,
    Steps,
    Trace,
    Verifier,
}

impl Choice {
    const ALL: [Choice; 5] = [Choice::Agent, Choice::Labels, Choice::Steps, Choice::Trace, Choice::Verifier];

    /// The option as it is typed.
    fn option(self) -> &'static str {
        match self {
            Choice::Agent => "--agent",
            Choice::Labels => "--labels",
            Choice::Steps => "--steps",
            Choice::Trace => "--trace",
            Choice::Verifier => "--for",
        }
    }

    fn is_made(self, wanted: &Conversion) -> bool {
        match self {
            Choice::Agent => wanted.agent.is_some(),
            Choice::Labels => wanted.labels.is_some(),
            Choice::Steps => wanted.steps.is_some(),
            Choice::Trace => wanted.trace.is_some(),
            Choice::Verifier => wanted.verifier.is_some(),
        }
    }
}

/// Forms that models of all languages have.
pub const TARGETS: &[Target] = &[
    Target {
        form: Form {
            name: "text",
            meaning: "Variables, initial condition, rules and properties, to read",
            ending: ".txt",
        },
        subject: Subject::Model,
        takes: &[],
        print: |model, _| {
            Ok(Converted::text(text::system(&model.compiled.system, &model.compiled.properties)))
        },
    },
    Target {
        form: Form {
            name: "json",
            meaning: "The same for programs (see `synod schema system`)",
            ending: ".json",
        },
        subject: Subject::Model,
        takes: &[],
        print: |model, _| {
            let document = json::system(&model.compiled.system, &model.compiled.properties);
            synod_documents::text(&document).map(Converted::text)
        },
    },
    Target {
        form: Form { name: "dot", meaning: "The automata of the agents for Graphviz", ending: ".dot" },
        subject: Subject::Model,
        takes: &[Choice::Agent, Choice::Labels],
        print: |model, wanted| automata(model, wanted, PictureFormat::Dot),
    },
    Target {
        form: Form { name: "svg", meaning: "The automata of the agents as a picture", ending: ".svg" },
        subject: Subject::Model,
        takes: &[Choice::Agent, Choice::Labels],
        print: |model, wanted| automata(model, wanted, PictureFormat::Svg),
    },
    Target {
        form: Form { name: "sequence", meaning: "A trace (`--trace`) as a sequence chart", ending: ".svg" },
        subject: Subject::Run,
        takes: &[Choice::Trace],
        print: |model, wanted| chart(model, wanted, TraceFormat::Svg),
    },
    Target {
        form: Form {
            name: "mermaid",
            meaning: "A trace (`--trace`) as a sequence chart for Mermaid",
            ending: ".mmd",
        },
        subject: Subject::Run,
        takes: &[Choice::Trace],
        print: |model, wanted| chart(model, wanted, TraceFormat::Mermaid),
    },
    Target {
        form: Form {
            name: "plantuml",
            meaning: "A trace (`--trace`) as a sequence chart for PlantUML",
            ending: ".puml",
        },
        subject: Subject::Run,
        takes: &[Choice::Trace],
        print: |model, wanted| chart(model, wanted, TraceFormat::PlantUml),
    },
    Target {
        form: Form { name: "smv", meaning: "Input for nuXmv and NuSMV", ending: ".smv" },
        subject: Subject::Model,
        takes: &[],
        print: |model, _| {
            let printed = smv::model(&model.compiled.system, &model.compiled.properties, smv::Target::NuXmv);
            printed.map(Converted::text).map_err(|error| error.to_string())
        },
    },
    Target {
        form: Form {
            name: "aiger",
            meaning: "A property as a circuit, for hardware model checkers (AIGER 1.9; binary into files named *.aig)",
            ending: ".aag",
        },
        subject: Subject::Property,
        takes: &[],
        print: |model, wanted| {
            let (_, circuit) = circuit(model, wanted.property.as_deref(), Printable::new)?;
            Ok(match wanted.binary {
                true => Converted { content: aiger::binary(&circuit), notes: Vec::new() },
                false => Converted::text(aiger::text(&circuit)),
            })
        },
    },
    Target {
        form: Form {
            name: "btor2",
            meaning: "A property as a circuit, for hardware model checkers (BTOR2)",
            ending: ".btor2",
        },
        subject: Subject::Property,
        takes: &[],
        print: |model, wanted| {
            let (_, circuit) = circuit(model, wanted.property.as_deref(), Printable::with_words)?;
            Ok(Converted::text(btor2::text(&circuit)))
        },
    },
    Target {
        form: Form { name: "c", meaning: "A sequential program, for verifiers of C programs", ending: ".c" },
        subject: Subject::Model,
        takes: &[Choice::Steps, Choice::Verifier],
        print: |model, wanted| {
            let name = wanted.verifier.as_deref().unwrap_or(VERIFIERS[0].0.name);
            let known = VERIFIERS.iter().find(|(verifier, _)| verifier.name == name);
            let (_, target) = known.ok_or_else(|| format!("there is no verifier `{name}`"))?;
            let options = c::Options { target: *target, steps: wanted.steps, ends: false };
            program(model, wanted, |system, properties| {
                let printed = c::program(system, properties, &options).map_err(|why| why.to_string())?;
                Ok((printed.text, printed.refused))
            })
        },
    },
    Target {
        form: Form { name: "lnt", meaning: "A sequential program for CADP (LNT)", ending: ".lnt" },
        subject: Subject::Model,
        takes: &[Choice::Steps],
        print: |model, wanted| {
            program(model, wanted, |system, properties| {
                let printed =
                    lnt::program(system, properties, wanted.steps).map_err(|why| why.to_string())?;
                Ok((printed.text, printed.refused))
            })
        },
    },
    Target {
        form: Form {
            name: "opencl",
            meaning: "The search that the engine `gpu` runs (OpenCL C)",
            ending: ".cl",
        },
        subject: Subject::Model,
        takes: &[],
        print: |model, _| {
            let bound = Budget::default().int_bound;
            let printed = opencl::SearchProgram::new(&model.compiled.system, None, bound);
            printed.map(|program| Converted::text(program.text)).map_err(|why| why.to_string())
        },
    },
];

/// Verifiers of C programs.
pub const VERIFIERS: [(Form, c::Target); 6] = [
    (c_for("cbmc", "CBMC"), c::Target::Cbmc),
    (c_for("esbmc", "ESBMC"), c::Target::Esbmc),
    (c_for("cseq", "CSeq"), c::Target::Cseq),
    (c_for("2ls", "2LS (a program without arrays)"), c::Target::TwoLs),
    (c_for("cpachecker", "CPAchecker (a program without arrays)"), c::Target::CpaChecker),
    (c_for("svcomp", "Any verifier that takes part in SV-COMP"), c::Target::SvComp),
];

const fn c_for(name: &'static str, meaning: &'static str) -> Form {
    Form { name, meaning, ending: ".c" }
}

/// What is to be shown.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The name of the form: one of [`TARGETS`], or of the forms of the language.
    pub form: String,
    /// Whether an AIGER circuit is to be binary.
    pub binary: bool,
    /// The property of a circuit, or the only one of a program.
    pub property: Option<String>,
    /// The verifier that a C program is for: one of [`VERIFIERS`].
    pub verifier: Option<String>,
    /// How many steps a program takes.
    pub steps: Option<u64>,
    /// The only agent of a picture, or the type of its agents.
    pub agent: Option<String>,
    /// What stands on arrows of a picture, if it is not the usual.
    pub labels: Option<Labels>,
    /// The name and the text of the file with a trace, for charts.
    pub trace: Option<(String, String)>,
}

/// A model in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The content of a file of this form.
    pub content: Vec<u8>,
    /// What the content leaves out, as sentences.
    pub notes: Vec<String>,
}

impl Converted {
    /// A text with the names, texts and comments of the model in it, but nothing of them that a terminal would obey.
    fn text(text: String) -> Converted {
        Converted { content: synod_syntax::visible(&text).into_bytes(), notes: Vec::new() }
    }
}

impl Conversion {
    fn target(&self) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.form.name == self.form)
    }

    /// The form, if there is one of this name.
    pub fn known_form(&self, languages: &Registry) -> Option<Form> {
        let of_languages =
            || languages.forms().into_iter().map(|(form, _)| form).find(|form| form.name == self.form);
        self.target().map(|target| target.form).or_else(of_languages)
    }

    /// Whether everything that is asked for goes with the form.
    pub fn validate(&self) -> Result<(), Rejection> {
        let taken = self.target().map_or(&[] as &[Choice], |target| target.takes);
        let misplaced = |choice: &Choice| choice.is_made(self) && !taken.contains(choice);
        match Choice::ALL.into_iter().find(misplaced) {
            Some(choice) => {
                let takers = TARGETS.iter().filter(|target| target.takes.contains(&choice));
                let names: Vec<&str> = takers.map(|target| target.form.name).collect();
                let formats = if names.len() == 1 { "format" } else { "formats" };
                let option = choice.option();
                let message = format!("`{option}` applies to the {formats} {} only", names.join(" and "));
                Err(Rejection::because(message))
            }
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
    let converted = match wanted.target() {
        Some(target) => (target.print)(model, wanted),
        None => {
            let of_language = model.details.form(&wanted.form);
            of_language.map(Converted::text).ok_or_else(|| languages.foreign_form(&wanted.form))
        }
    };
    converted.map_err(|why| model.reject(why))
}

fn automata(model: &OpenedModel, wanted: &Conversion, format: PictureFormat) -> Result<Converted, String> {
    let agents = match &wanted.agent {
        Some(name) => model.find_agents(name)?,
        None => Vec::new(),
    };
    let labels = wanted.labels.unwrap_or_default();
    Ok(Converted::text(pictures::automata(&model.compiled.system, &agents, labels, format)))
}

/// A trace as a chart. It must be a run of the model.
fn chart(model: &OpenedModel, wanted: &Conversion, format: TraceFormat) -> Result<Converted, String> {
    let Some((name, text)) = &wanted.trace else {
        return Err("a chart is one of a trace: name its file with `--trace`".to_string());
    };
    let replayed = Replayed::new(model, wanted.property.as_deref(), name, text)?;
    let title = replayed.property.as_ref().map_or("a run", |property| &property.name).to_string();
    match replayed.judgement {
        Judgement::NotARun(why) => Err(format!("`{name}` is not a run of the model: {why}")),
        Judgement::NotAWitness(why) | Judgement::NoTrace(why) => {
            Err(format!("`{name}` has no run in it: {why}"))
        }
        Judgement::NoViolation(trace, _)
        | Judgement::MoreThanOneRun(trace, _)
        | Judgement::Satisfied(trace)
        | Judgement::Open(trace)
        | Judgement::Confirmed(trace) => {
            let run = Counterexample::of(trace);
            traces::write(model, format, &title, &run, &TraceView::default()).map(Converted::text)
        }
    }
}

/// The property asked for, which must be one, as a circuit.
pub fn circuit(
    model: &OpenedModel,
    wanted: Option<&str>,
    make: fn(&System, &Property, i64) -> Result<Printable, Unprintable>,
) -> Result<(Property, Printable), String> {
    let property = model.one_property(wanted)?;
    let int_bound = Budget::default().int_bound;
    let printable = make(&model.compiled.system, &property, int_bound);
    Ok((property, printable.map_err(|error| error.to_string())?))
}

/// The text of a program, and the properties that it says nothing about, each with the reason.
type Program = (String, Vec<(String, String)>);

/// The model as a sequential program. A property that is asked for by name must be expressible; others that are not
/// are noted, here and in the program.
fn program(
    model: &OpenedModel,
    wanted: &Conversion,
    print: impl Fn(&System, &[Property]) -> Result<Program, String>,
) -> Result<Converted, String> {
    let names: Vec<String> = wanted.property.iter().cloned().collect();
    let properties = model.select(&names)?;
    let printed = print(&model.compiled.system, &properties);
    let (text, refused) = printed.map_err(|why| match model.reader.frontend.advice_on_wide_integers() {
        Some(advice) => format!("{why}; {advice}"),
        None => why,
    })?;
    let notes = refused
        .iter()
        .map(|(name, reason)| format!("the program says nothing about `{name}`, which {reason}"));
    let notes: Vec<String> = notes.collect();
    match notes.first() {
        Some(note) if wanted.property.is_some() => Err(note.clone()),
        _ => Ok(Converted { notes, ..Converted::text(text) }),
    }
}
