//! What can be written and asked: languages with their words, examples, engines and forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    pub forms: Vec<Named>,
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
    pub forms: Vec<Named>,
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
