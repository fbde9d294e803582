//! What can be written and asked: languages with their words, examples, engines and forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use synod_core::Budget;
use synod_frontend::{Form, Frontend, LanguageOption, OptionKind};
use synod_session::check::{AUTO, BUILT_IN, ENGINES};
use synod_session::convert::{Subject, TARGETS};
use synod_session::languages;
use synod_session::templates::template;
use synod_session::traces::TraceFormat;
use synod_syntax::{Source, no_such};

use crate::{Failure, FailureKind, Listener};

/// A request that needs to say nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// All that is the same for every model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// The version of Synod.
    pub synod: String,
    /// The languages.
    pub languages: Vec<LanguageInfo>,
    /// The engines that can be asked for; `auto` comes first.
    pub engines: Vec<Named>,
    /// Properties that can be asked of every model.
    pub built_in: Vec<Named>,
    /// Forms in which models can be shown.
    pub forms: Vec<FormInfo>,
    /// Forms in which runs can be written.
    pub run_forms: Vec<Named>,
    /// Models that teach.
    pub examples: Vec<ExampleInfo>,
}

/// Something that can be asked for by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// What it is.
    pub meaning: String,
}

/// A form in which models can be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormInfo {
    /// Its name.
    pub name: String,
    /// What it is.
    pub meaning: String,
    /// The ending of its files, with the dot.
    pub ending: String,
    /// What a text of this form is about.
    pub subject: FormSubject,
}

/// What a model in another form is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormSubject {
    /// The model as a whole.
    Model,
    /// One of its properties, which has to be named where there are several.
    Property,
    /// A run, which has to be given.
    Run,
}

/// A language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LanguageInfo {
    /// Its unique name.
    pub name: String,
    /// Its name in sentences.
    pub title: String,
    /// What it is.
    pub meaning: String,
    /// The endings of its files, without the dot.
    pub endings: Vec<String>,
    /// What comments begin with that end with their line.
    pub line_comments: Vec<String>,
    /// What comments begin and end with that do not; null if there are none.
    pub block_comment: Option<(String, String)>,
    /// Its words.
    pub words: Vec<LanguageWord>,
    /// Forms to fill in.
    pub snippets: Vec<LanguageSnippet>,
    /// The options that its models are read with.
    pub options: Vec<LanguageOptionInfo>,
    /// What the parameters of its models are; null if they have none.
    pub parameters: Option<String>,
    /// Forms in which only its models can be shown.
    pub forms: Vec<FormInfo>,
    /// A model to begin with.
    pub template: Option<NamedText>,
}

/// A word of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LanguageWord {
    /// The word.
    pub word: String,
    /// What it means.
    pub meaning: String,
    /// Whether it is a value, such as `true`.
    pub is_value: bool,
}

/// A form to fill in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LanguageSnippet {
    /// Its name.
    pub name: String,
    /// What it is.
    pub meaning: String,
    /// Its text, with places `${1:…}` to fill in.
    pub text: String,
}

/// An option of a language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LanguageOptionInfo {
    /// Its name.
    pub name: String,
    /// What it does.
    pub meaning: String,
    /// The words that it takes; empty if it takes a number or nothing.
    pub choices: Vec<Named>,
    /// The least and the greatest number that it takes; null if it takes none.
    pub numbers: Option<(i64, i64)>,
    /// Its value if none is given; null if it is then off.
    pub default: Option<String>,
}

/// A file with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedText {
    /// Its name.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A model that teaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExampleInfo {
    /// Its path among the examples.
    pub path: String,
    /// Its language.
    pub language: String,
    /// What it shows: the first lines of its text.
    pub about: String,
    /// Whether it has a mistake, which a diagnostic explains.
    pub is_mistake: bool,
}

/// Asks for an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExampleRequest {
    /// Its path among the examples.
    pub path: String,
}

/// Asks what a code of a diagnostic or of a remark means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The code.
    pub code: String,
}

/// What a code means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// The code.
    pub code: String,
    /// What it means, in paragraphs.
    pub text: String,
}

/// The examples: path and text.
static EXAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

pub(crate) fn catalogue(_: Nothing, _: &Budget, _: Listener) -> Result<Catalogue, Failure> {
    Ok(Catalogue::of_this_version())
}

impl Catalogue {
    /// What this version has.
    pub fn of_this_version() -> Self {
        let languages = languages();
        let example = |(path, text): &(&str, &str)| {
            let frontend = languages.find(None, path, text).ok()?;
            Some(ExampleInfo {
                path: path.to_string(),
                language: frontend.language().name.to_string(),
                about: about(frontend, text),
                is_mistake: path.contains("/mistakes/"),
            })
        };
        let auto =
            Named { name: AUTO.to_string(), meaning: "The engine that fits the property.".to_string() };
        Catalogue {
            synod: synod_documents::VERSION.to_string(),
            languages: languages.iter().map(language).collect(),
            engines: std::iter::once(auto)
                .chain(ENGINES.iter().map(|engine| named(engine.name, engine.meaning)))
                .collect(),
            built_in: BUILT_IN.iter().map(|each| named(each.name, each.meaning)).collect(),
            forms: TARGETS.iter().map(|target| form(&target.form, target.subject)).collect(),
            run_forms: TraceFormat::forms().map(|each| named(each.name, each.meaning)).collect(),
            examples: EXAMPLES.iter().filter_map(example).collect(),
        }
    }
}

pub(crate) fn example(request: ExampleRequest, _: &Budget, _: Listener) -> Result<NamedText, Failure> {
    let found = EXAMPLES.iter().find(|(path, _)| *path == request.path);
    let (path, text) = found.ok_or_else(|| {
        let names = EXAMPLES.iter().map(|(path, _)| *path);
        Failure::new(FailureKind::Missing, no_such("example", &request.path, names))
    })?;
    Ok(NamedText { path: path.to_string(), text: text.to_string() })
}

pub(crate) fn explain(request: ExplainRequest, _: &Budget, _: Listener) -> Result<Explanation, Failure> {
    let codes = languages().codes();
    let found = codes.iter().find(|each| each.code == request.code);
    let found = found.ok_or_else(|| {
        let known = codes.iter().map(|each| each.code);
        Failure::new(FailureKind::Missing, no_such("code", &request.code, known))
    })?;
    Ok(Explanation { code: request.code, text: found.to_string() })
}

fn named(name: &str, meaning: &str) -> Named {
    Named { name: name.to_string(), meaning: meaning.to_string() }
}

fn form(form: &Form, subject: Subject) -> FormInfo {
    FormInfo {
        name: form.name.to_string(),
        meaning: form.meaning.to_string(),
        ending: form.ending.to_string(),
        subject: match subject {
            Subject::Model => FormSubject::Model,
            Subject::Property => FormSubject::Property,
            Subject::Run => FormSubject::Run,
        },
    }
}

fn language(frontend: &'static dyn Frontend) -> LanguageInfo {
    let known = frontend.language();
    let layout = frontend.layout(&Source::new("", ""));
    let block = layout.and_then(|layout| layout.comments().block);
    let word = |word: &synod_frontend::LanguageWord| LanguageWord {
        word: word.word.to_string(),
        meaning: word.meaning.to_string(),
        is_value: matches!(word.word, "true" | "false" | "undef"),
    };
    let snippet = |snippet: &synod_frontend::Snippet| LanguageSnippet {
        name: snippet.name.to_string(),
        meaning: snippet.meaning.to_string(),
        text: snippet.text.to_string(),
    };
    LanguageInfo {
        name: known.name.to_string(),
        title: known.title.to_string(),
        meaning: known.meaning.to_string(),
        endings: known.endings.iter().map(|ending| ending.to_string()).collect(),
        line_comments: frontend.line_comments().iter().map(|mark| mark.to_string()).collect(),
        block_comment: block.map(|(begin, end)| (begin.to_string(), end.to_string())),
        words: frontend.words().iter().map(word).collect(),
        snippets: frontend.snippets().iter().map(snippet).collect(),
        options: frontend.options().iter().map(option).collect(),
        parameters: frontend.parameters().map(str::to_string),
        forms: frontend.forms().iter().map(|each| form(each, Subject::Model)).collect(),
        template: template(known.name).ok().map(|template| {
            let path = template.file_name();
            NamedText { text: template.text(&path), path }
        }),
    }
}

fn option(option: &LanguageOption) -> LanguageOptionInfo {
    let (choices, numbers, default) = match option.kind {
        OptionKind::Flag => (Vec::new(), None, None),
        OptionKind::Number { least, greatest, default } => {
            (Vec::new(), Some((least, greatest)), default.map(|number| number.to_string()))
        }
        OptionKind::Choice { choices, default, .. } => {
            let choices = choices.iter().map(|choice| named(choice.name, choice.meaning)).collect();
            (choices, None, default.map(str::to_string))
        }
    };
    LanguageOptionInfo {
        name: option.name.to_string(),
        meaning: option.help.to_string(),
        choices,
        numbers,
        default,
    }
}

/// The first paragraph of the comment that a text begins with.
fn about(frontend: &dyn Frontend, text: &str) -> String {
    let marks = frontend.line_comments();
    let comment = |line: &str| {
        let line = line.trim();
        marks.iter().find_map(|mark| line.strip_prefix(mark)).map(|text| text.trim().to_string())
    };
    let lines = text.lines().map_while(comment).skip_while(String::is_empty);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
