//! Models, runs and reports as files.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::{Budget, Counterexample};
use synod_documents::{CheckReport, PropertyReport, Trace};
use synod_printers::control::Selection;
use synod_session::convert::{Conversion, convert};
use synod_session::family::OpenedFamily;
use synod_session::reports::{Checked, Format};
use synod_session::{Opened, OpenedModel, TraceView, charts, languages, narration};
use synod_syntax::Span;

use crate::failure::about;
use crate::places::SourcePlaces;
use crate::run::Wanted;
use crate::{AutomatonPicture, Failure, Listener, Model, RunSource, RunView, TextRange, automata, run};

/// Asks for a model in another form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowRequest {
    /// The text.
    pub model: Model,
    /// The form: one of `forms` of the catalogue, or of the language.
    pub form: String,
    /// The property of a circuit, or the only one of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// The only agent of a picture, or the type of its agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many steps a program takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The verifier that a C program is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier: Option<String>,
    /// The run of a chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunSource>,
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownFile {
    /// What it may be called.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its text.
    pub text: String,
    /// What it leaves out, as sentences.
    pub notes: Vec<String>,
}

impl ShownFile {
    /// What there is to save of the model at a path, in a form whose files have this ending.
    pub(crate) fn new(path: &str, ending: &str, text: String) -> Self {
        let media_type = match ending.rsplit('.').next().unwrap_or_default() {
            "json" | "sarif" => "application/json",
            "ndjson" => "application/x-ndjson",
            "xml" => "application/xml",
            "svg" => "image/svg+xml",
            "html" => "text/html",
            "csv" => "text/csv",
            "dot" => "text/vnd.graphviz",
            _ => "text/plain",
        };
        let name = format!("{}{ending}", synod_frontend::file_stem(path));
        ShownFile { name, media_type: media_type.to_string(), text, notes: Vec::new() }
    }
}

/// Asks for a report that can be read without anything else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The text.
    pub model: Model,
    /// What was found out.
    pub report: Box<CheckReport>,
    /// The form: `html`, `sarif`, `junit` or `csv`.
    pub form: String,
}

pub(crate) fn show(request: ShowRequest, budget: &Budget, _: Listener) -> Result<ShownFile, Failure> {
    let path = &request.model.path;
    let opened = request.model.system(budget)?;
    let trace = match &request.run {
        Some(run) => {
            let run = run.open(&opened, budget)?.run;
            let document = narration::run_document(&opened, &run, &TraceView::default());
            Some(("the run".to_string(), synod_documents::line(&document)?))
        }
        None => None,
    };
    let wanted = Conversion {
        form: request.form.clone(),
        binary: false,
        property: request.property.clone(),
        verifier: request.verifier.clone(),
        steps: request.steps,
        agent: request.agent.clone(),
        labels: None,
        trace,
    };
    let converted = convert(&languages(), &opened, &wanted).map_err(about(path))?;
    let ending = wanted.known_form(&languages()).map_or(".txt", |form| form.ending);
    let text = String::from_utf8_lossy(&converted.content).into_owned();
    Ok(ShownFile { notes: converted.notes, ..ShownFile::new(path, ending, text) })
}

pub(crate) fn report(request: ReportRequest, budget: &Budget, _: Listener) -> Result<ShownFile, Failure> {
    let path = &request.model.path;
    let known = [
        ("html", ".html", Format::Html),
        ("sarif", ".sarif", Format::Sarif),
        ("junit", ".junit.xml", Format::Junit),
        ("csv", ".csv", Format::Csv),
        ("json", ".json", Format::Json),
    ];
    let wanted = request.form.as_str();
    let found = known.into_iter().find(|(name, ..)| *name == wanted);
    let (_, ending, format) = found.ok_or_else(|| {
        synod_syntax::no_such("form of reports", wanted, known.iter().map(|(name, ..)| *name))
    })?;
    let mut report = *request.report;
    let mut runs = Vec::new();
    match request.model.open(budget) {
        Ok(Opened::System(opened)) => {
            for property in &mut report.properties {
                draw(&opened, property, budget);
            }
            if format == Format::Html {
                runs = viewed(&opened, &report, budget);
            }
        }
        Ok(Opened::Family(family)) if format == Format::Html => {
            runs = viewed_instances(&family, &report, budget);
        }
        _ => {}
    }
    let checked = [Checked::Report(report)];
    let text = match format {
        Format::Html => synod_session::reports::page(&checked, &|_, property| of_property(&runs, property)),
        _ => format.write(&checked, &synod_session::summary)?,
    };
    Ok(ShownFile::new(path, ending, text))
}

/// The runs of a property in a report, by its name, as the run viewer reads them.
pub type ViewedRuns = Vec<(String, Vec<String>)>;

/// The runs of this property.
pub fn of_property(runs: &ViewedRuns, property: &PropertyReport) -> Vec<String> {
    runs.iter().find(|(name, _)| *name == property.name).map_or_else(Vec::new, |(_, runs)| runs.clone())
}

/// More steps are not walked in the viewer.
const MOST_STEPS: usize = 500;

/// What the run viewer shows: a run with the automata that it lights.
#[derive(Serialize)]
struct Viewed<'a> {
    title: &'a str,
    view: RunView,
    automata: &'a [AutomatonPicture],
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}

/// The runs of all properties of a report on a model, for readers who have not its text. One that is not of this model is left out.
pub fn viewed(model: &OpenedModel, report: &CheckReport, budget: &Budget) -> ViewedRuns {
    let stage = Stage::without_text(model);
    report.properties.iter().map(|property| (property.name.clone(), stage.runs(property, budget))).collect()
}

/// The runs of a report on a family, each of the instance that violates its property.
pub fn viewed_instances(family: &OpenedFamily, report: &CheckReport, budget: &Budget) -> ViewedRuns {
    let of = |property: &PropertyReport| {
        let instance = violating(family, property, budget)?;
        Some((property.name.clone(), Stage::without_text(&instance).runs(property, budget)))
    };
    report.properties.iter().filter_map(of).collect()
}

/// The texts of the files of a model, by their names.
pub type Texts = HashMap<String, String>;

/// The runs of a property, for those who have the texts beside them: with the places of commands in them.
pub fn viewed_beside_text(
    opened: &Opened,
    property: &PropertyReport,
    texts: &Texts,
    budget: &Budget,
) -> Vec<String> {
    match opened {
        Opened::System(model) => Stage::beside_text(model, texts).runs(property, budget),
        Opened::Family(family) => violating(family, property, budget)
            .map_or_else(Vec::new, |instance| Stage::beside_text(&instance, texts).runs(property, budget)),
    }
}

/// A run that is about no property, such as a walk, for those who have the texts beside them.
pub fn walk_beside_text(
    model: &OpenedModel,
    trace: &Trace,
    title: &str,
    texts: &Texts,
    budget: &Budget,
) -> Result<String, Failure> {
    let wanted = Wanted { title: Some(title.to_string()), ..Wanted::default() };
    Stage::beside_text(model, texts).viewed(model, trace, title, wanted, None, budget)
}

/// The instance of a family in which a property is violated.
fn violating(family: &OpenedFamily, property: &PropertyReport, budget: &Budget) -> Option<OpenedModel> {
    let sizes = property.any_number.as_ref()?.violated_at.as_ref()?;
    family.instance(sizes, budget).ok()
}

/// A model whose runs are shown, with its automata.
struct Stage<'m> {
    model: &'m OpenedModel,
    automata: Vec<AutomatonPicture>,
}

impl<'m> Stage<'m> {
    fn new(model: &'m OpenedModel, place: &dyn Fn(Span) -> Option<TextRange>) -> Self {
        let automata = automata::drawn(&model.compiled.system, &Selection::default(), place);
        Stage { model, automata }
    }

    fn without_text(model: &'m OpenedModel) -> Self {
        Stage::new(model, &|_| None)
    }

    fn beside_text(model: &'m OpenedModel, texts: &Texts) -> Self {
        let places = SourcePlaces::new(&model.source, |name| texts.get(name).map(String::as_str));
        Stage::new(model, &|span| places.range(span))
    }

    /// The runs of a property.
    fn runs(&self, property: &PropertyReport, budget: &Budget) -> Vec<String> {
        let known = self.model.one_property(Some(&property.name)).ok();
        // A formula that was asked beside the text is read again.
        let asking = if known.is_none() { self.model.with_formula(&property.text).ok() } else { None };
        let asked = known.or_else(|| asking.as_ref()?.compiled.properties.last().cloned());
        let model = asking.as_ref().unwrap_or(self.model);
        let runs = [("counterexample", &property.trace), ("witness", &property.witness)];
        let runs = runs.into_iter().filter_map(|(kind, trace)| Some((kind, trace.as_ref()?)));
        let runs = runs.filter_map(|(kind, trace)| {
            let title = format!("{}: {kind}", property.name);
            let wanted =
                Wanted { property: asked.clone(), title: Some(kind.to_string()), ..Wanted::default() };
            let is_violation = kind == "counterexample" && trace.loop_start.is_none();
            let ending = is_violation.then(|| format!("the run ends here: {} is violated", property.name));
            self.viewed(model, trace, &title, wanted, ending, budget).ok()
        });
        runs.collect()
    }

    /// A run of the model, which may have been read with a formula besides.
    fn viewed(
        &self,
        model: &OpenedModel,
        trace: &Trace,
        title: &str,
        wanted: Wanted,
        ending: Option<String>,
        budget: &Budget,
    ) -> Result<String, Failure> {
        if trace.steps.len() > MOST_STEPS {
            return Err(format!("runs of more than {MOST_STEPS} steps are not shown").into());
        }
        let run = RunSource::Trace(Box::new(trace.clone())).open(model, budget)?;
        let view = run::view(model, run, wanted, budget);
        Ok(synod_documents::line(&Viewed { title, view, automata: &self.automata, ending })?)
    }
}

/// Draws the run of a property, which the document has as data alone. One that is not of this model stays without a chart.
fn draw(model: &OpenedModel, property: &mut PropertyReport, budget: &Budget) {
    let Some(trace) = property.trace.as_ref().or(property.witness.as_ref()) else { return };
    if let Ok(opened) = RunSource::Trace(Box::new(trace.clone())).open(model, budget) {
        let (system, run) = (&model.compiled.system, Counterexample::of(opened.run));
        let chart = charts::chart(system, model.narrator(), &property.name, &run, &TraceView::default());
        property.chart = Some(Box::new(chart));
    }
}
