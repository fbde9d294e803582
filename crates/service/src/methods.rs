//! The table of methods: what can be asked, what comes back, and who answers.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use synod_core::Budget;
use synod_documents as documents;

use crate::{
    Automata, AutomataRequest, Catalogue, CheckRequest, CompleteRequest, Completions, CutoffRequest,
    EstimateRequest, ExampleRequest, ExplainRequest, Explanation, ExportRequest, Failure, FailureKind,
    FormatRequest, GraphRequest, HoverText, JobEvent, ModelRequest, NameMention, NamedText, Nothing,
    PlaceRequest, PlayRequest, PlayView, RenameRequest, ReportRequest, RunRequest, RunView, ShowRequest,
    ShownFile, SimulateRequest, StateGraph, TextAnalysis, TextEdits, TextRange, WalkRequest, WalkView,
};
use crate::{analysis, automata, check, cutoff, editing, graph, languages, play, random, run, show, walk};

/// Who is told of work that is going on.
pub type Listener<'a> = &'a (dyn Fn(JobEvent) + Sync);

/// Something that can be asked.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub meaning: &'static str,
    /// Whether it may take long and tells news: such requests are jobs.
    pub is_job: bool,
    request: fn(&mut SchemaGenerator) -> Schema,
    answer: fn(&mut SchemaGenerator) -> Schema,
    call: fn(Value, &Budget, Listener) -> Result<Value, Failure>,
}

impl Method {
    /// The method of a name.
    pub fn named(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name)
    }

    /// The schema of its requests.
    pub fn request(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.request)(generator)
    }

    /// The schema of its answers.
    pub fn answer(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.answer)(generator)
    }
}

/// Answers a request within a budget, and tells news meanwhile.
pub fn call(name: &str, request: Value, budget: &Budget, listener: Listener) -> Result<Value, Failure> {
    let Some(method) = Method::named(name) else {
        let names = METHODS.iter().map(|method| method.name);
        return Err(Failure::new(FailureKind::Missing, synod_syntax::no_such("method", name, names)));
    };
    (method.call)(request, budget, listener)
}

fn answered<R: DeserializeOwned, A: Serialize>(
    request: Value,
    answer: impl FnOnce(R) -> Result<A, Failure>,
) -> Result<Value, Failure> {
    let malformed = |error: serde_json::Error| Failure::new(FailureKind::Malformed, error.to_string());
    let answer = answer(serde_json::from_value(request).map_err(malformed)?)?;
    serde_json::to_value(answer).map_err(malformed)
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

macro_rules! methods {
    ($($kind:ident $name:literal ($request:ty) -> $answer:ty, $handler:expr, $meaning:literal;)*) => {
        /// All methods.
        pub static METHODS: &[Method] = &[$(Method {
            name: $name,
            meaning: $meaning,
            is_job: methods!(@$kind),
            request: schema::<$request>,
            answer: schema::<$answer>,
            call: |request, budget, listener| {
                answered(request, |request: $request| -> Result<$answer, Failure> {
                    $handler(request, budget, listener)
                })
            },
        }),*];
    };
    (@job) => { true };
    (@quick) => { false };
}

methods! {
    quick "catalogue" (Nothing) -> Catalogue, languages::catalogue,
        "All that is the same for every model: languages, examples, engines, forms.";
    quick "example" (ExampleRequest) -> NamedText, languages::example,
        "The text of an example.";
    quick "explain" (ExplainRequest) -> Explanation, languages::explain,
        "What a code of a diagnostic or of a remark means.";
    quick "analyse" (ModelRequest) -> TextAnalysis, analysis::analyse,
        "What a text is, as far as it is understood: findings with fixes, properties, parameters, outline, tokens.";
    quick "complete" (CompleteRequest) -> Completions, editing::complete,
        "What may be written next, in the text or in a formula beside it.";
    quick "hover" (PlaceRequest) -> Option<HoverText>, editing::hover,
        "What is to be known about a place of a text; null if nothing is.";
    quick "definition" (PlaceRequest) -> Vec<TextRange>, editing::definition,
        "Where that which is named at a place is declared.";
    quick "references" (PlaceRequest) -> Vec<NameMention>, editing::references,
        "All places where that is mentioned which is named at a place.";
    quick "rename" (RenameRequest) -> TextEdits, editing::rename,
        "The changes that give a new name to what is named at a place.";
    quick "format" (FormatRequest) -> TextEdits, editing::format,
        "The changes that lay a text out as usual.";
    quick "automata" (AutomataRequest) -> Automata, automata::automata,
        "The automata of the agents as pictures, with the places of their commands.";
    job "check" (CheckRequest) -> documents::CheckReport, check::check,
        "Verdicts on properties and formulas, with evidence.";
    quick "run" (RunRequest) -> RunView, run::run,
        "A run, ready to be looked at: chart, changes, control states, watches, the truth of each part of a property.";
    quick "walk" (WalkRequest) -> WalkView, walk::walk,
        "Where a walk leads: what can be done there, and why other things cannot.";
    quick "export" (ExportRequest) -> ShownFile, run::export,
        "A run as a file.";
    job "simulate" (SimulateRequest) -> documents::SimulateReport, random::simulate,
        "Random runs, and figures about them.";
    job "estimate" (EstimateRequest) -> documents::EstimateReport, random::estimate,
        "How likely properties are to hold on random runs.";
    job "cutoff" (CutoffRequest) -> documents::CutoffReport, cutoff::cutoff,
        "What holds for any number of agents.";
    quick "show" (ShowRequest) -> ShownFile, show::show,
        "A model in another form.";
    job "graph" (GraphRequest) -> StateGraph, graph::graph,
        "The state graph of a small model.";
    quick "play" (PlayRequest) -> PlayView, play::play,
        "How a play against a strategy goes on.";
    quick "report" (ReportRequest) -> ShownFile, show::report,
        "A report of a check that can be read without anything else.";
}
